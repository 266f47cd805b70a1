//! `load "file"`: statements of another text, or the rules of a game.
//!
//! The library opens nothing itself; whoever keeps the session says how a name becomes a text. A
//! text that begins with `game NAME` is rules: they get a name made of the title, and are a ruleset
//! as any other from then on. Rules of the same title that are loaded later take the name; positions
//! that were made before keep the rules that they were made with.

use super::{Interpreter, fail, stopped};
use crate::error::{Error, ErrorKind, Evaluated, LoadError, Span};
use crate::pieces::pieces;
use crate::position::Ruleset;
use crate::position::loaded::Loaded;
use crate::value::{Charge, Value};
use std::sync::Arc;
use upstar_rulefile::RuleFault;
use upstar_syntax::Reading;

/// How deeply texts may load each other.
const MOST_NESTED: usize = 16;
/// What tokens and tree take for each byte of text, about.
pub(crate) const BYTES: u64 = 64;

impl Interpreter {
    pub(super) fn load(&mut self, file: &str, span: Span) -> Evaluated<Value> {
        if self.loads >= MOST_NESTED {
            let message = format!("files load each other more than {MOST_NESTED} deep");
            return Err(fail(ErrorKind::Size, span, message));
        }
        let text = self.loaded_text(file, span)?;
        let mut charge = Charge::new(self.calc.budget());
        charge.add(text.len() as u64 * BYTES).map_err(stopped(span))?;
        if upstar_rulefile::is_rules(&text) {
            return self.load_rules(file, &text, span);
        }
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

    /// The text that goes by this name: one that was offered, or what the loader says.
    fn loaded_text(&mut self, file: &str, span: Span) -> Evaluated<String> {
        if let Some((_, text)) = self.offered.iter().find(|(name, _)| name == file) {
            return Ok(text.clone());
        }
        let Some(mut loader) = self.loader.take() else {
            let mut error = fail(ErrorKind::Unsupported, span, "files cannot be loaded here");
            let offered: Vec<String> =
                self.offered.iter().map(|(name, _)| format!("`{name}`")).collect();
            if !offered.is_empty() {
                error.hint = Some(format!("there is {}", offered.join(", ")));
            }
            return Err(error);
        };
        let text = (loader.0)(file, self.calc.budget());
        self.loader = Some(loader);
        text.map_err(|error| match error {
            LoadError::Stopped(why) => stopped(span)(why),
            LoadError::Failed(why) => {
                fail(ErrorKind::Name, span, format!("`{file}` cannot be loaded: {why}"))
            }
        })
    }

    /// Makes the rules of a text known under a name of their own.
    fn load_rules(&mut self, file: &str, text: &str, span: Span) -> Evaluated<Value> {
        let known = self.loaded.iter().find(|known| !known.is_replaced() && known.is_text(text));
        if let Some(known) = known {
            let rules = Value::Ruleset(Arc::new(Ruleset::of_file(known)));
            self.globals.define(known.word(), rules);
            return Ok(Value::Nothing);
        }
        let serial = self.new_serial();
        let loaded = Loaded::read(text, serial);
        let loaded = Arc::new(loaded.map_err(|faults| mistakes(&faults, file, text, span))?);
        let before = self.loaded.iter().find(|other| other.name() == loaded.name()).cloned();
        if let Some(replaced) = self.registry.added(loaded.name()) {
            self.evaluators.forget(replaced);
        }
        if let Err(error) = loaded.enter(&mut self.registry) {
            if let Some(before) = before {
                // It was there before, so there is room for it.
                let _ = before.enter(&mut self.registry);
            }
            return Err(fail(ErrorKind::Name, span, error.to_string()));
        }
        self.globals.rules_change();
        let rules = Value::Ruleset(Arc::new(Ruleset::of_file(&loaded)));
        self.globals.define(loaded.word(), rules);
        drop(before);
        let registry = &mut self.registry;
        self.loaded.retain(|other| {
            // Nobody can ask about rules any more that no value holds.
            let stays = Arc::strong_count(other) > 1;
            if other.is_replaced() {
                if !stays {
                    registry.remove(other.name());
                }
                return stays;
            }
            let is_same = other.name() == loaded.name();
            if is_same && stays {
                other.make_way();
                // Its name has a number of its own.
                let _ = other.enter(registry);
            }
            stays || !is_same
        });
        self.loaded.push(loaded);
        Ok(Value::Nothing)
    }

    /// The words for the rules that were loaded.
    pub(crate) fn loaded_words(&self) -> Vec<String> {
        let current = self.loaded.iter().filter(|loaded| !loaded.is_replaced());
        current.map(|loaded| loaded.word().to_owned()).collect()
    }

    /// The rules of this name, perhaps with parameters: loaded ones, or those of the registry.
    pub(crate) fn ruleset(&self, text: &str) -> Option<Ruleset> {
        let name = text.split('(').next().unwrap_or(text).trim();
        let loaded = self.loaded.iter().find(|loaded| loaded.name() == name);
        match loaded {
            Some(loaded) => Some(Ruleset::of_file(loaded).with_typed(text)),
            None => Ruleset::of_registry(text),
        }
    }
}

/// The mistakes of rules, told at the place that loads them.
fn mistakes(faults: &[RuleFault], file: &str, text: &str, span: Span) -> Box<Error> {
    let Some((first, others)) = faults.split_first() else {
        return fail(ErrorKind::Syntax, span, format!("there are no rules in `{file}`"));
    };
    let place = Span::new(first.span.start, first.span.end);
    let mut error = fail(ErrorKind::Syntax, place, first.message.clone());
    error.hint.clone_from(&first.hint);
    let mut error = elsewhere(error, file, text, 0, span);
    let line = |fault: &RuleFault| {
        let before = text.get(..fault.span.start).unwrap_or(text);
        1 + before.matches('\n').count()
    };
    let told = others.iter().take(9).map(|fault| format!("line {}: {fault}", line(fault)));
    error.notes.extend(told);
    error
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
