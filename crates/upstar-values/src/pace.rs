//! Remoteness and suspense: how long the components of a join last (Winning Ways ch. 9).
//!
//! In a rapid join the first component to end decides, so the winner hurries: the *remoteness*
//! of a position is how soon the winner can end it. In a slow join the last component decides,
//! so the winner of that one lingers: the *suspense* is how long the winner can keep it going.
//! Both count moves, and their parity says who wins: in normal play the player to move wins iff
//! the number is odd, in misère play iff it is even. The number of a join is the least
//! remoteness or the greatest suspense of its components.

use upstar_base::Play;

/// Which component of a join decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ComponentPace {
    /// The first to end: numbers are remotenesses.
    Rapid,
    /// The last to end: numbers are suspenses.
    Slow,
}

impl ComponentPace {
    /// The number of a player whose options have these numbers for the opponent; 0 without
    /// options.
    ///
    /// ```
    /// use upstar_base::Play;
    /// use upstar_values::ComponentPace;
    /// assert_eq!(ComponentPace::Rapid.number(Play::Normal, [4, 1, 2]), 3); // win as fast as possible
    /// assert_eq!(ComponentPace::Rapid.number(Play::Normal, [1, 3]), 4); // lose as slowly as possible
    /// assert_eq!(ComponentPace::Slow.number(Play::Normal, [4, 1, 2]), 5);
    /// assert_eq!(ComponentPace::Slow.number(Play::Misere, [2, 4]), 3);
    /// ```
    pub fn number(self, play: Play, opponent: impl IntoIterator<Item = u32>) -> u32 {
        let (mut good, mut bad) = (None, None);
        for number in opponent {
            let wins = mover_wins(play, number);
            let best = if wins { &mut bad } else { &mut good };
            let slower = (self == ComponentPace::Slow) ^ wins;
            *best = Some(match *best {
                None => number,
                Some(old) if slower => number.max(old),
                Some(old) => number.min(old),
            });
        }
        good.or(bad).map_or(0, |number: u32| number.saturating_add(1))
    }

    /// The number of a join whose components have these numbers; `None` without components.
    pub fn join(self, numbers: impl IntoIterator<Item = u32>) -> Option<u32> {
        match self {
            ComponentPace::Rapid => numbers.into_iter().min(),
            ComponentPace::Slow => numbers.into_iter().max(),
        }
    }

    /// What its numbers are called.
    pub fn name(self) -> &'static str {
        match self {
            ComponentPace::Rapid => "remoteness",
            ComponentPace::Slow => "suspense",
        }
    }
}

/// Does the player to move win a position of this remoteness or suspense?
pub fn mover_wins(play: Play, number: u32) -> bool {
    number.is_multiple_of(2) == (play == Play::Misere)
}
