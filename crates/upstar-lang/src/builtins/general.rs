//! What every value has, and the rest.

use super::{Builtin, Call, MANY, On, function, method};
use crate::error::{ErrorKind, Evaluated};
use crate::eval::{Machine, fail, stopped};
use crate::position::Ruleset;
use crate::value::{Game, Value};
use std::sync::Arc;
use upstar_values::stopper::Ending;

/// The class that CGSuite gives such a value, for those who come from there.
fn class(m: &mut Machine, c: &Call<'_>) -> Evaluated<Value> {
    let value = c.arg(0);
    let kind = m.kind(value).map_err(stopped(c.span))?;
    let class = match (kind, value) {
        ("Integer", Value::Game(Game::Integer(n))) if n.is_zero() => "⟪game.Zero⟫",
        ("Integer", _) => "⟪game.Integer⟫",
        ("Dyadic", _) => "⟪game.DyadicRational⟫",
        ("Rational", _) => "⟪game.Rational⟫",
        (_, Value::Game(Game::Surreal(x))) => match x.as_generalized_ordinal() {
            Some(_) => "⟪game.GeneralizedOrdinal⟫",
            None => "⟪game.SurrealNumber⟫",
        },
        ("Nimber", _) => "⟪game.Nimber⟫",
        ("NumberUpStar" | "Uptimal", _) => "⟪game.Uptimal⟫",
        ("ShortGame", _) => "⟪game.CanonicalShortGame⟫",
        (_, Value::Game(Game::Sided(sides))) => match sides.as_stopper() {
            Some(g) if m.stoppers.as_pseudonumber(g).is_some() => "⟪game.Pseudonumber⟫",
            Some(_) => "⟪game.CanonicalStopper⟫",
            None if ENDINGS.iter().all(|&ending| sides.of(ending).is_some()) => {
                "⟪game.StopperSidedValue⟫"
            }
            None => "⟪game.SidedValue⟫",
        },
        ("MisereGame", _) => "⟪game.misere.MisereCanonicalGame⟫",
        _ => {
            let Some((_, class)) = CLASSES.iter().find(|(known, _)| *known == kind) else {
                return Err(m.wrong_kind("a value of a kind that CGSuite has", value, c.at(0)));
            };
            class
        }
    };
    Ok(Value::Kind(class))
}

/// Other kinds and their classes.
const CLASSES: &[(&str, &str)] = &[
    ("Boolean", "⟪cgsuite.lang.Boolean⟫"),
    ("Coordinates", "⟪cgsuite.lang.Coordinates⟫"),
    ("DirectedGraph", "⟪cgsuite.util.DirectedGraph⟫"),
    ("Form", "⟪game.ExplicitGame⟫"),
    ("Function", "⟪cgsuite.lang.Function⟫"),
    ("Graph", "⟪cgsuite.util.Graph⟫"),
    ("Grid", "⟪cgsuite.util.Grid⟫"),
    ("List", "⟪cgsuite.lang.List⟫"),
    ("Map", "⟪cgsuite.lang.Map⟫"),
    ("MapEntry", "⟪cgsuite.lang.MapEntry⟫"),
    ("MutableList", "⟪cgsuite.util.MutableList⟫"),
    ("MutableMap", "⟪cgsuite.util.MutableMap⟫"),
    ("MutableSet", "⟪cgsuite.util.MutableSet⟫"),
    ("Nothing", "⟪cgsuite.lang.Nothing⟫"),
    ("OutcomeClass", "⟪game.OutcomeClass⟫"),
    ("Player", "⟪game.Player⟫"),
    ("Random", "⟪cgsuite.util.Random⟫"),
    ("Range", "⟪cgsuite.lang.Range⟫"),
    ("Set", "⟪cgsuite.lang.Set⟫"),
    ("String", "⟪cgsuite.lang.String⟫"),
    ("Strip", "⟪cgsuite.util.Strip⟫"),
    ("Symmetry", "⟪cgsuite.util.Symmetry⟫"),
    ("Table", "⟪cgsuite.util.Table⟫"),
    ("Thermograph", "⟪cgsuite.util.Thermograph⟫"),
    ("UptimalExpansion", "⟪cgsuite.util.UptimalExpansion⟫"),
];

const ENDINGS: [Ending; 2] = [Ending::Left, Ending::Right];

pub(super) static TABLE: &[Builtin] = &[
    function(
        "print",
        &["values"],
        "writes a line; the text of each value, strings without quotes",
        ["if 1 > 0 then print(\"yes\") end", ""],
        |m, c| {
            let mut line = String::new();
            for (value, i) in c.arguments.iter().zip(0..) {
                if i > 0 {
                    line.push(' ');
                }
                line.push_str(&m.plain(value, c.at(i))?);
                if line.len() > m.settings.max_string {
                    return Err(m.string_too_long(c.span));
                }
            }
            let budget = m.calc.budget().clone();
            m.printed.push(line, &budget).map_err(stopped(c.span))?;
            Ok(Value::Nothing)
        },
    )
    .optional(MANY),
    function(
        "error",
        &["message"],
        "ends the computation with a message; `try` catches it",
        ["try error(\"too large\") catch e then e end", "\"too large\""],
        |m, c| {
            let message = m.plain(c.arg(0), c.at(0))?;
            Err(fail(ErrorKind::Domain, c.span, message))
        },
    ),
    method(
        "Class",
        On::Any,
        &[],
        "the class of such a value in CGSuite; `Kind` is our own word for it",
        ["[5, ^*, off].Map(x -> x.Class)", "[⟪game.Integer⟫,⟪game.Uptimal⟫,⟪game.Pseudonumber⟫]"],
        class,
    ),
    method(
        "Kind",
        On::Any,
        &[],
        "the most specific kind of the value",
        [
            "[1/2, *, ^*, {1|0}].Map(x -> x.Kind)",
            "[\"Dyadic\",\"Nimber\",\"NumberUpStar\",\"ShortGame\"]",
        ],
        |m, c| {
            let kind = m.kind(c.arg(0)).map_err(stopped(c.span))?;
            m.string(kind, c.span)
        },
    ),
    method(
        "ToString",
        On::Any,
        &[],
        "the value as it is printed",
        ["(1/2 + *).ToString", "\"1/2*\""],
        |m, c| {
            let text = m.plain(c.arg(0), c.at(0))?;
            m.string(text, c.span)
        },
    ),
    method("ToOutput", On::Any, &[], "the value itself", ["3.ToOutput", "3"], |_, c| {
        Ok(c.arg(0).clone())
    }),
    method(
        "EnclosingObject",
        On::Any,
        &[],
        "what the value is a part of: the ruleset of a position under CGSuite's name, Nothing else",
        ["[3.EnclosingObject,amazons(\"x.o\").EnclosingObject]", "[Nothing,Amazons]"],
        |_, c| match c.arg(0) {
            Value::Position(position) => {
                let rules = position.only_rules().cloned().map(Ruleset::spelt_as_in_cgsuite);
                Ok(rules.map_or(Value::Nothing, |rules| Value::Ruleset(Arc::new(rules))))
            }
            _ => Ok(Value::Nothing),
        },
    ),
    method("Row", On::Coordinates, &[], "the first coordinate", ["(2,5).Row", "2"], |_, c| {
        Ok(match c.arg(0) {
            Value::Coordinates(pair) => Value::Game(Game::Integer(pair[0].clone())),
            _ => Value::Nothing,
        })
    }),
    method(
        "Column",
        On::Coordinates,
        &[],
        "the second coordinate",
        ["(2,5).Column", "5"],
        |_, c| {
            Ok(match c.arg(0) {
                Value::Coordinates(pair) => Value::Game(Game::Integer(pair[1].clone())),
                _ => Value::Nothing,
            })
        },
    ),
    method(
        "Col",
        On::Coordinates,
        &[],
        "the second coordinate; the same as Column",
        ["(2,5).Col", "5"],
        |_, c| {
            Ok(match c.arg(0) {
                Value::Coordinates(pair) => Value::Game(Game::Integer(pair[1].clone())),
                _ => Value::Nothing,
            })
        },
    ),
    method("Opponent", On::Player, &[], "the other player", ["Left.Opponent", "Right"], |_, c| {
        Ok(match c.arg(0) {
            Value::Player(who) => Value::Player(!*who),
            _ => Value::Nothing,
        })
    }),
];
