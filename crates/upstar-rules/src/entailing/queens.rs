//! Wyt Queens with Trains and Off-Wyth-Its-Tail: Wythoff's queens, some of whose moves entail an
//! answer with the same queen.

use crate::prelude::*;
use crate::strip::pieces::Pieces;
use crate::strip::wythoff::Wythoff;
use crate::wrapper::{Same, Wrapper};

/// Which moves entail an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Trains {
    /// Along a row or a column.
    Orthogonal,
    /// Along a diagonal.
    Diagonal,
}

/// The rules of both games.
#[derive(Clone, Copy, Debug)]
pub struct EntailingQueens {
    wythoff: Wythoff,
    trains: Trains,
}

impl EntailingQueens {
    /// The rules, which take no parameters.
    fn from_parameters(text: &str, trains: Trains) -> Result<Self, PositionError> {
        no_parameters(text)?;
        Ok(EntailingQueens { wythoff: Wythoff::from_parameters("")?, trains })
    }
}

/// Wyt Queens with Trains.
pub mod wyt_queens_trains {
    use super::*;

    /// The page of the ruleset.
    pub const PAGE: &str = r#"
game Wyt Queens with Trains
"A player moves a queen any distance to the left, up, or diagonally left and up; queens do not block
  each other. After a move along a row or a column the opponent must move the same queen, and has
  lost if it stands in the corner."
impartial
like wythoff
tables "ROWSxCOLUMNS: one queen on each square of the corner, which is 0,0 and comes first"
try "3,5" "4,6+1,1" "7,7" "2,3"
source "Winning Ways ch. 12"
"#;

    /// The rules, which take no parameters.
    pub fn rules(text: &str) -> Result<EntailingQueens, PositionError> {
        EntailingQueens::from_parameters(text, Trains::Orthogonal)
    }
}

/// Off-Wyth-Its-Tail.
pub mod off_wyth_its_tail {
    use super::*;

    /// The page of the ruleset.
    pub const PAGE: &str = r#"
game Off-Wyth-Its-Tail
"A player moves a queen any distance to the left, up, or diagonally left and up; queens do not block
  each other. After a move along a diagonal the opponent must move the same queen, and has lost if
  it stands in the corner."
impartial
like wythoff
tables "ROWSxCOLUMNS: one queen on each square of the corner, which is 0,0 and comes first"
try "3,5" "4,6+1,1" "7,7" "2,3"
source "Winning Ways ch. 12"
"#;

    /// The rules, which take no parameters.
    pub fn rules(text: &str) -> Result<EntailingQueens, PositionError> {
        EntailingQueens::from_parameters(text, Trains::Diagonal)
    }
}

impl Wrapper for EntailingQueens {
    type Inside = Wythoff;
    type Map = Same;

    fn rules(&self) -> &Wythoff {
        &self.wythoff
    }

    fn nature(&self) -> Nature {
        Nature { special_moves: &[MoveKind::Entailing], ..Nature::IMPARTIAL.in_parts("each queen") }
    }

    /// Normal forms forget which way a queen faces, so the move is known by its two distances.
    fn move_kind(&self, queens: &Pieces, _: Player, option: &Pieces) -> MoveKind {
        let moved = queens.0.iter().zip(&option.0).find(|(before, after)| before != after);
        let Some((before, after)) = moved else { return MoveKind::Ordinary };
        let diagonal = before.0 != after.0 && before.1 != after.1;
        if diagonal == (self.trains == Trains::Diagonal) {
            MoveKind::Entailing
        } else {
            MoveKind::Ordinary
        }
    }
}
