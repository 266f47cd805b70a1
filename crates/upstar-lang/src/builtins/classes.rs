//! Ordinal sums, powers, classes and varieties of loopy games.

use super::{Builtin, Call, On, method};
use crate::error::Evaluated;
use crate::eval::{Machine, loopy_error, stopped};
use crate::value::Value;
use upstar_values::stopper::{Ending, LoopyError, Sides, Stopper};

fn stopper_at(m: &mut Machine, c: &Call<'_>, i: usize) -> Evaluated<Stopper> {
    m.stopper(c.arg(i), c.at(i))
}

fn found(
    m: &mut Machine,
    c: &Call<'_>,
    result: Result<Stopper, LoopyError>,
    at: usize,
) -> Evaluated<Value> {
    let g = result.map_err(loopy_error(c.at(at)))?;
    m.sided(Sides::stopper(g), c.span)
}

/// The power of a game, one of the two loopy.
pub(super) fn pow(m: &mut Machine, c: &Call<'_>) -> Evaluated<Value> {
    let (g, x) = (stopper_at(m, c, 0)?, stopper_at(m, c, 1)?);
    let sides = m.stoppers.pow(g, x).map_err(power_error(c))?;
    let mut both = Vec::with_capacity(2);
    for side in sides {
        both.push(m.sided(Sides::stopper(side), c.span)?);
    }
    m.with_sides(&both[0], &both[1], c.span)
}

/// The sum of the powers of a game, one of the two loopy.
pub(super) fn pow_to(m: &mut Machine, c: &Call<'_>) -> Evaluated<Value> {
    let (g, x) = (stopper_at(m, c, 0)?, stopper_at(m, c, 1)?);
    let power = m.stoppers.pow_to(g, x).map_err(power_error(c))?;
    m.sided(Sides::stopper(power), c.span)
}

/// The place of what is wrong: the exponent, or the game.
fn power_error<'a>(c: &'a Call<'_>) -> impl Fn(LoopyError) -> Box<crate::Error> + 'a {
    |error| {
        let at = usize::from(matches!(error, LoopyError::Exponent(_)));
        loopy_error(c.at(at))(error)
    }
}

/// The part of an ordinal sum on a base, one of the two loopy.
pub(super) fn subordinate(m: &mut Machine, c: &Call<'_>) -> Evaluated<Value> {
    let g = stopper_at(m, c, 0)?;
    let part = if matches!(c.arg(1), Value::Form(_)) {
        let base = m.base(c.arg(1), c.at(1))?;
        m.stoppers.subordinate_of_form(g, &base)
    } else {
        let base = stopper_at(m, c, 1)?;
        m.stoppers.subordinate(g, base)
    };
    let part = part.map_err(loopy_error(c.span))?;
    m.sided(Sides::stopper(part), c.span)
}

/// An ordinal sum, one of the two loopy.
pub(super) fn ordinal_sum(m: &mut Machine, c: &Call<'_>) -> Evaluated<Value> {
    m.ordinal_sum_sided(c.arg(0), c.arg(1), [c.at(0), c.at(1)], c.span)
}

fn variety_to(m: &mut Machine, c: &Call<'_>, ending: Ending) -> Evaluated<Value> {
    let (g, degree) = (stopper_at(m, c, 0)?, stopper_at(m, c, 1)?);
    let variety = m.stoppers.variety_to(g, degree, ending);
    found(m, c, variety, 1)
}

pub(super) static TABLE: &[Builtin] = &[
    method(
        "OrdinalSum",
        On::Sided,
        &["other"],
        "G : H, in which a move in G throws H away",
        ["over.OrdinalSum(1)", "over"],
        ordinal_sum,
    ),
    method(
        "Subordinate",
        On::Sided,
        &["base"],
        "the H with G = base : H, the base as written if it is a form; an error if there is none",
        ["(upon + *).Subordinate(*)", "on"],
        subordinate,
    ),
    method(
        "Pow",
        On::Sided,
        &["x"],
        "the power of a game {0|H}, as for short games",
        ["over.Pow(on)", "over & {0|under}"],
        pow,
    ),
    method(
        "PowTo",
        On::Sided,
        &["x"],
        "the sum of the powers of a game {0|H} up to x, as for short games",
        ["over.PowTo(2)", "over"],
        pow_to,
    ),
    method(
        "GameValue",
        On::Sided,
        &[],
        "a loopy game is its own value",
        ["('{-1|1}' : on).GameValue", "1under"],
        |_, c| Ok(c.arg(0).clone()),
    ),
    method(
        "Variety",
        On::Sided,
        &[],
        "the game of class 0 of the same variety; its degree must be stable",
        ["Heart(3).Variety", "Heart(0)"],
        |m, c| {
            let g = stopper_at(m, c, 0)?;
            let variety = m.stoppers.variety(g);
            found(m, c, variety, 0)
        },
    ),
    method(
        "UpsumVariety",
        On::Sided,
        &["degree"],
        "the variety to a stable degree that counts in upsums",
        ["ace.UpsumVariety(Spade(0))", "Club(0)"],
        |m, c| variety_to(m, c, Ending::Left),
    ),
    method(
        "DownsumVariety",
        On::Sided,
        &["degree"],
        "the variety to a stable degree that counts in downsums",
        ["ace.DownsumVariety(Spade(0))", "Diamond(0)"],
        |m, c| variety_to(m, c, Ending::Right),
    ),
    method(
        "UpsumVariety",
        On::Game,
        &["degree"],
        "the variety to a stable degree that counts in upsums: minus the degree",
        ["^.UpsumVariety(uponth)", "v<on>"],
        |m, c| variety_to(m, c, Ending::Left),
    ),
    method(
        "DownsumVariety",
        On::Game,
        &["degree"],
        "the variety to a stable degree that counts in downsums: the degree",
        ["^.DownsumVariety(uponth)", "^<on>"],
        |m, c| variety_to(m, c, Ending::Right),
    ),
    method(
        "ClassEnd",
        On::Sided,
        &["degree", "player"],
        "the largest (for Left) or smallest (for Right) game of its class to a degree",
        ["Heart(3).ClassEnd(Spade(0), Left)", "Spade(3)"],
        |m, c| {
            let (g, degree) = (stopper_at(m, c, 0)?, stopper_at(m, c, 1)?);
            let who = m.player(c.arg(2), c.at(2))?;
            let ending = match who {
                upstar_base::Player::Left => Ending::Left,
                upstar_base::Player::Right => Ending::Right,
            };
            if !m.stoppers.is_stable(degree).map_err(stopped(c.span))? {
                return Err(loopy_error(c.at(1))(LoopyError::Unstable));
            }
            let end = m.stoppers.class_end(g, degree, ending);
            found(m, c, end, 0)
        },
    ),
];
