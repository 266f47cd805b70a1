//! The library: games, positions and rules as values of one session.

mod cancel;
mod custom;
mod error;
mod game;
mod operators;
mod position;
mod ruleset;
mod session;
mod turn;
mod value;

pub use cancel::{CancelToken, Cancellable, briefly};
pub use custom::CustomRules;
pub use error::Error;
pub use game::{Game, GameArgument};
pub use position::{Move, Position};
pub use ruleset::Ruleset;
pub use session::Session;
pub use value::{Evaluation, Value};
