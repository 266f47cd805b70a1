//! The one table of functions, methods and constants.
//!
//! Everything about a builtin stands in its row: what it is called on, its parameters, one line
//! of definition, an example with its output, and the code. Evaluation, help, completion,
//! suggestions and the reference read the same rows, and a test runs every example.

mod answers;
mod args;
mod arrangements;
pub(crate) mod boards;
mod classes;
mod collections;
mod compounds;
mod constants;
mod drawn;
mod general;
mod graphs;
pub(crate) mod heap_rules;
mod help;
mod icons;
mod infinite;
mod integers;
mod lines;
mod lists;
mod loopy;
mod maps;
mod misere;
mod mutable_maps;
mod mutables;
mod named_games;
mod nimbers;
mod numbers;
pub(crate) mod ordinals;
mod positions;
mod predicates;
mod raise;
mod rows;
mod rulesets;
mod small;
mod strings;
mod structure;
mod tables;
mod temperature;
mod texts;
mod together;
mod translates;
mod welter;

pub(crate) use graphs::graph_text;
pub(crate) use help::page as rules_page;
pub use help::{help, reference_markdown, suggestions};

use crate::error::{Evaluated, Span};
use crate::eval::Interpreter;
pub use crate::eval::On;
use crate::value::{Growing, Value};
use rustc_hash::FxHashMap;
use std::sync::LazyLock;

/// A function, method or constant.
#[derive(Debug)]
pub struct Builtin {
    /// How it is called.
    pub name: &'static str,
    /// The kind of value it is a method of; `None` for functions and constants.
    pub on: Option<On>,
    /// The names of its parameters, without the receiver.
    pub parameters: &'static [&'static str],
    /// How many of the last parameters may be left out.
    pub optional: usize,
    /// One line that says what it is.
    pub summary: &'static str,
    /// An input.
    pub example: &'static str,
    /// What the input prints.
    pub output: &'static str,
    pub(crate) run: BuiltinCode,
}

/// The code of a builtin.
#[derive(Clone, Copy, Debug)]
pub(crate) enum BuiltinCode {
    Constant(fn(&mut Interpreter, Span) -> Evaluated<Value>),
    Call(fn(&mut Interpreter, &Call<'_>) -> Evaluated<Value>),
    /// Adds to the members of the receiver; if it fails, it has added nothing. The receiver itself
    /// is not among the arguments.
    Grow(fn(&mut Interpreter, &mut Growing, &Call<'_>) -> Evaluated<()>),
}

/// The arguments of a call, the receiver first.
pub(crate) struct Call<'a> {
    pub(crate) arguments: &'a [Value],
    pub(crate) spans: &'a [Span],
    /// The name.
    pub(crate) span: Span,
}

impl Call<'_> {
    /// The argument `i`, [`Value::Nothing`] if it was left out.
    pub(crate) fn arg(&self, i: usize) -> &Value {
        self.arguments.get(i).unwrap_or(&Value::Nothing)
    }

    /// The place of argument `i`.
    pub(crate) fn at(&self, i: usize) -> Span {
        self.spans.get(i).copied().unwrap_or(self.span)
    }
}

/// More arguments than anybody writes: a parameter list that goes on.
const MANY: usize = usize::MAX / 4;

impl Builtin {
    /// Does the last parameter stand for any number of arguments?
    pub(crate) fn is_variadic(&self) -> bool {
        self.optional == MANY
    }
}

/// A part of the table.
pub(crate) struct Section {
    pub(crate) title: &'static str,
    pub(crate) rows: &'static [Builtin],
}

/// The whole table.
pub(crate) static SECTIONS: &[Section] = &[
    Section { title: "Constants and makers of games", rows: constants::TABLE },
    Section { title: "Questions about games", rows: predicates::TABLE },
    Section { title: "Options, followers, outcomes", rows: structure::TABLE },
    Section { title: "Temperature", rows: temperature::TABLE },
    Section { title: "Infinitesimals", rows: small::TABLE },
    Section { title: "Products, compounds, variants", rows: compounds::TABLE },
    Section { title: "Numbers", rows: numbers::TABLE },
    Section { title: "Divisors and primes", rows: integers::TABLE },
    Section { title: "Ordinals", rows: ordinals::TABLE },
    Section { title: "Nim arithmetic", rows: nimbers::TABLE },
    Section { title: "Welter's Game", rows: welter::TABLE },
    Section { title: "Infinite games", rows: infinite::TABLE },
    Section { title: "Loopy games", rows: loopy::TABLE },
    Section { title: "Loopy games with names", rows: named_games::TABLE },
    Section { title: "Sums, powers and classes of loopy games", rows: classes::TABLE },
    Section { title: "Numbers beside games", rows: translates::TABLE },
    Section { title: "Misère play", rows: misere::TABLE },
    Section { title: "Joins, unions, loops, entailing moves", rows: together::TABLE },
    Section { title: "Positions", rows: positions::TABLE },
    Section { title: "Sensible play", rows: lines::TABLE },
    Section { title: "Boards of positions", rows: drawn::TABLE },
    Section { title: "Rulesets", rows: rulesets::TABLE },
    Section { title: "Heap games", rows: heap_rules::TABLE },
    Section { title: "Collections", rows: collections::TABLE },
    Section { title: "More of collections", rows: lists::TABLE },
    Section { title: "Subsets, orders, groups", rows: arrangements::TABLE },
    Section { title: "Maps", rows: maps::TABLE },
    Section { title: "Strings", rows: strings::TABLE },
    Section { title: "More of strings, players, forms", rows: texts::TABLE },
    Section { title: "Mutable collections", rows: mutables::TABLE },
    Section { title: "Mutable maps", rows: mutable_maps::TABLE },
    Section { title: "Strips and grids", rows: boards::TABLE },
    Section { title: "Symmetries", rows: boards::SYMMETRIES },
    Section { title: "Icons", rows: icons::TABLE },
    Section { title: "Graphs", rows: graphs::TABLE },
    Section { title: "Tables, plots, random numbers", rows: tables::TABLE },
    Section { title: "Any value", rows: general::TABLE },
];

/// Every row of the table of builtins.
pub fn all() -> impl Iterator<Item = &'static Builtin> {
    SECTIONS.iter().flat_map(|section| section.rows)
}

static INDEX: LazyLock<FxHashMap<&'static str, Vec<&'static Builtin>>> = LazyLock::new(|| {
    let mut index: FxHashMap<&'static str, Vec<&'static Builtin>> = FxHashMap::default();
    for builtin in all() {
        index.entry(builtin.name).or_default().push(builtin);
    }
    index
});

/// All rows with this name.
pub(crate) fn named(name: &str) -> &'static [&'static Builtin] {
    INDEX.get(name).map_or(&[], Vec::as_slice)
}

/// Is there a method of this name?
pub(crate) fn is_method(name: &str) -> bool {
    named(name).iter().any(|builtin| builtin.on.is_some())
}

/// Do positions have a method of this name?
pub(crate) fn method_of_position(name: &str) -> bool {
    named(name).iter().any(|builtin| builtin.on.is_some_and(|on| on.names == On::Position.names))
}

/// The method `name` of `receiver`.
pub(crate) fn method_of(name: &str, receiver: &Value) -> Option<&'static Builtin> {
    method_among(named(name), receiver)
}

/// The method of `receiver` among the builtins of one name.
pub(crate) fn method_among(
    rows: &'static [&'static Builtin],
    receiver: &Value,
) -> Option<&'static Builtin> {
    rows.iter().copied().find(|b| b.on.is_some_and(|on| on.accepts(receiver)))
}

/// The names of all methods of `receiver`.
pub(crate) fn methods_of(receiver: &Value) -> impl Iterator<Item = &'static str> {
    all().filter(|b| b.on.is_some_and(|on| on.accepts(receiver))).map(|b| b.name)
}

/// The function or constant `name`.
pub(crate) fn global(name: &str) -> Option<&'static Builtin> {
    named(name).iter().copied().find(|builtin| builtin.on.is_none())
}

/// All functions and constants.
pub(crate) fn globals() -> impl Iterator<Item = &'static Builtin> {
    all().filter(|builtin| builtin.on.is_none())
}
