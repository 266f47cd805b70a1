//! `load "file"`: statements of another text.
//!
//! The library opens nothing itself; whoever keeps the session says how a name becomes a text.

use super::{Machine, fail, stopped};
use crate::error::{Error, ErrorKind, Evaluated, Span};
use crate::pieces::pieces;
use crate::value::{Charge, Value};
use upstar_syntax::Reading;

/// How deeply texts may load each other.
const MOST_NESTED: usize = 16;
/// What tokens and tree take for each byte of text, about.
pub(crate) const BYTES: u64 = 64;

impl Machine {
    pub(super) fn load(&mut self, file: &str, span: Span) -> Evaluated<Value> {
        if self.loads >= MOST_NESTED {
            let message = format!("files load each other more than {MOST_NESTED} deep");
            return Err(fail(ErrorKind::Size, span, message));
        }
        let Some(mut loader) = self.loader.take() else {
            let message = "files cannot be loaded here";
            return Err(fail(ErrorKind::Unsupported, span, message));
        };
        let text = (loader.0)(file);
        self.loader = Some(loader);
        let text = text.map_err(|why| {
            fail(ErrorKind::Name, span, format!("`{file}` cannot be loaded: {why}"))
        })?;
        let mut charge = Charge::new(self.calc.budget());
        charge.add(text.len() as u64 * BYTES).map_err(stopped(span))?;
        let reader = self.settings.reader(Reading::Arithmetic);
        let called_at = self.called_at;
        self.called_at = called_at.or(Some(span));
        let source = self.source.clone();
        self.loads += 1;
        let ran = pieces(&text).try_for_each(|piece| {
            self.step(span)?;
            self.source = piece.text.into();
            let statements = reader.statements(piece.text).map_err(|failure| failure.error);
            let ran = statements.and_then(|all| upstar_base::deeper(|| self.run_statements(&all)));
            ran.map(drop).map_err(|error| elsewhere(error, file, &text, piece.bytes.start, span))
        });
        self.loads -= 1;
        self.called_at = called_at;
        self.source = source;
        ran.map(|()| Value::Nothing)
    }
}

/// A mistake in another text, told at the place that loads it.
fn elsewhere(
    mut error: Box<Error>,
    file: &str,
    text: &str,
    start: usize,
    span: Span,
) -> Box<Error> {
    let at = (start + error.span.start).min(text.len());
    let before = text.get(..at).unwrap_or(text);
    let line = before.matches('\n').count() + 1;
    let column = before.rsplit('\n').next().map_or(0, |start| start.chars().count()) + 1;
    if error.notes.len() < 10 {
        error.notes.push(format!("in `{file}`, line {line}, column {column}"));
    }
    error.span = span;
    error.other = None;
    error
}
