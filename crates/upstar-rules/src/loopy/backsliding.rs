//! Backsliding Toads-and-Frogs: the animals may also slide backwards.

use crate::prelude::*;

/// The page of the ruleset.
pub const PAGE: &str = r#"
game Backsliding Toads-and-Frogs
"Left's toads look to the right, Right's frogs to the left. A player slides one of his animals one
  square forward or backward onto an empty square, or lets it jump forward over one animal of the
  opponent onto an empty square. Who cannot move loses; play can go on for ever."
notation "A row: `T` toad, `F` frog, `.` or `_` empty: `TT.FF`."
edit cells .TF
try "TT.FF" "T..F" "TF.TF" "FFT.T"
source "Winning Ways ch. 11"
"#;

const EMPTY: u8 = 0;

/// The longest row.
const LONGEST: usize = 24;

/// What is on each square: 0 nothing, 1 a toad, 2 a frog.
pub type Row = Vec<u8>;

/// The rules.
#[derive(Clone, Copy, Debug, Default)]
pub struct Backsliding;

impl Rules for Backsliding {
    type Position = Row;

    fn options(&self, row: &Row, who: Player, out: &mut dyn Options<Row>) {
        let (own, other) = (1 + who as u8, 2 - who as u8);
        let length = row.len() as isize;
        let forward: isize = if who == Player::Left { 1 } else { -1 };
        let at = |i: isize| (0..length).contains(&i).then(|| row[i as usize]);
        for i in (0..length).filter(|&i| row[i as usize] == own) {
            let slides = [i + forward, i - forward].map(|to| (at(to) == Some(EMPTY)).then_some(to));
            let over = at(i + forward) == Some(other) && at(i + 2 * forward) == Some(EMPTY);
            let jump = over.then_some(i + 2 * forward);
            for to in slides.into_iter().chain([jump]).flatten() {
                let mut next = row.clone();
                next.swap(i as usize, to as usize);
                if !out.push(next) {
                    return;
                }
            }
        }
    }

    fn parse(&self, text: &str) -> Result<Row, PositionError> {
        let cells = read_cells(text, &["._", "Tt", "Ff"])?;
        if cells.rows > 1 || cells.columns > LONGEST {
            let message = format!("expected one row of at most {LONGEST} squares");
            return Err(PositionError::whole(text, message));
        }
        Ok(cells.cells)
    }

    fn show(&self, row: &Row) -> String {
        row.iter().map(|&square| [b'.', b'T', b'F'][square as usize] as char).collect()
    }

    fn picture(&self, row: &Row) -> Picture {
        let mut picture =
            Picture { width: 10 * row.len() as i32, height: 10, ..Picture::default() };
        for (i, &square) in (0i32..).zip(row) {
            let (x, y, width, height, fill) = (10 * i, 0, 10, 10, Color::White);
            picture.shapes.push(Shape::Rectangle { x, y, width, height, fill });
            let (text, color) = match square {
                1 => ("T", Color::Blue),
                2 => ("F", Color::Red),
                _ => continue,
            };
            picture.shapes.push(Shape::text(x + 5, 5, text.to_owned(), color));
        }
        picture
    }

    fn nature(&self) -> Nature {
        Nature::LOOPY
    }

    fn size(&self, row: &Row) -> u32 {
        row.len() as u32
    }
}
