//! Toppling Dominoes (Albert, Nowakowski, Wolfe; Fink, Nowakowski, Siegel, Wolfe).
//!
//! A gap in the row stops the falling dominoes, so the runs between gaps are independent. The
//! mirror image of a run is equal to it, exchanging the colours negates it.

use super::cells::{Cells, read, write};
use crate::prelude::*;

const ALPHABET: [&str; 4] = ["xXlLbB", "oOrRwW", "eEgG", "."];
const EITHER: u8 = 2;
const GAP: u8 = 3;

/// The page of the ruleset.
pub const PAGE: &str = r#"
game Toppling Dominoes
"Dominoes stand in a row. A player topples a domino of their own or of the neutral colour to the
  left or to the right; it falls with all dominoes on that side up to the next gap, and they are
  removed. Who cannot move loses."
notation "A row: `x` (also `l`, `b`) Left's domino, `o` (also `r`, `w`) Right's, `e` (also `g`)
  either player's, `.` a gap."
edit cells xoe.
try "xoxxo" "xoe" "xxo.oxe"
source "A. Fink, R. J. Nowakowski, A. N. Siegel, D. Wolfe, Toppling conjectures, Games of No Chance
  4, 2015"
known "xx" = 2 (Fink et al. 2015)
known "xo" = * (Fink et al. 2015)
known "eee" = *3 (Fink et al. 2015)
known "xox" = 1/2 (Fink et al. 2015)
"#;

/// The rules.
#[derive(Clone, Copy, Debug, Default)]
pub struct TopplingDominoes;

/// Dominoes in a row.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DominoLine(Cells);

weighs!(DominoLine: 0);

/// Where a domino falls.
#[derive(Clone, Copy)]
enum Toppling {
    Left,
    Right,
}

impl DominoLine {
    /// The dominoes of a player, each with the ways to topple it.
    fn ways(&self, who: Player) -> impl Iterator<Item = (usize, Toppling)> {
        let own = (0..self.0.len()).filter(move |&i| [who as u8, EITHER].contains(&self.0[i]));
        own.flat_map(|i| [(i, Toppling::Left), (i, Toppling::Right)])
    }

    /// The row after a domino has been toppled, with all that it hits.
    fn toppled(&self, domino: usize, way: Toppling) -> DominoLine {
        let mut line = self.clone();
        let topple = |domino: &mut u8| {
            let stood = *domino != GAP;
            *domino = GAP;
            stood
        };
        let row = &mut line.0;
        let _ = match way {
            Toppling::Left => row[..=domino].iter_mut().rev().all(topple),
            Toppling::Right => row[domino..].iter_mut().all(topple),
        };
        line
    }
}

impl Rules for TopplingDominoes {
    type Position = DominoLine;

    fn options(&self, line: &DominoLine, who: Player, out: &mut dyn Options<DominoLine>) {
        out.extend(line.ways(who).map(|(i, way)| line.toppled(i, way)));
    }

    fn parse(&self, text: &str) -> Result<DominoLine, PositionError> {
        read(text, &ALPHABET).map(DominoLine)
    }

    fn show(&self, line: &DominoLine) -> String {
        write(&line.0, &ALPHABET)
    }

    fn name_move(&self, line: &DominoLine, who: Player, option: &DominoLine) -> String {
        match line.ways(who).find(|&(i, way)| line.toppled(i, way) == *option) {
            Some((i, Toppling::Left)) => format!("{} left", i + 1),
            Some((i, Toppling::Right)) => format!("{} right", i + 1),
            None => self.show(option),
        }
    }

    fn picture(&self, line: &DominoLine) -> Picture {
        let mut picture = Picture::new(line.0.len(), 1);
        for (i, &domino) in line.0.iter().enumerate() {
            let fill = match domino {
                0 => Color::Blue,
                1 => Color::Red,
                EITHER => Color::Green,
                _ => continue,
            };
            picture.shapes.push(Shape::Rectangle {
                x: 10 * i as i32 + 3,
                y: 0,
                width: 4,
                height: 10,
                fill,
            });
        }
        picture
    }

    fn sum_components(&self, line: DominoLine, out: &mut dyn Options<DominoLine>) {
        let runs = line.0.split(|&domino| domino == GAP).filter(|run| !run.is_empty());
        out.extend(runs.map(|run| DominoLine(run.into())));
    }

    fn nature(&self) -> Nature {
        Nature::PARTIZAN.in_parts("each row of dominoes")
    }

    fn normal_form(&self, line: DominoLine) -> (DominoLine, bool) {
        let mirrored = DominoLine(line.0.iter().rev().copied().collect());
        let least = line.min(mirrored);
        let swap = |domino: u8| if domino < EITHER { 1 - domino } else { domino };
        let swapped = DominoLine(least.0.iter().map(|&domino| swap(domino)).collect());
        let back = DominoLine(swapped.0.iter().rev().copied().collect());
        let other = swapped.min(back);
        if other < least { (other, true) } else { (least, false) }
    }

    fn size(&self, line: &DominoLine) -> u32 {
        line.0.iter().filter(|&&domino| domino != GAP).count() as u32
    }

    fn bounds(&self, line: &DominoLine) -> Option<(i64, i64)> {
        let count = |kind: u8| {
            line.0.iter().filter(|&&domino| domino == kind || domino == EITHER).count() as i64
        };
        Some((-count(1), count(0)))
    }

    fn move_heuristic(&self, line: &DominoLine) -> i32 {
        let count = |kind: u8| line.0.iter().filter(|&&domino| domino == kind).count() as i32;
        count(0) - count(1)
    }
}
