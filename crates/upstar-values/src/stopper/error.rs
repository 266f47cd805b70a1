//! Hypotheses that operations on loopy games need and that a game may fail.

use upstar_base::Stopped;

/// Why an operation on loopy games has no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LoopyError {
    /// The budget ended, or a size went beyond what this program handles.
    #[error(transparent)]
    Stopped(#[from] Stopped),
    /// A side that is needed was not found.
    #[error("a side of this game is not known to be a stopper")]
    NoSide,
    /// Varieties need a stable degree.
    #[error("the degree is not stable: it is not its own sum with itself")]
    Unstable,
    /// Varieties to a degree are those of games of at most that degree.
    #[error("the game has a degree that is not at most the given one")]
    LargerDegree,
    /// The game fails the Stability Condition.
    #[error("the upsum variety and the downsum variety of this game differ")]
    NoVariety,
    /// The game is not an ordinal sum with this base.
    #[error("the game is not an ordinal sum with the given base")]
    NotSubordinate,
    /// Powers exist for games of the form `{0|H}`.
    #[error("powers are defined only for games of the form {{0|H}}")]
    NotZeroOver,
    /// The exponent of a power is too small, or is no pseudonumber.
    #[error(
        "the exponent must be a number, perhaps with `over` or `under`, or `on`, and at least {0}"
    )]
    Exponent(u32),
    /// A wall of the thermograph is nowhere.
    #[error(
        "a player can get more than any number here, so a wall of the thermograph is nowhere: ask for `.LeftWall` or `.RightWall`"
    )]
    TooHot,
    /// Cards go up to a certain number.
    #[error("cards are numbered from -{0} to {0}")]
    Card(u32),
}
