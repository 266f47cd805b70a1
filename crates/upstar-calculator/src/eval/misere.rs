//! Misère games `*[..]`: a list of options, each a nim-heap, a list or a misère game; or in
//! collapsed notation, as they are printed.
//!
//! A list with one member is that game itself: `*[2]` is the nim-heap, `*[[2]]` the game with
//! that one option.

use super::{Interpreter, fail, stopped};
use crate::error::{ErrorKind, Evaluated, Span};
use crate::value::{Game, Value};
use upstar_misere::form::{Form, NotAForm};

impl Interpreter {
    pub(super) fn misere_game(&mut self, options: &[Value], span: Span) -> Evaluated<Value> {
        let game = match options {
            [only] => self.misere_option(only, span)?,
            options => self.misere_list(options, span)?,
        };
        Ok(Value::Game(Game::Misere(game)))
    }

    /// A game in collapsed notation; `start` is where its text begins.
    pub(super) fn collapsed(&mut self, text: &str, start: usize, span: Span) -> Evaluated<Value> {
        self.misere.read(text).map(|it| Value::Game(Game::Misere(it))).map_err(
            |error| match error {
                NotAForm::Stopped(why) => stopped(span)(why),
                NotAForm::Syntax { at, .. } | NotAForm::NoDifference { at } => {
                    let at = start + at;
                    fail(ErrorKind::Syntax, Span::new(at, at + 1), error.to_string())
                }
            },
        )
    }

    fn misere_list(&mut self, options: &[Value], span: Span) -> Evaluated<Form> {
        let mut games = Vec::with_capacity(options.len());
        for option in options {
            self.step(span)?;
            games.push(upstar_base::deeper(|| self.misere_option(option, span))?);
        }
        self.misere.make(&games).map_err(stopped(span))
    }

    fn misere_option(&mut self, option: &Value, span: Span) -> Evaluated<Form> {
        match option {
            Value::Game(Game::Misere(game)) => Ok(*game),
            Value::Game(Game::Integer(n)) => match u32::try_from(n) {
                Ok(size) => self.misere.nim_heap(size).map_err(stopped(span)),
                Err(_) => {
                    let message = "a nim-heap needs a size that is not negative and not too large";
                    Err(fail(ErrorKind::Domain, span, message))
                }
            },
            Value::List(options) => self.misere_list(options.as_slice(), span),
            _ => Err(self.wrong_kind("a nim-heap, a list or a misère game", option, span)),
        }
    }
}
