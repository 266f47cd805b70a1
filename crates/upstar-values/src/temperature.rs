//! Mean, temperature and thermograph of a game, remembered for every follower.
//!
//! A sum of a number, ups and a nimber needs no recursion over its ups and nimbers: beyond the
//! first few all such games have the same walls. For `n >= 2` the only Left option of
//! `x + n.↑ + *m` is `x`, and the left wall of its Right option is that of `x` too, so the walls
//! do not depend on `n` or `m`; and all `x + *m` with `m >= 2` look alike for the same reason.

use crate::memo::Memos;
use crate::thermograph::{Scaffold, Thermograph};
use crate::{Calc, Dyadic, NumberUpStar, Short};
use std::sync::Arc;
use upstar_base::{Player, Stopped};

impl Calc {
    /// The thermograph of `g`, for all temperatures from -1 on.
    pub fn thermograph(&mut self, g: Short) -> Result<Arc<Thermograph>, Stopped> {
        self.remembered(Memos::thermograph, g, |calc| match calc.as_number_up_star(g) {
            Some(v) if v.up == 0 && v.nim == 0 && v.number.is_integer() => {
                Ok(Arc::new(Thermograph::integer(&v.number)))
            }
            Some(v) => match simplified(&v) {
                Some(like) => {
                    let like = calc.number_up_star(&like)?;
                    calc.thermograph(like)
                }
                None => calc.thermograph_from_options(g),
            },
            None => match calc.as_integer_translate(g) {
                Some((like, n)) => Ok(Arc::new(calc.thermograph(like)?.moved(&n))),
                None => calc.thermograph_from_options(g),
            },
        })
    }

    /// Another game `h` and an integer `n` with `g = h + n`, if the store knows them. Translation
    /// by a fraction would change the walls below 0.
    fn as_integer_translate(&self, g: Short) -> Option<(Short, Dyadic)> {
        let (root, x) = self.store().as_translate(g);
        let n = self.store().numbers.dyadic(x);
        (root != g && n.is_integer()).then_some((root, n))
    }

    fn thermograph_from_options(&mut self, g: Short) -> Result<Arc<Thermograph>, Stopped> {
        let mut scaffolds = [Scaffold::default(), Scaffold::default()];
        for (who, scaffold) in Player::BOTH.into_iter().zip(&mut scaffolds) {
            for option in self.options(g, who)? {
                scaffold.add_option(&*self.thermograph(option)?, who);
            }
        }
        let [left, right] = scaffolds;
        let mast = || Thermograph::integer(&self.stop(g, Player::Left));
        Ok(Arc::new(Thermograph::from_scaffolds(left, right).unwrap_or_else(mast)))
    }

    /// The place of the thermograph's mast: what a move-by-move average of many copies tends to.
    ///
    /// ```
    /// use upstar_values::{Calc, Dyadic};
    /// let mut calc = Calc::default();
    /// let [one, four] = [calc.integer(1)?, calc.integer(4)?];
    /// let switch = calc.make(&[four], &[one])?;
    /// assert_eq!(calc.mean(switch)?, Dyadic::new(5, 1));
    /// assert_eq!(calc.temperature(switch)?, Dyadic::new(3, 1));
    /// # Ok::<(), upstar_base::Stopped>(())
    /// ```
    pub fn mean(&mut self, g: Short) -> Result<Dyadic, Stopped> {
        Ok(match self.as_number_up_star(g) {
            Some(v) => v.number,
            None => self.mast(g)?.0,
        })
    }

    /// How urgent `g` is: -1 for an integer, `-1/2^n` for another number `m/2^n`, at least 0 for
    /// everything else, and 0 iff it is a number plus an infinitesimal.
    pub fn temperature(&mut self, g: Short) -> Result<Dyadic, Stopped> {
        Ok(match self.as_number_up_star(g) {
            Some(v) if v.up == 0 && v.nim == 0 => Dyadic::new(-1, v.number.exponent()),
            Some(_) => Dyadic::zero(),
            None => self.mast(g)?.1,
        })
    }

    fn mast(&mut self, g: Short) -> Result<(Dyadic, Dyadic), Stopped> {
        let (left, right) = (self.stop(g, Player::Left), self.stop(g, Player::Right));
        if left == right {
            return Ok((left, Dyadic::zero()));
        }
        self.kept(Memos::mast, g, |calc| {
            let thermograph = calc.thermograph(g)?;
            Ok((thermograph.mean(), thermograph.temperature()))
        })
    }
}

/// A game with the same walls and fewer ups or a smaller nimber, if there is one. The parity of
/// both is kept, since `x + n.↑ + *m` has the Right option `x + (n-1).↑ + *(m xor 1)`.
fn simplified(v: &NumberUpStar) -> Option<NumberUpStar> {
    let up = match v.up.unsigned_abs() {
        n @ 0..=3 => n as i32 * v.up.signum(),
        n => (2 + n % 2) as i32 * v.up.signum(),
    };
    let nim = if v.nim <= 3 { v.nim } else { 2 + v.nim % 2 };
    let smaller = NumberUpStar { number: v.number.clone(), up, nim };
    ((smaller.up, smaller.nim) != (v.up, v.nim)).then_some(smaller)
}
