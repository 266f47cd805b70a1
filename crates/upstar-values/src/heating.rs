//! Cooling, freezing, heating and overheating.
//!
//! All are one recursion on the canonical form with a base case of its own (Winning Ways ch. 6;
//! Siegel II.5): cooling takes a tax `t` from whoever moves until the game freezes at its mean,
//! heating pays a reward, overheating pays `t` and turns the integer `n` into `n` copies of `s`.
//! Below 0 cooling only spares the integers: `1/4` cooled by `-3/8` is `{3/8|1/8}`.

use crate::memo::Memos;
use crate::{Calc, Dyadic, OpError, Short};
use dashu_int::IBig;
use upstar_base::Stopped;

impl Calc {
    /// `g` cooled by `t > -1`: an integer stays, a game colder than `t` becomes its mean, any
    /// other becomes `{cool(GL) - t | cool(GR) + t}`.
    ///
    /// ```
    /// use upstar_values::{Calc, Dyadic};
    /// let mut calc = Calc::default();
    /// let quarter = calc.number(&Dyadic::new(1, 2))?;
    /// let cooled = calc.cool(quarter, &Dyadic::new(-3, 3))?;
    /// let (a, b) = (calc.number(&Dyadic::new(3, 3))?, calc.number(&Dyadic::new(1, 3))?);
    /// assert_eq!(cooled, calc.make(&[a], &[b])?);
    /// # Ok::<(), upstar_values::OpError>(())
    /// ```
    pub fn cool(&mut self, g: Short, t: &Dyadic) -> Result<Short, OpError> {
        if *t <= Dyadic::from(-1) {
            return Err(OpError::CooledTooLittle(t.clone()));
        }
        let tax = self.number(&-t)?;
        Ok(self.cooled(g, t, tax)?)
    }

    fn cooled(&mut self, g: Short, t: &Dyadic, minus_t: Short) -> Result<Short, Stopped> {
        if self.as_integer(g).is_some() {
            return Ok(g);
        }
        if self.temperature(g)? < *t {
            let mean = self.mean(g)?;
            return self.number(&mean);
        }
        self.remembered(Memos::cool, (g, minus_t), |calc| {
            calc.map_options(g, |calc, option, who| {
                let rest = calc.cooled(option, t, minus_t)?;
                calc.favour(rest, minus_t, who)
            })
        })
    }

    /// `g` cooled by its temperature: its mean plus an infinitesimal. A number stays.
    pub fn freeze(&mut self, g: Short) -> Result<Short, Stopped> {
        if self.is_number(g) {
            return Ok(g);
        }
        let t = self.temperature(g)?;
        let tax = self.number(&-&t)?;
        self.cooled(g, &t, tax)
    }

    /// `g` heated by `t`: a number stays, any other game becomes `{heat(GL) + t | heat(GR) - t}`.
    ///
    /// ```
    /// use upstar_values::Calc;
    /// let mut calc = Calc::default();
    /// let (star, two) = (calc.nimber(1)?, calc.integer(2)?);
    /// let minus_two = calc.integer(-2)?;
    /// assert_eq!(calc.heat(star, two)?, calc.make(&[two], &[minus_two])?);
    /// # Ok::<(), upstar_base::Stopped>(())
    /// ```
    pub fn heat(&mut self, g: Short, t: Short) -> Result<Short, Stopped> {
        if self.is_number(g) {
            return Ok(g);
        }
        self.remembered(Memos::heat, (g, t), |calc| {
            calc.map_options(g, |calc, option, who| {
                let rest = calc.heat(option, t)?;
                calc.favour(rest, t, who)
            })
        })
    }

    /// `g` overheated from `s` to `t`: the integer `n` becomes `n.s`, any other game
    /// `{over(GL) + t | over(GR) - t}`.
    pub fn overheat(&mut self, g: Short, s: Short, t: Short) -> Result<Short, Stopped> {
        if let Some(n) = self.as_integer(g) {
            return self.multiple(s, &n);
        }
        self.remembered(Memos::overheat, (g, s, t), |calc| {
            calc.map_options(g, |calc, option, who| {
                let rest = calc.overheat(option, s, t)?;
                calc.favour(rest, t, who)
            })
        })
    }

    /// The integer that `g` is, if it is one.
    pub fn as_integer(&self, g: Short) -> Option<IBig> {
        self.as_number(g)?.to_integer()
    }
}
