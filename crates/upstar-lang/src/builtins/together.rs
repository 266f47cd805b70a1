//! Values of joins and unions, of loopy games and of games with entailing moves (Winning Ways
//! ch. 9, 10 and 12).

use super::constants::constant;
use super::{Builtin, Call, MANY, On, function, method};
use crate::error::{ErrorKind, Evaluated};
use crate::eval::{Machine, fail};
use crate::position::Way;
use crate::value::{Game, Paced, Value};
use dashu_int::IBig;
use std::sync::Arc;
use upstar_base::{Outcome, OutcomeClass, Play, Player};
use upstar_values::surreal::OrdinalLoopy;
use upstar_values::{Entailed, LoopyNimber, Pace, Tallies, Tally, Toll, mover_wins};

/// The number `i`, of 32 bits.
fn small(m: &mut Machine, c: &Call<'_>, i: usize) -> Evaluated<u32> {
    let n = m.natural(c.arg(i), c.at(i))?;
    u32::try_from(&n).map_err(|_| too_long(c.at(i)))
}

fn number(n: u32) -> Value {
    Value::Game(Game::Integer(IBig::from(n)))
}

fn paced(m: &mut Machine, c: &Call<'_>, pace: Pace) -> Evaluated<Value> {
    // The way of playing may stand last; it counts only where numbers are found from options.
    let given = (0..3).filter(|&i| !matches!(c.arg(i), Value::Nothing)).count();
    let (play, given) = match c.arg(given.saturating_sub(1)) {
        Value::Way(Way::Play(play)) => (*play, given - 1),
        _ => (Play::Normal, given),
    };
    if given == 3 {
        return Err(m.wrong_kind("`normal` or `misere`", c.arg(2), c.at(2)));
    }
    let left = player_number(m, c, 0, pace, play)?;
    let right = match given {
        0 | 1 => None,
        _ => Some(player_number(m, c, 1, pace, play)?),
    };
    Ok(Value::Game(Game::Paced(Paced { pace, left, right })))
}

/// The number of one player: as typed, or from those that the options leave to the opponent.
fn player_number(
    m: &mut Machine,
    c: &Call<'_>,
    i: usize,
    pace: Pace,
    play: Play,
) -> Evaluated<u32> {
    let Value::List(items) = c.arg(i) else { return small(m, c, i) };
    let mut options = Vec::with_capacity(items.as_slice().len());
    for item in items.as_slice() {
        let n = m.natural(item, c.at(i))?;
        options.push(u32::try_from(&n).map_err(|_| too_long(c.at(i)))?);
    }
    Ok(pace.number(play, options))
}

fn too_long(span: crate::Span) -> Box<crate::Error> {
    fail(ErrorKind::Domain, span, format!("numbers up to {} are possible here", u32::MAX))
}

fn numbers(m: &mut Machine, c: &Call<'_>, i: usize) -> Evaluated<Paced> {
    match c.arg(i) {
        Value::Game(Game::Paced(paced)) => Ok(*paced),
        other => Err(m.wrong_kind("a remoteness or suspense", other, c.at(i))),
    }
}

fn join(m: &mut Machine, c: &Call<'_>) -> Evaluated<Value> {
    let mut total = numbers(m, c, 0)?;
    for i in 1..c.arguments.len() {
        let next = numbers(m, c, i)?;
        if next.pace != total.pace {
            let message = "remotenesses and suspenses are of different joins: a rapid join has \
                remotenesses only, a slow one suspenses only";
            return Err(fail(ErrorKind::Kind, c.at(i), message));
        }
        let both = |a: u32, b: u32| total.pace.join([a, b]).unwrap_or(a);
        let right = |paced: Paced| paced.right.unwrap_or(paced.left);
        total = Paced {
            left: both(total.left, next.left),
            right: match (total.right, next.right) {
                (None, None) => None,
                _ => Some(both(right(total), right(next))),
            },
            ..total
        };
    }
    Ok(Value::Game(Game::Paced(total)))
}

fn winner(m: &mut Machine, c: &Call<'_>, play: Play) -> Evaluated<Value> {
    let paced = numbers(m, c, 0)?;
    let [left, right] =
        [paced.left, paced.right.unwrap_or(paced.left)].map(|number| mover_wins(play, number));
    Ok(Value::Game(Game::Outcome(Outcome::from_first(left, right).into())))
}

/// Tallies, or those of a number.
fn tallies(m: &mut Machine, c: &Call<'_>, i: usize) -> Evaluated<Tallies> {
    match c.arg(i) {
        Value::Game(Game::Tallies(tallies)) => Ok((***tallies).clone()),
        number @ Value::Game(Game::Integer(_) | Game::Rational(_)) => {
            m.dyadic(number, c.at(i)).map(Tallies::number)
        }
        other => Err(m.wrong_kind("tallies or a number", other, c.at(i))),
    }
}

fn union(m: &mut Machine, c: &Call<'_>) -> Evaluated<Value> {
    let mut total = tallies(m, c, 0)?;
    for i in 1..c.arguments.len() {
        let next = tallies(m, c, i)?;
        for who in Player::BOTH {
            let (a, b) = (total.of(who), next.of(who));
            let infinite = |tally: &Tally| !matches!(tally.toll, Toll::Finite(_));
            if infinite(a) && infinite(b) && a.timer == b.timer && a.toll != b.toll {
                let message = "both players have won already: there is no such union";
                return Err(fail(ErrorKind::Domain, c.at(i), message));
            }
        }
        let both = |who| Tally::union([(total.of(who), 1), (next.of(who), 1)]);
        total = Tallies { left: both(Player::Left), right: both(Player::Right) };
    }
    m.tallies(total, c.span)
}

fn read_tallies(m: &mut Machine, c: &Call<'_>) -> Evaluated<Value> {
    let text = m.text(c.arg(0), c.at(0))?;
    let read = match text.trim().strip_prefix('{').and_then(|rest| rest.strip_suffix('}')) {
        Some(options) => Tallies::from_options(options),
        None => text.parse(),
    };
    match read {
        Ok(tallies) => m.tallies(tallies, c.at(0)),
        Err(_) => {
            let message = "expected two tallies such as `5_5 -6_4` or `inf_1 1/2_3`, a number, or the tallies \
                of options such as `{..inf_4, ..2_2 | 1_6..}`";
            Err(fail(ErrorKind::Domain, c.at(0), message))
        }
    }
}

fn of_player(m: &mut Machine, c: &Call<'_>, part: fn(&Tally) -> Value) -> Evaluated<Value> {
    let who = m.player(c.arg(1), c.at(1))?;
    Ok(part(tallies(m, c, 0)?.of(who)))
}

fn toll(tally: &Tally) -> Value {
    match &tally.toll {
        Toll::MinusInfinity => Value::Game(Game::Infinity { negative: true }),
        Toll::Finite(x) => Value::dyadic(x),
        Toll::Infinity => Value::Game(Game::Infinity { negative: false }),
    }
}

fn loopy(m: &mut Machine, c: &Call<'_>) -> Evaluated<Arc<crate::value::Charged<LoopyNimber>>> {
    match c.arg(0) {
        Value::Game(Game::Loopy(value)) => Ok(Arc::clone(value)),
        other => Err(m.wrong_kind("a loopy nimber", other, c.at(0))),
    }
}

fn read_loopy(m: &mut Machine, c: &Call<'_>) -> Evaluated<Value> {
    if let Value::List(items) = c.arg(0) {
        let mut subscripts = std::collections::BTreeSet::new();
        for item in items.as_slice() {
            let Some(size) = super::ordinals::as_ordinal(item) else {
                return Err(m.wrong_kind("an ordinal", item, c.at(0)));
            };
            subscripts.insert(size);
        }
        return m.ordinal_loopy_value(OrdinalLoopy::Loopy(subscripts), c.at(0));
    }
    let text = m.text(c.arg(0), c.at(0))?;
    match text.parse() {
        Ok(value) => m.loopy_nimber(value, c.at(0)),
        Err(_) => {
            let message =
                "expected a loopy value such as `2@11`, `inf_{0,3}`, `inf`, `*3` or `loony`";
            Err(fail(ErrorKind::Domain, c.at(0), message))
        }
    }
}

fn set(m: &mut Machine, c: &Call<'_>, i: usize) -> Evaluated<Entailed> {
    match c.arg(i) {
        Value::Game(Game::Entailed(set)) => Ok((***set).clone()),
        other => Err(m.wrong_kind("an entailed value", other, c.at(i))),
    }
}

fn read_entailed(m: &mut Machine, c: &Call<'_>) -> Evaluated<Value> {
    let text = m.text(c.arg(0), c.at(0))?;
    match text.parse() {
        Ok(set) => m.entailed(set, c.at(0)),
        Err(_) => {
            let message = "expected an entailed value such as `1,4>`, `0,2`, `sunny` or `loony`, \
                with numbers up to 1048576";
            Err(fail(ErrorKind::Domain, c.at(0), message))
        }
    }
}

fn contains(m: &mut Machine, c: &Call<'_>) -> Evaluated<Value> {
    let set = set(m, c, 0)?;
    let n = m.natural(c.arg(1), c.at(1))?;
    let found = u32::try_from(&n).map_or(set.is_cofinite(), |n| set.contains(n));
    Ok(Value::Boolean(found))
}

pub(super) static TABLE: &[Builtin] = &[
    function(
        "Remoteness",
        &["left", "right", "play"],
        "how soon a component of a rapid join ends if Left or Right starts, one number if it is impartial; a list is of what the options leave to the opponent",
        ["[Remoteness(10,12), Remoteness([4,1,2]), Remoteness([0,2],[3,5],misere)]", "[Remoteness(10,12),Remoteness(3),Remoteness(3,4)]"],
        |m, c| paced(m, c, Pace::Rapid),
    )
    .optional(2),
    function(
        "Suspense",
        &["left", "right", "play"],
        "how late a component of a slow join ends if Left or Right starts, one number if it is impartial; a list is of what the options leave to the opponent",
        ["[Suspense(3), Suspense([4,1,2]), {0|Suspense(1,2)}]", "[Suspense(3),Suspense(5),Suspense(1,2)]"],
        |m, c| paced(m, c, Pace::Slow),
    )
    .optional(2),
    function(
        "Join",
        &["a"],
        "the least of remotenesses or the greatest of suspenses: that of the join",
        ["Join(Remoteness(10,12), Remoteness(11,11))", "Remoteness(10,11)"],
        join,
    )
    .optional(MANY),
    method(
        "OutcomeClass",
        On::Paced,
        &[],
        "who wins in normal play: the player to move if the number is odd",
        ["Remoteness(1,2).OutcomeClass", "L"],
        |m, c| winner(m, c, Play::Normal),
    ),
    method(
        "MisereOutcomeClass",
        On::Paced,
        &[],
        "who wins in misère play: the player to move if the number is even",
        ["Remoteness(10,11).MisereOutcomeClass", "L"],
        |m, c| winner(m, c, Play::Misere),
    ),
    method(
        "Numbers",
        On::Paced,
        &[],
        "the numbers if Left and if Right starts",
        ["Suspense(3,4).Numbers", "[3,4]"],
        |m, c| {
            let paced = numbers(m, c, 0)?;
            m.list([paced.left, paced.right.unwrap_or(paced.left)].map(number), c.span)
        },
    ),
    function(
        "Tally",
        &["text"],
        "reads two tallies, the number of a cold position, or a position by the tallies that its options leave to the opponent",
        ["[Tally(\"inf_1 -1/2_3\"), Tally(\"{..inf_6, ..inf_4 | 1_9.., 1_6..}\"), {1_2 0_1|0_1 0_1}]", "[inf_1 -1/2_3,inf_5 1_7,0]"],
        read_tallies,
    ),
    function(
        "Union",
        &["a"],
        "the tallies of a union; a number is a cold component",
        ["Union(4_3 1_4, 1_2 0_1, 0_5 -7_3)", "5_5 -6_4"],
        union,
    )
    .optional(MANY),
    method(
        "OutcomeClass",
        On::Tallies,
        &[],
        "who wins: by the sign of the toll, and if that is 0 by the parity of the timer",
        ["(5_5 -6_4).OutcomeClass", "N"],
        |m, c| {
            let tallies = tallies(m, c, 0)?;
            let wins = |who| tallies.of(who).winner(who) == who;
            Ok(Value::Game(Game::Outcome(Outcome::from_first(wins(Player::Left), wins(Player::Right)).into())))
        },
    ),
    method(
        "Toll",
        On::Tallies,
        &["player"],
        "how many moves Left is ahead in the end if that player starts",
        ["(5_5 -6_4).Toll(Right)", "-6"],
        |m, c| of_player(m, c, toll),
    ),
    method(
        "Timer",
        On::Tallies,
        &["player"],
        "how long the fight lasts if that player starts",
        ["(5_5 -6_4).Timer(Right)", "4"],
        |m, c| of_player(m, c, |tally| number(tally.timer)),
    ),
    function(
        "Loopy",
        &["text"],
        "the value of a loopy impartial game as tables show it, or by the list of its subscripts",
        ["[Loopy(\"inf\"), Loopy([0,3]) + *omega]", "[inf_{},Loopy([ω,ω+3])]"],
        read_loopy,
    ),
    method(
        "OutcomeClass",
        On::Loopy,
        &[],
        "who wins: N, P, or D if play goes on for ever",
        ["[x.OutcomeClass for x in [inf_{0,3},inf_{1},0@2]]", "[N,D,P]"],
        |m, c| {
            let outcome = match c.arg(0) {
                Value::Game(Game::OrdinalLoopy(value)) => value.outcome(),
                _ => loopy(m, c)?.outcome(),
            };
            Ok(Value::Game(Game::Outcome(outcome.into())))
        },
    ),
    method(
        "Subscripts",
        On::Loopy,
        &[],
        "the sizes of the nim-heaps among the options of what is not a nim-heap, else Nothing",
        ["(inf_{0,3} + *1).Subscripts", "[1,2]"],
        |m, c| {
            if let Value::Game(Game::OrdinalLoopy(value)) = c.arg(0) {
                let OrdinalLoopy::Loopy(subscripts) = &**value else { return Ok(Value::Nothing) };
                let sizes = subscripts.iter().cloned().map(super::ordinals::value);
                return m.list(sizes, c.span);
            }
            match &**loopy(m, c)? {
                LoopyNimber::Loopy(subscripts) => {
                    m.list(subscripts.iter().map(|&n| number(n)), c.span)
                }
                _ => Ok(Value::Nothing),
            }
        },
    ),
    method(
        "Stage",
        On::Loopy,
        &[],
        "at which stage of Smith's labelling a nim-heap is found, else Nothing",
        ["2@11.Stage", "11"],
        |m, c| match c.arg(0) {
            Value::Game(Game::OrdinalLoopy(_)) => Ok(Value::Nothing),
            _ => Ok(loopy(m, c)?.stage().map_or(Value::Nothing, number)),
        },
    ),
    method(
        "NimValue",
        On::Loopy,
        &[],
        "n for a game equal to *n, else Nothing",
        ["2@11.NimValue", "2"],
        |m, c| Ok(m.nim_heap(c.arg(0)).map_or(Value::Nothing, number)),
    ),
    constant(
        "sunny",
        "an entailing move to it wins whatever else there is: the set of all numbers",
        ["sunny.Contains(7)", "true"],
        |m, span| m.entailed(Entailed::sunny(), span),
    ),
    constant(
        "loony",
        "the player to move from it wins whatever else there is: the empty set",
        ["loony + *3", "loony"],
        |m, span| m.entailed(Entailed::loony(), span),
    ),
    function(
        "Entailed",
        &["text"],
        "reads the set of the n for which the move to a position wins beside *n; `4>` is 4 and above",
        ["Entailed(\"1,4>\")", "Entailed(\"1,4>\")"],
        read_entailed,
    ),
    method(
        "Complement",
        On::Entailed,
        &[],
        "the numbers that are not in the set",
        ["Entailed(\"1,4>\").Complement", "Entailed(\"0,2,3\")"],
        |m, c| {
            let complement = set(m, c, 0)?.complement();
            m.entailed(complement, c.span)
        },
    ),
    method(
        "Contains",
        On::Entailed,
        &["n"],
        "does an entailing move to it win when the rest is worth *n?",
        ["Entailed(\"1,4>\").Contains(3)", "false"],
        contains,
    ),
    method(
        "Least",
        On::Entailed,
        &[],
        "the nim-value after an ordinary move, the least number in the set; Nothing if it is loony",
        ["Entailed(\"1,4>\").Least", "1"],
        |m, c| Ok(set(m, c, 0)?.least().map_or(Value::Nothing, number)),
    ),
    method(
        "Union",
        On::Entailed,
        &["other"],
        "the numbers in one of the sets",
        ["Entailed(\"1,4>\").Union(Entailed(\"0,2\"))", "Entailed(\"0,1,2,4>\")"],
        |m, c| {
            let mut union = set(m, c, 0)?;
            union.add(&set(m, c, 1)?);
            m.entailed(union, c.span)
        },
    ),
    method(
        "OutcomeClass",
        On::Entailed,
        &[],
        "who wins it alone after an ordinary move: P if the set contains 0, else N",
        ["Entailed(\"1,4>\").OutcomeClass", "N"],
        |m, c| {
            let previous = set(m, c, 0)?.least() == Some(0);
            Ok(Value::Game(Game::Outcome(if previous { OutcomeClass::P } else { OutcomeClass::N })))
        },
    ),
];
