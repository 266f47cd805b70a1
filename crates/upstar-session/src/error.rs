//! Why a question has no answer: which of its fields is wrong and where, or which limit came
//! first and what is known nevertheless.

use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};
use std::borrow::Cow;
use std::fmt;
use upstar_base::{Budget, Remedy, Stopped};
use upstar_calculator::{Error, ErrorKind, Span};
use upstar_rules::registry;
use upstar_rules::{PositionError, RulesError};
use upstar_theory::theory::NoAnswer;

/// A question that has no answer.
///
/// ```
/// use upstar_session::{PositionSpec, Question, Session, OutcomeQuery};
/// let refusal = Session::default().ask(&Question::Outcome(OutcomeQuery { place: PositionSpec::new("nim", "3+x") })).unwrap_err();
/// assert_eq!(refusal.field, "position");
/// assert_eq!(refusal.span.unwrap().text(&refusal.input), Some("x"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QueryError {
    /// What sort of reason it is.
    pub kind: Kind,
    /// Which field of the question it is about.
    pub field: Cow<'static, str>,
    /// What that field says.
    pub input: String,
    /// Where in it; `None` if no place is to blame.
    pub span: Option<Span>,
    /// A further place that belongs to the mistake, with a word on its part in it.
    pub other: Option<(Span, String)>,
    /// What is wrong, in one line.
    pub message: String,
    /// What would have been right here, if there is a short list.
    pub expected: Vec<String>,
    /// A way out, if there is an obvious one.
    pub hint: Option<String>,
    /// A way out that each front end words for its users: [`QueryError::worded`].
    pub remedy: Option<Remedy>,
    /// Through which functions of the calculator the evaluation went.
    pub notes: Vec<String>,
    /// The lines that the calculator wrote before.
    pub printed: Vec<String>,
}

/// What sort of reason it is.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Kind {
    /// The text does not follow the grammar.
    Syntax,
    /// A name that does not exist.
    Name,
    /// A value of the wrong kind, or the wrong number of arguments.
    Kind,
    /// Right kind, but there is no answer here.
    Domain,
    /// A question that makes no sense as a whole.
    Argument,
    /// A file that is not what it should be.
    File,
    /// A database that cannot be used.
    Database,
    /// A file with the state of another computation.
    Checkpoint,
    /// A file that cannot be read or written.
    Lost,
    /// A certificate that is none.
    Certificate,
    /// Larger than this program allows, whatever the limits.
    Size,
    /// No theory here covers this.
    Unsupported,
    /// A claim that does not hold.
    Refuted,
    /// A claim that no theorem here decides.
    Theorem,
    /// Neither proved nor refuted.
    Open,
    /// A limit ended the work.
    Stopped(Stopped),
}

/// The limit that ended work just now. Memory that was given back since does not show in the
/// budget, so where no other limit holds it was the memory.
pub(crate) fn ended_by(budget: &Budget) -> Stopped {
    let memory = budget.room().map_or(0, |room| room.saturating_add(budget.used()));
    budget.check().err().unwrap_or(Stopped::Memory(memory))
}

impl Kind {
    /// A short name for programs.
    pub fn name(&self) -> &'static str {
        match self {
            Kind::Syntax => "syntax",
            Kind::Name => "name",
            Kind::Kind => "kind",
            Kind::Domain => "domain",
            Kind::Argument => "argument",
            Kind::File => "file",
            Kind::Database => "database",
            Kind::Checkpoint => "checkpoint",
            Kind::Lost => "file",
            Kind::Certificate => "certificate",
            Kind::Size => "size",
            Kind::Unsupported => "unsupported",
            Kind::Refuted => "refuted",
            Kind::Theorem => "theorem",
            Kind::Open => "open",
            Kind::Stopped(_) => "stopped",
        }
    }
}

impl From<ErrorKind> for Kind {
    fn from(kind: ErrorKind) -> Kind {
        match kind {
            ErrorKind::Syntax => Kind::Syntax,
            ErrorKind::Name => Kind::Name,
            ErrorKind::Kind => Kind::Kind,
            ErrorKind::Domain => Kind::Domain,
            ErrorKind::Unsupported => Kind::Unsupported,
            ErrorKind::Size => Kind::Size,
            ErrorKind::Stopped(stopped) => Kind::Stopped(stopped),
        }
    }
}

impl QueryError {
    /// A mistake in a field of a question.
    pub fn new(
        field: impl Into<Cow<'static, str>>,
        input: impl Into<String>,
        error: Error,
    ) -> Self {
        let Error { kind, span, other, message, expected, hint, remedy, notes } = error;
        let plain = QueryError::plain(kind.into(), message);
        let way_out = match &plain.kind {
            Kind::Stopped(Stopped::Time(_)) if hint.is_none() => Some(Remedy::Time),
            Kind::Stopped(Stopped::Memory(_)) if hint.is_none() => Some(Remedy::Memory),
            _ => remedy,
        };
        let (field, input, span) = (field.into(), input.into(), Some(span));
        QueryError { field, input, span, other, expected, hint, notes, ..plain.with(way_out) }
    }

    /// A mistake that a field makes as a whole.
    pub(crate) fn whole(
        field: impl Into<Cow<'static, str>>,
        input: &str,
        kind: ErrorKind,
        message: impl Into<String>,
    ) -> Self {
        QueryError::new(field, input, Error::new(kind, Span::new(0, input.len()), message))
    }

    /// A reason that no place is to blame for.
    pub fn plain(kind: Kind, message: impl Into<String>) -> Self {
        QueryError {
            kind,
            field: Cow::Borrowed(""),
            input: String::new(),
            span: None,
            other: None,
            message: message.into(),
            expected: Vec::new(),
            hint: None,
            remedy: None,
            notes: Vec::new(),
            printed: Vec::new(),
        }
    }

    /// The same with a way out.
    #[must_use]
    pub fn with(self, remedy: impl Into<Option<Remedy>>) -> Self {
        QueryError { remedy: remedy.into(), ..self }
    }

    /// Returns what is wrong with the way out, if it goes on with that, in terms of fields.
    pub fn text(&self) -> String {
        let remedy = self.remedy.filter(|remedy| !remedy.is_sentence());
        format!("{}{}", self.message, remedy.map_or(String::new(), |remedy| remedy.to_string()))
    }

    /// The same as a front end tells it, which has these words for ways out.
    #[must_use]
    pub fn worded(mut self, words: impl FnOnce(Remedy) -> String) -> Self {
        match self.remedy.take() {
            Some(remedy) if remedy.is_sentence() => self.hint = Some(words(remedy)),
            Some(remedy) => self.message += &words(remedy),
            None => {}
        }
        self
    }

    /// A limit that ended the work on a field of a question.
    pub(crate) fn stopped(
        field: impl Into<Cow<'static, str>>,
        input: &str,
        stopped: Stopped,
        known: Option<String>,
    ) -> Self {
        let message = match known {
            Some(known) => format!("{stopped}; {known}"),
            None => stopped.to_string(),
        };
        QueryError::whole(field, input, ErrorKind::Stopped(stopped), message)
    }

    /// A limit that ended the work.
    pub(crate) fn limit(stopped: Stopped) -> Self {
        let message = stopped.to_string();
        QueryError::plain(Kind::Stopped(stopped), message)
    }

    /// Returns the limit that was reached, if one was.
    pub(crate) fn limit_reached(&self) -> Option<Stopped> {
        match &self.kind {
            Kind::Stopped(stopped) => Some(stopped.clone()),
            _ => None,
        }
    }

    /// Is the question itself all right, and only the answer out of reach?
    pub fn is_out_of_reach(&self) -> bool {
        matches!(
            self.kind,
            Kind::Stopped(_)
                | Kind::Unsupported
                | Kind::Refuted
                | Kind::Theorem
                | Kind::Open
                | Kind::Lost
        )
    }

    /// Was the question cancelled?
    pub fn is_cancelled(&self) -> bool {
        self.kind == Kind::Stopped(Stopped::Interrupted)
    }

    /// Is the memory full? Then nothing more can be learnt.
    pub fn is_out_of_memory(&self) -> bool {
        matches!(self.kind, Kind::Stopped(Stopped::Memory(_)))
    }

    /// The line that it is about, of the input or of what was read, if there are several.
    pub fn line(&self) -> Option<u64> {
        if let Some(number) = self.field.strip_prefix("stdin line ") {
            return number.parse().ok();
        }
        let before = self.input.get(..self.span?.start).unwrap_or(&self.input);
        let several = self.input.trim_end().contains('\n');
        several.then(|| 1 + before.bytes().filter(|&byte| byte == b'\n').count() as u64)
    }
}

/// The message with the way out, in one line.
impl fmt::Display for QueryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text())?;
        if !self.expected.is_empty() {
            write!(f, "; expected {}", self.expected.join(" or "))?;
        }
        match (&self.hint, self.remedy.filter(|remedy| remedy.is_sentence())) {
            (Some(hint), _) => write!(f, " ({hint})"),
            (None, Some(remedy)) => write!(f, " ({remedy})"),
            (None, None) => Ok(()),
        }
    }
}

impl std::error::Error for QueryError {}

/// The object that programs get: the error, the text it is about and what that text is.
impl Serialize for QueryError {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct ErrorParts {
            kind: &'static str,
            message: String,
            span: Option<[usize; 2]>,
        }
        let mut object = serializer.serialize_struct("Refusal", 5)?;
        let span = self.span.map(|span| [span.start, span.end]);
        let error = ErrorParts { kind: self.kind.name(), message: self.to_string(), span };
        if !self.printed.is_empty() {
            object.serialize_field("printed", &self.printed)?;
        }
        object.serialize_field("error", &error)?;
        if span.is_none() {
            return object.end();
        }
        object.serialize_field("argument", &self.field)?;
        object.serialize_field("input", &self.input)?;
        match self.line() {
            Some(line) => object.serialize_field("line", &line)?,
            None => object.skip_field("line")?,
        }
        object.end()
    }
}

/// Why a question about a position has no answer, before it is said which field is to blame.
#[derive(Debug)]
pub(crate) enum PositionFailure {
    /// The name or the parameters of the rules are wrong.
    Rules(RulesError),
    /// The position is wrong.
    Position(PositionError),
    /// No theory here covers these rules; perhaps there is a way out.
    Unsupported(String, Option<Remedy>),
    /// The rules went wrong while they were running.
    Fault(String),
    /// A limit was reached, and what is known nevertheless.
    Stopped(Stopped, Option<String>),
    /// Another field is wrong, or no place of the question is to blame.
    Query(Box<QueryError>),
}

impl From<QueryError> for PositionFailure {
    fn from(error: QueryError) -> PositionFailure {
        PositionFailure::Query(Box::new(error))
    }
}

impl From<NoAnswer> for PositionFailure {
    fn from(why: NoAnswer) -> PositionFailure {
        match why {
            NoAnswer::NoTheory(reason) => {
                PositionFailure::Unsupported(reason.to_owned(), Some(Remedy::Search))
            }
            NoAnswer::Refused(reason, remedy) => PositionFailure::Unsupported(reason, remedy),
            NoAnswer::Stopped(stopped) => stopped.into(),
        }
    }
}

impl From<Stopped> for PositionFailure {
    fn from(stopped: Stopped) -> PositionFailure {
        PositionFailure::Stopped(stopped, None)
    }
}

impl From<PositionError> for PositionFailure {
    fn from(error: PositionError) -> PositionFailure {
        PositionFailure::Position(error)
    }
}

impl PositionFailure {
    /// No theory here covers these rules, and no way out is known.
    pub(crate) fn unsupported(message: impl Into<String>) -> PositionFailure {
        PositionFailure::Unsupported(message.into(), None)
    }

    /// Adds what is known to a failure that a limit caused.
    pub(crate) fn knowing(self, known: impl FnOnce() -> String) -> PositionFailure {
        match self {
            PositionFailure::Stopped(stopped, None) => {
                PositionFailure::Stopped(stopped, Some(known()))
            }
            other => other,
        }
    }

    /// Finds the field that is to blame.
    pub(crate) fn of(self, rules: &str, position: &str) -> QueryError {
        let at = |e: &PositionError| Span::new(e.at, e.at + e.len);
        let all_rules = Span::new(0, rules.len());
        let of_rules =
            |kind, span, message| QueryError::new("rules", rules, Error::new(kind, span, message));
        match self {
            PositionFailure::Rules(RulesError::Parameters(e)) => {
                of_rules(ErrorKind::Syntax, at(&e), e.message)
            }
            PositionFailure::Rules(error) => {
                let remedy = error.remedy();
                of_rules(ErrorKind::Name, all_rules, error.to_string()).with(remedy)
            }
            PositionFailure::Unsupported(message, remedy) => {
                of_rules(ErrorKind::Unsupported, all_rules, message).with(remedy)
            }
            PositionFailure::Fault(message) => of_rules(ErrorKind::Domain, all_rules, message),
            PositionFailure::Position(e) => {
                let mut error = Error::new(ErrorKind::Syntax, at(&e), e.message);
                error.hint = registry::caution(rules).map(str::to_owned);
                QueryError::new("position", position, error)
            }
            PositionFailure::Query(error) => *error,
            PositionFailure::Stopped(stopped, known) => {
                QueryError::stopped("position", position, stopped, known)
            }
        }
    }
}
