//! Nim with heaps of infinite size: green beanstalks.

use super::heaps::OrdinalHeaps;
use super::ordinal::Ordinal;
use crate::naming::by_terms;
use crate::no_parameters;
use crate::registry::{About, Editor, Known};
use crate::{Picture, PositionError, Rules};
use upstar_base::{Options, Player};

/// What the registry says of it.
pub const ABOUT: About = About {
    name: "infinite-nim",
    aliases: &["hilbert-nim", "green-beanstalks"],
    title: "Infinite Nim",
    rules: "Choose a heap and make it smaller: its size is an ordinal, perhaps infinite, and \
            becomes any smaller one. So omega may become any whole number, omega+3 may become \
            omega+2 or omega or any whole number. Every play ends, as no sequence of ordinals \
            decreases for ever. Who cannot move loses. A green beanstalk of that many edges is the \
            same game.",
    notation: "Sizes with commas between, each in Cantor's normal form: powers of omega (or w, or \
               ω) that decrease, coefficients behind them: `omega^2*3+omega+3, omega*7+5, 4`.",
    examples: &["omega^2*3+omega+3, omega*7+5, 4", "omega+1, omega, 3", "omega^omega^omega"],
    source: "Winning Ways ch. 11",
    known: &[
        Known {
            position: "omega^omega*5+omega^2+omega*7+5, omega^2*3+omega+3",
            value: "*(ω^ω×5+ω^2×2+ω×6+6)",
            source: "Winning Ways ch. 11",
        },
        Known { position: "omega", value: "*ω", source: "Winning Ways ch. 11" },
    ],
    tables: "",
    impartial: true,
    editor: Editor::Text,
};

/// The rules.
#[derive(Clone, Copy, Debug)]
pub struct InfiniteNim;

impl InfiniteNim {
    /// The game; it takes no parameters.
    pub fn from_parameters(text: &str) -> Result<Self, PositionError> {
        no_parameters(text).map(|()| InfiniteNim)
    }
}

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

    fn is_impartial(&self) -> bool {
        true
    }

    fn is_infinite(&self) -> bool {
        true
    }

    fn can_move(&self, heaps: &OrdinalHeaps, _: Player, to: &OrdinalHeaps) -> bool {
        heaps.can_become(to)
    }

    fn is_all_small(&self) -> bool {
        true
    }
}
