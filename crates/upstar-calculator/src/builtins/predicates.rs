//! Questions about games that are answered `true` or `false`.

use super::Call;
use super::rows::rows;
use crate::error::Evaluated;
use crate::eval::{Interpreter, stopped};
use crate::numbers::{Number, to_dyadic};
use crate::value::{Game, Value};
use dashu_int::IBig;
use upstar_base::Stopped;
use upstar_values::{Calc, Short};

/// Asks `question` of a short game; numbers that are none get `otherwise`.
fn ask(
    m: &mut Interpreter,
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

rows! { pub(super) TABLE |m, c|
    Game.IsZero(_) "is it 0?"
        ["(* + *).IsZero", "true"] ask(m, c, never, |_, g| Ok(g == Short::ZERO));
    Game.IsInteger(_) "is it a whole number?"
        ["{5/2|}.IsInteger", "true"] ask(m, c, never, |calc, g| Ok(calc.is_integer(g)));
    Game.IsNumber(_) "is it a number?"
        ["{0|1}.IsNumber", "true"] ask(m, c, always, |calc, g| Ok(calc.is_number(g)));
    Game.IsNimber(_) "is it `*n`, 0 included?"
        ["(*3 + *5).IsNimber", "true"] ask(m, c, never, |calc, g| Ok(calc.is_nimber(g)));
    Game.IsUptimal(_) "is it a number plus a nimber plus multiples of powers of up?"
        ["{0||0|v*}.IsUptimal", "true"] ask(m, c, never, |calc, g| calc.is_uptimal(g));
    Game.IsNumberish(_) "is it a number plus an infinitesimal?"
        ["(3/2 + ^*).IsNumberish", "true"] ask(m, c, always, |calc, g| Ok(calc.is_numberish(g)));
    Game.IsNumberTiny(_) "is it a number, or a number plus a tiny or miny?"
        ["(2 + Tiny(2)).IsNumberTiny", "true"] ask(m, c, always, |calc, g| calc.is_number_tiny(g));
    Game.IsInfinitesimal(_)
        "is it smaller than every positive number and greater than every negative one?"
        ["^.IsInfinitesimal", "true"] ask(
            m,
            c,
            |number| matches!(number, Number::Surreal(x) if is_infinitesimal(x)),
            |calc, g| Ok(calc.is_infinitesimal(g)),
        );
    Game.IsAllSmall(_) "can at every follower both players move or neither?"
        ["^.IsAllSmall", "true"] ask(m, c, never, |calc, g| calc.is_all_small(g));
    Game.IsAtomic(_) "does it have an atomic weight?"
        ["Tiny(1).IsAtomic", "true"] ask(m, c, never, |calc, g| calc.is_atomic(g));
    Game.IsEven(_) "is every option odd?"
        ["{0|0||0}.IsEven", "false"] ask(m, c, never, |calc, g| calc.is_even(g));
    Game.IsOdd(_) "is it not 0, and every option even?"
        ["*.IsOdd", "true"] ask(m, c, never, |calc, g| calc.is_odd(g));
    Game.IsEvenTempered(_) "does every play to a number take an even number of moves?"
        ["5.IsEvenTempered", "true"] ask(m, c, always, |calc, g| calc.is_even_tempered(g));
    Game.IsOddTempered(_) "does every play to a number take an odd number of moves?"
        ["{3|1}.IsOddTempered", "true"] ask(m, c, never, |calc, g| calc.is_odd_tempered(g));
    Game.IsIdempotent(_) "is G + G = G?"
        ["0.IsIdempotent", "true"] ask(m, c, never, |calc, g| calc.is_idempotent(g));
    Game.IsOrdinal(_) "is it 0, 1, 2, ... or an infinite ordinal?"
        ["[omega.IsOrdinal, (-1).IsOrdinal]", "[true,false]"] ask(m, c, is_ordinal, |calc, g| {
            Ok(calc.as_number(g).and_then(|x| x.to_integer()).is_some_and(|n| n >= IBig::ZERO))
        });
    Game.IsFinite(_) "is it a game that ends after finitely many moves, or a finite number?"
        ["[^.IsFinite, inf.IsFinite]", "[true,false]"]
            ask(m, c, |number| matches!(number, Number::Finite(_)), |_, _| Ok(true));
    Game.IsLoopfree(_) "is every play finite?"
        ["^.IsLoopfree", "true"] ask(m, c, always, |_, _| Ok(true));
    Game.IsStopper(_) "is there no infinite play with alternating moves?"
        ["^.IsStopper", "true"] ask(m, c, always, |_, _| Ok(true));
    Game.IsStopperSided(_) "are both sides equal to stoppers?"
        ["^.IsStopperSided", "true"] ask(m, c, always, |_, _| Ok(true));
    Game.IsPlumtree(_) "does every cycle in its graph have length one?"
        ["^.IsPlumtree", "true"] ask(m, c, always, |_, _| Ok(true));
    Game.IsPseudonumber(_) "is every Left option of every follower smaller than every Right option?"
        ["[(1/2).IsPseudonumber, ^.IsPseudonumber]", "[true,false]"]
            ask(m, c, always, |calc, g| Ok(calc.is_number(g)));
}

/// Is it between -x and x for every positive rational x?
fn is_infinitesimal(x: &upstar_values::surreal::Surreal) -> bool {
    let degree =
        |terms: &[upstar_values::surreal::PowerTerm]| terms.first().map(|t| t.exponent.clone());
    degree(x.numerator().terms()) < degree(x.denominator().terms())
}
