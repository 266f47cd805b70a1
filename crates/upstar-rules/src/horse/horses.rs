//! All the King's Horses: knights that only go North and West.

use super::field::{Board, FURTHEST, Field, Square};
use crate::prelude::*;

/// The page of the ruleset.
pub const PAGE: &str = r#"
game All the King's Horses
"Horses stand on a chessboard, any number to a square, and belong to both players. Left moves one
  two squares West and one North or South, Right two squares North and one East or West, without
  leaving the board. Meant to be played as a join: a move with every horse. `horses(12x10)` has
  another board, `horses(quarter)` one with edges in the North and West only."
notation "Squares with `+` between: column letter and row number, counted from the North-West
  corner, `c4+d5`; perhaps with a board in front, `12x12:c4` or `quarter:z30`; `0` for no horse."
tables "ROWSxCOLUMNS: the squares of a board of this size; with `quarter:` in front the North-West
  corner of a board without far edges"
try "d4" "c4+e6" "h8" "quarter:c9"
source "Winning Ways ch. 9"
"#;

/// The rules.
#[derive(Clone, Copy, Debug)]
pub struct Horses {
    board: Board,
    /// Was the board named? Then tables are of this board, else their size is the board.
    named: bool,
}

impl Horses {
    /// The rules on a board, by default the chessboard.
    pub fn from_parameters(text: &str) -> Result<Self, PositionError> {
        match text.trim() {
            "" => Ok(Horses { board: Board::CHESS, named: false }),
            _ => Ok(Horses { board: Board::read(text)?, named: true }),
        }
    }
}

/// The field with a horse on a square counted from 1.
pub(super) fn on_square(board: Board, cell: &[usize]) -> Option<Field> {
    let near = |n: usize| u32::try_from(n.checked_sub(1)?).ok().filter(|&n| n < FURTHEST);
    let [row, column] = *cell else { return None };
    let field = Field::new(board, [Square { row: near(row)?, column: near(column)? }]);
    field.holds(field.horses[0]).then_some(field)
}

impl Rules for Horses {
    type Position = Field;

    fn options(&self, field: &Field, who: Player, out: &mut dyn Options<Field>) {
        for place in field.distinct() {
            let squares = field.horses[place].moves(who).into_iter().flatten();
            let inside = squares.filter(|&square| field.holds(square));
            if !out.extend(inside.map(|square| field.moved(place, Some(square)))) {
                return;
            }
        }
    }

    fn parse(&self, text: &str) -> Result<Field, PositionError> {
        Field::parse(text, self.board)
    }

    fn show(&self, field: &Field) -> String {
        field.show(self.board)
    }

    fn picture(&self, field: &Field) -> Picture {
        field.picture()
    }

    fn sum_components(&self, field: Field, out: &mut dyn Options<Field>) {
        let single = |&horse| Field::new(field.board, [horse]);
        out.extend(field.horses.iter().map(single));
    }

    fn compound_parts(&self, field: &Field, out: &mut dyn Options<(Field, u64)>) {
        field.compound_parts(out);
    }

    fn nature(&self) -> Nature {
        Nature::PARTIZAN.in_parts("each horse")
    }

    fn normal_form(&self, field: Field) -> (Field, bool) {
        field.normal_form()
    }

    fn size(&self, field: &Field) -> u32 {
        let far = field.horses.iter().map(|square| square.row.saturating_add(square.column));
        far.fold(0, u32::saturating_add)
    }

    fn family(&self) -> Family<'_, Field> {
        Family::none().with_cells(|table, cell| {
            let board = match *table {
                _ if self.named => self.board,
                [rows, columns] => {
                    Board::Finite(u32::try_from(rows).ok()?, u32::try_from(columns).ok()?)
                }
                _ => return None,
            };
            on_square(board, cell)
        })
    }
}
