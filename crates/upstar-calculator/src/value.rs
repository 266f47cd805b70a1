//! Values of the calculator: what games are worth, and data.
//!
//! What a game is worth is a [`Game`], the value that all crates share, here always in normal form:
//! equal numbers and equal games have equal representations. Everything else is data. Sets are
//! sorted and free of repetitions, maps sorted by key, in the order of [`crate::eval`]'s
//! `arrange`, which does not depend on the run.

pub(crate) use crate::charge::Charge;
pub use crate::charge::{Charged, Text};
pub use crate::collection::{Growing, Items, Map, Shared};
pub(crate) use crate::collection::{MAX_DEPTH, Nesting};

use crate::code::Routine;
use crate::data::Data;
use crate::eval::Slot;
use crate::forms::FormId;
use crate::position::{Position, Ruleset, Way};
use dashu_int::IBig;
use dashu_int::ops::BitTest;
use dashu_ratio::RBig;
use std::sync::Arc;
use upstar_base::Player;
pub(crate) use upstar_values::value::number::bits;
pub use upstar_values::value::{Genus, Paced, Value as Game};
use upstar_values::{Dyadic, Thermograph, Uptimal, Wall};

/// What an expression is worth.
#[derive(Clone, Debug, Default)]
pub enum Value {
    /// No value: a missing key, a method without an answer.
    #[default]
    Nothing,
    /// `true` or `false`.
    Boolean(bool),
    /// What a game is worth, in normal form: numbers, nimbers, short games, loopy ones...
    Game(Game),
    /// A game as written, not evaluated.
    Form(FormId),
    /// A string.
    Text(Arc<Text>),
    /// `[a,b]`
    List(Arc<Items>),
    /// `{a,b}`
    Set(Arc<Items>),
    /// `{k => v}`
    Map(Arc<Map>),
    /// One `k => v` of a map.
    Entry(Arc<(Value, Value)>),
    /// `a..b` or `a..b..step`
    Range(Arc<Range>),
    /// `(a,b)`
    Coordinates(Arc<[IBig; 2]>),
    /// `Left` or `Right`
    Player(Player),
    /// Both walls.
    Thermograph(Arc<Thermograph>),
    /// One wall of a thermograph.
    Wall(Arc<Wall>),
    /// A number, a nimber and the coefficients of the powers of up.
    Expansion(Arc<Uptimal>),
    /// A sum of positions of rulesets.
    Position(Arc<Charged<Position>>),
    /// Rules, with their parameters.
    Ruleset(Arc<Ruleset>),
    /// How positions are played: `misere`, `join`.
    Way(Way),
    /// A part of the library of CGSuite: `game`, `game.grid`.
    Package(&'static str),
    /// A function of the user.
    Function(Arc<Function>),
    /// A function of the table.
    Builtin(&'static crate::builtins::Builtin),
    /// The name of a kind, as in `x is Integer` and `Player.Left`.
    Kind(&'static str),
    /// A list that can be changed.
    MutableList(Arc<Shared>),
    /// A set that can be changed.
    MutableSet(Arc<Shared>),
    /// A board, a graph, a table: what has a structure of its own.
    Data(Arc<Charged<Data>>),
}

/// An arithmetic progression, kept as its ends.
#[derive(Clone, Debug)]
pub struct Range {
    pub(crate) first: Value,
    pub(crate) last: Value,
    pub(crate) step: Option<Value>,
}

/// A function of the user, with the variables it was made with.
#[derive(Debug)]
pub struct Function {
    pub(crate) routine: Arc<Routine>,
    /// One for each capture of the routine.
    pub(crate) captured: Vec<Slot>,
    /// The text that it was read from.
    pub(crate) source: Arc<str>,
    /// How many functions were made before it.
    pub(crate) serial: u64,
    pub(crate) nesting: Nesting,
    pub(crate) _charge: Charge,
}

impl Function {
    /// How it is written.
    pub(crate) fn text(&self) -> &str {
        self.routine.span.text(&self.source).unwrap_or_default()
    }

    /// The name it was defined with.
    pub(crate) fn name(&self) -> Option<&str> {
        self.routine.name.as_deref()
    }
}

impl Value {
    /// The number `x`, as an integer if it is one.
    pub fn rational(x: RBig) -> Value {
        Value::Game(Game::rational(x))
    }

    /// The number `x`, as an integer if it is one.
    pub fn dyadic(x: &Dyadic) -> Value {
        Value::Game(Game::dyadic(x))
    }

    /// `(row,column)`
    pub(crate) fn coordinates(row: IBig, column: IBig) -> Value {
        Value::Coordinates(Arc::new([row, column]))
    }

    /// One `k => v`.
    pub(crate) fn entry(entry: (Value, Value)) -> Value {
        Value::Entry(Arc::new(entry))
    }

    pub(crate) fn nesting(&self) -> Nesting {
        match self {
            Value::List(items) | Value::Set(items) => items.nesting,
            Value::Map(map) => map.nesting,
            Value::Entry(entry) => entry.0.nesting().with(entry.1.nesting()).container(),
            Value::Function(function) => function.nesting,
            Value::MutableList(_) | Value::MutableSet(_) => Nesting::SHARED,
            Value::Data(data) => data.nesting(),
            _ => Nesting::default(),
        }
    }

    /// The bytes that this value takes in a collection, without what it shares.
    pub(crate) fn weight(&self) -> u64 {
        let heap = match self {
            Value::Game(Game::Integer(n)) => bits(n) / 8,
            Value::Game(Game::Rational(x)) => {
                bits(x.numerator()) / 8 + x.denominator().bit_len() as u64 / 8
            }
            _ => 0,
        };
        (size_of::<Value>() as u64).saturating_add(heap)
    }
}

// Data shares the tag of games: a value is no larger than the largest of them.
const _: () = assert!(size_of::<Value>() == size_of::<Game>() && size_of::<Value>() <= 32);

impl From<Game> for Value {
    fn from(game: Game) -> Value {
        Value::Game(game)
    }
}

/// The game that a value is worth, if it is no data.
impl<'v> From<&'v Value> for Option<&'v Game> {
    fn from(value: &'v Value) -> Option<&'v Game> {
        match value {
            Value::Game(game) => Some(game),
            _ => None,
        }
    }
}
