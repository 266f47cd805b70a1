//! Chomp: eating a poisoned bar of chocolate (Frederik Schuh 1952, David Gale 1974).
//!
//! What is left is always a staircase: rows no longer than the row above. The poisoned square is
//! in the upper left corner; as nobody may eat it, who cannot move loses. Exchanging rows and
//! columns changes nothing.

use crate::naming::square;
use crate::prelude::*;

const ALPHABET: [&str; 2] = [".", "#"];

/// The page of the ruleset.
pub const PAGE: &str = r#"
game Chomp
"A player chooses a square of the bar other than the poisoned one in the upper left corner and eats
  it with all squares below it, right of it, or both. Who cannot move (only the poisoned square is
  left) loses."
impartial
notation "Rows joined by `|`: `.` chocolate, `#` eaten."
tables "ROWSxCOLUMNS: all rectangles up to this size"
edit cells .#
try "....|....|...." "...|...|.##" "....."
source "F. Schuh 1952; D. Gale, A curious Nim-type game, American Mathematical Monthly 81, 1974;
  Winning Ways ch. 18"
known "...." = *3 (one row is a Nim heap)
known "...|.##|.##" = 0 (Gale 1974: equal legs)
known "....|...#" = 0 (Gale 1974: two rows differing by one)
"#;

/// The rules.
#[derive(Clone, Copy, Debug, Default)]
pub struct Chomp;

/// The lengths of the rows, from the longest on top; none is 0.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Bar(SmallVec<[u16; 8]>);

weighs!(Bar: 0);

impl Rules for Chomp {
    type Position = Bar;

    fn options(&self, bar: &Bar, _: Player, out: &mut dyn Options<Bar>) {
        let eaten = |r: usize, c: u16| {
            let mut next = bar.clone();
            next.0[r..].iter_mut().for_each(|row| *row = (*row).min(c));
            next.0.retain(|row| *row > 0);
            next
        };
        let rows = bar.0.iter().enumerate();
        out.extend(
            rows.flat_map(|(r, &length)| (u16::from(r == 0)..length).map(move |c| eaten(r, c))),
        );
    }

    fn parse(&self, text: &str) -> Result<Bar, PositionError> {
        let cells = read_cells(text, &ALPHABET)?;
        if cells.columns > u16::MAX.into() {
            return Err(PositionError::whole(text, "the bar is too wide"));
        }
        let mut rows: SmallVec<[u16; 8]> = SmallVec::new();
        let mut above = cells.columns;
        for (r, row) in cells.cells.chunks(cells.columns).enumerate() {
            let length = row.iter().position(|&cell| cell == 1).unwrap_or(row.len());
            let last = row.iter().rposition(|&cell| cell == 0).map_or(0, |last| last + 1);
            let start = r * (cells.columns + 1);
            if last > length {
                return Err(PositionError::new(
                    start + last - 1,
                    1,
                    "expected `#`: a square to the left of this one is eaten",
                ));
            }
            if length > above {
                return Err(PositionError::new(
                    start + above,
                    1,
                    "expected `#`: a square above this one is eaten",
                ));
            }
            above = length;
            if length > 0 {
                rows.push(length as u16);
            }
        }
        if rows.is_empty() {
            return Err(PositionError::new(0, 1, "the poisoned square cannot be eaten"));
        }
        Ok(Bar(rows))
    }

    fn show(&self, bar: &Bar) -> String {
        write_cells(bar.0.len(), bar.columns(), &ALPHABET, |r, c| u8::from(c >= bar.0[r].into()))
    }

    /// The square that is chosen.
    fn name_move(&self, bar: &Bar, _: Player, option: &Bar) -> String {
        let left = |row: usize| option.0.get(row).copied().unwrap_or(0);
        match bar.0.iter().enumerate().position(|(row, &length)| left(row) < length) {
            Some(row) => square(bar.0.len(), row, left(row).into()),
            None => self.show(option),
        }
    }

    fn picture(&self, bar: &Bar) -> Picture {
        Picture::board(bar.0.len(), bar.columns(), |r, c| {
            let fill = if c < bar.0[r].into() { Color::Light } else { Color::White };
            (fill, (r == 0 && c == 0).then_some(Color::Green))
        })
    }

    fn nature(&self) -> Nature {
        Nature::IMPARTIAL
    }

    fn sum_components(&self, bar: Bar, out: &mut dyn Options<Bar>) {
        if self.size(&bar) > 0 {
            out.push(bar);
        }
    }

    fn normal_form(&self, bar: Bar) -> (Bar, bool) {
        let columns = 0..bar.0.first().copied().unwrap_or(0);
        let height = |c: u16| bar.0.iter().take_while(|&&row| row > c).count() as u16;
        let turned = Bar(columns.map(height).collect());
        (bar.min(turned), false)
    }

    fn size(&self, bar: &Bar) -> u32 {
        bar.0.iter().map(|&row| u32::from(row)).sum::<u32>().saturating_sub(1)
    }

    fn family(&self) -> Family<'_, Bar> {
        Family::boards(|rows, columns| {
            let fits = rows > 0 && columns > 0 && rows.max(columns) < 1 << 16;
            fits.then(|| Bar(SmallVec::from_elem(columns as u16, rows)))
        })
    }
}

impl Bar {
    fn columns(&self) -> usize {
        self.0.first().copied().unwrap_or(0).into()
    }
}
