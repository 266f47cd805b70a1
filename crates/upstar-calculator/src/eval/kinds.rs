//! The kinds of values, and `x is Kind`.
//!
//! Kinds overlap: 1/2 is a Dyadic, a Rational, a Number, an Uptimal, a ShortGame and a Game. The
//! kind *of* a value is the most specific one.

use super::class_names::kind_called;
use super::object::{is_played, object};
use super::order::is_game_like;
use super::{Interpreter, fail, stopped};
use crate::data::Data;
use crate::data::table::Plot;
use crate::error::{ErrorKind, Evaluated, Span};
use crate::numbers::Number;
use crate::suggest;
use crate::value::{Game, Value};
use dashu_int::IBig;
use upstar_base::Stopped;

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

/// What a method can be called on.
#[derive(Clone, Copy, Debug)]
pub struct On {
    /// The kinds as help names them, with `, ` between them.
    pub(crate) names: &'static str,
    /// Which values are of these kinds; none where the method is one of the names themselves, as
    /// in `Strip.Empty(3)`.
    values: Option<fn(&Value) -> bool>,
}

impl On {
    const fn values(names: &'static str, values: fn(&Value) -> bool) -> On {
        On { names, values: Some(values) }
    }

    /// The names of these kinds.
    pub(crate) const fn named(names: &'static str) -> On {
        On { names, values: None }
    }

    pub(crate) fn accepts(self, value: &Value) -> bool {
        match self.values {
            Some(accepts) => accepts(value),
            None => self.names.split(", ").any(|name| is_name(value, name)),
        }
    }
}

/// Is this the kind itself, or the function that makes its values?
fn is_name(value: &Value, kind: &str) -> bool {
    match value {
        Value::Kind(name) => *name == kind,
        Value::Builtin(builtin) => builtin.on.is_none() && builtin.name == kind,
        _ => false,
    }
}

/// Makes everything that is to be known of kinds from one row for each: its name, the package of
/// its class in CGSuite, a summary; behind `=` the values or behind `:` the data of which it is the
/// most specific kind, where that is not for games to say; behind `also` what else is of the
/// kind. Methods can be called on the kinds with values, and on those that follow `methods on`.
macro_rules! kinds {
    (
        $($kind:ident $package:literal $summary:literal $([also $also:expr])?
            $(: $data:pat $(if ($which:expr))?)? $(= $value:pat)?,)*
        ; methods on:
        $($on:ident $names:literal $(: $all:pat)? $(= $values:pat)?,)*
    ) => {
        /// Every kind, from specific to general within a family.
        pub(crate) const KINDS: &[Kind] = &[$(Kind {
            name: stringify!($kind),
            package: $package,
            summary: $summary,
            accepts: kinds!(@also $($also)?),
        }),*];

        #[allow(non_upper_case_globals, missing_docs)]
        impl On {
            $($(pub const $kind: On =
                On::values(stringify!($kind), |value| matches!(value, $value));)?)*
            $($(pub const $kind: On = On::values(stringify!($kind), |value| {
                matches!(value, Value::Data(data) if matches!(&***data, $data $(if $which)?))
            });)?)*
            $($(pub const $on: On = On::values($names, |value| matches!(value, $values));)?)*
            $($(pub const $on: On = On::values($names, |value| {
                matches!(value, Value::Data(data) if matches!(&***data, $all))
            });)?)*
        }

        impl Value {
            /// The name of the kind for messages; finer than this are the kinds of games, which
            /// only a store knows.
            pub(crate) fn sort(&self) -> &'static str {
                match self {
                    $($($value => stringify!($kind),)?)*
                    Value::Data(data) => data.kind(),
                    Value::Game(game) => game.name(),
                    Value::Kind(_) => "Kind",
                }
            }
        }

        impl Data {
            /// The name of the kind.
            pub(crate) fn kind(&self) -> &'static str {
                match self {
                    $($($data $(if $which)? => stringify!($kind),)?)*
                }
            }
        }
    };
    (@also) => { |_| false };
    (@also $also:expr) => { $also };
}

kinds! {
    Integer "game" "a whole number",
    Dyadic "" "a number m/2^n"
        [also |it| it.is_dyadic()],
    Rational "game" "a fraction, or `inf`"
        [also |it| it.is_dyadic()],
    Ordinal "" "0, 1, 2, ..., ω, ω+1, ..."
        [also |it| matches!(it.value, Value::Game(Game::Integer(n)) if *n >= IBig::ZERO)],
    Surreal "" "a number, perhaps with ω"
        [also |it| it.is_number() && !matches!(it.value, Value::Game(Game::Infinity { .. }))],
    Number "" "a number of any kind"
        [also |it| it.is_number()],
    Nimber "game" "`*n`"
        [also |it| it.class == "Zero" || matches!(it.value, Value::Game(Game::OrdinalNimber(_)))],
    NumberUpStar "" "number plus ups plus nimber"
        [also |it| it.is_dyadic() || it.kind == "Nimber"],
    Uptimal "game" "number plus nimber plus multiples of powers of up"
        [also |it| it.is_dyadic() || matches!(it.kind, "Nimber" | "NumberUpStar")],
    ShortGame "" "a game that ends after finitely many moves, in canonical form"
        [also |it| it.is_dyadic()
            || matches!(it.value, Value::Game(Game::Short(_) | Game::UpStar(_)))],
    Stopper "" "a loopy game without infinite alternating play, `over`",
    SidedGame "" "a loopy game with two sides, `over & 0`",
    Translate "" "a number that is no short game beside a game, `ω + ^`, `2/3 + *`"
        = Value::Game(Game::Translate(_)),
    OrdinalNimber "" "a nimber whose size is infinite or larger than 2^32 - 1",
    MisereGame "" "an impartial game in misère play, `*[2,1]`" = Value::Game(Game::Misere(_)),
    Genus "" "the genus of a misère game",
    Remoteness "" "how soon a component of a rapid join ends",
    Suspense "" "how late a component of a slow join ends",
    Tallies "" "a component of a union, `5_5 -6_4`: tolls and timers"
        = Value::Game(Game::Tallies(_)),
    LoopyNimber "" "an impartial game that may go on for ever, `inf_{0,3}`, `2@11`"
        = Value::Game(Game::Loopy(_) | Game::OrdinalLoopy(_)),
    Entailed "" "the nim-heaps that a position with entailing moves answers"
        = Value::Game(Game::Entailed(_)),
    Integers "" "all integers, as options of a game: `Z`",
    Superheavy "" "a game with all integers among its options, `{Z|Z}`"
        = Value::Game(Game::Superheavy(_)),
    Form "" "a game as written, not evaluated" = Value::Form(_),
    Game "game" "any game or number"
        [also |it| is_game_like(it.value)
            || matches!(it.value, Value::Position(_))
            || is_played(it.value)],
    Zero "game" "0"
        [also |it| it.class == "Zero"],
    DyadicRational "game" "what CGSuite calls a Dyadic"
        [also |it| it.is_dyadic_there()],
    SurrealNumber "game" "what CGSuite calls a Surreal"
        [also |it| it.number().is_some() || it.class == "GeneralizedOrdinal"],
    GeneralizedOrdinal "game" "a sum of powers of ω with whole coefficients"
        [also |it| matches!(it.class, "GeneralizedOrdinal" | "Zero" | "Integer")],
    CanonicalShortGame "game" "what CGSuite calls a ShortGame"
        [also |it| it.is_game_up_to("CanonicalShortGame")],
    Pseudonumber "game" "a number, on, off, or a number with over or under"
        [also |it| it.class == "Pseudonumber" || it.is_dyadic_there()],
    CanonicalStopper "game" "a short game, or what we call a Stopper"
        [also |it| it.is_game_up_to("CanonicalStopper")],
    StopperSidedValue "game" "a game whose two sides are stoppers"
        [also |it| it.is_game_up_to("StopperSidedValue")],
    SidedValue "game" "a game with two sides"
        [also |it| it.is_game_up_to("SidedValue")],
    MisereCanonicalGame "game.misere" "what CGSuite calls a MisereGame"
        [also |it| it.class == "MisereCanonicalGame"],
    ExplicitGame "game" "what CGSuite calls a Form"
        [also |it| it.class == "ExplicitGame"],
    Position "" "a position of a game, or a sum of such: `kayles(9)`" = Value::Position(_),
    Ruleset "" "the rules of a game: `kayles`" = Value::Ruleset(_),
    Way "" "how positions are played: `misere`, `join`" = Value::Way(_),
    Package "" "a part of CGSuite's library: `game.grid`" = Value::Package(_),
    Boolean "cgsuite.lang" "`true` or `false`" = Value::Boolean(_),
    String "cgsuite.lang" "a text" = Value::Text(_),
    List "cgsuite.lang" "`[a,b]`" = Value::List(_),
    Set "cgsuite.lang" "`{a,b}`" = Value::Set(_),
    Map "cgsuite.lang" "`{k => v}`" = Value::Map(_),
    MapEntry "cgsuite.lang" "one `k => v` of a map" = Value::Entry(_),
    Range "cgsuite.lang" "`a..b`" = Value::Range(_),
    MutableList "cgsuite.util" "a list that can be changed" = Value::MutableList(_),
    MutableSet "cgsuite.util" "a set that can be changed" = Value::MutableSet(_),
    MutableMap "cgsuite.util" "a map that can be changed": Data::MutableMap(_),
    Strip "cgsuite.util" "numbers in a row, `Strip([0,1])`": Data::Strip(_),
    Grid "cgsuite.util" "numbers in rows, `Grid([[0,1],[2,3]])`": Data::Grid(_),
    Graph "cgsuite.util" "a graph with numbered vertices"
        : Data::Graph(graph) if (!graph.is_directed()),
    DirectedGraph "cgsuite.util" "a graph whose edges have a direction": Data::Graph(_),
    Symmetry "cgsuite.util" "a way to turn or mirror a board": Data::Symmetry(_),
    Icon "cgsuite.util" "the name of a picture in CGSuite, `Icon.BlackQueen`": Data::Icon(_),
    Table "cgsuite.util" "values in rows and columns": Data::Table(_),
    IntensityPlot "" "a table as a picture": Data::Plot(Plot::Intensity(_)),
    ScatterPlot "" "points as a picture": Data::Plot(Plot::Scatter(_)),
    Random "cgsuite.util" "a generator of random numbers": Data::Random(_),
    Periodicity "" "period, preperiod and saltus of a sequence": Data::Periodicity(_),
    HeapRuleset "" "a heap game that a function tells": Data::HeapRules(_),
    HeapPosition "" "a heap of such a game": Data::HeapPosition(..),
    Class "cgsuite.lang" "fields and methods: `class Heap(n) .. end`": Data::Class(_),
    Object "" "what a class was called with: `Heap(3)`": Data::Object(_),
    Output "" "text that is printed without quotes": Data::Output(_),
    Collection "cgsuite.lang" "lists, sets, maps, ranges"
        [also |it| On::Collection.accepts(it.value)],
    Coordinates "cgsuite.lang" "`(row,column)`" = Value::Coordinates(_),
    Player "game" "`Left` or `Right`" = Value::Player(_),
    OutcomeClass "game"
        "`L`, `R`, `N`, `P`, `D`: drawn, or `NHat`, `NCheck`, `PHat`, `PCheck`: drawn with one starter",
    Thermograph "cgsuite.util" "both walls" = Value::Thermograph(_),
    Trajectory "cgsuite.util" "one wall of a thermograph" = Value::Wall(_),
    UptimalExpansion "cgsuite.util" "the coefficients of an uptimal" = Value::Expansion(_),
    Function "cgsuite.lang" "something that can be called" = Value::Function(_) | Value::Builtin(_),
    System "cgsuite.lang" "the program itself: `System.Version`",
    Nothing "cgsuite.lang" "no value" = Value::Nothing,

    ; methods on:
    Any "anything" = _,
    Game "Game" = Value::Form(_) | Value::Game(
        Game::Integer(_) | Game::Rational(_) | Game::Infinity { .. } | Game::Surreal(_)
        | Game::Short(_) | Game::UpStar(_) | Game::OrdinalNimber(_)
    ),
    Number "Number" = Value::Game(
        Game::Integer(_) | Game::Rational(_) | Game::Infinity { .. } | Game::Surreal(_)
    ),
    Sided "Stopper, SidedGame" = Value::Game(Game::Sided(_)),
    Paced "Remoteness, Suspense" = Value::Game(Game::Paced(_)),
    Collection "Collection" = Value::List(_) | Value::Set(_) | Value::Map(_) | Value::Range(_)
        | Value::MutableList(_) | Value::MutableSet(_),
    Sequence "List" = Value::List(_) | Value::Range(_) | Value::MutableList(_),
    Sets "Set" = Value::Set(_) | Value::MutableSet(_),
    Mutable "MutableList, MutableSet" = Value::MutableList(_) | Value::MutableSet(_),
    Graphs "Graph, DirectedGraph": Data::Graph(_),
    Plot "IntensityPlot, ScatterPlot": Data::Plot(_),
}

/// The kind of this name.
pub(crate) fn check_kind(name: &str, span: Span) -> Evaluated<&'static Kind> {
    kind_called(name).ok_or_else(|| {
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
