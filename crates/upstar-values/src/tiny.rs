//! Tinies and minies: `Tiny(x) = {0||0|-x}` and its negative, and sums of one with a number.

use crate::{Calc, Dyadic, Short};
use upstar_base::{Player, Stopped};

/// A number plus `Tiny(x)` or `Miny(x)`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct NumberTiny {
    /// The number part.
    pub number: Dyadic,
    /// Left for a tiny, which is positive, Right for a miny.
    pub favours: Player,
    /// The `x` of `Tiny(x)` or `Miny(x)`.
    pub subscript: Short,
}

impl Calc {
    /// `Tiny(x) = {0||0|-x}`, for any game `x`.
    pub fn tiny(&mut self, x: Short) -> Result<Short, Stopped> {
        let minus_x = self.neg(x)?;
        let threat = self.make(&[Short::ZERO], &[minus_x])?;
        self.make(&[Short::ZERO], &[threat])
    }

    /// `Miny(x) = -Tiny(x) = {x|0||0}`.
    pub fn miny(&mut self, x: Short) -> Result<Short, Stopped> {
        let tiny = self.tiny(x)?;
        self.neg(tiny)
    }

    /// Reads `g` as a number `n` plus a tiny, `{n||n|y}` with `mean(y) < n`, or plus a miny,
    /// mirrored. An uptimal, such as `^<2> = {0||0|^*}` mirrored, is not read so.
    ///
    /// ```
    /// use upstar_base::Player;
    /// use upstar_values::{Calc, Dyadic, NumberTiny};
    /// let mut calc = Calc::default();
    /// let two = calc.integer(2)?;
    /// let (tiny, five) = (calc.tiny(two)?, calc.integer(5)?);
    /// let g = calc.add(five, tiny)?;
    /// let (number, favours) = (Dyadic::from(5), Player::Left);
    /// let read = NumberTiny { number, favours, subscript: two };
    /// assert_eq!(calc.as_number_tiny(g)?, Some(read));
    /// # Ok::<(), upstar_base::Stopped>(())
    /// ```
    pub fn as_number_tiny(&mut self, g: Short) -> Result<Option<NumberTiny>, Stopped> {
        if !self.is_numberish(g) || self.is_uptimal(g)? {
            return Ok(None);
        }
        for favours in Player::BOTH {
            let Some(n) = self.only_option(g, favours)? else { return Ok(None) };
            let Some(threat) = self.only_option(g, !favours)? else { return Ok(None) };
            let Some(number) = self.as_number(n) else { continue };
            if self.only_option(threat, favours)? != Some(n) {
                continue;
            }
            let Some(y) = self.only_option(threat, !favours)? else { continue };
            let mean = self.mean(y)?;
            let (lower, subscript) = match favours {
                Player::Left => (mean < number, self.sub(n, y)?),
                Player::Right => (mean > number, self.sub(y, n)?),
            };
            if lower {
                return Ok(Some(NumberTiny { number, favours, subscript }));
            }
        }
        Ok(None)
    }

    /// Is `g` a number, or a number plus a tiny or a miny?
    pub fn is_number_tiny(&mut self, g: Short) -> Result<bool, Stopped> {
        Ok(self.is_number(g) || self.as_number_tiny(g)?.is_some())
    }

    fn only_option(&mut self, g: Short, who: Player) -> Result<Option<Short>, Stopped> {
        Ok(match self.options(g, who)?[..] {
            [option] => Some(option),
            _ => None,
        })
    }
}
