//! The door: a question about a game in, an answer with its reason out.
//!
//! The command line, the calculator, a page and a package ask the same [`Question`]s of the same
//! [`Session`]. A question and its [`Answer`] are plain data; a [`QueryError`] says which field of the
//! question is wrong and where, or which limit came first and what is known nevertheless.
//!
//! ```
//! use upstar_session::{PositionSpec, Question, Session};
//! let mut session = Session::default();
//! let moves = Question::Moves {
//!     place: PositionSpec::new("nim", "3+5+7"), player: None, all: false, replies: false,
//! };
//! let answer = session.ask(&moves)?;
//! assert!(answer.text().starts_with("6+5+3  leaves nim-sum 0\n"));
//! assert!(answer.json().contains(r#""why":"leaves nim-sum 0""#));
//! # Ok::<(), Box<upstar_session::QueryError>>(())
//! ```

mod analyse;
mod answer;
mod check;
mod compare;
mod error;
mod eval;
mod events;
mod explore;
mod heaps;
mod limits;
pub mod misere;
mod monoid;
mod moves;
mod names;
mod open_position;
mod outcome;
mod own;
mod pages;
mod parts;
mod periods;
mod picture;
mod play;
mod pool;
mod position;
mod positions;
mod question;
mod rules;
mod session;
mod state;
mod study;
mod table;
mod value;
mod verify;

pub use analyse::{Analysis, MoveScore, SeenMove, Table as Seen};
pub use answer::{Answer, AnswerData, Asked, Verdicts};
pub use check::{Checked, Counterexample};
pub use compare::Order;
pub use error::{Kind, QueryError};
pub use eval::{Completions, Evaluated, Remark};
pub use explore::{Edge, Explored, Graph, OptionsFound};
pub use heaps::{
    HeapInfo, HeapPeriod, HeapSparse, HeapValues, Keeping, MOST_LISTED, RareHeap, amount, code_name,
};
pub use limits::{Amount, Span, half_of_ram};
pub use monoid::QuotientTables;
pub use moves::{Count, Move, Moves, Winning};
pub use outcome::Outcome;
pub use own::{RulesLoader, starter};
pub use parts::Part;
pub use periods::Period;
pub use picture::Drawing;
pub use play::{
    Abandoned, Board, Choice, Drawn, Game, Hint, Level, Listed, Made, NoRecord, PlayMessage,
    Record, Seats, WORDS as PLAY_WORDS,
};
pub use pool::{CancelToken, Event, ExtraRules, PendingAnswer, SessionId, SessionPool};
pub use position::reading;
pub use positions::{By, Counted, Positions};
pub use question::{Endless, Limits, PlayMode, PositionSpec, Question, Variant};
pub use rules::{Editing, KnownValue, RulesList, RulesPage};
pub use session::Session;
pub use state::Observer;
pub use study::{Facts, Shown, Studied, Walls};
pub use table::{Cell as TableCell, Table};
pub use value::{Cell, More, Value};
pub use verify::Verified;

pub use upstar_base::{OutcomeClass, Play, Player, Verdict};
pub use upstar_calculator::LoadError;
pub use upstar_notation::format::{Format, Grid, Unwritable};
pub use upstar_notation::print::Notation;
pub use upstar_theory::compound::Compound;

/// The page on the library, so that its examples are compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/library.md")]
struct LibraryPage;
