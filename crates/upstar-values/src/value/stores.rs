//! The stores that values refer to, together.

use crate::misere::form::Forms;
use crate::stopper::Stoppers;
use crate::{Calc, SuperheavyStore, Translator};

/// Access to every store, for as long as an operation takes.
#[derive(Debug)]
pub struct Stores<'a> {
    /// Short games.
    pub calc: &'a mut Calc,
    /// Loopy games.
    pub stoppers: &'a mut Stoppers,
    /// Superheavy games.
    pub heavy: &'a mut SuperheavyStore,
    /// Misère games.
    pub misere: &'a mut Forms,
    /// The most binary digits of a numerator or denominator.
    pub max_bits: u64,
}

impl Stores<'_> {
    /// Arithmetic of sums of numbers and games.
    pub fn translator(&mut self) -> Translator<'_> {
        Translator::new(self.calc, self.stoppers)
    }
}
