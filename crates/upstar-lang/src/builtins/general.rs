//! What every value has, and the rest.

use super::{Builtin, On, method};
use crate::eval::stopped;
use crate::value::Value;

pub(super) static TABLE: &[Builtin] = &[
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
        "what the value is a part of: Nothing",
        ["3.EnclosingObject", "Nothing"],
        |_, _| Ok(Value::Nothing),
    ),
    method("Row", On::Coordinates, &[], "the first coordinate", ["(2,5).Row", "2"], |_, c| {
        Ok(match c.arg(0) {
            Value::Coordinates(pair) => Value::Integer(pair[0].clone()),
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
                Value::Coordinates(pair) => Value::Integer(pair[1].clone()),
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
