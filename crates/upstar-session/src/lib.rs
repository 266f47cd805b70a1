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
pub use own::{RulesLoader, starter};
pub use parts::{Hear, Part};
pub use play::opponent::Level;
pub use play::{
    Abandoned, Drawn, Game, Hint, ListedMove, Made, NoRecord, PlayBoard, PlayMessage, Record,
    Seats, WORDS as PLAY_WORDS,
};
pub use pool::{CancelToken, Event, ExtraRules, PendingAnswer, SessionId, SessionPool};
pub use position::reading;
pub use query::add_rules::AddRulesQuery;
pub use query::analyse::{AnalyseQuery, AnalysedTable as Seen, Analysis, MoveScore, SeenMove};
pub use query::check_rules::{CheckRulesQuery, Counterexample, RulesCheck};
pub use query::choose::{ChooseQuery, ChosenMove};
pub use query::compare::{CompareQuery, ComparisonAnswer};
pub use query::complete::{CompleteQuery, Completions};
pub use query::eval::{EvalAnswer, EvalQuery, Remark};
pub use query::graph::{GraphAnswer, GraphMove, GraphQuery};
pub use query::heaps::{
    HeapCertificateQuery, HeapInfo, HeapInfoQuery, HeapPeriod, HeapPeriodQuery, HeapSparse,
    HeapSparseQuery, HeapValuesAnswer, HeapValuesQuery, Keeping, MOST_LISTED, RareHeap, amount,
    code_name,
};
pub use query::legal::{LegalMove, LegalMoves, LegalQuery};
pub use query::misere;
pub use query::moves::{Count, Move, Moves, MovesQuery, Winning};
pub use query::number_tree::NumberTreeQuery;
pub use query::options::{Explored, OptionsFound, OptionsQuery};
pub use query::outcome::{OutcomeAnswer, OutcomeQuery};
pub use query::periods::RowPeriod;
pub use query::picture::{PictureAnswer, PictureQuery};
pub use query::positions::{By, Counted, PositionsAnswer, PositionsQuery};
pub use query::quotient_tables::{QuotientTables, QuotientTablesQuery};
pub use query::rules::{EditorInfo, RulesFound, RulesList, RulesPage, RulesQuery, StatedValue};
pub use query::study::{GameFacts, Studied, StudiedValue, StudyQuery, Walls};
pub use query::table::{Cell as TableCell, TableAnswer, TableQuery};
pub use query::thermographs::ThermographsQuery;
pub use query::value::{Cell, More, ValueAnswer, ValueQuery};
pub use query::verify::{Verified, VerifyQuery};
pub use query::{AnswerData, Example, Finding, Query, QueryInfo, Question, SCHEMA_VERSION, schema};
pub use question::{Endless, Limits, PlayMode, PositionSpec, Variant};
pub use session::Session;
pub use state::Observer;

pub use upstar_base::{OutcomeClass, Play, Player, Remedy, Verdict};
pub use upstar_calculator::LoadError;
pub use upstar_notation::format::{Format, Grid, Unwritable};
pub use upstar_notation::print::Notation;
pub use upstar_theory::compound::Compound;
