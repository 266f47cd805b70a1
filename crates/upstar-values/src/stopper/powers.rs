//! Powers of games `G = {0|H}` with exponents that may be loopy.
//!
//! `G^→x = {G^→xL | H, G^→xR}` and `G^x = {0 | H - G^→(x-1)}`, as for short games, now for any
//! pseudonumber `x`: `^→on = {pass|*}` is upon, and `^^on = {0|* - upon}` its degree, uponth.

use super::draft::Ref;
use super::error::LoopyError;
use super::order::Ending;
use super::store::{Stopper, Stoppers};
use upstar_base::Player;

impl Stoppers {
    /// The onside and the offside of `g^x` for `g = {0|H}` and a pseudonumber `x >= 1`.
    ///
    /// ```
    /// use upstar_values::stopper::Stoppers;
    /// let mut store = Stoppers::new(Default::default());
    /// let (star, on, upon) = (store.star()?, store.on()?, store.upon()?);
    /// let up = store.make(&[upstar_values::stopper::Stopper::ZERO], &[star])?;
    /// assert_eq!(store.pow_to(up, on)?, upon);
    /// assert_eq!(Some(store.pow(up, on)?[0]), store.degree(upon)?);
    /// # Ok::<(), upstar_values::stopper::LoopyError>(())
    /// ```
    pub fn pow(&mut self, g: Stopper, x: Stopper) -> Result<[Stopper; 2], LoopyError> {
        let h = self.zero_over(g)?;
        let one = self.make(&[Stopper::ZERO], &[])?;
        self.check_exponent(x, one, 1)?;
        let minus_one = self.neg(one)?;
        let before = self.add(x, minus_one)?.as_stopper().ok_or(LoopyError::NoSide)?;
        let before = self.power_sum(h, before)?;
        let minus = self.neg(before)?;
        let rest = self.add(h, minus)?;
        let mut sides = [Stopper::ZERO; 2];
        for (side, ending) in sides.iter_mut().zip([Ending::Left, Ending::Right]) {
            let right = rest.of(ending).ok_or(LoopyError::NoSide)?;
            *side = self.make(&[Stopper::ZERO], &[right])?;
        }
        Ok(sides)
    }

    /// `g^→x` for `g = {0|H}` and a pseudonumber `x >= 0`.
    pub fn pow_to(&mut self, g: Stopper, x: Stopper) -> Result<Stopper, LoopyError> {
        let h = self.zero_over(g)?;
        self.check_exponent(x, Stopper::ZERO, 0)?;
        self.power_sum(h, x)
    }

    /// The `H` of `g = {0|H}`.
    fn zero_over(&self, g: Stopper) -> Result<Stopper, LoopyError> {
        match (self.options(g, Player::Left), self.options(g, Player::Right)) {
            (&[Stopper::ZERO], &[h]) => Ok(h),
            _ => Err(LoopyError::NotZeroOver),
        }
    }

    fn check_exponent(&mut self, x: Stopper, least: Stopper, name: u32) -> Result<(), LoopyError> {
        if self.as_pseudonumber(x).is_some() && self.ge(x, least)? {
            Ok(())
        } else {
            Err(LoopyError::Exponent(name))
        }
    }

    /// The followers of a pseudonumber that is not negative are not negative either, so the graph
    /// of `x` with `H` added for Right, and 0 left alone, is that of the power sum.
    fn power_sum(&mut self, h: Stopper, x: Stopper) -> Result<Stopper, LoopyError> {
        let (followers, mut draft) = self.drawn(x);
        for (node, _) in (0..).zip(followers).filter(|(_, follower)| *follower != Stopper::ZERO) {
            let mut right = draft.of_node(node, Player::Right).to_vec();
            right.push(Ref::Known(h));
            draft.set(node, Player::Right, right);
        }
        Ok(self.canonical(&draft)?[0])
    }
}
