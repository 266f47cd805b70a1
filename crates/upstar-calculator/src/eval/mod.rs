//! The evaluator: a tree of expressions to a [`Value`].
//!
//! One [`Interpreter`] per session. It owns the stores of values, the table of forms and the
//! variables. Each step of a loop and each call counts as work of [`Calc`], so that the budget
//! ends whatever does not end by itself; calls of user functions are bounded in depth.
//!
//! Which variable a name means is decided before anything runs ([`crate::code`]); a variable of a
//! function that has no value yet leaves its name to the globals and builtins.

mod arithmetic;
mod bind;
mod call;
mod class_names;
mod evaluators;
mod expression;
mod flow;
mod frame;
mod index;
mod infinite;
mod kinds;
mod load;
pub(crate) mod loopy;
mod marks;
mod misere;
mod object;
mod order;
mod ordinal_sum;
mod position;
mod questions;
mod together;
mod translate;
mod turns;
mod word;

pub(crate) use class_names::kind_text;
pub(crate) use evaluators::AskedPosition;
pub(crate) use flow::Cursor;
pub(crate) use frame::Slot;
pub use kinds::On;
pub(crate) use kinds::{KINDS, check_kind};
pub(crate) use load::BYTES;
pub(crate) use marks::surreal;
pub(crate) use object::class_in;
pub(crate) use ordinal_sum::loopy_error;
pub(crate) use position::example;
pub(crate) use questions::Judged;
pub(crate) use translate::translate_error;
pub(crate) use turns::WantedTurns;

use crate::CalculatorLimits;
use crate::code::{self, Globals};
use crate::data::Data;
use crate::error::{Error, ErrorKind, Evaluated, LoadError, Span, Warning};
use crate::forms::{FormId, FormNode, FormTable};
use crate::numbers::{NumberError, to_dyadic};
use crate::value::{Charge, Charged, Function, Game, Growing, Text, Value};
use dashu_int::{IBig, UBig};
use std::sync::Arc;
use upstar_base::{Budget, Player, Stopped};
use upstar_engine::{EvaluatorCache, PlayMode};
use upstar_syntax::{Expr, Names, Reading};
use upstar_values::value::Why;
use upstar_values::{Calc, Dyadic, OpError, Short};

/// Gives the text of a file, within a budget.
type Read = dyn FnMut(&str, &Budget) -> Result<String, LoadError> + Send;

/// Reads a file that `load` names.
pub(crate) struct Loader(pub(crate) Box<Read>);

impl std::fmt::Debug for Loader {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Loader")
    }
}

/// Lines that `print` wrote, and the memory they count for.
#[derive(Debug, Default)]
pub(crate) struct Printed {
    pub(crate) lines: Vec<String>,
    charge: Option<Charge>,
}

impl Printed {
    pub(crate) fn push(&mut self, line: String, budget: &Arc<Budget>) -> Result<(), Stopped> {
        let bytes = (line.len() + size_of::<String>()) as u64;
        self.charge.get_or_insert_with(|| Charge::new(budget)).add(bytes)?;
        self.lines.push(line);
        Ok(())
    }
}

/// Everything that outlives one input.
#[derive(Debug)]
pub(crate) struct Interpreter {
    pub(crate) calc: Calc,
    pub(crate) forms: FormTable,
    pub(crate) misere: upstar_misere::form::Forms,
    pub(crate) stoppers: upstar_values::stopper::Stoppers,
    pub(crate) heavy: upstar_values::SuperheavyStore,
    pub(crate) classes: upstar_misere::class::Classifier<upstar_misere::form::Form>,
    pub(crate) evaluators: EvaluatorCache,
    pub(crate) settings: CalculatorLimits,
    pub(crate) globals: Globals,
    /// What `print` wrote since the input began.
    pub(crate) printed: Printed,
    pub(crate) loader: Option<Loader>,
    /// Texts that can be loaded without asking, by name.
    pub(crate) offered: Vec<(String, String)>,
    /// The rules that were loaded, which `registry` knows besides those that come along.
    pub(crate) loaded: Vec<Arc<crate::position::loaded::Loaded>>,
    pub(crate) registry: upstar_rules::registry::Registry,
    pub(crate) warnings: Vec<Warning>,
    /// The text that spans refer to at the moment.
    source: Arc<str>,
    /// The call in the present input from which an older function was reached.
    called_at: Option<Span>,
    /// The frames of all functions that run.
    stack: Vec<Slot>,
    /// Where the frame of the running function starts.
    base: usize,
    calls: usize,
    loads: usize,
    functions: u64,
    played: object::Played,
}

impl Interpreter {
    pub(crate) fn new(calc: Calc, settings: CalculatorLimits) -> Interpreter {
        let misere = upstar_misere::form::Forms::new(calc.budget().clone());
        let stoppers = upstar_values::stopper::Stoppers::new(calc.budget().clone());
        Interpreter {
            calc,
            forms: FormTable::default(),
            misere,
            stoppers,
            heavy: Default::default(),
            classes: Default::default(),
            evaluators: EvaluatorCache::default(),
            settings,
            globals: Globals::default(),
            printed: Printed::default(),
            loader: None,
            offered: Vec::new(),
            loaded: Vec::new(),
            registry: Default::default(),
            warnings: Vec::new(),
            source: "".into(),
            called_at: None,
            stack: Vec::new(),
            base: 0,
            calls: 0,
            loads: 0,
            functions: 0,
            played: Default::default(),
        }
    }

    /// Runs statements outside of functions; the value of the last one.
    pub(crate) fn run_statements(&mut self, statements: &[Expr]) -> Evaluated<Value> {
        let ran = self.in_frame(statements, |machine, program| machine.block(program))?;
        frame::settled(ran, Span::default())
    }

    /// Compiles statements and does something with them in a frame of their own.
    pub(crate) fn in_frame<T>(
        &mut self,
        statements: &[Expr],
        work: impl FnOnce(&mut Interpreter, &[code::Expr]) -> T,
    ) -> Evaluated<T> {
        let program = code::compile(statements, &mut self.globals, self.calc.budget())?;
        let before = (self.base, self.stack.len());
        self.base = self.stack.len();
        self.stack.resize(self.base + program.slots as usize, Slot::Empty);
        let done = work(self, &program.statements);
        self.base = before.0;
        self.stack.truncate(before.1);
        Ok(done)
    }

    /// Makes ready for a new input.
    pub(crate) fn start(&mut self, source: &str) {
        self.source = source.into();
        self.warnings.clear();
        self.called_at = None;
        self.printed = Printed::default();
        self.stack.clear();
        self.base = 0;
        self.calls = 0;
        self.loads = 0;
        self.played = Default::default();
    }

    pub(crate) fn warn(&mut self, span: Span, message: &str) {
        const MOST: usize = 100;
        let span = self.called_at.unwrap_or(span);
        let known = self.warnings.iter().any(|w| w.span == span && w.message == message);
        if !known && self.warnings.len() < MOST {
            self.warnings.push(Warning { span, message: message.to_string() });
        }
    }

    pub(crate) fn step(&mut self, span: Span) -> Evaluated<()> {
        self.calc.step().map_err(stopped(span))
    }

    /// The value as a short game.
    pub(crate) fn game(&mut self, value: &Value, span: Span) -> Evaluated<Short> {
        match value {
            Value::Game(game) => self.stores().short(game).map_err(|why| match why {
                Why::Stopped(why) => stopped(span)(why),
                _ => self.not_short(value, span),
            }),
            Value::Form(id) => self.form_value(*id, span),
            Value::Position(position) => {
                let manner = PlayMode::default();
                match self.position_value(position, manner, span)? {
                    Value::Position(_) => Err(self.wrong_kind("a game", value, span)),
                    worth => self.game(&worth, span),
                }
            }
            Value::Ruleset(rules) => Err(self.no_position_yet(rules, span)),
            Value::Data(_) => self.object_value(value, span),
            _ => Err(self.wrong_kind("a game", value, span)),
        }
    }

    /// The value is no short game.
    fn not_short(&mut self, value: &Value, span: Span) -> Box<Error> {
        match value {
            Value::Game(Game::Rational(_)) => self.not_dyadic(value, span),
            Value::Game(Game::Infinity { .. } | Game::Surreal(_) | Game::OrdinalNimber(_)) => {
                let text = self.brief(value);
                let message = format!("{text} is not a short game: only dyadic numbers are");
                fail(ErrorKind::Kind, span, message)
            }
            _ => self.wrong_kind("a game", value, span),
        }
    }

    pub(crate) fn form_value(&mut self, id: FormId, span: Span) -> Evaluated<Short> {
        self.forms.value(&mut self.calc, id).map_err(stopped(span))
    }

    /// The value as a dyadic number.
    pub(crate) fn dyadic(&mut self, value: &Value, span: Span) -> Evaluated<Dyadic> {
        let dyadic = match value {
            Value::Game(Game::Integer(n)) => return Ok(Dyadic::from(n.clone())),
            Value::Game(Game::Rational(x)) => to_dyadic(x),
            Value::Form(_) => {
                let g = self.game(value, span)?;
                self.calc.as_number(g)
            }
            _ => None,
        };
        dyadic.ok_or_else(|| self.not_dyadic(value, span))
    }

    fn not_dyadic(&mut self, value: &Value, span: Span) -> Box<Error> {
        let text = self.brief(value);
        let message = match value {
            Value::Game(Game::Rational(_)) => {
                format!("{text} is not dyadic: a game needs a denominator that is a power of 2")
            }
            _ => format!("a dyadic number is needed here, not {text}"),
        };
        fail(ErrorKind::Kind, span, message)
    }

    pub(crate) fn integer(&mut self, value: &Value, span: Span) -> Evaluated<IBig> {
        match value {
            Value::Game(Game::Integer(n)) => Ok(n.clone()),
            _ => Err(self.wrong_kind("a whole number", value, span)),
        }
    }

    /// The value as a whole number that is not negative.
    pub(crate) fn natural(&mut self, value: &Value, span: Span) -> Evaluated<UBig> {
        let n = self.integer(value, span)?;
        UBig::try_from(n).map_err(|_| {
            fail(ErrorKind::Domain, span, "a number that is not negative is needed here")
        })
    }

    pub(crate) fn boolean(&mut self, value: &Value, span: Span) -> Evaluated<bool> {
        match value {
            Value::Boolean(b) => Ok(*b),
            _ => Err(self.wrong_kind("`true` or `false`", value, span)),
        }
    }

    pub(crate) fn player(&mut self, value: &Value, span: Span) -> Evaluated<Player> {
        match value {
            Value::Player(who) => Ok(*who),
            _ => Err(self.wrong_kind("`Left` or `Right`", value, span)),
        }
    }

    pub(crate) fn text<'v>(&mut self, value: &'v Value, span: Span) -> Evaluated<&'v str> {
        match value {
            Value::Text(text) => Ok(text.as_str()),
            _ => Err(self.wrong_kind("a string", value, span)),
        }
    }

    /// A game, as a number if it is one.
    pub(crate) fn demote(&mut self, g: Short) -> Value {
        Value::Game(Game::of_short(&self.calc, g))
    }

    pub(crate) fn string(&mut self, text: impl Into<Box<str>>, span: Span) -> Evaluated<Value> {
        let text = Text::new(text, self.calc.budget()).map_err(stopped(span))?;
        Ok(Value::Text(Arc::new(text)))
    }

    pub(crate) fn growing(&self) -> Growing {
        Growing::new(self.calc.budget())
    }

    fn grown(&mut self, items: impl IntoIterator<Item = Value>, span: Span) -> Evaluated<Growing> {
        let mut growing = self.growing();
        for item in items {
            growing.push(item).map_err(stopped(span))?;
        }
        Ok(growing)
    }

    pub(crate) fn list(
        &mut self,
        items: impl IntoIterator<Item = Value>,
        span: Span,
    ) -> Evaluated<Value> {
        let items = self.grown(items, span)?;
        self.finish_list(items, span)
    }

    pub(crate) fn finish_list(&mut self, items: Growing, span: Span) -> Evaluated<Value> {
        items.finish().map(Value::List).ok_or_else(|| too_deep(span))
    }

    /// A set of these, sorted and without repetitions.
    pub(crate) fn set(
        &mut self,
        items: impl IntoIterator<Item = Value>,
        span: Span,
    ) -> Evaluated<Value> {
        let items = self.grown(items, span)?;
        self.finish_set(items, span)
    }

    pub(crate) fn finish_set(&mut self, mut items: Growing, span: Span) -> Evaluated<Value> {
        self.sort_distinct(&mut items, span)?;
        items.finish().map(Value::Set).ok_or_else(|| too_deep(span))
    }

    /// A structured value.
    pub(crate) fn data(&mut self, data: Data, span: Span) -> Evaluated<Value> {
        if data.nesting().depth > crate::value::MAX_DEPTH {
            return Err(too_deep(span));
        }
        let bytes = data.bytes();
        Charged::new(data, bytes, self.calc.budget()).map(Value::Data).map_err(stopped(span))
    }

    /// A form of this value, if it is a game or a form.
    pub(crate) fn form(&mut self, value: &Value, span: Span) -> Evaluated<FormId> {
        match value {
            Value::Form(id) => Ok(*id),
            _ => {
                let g = self.game(value, span)?;
                self.forms.value_form(&mut self.calc, g).map_err(stopped(span))
            }
        }
    }

    /// A form as a value: a game if it is just one.
    pub(crate) fn form_as_value(&mut self, id: FormId) -> Value {
        match self.forms.get(id) {
            FormNode::Value(g) => {
                let g = *g;
                self.demote(g)
            }
            _ => Value::Form(id),
        }
    }

    /// The text of a value; of a string its characters.
    pub(crate) fn plain(&mut self, value: &Value, span: Span) -> Evaluated<String> {
        match value {
            Value::Text(text) => Ok(text.as_str().to_string()),
            _ => crate::show::value(self, value, crate::print::Notation::Ascii)
                .map_err(stopped(span)),
        }
    }

    /// The value that prints as `text`.
    pub(crate) fn read(&mut self, text: &str, span: Span) -> Evaluated<Value> {
        let parsed = self.settings.reader(Reading::Printed).statements(text);
        let source = std::mem::replace(&mut self.source, text.into());
        let result = parsed
            .map_err(|failure| failure.error)
            .and_then(|statements| self.run_statements(&statements));
        self.source = source;
        result.map_err(|mut error| {
            error.span = span;
            error.other = None;
            error
        })
    }

    pub(crate) fn wrong_kind(&mut self, needed: &str, value: &Value, span: Span) -> Box<Error> {
        let what = match value {
            Value::Nothing => "Nothing".to_string(),
            _ => format!("the {} {}", value.sort(), self.brief(value)),
        };
        fail(ErrorKind::Kind, span, format!("{needed} is needed here, not {what}"))
    }

    /// A value for a message: printed, but not at length.
    pub(crate) fn brief(&mut self, value: &Value) -> String {
        const MOST: usize = 60;
        let text = crate::show::value(self, value, crate::print::Notation::Ascii)
            .unwrap_or_else(|_| value.sort().to_string());
        match text.char_indices().nth(MOST) {
            Some((at, _)) => format!("{}...", &text[..at]),
            None => text,
        }
    }

    pub(crate) fn new_serial(&mut self) -> u64 {
        self.functions += 1;
        self.functions
    }

    /// The function `function`, called from outside of its own text at `span`.
    fn is_foreign(&self, function: &Function) -> bool {
        !Arc::ptr_eq(&function.source, &self.source)
    }
}

pub(crate) fn fail(kind: ErrorKind, span: Span, message: impl Into<String>) -> Box<Error> {
    Box::new(Error::new(kind, span, message))
}

pub(crate) fn stopped(span: Span) -> impl Fn(Stopped) -> Box<Error> {
    move |stopped| {
        let message = stopped.to_string();
        fail(ErrorKind::Stopped(stopped), span, message)
    }
}

/// An operation on games that failed, with the games it names left out.
pub(crate) fn operation(span: Span) -> impl Fn(OpError) -> Box<Error> {
    move |error| match error {
        OpError::Stopped(why) => stopped(span)(why),
        other => fail(ErrorKind::Domain, span, other.to_string()),
    }
}

pub(crate) fn number_error(span: Span) -> impl Fn(NumberError) -> Box<Error> {
    move |error| {
        let kind = match error {
            NumberError::TooLarge(_) => ErrorKind::Size,
            _ => ErrorKind::Domain,
        };
        fail(kind, span, error.to_string())
    }
}

pub(crate) fn too_deep(span: Span) -> Box<Error> {
    let message = format!("values are nested more than {} deep", crate::value::MAX_DEPTH);
    fail(ErrorKind::Size, span, message)
}

/// What the reader must know of names.
pub(crate) const NAMES: Names =
    Names { values: &["over", "under", "upon"], is_method: crate::builtins::is_method };
