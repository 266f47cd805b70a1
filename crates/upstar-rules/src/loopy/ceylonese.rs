//! Ceylonese Fox and Geese: a fox that may go two squares at once.
//!
//! Sri Lanka's *Koti Keliya*, the game of the leopard, is played by one leopard and six head of cattle
//! on a board of 12 by 12 squares. The cattle move as geese do; the leopard goes one or two squares in
//! one diagonal direction and leaps over nothing. All else is as in [`super::fox_and_geese`].

use super::fox_and_geese::FoxAndGeese;
use crate::prelude::*;

/// How far the fox goes in one move.
const REACH: isize = 2;

/// The page of the ruleset.
pub const PAGE: &str = r#"
game Ceylonese Fox and Geese
"As Fox and Geese, but the fox is faster. Left moves a goose one square diagonally up, Right moves
  the fox one or two squares in one diagonal direction, over empty squares only and to an empty one;
  nobody captures. Who cannot move loses: the geese win by shutting the fox in, the fox by getting
  behind them, where it can move for ever."
like fox-and-geese
try "...F|....|....|G.G." "....F|.....|.....|.....|G.G.G" "..F|.G.|G.." "....F|.G...|..G.G"
source "Koti Keliya, on 12x12: H. Parker, Ancient Ceylon, 1909, p. 585"
known ".F|G." = 0 (nobody can move)
known ".G|F." = 0 (nobody can move)
known "..G|...|F.." = off (the fox has got behind the geese)
"#;

/// The rules, which take no parameters.
pub fn rules(text: &str) -> Result<FoxAndGeese, PositionError> {
    no_parameters(text).map(|()| FoxAndGeese::reaching(REACH))
}
