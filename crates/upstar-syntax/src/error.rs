//! What can go wrong, where, and what to do about it.
//!
//! Every error carries the bytes of the source it speaks of.

use std::fmt;
use upstar_base::{Remedy, Stopped};

/// A range of bytes of the source text: `start..end`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Span {
    /// The first byte.
    pub start: usize,
    /// One past the last byte.
    pub end: usize,
}

impl Span {
    /// The bytes `start..end`.
    pub const fn new(start: usize, end: usize) -> Span {
        Span { start, end }
    }

    /// The smallest span that contains both.
    pub fn to(self, other: Span) -> Span {
        Span { start: self.start.min(other.start), end: self.end.max(other.end) }
    }

    /// The text of this span, if it is one.
    pub fn text(self, source: &str) -> Option<&str> {
        source.get(self.start..self.end)
    }
}

/// What sort of mistake it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ErrorKind {
    /// The text does not follow the grammar.
    Syntax,
    /// A name, method or key that does not exist.
    Name,
    /// A value of the wrong kind, or the wrong number of arguments.
    Kind,
    /// Right kind, but the operation has no answer here (`0/0`, an atomic weight that does not exist).
    Domain,
    /// Part of the language, but not available yet.
    Unsupported,
    /// Something would become larger than this program allows, whatever the budget.
    Size,
    /// The budget ended the computation: no answer, though the input may be right.
    Stopped(Stopped),
}

impl ErrorKind {
    /// A short name for machine output.
    pub fn name(&self) -> &'static str {
        match self {
            ErrorKind::Syntax => "syntax",
            ErrorKind::Name => "name",
            ErrorKind::Kind => "kind",
            ErrorKind::Domain => "domain",
            ErrorKind::Unsupported => "unsupported",
            ErrorKind::Size => "size",
            ErrorKind::Stopped(_) => "stopped",
        }
    }
}

/// An input that has no value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    /// The sort of mistake.
    pub kind: ErrorKind,
    /// Where in the input.
    pub span: Span,
    /// A further place that belongs to the mistake, with a word on its part in it.
    pub other: Option<(Span, String)>,
    /// What is wrong, in one line.
    pub message: String,
    /// What would have been right here, if there is a short list.
    pub expected: Vec<String>,
    /// A way out, if there is an obvious one.
    pub hint: Option<String>,
    /// A way out that each front end words for its users.
    pub remedy: Option<Remedy>,
    /// Through which functions the evaluation went, innermost first.
    pub notes: Vec<String>,
}

impl Error {
    /// An error at `span`.
    pub fn new(kind: ErrorKind, span: Span, message: impl Into<String>) -> Error {
        Error {
            kind,
            span,
            other: None,
            message: message.into(),
            expected: Vec::new(),
            hint: None,
            remedy: None,
            notes: Vec::new(),
        }
    }

    /// The same error with a way out.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Error {
        self.hint = Some(hint.into());
        self
    }

    /// The same error with what was expected.
    #[must_use]
    pub fn expected(mut self, what: impl IntoIterator<Item = impl Into<String>>) -> Error {
        self.expected = what.into_iter().map(Into::into).collect();
        self
    }

    /// The same error with a further place.
    #[must_use]
    pub fn other(mut self, span: Span, label: impl Into<String>) -> Error {
        self.other = Some((span, label.into()));
        self
    }

    /// Whether a budget ended the computation, rather than an error in the input.
    pub fn is_stopped(&self) -> bool {
        matches!(self.kind, ErrorKind::Stopped(_))
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)?;
        if let Some(remedy) = &self.remedy {
            remedy.fmt(f)?;
        }
        if !self.expected.is_empty() {
            write!(f, "; expected {}", self.expected.join(" or "))?;
        }
        if let Some(hint) = &self.hint {
            write!(f, " ({hint})")?;
        }
        Ok(())
    }
}

impl std::error::Error for Error {}

/// An error in the text, and whether more text could mend it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SyntaxError {
    /// The mistake.
    pub error: Box<Error>,
    /// Is it only that the text ends too early?
    pub at_end: bool,
}

impl SyntaxError {
    /// The mistake `error`; `at_end` if more text could mend it.
    pub fn new(error: Error, at_end: bool) -> SyntaxError {
        SyntaxError { error: Box::new(error), at_end }
    }
}

impl fmt::Display for SyntaxError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.error.fmt(f)
    }
}

impl std::error::Error for SyntaxError {}
