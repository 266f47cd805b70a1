//! Infinitesimals: atomic weights, uptimals, powers of up.

use super::Call;
use super::rows::{AnswerList, Arg, At, rows};
use crate::error::{ErrorKind, Evaluated};
use crate::eval::{Interpreter, fail, operation};
use crate::value::{Game, Value};
use std::sync::Arc;
use upstar_values::{Short, Uptimal};

impl Arg<'_> for Arc<Uptimal> {
    fn get(m: &mut Interpreter, c: &Call<'_>, i: usize) -> Evaluated<Self> {
        match c.arg(i) {
            Value::Expansion(uptimal) => Ok(uptimal.clone()),
            value => {
                let g = m.game(value, c.at(i))?;
                m.calc.uptimal_expansion(g).map(Arc::new).map_err(operation(c.at(i)))
            }
        }
    }
}

rows! { pub(super) TABLE |m, c|
    Game.AtomicWeight(g: Short)
        "how many ups an infinitesimal is worth beside large nimbers; an error if it has none"
        ["{^^^|vv}.AtomicWeight", "{1|0}"] m.calc.atomic_weight(g);
    Game.FarStar(g: Short) "a nimber larger than every nimber among the followers"
        ["(^*3).FarStar", "*4"] m.calc.far_star(g);
    Game.ReducedCanonicalForm(g: Short) "the simplest game that differs from G by an infinitesimal"
        ["{3*||2|1*}.ReducedCanonicalForm", "{3||2|1}"] m.calc.reduced_canonical_form(g);
    Game.UptimalExpansion(expansion: Arc<Uptimal>)
        "number, nimber and the coefficients of ^, ^<2>, ^<3>, ...; negative ones with `-` behind"
        ["(73/16 + v9*8).UptimalExpansion", "73/16*8.9-"] Value::Expansion(expansion);
    UptimalExpansion.Number(expansion: Arc<Uptimal>) "the number"
        ["(5/2 + ^*3).UptimalExpansion.Number", "5/2"] expansion.number.clone();
    UptimalExpansion.Nim(expansion: Arc<Uptimal>) "the size of the nimber"
        ["(5/2 + ^*3).UptimalExpansion.Nim", "3"] expansion.nim;
    UptimalExpansion.Coefficients(expansion: Arc<Uptimal>) "of ^, ^<2>, ..."
        ["(^^ + v<2>).UptimalExpansion.Coefficients", "[2,-1]"] AnswerList(expansion.ups.clone());
    Game.Pow(_, x) "the power of a game {0|H}: ^.Pow(n) is ^<n>"
        ["^.Pow(3)", "^<3>"] {
            if matches!(c.arg(1), Value::Game(Game::Sided(_))) {
                return Ok(super::classes::pow(m, c)?);
            }
            let g = m.game(c.arg(0), c.at(0))?;
            let x = exponent(m, c)?;
            let power = m.calc.pow(g, &x)?;
            m.demote(power)
        };
    Game.PowTo(_, x)
        "the sum of the powers of a game {0|H} up to x, G:n of any other: ^.PowTo(n) is ^[n]"
        ["^.PowTo(3)", "^[3]"] {
            if matches!(c.arg(1), Value::Game(Game::Sided(_))) {
                return Ok(super::classes::pow_to(m, c)?);
            }
            let g = m.game(c.arg(0), c.at(0))?;
            let x = exponent(m, c)?;
            // Of a game {0|H} the sum of its powers up to n is G:n, which every game has.
            let power = match m.calc.pow_to(g, &x) {
                Err(error @ upstar_values::OpError::Stopped(_)) => {
                    return Err(operation(c.at(0))(error).into());
                }
                Err(_) if x.to_integer().is_some_and(|n| n >= dashu_int::IBig::ZERO) => {
                    let n = m.calc.number(&x).at(1)?;
                    m.calc.ordinal_sum(g, n)?
                }
                other => other?,
            };
            m.demote(power)
        };
}

fn exponent(m: &mut Interpreter, c: &Call<'_>) -> Evaluated<upstar_values::Dyadic> {
    match c.arg(1) {
        Value::Game(Game::Integer(_) | Game::Rational(_)) => m.dyadic(c.arg(1), c.at(1)),
        other => {
            let text = m.brief(other);
            let message = format!("the exponent must be a dyadic number, not {text}");
            Err(fail(ErrorKind::Kind, c.at(1), message))
        }
    }
}
