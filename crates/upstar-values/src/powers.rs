//! Powers of games `G = {0|H}`, after the pattern of up.
//!
//! `G^→x = {G^→xL | H, G^→xR}` for a number `x >= 0`, with `G^→0 = 0` and so `G^→1 = G`; and
//! `G^x = {0 | H - G^→(x-1)}` for `x >= 1`, so that `G^→n = G^1 + ... + G^n` (Siegel II.4). For
//! `G = ↑` these are `^[n]` and `^<n>`.

use crate::recursion::GameOptions;
use crate::{Calc, Dyadic, OpError, Short};
use dashu_int::IBig;
use rustc_hash::FxHashMap;
use upstar_base::{Player, Stopped};

impl Calc {
    /// `g^x` for `g = {0|H}` and a number `x >= 1`.
    ///
    /// ```
    /// use upstar_values::{Calc, Dyadic, Short};
    /// let mut calc = Calc::default();
    /// let star = calc.nimber(1)?;
    /// let up = calc.make(&[Short::ZERO], &[star])?;
    /// assert_eq!(calc.pow(up, &Dyadic::from(3))?, calc.up_power(3)?);
    /// # Ok::<(), upstar_values::OpError>(())
    /// ```
    pub fn pow(&mut self, g: Short, x: &Dyadic) -> Result<Short, OpError> {
        let h = self.zero_over(g)?;
        if *x < Dyadic::one() {
            return Err(OpError::Exponent(1));
        }
        let before = self.power_sum(h, &(x - &Dyadic::one()), &mut FxHashMap::default())?;
        let right = self.sub(h, before)?;
        Ok(self.make(&[Short::ZERO], &[right])?)
    }

    /// `g^→x` for `g = {0|H}` and a number `x >= 0`: the sum of the first `x` powers.
    pub fn pow_to(&mut self, g: Short, x: &Dyadic) -> Result<Short, OpError> {
        let h = self.zero_over(g)?;
        if *x < Dyadic::zero() {
            return Err(OpError::Exponent(0));
        }
        Ok(self.power_sum(h, x, &mut FxHashMap::default())?)
    }

    /// The `H` of `g = {0|H}`.
    fn zero_over(&mut self, g: Short) -> Result<Short, OpError> {
        let (left, right) = (self.options(g, Player::Left)?, self.options(g, Player::Right)?);
        match (&left[..], &right[..]) {
            (&[Short::ZERO], &[h]) => Ok(h),
            _ => Err(OpError::NotZeroOver(g)),
        }
    }

    fn power_sum(
        &mut self,
        h: Short,
        x: &Dyadic,
        known: &mut FxHashMap<Dyadic, Short>,
    ) -> Result<Short, Stopped> {
        if let Some(n) = x.to_integer() {
            return self.integral_power_sum(h, &n);
        }
        if let Some(&sum) = known.get(x) {
            return Ok(sum);
        }
        let sum = self.descend(|calc| {
            let step = Dyadic::new(1, x.exponent());
            let below = calc.power_sum(h, &(x - &step), known)?;
            let above = calc.power_sum(h, &(x + &step), known)?;
            calc.make(&[below], &GameOptions::from_slice(&[h, above]))
        })?;
        known.insert(x.clone(), sum);
        Ok(sum)
    }

    fn integral_power_sum(&mut self, h: Short, n: &IBig) -> Result<Short, Stopped> {
        let mut sum = Short::ZERO;
        let mut k = IBig::ZERO;
        while k < *n {
            self.step()?;
            sum = self.make(&[sum], &[h])?;
            k += IBig::ONE;
        }
        Ok(sum)
    }
}
