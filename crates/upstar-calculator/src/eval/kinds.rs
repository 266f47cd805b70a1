//! The kinds of values, and `x is Kind`.
//!
//! Kinds overlap: 1/2 is a Dyadic, a Rational, a Number, an Uptimal, a ShortGame and a Game. The
//! kind *of* a value is the most specific one.

use super::class_names::kind_named;
use super::object::{is_played, object};
use super::order::is_game_like;
use super::{Interpreter, fail, stopped};
use crate::builtins::On;
use crate::error::{ErrorKind, Evaluated, Span};
use crate::numbers::Number;
use crate::suggest;
use crate::value::{Game, Value};
use dashu_int::IBig;
use upstar_base::Stopped;

/// A kind and what it means.
#[derive(Debug)]
pub(crate) struct Kind {
    pub(crate) name: &'static str,
    pub(crate) summary: &'static str,
}

const fn kind(name: &'static str, summary: &'static str) -> Kind {
    Kind { name, summary }
}

/// Every kind, from specific to general within a family.
pub(crate) const KINDS: &[Kind] = &[
    kind("Integer", "a whole number"),
    kind("Dyadic", "a number m/2^n"),
    kind("Rational", "a fraction, or `inf`"),
    kind("Ordinal", "0, 1, 2, ..., ω, ω+1, ..."),
    kind("Surreal", "a number, perhaps with ω"),
    kind("Number", "a number of any kind"),
    kind("Nimber", "`*n`"),
    kind("NumberUpStar", "number plus ups plus nimber"),
    kind("Uptimal", "number plus nimber plus multiples of powers of up"),
    kind("ShortGame", "a game that ends after finitely many moves, in canonical form"),
    kind("Stopper", "a loopy game without infinite alternating play, `over`"),
    kind("SidedGame", "a loopy game with two sides, `over & 0`"),
    kind("Translate", "a number that is no short game beside a game, `ω + ^`, `2/3 + *`"),
    kind("OrdinalNimber", "a nimber whose size is infinite or larger than 2^32 - 1"),
    kind("MisereGame", "an impartial game in misère play, `*[2,1]`"),
    kind("Genus", "the genus of a misère game"),
    kind("Remoteness", "how soon a component of a rapid join ends"),
    kind("Suspense", "how late a component of a slow join ends"),
    kind("Tallies", "a component of a union, `5_5 -6_4`: tolls and timers"),
    kind("LoopyNimber", "an impartial game that may go on for ever, `inf_{0,3}`, `2@11`"),
    kind("Entailed", "the nim-heaps that a position with entailing moves answers"),
    kind("Integers", "all integers, as options of a game: `Z`"),
    kind("Superheavy", "a game with all integers among its options, `{Z|Z}`"),
    kind("Form", "a game as written, not evaluated"),
    kind("Game", "any game or number"),
    kind("Zero", "0"),
    kind("DyadicRational", "what CGSuite calls a Dyadic"),
    kind("SurrealNumber", "what CGSuite calls a Surreal"),
    kind("GeneralizedOrdinal", "a sum of powers of ω with whole coefficients"),
    kind("CanonicalShortGame", "what CGSuite calls a ShortGame"),
    kind("Pseudonumber", "a number, on, off, or a number with over or under"),
    kind("CanonicalStopper", "a short game, or what we call a Stopper"),
    kind("StopperSidedValue", "a game whose two sides are stoppers"),
    kind("SidedValue", "a game with two sides"),
    kind("MisereCanonicalGame", "what CGSuite calls a MisereGame"),
    kind("ExplicitGame", "what CGSuite calls a Form"),
    kind("Position", "a position of a game, or a sum of such: `kayles(9)`"),
    kind("Ruleset", "the rules of a game: `kayles`"),
    kind("Way", "how positions are played: `misere`, `join`"),
    kind("Package", "a part of CGSuite's library: `game.grid`"),
    kind("Boolean", "`true` or `false`"),
    kind("String", "a text"),
    kind("List", "`[a,b]`"),
    kind("Set", "`{a,b}`"),
    kind("Map", "`{k => v}`"),
    kind("MapEntry", "one `k => v` of a map"),
    kind("Range", "`a..b`"),
    kind("MutableList", "a list that can be changed"),
    kind("MutableSet", "a set that can be changed"),
    kind("MutableMap", "a map that can be changed"),
    kind("Strip", "numbers in a row, `Strip([0,1])`"),
    kind("Grid", "numbers in rows, `Grid([[0,1],[2,3]])`"),
    kind("Graph", "a graph with numbered vertices"),
    kind("DirectedGraph", "a graph whose edges have a direction"),
    kind("Symmetry", "a way to turn or mirror a board"),
    kind("Icon", "the name of a picture in CGSuite, `Icon.BlackQueen`"),
    kind("Table", "values in rows and columns"),
    kind("IntensityPlot", "a table as a picture"),
    kind("ScatterPlot", "points as a picture"),
    kind("Random", "a generator of random numbers"),
    kind("Periodicity", "period, preperiod and saltus of a sequence"),
    kind("HeapRuleset", "a heap game that a function tells"),
    kind("HeapPosition", "a heap of such a game"),
    kind("Class", "fields and methods: `class Heap(n) .. end`"),
    kind("Object", "what a class was called with: `Heap(3)`"),
    kind("Output", "text that is printed without quotes"),
    kind("Collection", "lists, sets, maps, ranges"),
    kind("Coordinates", "`(row,column)`"),
    kind("Player", "`Left` or `Right`"),
    kind(
        "OutcomeClass",
        "`L`, `R`, `N`, `P`, `D`: drawn, or `NHat`, `NCheck`, `PHat`, `PCheck`: drawn with one starter",
    ),
    kind("Thermograph", "both walls"),
    kind("Trajectory", "one wall of a thermograph"),
    kind("UptimalExpansion", "the coefficients of an uptimal"),
    kind("Function", "something that can be called"),
    kind("System", "the program itself: `System.Version`"),
    kind("Nothing", "no value"),
];

/// The kind of this name.
pub(crate) fn check_kind(name: &str, span: Span) -> Evaluated<&'static Kind> {
    let known = kind_named(name);
    KINDS.iter().find(|kind| Some(kind.name) == known).ok_or_else(|| {
        let mut error = fail(ErrorKind::Name, span, format!("`{name}` is not a kind"));
        let known = KINDS.iter().map(|kind| kind.name);
        error.hint = suggest::nearest(name, known).map(|near| format!("did you mean `{near}`?"));
        error
    })
}

impl Interpreter {
    /// The most specific kind of a value.
    pub(crate) fn kind(&mut self, value: &Value) -> Result<&'static str, Stopped> {
        Ok(match value {
            Value::Game(game) => game.exact_name(&mut self.calc)?,
            _ => value.sort(),
        })
    }

    pub(super) fn is_kind(&mut self, value: &Value, name: &str, span: Span) -> Evaluated<bool> {
        let of_class = object(value).is_some_and(|object| object.class.is(name));
        if of_class || self.is_class(name) {
            return Ok(of_class);
        }
        let kind = check_kind(name, span)?;
        if let Some(is) = self.is_of_class(value, kind.name, span)? {
            return Ok(is);
        }
        let own = self.kind(value).map_err(stopped(span))?;
        let dyadic = matches!(own, "Integer" | "Dyadic");
        let is_zero = matches!(value, Value::Game(Game::Integer(n)) if *n == IBig::ZERO);
        Ok(own == kind.name
            || match kind.name {
                "Dyadic" => dyadic,
                "Rational" => own == "Dyadic" || own == "Integer",
                "Ordinal" => matches!(value, Value::Game(Game::Integer(n)) if *n >= IBig::ZERO),
                "Surreal" => {
                    Number::from_value(value).is_some()
                        && !matches!(value, Value::Game(Game::Infinity { .. }))
                }
                "Number" => Number::from_value(value).is_some(),
                "Nimber" => is_zero || matches!(value, Value::Game(Game::OrdinalNimber(_))),
                "NumberUpStar" => dyadic || own == "Nimber",
                "Uptimal" => dyadic || matches!(own, "Nimber" | "NumberUpStar"),
                "ShortGame" => {
                    dyadic || matches!(value, Value::Game(Game::Short(_) | Game::UpStar(_)))
                }
                "Game" => {
                    is_game_like(value) || matches!(value, Value::Position(_)) || is_played(value)
                }
                "Collection" => On::Collection.accepts(value),
                _ => false,
            })
    }
}
