//! One value over all kinds of values.
//!
//! The value of a game is a [`Value`], wherever it comes from: a theory of a position, the calculator of
//! an expression. There is a file for each kind, which implements [`ValueKind`]: its negative, its
//! multiples, and a [`KindRow`] with its name, its place among the others, and the laws of its sums
//! and its order. Where two kinds meet, the one of higher rank decides.
//!
//! A kind that refers to a store of games means the [`Stores`] it was made with. In *normal form*
//! a value has its most specific kind: a [`Value::Rational`] is not an integer, a [`Value::Short`] no
//! number with ups and a nimber that [`UpStar`] can hold, a nimber of a theory no
//! [`Value::Nimber`]. All operations answer in normal form, so that equal numbers and equal games
//! are equal as data; [`Stores::normal`] brings there what a theory has said.

mod entailed;
mod error;
mod genus;
mod loopy;
mod misere;
mod nimber;
pub mod number;
mod ordinal_loopy;
mod outcome;
mod paced;
mod short;
mod sided;
mod stores;
mod superheavy;
mod tallies;
mod translate;
mod up_star;

pub use error::{ValueError, Why};
pub use genus::Genus;
pub use nimber::Nimber;
pub use number::{Infinity, Number, NumberError};
pub use paced::Paced;
pub use stores::Stores;
pub use superheavy::{Integers, is_superheavy};
pub use translate::{is_strange, need_translates, translate_together};
pub use up_star::UpStar;

use crate::misere::form::Form;
use crate::stopper::Sides;
use crate::surreal::{OrdinalLoopy, Surreal, TransfiniteNimber};
use crate::{
    Calc, Charged, ComponentPace, Entailed, LoopyNimber, Short, Superheavy, Tallies, Tally,
    Translate,
};
use dashu_int::IBig;
use dashu_ratio::RBig;
use std::cmp::Ordering;
use std::sync::Arc;
use upstar_base::{OutcomeClass, Stopped};

/// What a game is worth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
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
    /// A number with ups and a nimber, not a number alone.
    UpStar(UpStar),
    /// Any other short game, in canonical form.
    Short(Short),
    /// A loopy game: a stopper, or one with two sides.
    Sided(Sides),
    /// A number that is not dyadic, or long in a sum with a loopy game, and a game that is not a number.
    Translate(Arc<Translate>),
    /// The nim-value of an impartial game.
    Nimber(Nimber),
    /// A nimber beyond those of short games.
    OrdinalNimber(Arc<TransfiniteNimber>),
    /// The canonical form of an impartial game in misère play.
    Misere(Form),
    /// A genus, as it is written.
    Genus(Arc<Genus>),
    /// What a component of a join is worth.
    Paced(Paced),
    /// What a component of a union is worth.
    Tallies(Arc<Charged<Tallies>>),
    /// The same when one player begins.
    Tally(Arc<Tally>),
    /// A position of a loopy impartial game.
    Loopy(Arc<Charged<LoopyNimber>>),
    /// The same with infinite nim-heaps among its options.
    OrdinalLoopy(Arc<OrdinalLoopy>),
    /// A position of a game with entailing moves.
    Entailed(Arc<Charged<Entailed>>),
    /// All integers, as options of a game.
    Integers,
    /// A game with all integers among its options, or a sum with such a game.
    Superheavy(Arc<Superheavy>),
    /// Only who wins is known: `L`, `R`, `N`, `P`, or one with draws: `D`, `NHat`, ...
    Outcome(OutcomeClass),
}

impl Value {
    /// The row of the kind, and its operations.
    fn kind(&self) -> (&'static KindRow, &dyn ValueKind) {
        match self {
            Value::Integer(n) => (&number::INTEGER, n),
            Value::Rational(x) => (&number::RATIONAL, x),
            Value::Infinity { negative: false } => {
                (&number::RATIONAL, &Infinity { negative: false })
            }
            Value::Infinity { negative: true } => (&number::RATIONAL, &Infinity { negative: true }),
            Value::Surreal(x) => (&number::SURREAL, x),
            Value::UpStar(game) => (&short::ROW, game),
            Value::Short(g) => (&short::ROW, g),
            Value::Sided(sides) if sides.as_stopper().is_some() => (&sided::STOPPER, sides),
            Value::Sided(sides) => (&sided::SIDED, sides),
            Value::Translate(translate) => (&translate::ROW, translate),
            Value::Nimber(nimber) => (&nimber::FINITE, nimber),
            Value::OrdinalNimber(nimber) => (&nimber::INFINITE, nimber),
            Value::Misere(form) => (&misere::ROW, form),
            Value::Genus(genus) => (&genus::ROW, genus),
            Value::Paced(paced) if paced.pace == ComponentPace::Rapid => (&paced::RAPID, paced),
            Value::Paced(paced) => (&paced::SLOW, paced),
            Value::Tallies(tallies) => (&tallies::BOTH, tallies),
            Value::Tally(tally) => (&tallies::ONE, tally),
            Value::Loopy(nimber) => (&loopy::ROW, nimber),
            Value::OrdinalLoopy(nimber) => (&ordinal_loopy::ROW, nimber),
            Value::Entailed(set) => (&entailed::ROW, set),
            Value::Integers => (&superheavy::INTEGERS, &Integers),
            Value::Superheavy(game) => (&superheavy::ROW, game),
            Value::Outcome(outcome) => (&outcome::ROW, outcome),
        }
    }

    fn row(&self) -> &'static KindRow {
        self.kind().0
    }
}

/// What every kind of value brings along.
trait ValueKind {
    /// The name of the most specific kind, where the store must be asked or the row says less.
    fn exact_name(&self, _: &mut Calc) -> Result<Option<&'static str>, Stopped> {
        Ok(None)
    }

    /// The order in which sets keep values of this kind, to which `other` belongs, unless they are
    /// numbers.
    fn arrange(&self, _: &Value, _: &mut Stores<'_>) -> Result<Arranged, ValueError> {
        arranged(Ordering::Equal)
    }

    /// The same value in normal form, unless all values of this kind are.
    fn normal(&self, _: &mut Stores<'_>) -> Result<Option<Value>, ValueError> {
        Ok(None)
    }

    /// The negative, unless it is a number or its own negative.
    fn negative(&self, _: &mut Stores<'_>) -> Result<Value, ValueError> {
        Err(Why::Needs("a game").into())
    }

    /// So many copies.
    fn multiple(&self, _: &IBig, _: &mut Stores<'_>) -> Result<Value, ValueError> {
        Err(Why::Needs("a game").into())
    }

    /// The size of the nim-heap that it is.
    fn nim_heap(&self, _: &Calc) -> Option<u32> {
        None
    }

    /// Its text, where that needs no store and is the same in every notation for characters.
    fn text(&self) -> Option<String> {
        None
    }
}

/// Adds two values.
type Addition = fn(&Value, &Value, &mut Stores<'_>) -> Result<Value, ValueError>;
/// Compares two games.
type Compare = fn(&Value, &Value, &mut Stores<'_>) -> Result<Option<Ordering>, ValueError>;

/// What all values of a kind have in common.
struct KindRow {
    /// The name of the kind.
    name: &'static str,
    /// Its place in a set of all kinds.
    place: u8,
    /// Are they games or numbers, which are compared?
    is_game: bool,
    /// Whether they can be written with a leading minus sign.
    is_signed: bool,
    /// Is each its own negative?
    is_impartial: bool,
    /// Of two kinds, the one of higher rank adds and compares their values.
    rank: u8,
    sum: Addition,
    compare: Compare,
}

impl KindRow {
    /// A kind of values that are no games, with the laws of short games.
    const fn new(name: &'static str, place: u8) -> KindRow {
        let (sum, compare) = (short::sum as Addition, short::compare as Compare);
        let (is_game, is_signed, is_impartial) = (false, false, false);
        KindRow { name, place, is_game, is_signed, is_impartial, rank: 0, sum, compare }
    }

    /// A kind of games or numbers.
    const fn game(name: &'static str, place: u8) -> KindRow {
        KindRow { is_game: true, is_signed: true, ..KindRow::new(name, place) }
    }

    /// A kind of impartial games that are not compared.
    const fn impartial(name: &'static str, place: u8) -> KindRow {
        KindRow { is_signed: true, is_impartial: true, ..KindRow::new(name, place) }
    }
}

/// The order of two values in a set.
#[derive(Clone, Debug)]
pub enum Arranged {
    /// This one.
    As(Ordering),
    /// That of the texts of these two, shorter ones first.
    Texts([Value; 2]),
}

impl Value {
    /// The name of the kind; finer are the kinds of short games, which only a store knows.
    pub fn name(&self) -> &'static str {
        self.row().name
    }

    /// The name of the most specific kind.
    pub fn exact_name(&self, calc: &mut Calc) -> Result<&'static str, Stopped> {
        Ok(self.kind().1.exact_name(calc)?.unwrap_or(self.name()))
    }

    /// The place of its kind in a set of all kinds; numbers share one, and short games do.
    pub fn place(&self) -> u8 {
        self.row().place
    }

    /// Is it a game or a number, which are compared?
    pub fn is_game(&self) -> bool {
        self.row().is_game
    }

    /// Whether it can be written with a leading minus sign.
    pub fn is_signed(&self) -> bool {
        self.row().is_signed
    }

    /// The text, where that needs no store.
    pub fn text(&self) -> Option<String> {
        self.kind().1.text()
    }

    /// The size of the nim-heap that it is.
    pub fn nim_heap(&self, calc: &Calc) -> Option<u32> {
        self.kind().1.nim_heap(calc)
    }
}

impl Stores<'_> {
    /// The value in normal form.
    pub fn normal(&mut self, value: &Value) -> Result<Value, ValueError> {
        Ok(value.kind().1.normal(self)?.unwrap_or_else(|| value.clone()))
    }

    /// `a + b`.
    pub fn sum(&mut self, a: &Value, b: &Value) -> Result<Value, ValueError> {
        if let (Some(x), Some(y)) = (Number::from_value(a), Number::from_value(b)) {
            return Ok(x.add(&y, self.max_bits)?.into_value());
        }
        if let Some(sum) = UpStar::sum(a, b) {
            return Ok(sum);
        }
        if translate_together(a, b) {
            return translate::sum(a, b, self);
        }
        (deciding(a, b).sum)(a, b, self)
    }

    /// `-a`.
    pub fn negative(&mut self, a: &Value) -> Result<Value, ValueError> {
        match Number::from_value(a) {
            Some(x) => Ok((-x).into_value()),
            None if a.row().is_impartial => Ok(a.clone()),
            None => a.kind().1.negative(self),
        }
    }

    /// So many copies of a value.
    pub fn multiple(&mut self, n: &IBig, a: &Value) -> Result<Value, ValueError> {
        a.kind().1.multiple(n, self)
    }

    /// The order of two games or numbers; `None` if they are confused.
    pub fn compare(&mut self, a: &Value, b: &Value) -> Result<Option<Ordering>, ValueError> {
        if !a.is_game() || !b.is_game() {
            return Err(Why::NoOrder.into());
        }
        if let (Some(x), Some(y)) = (Number::from_value(a), Number::from_value(b)) {
            return Ok(Some(x.compare(&y)?));
        }
        if translate_together(a, b) {
            return translate::compare(a, b, self);
        }
        (deciding(a, b).compare)(a, b, self)
    }

    /// Are the values equal, however they were found?
    pub fn equal(&mut self, a: &Value, b: &Value) -> Result<bool, ValueError> {
        if a == b {
            return Ok(true);
        }
        match (a, b) {
            // The stage says when a value was found, not which it is.
            (Value::Loopy(_), _) | (_, Value::Loopy(_)) => {
                let [a, b] = [a, b].map(|value| value.nim_heap(self.calc));
                Ok(a.is_some() && a == b)
            }
            (Value::Superheavy(_), _) | (_, Value::Superheavy(_))
                if [a, b].iter().all(|x| matches!(x, Value::Superheavy(_)) || x.is_short()) =>
            {
                Ok(self.compare(a, b)? == Some(Ordering::Equal))
            }
            // As for `<`, what cannot be compared is refused.
            (Value::Superheavy(_), other) | (other, Value::Superheavy(_)) if other.is_game() => {
                Ok(self.compare(a, b)? == Some(Ordering::Equal))
            }
            _ => Ok(false),
        }
    }

    /// The order in which sets keep values; total, and equal only for the same.
    pub fn arrange(&mut self, a: &Value, b: &Value) -> Result<Arranged, ValueError> {
        match a.place().cmp(&b.place()) {
            Ordering::Equal => match (Number::from_value(a), Number::from_value(b)) {
                (Some(x), Some(y)) => arranged(x.compare(&y)?),
                _ => a.kind().1.arrange(b, self),
            },
            order => arranged(order),
        }
    }
}

/// The kind that decides.
fn deciding(a: &Value, b: &Value) -> &'static KindRow {
    let (x, y) = (a.row(), b.row());
    if y.rank > x.rank { y } else { x }
}

/// Values of one kind have an order of their own.
fn arranged(order: Ordering) -> Result<Arranged, ValueError> {
    Ok(Arranged::As(order))
}
