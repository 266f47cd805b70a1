//! Superheavy atoms and infinite beanstalks (Winning Ways ch. 11).

use super::Call;
use super::rows::rows;
use crate::error::{ErrorKind, Evaluated};
use crate::eval::{Interpreter, fail, surreal};
use crate::numbers::Number;
use crate::value::{Game, Value};
use dashu_int::{IBig, UBig};
use dashu_ratio::RBig;
use std::sync::Arc;
use upstar_values::surreal::Surreal;

/// The most edges of a beanstalk that are written out.
const MOST_EDGES: usize = 1 << 16;

/// The signs of the edges in a string of `L` and `R`, or `b` and `r`.
fn edges(m: &mut Interpreter, c: &Call<'_>, i: usize) -> Evaluated<Vec<bool>> {
    if matches!(c.arg(i), Value::Nothing) {
        return Ok(Vec::new());
    }
    let text = m.text(c.arg(i), c.at(i))?;
    let sign = |edge: char| match edge {
        'L' | 'l' | 'B' | 'b' | '+' => Some(true),
        'R' | 'r' | '-' => Some(false),
        _ => None,
    };
    let signs: Option<Vec<bool>> = text.chars().map(sign).collect();
    match signs {
        Some(signs) if signs.len() <= MOST_EDGES => Ok(signs),
        Some(_) => {
            let message = format!("beanstalks of more than {MOST_EDGES} edges are not written out");
            Err(fail(ErrorKind::Size, c.at(i), message))
        }
        None => {
            let message = "the edges of a beanstalk are `L` and `R`";
            Err(fail(ErrorKind::Domain, c.at(i), message))
        }
    }
}

/// The signs of the edges are the sign expansion of the number.
///
/// The edges of the first run count 1 each, those behind it 1/2, 1/4, 1/8, ... So a tail that
/// repeats and has both colours is a geometric series. A tail of one colour is not: on a stem of
/// the same colour it is ω, and else it bisects for ever towards the number of what stands below
/// the last edge of the other colour without reaching it, so that 1/ω is between.
fn beanstalk(m: &mut Interpreter, c: &Call<'_>) -> Evaluated<Value> {
    let (stem, tail) = (edges(m, c, 0)?, edges(m, c, 1)?);
    let uniform = tail.iter().all(|&sign| sign == tail[0]);
    if tail.is_empty() || !uniform {
        return Ok(Value::rational(real_beanstalk(&stem, &tail)));
    }
    let number = match stem.iter().rposition(|&sign| sign != tail[0]) {
        None => signed(tail[0], Surreal::omega()),
        Some(last) => {
            let below = Surreal::from(real_beanstalk(&stem[..last], &[]));
            let near = Surreal::omega().reciprocal().map_err(surreal(c.span))?;
            below.add(&signed(stem[last], near)).map_err(surreal(c.span))?
        }
    };
    Ok(Number::Surreal(Arc::new(number)).into_value())
}

fn signed(positive: bool, number: Surreal) -> Surreal {
    if positive { number } else { number.neg() }
}

/// The number of a finite stem and a tail that is empty or has both signs.
fn real_beanstalk(stem: &[bool], tail: &[bool]) -> RBig {
    let Some(&first) = stem.first().or(tail.first()) else {
        return RBig::ZERO;
    };
    let mut behind = stem.to_vec();
    if stem.iter().all(|&sign| sign == first) {
        behind.extend_from_slice(tail);
    }
    let run = behind.iter().take_while(|&&sign| sign == first).count();
    behind.drain(..run);
    let halved = |signs: &[bool]| {
        signs.iter().fold(IBig::ZERO, |sum, &sign| {
            let one = if sign { IBig::ONE } else { -IBig::ONE };
            sum * IBig::from(2) + one
        })
    };
    let height = IBig::from(run);
    let mut value = RBig::from(if first { height } else { -height });
    let scale = UBig::ONE << behind.len();
    value += RBig::from_parts(halved(&behind), scale.clone());
    if !tail.is_empty() {
        let period = (UBig::ONE << tail.len()) - UBig::ONE;
        value += RBig::from_parts(halved(tail), scale * period);
    }
    value
}

rows! { pub(super) TABLE |m, c|
    const Z "all integers, as options of a superheavy game"
        ["{Z|Z} + {Z|Z}", "0"] Value::Game(Game::Integers);
    Superheavy.OutcomeClass(_) "who wins: L, R, N or P"
        ["[g.OutcomeClass for g in [{Z|Z}, {Z||Z|Z}]]", "[N,L]"] match c.arg(0) {
            Value::Game(Game::Superheavy(g)) => {
                Ok(m.heavy.outcome(&mut m.calc, g)?)
            }
            other => Err(m.wrong_kind("a superheavy game", other, c.at(0))),
        };
    fn Beanstalk(stem, tail = Nothing)
        "the number of a blue-red beanstalk: the edges of the stem, then those of the tail for ever"
        ["[Beanstalk(\"LRRL\"), Beanstalk(\"\", \"LR\"), Beanstalk(\"\", \"L\"), Beanstalk(\"L\", \"R\")]",
         "[3/8,2/3,ω,1/ω]"] beanstalk(m, c);
}
