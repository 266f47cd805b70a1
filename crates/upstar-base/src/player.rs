//! The two players. Everything that differs between them takes a [`Player`].

use serde::{Deserialize, Serialize};
use std::fmt;
use std::ops::Not;

/// Left (Blue, positive) or Right (Red, negative).
///
/// ```
/// use upstar_base::Player;
/// assert_eq!(!Player::Left, Player::Right);
/// assert_eq!(Player::Right.to_string(), "Right");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
pub enum Player {
    /// The player whose advantage counts as positive
    Left,
    /// The player whose advantage counts as negative
    Right,
}

impl Player {
    /// Both players, Left first.
    pub const BOTH: [Player; 2] = [Player::Left, Player::Right];
}

impl Not for Player {
    type Output = Player;

    fn not(self) -> Player {
        match self {
            Player::Left => Player::Right,
            Player::Right => Player::Left,
        }
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Player::Left => "Left",
            Player::Right => "Right",
        })
    }
}
