//! Sign expansions: a number as the string of its moves, `+` to Left's side, `-` to Right's.
//!
//! A number other than 0 begins with a run of equal signs, as long as the next integer away from
//! 0, followed for a fraction `m/2^k` by exactly `k` more signs, the `i`-th worth `±1/2^i`, the
//! first of them against the run. `x:y` of two numbers is the concatenation of their expansions
//! (Berlekamp; *On Numbers and Games* ch. 3). The run is kept as a count, so that large integers
//! are short.

use crate::Dyadic;
use dashu_int::IBig;
use std::cmp::Ordering;
use upstar_base::Stopped;

/// The longest expansion after the first run that is written out.
const TAIL: u32 = 1 << 20;

/// The signs of a number; `true` is the sign of the first run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Signs {
    negative: bool,
    run: IBig,
    tail: Vec<bool>,
}

/// The longest expansion that is written as a text.
const WRITTEN: u32 = 1 << 16;

/// The sign expansion of a number: the moves from 0 down the tree of numbers, `+` to the right and
/// `-` to the left. As a string of Hackenbush edges, blue for `+` and red for `-`, it has the
/// number as its value (Berlekamp's rule).
///
/// ```
/// use upstar_values::{Dyadic, sign_expansion};
/// assert_eq!(sign_expansion(&Dyadic::new(13, 4))?, "+-++-");
/// assert_eq!(sign_expansion(&Dyadic::new(-5, 1))?, "---+");
/// # Ok::<(), upstar_base::Stopped>(())
/// ```
pub fn sign_expansion(x: &Dyadic) -> Result<String, Stopped> {
    let limit = u64::from(WRITTEN);
    let long = Stopped::Limit { what: "the length of a sign expansion", limit };
    let signs = Signs::of(x)?;
    let run = u32::try_from(signs.run).ok().filter(|&run| run <= WRITTEN);
    let run = run.filter(|_| signs.tail.len() <= WRITTEN as usize).ok_or(long)?;
    let all = std::iter::repeat_n(true, run as usize).chain(signs.tail);
    Ok(all.map(|same| if same != signs.negative { '+' } else { '-' }).collect())
}

impl Signs {
    pub(crate) fn of(x: &Dyadic) -> Result<Signs, Stopped> {
        if x.exponent() > TAIL {
            return Err(too_long());
        }
        let negative = x.sign() == Ordering::Less;
        let x = x.abs();
        let run = x.ceil();
        let mut place = Dyadic::from(run.clone());
        let mut tail = Vec::new();
        for i in 1..=x.exponent() {
            let up = x > place;
            let step = Dyadic::new(1, i);
            place = if up { &place + &step } else { &place - &step };
            tail.push(up);
        }
        debug_assert_eq!(place, x);
        Ok(Signs { negative, run, tail })
    }

    pub(crate) fn number(&self) -> Dyadic {
        let mut x = Dyadic::from(self.run.clone());
        for (i, &up) in (1..).zip(&self.tail) {
            let step = Dyadic::new(1, i);
            x = if up { &x + &step } else { &x - &step };
        }
        if self.negative { -&x } else { x }
    }

    /// This expansion followed by another.
    pub(crate) fn then(mut self, next: &Signs) -> Result<Signs, Stopped> {
        if self.run == IBig::ZERO || next.run == IBig::ZERO {
            return Ok(if self.run == IBig::ZERO { next.clone() } else { self });
        }
        let same = self.negative == next.negative;
        if same && self.tail.is_empty() {
            self.run += &next.run;
        } else {
            let run = u32::try_from(next.run.clone()).ok().filter(|&run| run <= TAIL);
            self.tail.extend(std::iter::repeat_n(same, run.ok_or_else(too_long)? as usize));
        }
        self.tail.extend(next.tail.iter().map(|&sign| sign == same));
        if self.tail.len() > TAIL as usize { Err(too_long()) } else { Ok(self) }
    }

    /// What follows `base` in this expansion, if it begins with `base`.
    pub(crate) fn after(&self, base: &Signs) -> Option<Signs> {
        if base.run == IBig::ZERO {
            return Some(self.clone());
        }
        if self.negative != base.negative {
            return None;
        }
        if base.tail.is_empty() && self.run > base.run {
            return Some(Signs { run: &self.run - &base.run, ..self.clone() });
        }
        let rest = self.tail.strip_prefix(&base.tail[..]).filter(|_| self.run == base.run)?;
        let run = rest.iter().take_while(|&sign| *sign == rest[0]).count();
        let first = rest.first().copied().unwrap_or(true);
        Some(Signs {
            negative: self.negative == first,
            run: run.into(),
            tail: rest[run..].iter().map(|&sign| sign == first).collect(),
        })
    }
}

fn too_long() -> Stopped {
    Stopped::Limit { what: "the length of a sign expansion", limit: TAIL.into() }
}
