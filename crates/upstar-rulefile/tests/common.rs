//! What the tests share: compiling, random boards, values with and without the analysis.

use std::sync::Arc;
use upstar_base::{Budget, Options, Player, Random};
use upstar_rulefile::{Own, compile};
use upstar_rules::erased::Erased;
use upstar_rules::registry::Ruleset;
use upstar_rules::{Picture, PositionError, Rules};
use upstar_values::{Calc, Store};

/// A game from a text that has no mistakes.
pub fn game(text: &str) -> Own {
    compile("test.up", text).unwrap_or_else(|faults| panic!("{text}\n{faults:#?}"))
}

/// Its rules for boards of this size.
pub fn rules(text: &str, size: (usize, usize)) -> Erased {
    game(text).sized("", size).unwrap()
}

/// The same rules, of which nothing is used but the moves and the notation.
pub struct Plain(pub Erased);

impl Rules for Plain {
    type Position = <Erased as Rules>::Position;

    fn options(&self, p: &Self::Position, who: Player, out: &mut dyn Options<Self::Position>) {
        self.0.options(p, who, out);
    }

    fn parse(&self, text: &str) -> Result<Self::Position, PositionError> {
        self.0.parse(text)
    }

    fn show(&self, position: &Self::Position) -> String {
        self.0.show(position)
    }

    fn picture(&self, position: &Self::Position) -> Picture {
        self.0.picture(position)
    }
}

/// A desk; those of one store can compare their values.
pub fn desk(store: &Arc<Store>) -> Calc {
    Calc::new(Arc::clone(store), Arc::new(Budget::unlimited()))
}

/// Symbols and boards by chance, the same in every run.
pub struct Dice(Random);

impl Dice {
    pub fn new(seed: u64) -> Dice {
        Dice(Random::new(seed))
    }

    pub fn roll(&mut self, sides: usize) -> usize {
        self.0.below(sides)
    }

    pub fn pick<'a, T>(&mut self, all: &'a [T]) -> &'a T {
        &all[self.roll(all.len())]
    }

    /// A board of these symbols.
    pub fn board(&mut self, symbols: &[char], rows: usize, columns: usize) -> String {
        let row = |dice: &mut Dice| (0..columns).map(|_| *dice.pick(symbols)).collect::<String>();
        (0..rows).map(|_| row(self)).collect::<Vec<_>>().join("|")
    }
}
