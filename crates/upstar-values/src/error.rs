//! Hypotheses that an operation on short games needs and that a game may fail.
//!
//! Each failure has its own name and carries the games that show it, so that a caller who can
//! print games can say exactly what is wrong.

use crate::{Dyadic, Short};
use upstar_base::Stopped;

/// Why an operation has no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OpError {
    /// The budget ended, or a size went beyond what this program handles.
    #[error(transparent)]
    Stopped(#[from] Stopped),
    /// The game has no atomic weight.
    #[error("the game has no atomic weight")]
    NotAtomic(Short),
    /// The game is not a number plus a nimber plus multiples of up, up-second, up-third...
    #[error("the game is not an uptimal")]
    NotUptimal(Short),
    /// The Norton product needs a positive unit.
    #[error("the Norton product needs a unit greater than 0")]
    UnitNotPositive(Short),
    /// Powers exist for games of the form `{0|H}`.
    #[error("powers are defined only for games of the form {{0|H}}")]
    NotZeroOver(Short),
    /// The exponent of a power is too small, or is not a number.
    #[error("the exponent must be a number that is at least {0}")]
    Exponent(u32),
    /// Cooling is defined above -1.
    #[error("a game can be cooled only by a number greater than -1, not by {0}")]
    CooledTooLittle(Dyadic),
    /// The game is not an ordinal sum with this base.
    #[error("the game is not an ordinal sum with the given base")]
    NotSubordinate {
        /// The game.
        game: Short,
        /// What should have been its base.
        base: Short,
    },
}
