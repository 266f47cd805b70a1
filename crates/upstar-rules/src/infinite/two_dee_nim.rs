//! Two-dimensional Nim on a board without end.
//!
//! A counter in row a and column b, from 0, can reach just the squares that come before it when
//! rows are read one after the other: it is a heap of ω·a+b beans.

use super::heaps::OrdinalHeaps;
use super::ordinal::Ordinal;
use crate::naming::by_terms;
use crate::prelude::*;

/// The page of the ruleset.
pub const PAGE: &str = r#"
game Two-Dee Nim
"Counters stand on a board that goes on for ever to the right and upwards, any number on a square.
  Move one of them any distance to the left in its row, or to any square of a lower row, however far
  to the right. Who cannot move loses."
impartial
notation "Row and column of each counter, both from 0: `(2,5),(0,3)`; `2,5` alone for one counter."
tables "ROWSxCOLUMNS: one counter in each of the first rows and columns, row 0 first"
try "(2,5),(0,3)" "(1,4),(1,2),(0,7)" "3,0"
source "Winning Ways ch. 11"
known "2,5" = *(ω×2+5)
known "0,3" = *3
"#;

/// The rules.
#[derive(Clone, Copy, Debug, Default)]
pub struct TwoDeeNim;

/// Where the counters stand that can still move.
fn places(counters: &OrdinalHeaps) -> impl Iterator<Item = (u64, u64)> {
    counters.sizes().iter().filter_map(Ordinal::as_row_and_column)
}

impl Rules for TwoDeeNim {
    type Position = OrdinalHeaps;

    fn options(&self, counters: &OrdinalHeaps, _: Player, out: &mut dyn Options<OrdinalHeaps>) {
        counters.some_options(out);
    }

    fn parse(&self, text: &str) -> Result<OrdinalHeaps, PositionError> {
        let number = |at: usize, part: &str| {
            let blanks = part.len() - part.trim_start().len();
            let digits = part.trim();
            let plain = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
            let number = if plain { digits.parse::<u64>().ok() } else { None };
            number.ok_or_else(|| {
                let message = "expected row and column of a counter, such as `(2,5)`";
                PositionError::new(at + blanks, digits.len(), message)
            })
        };
        let pair = |at: usize, text: &str| {
            let (row, column) = text.split_once(',').unwrap_or((text, ""));
            let place = (number(at, row)?, number(at + row.len() + 1, column));
            let end = at + text.len();
            let column = place.1.map_err(|error| PositionError { at: error.at.min(end), ..error });
            Ok(Ordinal::row_and_column(place.0, column?))
        };
        if !text.contains('(') {
            return Ok(OrdinalHeaps::new([pair(0, text)?]));
        }
        let mut counters = Vec::new();
        let mut at = 0;
        loop {
            at += text[at..].len() - text[at..].trim_start().len();
            let expected = |at: usize, what: &str| {
                let len = text[at..].chars().next().map_or(0, char::len_utf8);
                Err(PositionError::new(at, len, format!("expected {what}")))
            };
            let Some(inside) = text[at..].strip_prefix('(') else {
                return expected(at, "`(`, then row and column of a counter");
            };
            let Some(length) = inside.find(')') else {
                return expected(text.len(), "`)` behind a counter");
            };
            counters.push(pair(at + 1, &inside[..length])?);
            at += length + 2;
            at += text[at..].len() - text[at..].trim_start().len();
            match text[at..].chars().next() {
                None => return OrdinalHeaps::read(text, counters),
                Some(',') => at += 1,
                Some(_) => return expected(at, "`,` between counters"),
            }
        }
    }

    fn show(&self, counters: &OrdinalHeaps) -> String {
        let shown: Vec<String> =
            places(counters).map(|(row, column)| format!("({row},{column})")).collect();
        if shown.is_empty() { "(0,0)".to_owned() } else { shown.join(",") }
    }

    fn name_move(&self, counters: &OrdinalHeaps, _: Player, option: &OrdinalHeaps) -> String {
        let [from, to] = [counters, option].map(|heaps| self.show(heaps).replace("),(", ")+("));
        by_terms(&from, &to, '+').unwrap_or(to)
    }

    fn picture(&self, counters: &OrdinalHeaps) -> Picture {
        const MOST: u64 = 24;
        let (rows, columns) = places(counters)
            .fold((3, 3), |(rows, columns), (row, column)| (rows.max(row), columns.max(column)));
        if rows > MOST || columns > MOST {
            return counters.picture();
        }
        let mut picture = Picture::new(columns as usize + 1, rows as usize + 1);
        let square = |row: u64, column: u64| (10 * column as i32, 10 * (rows - row) as i32);
        for row in 0..=rows {
            for column in 0..=columns {
                let (x, y) = square(row, column);
                let fill = Color::Light;
                picture.shapes.push(Shape::Rectangle { x, y, width: 10, height: 10, fill });
            }
        }
        let named = |r: usize| Some((rows - r as u64).to_string());
        let (down, across) = (rows as usize + 1, columns as usize + 1);
        picture.name_lines(down, across, named, |c| c.to_string());
        for (row, column) in places(counters) {
            let (x, y) = square(row, column);
            let fill = Color::Green;
            picture.shapes.push(Shape::Disc { x: x + 5, y: y + 5, radius: 4, fill });
        }
        picture
    }

    fn nature(&self) -> Nature {
        Nature { infinite: true, ..Nature::IMPARTIAL }
    }

    fn can_move(&self, counters: &OrdinalHeaps, _: Player, to: &OrdinalHeaps) -> bool {
        counters.can_become(to)
    }

    fn family(&self) -> Family<'_, OrdinalHeaps> {
        Family::none().with_cells(|_, cell| match *cell {
            [row, column] => {
                let (row, column) = (row.checked_sub(1)?, column.checked_sub(1)?);
                Some(OrdinalHeaps::new([Ordinal::row_and_column(row as u64, column as u64)]))
            }
            _ => None,
        })
    }
}
