//! Values of the calculator, each of its most specific kind.
//!
//! Invariants: a [`Value::Rational`] is not an integer, a [`Value::Game`] is not a number, a
//! [`Value::Surreal`] is not rational; the constructors see to it. So equal numbers and equal
//! games have equal representations. Sets are sorted and free of repetitions, maps sorted by key,
//! in the order of [`crate::eval`]'s `arrange`, which does not depend on the run.

pub(crate) use crate::charge::Charge;
pub use crate::charge::{Charged, Text};
pub use crate::collection::{Growing, Items, Map, Shared};
pub(crate) use crate::collection::{MAX_DEPTH, Nesting};

use crate::code::Routine;
use crate::data::Data;
use crate::eval::Slot;
use crate::forms::FormId;
use crate::position::{Position, Ruleset, Way};
use crate::up_star::UpStar;
use dashu_int::ops::BitTest;
use dashu_int::{IBig, UBig};
use dashu_ratio::RBig;
use std::sync::Arc;
use upstar_base::{OutcomeClass, Player};
use upstar_values::stopper::Sides;
use upstar_values::surreal::{OrdinalLoopy, Surreal, TransfiniteNimber};
use upstar_values::{
    Dyadic, Entailed, LoopyNimber, Pace, Short, Superheavy, Tallies, Thermograph, Translate,
    Uptimal, Wall,
};

/// What an expression is worth.
#[derive(Clone, Debug, Default)]
pub enum Value {
    /// No value: a missing key, a method without an answer.
    #[default]
    Nothing,
    /// `true` or `false`.
    Boolean(bool),
    /// A whole number of any size.
    Integer(IBig),
    /// A fraction in lowest terms, dyadic or not.
    Rational(Arc<RBig>),
    /// `inf` or `-inf`.
    Infinity {
        /// Is it `-inf`?
        negative: bool,
    },
    /// A number with ω in it.
    Surreal(Arc<Surreal>),
    /// A nimber beyond the finite ones.
    OrdinalNimber(Arc<TransfiniteNimber>),
    /// A number with ups and a nimber, not a number alone.
    UpStar(UpStar),
    /// Any other short game that is not a number, in canonical form.
    Game(Short),
    /// A loopy game: a stopper, or one with two sides.
    Sided(Sides),
    /// A number that is not dyadic, or long beside a loopy game, and a game that is no number.
    Translate(Arc<Translate>),
    /// The canonical form of an impartial game in misère play.
    Misere(upstar_misere::form::Form),
    /// A genus, as it is written.
    Genus(Arc<Genus>),
    /// What a component of a join is worth.
    Paced(Paced),
    /// What a component of a union is worth, unless it is a number.
    Tallies(Arc<Charged<Tallies>>),
    /// A position of a loopy impartial game, not loony; a nim-heap only with its stage.
    Loopy(Arc<Charged<LoopyNimber>>),
    /// A position of a game with entailing moves.
    Entailed(Arc<Charged<Entailed>>),
    /// All integers, as options of a game.
    Integers,
    /// A game with all integers among its options, or a sum with such a game.
    Superheavy(Arc<Superheavy>),
    /// A position of a loopy impartial game with infinite nim-heaps among its options.
    OrdinalLoopy(Arc<OrdinalLoopy>),
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
    /// `L`, `R`, `N`, `P`, or one with draws: `D`, `NHat`, ...
    Outcome(OutcomeClass),
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

/// A genus with the text that says as much of its class as Winning Ways does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Genus {
    /// All superscripts.
    pub genus: upstar_misere::genus::Genus,
    /// A size for a nim-heap, one superscript for a tame or restive game.
    pub text: String,
}

impl Genus {
    /// The text with one superscript.
    pub(crate) fn short_text(g: u32, y: u32) -> String {
        match y {
            10.. => format!("{g}^[{y}]"),
            _ => format!("{g}^{y}"),
        }
    }

    /// Reads the text of a genus. A number alone is a nim-heap. One superscript y is that of a
    /// tame game, g^g, 0^1 or 1^0, or of a restive one, whose other superscripts are those of
    /// the tame game that it becomes with *2 (Winning Ways ch. 13).
    pub(crate) fn read(text: &str) -> Option<Genus> {
        use upstar_misere::genus::Genus as Sharp;
        let number = |text: &str| match text.bytes().all(|byte| byte.is_ascii_digit()) {
            true => text.parse::<u32>().ok(),
            false => None,
        };
        let Some((base, above)) = text.split_once('^') else {
            let heap = number(text)?;
            return Some(Genus { genus: Sharp::nim_heap(heap), text: heap.to_string() });
        };
        let bracketed = above.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
        let single = bracketed.or(Some(above).filter(|above| above.len() == 1)).and_then(number);
        let Some(y) = single else {
            let genus: Sharp = text.parse().ok()?;
            return Some(Genus { text: genus.to_string(), genus });
        };
        let g = number(base)?;
        let genus = match (g, y) {
            _ if g == y => Sharp::tame(g, true),
            (0 | 1, 0 | 1) => Sharp::tame(g, false),
            (0 | 1, 2 | 3) => Sharp::new(g, &[y, y ^ 2])?,
            (0 | 1, _) => Sharp::new(g, &[y, g ^ 2, g])?,
            _ => return None,
        };
        Some(Genus { genus, text: Genus::short_text(g, y) })
    }
}

/// Remoteness or suspense, if Left starts and if Right starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Paced {
    /// Which of the two.
    pub pace: Pace,
    /// Left starts, or anybody.
    pub left: u32,
    /// Right starts; the same for both in an impartial game.
    pub right: Option<u32>,
}

impl Paced {
    /// The name of the kind, and of the function that makes it.
    pub(crate) fn kind(self) -> &'static str {
        match self.pace {
            Pace::Rapid => "Remoteness",
            Pace::Slow => "Suspense",
        }
    }
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
        match x.denominator() == &UBig::ONE {
            true => Value::Integer(x.into_parts().0),
            false => Value::Rational(Arc::new(x)),
        }
    }

    /// The number `x`, as an integer if it is one.
    pub fn dyadic(x: &Dyadic) -> Value {
        match x.to_integer() {
            Some(n) => Value::Integer(n),
            None => {
                let below = UBig::ONE << x.exponent() as usize;
                Value::Rational(Arc::new(RBig::from_parts(x.numerator(), below)))
            }
        }
    }

    /// `(row,column)`
    pub(crate) fn coordinates(row: IBig, column: IBig) -> Value {
        Value::Coordinates(Arc::new([row, column]))
    }

    /// One `k => v`.
    pub(crate) fn entry(entry: (Value, Value)) -> Value {
        Value::Entry(Arc::new(entry))
    }

    /// An inline string for messages about the sort of value; finer than this are the kinds of
    /// games, which only a store knows.
    pub(crate) fn sort(&self) -> &'static str {
        match self {
            Value::Nothing => "Nothing",
            Value::Boolean(_) => "Boolean",
            Value::Integer(_) => "Integer",
            Value::Rational(_) | Value::Infinity { .. } => "Rational",
            Value::Surreal(_) => "Surreal",
            Value::OrdinalNimber(_) => "OrdinalNimber",
            Value::UpStar(_) | Value::Game(_) => "Game",
            Value::Sided(sides) if sides.as_stopper().is_some() => "Stopper",
            Value::Sided(_) => "SidedGame",
            Value::Translate(_) => "Translate",
            Value::Misere(_) => "MisereGame",
            Value::Genus(_) => "Genus",
            Value::Paced(numbers) => numbers.kind(),
            Value::Tallies(_) => "Tallies",
            Value::Loopy(_) | Value::OrdinalLoopy(_) => "LoopyNimber",
            Value::Integers => "Integers",
            Value::Superheavy(_) => "Superheavy",
            Value::Entailed(_) => "Entailed",
            Value::Form(_) => "Form",
            Value::Text(_) => "String",
            Value::List(_) => "List",
            Value::Set(_) => "Set",
            Value::Map(_) => "Map",
            Value::Entry(_) => "MapEntry",
            Value::Range(_) => "Range",
            Value::Coordinates(_) => "Coordinates",
            Value::Player(_) => "Player",
            Value::Outcome(_) => "OutcomeClass",
            Value::Thermograph(_) => "Thermograph",
            Value::Wall(_) => "Trajectory",
            Value::Expansion(_) => "UptimalExpansion",
            Value::Position(_) => "Position",
            Value::Ruleset(_) => "Ruleset",
            Value::Way(_) => "Way",
            Value::Package(_) => "Package",
            Value::Function(_) | Value::Builtin(_) => "Function",
            Value::Kind(_) => "Kind",
            Value::MutableList(_) => "MutableList",
            Value::MutableSet(_) => "MutableSet",
            Value::Data(data) => data.kind(),
        }
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
            Value::Integer(n) => bits(n) / 8,
            Value::Rational(x) => bits(x.numerator()) / 8 + x.denominator().bit_len() as u64 / 8,
            _ => 0,
        };
        (size_of::<Value>() as u64).saturating_add(heap)
    }
}

/// The length of the absolute value in binary.
pub(crate) fn bits(n: &IBig) -> u64 {
    BitTest::bit_len(n) as u64
}
