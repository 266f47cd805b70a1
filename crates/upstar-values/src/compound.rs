//! Two more ways to play two games at once: conjunctively, moving in both, and selectively,
//! moving in one or both (*On Numbers and Games* ch. 14).
//!
//! Unlike the sum, these depend on the form; here the components are canonical forms. For
//! integers both have closed forms, by induction: playing both down together ends with the
//! shorter, and a second move in the same direction only loses time.

use crate::memo::Memos;
use crate::recursion::GameOptions;
use crate::{Calc, Dyadic, Short};
use dashu_int::IBig;
use upstar_base::{Player, Stopped};

impl Calc {
    /// The conjunctive sum `{GL ∧ HL | GR ∧ HR}`; play ends as soon as one component does.
    ///
    /// ```
    /// use upstar_values::Calc;
    /// let mut calc = Calc::default();
    /// let (five, six) = (calc.nimber(5)?, calc.nimber(6)?);
    /// assert_eq!(calc.conjunctive_sum(five, six)?, five);
    /// # Ok::<(), upstar_base::Stopped>(())
    /// ```
    pub fn conjunctive_sum(&mut self, g: Short, h: Short) -> Result<Short, Stopped> {
        if let (Some(n), Some(m)) = (self.as_integer(g), self.as_integer(h)) {
            let zero = IBig::ZERO;
            let shorter = n.clone().min(m.clone()).max(zero.clone()) + n.max(m).min(zero);
            return self.number(&Dyadic::from(shorter));
        }
        if g == Short::ZERO || h == Short::ZERO {
            return Ok(Short::ZERO);
        }
        let key = if g.index() <= h.index() { (g, h) } else { (h, g) };
        self.remembered(Memos::conjunctive, key, |calc| {
            let mut sides = [GameOptions::new(), GameOptions::new()];
            for (who, side) in Player::BOTH.into_iter().zip(&mut sides) {
                for a in calc.options(g, who)? {
                    for b in calc.options(h, who)? {
                        side.push(calc.conjunctive_sum(a, b)?);
                    }
                }
            }
            calc.make(&sides[0], &sides[1])
        })
    }

    /// The selective sum: a move is a move in one component or in both.
    ///
    /// ```
    /// use upstar_values::{Calc, Dyadic};
    /// let mut calc = Calc::default();
    /// let (half, quarter) = (calc.number(&Dyadic::new(1, 1))?, calc.number(&Dyadic::new(1, 2))?);
    /// assert_eq!(calc.selective_sum(half, quarter)?, calc.number(&Dyadic::new(3, 2))?);
    /// # Ok::<(), upstar_base::Stopped>(())
    /// ```
    pub fn selective_sum(&mut self, g: Short, h: Short) -> Result<Short, Stopped> {
        if g == Short::ZERO || h == Short::ZERO || (self.is_integer(g) && self.is_integer(h)) {
            return self.add(g, h);
        }
        let key = if g.index() <= h.index() { (g, h) } else { (h, g) };
        self.remembered(Memos::selective, key, |calc| {
            let mut sides = [GameOptions::new(), GameOptions::new()];
            for (who, side) in Player::BOTH.into_iter().zip(&mut sides) {
                let (ours, theirs) = (calc.options(g, who)?, calc.options(h, who)?);
                for &a in &ours {
                    side.push(calc.selective_sum(a, h)?);
                    for &b in &theirs {
                        side.push(calc.selective_sum(a, b)?);
                    }
                }
                for &b in &theirs {
                    side.push(calc.selective_sum(g, b)?);
                }
            }
            calc.make(&sides[0], &sides[1])
        })
    }
}
