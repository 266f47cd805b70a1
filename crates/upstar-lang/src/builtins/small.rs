//! Infinitesimals: atomic weights, uptimals, powers of up.

use super::{Builtin, Call, On, method};
use crate::error::{ErrorKind, Evaluated};
use crate::eval::{Machine, fail, operation, stopped};
use crate::value::{Game, Value};
use std::sync::Arc;
use upstar_values::Uptimal;

fn expansion(m: &mut Machine, c: &Call<'_>) -> Evaluated<Arc<Uptimal>> {
    match c.arg(0) {
        Value::Expansion(uptimal) => Ok(uptimal.clone()),
        value => {
            let g = m.game(value, c.at(0))?;
            m.calc.uptimal_expansion(g).map(Arc::new).map_err(operation(c.at(0)))
        }
    }
}

pub(super) static TABLE: &[Builtin] = &[
    method(
        "AtomicWeight",
        On::Game,
        &[],
        "how many ups an infinitesimal is worth beside large nimbers; an error if it has none",
        ["{^^^|vv}.AtomicWeight", "{1|0}"],
        |m, c| {
            let g = m.game(c.arg(0), c.at(0))?;
            let weight = m.calc.atomic_weight(g).map_err(operation(c.at(0)))?;
            Ok(m.demote(weight))
        },
    ),
    method(
        "FarStar",
        On::Game,
        &[],
        "a nimber larger than every nimber among the followers",
        ["(^*3).FarStar", "*4"],
        |m, c| {
            let g = m.game(c.arg(0), c.at(0))?;
            let star = m.calc.far_star(g).map_err(stopped(c.span))?;
            Ok(m.demote(star))
        },
    ),
    method(
        "ReducedCanonicalForm",
        On::Game,
        &[],
        "the simplest game that differs from G by an infinitesimal",
        ["{3*||2|1*}.ReducedCanonicalForm", "{3||2|1}"],
        |m, c| {
            let g = m.game(c.arg(0), c.at(0))?;
            let reduced = m.calc.reduced_canonical_form(g).map_err(stopped(c.span))?;
            Ok(m.demote(reduced))
        },
    ),
    method(
        "UptimalExpansion",
        On::Game,
        &[],
        "number, nimber and the coefficients of ^, ^<2>, ^<3>, ...; negative ones with `-` behind",
        ["(73/16 + v9*8).UptimalExpansion", "73/16*8.9-"],
        |m, c| expansion(m, c).map(Value::Expansion),
    ),
    method(
        "Number",
        On::Expansion,
        &[],
        "the number",
        ["(5/2 + ^*3).UptimalExpansion.Number", "5/2"],
        |m, c| Ok(Value::dyadic(&expansion(m, c)?.number)),
    ),
    method(
        "Nim",
        On::Expansion,
        &[],
        "the size of the nimber",
        ["(5/2 + ^*3).UptimalExpansion.Nim", "3"],
        |m, c| Ok(Value::Game(Game::Integer(expansion(m, c)?.nim.into()))),
    ),
    method(
        "Coefficients",
        On::Expansion,
        &[],
        "of ^, ^<2>, ...",
        ["(^^ + v<2>).UptimalExpansion.Coefficients", "[2,-1]"],
        |m, c| {
            let uptimal = expansion(m, c)?;
            m.list(uptimal.ups.iter().map(|&a| Value::Game(Game::Integer(a.into()))), c.span)
        },
    ),
    method(
        "Pow",
        On::Game,
        &["x"],
        "the power of a game {0|H}: ^.Pow(n) is ^<n>",
        ["^.Pow(3)", "^<3>"],
        |m, c| {
            if matches!(c.arg(1), Value::Game(Game::Sided(_))) {
                return super::classes::pow(m, c);
            }
            let g = m.game(c.arg(0), c.at(0))?;
            let x = exponent(m, c)?;
            let power = m.calc.pow(g, &x).map_err(operation(c.at(0)))?;
            Ok(m.demote(power))
        },
    ),
    method(
        "PowTo",
        On::Game,
        &["x"],
        "the sum of the powers of a game {0|H} up to x, G:n of any other: ^.PowTo(n) is ^[n]",
        ["^.PowTo(3)", "^[3]"],
        |m, c| {
            if matches!(c.arg(1), Value::Game(Game::Sided(_))) {
                return super::classes::pow_to(m, c);
            }
            let g = m.game(c.arg(0), c.at(0))?;
            let x = exponent(m, c)?;
            // Of a game {0|H} the sum of its powers up to n is G:n, which every game has.
            let power = match m.calc.pow_to(g, &x) {
                Err(error @ upstar_values::OpError::Stopped(_)) => {
                    return Err(operation(c.at(0))(error));
                }
                Err(_) if x.to_integer().is_some_and(|n| n >= dashu_int::IBig::ZERO) => {
                    let n = m.calc.number(&x).map_err(stopped(c.at(1)))?;
                    m.calc.ordinal_sum(g, n).map_err(stopped(c.span))?
                }
                other => other.map_err(operation(c.at(0)))?,
            };
            Ok(m.demote(power))
        },
    ),
];

fn exponent(m: &mut Machine, c: &Call<'_>) -> Evaluated<upstar_values::Dyadic> {
    match c.arg(1) {
        Value::Game(Game::Integer(_) | Game::Rational(_)) => m.dyadic(c.arg(1), c.at(1)),
        other => {
            let text = m.brief(other);
            let message = format!("the exponent must be a dyadic number, not {text}");
            Err(fail(ErrorKind::Kind, c.at(1), message))
        }
    }
}
