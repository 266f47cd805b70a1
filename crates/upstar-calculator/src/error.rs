//! What can go wrong, where, and what to do about it.
//!
//! Mistakes of reading and of evaluation are one type, [`upstar_syntax::Error`]. An error inside a function
//! that an earlier input defined points at the call in the present input and names the function in a note.

use upstar_base::Stopped;
pub use upstar_syntax::{Error, ErrorKind, Span};

/// What the evaluator passes up.
pub(crate) type Evaluated<X> = Result<X, Box<Error>>;

/// Why there is no text of a name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LoadError {
    /// The budget ended the reading.
    #[error(transparent)]
    Stopped(#[from] Stopped),
    /// It cannot be read, and this says why.
    #[error("{0}")]
    Failed(String),
}

impl From<String> for LoadError {
    fn from(why: String) -> LoadError {
        LoadError::Failed(why)
    }
}

/// Something that has a value, but probably not the one that was meant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Warning {
    /// Where in the input.
    pub span: Span,
    /// What is suspicious, in one line.
    pub message: String,
}
