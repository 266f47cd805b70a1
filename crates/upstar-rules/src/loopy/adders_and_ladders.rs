//! Adders-and-Ladders: counters go forward by up to four squares, up ladders and down adders.

use crate::graph::layout::pen;
use crate::heap::heaps::Heaps;
use crate::prelude::*;
use upstar_picture::LABEL;

/// The page of the ruleset.
pub const PAGE: &str = r#"
game Adders-and-Ladders
"Counters stand on the squares 1 to 25 of a board, any number to a square. A player moves one of
  them forward by one to four squares, not beyond 25; if it lands at the foot of a ladder or the
  head of an adder it goes on at once to the other end: ladders lead from 3 to 13, 8 to 24, 9 to 25,
  10 to 18, 11 to 21 and 20 to 23, adders from 6 to 4, 17 to 5 and 19 to 7. Who cannot move, all
  counters being on 25, loses."
impartial
notation "The squares of the counters: `1+5+22`. A counter at the beginning of an adder or a ladder
  stands at its other end."
tables "N: one counter on each of the squares 1 to N"
edit heaps
try "1+5+22" "16" "4" "7+18"
source "Winning Ways ch. 12"
"#;

/// The last square.
const HOME: u32 = 25;
/// Where ladders and adders lead.
const JUMPS: [(u32, u32); 9] =
    [(3, 13), (6, 4), (8, 24), (9, 25), (10, 18), (11, 21), (17, 5), (19, 7), (20, 23)];

/// The rules.
#[derive(Clone, Copy, Debug, Default)]
pub struct AddersAndLadders;

/// Where a counter comes to rest.
fn rest(square: u32) -> u32 {
    JUMPS.iter().find(|jump| jump.0 == square).map_or(square, |jump| jump.1)
}

impl PieceGame for AddersAndLadders {
    fn moves(&self, square: u32, _: Player, visit: &mut dyn Visit<u32>) -> ControlFlow<()> {
        let mut ahead = (square + 1..=square + 4).filter(|&to| to <= HOME);
        ahead.try_for_each(|to| visit.pieces(&[rest(to)]))
    }

    fn left_in(&self, square: u32) -> u64 {
        (HOME - square).into()
    }
}

impl Rules for AddersAndLadders {
    by_pieces!(Heaps, "each counter", Nature { loopy: true, ..Nature::IMPARTIAL });

    fn parse(&self, text: &str) -> Result<Heaps, PositionError> {
        let counters = Heaps::parse(text)?;
        match counters.sizes().first() {
            Some(&square) if square > HOME => {
                Err(PositionError::whole(text, format!("the squares are 1 to {HOME}")))
            }
            // Nobody stands at the beginning of an adder or a ladder.
            _ => Ok(Heaps::new(counters.sizes().iter().map(|&square| rest(square)))),
        }
    }

    fn show(&self, counters: &Heaps) -> String {
        counters.show()
    }

    /// Five rows of five squares from the bottom, every other one from right to left.
    fn picture(&self, counters: &Heaps) -> Picture {
        let centre = |square: u32| {
            let (row, step) = ((square as i32 - 1) / 5, (square as i32 - 1) % 5);
            let column = if row % 2 == 0 { step } else { 4 - step };
            (20 * column + 10, 20 * (4 - row) + 10)
        };
        let mut picture = Picture { width: 100, height: 100, ..Picture::default() };
        for square in 1..=HOME {
            let (x, y) = centre(square);
            let (x, y, width, height, fill) = (x - 10, y - 10, 20, 20, Color::White);
            picture.shapes.push(Shape::Rectangle { x, y, width, height, fill });
            let (x, y, text, color) = (x + 4, y + 3, square.to_string(), Color::Gray);
            picture.shapes.push(Shape::sized(x, y, text, color, LABEL));
        }
        for (from, to) in JUMPS {
            let color = if from < to { Color::Green } else { Color::Red };
            let pen = pen(color).wide(30).arrow();
            picture.shapes.push(Shape::line(centre(from), centre(to), pen));
        }
        for (i, &square) in counters.sizes().iter().enumerate() {
            let (x, y) = centre(square);
            let (x, y) = (x + 3 * (i as i32 % 3) - 3, y + 4);
            picture.shapes.push(Shape::Disc { x, y, radius: 3, fill: Color::Blue });
        }
        picture
    }

    fn family(&self) -> Family<'_, Heaps> {
        Family::line(|n| (n <= HOME as usize).then(|| Heaps::new([rest(n as u32)])))
    }
}
