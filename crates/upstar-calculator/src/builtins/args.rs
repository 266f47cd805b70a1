//! What the arguments of a builtin become before its body runs.
//!
//! A row names the types that it wants ([`super::rows`]). An argument that cannot become what is
//! wanted is an error at the argument.

use super::Call;
use crate::data::board::{Grid, Strip};
use crate::data::graph::Graph;
use crate::data::table::{Plot, Table};
use crate::data::{Data, Periodicity};
use crate::error::Evaluated;
use crate::eval::Interpreter;
use crate::forms::FormId;
use crate::numbers::Number;
use crate::position::{Position, Ruleset};
use crate::value::{Game, Growing, Map, Paced, Value};
use dashu_int::{IBig, UBig};
use upstar_base::Player;
use upstar_misere::form::Form;
use upstar_values::stopper::{Sides, Stopper};
use upstar_values::{Dyadic, Entailed, LoopyNimber, Short, Wall};

/// What an argument can become.
pub(crate) trait Arg<'c>: Sized {
    /// How many arguments may be missing here.
    const OPTIONAL: usize = 0;

    /// Argument `i` of a call, or an error at that argument.
    fn get(m: &mut Interpreter, c: &'c Call<'_>, i: usize) -> Evaluated<Self>;
}

/// An argument that the body looks at itself.
pub(crate) struct Unread;

impl Arg<'_> for Unread {
    fn get(_: &mut Interpreter, _: &Call<'_>, _: usize) -> Evaluated<Unread> {
        Ok(Unread)
    }
}

impl<'c> Arg<'c> for &'c Value {
    fn get(_: &mut Interpreter, c: &'c Call<'_>, i: usize) -> Evaluated<&'c Value> {
        Ok(c.arg(i))
    }
}

impl<'c, T: Arg<'c>> Arg<'c> for Option<T> {
    const OPTIONAL: usize = 1;

    fn get(m: &mut Interpreter, c: &'c Call<'_>, i: usize) -> Evaluated<Option<T>> {
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
            fn get(m: &mut Interpreter, c: &'c Call<'_>, i: usize) -> Evaluated<Self> {
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

/// Types that values hold as they are: the name of the type in errors, and the pattern.
macro_rules! found_in {
    ($($needed:literal $kind:ty $(: $data:pat)? $(= $value:pat)? => $found:expr;)*) => {$(
        impl<'c> Arg<'c> for $kind {
            fn get(m: &mut Interpreter, c: &'c Call<'_>, i: usize) -> Evaluated<Self> {
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
    "an entry of a map" &'c (Value, Value) = Value::Entry(entry) => entry;
    "coordinates such as `(1,2)`" &'c [IBig; 2] = Value::Coordinates(pair) => pair;
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
    fn get(m: &mut Interpreter, c: &Call<'_>, i: usize) -> Evaluated<Number> {
        let value = c.arg(i);
        Number::from_value(value).ok_or_else(|| m.wrong_kind("a number", value, c.at(i)))
    }
}

/// All arguments of a call.
pub(crate) trait Args<'c>: Sized {
    /// The arguments, the receiver first.
    fn get(m: &mut Interpreter, c: &'c Call<'_>) -> Evaluated<Self>;
}

macro_rules! tuples {
    ($(($($kind:ident $i:literal),*))*) => {$(
        impl<'c, $($kind: Arg<'c>),*> Args<'c> for ($($kind,)*) {
            fn get(_m: &mut Interpreter, _c: &'c Call<'_>) -> Evaluated<Self> {
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
