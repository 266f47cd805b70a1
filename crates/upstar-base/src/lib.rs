//! What rules and values have in common: who plays, who wins, and when to stop.
//!
//! Rules know nothing of values and values nothing of rules; these few words are the
//! whole vocabulary they share.

pub mod arithmetic;
mod budget;
mod class;
mod deeper;
mod distinct;
pub mod file;
mod headway;
mod lists;
mod memo;
mod options;
mod outcome;
mod pace;
mod play;
mod player;
mod random;
mod remedy;
pub mod repeats;
mod shared_memo;
mod verdict;
pub mod weigh;
mod work;

pub use budget::{Budget, Stopped};
pub use class::OutcomeClass;
pub use deeper::deeper;
pub use distinct::distinct;
pub use headway::Progress;
pub use lists::Lists;
pub use memo::Memo;
pub use options::{First, Listed, Listing, Mapped, Options};
pub use outcome::Outcome;
pub use pace::{Pace, grouped};
pub use play::Play;
pub use player::Player;
pub use random::Random;
pub use remedy::Remedy;
pub use shared_memo::SharedMemo;
pub use verdict::Verdict;
pub use weigh::Weigh;
pub use work::Work;
