//! Pieces on a board without end to the right and below, written by their coordinates.

use crate::piecewise;
use crate::prelude::*;

/// The most that row and column of a piece can be together; moves must not increase the sum.
const MOST: u32 = i32::MAX as u32;

/// The row and column of each piece, counted from 0 in the corner.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Pieces(pub(crate) Vec<(u32, u32)>);

weighs!(Pieces: 0);

impl Pieces {
    /// The row and column of each piece.
    pub fn places(&self) -> &[(u32, u32)] {
        &self.0
    }

    pub(crate) fn parse(text: &str) -> Result<Pieces, PositionError> {
        if text.trim().is_empty() {
            return Err(PositionError::new(0, text.len(), "expected a pair such as `3,5`"));
        }
        let mut pieces = Vec::new();
        let mut start = 0;
        for term in text.split('+') {
            let wrong = || {
                let len = term.len();
                PositionError::new(start, len, "expected a row and a column such as `3,5`")
            };
            let inner = term.trim();
            let inner = match inner.strip_prefix('(') {
                Some(rest) => rest.strip_suffix(')').ok_or_else(wrong)?,
                None => inner,
            };
            let (row, column) = inner.split_once(',').ok_or_else(wrong)?;
            let number = |text: &str| text.trim().parse::<u32>().map_err(|_| wrong());
            let piece = (number(row)?, number(column)?);
            if piece.0.saturating_add(piece.1) > MOST {
                return Err(PositionError::new(
                    start,
                    term.len(),
                    format!("row and column add up to more than {MOST}"),
                ));
            }
            if pieces.len() == MOST_CELLS {
                return Err(PositionError::new(
                    start,
                    text.len() - start,
                    format!("the position has more than {MOST_CELLS} pieces"),
                ));
            }
            pieces.push(piece);
            start += term.len() + 1;
        }
        Ok(Pieces(pieces))
    }

    pub(crate) fn show(&self) -> String {
        let pair = |&(row, column): &(u32, u32)| format!("{row},{column}");
        self.0.iter().map(pair).collect::<Vec<_>>().join("+")
    }

    /// The corner of the board with the pieces, or only their names when they are far away.
    pub(crate) fn picture(&self, letter: &str) -> Picture {
        let most = |f: fn(&(u32, u32)) -> u32| self.0.iter().map(f).max().unwrap_or(0) as usize + 1;
        let (rows, columns) = (most(|p| p.0), most(|p| p.1));
        if rows.max(columns) > 64 {
            let mut picture = Picture::new(3 * self.0.len(), 1);
            for (i, (row, column)) in self.0.iter().enumerate() {
                picture.shapes.push(Shape::text(
                    30 * i as i32 + 15,
                    5,
                    format!("{letter} {row},{column}"),
                    Color::Black,
                ));
            }
            return picture;
        }
        let mut picture = Picture::squares(rows, columns, |r, c| {
            (if (r + c) % 2 == 0 { Color::White } else { Color::Light }, None)
        });
        picture.name_lines(rows, columns, |r| Some(r.to_string()), |c| c.to_string());
        // Fine enough for the outline of a knight.
        const FINE: i32 = 10;
        let mut picture = picture.finer(FINE);
        let mut sorted = self.0.clone();
        sorted.sort_unstable();
        for same in sorted.chunk_by(|a, b| a == b) {
            let at = |n: u32| FINE * (10 * n as i32 + 5);
            let (x, y) = (at(same[0].1), at(same[0].0));
            match (letter, same.len()) {
                ("N" | "♞", n) => picture.knights((x, y), n),
                (_, 1) => picture.shapes.push(Shape::sized(x, y, letter, Color::Black, 320)),
                (_, n) => {
                    let text = format!("{n}{letter}");
                    picture.shapes.push(Shape::fitted(x, y, text, Color::Black, 36));
                }
            }
        }
        picture
    }

    /// Every pair in order of size, and the pairs in order.
    pub(crate) fn sorted(mut self) -> Pieces {
        for piece in &mut self.0 {
            *piece = (piece.0.min(piece.1), piece.0.max(piece.1));
        }
        self.0.sort_unstable();
        self
    }

    /// One piece, for tables that start in the corner.
    pub(crate) fn member(row: usize, column: usize) -> Option<Pieces> {
        let place = |n: usize| u32::try_from(n.checked_sub(1)?).ok();
        let (row, column) = (place(row)?, place(column)?);
        (row.checked_add(column)? <= MOST).then(|| Pieces(vec![(row, column)]))
    }
}

/// The pieces in the order in which they are written.
impl piecewise::Pieces for Pieces {
    type Piece = (u32, u32);
    type Rest = (Pieces, usize);

    fn one(piece: (u32, u32)) -> Pieces {
        Pieces(vec![piece])
    }

    fn counted(&self) -> impl Iterator<Item = ((u32, u32), u64)> {
        self.0.iter().map(|&piece| (piece, 1))
    }

    fn rests(&self) -> impl Iterator<Item = ((u32, u32), (Pieces, usize))> {
        self.0.iter().enumerate().map(|(i, &piece)| (piece, (self.clone(), i)))
    }

    fn replaced((all, i): &(Pieces, usize), by: &[(u32, u32)]) -> Pieces {
        let mut next = all.clone();
        next.0.splice(i..=i, by.iter().copied());
        next
    }
}
