//! How the rows of the table are written, and what a row does around its body.
//!
//! A row says what it is called on, its parameters with the types that its body wants them in, one
//! line of definition, an example with its output, and the body:
//!
//! ```text
//! rows! { pub(super) TABLE |m, c|
//!     Game.Cool(g: Short, t: Dyadic) "G when every move costs t > -1; above its temperature the mean"
//!         ["{3||2+*|1+*}.Cool(1/4)", "{11/4||2|3/2}"] m.calc.cool(g, &t).at(1);
//! }
//! ```
//!
//! `m` is the machine and `c` the call. Arguments become what their types say ([`Arg`]) before the body
//! runs, in the order in which they stand; one without a type is left to the body. The body
//! gives anything that has a value ([`Answer`]), and may leave with `?`: mistakes need not say where
//! they are ([`Raise`]). `fn` begins a function, `const` a constant, `grow` a method that adds to the members
//! of its receiver, and `Strip::Empty` is called on the name of a kind. A parameter of type
//! `Option`, or with `= Nothing` behind it, may be left out, and one with `= Many` stands for any number.

use super::Call;
use crate::data::Data;
use crate::data::Periodicity;
use crate::data::board::{Grid, Strip};
use crate::data::graph::Graph;
use crate::data::table::{Plot, Table};
use crate::error::{Error, ErrorKind, Evaluated, Span};
use crate::eval::{Machine, fail, loopy_error, number_error, operation, stopped};
use crate::forms::FormId;
use crate::numbers::{Number, NumberError};
use crate::position::{Position, Ruleset};
use crate::value::{Game, Growing, Map, Paced, Value};
use dashu_int::{IBig, UBig};
use std::sync::Arc;
use upstar_base::{Player, Stopped};
use upstar_misere::form::Form;
use upstar_values::integers::DomainError;
use upstar_values::stopper::{LoopyError, Sides, Stopper};
use upstar_values::{Dyadic, Entailed, LoopyNimber, OpError, Short, Thermograph, Wall};

/// What an argument can become.
pub(crate) trait Arg<'c>: Sized {
    /// How many arguments may be missing here.
    const OPTIONAL: usize = 0;

    /// Argument `i` of a call, or a mistake in its place.
    fn get(m: &mut Machine, c: &'c Call<'_>, i: usize) -> Evaluated<Self>;
}

/// An argument that the body looks at itself.
pub(crate) struct Unread;

impl Arg<'_> for Unread {
    fn get(_: &mut Machine, _: &Call<'_>, _: usize) -> Evaluated<Unread> {
        Ok(Unread)
    }
}

impl<'c> Arg<'c> for &'c Value {
    fn get(_: &mut Machine, c: &'c Call<'_>, i: usize) -> Evaluated<&'c Value> {
        Ok(c.arg(i))
    }
}

impl<'c, T: Arg<'c>> Arg<'c> for Option<T> {
    const OPTIONAL: usize = 1;

    fn get(m: &mut Machine, c: &'c Call<'_>, i: usize) -> Evaluated<Option<T>> {
        match c.arg(i) {
            Value::Nothing => Ok(None),
            _ => T::get(m, c, i).map(Some),
        }
    }
}

/// Types that a method of the machine makes of a value.
macro_rules! made_by {
    ($($method:ident $kind:ty,)*) => {$(
        impl<'c> Arg<'c> for $kind {
            fn get(m: &mut Machine, c: &'c Call<'_>, i: usize) -> Evaluated<Self> {
                m.$method(c.arg(i), c.at(i))
            }
        }
    )*};
}

made_by! {
    game Short,
    dyadic Dyadic,
    integer IBig,
    natural UBig,
    boolean bool,
    player Player,
    text &'c str,
    members Growing,
    form FormId,
    sides Sides,
    stopper Stopper,
}

/// Types that stand in values as they are: what is needed, for the mistake, and where it is.
macro_rules! found_in {
    ($($needed:literal $kind:ty $(: $data:pat)? $(= $value:pat)? => $found:expr;)*) => {$(
        impl<'c> Arg<'c> for $kind {
            fn get(m: &mut Machine, c: &'c Call<'_>, i: usize) -> Evaluated<Self> {
                let value = c.arg(i);
                $(if let $value = value { return Ok($found); })?
                $(if let Value::Data(data) = value && let $data = &***data { return Ok($found); })?
                Err(m.wrong_kind($needed, value, c.at(i)))
            }
        }
    )*};
}

found_in! {
    "a map" &'c Map = Value::Map(map) => map;
    "a wall" &'c Wall = Value::Wall(wall) => wall;
    "a position" &'c Position = Value::Position(position) => position;
    "a ruleset" &'c Ruleset = Value::Ruleset(rules) => rules;
    "a misère game" Form = Value::Game(Game::Misere(game)) => *game;
    "a remoteness or suspense" Paced = Value::Game(Game::Paced(paced)) => *paced;
    "a loopy nimber" &'c LoopyNimber = Value::Game(Game::Loopy(value)) => value;
    "an entailed value" &'c Entailed = Value::Game(Game::Entailed(set)) => set;
    "a strip" &'c Strip: Data::Strip(strip) => strip;
    "a grid" &'c Grid: Data::Grid(grid) => grid;
    "a graph" &'c Graph: Data::Graph(graph) => graph;
    "a table" &'c Table: Data::Table(table) => table;
    "a plot" &'c Plot: Data::Plot(plot) => plot;
    "a period" &'c Periodicity: Data::Periodicity(found) => found;
}

impl Arg<'_> for Number {
    fn get(m: &mut Machine, c: &Call<'_>, i: usize) -> Evaluated<Number> {
        let value = c.arg(i);
        Number::from_value(value).ok_or_else(|| m.wrong_kind("a number", value, c.at(i)))
    }
}

/// All arguments of a call.
pub(crate) trait Args<'c>: Sized {
    /// The arguments, the receiver first.
    fn get(m: &mut Machine, c: &'c Call<'_>) -> Evaluated<Self>;
}

macro_rules! tuples {
    ($(($($kind:ident $i:literal),*))*) => {$(
        impl<'c, $($kind: Arg<'c>),*> Args<'c> for ($($kind,)*) {
            fn get(_m: &mut Machine, _c: &'c Call<'_>) -> Evaluated<Self> {
                Ok(($($kind::get(_m, _c, $i)?,)*))
            }
        }
    )*};
}

tuples! {
    ()
    (A 0)
    (A 0, B 1)
    (A 0, B 1, C 2)
    (A 0, B 1, C 2, D 3)
    (A 0, B 1, C 2, D 3, E 4)
    (A 0, B 1, C 2, D 3, E 4, F 5)
}

/// What a body can answer.
pub(crate) trait Answer {
    /// The value, which counts for the budget.
    fn value(self, m: &mut Machine, c: &Call<'_>) -> Evaluated<Value>;
}

/// Answers that are values as they are.
macro_rules! plain {
    ($($answer:ident: $kind:ty => $value:expr,)*) => {$(
        impl Answer for $kind {
            fn value(self, _: &mut Machine, _: &Call<'_>) -> Evaluated<Value> {
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
    thermograph: Arc<Thermograph> => Value::Thermograph(thermograph),
}

impl Answer for Short {
    fn value(self, m: &mut Machine, _: &Call<'_>) -> Evaluated<Value> {
        Ok(m.demote(self))
    }
}

impl Answer for FormId {
    fn value(self, m: &mut Machine, _: &Call<'_>) -> Evaluated<Value> {
        Ok(m.form_as_value(self))
    }
}

impl Answer for Sides {
    fn value(self, m: &mut Machine, c: &Call<'_>) -> Evaluated<Value> {
        m.sided(self, c.span)
    }
}

impl Answer for Stopper {
    fn value(self, m: &mut Machine, c: &Call<'_>) -> Evaluated<Value> {
        m.sided(Sides::stopper(self), c.span)
    }
}

impl Answer for String {
    fn value(self, m: &mut Machine, c: &Call<'_>) -> Evaluated<Value> {
        m.string(self, c.span)
    }
}

impl Answer for &str {
    fn value(self, m: &mut Machine, c: &Call<'_>) -> Evaluated<Value> {
        m.string(self, c.span)
    }
}

impl Answer for Data {
    fn value(self, m: &mut Machine, c: &Call<'_>) -> Evaluated<Value> {
        m.data(self, c.span)
    }
}

/// A list.
impl Answer for Growing {
    fn value(self, m: &mut Machine, c: &Call<'_>) -> Evaluated<Value> {
        m.finish_list(self, c.span)
    }
}

impl<T: Answer> Answer for Option<T> {
    fn value(self, m: &mut Machine, c: &Call<'_>) -> Evaluated<Value> {
        self.map_or(Ok(Value::Nothing), |answer| answer.value(m, c))
    }
}

impl<T: Answer, E: Into<Raise>> Answer for Result<T, E> {
    fn value(self, m: &mut Machine, c: &Call<'_>) -> Evaluated<Value> {
        match self {
            Ok(answer) => answer.value(m, c),
            Err(error) => Err(error.into().placed(c)),
        }
    }
}

/// A list of answers.
pub(crate) struct List<I>(pub(crate) I);

/// A set of answers.
pub(crate) struct Set<I>(pub(crate) I);

fn grown<T: Answer>(
    m: &mut Machine,
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

impl<I: IntoIterator<Item: Answer>> Answer for List<I> {
    fn value(self, m: &mut Machine, c: &Call<'_>) -> Evaluated<Value> {
        let grown = grown(m, c, self.0)?;
        m.finish_list(grown, c.span)
    }
}

impl<I: IntoIterator<Item: Answer>> Answer for Set<I> {
    fn value(self, m: &mut Machine, c: &Call<'_>) -> Evaluated<Value> {
        let grown = grown(m, c, self.0)?;
        m.finish_set(grown, c.span)
    }
}

/// A mistake in a body. The call knows where it is.
pub(crate) struct Raise {
    error: Box<Error>,
    place: Place,
}

enum Place {
    Name,
    Argument(usize),
    Known,
}

impl Raise {
    /// The error in its place.
    pub(crate) fn placed(mut self, c: &Call<'_>) -> Box<Error> {
        match self.place {
            Place::Name => self.error.span = c.span,
            Place::Argument(i) => self.error.span = c.at(i),
            Place::Known => {}
        }
        self.error
    }
}

/// A mistake at the name, unless [`At::at`] says where.
pub(crate) fn raise<T>(kind: ErrorKind, message: impl Into<String>) -> Result<T, Raise> {
    Err(Raise { error: fail(kind, Span::default(), message), place: Place::Name })
}

impl From<Box<Error>> for Raise {
    fn from(error: Box<Error>) -> Raise {
        Raise { error, place: Place::Known }
    }
}

/// The budget ended the whole call.
impl From<Stopped> for Raise {
    fn from(why: Stopped) -> Raise {
        Raise { error: stopped(Span::default())(why), place: Place::Name }
    }
}

/// Mistakes of operations, which are in their first operand unless [`At::at`] says otherwise.
macro_rules! of_the_first {
    ($($kind:ty: $place:expr,)*) => {$(
        impl From<$kind> for Raise {
            fn from(error: $kind) -> Raise {
                Raise { error: $place(Span::default())(error), place: Place::Argument(0) }
            }
        }
    )*};
}

of_the_first! {
    OpError: operation,
    LoopyError: loopy_error,
    NumberError: number_error,
    DomainError: |span| move |error: DomainError| fail(ErrorKind::Domain, span, error.to_string()),
}

/// Says which argument a mistake is in.
pub(crate) trait At<T> {
    /// The mistake is in argument `i`, unless it has its place.
    fn at(self, i: usize) -> Result<T, Raise>;
}

impl<T, E: Into<Raise>> At<T> for Result<T, E> {
    fn at(self, i: usize) -> Result<T, Raise> {
        self.map_err(|error| match error.into() {
            known @ Raise { place: Place::Known, .. } => known,
            Raise { error, .. } => Raise { error, place: Place::Argument(i) },
        })
    }
}

/// What the body answers, or its mistake in its place.
pub(crate) fn answered<T: Answer>(
    m: &mut Machine,
    c: &Call<'_>,
    body: impl FnOnce(&mut Machine) -> Result<T, Raise>,
) -> Evaluated<Value> {
    body(m).value(m, c)
}

/// The table that these rows are; see the head of this file.
macro_rules! rows {
    // The end.
    (@ $table:tt $m:ident $c:ident [$($done:tt)*]) => { rows! { @table $table [$($done)*] } };
    (@table [$visible:vis $table:ident] [$($done:tt)*]) => {
        $visible static $table: &[$crate::builtins::Builtin] = &[$($done)*];
    };
    // One row.
    (@ $table:tt $m:ident $c:ident [$($done:tt)*]
        const $name:tt $summary:literal [$example:expr, $output:expr] $body:expr; $($rest:tt)*
    ) => { rows! { @ $table $m $c [$($done)* $crate::builtins::Builtin {
        name: rows!(@name $name), on: None, parameters: &[], optional: 0,
        summary: $summary, example: $example, output: $output,
        run: $crate::builtins::Run::Constant(|$m, span| {
            let $c = &$crate::builtins::Call { arguments: &[], spans: &[], span };
            $crate::builtins::rows::answered($m, $c, |$m| { let _ = &$m; Ok($body) })
        }),
    },] $($rest)* } };
    (@ $table:tt $m:ident $c:ident $done:tt
        fn $name:tt($($p:tt $(: $kind:ty)? $(= $default:ident)?),*) $($rest:tt)*
    ) => { rows! { @row $table $m $c $done None, $name
        [$($p [$($kind)?] [$($default)?])*] [$($p [$($kind)?])*] $($rest)*
    } };
    (@ $table:tt $m:ident $c:ident $done:tt
        grow $on:ident.$name:tt($items:ident $(, $p:tt $(= $default:ident)?)*) $($rest:tt)*
    ) => { rows! { @grow $table $m $c $done $on $name $items [$($p [] [$($default)?])*] $($rest)* } };
    (@ $table:tt $m:ident $c:ident $done:tt
        $on:ident.$name:tt($r:tt $(: $of:ty)? $(, $p:tt $(: $kind:ty)? $(= $default:ident)?)*) $($rest:tt)*
    ) => { rows! { @row $table $m $c $done Some($crate::builtins::On::$on), $name
        [$($p [$($kind)?] [$($default)?])*] [$r [$($of)?] $($p [$($kind)?])*] $($rest)*
    } };
    (@ $table:tt $m:ident $c:ident $done:tt
        $on:ident $(| $other:ident)*::$name:tt($($p:tt $(: $kind:ty)? $(= $default:ident)?),*) $($rest:tt)*
    ) => { rows! { @row $table $m $c $done
        Some($crate::builtins::On::Static(concat!(stringify!($on) $(, ", ", stringify!($other))*))), $name
        [$($p [$($kind)?] [$($default)?])*] [_ [] $($p [$($kind)?])*] $($rest)*
    } };
    (@row $table:tt $m:ident $c:ident [$($done:tt)*] $on:expr, $name:tt
        [$($p:tt $kind:tt $default:tt)*] [$($bound:tt $of:tt)*]
        $summary:literal [$example:expr, $output:expr] $body:expr; $($rest:tt)*
    ) => { rows! { @ $table $m $c [$($done)* $crate::builtins::Builtin {
        name: rows!(@name $name), on: $on,
        parameters: &[$(rows!(@name $p)),*],
        optional: 0 $(+ rows!(@optional $kind $default))*,
        summary: $summary, example: $example, output: $output,
        run: $crate::builtins::Run::Call(|$m, $c| {
            #[allow(unused_mut)]
            let ($(rows!(@pattern $bound $of),)*): ($(rows!(@kind $of),)*) =
                $crate::builtins::rows::Args::get($m, $c)?;
            $crate::builtins::rows::answered($m, $c, |$m| { let _ = &$m; Ok($body) })
        }),
    },] $($rest)* } };
    (@grow $table:tt $m:ident $c:ident [$($done:tt)*] $on:ident $name:tt $items:ident
        [$($p:tt $kind:tt $default:tt)*]
        $summary:literal [$example:expr, $output:expr] $body:expr; $($rest:tt)*
    ) => { rows! { @ $table $m $c [$($done)* $crate::builtins::Builtin {
        name: rows!(@name $name), on: Some($crate::builtins::On::$on),
        parameters: &[$(rows!(@name $p)),*],
        optional: 0 $(+ rows!(@optional $kind $default))*,
        summary: $summary, example: $example, output: $output,
        run: $crate::builtins::Run::Grow(|$m, $items, $c| { let _ = &$m; $body }),
    },] $($rest)* } };
    // Parts of a row.
    (@name $name:ident) => { stringify!($name) };
    (@name $name:literal) => { $name };
    (@optional [] []) => { 0 };
    (@optional [] [Nothing]) => { 1 };
    (@optional [] [Many]) => { $crate::builtins::MANY };
    (@optional [$kind:ty] []) => { <$kind as $crate::builtins::rows::Arg<'_>>::OPTIONAL };
    (@pattern $p:tt []) => { _ };
    (@pattern $p:ident [$kind:ty]) => { mut $p };
    (@kind []) => { $crate::builtins::rows::Unread };
    (@kind [$kind:ty]) => { $kind };
    ($visible:vis $table:ident |$m:ident, $c:ident| $($rows:tt)*) => {
        rows! { @ [$visible $table] $m $c [] $($rows)* }
    };
}
pub(super) use rows;
