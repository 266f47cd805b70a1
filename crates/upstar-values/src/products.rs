//! The products of Norton and of Conway.
//!
//! Norton's product `G.u` counts in units of a positive game `u`: an integer `n` gives `n.u`,
//! any other game `{GL.u + (u + D) | GR.u - (u + D)}` over the incentives `D` of `u` (Winning
//! Ways ch. 8; Siegel II.7). Conway's product makes numbers a field and nimbers a field
//! (*On Numbers and Games* ch. 1 and 6): Left options are `a.h + g.b - a.b` with `a` of `g` and
//! `b` of `h` both Left or both Right, Right options those with one of each. For values that are
//! not numbers or nimbers it depends on the form; here it is that of the canonical forms.

use crate::memo::Memos;
use crate::recursion::GameOptions;
use crate::{Calc, OpError, Short};
use upstar_base::{Player, Stopped};

impl Calc {
    /// Norton's product of `g` with the unit `u > 0`.
    ///
    /// ```
    /// use upstar_values::{Calc, Dyadic, Short};
    /// let mut calc = Calc::default();
    /// let star = calc.nimber(1)?;
    /// let up = calc.make(&[Short::ZERO], &[star])?;
    /// let three = calc.integer(3)?;
    /// assert_eq!(calc.norton_product(three, up)?, calc.multiple(up, &3.into())?);
    /// # Ok::<(), upstar_values::OpError>(())
    /// ```
    pub fn norton_product(&mut self, g: Short, u: Short) -> Result<Short, OpError> {
        if u == Short::ZERO || !self.ge(u, Short::ZERO)? {
            return Err(OpError::UnitNotPositive(u));
        }
        let mut rewards = Vec::new();
        for incentive in self.incentives(u)? {
            rewards.push(self.add(u, incentive)?);
        }
        Ok(self.norton(g, u, &rewards)?)
    }

    fn norton(&mut self, g: Short, u: Short, rewards: &[Short]) -> Result<Short, Stopped> {
        if let Some(n) = self.as_integer(g) {
            return self.multiple(u, &n);
        }
        self.remembered(Memos::norton, (g, u), |calc| {
            let mut sides = [GameOptions::new(), GameOptions::new()];
            for (who, side) in Player::BOTH.into_iter().zip(&mut sides) {
                for option in calc.options(g, who)? {
                    let rest = calc.norton(option, u, rewards)?;
                    for &reward in rewards {
                        side.push(calc.favour(rest, reward, who)?);
                    }
                }
            }
            calc.make(&sides[0], &sides[1])
        })
    }

    /// Conway's product of the canonical forms of `g` and `h`.
    ///
    /// ```
    /// use upstar_values::Calc;
    /// let mut calc = Calc::default();
    /// let star_four = calc.nimber(4)?;
    /// assert_eq!(calc.conway_product(star_four, star_four)?, calc.nimber(6)?);
    /// # Ok::<(), upstar_base::Stopped>(())
    /// ```
    pub fn conway_product(&mut self, g: Short, h: Short) -> Result<Short, Stopped> {
        if let (Some(x), Some(y)) = (self.as_number(g), self.as_number(h)) {
            return self.number(&(&x * &y));
        }
        if let Some(n) = self.as_integer(g) {
            return self.multiple(h, &n);
        }
        if let Some(n) = self.as_integer(h) {
            return self.multiple(g, &n);
        }
        let key = if g.index() <= h.index() { (g, h) } else { (h, g) };
        self.remembered(Memos::conway, key, |calc| {
            let mut sides = [GameOptions::new(), GameOptions::new()];
            for who in Player::BOTH {
                for a in calc.options(g, who)? {
                    for whose in Player::BOTH {
                        for b in calc.options(h, whose)? {
                            let term = calc.conway_term(g, h, a, b)?;
                            sides[usize::from(who != whose)].push(term);
                        }
                    }
                }
            }
            calc.make(&sides[0], &sides[1])
        })
    }

    /// `a.h + g.b - a.b`.
    fn conway_term(&mut self, g: Short, h: Short, a: Short, b: Short) -> Result<Short, Stopped> {
        let outer = self.conway_product(a, h)?;
        let other = self.conway_product(g, b)?;
        let inner = self.conway_product(a, b)?;
        let sum = self.add(outer, other)?;
        self.sub(sum, inner)
    }
}
