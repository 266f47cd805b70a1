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
    /// The package of CGSuite that has a class of this name; empty if there is none.
    pub(crate) package: &'static str,
    pub(crate) summary: &'static str,
    /// Which values are of this kind besides those of which it is the most specific one.
    accepts: fn(&Seen<'_>) -> bool,
}

const fn kind(name: &'static str, package: &'static str, summary: &'static str) -> Kind {
    Kind { name, package, summary, accepts: |_| false }
}

impl Kind {
    const fn also(mut self, accepts: fn(&Seen<'_>) -> bool) -> Kind {
        self.accepts = accepts;
        self
    }
}

/// A value with its most specific kind, and its class in CGSuite.
struct Seen<'v> {
    value: &'v Value,
    kind: &'static str,
    class: &'static str,
}

impl Seen<'_> {
    fn is_number(&self) -> bool {
        Number::from_value(self.value).is_some()
    }

    fn is_dyadic(&self) -> bool {
        matches!(self.kind, "Integer" | "Dyadic")
    }

    /// The place of the class among those of numbers in CGSuite, from special to general.
    fn number(&self) -> Option<usize> {
        const NUMBERS: [&str; 5] =
            ["Zero", "Integer", "DyadicRational", "Rational", "SurrealNumber"];
        NUMBERS.iter().position(|known| *known == self.class)
    }

    fn is_dyadic_there(&self) -> bool {
        self.number().is_some_and(|number| number <= 2)
    }

    /// Whether the class is this one of CGSuite or a more special one.
    fn is_game_up_to(&self, class: &str) -> bool {
        // A pseudonumber that is no number is loopy.
        const GAMES: [&str; 8] = [
            "DyadicRational",
            "Nimber",
            "Uptimal",
            "CanonicalShortGame",
            "Pseudonumber",
            "CanonicalStopper",
            "StopperSidedValue",
            "SidedValue",
        ];
        let own = if self.is_dyadic_there() { "DyadicRational" } else { self.class };
        let place = |name: &str| GAMES.iter().position(|known| *known == name);
        place(own).is_some_and(|own| place(class).is_some_and(|class| own <= class))
    }
}

/// Every kind, from specific to general within a family.
pub(crate) const KINDS: &[Kind] = &[
    kind("Integer", "game", "a whole number"),
    kind("Dyadic", "", "a number m/2^n").also(|it| it.is_dyadic()),
    kind("Rational", "game", "a fraction, or `inf`").also(|it| it.is_dyadic()),
    kind("Ordinal", "", "0, 1, 2, ..., ω, ω+1, ...")
        .also(|it| matches!(it.value, Value::Game(Game::Integer(n)) if *n >= IBig::ZERO)),
    kind("Surreal", "", "a number, perhaps with ω")
        .also(|it| it.is_number() && !matches!(it.value, Value::Game(Game::Infinity { .. }))),
    kind("Number", "", "a number of any kind").also(|it| it.is_number()),
    kind("Nimber", "game", "`*n`")
        .also(|it| it.class == "Zero" || matches!(it.value, Value::Game(Game::OrdinalNimber(_)))),
    kind("NumberUpStar", "", "number plus ups plus nimber")
        .also(|it| it.is_dyadic() || it.kind == "Nimber"),
    kind("Uptimal", "game", "number plus nimber plus multiples of powers of up")
        .also(|it| it.is_dyadic() || matches!(it.kind, "Nimber" | "NumberUpStar")),
    kind("ShortGame", "", "a game that ends after finitely many moves, in canonical form").also(
        |it| it.is_dyadic() || matches!(it.value, Value::Game(Game::Short(_) | Game::UpStar(_))),
    ),
    kind("Stopper", "", "a loopy game without infinite alternating play, `over`"),
    kind("SidedGame", "", "a loopy game with two sides, `over & 0`"),
    kind("Translate", "", "a number that is no short game beside a game, `ω + ^`, `2/3 + *`"),
    kind("OrdinalNimber", "", "a nimber whose size is infinite or larger than 2^32 - 1"),
    kind("MisereGame", "", "an impartial game in misère play, `*[2,1]`"),
    kind("Genus", "", "the genus of a misère game"),
    kind("Remoteness", "", "how soon a component of a rapid join ends"),
    kind("Suspense", "", "how late a component of a slow join ends"),
    kind("Tallies", "", "a component of a union, `5_5 -6_4`: tolls and timers"),
    kind("LoopyNimber", "", "an impartial game that may go on for ever, `inf_{0,3}`, `2@11`"),
    kind("Entailed", "", "the nim-heaps that a position with entailing moves answers"),
    kind("Integers", "", "all integers, as options of a game: `Z`"),
    kind("Superheavy", "", "a game with all integers among its options, `{Z|Z}`"),
    kind("Form", "", "a game as written, not evaluated"),
    kind("Game", "game", "any game or number").also(|it| {
        is_game_like(it.value) || matches!(it.value, Value::Position(_)) || is_played(it.value)
    }),
    kind("Zero", "game", "0").also(|it| it.class == "Zero"),
    kind("DyadicRational", "game", "what CGSuite calls a Dyadic").also(|it| it.is_dyadic_there()),
    kind("SurrealNumber", "game", "what CGSuite calls a Surreal")
        .also(|it| it.number().is_some() || it.class == "GeneralizedOrdinal"),
    kind("GeneralizedOrdinal", "game", "a sum of powers of ω with whole coefficients")
        .also(|it| matches!(it.class, "GeneralizedOrdinal" | "Zero" | "Integer")),
    kind("CanonicalShortGame", "game", "what CGSuite calls a ShortGame")
        .also(|it| it.is_game_up_to("CanonicalShortGame")),
    kind("Pseudonumber", "game", "a number, on, off, or a number with over or under")
        .also(|it| it.class == "Pseudonumber" || it.is_dyadic_there()),
    kind("CanonicalStopper", "game", "a short game, or what we call a Stopper")
        .also(|it| it.is_game_up_to("CanonicalStopper")),
    kind("StopperSidedValue", "game", "a game whose two sides are stoppers")
        .also(|it| it.is_game_up_to("StopperSidedValue")),
    kind("SidedValue", "game", "a game with two sides").also(|it| it.is_game_up_to("SidedValue")),
    kind("MisereCanonicalGame", "game.misere", "what CGSuite calls a MisereGame")
        .also(|it| it.class == "MisereCanonicalGame"),
    kind("ExplicitGame", "game", "what CGSuite calls a Form").also(|it| it.class == "ExplicitGame"),
    kind("Position", "", "a position of a game, or a sum of such: `kayles(9)`"),
    kind("Ruleset", "", "the rules of a game: `kayles`"),
    kind("Way", "", "how positions are played: `misere`, `join`"),
    kind("Package", "", "a part of CGSuite's library: `game.grid`"),
    kind("Boolean", "cgsuite.lang", "`true` or `false`"),
    kind("String", "cgsuite.lang", "a text"),
    kind("List", "cgsuite.lang", "`[a,b]`"),
    kind("Set", "cgsuite.lang", "`{a,b}`"),
    kind("Map", "cgsuite.lang", "`{k => v}`"),
    kind("MapEntry", "cgsuite.lang", "one `k => v` of a map"),
    kind("Range", "cgsuite.lang", "`a..b`"),
    kind("MutableList", "cgsuite.util", "a list that can be changed"),
    kind("MutableSet", "cgsuite.util", "a set that can be changed"),
    kind("MutableMap", "cgsuite.util", "a map that can be changed"),
    kind("Strip", "cgsuite.util", "numbers in a row, `Strip([0,1])`"),
    kind("Grid", "cgsuite.util", "numbers in rows, `Grid([[0,1],[2,3]])`"),
    kind("Graph", "cgsuite.util", "a graph with numbered vertices"),
    kind("DirectedGraph", "cgsuite.util", "a graph whose edges have a direction"),
    kind("Symmetry", "cgsuite.util", "a way to turn or mirror a board"),
    kind("Icon", "cgsuite.util", "the name of a picture in CGSuite, `Icon.BlackQueen`"),
    kind("Table", "cgsuite.util", "values in rows and columns"),
    kind("IntensityPlot", "", "a table as a picture"),
    kind("ScatterPlot", "", "points as a picture"),
    kind("Random", "cgsuite.util", "a generator of random numbers"),
    kind("Periodicity", "", "period, preperiod and saltus of a sequence"),
    kind("HeapRuleset", "", "a heap game that a function tells"),
    kind("HeapPosition", "", "a heap of such a game"),
    kind("Class", "cgsuite.lang", "fields and methods: `class Heap(n) .. end`"),
    kind("Object", "", "what a class was called with: `Heap(3)`"),
    kind("Output", "", "text that is printed without quotes"),
    kind("Collection", "cgsuite.lang", "lists, sets, maps, ranges")
        .also(|it| On::Collection.accepts(it.value)),
    kind("Coordinates", "cgsuite.lang", "`(row,column)`"),
    kind("Player", "game", "`Left` or `Right`"),
    kind(
        "OutcomeClass",
        "game",
        "`L`, `R`, `N`, `P`, `D`: drawn, or `NHat`, `NCheck`, `PHat`, `PCheck`: drawn with one starter",
    ),
    kind("Thermograph", "cgsuite.util", "both walls"),
    kind("Trajectory", "cgsuite.util", "one wall of a thermograph"),
    kind("UptimalExpansion", "cgsuite.util", "the coefficients of an uptimal"),
    kind("Function", "cgsuite.lang", "something that can be called"),
    kind("System", "cgsuite.lang", "the program itself: `System.Version`"),
    kind("Nothing", "cgsuite.lang", "no value"),
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
        let row = check_kind(name, span)?;
        let class = self.class_of(value, span)?;
        let kind = self.kind(value).map_err(stopped(span))?;
        Ok(kind == row.name || (row.accepts)(&Seen { value, kind, class }))
    }
}
