//! Sisyphus: a stone goes up and right, and from the far edges back to the start.

use super::square::{Counter, Walk, Walker};
use upstar_base::Player;

/// The page of the ruleset.
pub const PAGE: &str = r#"
game Sisyphus
"A stone stands on a board. Left moves it one square up, Right one square to the right. From the top
  row Left moves it back to the first square, a1, except from column a; from the last column Right
  does so, except from row 1. Who cannot move loses; play can go on for ever. sisyphus(8x5) has
  another board than the usual 6x6."
notation "The square, column letter and row from below: `c4`; perhaps with columns and rows of the
  board in front, `8x5:c4`."
tables "ROWSxCOLUMNS: the squares of a board of this size, row 1 first"
try "a1" "c4" "f6" "4x3:b2"
source "Winning Ways ch. 11"
"#;

/// The stone.
#[derive(Clone, Copy, Debug)]
pub struct Stone;

/// The rules.
pub type Sisyphus = Walk<Stone>;

impl Walker for Stone {
    fn to(stone: &Counter, who: Player) -> Option<(u32, u32)> {
        let (columns, rows) = stone.board;
        let (column, row) = (stone.column, stone.row);
        match who {
            Player::Left if row < rows => Some((column, row + 1)),
            Player::Right if column < columns => Some((column + 1, row)),
            Player::Left if column > 1 => Some((1, 1)),
            Player::Right if row > 1 => Some((1, 1)),
            _ => None,
        }
    }

    fn size(stone: &Counter) -> u32 {
        stone.board.0 + stone.board.1 - stone.column - stone.row
    }
}
