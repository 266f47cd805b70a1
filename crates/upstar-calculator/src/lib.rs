//! The calculator of combinatorial games: reads, evaluates, prints.
//!
//! A [`Calculator`] keeps variables from one input to the next and works at one desk of the value
//! store. Text goes through the parser to a tree with spans, through the evaluator to a [`Value`]
//! of the most specific kind, and through [`print`](mod@print) back to text that can be read again. One table
//! of builtins feeds evaluation, help, completion, suggestions and the reference.
//!
//! ```
//! use upstar_calculator::{Calculator, print::Notation};
//! let mut session = Calculator::default();
//! let evaluation = session.eval("{3||2|1} + ^*")?;
//! let value = evaluation.value.unwrap();
//! assert_eq!(session.show(&value, Notation::Ascii).unwrap(), "{3^*||2^*|1^*}");
//! # Ok::<(), Box<upstar_calculator::Error>>(())
//! ```

mod builtins;
mod calculator;
mod charge;
mod code;
mod collection;
mod data;
mod error;
mod eval;
mod forms;
mod numbers;
mod pieces;
mod position;
mod show;
mod suggest;
mod value;

pub use builtins::{Builtin, On, all as builtins, help, reference_markdown, suggestions};
pub use calculator::{Calculator, CalculatorLimits, Evaluation};
pub use data::board::{Grid, Strip, Symmetry};
pub use data::graph::{Edge, Graph};
pub use data::object::{Class, Object};
pub use data::table::{Plot, Table};
pub use data::{Data, HeapRules, Periodicity};
pub use error::{Error, ErrorKind, LoadError, Span, Warning};
pub use forms::FormId;
pub use pieces::{ProgramPiece, ProgramPieces, is_incomplete, pieces};
pub use position::{Position, Ruleset, Way};
pub use upstar_notation::{plot, print};
pub use upstar_rulefile::is_rules;
pub use upstar_values::value::UpStar;
pub use value::{
    Charged, Function, Game, Genus, Growing, Items, Map, Paced, Range, Shared, Text, Value,
};
