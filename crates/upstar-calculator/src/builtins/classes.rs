//! Ordinal sums, powers, classes and varieties of loopy games.

use super::Call;
use super::rows::{Arg, At, rows};
use crate::error::Evaluated;
use crate::eval::{Interpreter, loopy_error};
use crate::value::Value;
use upstar_base::Player;
use upstar_values::stopper::{Ending, LoopyError, Sides, Stopper};

/// The power of a game, one of the two loopy.
pub(super) fn pow(m: &mut Interpreter, c: &Call<'_>) -> Evaluated<Value> {
    let (g, x) = (Stopper::get(m, c, 0)?, Stopper::get(m, c, 1)?);
    let sides = m.stoppers.pow(g, x).map_err(power_error(c))?;
    let mut both = Vec::with_capacity(2);
    for side in sides {
        both.push(m.sided(Sides::stopper(side), c.span)?);
    }
    m.with_sides(&both[0], &both[1], c.span)
}

/// The sum of the powers of a game, one of the two loopy.
pub(super) fn pow_to(m: &mut Interpreter, c: &Call<'_>) -> Evaluated<Value> {
    let (g, x) = (Stopper::get(m, c, 0)?, Stopper::get(m, c, 1)?);
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
pub(super) fn subordinate(m: &mut Interpreter, c: &Call<'_>) -> Evaluated<Value> {
    let g = Stopper::get(m, c, 0)?;
    let part = if matches!(c.arg(1), Value::Form(_)) {
        let base = m.base(c.arg(1), c.at(1))?;
        m.stoppers.subordinate_of_form(g, &base)
    } else {
        let base = Stopper::get(m, c, 1)?;
        m.stoppers.subordinate(g, base)
    };
    let part = part.map_err(loopy_error(c.span))?;
    m.sided(Sides::stopper(part), c.span)
}

/// An ordinal sum, one of the two loopy.
pub(super) fn ordinal_sum(m: &mut Interpreter, c: &Call<'_>) -> Evaluated<Value> {
    m.ordinal_sum_sided(c.arg(0), c.arg(1), [c.at(0), c.at(1)], c.span)
}

rows! { pub(super) TABLE |m, c|
    Sided.OrdinalSum(_, other) "G : H, in which a move in G throws H away"
        ["over.OrdinalSum(1)", "over"] ordinal_sum(m, c);
    Sided.Subordinate(_, base)
        "the H with G = base : H, the base as written if it is a form; an error if there is none"
        ["(upon + *).Subordinate(*)", "on"] subordinate(m, c);
    Sided.Pow(_, x) "the power of a game {0|H}, as for short games"
        ["over.Pow(on)", "over & {0|under}"] pow(m, c);
    Sided.PowTo(_, x) "the sum of the powers of a game {0|H} up to x, as for short games"
        ["over.PowTo(2)", "over"] pow_to(m, c);
    Sided.GameValue(_) "a loopy game is its own value"
        ["('{-1|1}' : on).GameValue", "1under"] c.arg(0).clone();
    Sided.Variety(g: Stopper) "the game of class 0 of the same variety; its degree must be stable"
        ["Heart(3).Variety", "Heart(0)"] m.stoppers.variety(g);
    Sided.UpsumVariety(g: Stopper, degree: Stopper) "the variety to a stable degree that counts in upsums"
        ["ace.UpsumVariety(Spade(0))", "Club(0)"]
            m.stoppers.variety_to(g, degree, Ending::Left).at(1);
    Sided.DownsumVariety(g: Stopper, degree: Stopper) "the variety to a stable degree that counts in downsums"
        ["ace.DownsumVariety(Spade(0))", "Diamond(0)"]
            m.stoppers.variety_to(g, degree, Ending::Right).at(1);
    Game.UpsumVariety(g: Stopper, degree: Stopper)
        "the variety to a stable degree that counts in upsums: minus the degree"
        ["^.UpsumVariety(uponth)", "v<on>"]
            m.stoppers.variety_to(g, degree, Ending::Left).at(1);
    Game.DownsumVariety(g: Stopper, degree: Stopper)
        "the variety to a stable degree that counts in downsums: the degree"
        ["^.DownsumVariety(uponth)", "^<on>"]
            m.stoppers.variety_to(g, degree, Ending::Right).at(1);
    Sided.ClassEnd(g: Stopper, degree: Stopper, player: Player)
        "the largest (for Left) or smallest (for Right) game of its class to a degree"
        ["Heart(3).ClassEnd(Spade(0), Left)", "Spade(3)"] {
            let ending = match player {
                upstar_base::Player::Left => Ending::Left,
                upstar_base::Player::Right => Ending::Right,
            };
            if !m.stoppers.is_stable(degree)? {
                return Err(loopy_error(c.at(1))(LoopyError::Unstable).into());
            }
            m.stoppers.class_end(g, degree, ending)?
        };
}
