//! Atomic weight: how many ups a game is worth.
//!
//! For an all-small `G` the weight is `W = {aw(GL) - 2 | aw(GR) + 2}`, unless `W` is an integer:
//! then `G` is compared with a far star, a nimber larger than all in `G`, and the weight is the
//! largest (`G` above it), the least (below), or simplest (confused) integer `n` with
//! `aw(GL) - 2 <| n <| aw(GR) + 2` (Winning Ways ch. 8; Siegel II.7).
//!
//! What the weight means serves for games that are not all small: `G` has the atomic weight `A`
//! iff `G - A.↑` lies strictly between `↓ + *N` and `↑ + *N`, `*N` far. The same recursion
//! proposes `A`, once with weight 0 for numbers, once with very large weights, since a threat to
//! a number outweighs any ups; the meaning decides.

use crate::memo::Memos;
use crate::recursion::GameOptions;
use crate::{Calc, Dyadic, NumberUpStar, OpError, Short};
use dashu_int::IBig;
use std::cmp::Ordering;
use upstar_base::{Player, Stopped};

/// More ups than any game is worth that a store accepts.
const MUCH: i64 = 1 << 40;

/// What a number other than 0 counts when weights are proposed for a game that is not all small.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum NumbersWeigh {
    Nothing,
    Much,
}

impl Calc {
    /// The atomic weight of `g`, or an error if it has none.
    ///
    /// ```
    /// use upstar_values::{Calc, NumberUpStar, Dyadic};
    /// let mut calc = Calc::default();
    /// let up = |up| NumberUpStar { number: Dyadic::zero(), up, nim: 0 };
    /// let (three, two) = (calc.number_up_star(&up(3))?, calc.number_up_star(&up(-2))?);
    /// let g = calc.make(&[three], &[two])?; // {^3|vv}
    /// let (one, zero) = (calc.integer(1)?, calc.integer(0)?);
    /// assert_eq!(calc.atomic_weight(g)?, calc.make(&[one], &[zero])?);
    /// # Ok::<(), upstar_values::OpError>(())
    /// ```
    pub fn atomic_weight(&mut self, g: Short) -> Result<Short, OpError> {
        if !self.is_infinitesimal(g) {
            return Err(OpError::NotAtomic(g));
        }
        if self.is_all_small(g)? {
            return Ok(self.all_small_weight(g)?);
        }
        let weight = self.kept(Memos::atomic, g, |calc| {
            for numbers in [NumbersWeigh::Nothing, NumbersWeigh::Much] {
                let weight = calc.proposed_weight(g, numbers)?;
                // A weight in which the large stand-in survives is no short game's.
                let finite = calc.birthday(weight)? < IBig::from(MUCH / 2);
                if finite && calc.has_atomic_weight(g, weight)? {
                    return Ok(Some(weight));
                }
            }
            Ok::<_, OpError>(None)
        });
        weight?.ok_or(OpError::NotAtomic(g))
    }

    /// Has `g` an atomic weight?
    pub fn is_atomic(&mut self, g: Short) -> Result<bool, Stopped> {
        match self.atomic_weight(g) {
            Ok(_) => Ok(true),
            Err(OpError::Stopped(stopped)) => Err(stopped),
            Err(_) => Ok(false),
        }
    }

    /// The atomic weight of an all-small game.
    pub(crate) fn all_small_weight(&mut self, g: Short) -> Result<Short, Stopped> {
        self.proposed_weight(g, NumbersWeigh::Nothing)
    }

    fn proposed_weight(&mut self, g: Short, numbers: NumbersWeigh) -> Result<Short, Stopped> {
        if let Some(v) = self.as_number_up_star(g)
            && v.number.is_zero()
        {
            return self.integer(v.up.into());
        }
        if self.is_numberish(g) && !self.is_infinitesimal(g) && numbers == NumbersWeigh::Nothing {
            return Ok(Short::ZERO);
        }
        if let Some(x) = self.as_number(g) {
            let much = if x.sign() == Ordering::Less { -MUCH } else { MUCH };
            return self.integer(much);
        }
        self.remembered(Memos::weight, (g, numbers), |calc| {
            let two = calc.integer(2)?;
            let mut bounds = [GameOptions::new(), GameOptions::new()];
            for (who, side) in Player::BOTH.into_iter().zip(&mut bounds) {
                for option in calc.options(g, who)? {
                    let weight = calc.proposed_weight(option, numbers)?;
                    side.push(calc.favour(weight, two, !who)?);
                }
            }
            let weight = calc.make(&bounds[0], &bounds[1])?;
            if !calc.is_integer(weight) {
                return Ok(weight);
            }
            let far_star = calc.far_star(g)?;
            match calc.compare(g, far_star)? {
                Some(Ordering::Greater) => calc.last_integer(&bounds[1], Player::Left, weight),
                Some(Ordering::Less) => calc.last_integer(&bounds[0], Player::Right, weight),
                _ => Ok(weight),
            }
        })
    }

    /// The integer best for `who` that still is `<|` (for Left; `|>` for Right) all `bounds`.
    /// `start` is one that is.
    fn last_integer(
        &mut self,
        bounds: &[Short],
        who: Player,
        start: Short,
    ) -> Result<Short, Stopped> {
        // n <| B iff n < L or n = L and B does not lie below its Left stop L.
        let mut best: Option<IBig> = None;
        for &bound in bounds {
            let stop = self.stop(bound, who);
            let mut n = match who {
                Player::Left => stop.floor(),
                Player::Right => stop.ceil(),
            };
            let candidate = self.number(&Dyadic::from(n.clone()))?;
            if self.as_good_for(who, candidate, bound)? {
                n += if who == Player::Left { IBig::NEG_ONE } else { IBig::ONE };
            }
            best = Some(match (best, who) {
                (None, _) => n,
                (Some(other), Player::Left) => other.min(n),
                (Some(other), Player::Right) => other.max(n),
            });
        }
        match best {
            Some(n) => self.number(&Dyadic::from(n)),
            None => Ok(start),
        }
    }

    /// Does `g - weight.↑` lie strictly between `↓ + *N` and `↑ + *N`, `*N` far?
    fn has_atomic_weight(&mut self, g: Short, weight: Short) -> Result<bool, Stopped> {
        let up = self.number_up_star(&NumberUpStar { number: Dyadic::zero(), up: 1, nim: 0 })?;
        let ups = match self.norton_product(weight, up) {
            Ok(ups) => ups,
            Err(OpError::Stopped(stopped)) => return Err(stopped),
            Err(_) => return Ok(false),
        };
        let rest = self.sub(g, ups)?;
        let far_star = self.far_star(rest)?;
        let above = self.add(far_star, up)?;
        let below = self.sub(far_star, up)?;
        Ok(rest != above && rest != below && self.le(rest, above)? && self.le(below, rest)?)
    }

    /// A nimber `*N`, `N` a power of two, larger than every nimber among the followers of `g`,
    /// alone or added to a number and ups.
    ///
    /// ```
    /// use upstar_values::Calc;
    /// let mut calc = Calc::default();
    /// let star_five = calc.nimber(5)?;
    /// assert_eq!(calc.far_star(star_five)?, calc.nimber(8)?);
    /// # Ok::<(), upstar_base::Stopped>(())
    /// ```
    pub fn far_star(&mut self, g: Short) -> Result<Short, Stopped> {
        let most = self.largest_nimber(g)?.max(1);
        match most.ilog2() {
            31 => Err(Stopped::Limit { what: "the size of a nimber", limit: u64::from(u32::MAX) }),
            bits => self.nimber(2 << bits),
        }
    }

    fn largest_nimber(&mut self, g: Short) -> Result<u32, Stopped> {
        if let Some(v) = self.as_number_up_star(g) {
            return Ok(if v.up == 0 { v.nim } else { v.nim | 1 });
        }
        self.remembered(Memos::largest_nimber, g, |calc| {
            let mut largest = 0;
            for who in Player::BOTH {
                for option in calc.options(g, who)? {
                    largest = largest.max(calc.largest_nimber(option)?);
                }
            }
            Ok(largest)
        })
    }
}
