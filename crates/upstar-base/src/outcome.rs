//! The four outcome classes of games without draws (Winning Ways, ch. 2).

use crate::Player;
use std::fmt;
use std::ops::Neg;

/// Who wins a game in which somebody always does.
///
/// ```
/// use upstar_base::{Outcome, Player};
/// let o = Outcome::from_first(true, true); // whoever starts wins
/// assert_eq!(o, Outcome::N);
/// assert_eq!(o.winner(Player::Right), Player::Right);
/// assert_eq!((-Outcome::L).to_string(), "R");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// Left wins, whoever starts (positive in normal play).
    L,
    /// Right wins, whoever starts (negative in normal play).
    R,
    /// The next player wins (fuzzy in normal play).
    N,
    /// The previous player wins (zero in normal play).
    P,
}

impl Outcome {
    /// The class in which Left, starting, wins iff `left`, and Right, starting, wins iff `right`.
    pub fn from_first(left: bool, right: bool) -> Outcome {
        match (left, right) {
            (true, true) => Outcome::N,
            (true, false) => Outcome::L,
            (false, true) => Outcome::R,
            (false, false) => Outcome::P,
        }
    }

    /// Who wins when `starter` moves first.
    pub fn winner(self, starter: Player) -> Player {
        match self {
            Outcome::L => Player::Left,
            Outcome::R => Player::Right,
            Outcome::N => starter,
            Outcome::P => !starter,
        }
    }
}

impl Neg for Outcome {
    type Output = Outcome;

    fn neg(self) -> Outcome {
        match self {
            Outcome::L => Outcome::R,
            Outcome::R => Outcome::L,
            same => same,
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self, f)
    }
}
