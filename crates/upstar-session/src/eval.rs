//! The calculator behind the door: statements, completions, thermographs.

use crate::error::QueryError;
use crate::state::{SessionState, at_whole};
use serde::Serialize;
use upstar_calculator::{Error, ErrorKind, Evaluation, Game, Span, Value, Warning};
use upstar_notation::plot::Figure;
use upstar_notation::print::Notation;

/// What an input of the calculator gave.
#[derive(Clone, Debug, Serialize)]
pub struct Evaluated {
    /// The input.
    pub input: String,
    /// The lines that it wrote.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub printed: Vec<String>,
    /// The value of its last statement as text; `None` if there is nothing to print.
    pub value: Option<String>,
    /// The kind of that value.
    pub kind: Option<&'static str>,
    /// What is suspicious about the input.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<Remark>,
}

/// Something suspicious, with its place in bytes.
#[derive(Clone, Debug, Serialize)]
pub struct Remark {
    /// What it is, in one line.
    pub message: String,
    /// Where.
    pub span: [usize; 2],
}

impl From<Warning> for Remark {
    fn from(Warning { span, message }: Warning) -> Remark {
        Remark { message, span: [span.start, span.end] }
    }
}

impl Evaluated {
    pub(crate) fn text(&self) -> String {
        self.printed.iter().chain(&self.value).map(|text| format!("{text}\n")).collect()
    }
}

/// What the word before a place may become.
#[derive(Clone, Debug, Serialize)]
pub struct Completions {
    /// Where the word begins, in bytes.
    pub start: usize,
    /// The candidates.
    pub names: Vec<String>,
    /// What each is, in a line; empty where there is nothing to say.
    pub help: Vec<String>,
}

impl Completions {
    pub(crate) fn text(&self) -> String {
        self.names.iter().map(|name| format!("{name}\n")).collect()
    }
}

/// Evaluates one input and prints its value.
pub(crate) fn eval(state: &mut SessionState, input: &str) -> Result<Evaluated, QueryError> {
    state.begin("evaluating");
    let notation = state.notation();
    let session = state.session();
    let evaluated = session.eval(input).and_then(|Evaluation { value, printed, warnings }| {
        let (text, kind) = match value {
            None => (None, None),
            Some(value) => {
                let text = session.show(&value, notation);
                let text = text.map_err(|stopped| at_whole(input, stopped))?;
                (Some(text), Some(session.kind(&value)))
            }
        };
        let warnings = warnings.into_iter().map(Remark::from).collect();
        Ok(Evaluated { input: input.to_owned(), printed, value: text, kind, warnings })
    });
    let evaluated = evaluated.map_err(|error| {
        let printed = session.take_printed();
        QueryError { printed, ..QueryError::new("input", input, *error) }
    });
    state.end();
    evaluated
}

/// Candidates for the word that ends at `at`.
pub(crate) fn complete(state: &mut SessionState, input: &str, at: usize) -> Completions {
    let (start, names) = state.session().complete(input, at);
    let help = names.iter().map(|name| in_a_line(name)).collect();
    Completions { start, names, help }
}

/// What a name is: the line of its help after the one that says how it is written.
fn in_a_line(name: &str) -> String {
    let help = upstar_calculator::help(name).unwrap_or_default();
    help.lines().nth(1).map(|line| line.trim().to_owned()).unwrap_or_default()
}

/// The thermograph of an input, under its printed value.
pub(crate) fn figure(
    state: &mut SessionState,
    input: &str,
) -> Result<(Figure, Vec<Remark>), QueryError> {
    let notation = match state.notation() {
        Notation::Latex => Notation::Unicode,
        readable => readable,
    };
    state.begin("evaluating");
    let session = state.session();
    let figure = session.eval(input).and_then(|Evaluation { value, warnings, .. }| {
        let whole = |stopped| at_whole(input, stopped);
        let value = value.ok_or_else(|| not_a_game(input, "nothing"))?;
        let game = session.game(&value).map_err(whole)?;
        let title = session.show(&value, notation).map_err(whole)?;
        let figure = match (game, &value) {
            (Some(game), _) => {
                Some(Figure::new(title, session.calc().thermograph(game).map_err(whole)?))
            }
            (None, Value::Game(Game::Sided(_))) => {
                let walls = session.walls(&value)?;
                match walls.and_then(|walls| Figure::one_wall(&title, walls)) {
                    Some(figure) => Some(figure),
                    None => match session.call(&value, "Thermograph")? {
                        Value::Thermograph(thermograph) => Some(Figure::new(title, thermograph)),
                        _ => None,
                    },
                }
            }
            _ => None,
        };
        let figure = figure.ok_or_else(|| not_a_game(input, session.kind(&value)))?;
        Ok((figure, warnings.into_iter().map(Remark::from).collect()))
    });
    state.end();
    figure.map_err(|error| QueryError::new("input", input, *error))
}

fn not_a_game(input: &str, kind: &str) -> Box<Error> {
    let message = format!("a game is needed for a thermograph, this is of kind {kind}");
    Box::new(Error::new(ErrorKind::Kind, Span::new(0, input.len()), message))
}
