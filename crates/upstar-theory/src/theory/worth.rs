//! What positions are worth, in every theory.

use crate::compound::endless::Prospect;
use crate::loopy::values::Label;
use upstar_base::Outcome;
use upstar_values::stopper::Sides;
use upstar_values::surreal::TransfiniteNimber;
use upstar_values::{Entailed, Pace, Short, Tallies, Tally};

/// What a position or what a turn leaves is worth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Worth {
    /// A short game, at the desk of the theory.
    Short(Short),
    /// The nim-value of an impartial sum.
    Nim(u128),
    /// The nimber of a game with infinitely many options.
    Ordinal(TransfiniteNimber),
    /// Who wins when the last move loses.
    Misere(Outcome),
    /// The remoteness or suspense for Left and for Right; of impartial games only one.
    Numbers {
        /// Which of the two.
        pace: Pace,
        /// If Left is to move.
        left: u32,
        /// If Right is to move; `None` for impartial games.
        right: Option<u32>,
    },
    /// The remoteness or suspense for the player who is to move.
    Number(Pace, u32),
    /// The tallies.
    Tallies(Tallies),
    /// The tally when one player begins.
    Tally(Tally),
    /// The value of a loopy impartial game.
    Loopy(Label),
    /// The sides of a loopy partizan game, in the store of the theory.
    Sides(Sides),
    /// What a join or union of loopy impartial games comes to.
    Endless(Prospect),
    /// The set of a component with entailing moves.
    Entailed(Entailed),
    /// The nim-value of a sum with entailing or complimenting moves; `None` is loony.
    Loony(Option<u32>),
    /// Only the outcome is known.
    Outcome(Outcome),
}
