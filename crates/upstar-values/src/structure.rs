//! How large a game is: birthday, stop count, followers.
//!
//! All of these are properties of the canonical form. Numbers plus ups plus nimbers have closed
//! forms, so that a large integer or nimber costs nothing: the sum of a number `x` and an
//! infinitesimal `e` of that kind has the options `x + e'`, so it is born on the sum of their
//! days and its stop count is that of `e`.

use crate::memo::Memos;
use crate::{Calc, Dyadic, NumberUpStar, Short};
use dashu_int::{IBig, UBig};
use rustc_hash::FxHashSet;
use std::collections::BTreeMap;
use upstar_base::{Player, Stopped};

/// The longest list of followers that is written out.
pub const FOLLOWERS: u64 = 2_000_000;

/// The largest nimber whose stop count `2.3^(m-1)` is written out.
const STOP_COUNT_NIMBER: u32 = 1_000_000;

impl Calc {
    /// The day on which `g` is born: 0 for 0, else one more than the latest option's.
    ///
    /// ```
    /// use upstar_values::{Calc, Dyadic};
    /// let mut calc = Calc::default();
    /// let x = calc.number(&Dyadic::new(9, 3))?;
    /// assert_eq!(calc.birthday(x)?, 5.into());
    /// # Ok::<(), upstar_base::Stopped>(())
    /// ```
    pub fn birthday(&mut self, g: Short) -> Result<IBig, Stopped> {
        if let Some(v) = self.as_number_up_star(g) {
            return Ok(birthday_of_simple(&v));
        }
        self.remembered(Memos::birthday, g, |calc| {
            let mut latest = IBig::ZERO;
            for who in Player::BOTH {
                for option in calc.options(g, who)? {
                    latest = latest.max(calc.birthday(option)?);
                }
            }
            Ok(latest + IBig::ONE)
        })
    }

    /// How many ways there are to play `g` down to numbers: 1 for a number, else the sum over
    /// all options.
    pub fn stop_count(&mut self, g: Short) -> Result<UBig, Stopped> {
        if let Some(v) = self.as_number_up_star(g) {
            return stop_count_of_simple(&v);
        }
        self.remembered(Memos::stop_count, g, |calc| {
            let mut count = UBig::ZERO;
            for who in Player::BOTH {
                for option in calc.options(g, who)? {
                    count += calc.stop_count(option)?;
                }
            }
            Ok(count)
        })
    }

    /// How many followers `g` has, itself included.
    ///
    /// ```
    /// use upstar_values::Calc;
    /// let mut calc = Calc::default();
    /// let n = calc.integer(-1_823_437_481_924)?;
    /// assert_eq!(calc.follower_count(n)?, 1_823_437_481_925u64.into());
    /// # Ok::<(), upstar_base::Stopped>(())
    /// ```
    pub fn follower_count(&mut self, g: Short) -> Result<UBig, Stopped> {
        if let Some(v) = self.as_number_up_star(g) {
            return Ok(follower_count_of_simple(&v));
        }
        Ok(FollowerCensus::of(self, g)?.count())
    }

    /// All followers of `g`, itself included, in house order.
    pub fn followers(&mut self, g: Short) -> Result<Vec<Short>, Stopped> {
        if self.follower_count(g)? > UBig::from(FOLLOWERS) {
            return Err(Stopped::Limit { what: "a list of followers", limit: FOLLOWERS });
        }
        let mut seen = FxHashSet::from_iter([g]);
        let mut followers = vec![g];
        let mut next = 0;
        while let Some(&h) = followers.get(next) {
            self.step()?;
            for who in Player::BOTH {
                followers.extend(self.options(h, who)?.iter().filter(|&&k| seen.insert(k)));
            }
            next += 1;
        }
        self.sort_house(&mut followers)?;
        Ok(followers)
    }
}

fn birthday_of_number(x: &Dyadic) -> IBig {
    let whole = x.abs().floor();
    match x.exponent() {
        0 => whole,
        k => whole + IBig::from(k) + IBig::ONE,
    }
}

/// The nimber of the last game with one up in the chain of Right options
/// `n.↑ + *m`, `(n-1).↑ + *(m xor 1)`, ..., and the number of steps to it.
fn last_up(v: &NumberUpStar) -> (u32, u32) {
    let steps = v.up.unsigned_abs().saturating_sub(1);
    (v.nim ^ (steps & 1), steps)
}

/// The birthday of ups and a nimber, and how many followers other than 0 they have with them.
fn infinitesimal_days(v: &NumberUpStar) -> u64 {
    match (v.up, last_up(v)) {
        (0, _) => u64::from(v.nim),
        (_, (0 | 1, steps)) => 2 + u64::from(steps),
        (_, (nim, steps)) => 1 + u64::from(nim ^ 1) + u64::from(steps),
    }
}

fn birthday_of_simple(v: &NumberUpStar) -> IBig {
    birthday_of_number(&v.number) + IBig::from(infinitesimal_days(v))
}

fn stop_count_of_simple(v: &NumberUpStar) -> Result<UBig, Stopped> {
    let of_nimber = |m: u32| match m {
        0 => Ok(UBig::ONE),
        m if m > STOP_COUNT_NIMBER => Err(Stopped::Limit {
            what: "the size of a nimber whose stop count is asked",
            limit: STOP_COUNT_NIMBER.into(),
        }),
        m => Ok(UBig::from(2u8) * UBig::from(3u8).pow(m as usize - 1)),
    };
    Ok(match (v.up, last_up(v)) {
        (0, _) => of_nimber(v.nim)?,
        (_, (1, steps)) => UBig::from(4u64 + u64::from(steps)),
        (_, (nim, steps)) => of_nimber(nim ^ 1)? + UBig::from(1 + u64::from(steps)),
    })
}

/// A number has, as well as the integers from 0 up to it, one follower for each binary place.
fn follower_count_of_number(x: &Dyadic) -> UBig {
    integers_below(x) + UBig::from(1 + u64::from(x.exponent()))
}

fn integers_below(x: &Dyadic) -> UBig {
    x.abs().ceil().try_into().unwrap_or(UBig::ZERO)
}

fn follower_count_of_simple(v: &NumberUpStar) -> UBig {
    follower_count_of_number(&v.number) + UBig::from(infinitesimal_days(v))
}

/// The followers of a game, with whole ranges of integers and of nimbers counted, not listed.
struct FollowerCensus {
    /// The largest and the least integer, with all integers between each and 0.
    integers: [Dyadic; 2],
    /// The other numbers.
    fractions: FxHashSet<Dyadic>,
    /// `x + *m` for all `m` from 1 to the value at `x`.
    nimbers: BTreeMap<Dyadic, u32>,
    others: FxHashSet<Short>,
}

impl FollowerCensus {
    fn of(calc: &mut Calc, g: Short) -> Result<FollowerCensus, Stopped> {
        let mut census = FollowerCensus {
            integers: [Dyadic::zero(), Dyadic::zero()],
            fractions: FxHashSet::default(),
            nimbers: BTreeMap::new(),
            others: FxHashSet::default(),
        };
        let mut waiting = vec![g];
        while let Some(h) = waiting.pop() {
            calc.step()?;
            match calc.as_number_up_star(h) {
                Some(v) if v.up == 0 => {
                    census.add_number(calc, &v.number)?;
                    let most = census.nimbers.entry(v.number).or_default();
                    *most = v.nim.max(*most);
                }
                _ if census.others.insert(h) => {
                    for who in Player::BOTH {
                        waiting.extend(calc.options(h, who)?);
                    }
                }
                _ => {}
            }
        }
        Ok(census)
    }

    /// The followers of a number are its neighbours on each coarser binary grid.
    fn add_number(&mut self, calc: &mut Calc, x: &Dyadic) -> Result<(), Stopped> {
        let [most, least] = &mut self.integers;
        *most = Dyadic::from(x.ceil()).max(most.clone());
        *least = Dyadic::from(x.floor()).min(least.clone());
        let mut y = x.clone();
        // Of the two options of y one is on the next coarser grid, the other is coarser still
        // and the neighbour of that one.
        while !y.is_integer() && self.fractions.insert(y.clone()) {
            calc.step()?;
            let step = Dyadic::new(1, y.exponent());
            let (below, above) = (&y - &step, &y + &step);
            y = if below.exponent() > above.exponent() { below } else { above };
        }
        Ok(())
    }

    fn count(&self) -> UBig {
        let nimbers: u64 = self.nimbers.values().map(|&m| u64::from(m)).sum();
        let listed = (self.fractions.len() + self.others.len()) as u64;
        let [most, least] = &self.integers;
        integers_below(most) + integers_below(least) + UBig::from(1 + listed + nimbers)
    }
}
