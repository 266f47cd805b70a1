//! What every value has, and the rest.

use super::{Builtin, Call, MANY, On, function, method};
use crate::error::{ErrorKind, Evaluated};
use crate::eval::{Machine, fail, stopped};
use crate::position::Ruleset;
use crate::value::{Game, Value};
use std::sync::Arc;

/// Writes a line of what comes after the first `skipped` arguments.
fn print(m: &mut Machine, c: &Call<'_>, skipped: usize) -> Evaluated<Value> {
    let mut line = String::new();
    for (i, value) in c.arguments.iter().enumerate().skip(skipped) {
        if i > skipped {
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
}

pub(super) static TABLE: &[Builtin] = &[
    function(
        "print",
        &["values"],
        "writes a line; the text of each value, strings without quotes",
        ["if 1 > 0 then print(\"yes\") end", ""],
        |m, c| print(m, c, 0),
    )
    .optional(MANY),
    function(
        "error",
        &["message"],
        "ends the computation with a message; `try` catches it",
        ["try error(\"too large\") catch e then e end", "\"too large\""],
        |m, c| {
            let message = m.plain(c.arg(0), c.at(0))?;
            let message = if message.trim().is_empty() {
                "an error without a message".into()
            } else {
                message
            };
            Err(fail(ErrorKind::Domain, c.span, message))
        },
    ),
    method(
        "Print",
        On::Static("System"),
        &["values"],
        "writes a line, as `print` does",
        ["if 1 > 0 then System.Print(\"yes\") end", ""],
        |m, c| print(m, c, 1),
    )
    .optional(MANY),
    method(
        "Version",
        On::Static("System"),
        &[],
        "the version of this program",
        ["System.Version is String", "true"],
        |m, c| m.string(env!("CARGO_PKG_VERSION"), c.span),
    ),
    method(
        "Class",
        On::Any,
        &[],
        "the class of such a value in CGSuite, our own kind where there is none",
        ["[5, ^*, off].Map(x -> x.Class)", "[⟪game.Integer⟫,⟪game.Uptimal⟫,⟪game.Pseudonumber⟫]"],
        |m, c| Ok(Value::Kind(m.class_of(c.arg(0), c.at(0))?)),
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
