//! Why an operation has no result.

use std::fmt;
use std::ops::Range;
use upstar_base::Stopped;
use upstar_calculator::{ErrorKind, Span};
use upstar_session::{Kind, QueryError, Remedy};

/// Why an operation has no result: a text that cannot be parsed, a question that has no answer for
/// this kind of game, or a limit that was reached.
///
/// ```
/// let error = "{1|".parse::<upstar::Game>().unwrap_err();
/// assert_eq!(error.kind(), &upstar::ErrorKind::Syntax);
/// assert_eq!(error.limit(), None);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    /// With the remedy in words.
    told: Box<QueryError>,
    /// With the remedy as data, where there is one.
    plain: Option<Box<QueryError>>,
}

impl Error {
    /// An error that no place in a text is to blame for.
    pub(crate) fn new(kind: Kind, message: impl Into<String>) -> Error {
        Error { told: Box::new(QueryError::plain(kind, message)), plain: None }
    }

    /// The same error with what to do about it.
    pub(crate) fn with_hint(mut self, hint: Option<String>) -> Error {
        self.told.hint = hint;
        self
    }

    /// The same error with what was written before.
    pub(crate) fn with_printed(mut self, printed: Vec<String>) -> Error {
        self.told.printed = printed;
        self
    }

    /// An error of the calculator, in this input.
    pub(crate) fn of_input(input: &str, error: upstar_calculator::Error) -> Error {
        Box::new(QueryError::new("input", input, error)).into()
    }

    /// Returns the same error with another wording of what to do about it, for front ends.
    #[must_use]
    pub fn worded(&self, words: impl FnOnce(Remedy) -> String) -> Error {
        let error = self.plain.as_ref().unwrap_or(&self.told).clone();
        Error { told: Box::new(error.worded(words)), plain: self.plain.clone() }
    }

    /// Returns what went wrong, for programs.
    pub fn kind(&self) -> &Kind {
        &self.told.kind
    }

    /// Returns the limit that ended the work, if one did.
    pub fn limit(&self) -> Option<&Stopped> {
        match &self.told.kind {
            Kind::Stopped(stopped) => Some(stopped),
            _ => None,
        }
    }

    /// Whether a [`CancelToken`](crate::CancelToken) ended the work.
    pub fn is_cancelled(&self) -> bool {
        self.limit() == Some(&Stopped::Interrupted)
    }

    /// Returns what is wrong, in one line.
    pub fn message(&self) -> &str {
        &self.told.message
    }

    /// Returns what to do about it, where that is known.
    pub fn hint(&self) -> Option<&str> {
        self.told.hint.as_deref()
    }

    /// Returns the bytes of [`Error::input`] that are to blame.
    pub fn span(&self) -> Option<Range<usize>> {
        self.told.span.map(|span| span.start..span.end)
    }

    /// Returns the text that the error is about.
    pub fn input(&self) -> &str {
        &self.told.input
    }

    /// Returns the field of the query that the text stands in, such as `position`.
    pub fn field(&self) -> &str {
        &self.told.field
    }

    /// Returns the lines that `print` wrote before the error.
    pub fn printed(&self) -> &[String] {
        &self.told.printed
    }

    /// Returns the line of the text, counted from 1, if it has several.
    pub fn line(&self) -> Option<u64> {
        self.told.line()
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.told, f)
    }
}

impl std::error::Error for Error {}

impl From<Box<QueryError>> for Error {
    fn from(error: Box<QueryError>) -> Error {
        let plain = error.remedy.is_some().then(|| error.clone());
        Error { told: Box::new(error.worded(|remedy| remedy.to_string())), plain }
    }
}

/// A limit that was reached, as an error of the calculator.
pub(crate) fn stopped(why: Stopped) -> Box<upstar_calculator::Error> {
    let message = why.to_string();
    Box::new(upstar_calculator::Error::new(ErrorKind::Stopped(why), Span::default(), message))
}

impl From<Stopped> for Error {
    fn from(stopped: Stopped) -> Error {
        let message = stopped.to_string();
        Error::new(Kind::Stopped(stopped), message)
    }
}
