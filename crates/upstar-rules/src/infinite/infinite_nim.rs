//! Nim with heaps of infinite size: green beanstalks.

use super::heaps::OrdinalHeaps;
use super::ordinal::Ordinal;
use crate::naming::by_terms;
use crate::prelude::*;

/// The page of the ruleset.
pub const PAGE: &str = r#"
game Infinite Nim
"Choose a heap and make it smaller: its size is an ordinal, perhaps infinite, and becomes any
  smaller one. So omega may become any whole number, omega+3 may become omega+2 or omega or any
  whole number. Every play ends, as no sequence of ordinals decreases for ever. Who cannot move
  loses. A green beanstalk of that many edges is the same game."
impartial
notation "Sizes with commas between, each in Cantor's normal form: powers of omega (or w, or ω) that
  decrease, coefficients behind them: `omega^2*3+omega+3, omega*7+5, 4`."
try "omega^2*3+omega+3, omega*7+5, 4" "omega+1, omega, 3" "omega^omega^omega"
source "Winning Ways ch. 11"
known "omega^omega*5+omega^2+omega*7+5, omega^2*3+omega+3" = *(ω^ω×5+ω^2×2+ω×6+6)
known "omega" = *ω
"#;

/// The rules.
#[derive(Clone, Copy, Debug, Default)]
pub struct InfiniteNim;

impl Rules for InfiniteNim {
    type Position = OrdinalHeaps;

    fn options(&self, heaps: &OrdinalHeaps, _: Player, out: &mut dyn Options<OrdinalHeaps>) {
        heaps.some_options(out);
    }

    fn parse(&self, text: &str) -> Result<OrdinalHeaps, PositionError> {
        let mut start = 0;
        let mut sizes = Vec::new();
        for heap in text.split(',') {
            sizes.push(Ordinal::read(heap).map_err(|error| error.shifted(start))?);
            start += heap.len() + 1;
        }
        OrdinalHeaps::read(text, sizes)
    }

    fn show(&self, heaps: &OrdinalHeaps) -> String {
        match heaps.sizes() {
            [] => "0".to_owned(),
            sizes => sizes.iter().map(Ordinal::to_string).collect::<Vec<_>>().join(", "),
        }
    }

    fn name_move(&self, heaps: &OrdinalHeaps, _: Player, option: &OrdinalHeaps) -> String {
        let (from, to) = (self.show(heaps), self.show(option));
        by_terms(&from, &to, ',').unwrap_or(to)
    }

    fn picture(&self, heaps: &OrdinalHeaps) -> Picture {
        heaps.picture()
    }

    fn nature(&self) -> Nature {
        Nature { infinite: true, ..Nature::IMPARTIAL }
    }

    fn can_move(&self, heaps: &OrdinalHeaps, _: Player, to: &OrdinalHeaps) -> bool {
        heaps.can_become(to)
    }
}
