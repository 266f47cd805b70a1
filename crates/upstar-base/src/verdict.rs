//! What a player gets in a game that may be drawn.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::ops::Not;

/// What the player to move gets with best play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// He wins.
    Win,
    /// He loses.
    Loss,
    /// Play goes on for ever.
    Draw,
}

impl Verdict {
    /// A win or a loss.
    pub fn of(wins: bool) -> Verdict {
        if wins { Verdict::Win } else { Verdict::Loss }
    }
}

/// What the other player gets.
impl Not for Verdict {
    type Output = Verdict;

    fn not(self) -> Verdict {
        match self {
            Verdict::Win => Verdict::Loss,
            Verdict::Loss => Verdict::Win,
            Verdict::Draw => Verdict::Draw,
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Verdict::Win => "win",
            Verdict::Loss => "loss",
            Verdict::Draw => "draw",
        })
    }
}
