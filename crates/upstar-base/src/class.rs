//! The nine outcome classes of games that may be drawn.
//!
//! A class says what happens when Left starts and what happens when Right does. Four of the nine
//! pairs have no draw and are the classes of [`Outcome`]; `D` is drawn whoever starts. In the
//! other four one of the starters decides the game and with the other it is drawn: they carry the
//! letter of the class they are half of, with a hat where Left wins that half and a check where
//! Right does (Siegel, Combinatorial Game Theory, VI.1, and the names of CGSuite).

use crate::{Outcome, Player, Verdict};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::ops::Neg;

/// What happens with each starter.
///
/// ```
/// use upstar_base::{OutcomeClass, Verdict};
/// let class = OutcomeClass::from_first([Verdict::Win, Verdict::Draw]);
/// assert_eq!(class, OutcomeClass::NHat);
/// assert_eq!(class.words(), "Left wins if Left starts; drawn if Right starts");
/// assert_eq!((-class).to_string(), "NCheck");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum OutcomeClass {
    /// Left wins, whoever starts.
    L,
    /// Right wins, whoever starts.
    R,
    /// The next player wins.
    N,
    /// The previous player wins.
    P,
    /// Drawn, whoever starts.
    D,
    /// Left wins if Left starts; drawn if Right starts.
    NHat,
    /// Right wins if Right starts; drawn if Left starts.
    NCheck,
    /// Left wins if Right starts; drawn if Left starts.
    PHat,
    /// Right wins if Left starts; drawn if Right starts.
    PCheck,
}

impl OutcomeClass {
    /// All of them.
    pub const ALL: [OutcomeClass; 9] = [
        OutcomeClass::L,
        OutcomeClass::R,
        OutcomeClass::N,
        OutcomeClass::P,
        OutcomeClass::D,
        OutcomeClass::NHat,
        OutcomeClass::NCheck,
        OutcomeClass::PHat,
        OutcomeClass::PCheck,
    ];

    /// For each class, in the order of [`OutcomeClass::ALL`], what Left and what Right gets moving
    /// first, and that in words.
    const MEANING: [([Verdict; 2], &str); 9] = {
        use Verdict::{Draw, Loss, Win};
        [
            ([Win, Loss], "Left wins, whoever starts"),
            ([Loss, Win], "Right wins, whoever starts"),
            ([Win, Win], "whoever starts wins"),
            ([Loss, Loss], "whoever starts loses"),
            ([Draw, Draw], "drawn, whoever starts"),
            ([Win, Draw], "Left wins if Left starts; drawn if Right starts"),
            ([Draw, Win], "Right wins if Right starts; drawn if Left starts"),
            ([Draw, Loss], "Left wins if Right starts; drawn if Left starts"),
            ([Loss, Draw], "Right wins if Left starts; drawn if Right starts"),
        ]
    };

    /// The class in which Left gets the first verdict when Left starts, and Right the second
    /// when Right does.
    pub fn from_first(verdicts: [Verdict; 2]) -> OutcomeClass {
        let found = OutcomeClass::ALL.into_iter().find(|class| class.meaning().0 == verdicts);
        // Every pair of verdicts is a class.
        found.unwrap_or(OutcomeClass::D)
    }

    fn meaning(self) -> ([Verdict; 2], &'static str) {
        OutcomeClass::MEANING[self as usize]
    }

    /// What `starter` gets moving first.
    pub fn first(self, starter: Player) -> Verdict {
        self.meaning().0[starter as usize]
    }

    /// Who wins when `starter` moves first; `None` for a draw.
    pub fn winner(self, starter: Player) -> Option<Player> {
        match self.first(starter) {
            Verdict::Win => Some(starter),
            Verdict::Loss => Some(!starter),
            Verdict::Draw => None,
        }
    }

    /// The class in words.
    pub fn words(self) -> &'static str {
        self.meaning().1
    }
}

impl From<Outcome> for OutcomeClass {
    fn from(outcome: Outcome) -> OutcomeClass {
        match outcome {
            Outcome::L => OutcomeClass::L,
            Outcome::R => OutcomeClass::R,
            Outcome::N => OutcomeClass::N,
            Outcome::P => OutcomeClass::P,
        }
    }
}

/// The players exchanged.
impl Neg for OutcomeClass {
    type Output = OutcomeClass;

    fn neg(self) -> OutcomeClass {
        let [left, right] = Player::BOTH.map(|starter| self.first(starter));
        OutcomeClass::from_first([right, left])
    }
}

impl fmt::Display for OutcomeClass {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self, f)
    }
}
