//! Names of loopy values that are not read off their options: cards, and sums of a number, `^<on>`
//! or `v<on>`, and a star.

use super::Notation;
use upstar_base::{Player, Stopped};
use upstar_values::Calc;
use upstar_values::stopper::{LoopyError, Stopper, Stoppers};

/// The most loopy positions in `x^<on>*`.
const MOST_LOOPY: usize = 3;

/// `Club(3)`, as it is read.
pub(super) fn card(store: &mut Stoppers, g: Stopper) -> Result<Option<String>, Stopped> {
    match store.as_card(g) {
        Ok(card) => Ok(card.map(|(suit, number)| format!("{suit:?}({number})"))),
        Err(LoopyError::Stopped(why)) => Err(why),
        Err(_) => Ok(None),
    }
}

/// `1/2^<on>*`: a number, up-onth or its negative, and perhaps a star.
pub(super) fn uponth(
    store: &mut Stoppers,
    calc: &mut Calc,
    g: Stopper,
    notation: Notation,
) -> Result<Option<String>, Stopped> {
    let loopy = store.followers(g).into_iter().filter(|&f| store.is_loopy(f)).count();
    if loopy > MOST_LOOPY {
        return Ok(None);
    }
    let Some(number) = store.near_number(g)? else { return Ok(None) };
    let short = calc.number(&number)?;
    let x = store.of_short(calc, short)?;
    let minus = store.neg(x)?;
    let Some(rest) = store.add(g, minus)?.as_stopper() else { return Ok(None) };
    let (zero, star) = (Stopper::ZERO, store.star()?);
    for (sign, who) in [("^", Player::Right), ("v", Player::Left)] {
        let limit = store.with_pass(&[zero], &[zero], &[who])?;
        let power = match who {
            Player::Right => store.make(&[zero], &[limit])?,
            Player::Left => store.make(&[limit], &[zero])?,
        };
        let number =
            if number.is_zero() { String::new() } else { super::number(&number, notation) };
        if power == rest {
            return Ok(Some(format!("{number}{sign}<on>")));
        }
        if store.add(power, star)?.as_stopper() == Some(rest) {
            return Ok(Some(format!("{number}{sign}<on>*")));
        }
    }
    Ok(None)
}
