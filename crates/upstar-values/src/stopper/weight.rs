//! Atomic weights of stoppers that are whole numbers.
//!
//! `g` has the atomic weight `n` if `g - n.↑` lies strictly between `↓ + *N` and `↑ + *N`, where `*N` is
//! larger than all nimbers in `g` (Winning Ways ch. 8; for cards ch. 11). That is the meaning of the
//! weight and not a way to it, so it holds for loopy games too; the weight is looked for among as
//! many ups as the game has positions.

use super::error::LoopyError;
use super::store::{Stopper, Stoppers};
use crate::{Calc, Dyadic, NumberUpStar};
use upstar_base::{Player, Stopped};

/// The most positions of a game that is weighed.
const MOST_POSITIONS: usize = 4096;

impl Stoppers {
    /// The atomic weight of a stopper, if it is a whole number.
    ///
    /// ```
    /// use upstar_values::{Calc, stopper::Stoppers};
    /// let mut store = Stoppers::new(Default::default());
    /// let upon = store.upon()?;
    /// assert_eq!(store.atomic_weight(&mut Calc::default(), upon)?, Some(1));
    /// # Ok::<(), upstar_values::stopper::LoopyError>(())
    /// ```
    pub fn atomic_weight(
        &mut self,
        calc: &mut Calc,
        g: Stopper,
    ) -> Result<Option<i32>, LoopyError> {
        let followers = self.followers(g);
        if followers.len() > MOST_POSITIONS {
            let what = "the positions of a game that is weighed";
            return Err(Stopped::Limit { what, limit: MOST_POSITIONS as u64 }.into());
        }
        let largest = followers.iter().filter_map(|&f| self.as_nimber(f)).max().unwrap_or(0);
        // Ups contain a star of their own.
        let far = largest.max(1) + 1;
        let most = followers.len() as i32 + 2;
        let mut ups = |store: &mut Stoppers, n: i32| -> Result<Stopper, Stopped> {
            let marks = NumberUpStar { number: Dyadic::zero(), up: n, nim: far };
            let short = calc.number_up_star(&marks)?;
            store.of_short(calc, short)
        };
        // Below n ups and a far star, and not below one fewer.
        let below = |store: &mut Stoppers, upper: Stopper| -> Result<bool, Stopped> {
            Ok(store.ge(upper, g)? && upper != g)
        };
        let top = ups(self, most)?;
        let bottom = ups(self, -most)?;
        if !below(self, top)? || !self.ge(g, bottom)? {
            return Ok(None);
        }
        let (mut low, mut high) = (-most, most);
        while high - low > 1 {
            let middle = low.midpoint(high);
            let upper = ups(self, middle)?;
            if below(self, upper)? { high = middle } else { low = middle }
        }
        // `high` is the least; the weight is one less if the game is above two fewer.
        let lower = ups(self, high - 2)?;
        let fits = lower != g && self.ge(g, lower)?;
        Ok(fits.then_some(high - 1))
    }

    /// The size of the nimber that a stopper is.
    fn as_nimber(&self, g: Stopper) -> Option<u32> {
        let options = self.options(g, Player::Left);
        if options != self.options(g, Player::Right) {
            return None;
        }
        // The options of *n are all smaller nimbers, and no other game has as many as that.
        let mut sizes: Vec<u32> = Vec::with_capacity(options.len());
        for &option in options {
            if option == g {
                return None;
            }
            sizes.push(upstar_base::deeper(|| self.as_nimber(option))?);
        }
        sizes.sort_unstable();
        let whole = sizes.iter().zip(0..).all(|(&size, i)| size == i);
        whole.then_some(sizes.len() as u32)
    }
}
