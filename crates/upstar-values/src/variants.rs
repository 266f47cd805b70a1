//! Three changes of the rules, applied to a value: the dicotic, the impartial and the twisted
//! variant of its canonical form.
//!
//! Dicotic: play ends as soon as one player cannot move, `d(G) = {d(GL)|d(GR)}`, or 0 where a
//! side is empty. Impartial: both may make all moves. Twisted: after each move the players
//! change roles, `t(G) = {-t(GL)|-t(GR)}`. On an integer only its parity and sign count.

use crate::memo::Memos;
use crate::recursion::GameOptions;
use crate::{Calc, Short};
use dashu_int::IBig;
use dashu_int::ops::BitTest;
use upstar_base::{Player, Stopped};

/// A change of the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Variant {
    /// Play ends where one of the players cannot move.
    Dicotic,
    /// Each player may also make the other's moves.
    Impartial,
    /// After each move the players change roles.
    Twisted,
}

impl Calc {
    /// The variant of the canonical form of `g`.
    ///
    /// ```
    /// use upstar_values::{Calc, Dyadic, Variant};
    /// let mut calc = Calc::default();
    /// let half = calc.number(&Dyadic::new(1, 1))?; // {0|1}
    /// assert_eq!(calc.variant(half, Variant::Dicotic)?, calc.nimber(1)?); // {0|0}
    /// assert_eq!(calc.variant(half, Variant::Impartial)?, calc.nimber(2)?); // {0,*|0,*}
    /// # Ok::<(), upstar_base::Stopped>(())
    /// ```
    pub fn variant(&mut self, g: Short, variant: Variant) -> Result<Short, Stopped> {
        if self.is_nimber(g) {
            return Ok(g);
        }
        if let Some(n) = self.as_integer(g) {
            return match (variant, n.bit(0), n < IBig::ZERO) {
                (Variant::Dicotic, ..) | (_, false, _) => Ok(Short::ZERO),
                (Variant::Impartial, true, _) => self.nimber(1),
                (Variant::Twisted, true, false) => self.integer(1),
                (Variant::Twisted, true, true) => self.integer(-1),
            };
        }
        self.remembered(Memos::variant, (g, variant), |calc| {
            let mut sides = [GameOptions::new(), GameOptions::new()];
            for (who, side) in Player::BOTH.into_iter().zip(&mut sides) {
                for option in calc.options(g, who)? {
                    let value = calc.variant(option, variant)?;
                    side.push(if variant == Variant::Twisted { calc.neg(value)? } else { value });
                }
            }
            if variant == Variant::Impartial {
                let all = sides.concat();
                return calc.make(&all, &all);
            }
            // A game that is no integer has options on both sides.
            calc.make(&sides[0], &sides[1])
        })
    }
}
