//! The door: a question about a game in, an answer with its reason out.
//!
//! The command line, the calculator, a page and a package ask the same [`Question`]s of the same
//! [`Session`]. A question and its [`Answer`] are plain data; a [`QueryError`] says which field of the
//! question is wrong and where, or which limit came first and what is known nevertheless.
//!
//! ```
//! use upstar_session::{PositionSpec, Question, Session, MovesQuery};
//! let mut session = Session::default();
//! let moves = Question::Moves(MovesQuery {
//!     place: PositionSpec::new("nim", "3+5+7"), player: None, all: false, replies: false,
//! });
//! let answer = session.ask(&moves)?;
//! assert!(answer.text().starts_with("6+5+3  leaves nim-sum 0\n"));
//! assert!(answer.json().contains(r#""why":"leaves nim-sum 0""#));
//! # Ok::<(), Box<upstar_session::QueryError>>(())
//! ```

mod answer;
mod error;
mod events;
mod limits;
mod moves;
mod names;
mod open_position;
mod own;
mod pages;
mod parts;
mod play;
mod pool;
mod position;
pub mod query;
mod question;
mod session;
mod state;

pub use answer::{Answer, Asked, Verdicts};
pub use error::{Kind, QueryError};
pub use limits::{Amount, TimeSpan, half_of_ram};
pub use moves::Move;
pub use own::{RulesLoader, starter};
pub use parts::{Hear, Part};
pub use play::opponent::Level;
pub use play::{
    Abandoned, Drawn, Game, Made, NoRecord, PlayBoard, PlayMessage, Record, Seats,
    WORDS as PLAY_WORDS,
};
pub use pool::{CancelToken, Event, ExtraRules, PendingAnswer, SessionId, SessionPool};
pub use position::reading;
pub use query::periods::RowPeriod;
pub use query::*;
pub use question::{Endless, Limits, PlayMode, PositionSpec, Variant};
pub use session::Session;
pub use state::Observer;

pub use upstar_base::{OutcomeClass, Play, Player, Remedy, Verdict};
pub use upstar_calculator::LoadError;
pub use upstar_notation::format::{Format, Grid, Unwritable};
pub use upstar_notation::print::Notation;
pub use upstar_theory::compound::Compound;
