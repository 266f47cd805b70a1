//! What the bodies of builtins answer, and how that becomes a value.
//!
//! Whatever takes memory counts for the budget here, and a budget that ends is a mistake at the
//! name of the builtin.

use super::Call;
use super::raise::Raise;
use crate::data::Data;
use crate::data::board::{Grid, Strip};
use crate::data::graph::Graph;
use crate::error::Evaluated;
use crate::eval::{Interpreter, stopped};
use crate::forms::FormId;
use crate::numbers::Number;
use crate::value::{Game, Growing, Value};
use dashu_int::{IBig, UBig};
use std::sync::Arc;
use upstar_base::{Outcome, OutcomeClass, Player};
use upstar_misere::form::Form;
use upstar_values::stopper::{Sides, Stopper};
use upstar_values::{Dyadic, Short, Thermograph, Wall};

/// What a body can answer.
pub(crate) trait Answer {
    /// The value, which counts for the budget.
    fn value(self, m: &mut Interpreter, c: &Call<'_>) -> Evaluated<Value>;
}

/// Answers that are values as they are.
macro_rules! plain {
    ($($answer:ident: $kind:ty => $value:expr,)*) => {$(
        impl Answer for $kind {
            fn value(self, _: &mut Interpreter, _: &Call<'_>) -> Evaluated<Value> {
                let $answer = self;
                Ok($value)
            }
        }
    )*};
}

plain! {
    value: Value => value,
    game: Game => Value::Game(game),
    _nothing: () => Value::Nothing,
    answer: bool => Value::Boolean(answer),
    n: IBig => Value::Game(Game::Integer(n)),
    n: UBig => Value::Game(Game::Integer(n.into())),
    n: usize => Value::Game(Game::Integer(n.into())),
    n: u64 => Value::Game(Game::Integer(n.into())),
    n: u32 => Value::Game(Game::Integer(n.into())),
    n: i64 => Value::Game(Game::Integer(n.into())),
    n: i32 => Value::Game(Game::Integer(n.into())),
    n: i8 => Value::Game(Game::Integer(n.into())),
    x: Dyadic => Value::dyadic(&x),
    x: Number => x.into_value(),
    who: Player => Value::Player(who),
    wall: Wall => Value::Wall(Arc::new(wall)),
    outcome: OutcomeClass => Value::Game(Game::Outcome(outcome)),
    outcome: Outcome => Value::Game(Game::Outcome(outcome.into())),
    game: Form => Value::Game(Game::Misere(game)),
    thermograph: Arc<Thermograph> => Value::Thermograph(thermograph),
}

/// Answers of which the machine makes a value.
macro_rules! made {
    ($($answer:ident: $kind:ty => |$m:ident, $c:ident| $value:expr,)*) => {$(
        impl Answer for $kind {
            fn value(self, $m: &mut Interpreter, $c: &Call<'_>) -> Evaluated<Value> {
                let $answer = self;
                $value
            }
        }
    )*};
}

made! {
    g: Short => |m, _c| Ok(m.demote(g)),
    form: FormId => |m, _c| Ok(m.form_as_value(form)),
    sides: Sides => |m, c| m.sided(sides, c.span),
    g: Stopper => |m, c| m.sided(Sides::stopper(g), c.span),
    text: String => |m, c| m.string(text, c.span),
    text: &str => |m, c| m.string(text, c.span),
    data: Data => |m, c| m.data(data, c.span),
    strip: Strip => |m, c| m.data(Data::Strip(strip), c.span),
    grid: Grid => |m, c| m.data(Data::Grid(grid), c.span),
    graph: Graph => |m, c| m.data(Data::Graph(graph), c.span),
    items: Growing => |m, c| m.finish_list(items, c.span),
}

impl<T: Answer> Answer for Option<T> {
    fn value(self, m: &mut Interpreter, c: &Call<'_>) -> Evaluated<Value> {
        self.map_or(Ok(Value::Nothing), |answer| answer.value(m, c))
    }
}

impl<T: Answer, E: Into<Raise>> Answer for Result<T, E> {
    fn value(self, m: &mut Interpreter, c: &Call<'_>) -> Evaluated<Value> {
        match self {
            Ok(answer) => answer.value(m, c),
            Err(error) => Err(error.into().placed(c)),
        }
    }
}

/// A list of answers.
pub(crate) struct AnswerList<I>(pub(crate) I);

/// A set of answers.
pub(crate) struct AnswerSet<I>(pub(crate) I);

fn grown<T: Answer>(
    m: &mut Interpreter,
    c: &Call<'_>,
    answers: impl IntoIterator<Item = T>,
) -> Evaluated<Growing> {
    let mut grown = m.growing();
    for answer in answers {
        let value = answer.value(m, c)?;
        grown.push(value).map_err(stopped(c.span))?;
    }
    Ok(grown)
}

impl<I: IntoIterator<Item: Answer>> Answer for AnswerList<I> {
    fn value(self, m: &mut Interpreter, c: &Call<'_>) -> Evaluated<Value> {
        let grown = grown(m, c, self.0)?;
        m.finish_list(grown, c.span)
    }
}

impl<I: IntoIterator<Item: Answer>> Answer for AnswerSet<I> {
    fn value(self, m: &mut Interpreter, c: &Call<'_>) -> Evaluated<Value> {
        let grown = grown(m, c, self.0)?;
        m.finish_set(grown, c.span)
    }
}
