//! Questions about games that are answered `true` or `false`.

use super::{Builtin, Call, On, method};
use crate::error::Evaluated;
use crate::eval::{Machine, stopped};
use crate::numbers::{Number, to_dyadic};
use crate::value::{Game, Value};
use dashu_int::IBig;
use upstar_base::Stopped;
use upstar_values::{Calc, Short};

/// Asks `question` of a short game; numbers that are none get `otherwise`.
fn ask(
    m: &mut Machine,
    c: &Call<'_>,
    otherwise: fn(&Number) -> bool,
    question: fn(&mut Calc, Short) -> Result<bool, Stopped>,
) -> Evaluated<Value> {
    let value = c.arg(0);
    let answer = match Number::from_value(value) {
        Some(Number::Finite(x)) if to_dyadic(&x).is_some() => None,
        Some(number) => Some(otherwise(&number)),
        None if matches!(value, Value::Game(Game::OrdinalNimber(_))) => Some(false),
        None => None,
    };
    let answer = match answer {
        Some(answer) => answer,
        None => {
            let g = m.game(value, c.at(0))?;
            question(&mut m.calc, g).map_err(stopped(c.span))?
        }
    };
    Ok(Value::Boolean(answer))
}

fn never(_: &Number) -> bool {
    false
}

fn always(_: &Number) -> bool {
    true
}

fn is_ordinal(number: &Number) -> bool {
    matches!(number, Number::Surreal(x) if x.is_ordinal())
}

macro_rules! question {
    ($name:literal, $summary:literal, $example:expr, $otherwise:expr, $question:expr) => {
        method($name, On::Game, &[], $summary, $example, |m, c| ask(m, c, $otherwise, $question))
    };
}

pub(super) static TABLE: &[Builtin] = &[
    question!("IsZero", "is it 0?", ["(* + *).IsZero", "true"], never, |_, g| Ok(g == Short::ZERO)),
    question!(
        "IsInteger",
        "is it a whole number?",
        ["{5/2|}.IsInteger", "true"],
        never,
        |calc, g| { Ok(calc.is_integer(g)) }
    ),
    question!("IsNumber", "is it a number?", ["{0|1}.IsNumber", "true"], always, |calc, g| {
        Ok(calc.is_number(g))
    }),
    question!(
        "IsNimber",
        "is it `*n`, 0 included?",
        ["(*3 + *5).IsNimber", "true"],
        never,
        |calc, g| { Ok(calc.is_nimber(g)) }
    ),
    question!(
        "IsUptimal",
        "is it a number plus a nimber plus multiples of powers of up?",
        ["{0||0|v*}.IsUptimal", "true"],
        never,
        |calc, g| calc.is_uptimal(g)
    ),
    question!(
        "IsNumberish",
        "is it a number plus an infinitesimal?",
        ["(3/2 + ^*).IsNumberish", "true"],
        always,
        |calc, g| Ok(calc.is_numberish(g))
    ),
    question!(
        "IsNumberTiny",
        "is it a number, or a number plus a tiny or miny?",
        ["(2 + Tiny(2)).IsNumberTiny", "true"],
        always,
        |calc, g| calc.is_number_tiny(g)
    ),
    question!(
        "IsInfinitesimal",
        "is it smaller than every positive number and greater than every negative one?",
        ["^.IsInfinitesimal", "true"],
        |number| matches!(number, Number::Surreal(x) if is_infinitesimal(x)),
        |calc, g| Ok(calc.is_infinitesimal(g))
    ),
    question!(
        "IsAllSmall",
        "can at every follower both players move or neither?",
        ["^.IsAllSmall", "true"],
        never,
        |calc, g| calc.is_all_small(g)
    ),
    question!(
        "IsAtomic",
        "does it have an atomic weight?",
        ["Tiny(1).IsAtomic", "true"],
        never,
        |calc, g| { calc.is_atomic(g) }
    ),
    question!("IsEven", "is every option odd?", ["{0|0||0}.IsEven", "false"], never, |calc, g| {
        calc.is_even(g)
    }),
    question!(
        "IsOdd",
        "is it not 0, and every option even?",
        ["*.IsOdd", "true"],
        never,
        |calc, g| calc.is_odd(g)
    ),
    question!(
        "IsEvenTempered",
        "does every play to a number take an even number of moves?",
        ["5.IsEvenTempered", "true"],
        always,
        |calc, g| calc.is_even_tempered(g)
    ),
    question!(
        "IsOddTempered",
        "does every play to a number take an odd number of moves?",
        ["{3|1}.IsOddTempered", "true"],
        never,
        |calc, g| calc.is_odd_tempered(g)
    ),
    question!("IsIdempotent", "is G + G = G?", ["0.IsIdempotent", "true"], never, |calc, g| {
        calc.is_idempotent(g)
    }),
    question!(
        "IsOrdinal",
        "is it 0, 1, 2, ... or an infinite ordinal?",
        ["[omega.IsOrdinal, (-1).IsOrdinal]", "[true,false]"],
        is_ordinal,
        |calc, g| Ok(calc
            .as_number(g)
            .and_then(|x| x.to_integer())
            .is_some_and(|n| n >= IBig::ZERO))
    ),
    question!(
        "IsFinite",
        "is it a game that ends after finitely many moves, or a finite number?",
        ["[^.IsFinite, inf.IsFinite]", "[true,false]"],
        |number| matches!(number, Number::Finite(_)),
        |_, _| Ok(true)
    ),
    question!("IsLoopfree", "is every play finite?", ["^.IsLoopfree", "true"], always, |_, _| Ok(
        true
    )),
    question!(
        "IsStopper",
        "is there no infinite play with alternating moves?",
        ["^.IsStopper", "true"],
        always,
        |_, _| Ok(true)
    ),
    question!(
        "IsStopperSided",
        "are both sides equal to stoppers?",
        ["^.IsStopperSided", "true"],
        always,
        |_, _| Ok(true)
    ),
    question!(
        "IsPlumtree",
        "does every cycle in its graph have length one?",
        ["^.IsPlumtree", "true"],
        always,
        |_, _| Ok(true)
    ),
    question!(
        "IsPseudonumber",
        "is every Left option of every follower smaller than every Right option?",
        ["[(1/2).IsPseudonumber, ^.IsPseudonumber]", "[true,false]"],
        always,
        |calc, g| Ok(calc.is_number(g))
    ),
];

/// Is it between -x and x for every positive rational x?
fn is_infinitesimal(x: &upstar_values::surreal::Surreal) -> bool {
    let degree = |terms: &[upstar_values::surreal::Term]| terms.first().map(|t| t.exponent.clone());
    degree(x.numerator().terms()) < degree(x.denominator().terms())
}
