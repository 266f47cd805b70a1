//! Values of the calculator, each of its most specific kind.
//!
//! Invariants: a [`Value::Rational`] is not an integer, a [`Value::Game`] is not a number, a
//! [`Value::Surreal`] is not rational; the constructors see to it. So equal numbers and equal
//! games have equal representations. Sets are sorted and free of repetitions, maps sorted by key,
//! in the order of [`crate::eval`]'s `arrange`, which does not depend on the run.
//!
//! Collections know how deeply they nest: what could be dropped only with a deep stack is
//! refused when it is made, and mutable collections hold nothing mutable, so nothing is cyclic.

use crate::code::Routine;
use crate::data::Data;
use crate::eval::Slot;
use crate::forms::FormId;
use crate::position::{Position, Ruleset, Way};
use crate::up_star::UpStar;
use dashu_int::ops::BitTest;
use dashu_int::{IBig, UBig};
use dashu_ratio::RBig;
use std::sync::{Arc, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};
use upstar_base::{Budget, OutcomeClass, Player, Stopped};
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

/// How deeply values may nest in lists, maps and captured variables.
pub(crate) const MAX_DEPTH: u32 = 1000;
/// The depth that mutable collections count as, whatever is in them at the moment.
const MUTABLE_DEPTH: u32 = MAX_DEPTH / 2;

/// What a container must know of its parts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Nesting {
    pub(crate) depth: u32,
    pub(crate) mutable: bool,
}

impl Nesting {
    /// That of what may change later.
    pub(crate) const SHARED: Nesting = Nesting { depth: MUTABLE_DEPTH + 1, mutable: true };

    pub(crate) fn with(self, other: Nesting) -> Nesting {
        Nesting { depth: self.depth.max(other.depth), mutable: self.mutable || other.mutable }
    }

    /// That of a container whose parts nest like `self`.
    pub(crate) fn container(self) -> Nesting {
        Nesting { depth: self.depth + 1, ..self }
    }

    /// May something that nests like this be put into a mutable collection?
    pub(crate) fn fits_mutable(self) -> bool {
        !self.mutable && self.depth < MUTABLE_DEPTH
    }
}

/// Memory that is counted in a budget as long as this lives.
#[derive(Debug)]
pub(crate) struct Charge {
    budget: Arc<Budget>,
    bytes: u64,
}

impl Charge {
    pub(crate) fn new(budget: &Arc<Budget>) -> Charge {
        Charge { budget: budget.clone(), bytes: 0 }
    }

    pub(crate) fn add(&mut self, bytes: u64) -> Result<(), Stopped> {
        self.bytes = self.bytes.saturating_add(bytes);
        self.budget.charge(bytes)
    }

    pub(crate) fn remove(&mut self, bytes: u64) {
        let bytes = bytes.min(self.bytes);
        self.bytes -= bytes;
        self.budget.refund(bytes);
    }
}

impl Drop for Charge {
    fn drop(&mut self) {
        self.budget.refund(self.bytes);
    }
}

/// A value and the memory it counts for.
#[derive(Debug)]
pub struct Charged<T> {
    value: T,
    _charge: Charge,
}

impl<T> Charged<T> {
    pub(crate) fn new(value: T, bytes: usize, budget: &Arc<Budget>) -> Result<Arc<Self>, Stopped> {
        let mut charge = Charge::new(budget);
        charge.add((size_of::<Self>() + bytes) as u64)?;
        Ok(Arc::new(Charged { value, _charge: charge }))
    }
}

impl<T: PartialEq> PartialEq for Charged<T> {
    fn eq(&self, other: &Self) -> bool {
        self.value == other.value
    }
}

impl<T: Eq> Eq for Charged<T> {}

impl<T: std::hash::Hash> std::hash::Hash for Charged<T> {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.value.hash(state);
    }
}

impl<T> std::ops::Deref for Charged<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.value
    }
}

/// A string and the memory it counts for.
#[derive(Debug)]
pub struct Text {
    text: Box<str>,
    _charge: Charge,
}

impl Text {
    pub(crate) fn new(text: impl Into<Box<str>>, budget: &Arc<Budget>) -> Result<Text, Stopped> {
        let text = text.into();
        let mut charge = Charge::new(budget);
        charge.add(text.len() as u64)?;
        Ok(Text { text, _charge: charge })
    }

    /// The characters.
    pub fn as_str(&self) -> &str {
        &self.text
    }
}

/// The members of a list or set.
#[derive(Debug)]
pub struct Items {
    items: Vec<Value>,
    pub(crate) nesting: Nesting,
    charge: Charge,
}

impl Items {
    /// The members in order.
    pub fn as_slice(&self) -> &[Value] {
        &self.items
    }
}

/// A collection that is being filled; it counts its memory as it grows.
#[derive(Debug)]
pub struct Growing {
    pub(crate) items: Vec<Value>,
    nesting: Nesting,
    charge: Charge,
    /// Bytes that are not charged yet.
    pending: u64,
}

/// How many bytes a collection grows before it counts them.
const BLOCK: u64 = 4096;

impl Growing {
    pub(crate) fn new(budget: &Arc<Budget>) -> Growing {
        Growing {
            items: Vec::new(),
            nesting: Nesting::default(),
            charge: Charge::new(budget),
            pending: 0,
        }
    }

    /// The members of a list or set, without copying them if nobody else holds it.
    pub(crate) fn from_items(items: Arc<Items>, budget: &Arc<Budget>) -> Result<Growing, Stopped> {
        match Arc::try_unwrap(items) {
            Ok(Items { items, nesting, charge }) => {
                let nesting = Nesting { depth: nesting.depth - 1, ..nesting };
                Ok(Growing { items, nesting, charge, pending: 0 })
            }
            Err(items) => {
                let mut copy = Growing::new(budget);
                for item in items.as_slice() {
                    copy.push(item.clone())?;
                }
                Ok(copy)
            }
        }
    }

    fn weigh(&mut self, value: &Value) -> Result<(), Stopped> {
        self.nesting = self.nesting.with(value.nesting());
        self.pending += value.weight();
        if self.pending < BLOCK { Ok(()) } else { self.settle() }
    }

    /// Counts what is not counted yet.
    fn settle(&mut self) -> Result<(), Stopped> {
        self.charge.add(std::mem::take(&mut self.pending))
    }

    pub(crate) fn push(&mut self, value: Value) -> Result<(), Stopped> {
        self.weigh(&value)?;
        self.items.push(value);
        Ok(())
    }

    pub(crate) fn insert(&mut self, at: usize, value: Value) -> Result<(), Stopped> {
        self.weigh(&value)?;
        self.items.insert(at.min(self.items.len()), value);
        Ok(())
    }

    pub(crate) fn remove(&mut self, at: usize) -> Option<Value> {
        (at < self.items.len()).then(|| {
            let value = self.items.remove(at);
            self.unweigh(&value);
            value
        })
    }

    fn unweigh(&mut self, value: &Value) {
        let weight = value.weight();
        let counted = weight.saturating_sub(self.pending);
        self.pending -= weight - counted;
        self.charge.remove(counted);
    }

    pub(crate) fn clear(&mut self) {
        while let Some(value) = self.items.pop() {
            self.unweigh(&value);
        }
        self.nesting = Nesting::default();
    }

    /// Leaves the first `length` members.
    pub(crate) fn shorten(&mut self, length: usize) {
        for value in self.items.split_off(length.min(self.items.len())) {
            self.unweigh(&value);
        }
    }

    /// The finished members; `None` if they nest too deeply.
    pub(crate) fn finish(mut self) -> Option<Arc<Items>> {
        let nestings = self.items.iter().map(Value::nesting);
        self.nesting = nestings.fold(Nesting::default(), Nesting::with);
        self.finish_grown().ok()
    }

    /// The same in constant time, for what only grew.
    pub(crate) fn finish_grown(mut self) -> Result<Arc<Items>, Growing> {
        // A limit that is reached here is met at the next step.
        let _ = self.settle();
        let nesting = self.nesting.container();
        if nesting.depth > MAX_DEPTH {
            return Err(self);
        }
        let Growing { items, charge, .. } = self;
        Ok(Arc::new(Items { items, nesting, charge }))
    }
}

/// A mutable collection that several variables may hold. It is locked for the time of one
/// operation that calls no function of the user, so nobody waits for it within a session.
#[derive(Debug)]
pub struct Shared(RwLock<Growing>);

impl Shared {
    pub(crate) fn new(items: Growing) -> Arc<Shared> {
        Arc::new(Shared(RwLock::new(items)))
    }

    pub(crate) fn borrow(&self) -> RwLockReadGuard<'_, Growing> {
        self.0.read().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn borrow_mut(&self) -> RwLockWriteGuard<'_, Growing> {
        self.0.write().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The entries of a map, sorted by key.
#[derive(Debug)]
pub struct Map {
    entries: Vec<(Value, Value)>,
    pub(crate) nesting: Nesting,
    _charge: Charge,
}

impl Map {
    /// The map of sorted entries; `None` if they nest too deeply.
    pub(crate) fn new(
        entries: Vec<(Value, Value)>,
        budget: &Arc<Budget>,
    ) -> Result<Option<Arc<Map>>, Stopped> {
        let mut charge = Charge::new(budget);
        let mut nesting = Nesting::default();
        for (key, value) in &entries {
            charge.add(key.weight() + value.weight())?;
            nesting = nesting.with(key.nesting()).with(value.nesting());
        }
        let nesting = nesting.container();
        let fits = nesting.depth <= MAX_DEPTH;
        Ok(fits.then(|| Arc::new(Map { entries, nesting, _charge: charge })))
    }

    /// The entries in the order of their keys.
    pub fn entries(&self) -> &[(Value, Value)] {
        &self.entries
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
            Value::Wall(_) => "Wall",
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
