//! What rules and values have in common: who plays, who wins, and when to stop.
//!
//! Rules know nothing of values and values nothing of rules; these few words are the
//! whole vocabulary they share.

mod budget;
mod class;
mod outcome;
mod play;
mod player;
mod verdict;

pub use budget::{Budget, Stopped};
pub use class::OutcomeClass;
pub use outcome::Outcome;
pub use play::Play;
pub use player::Player;
pub use verdict::Verdict;
