//! Uptimals: a number plus a nimber plus multiples of up, up-second, up-third and so on.
//!
//! `↑1 = ↑`, `↑n = {0 | -(↑1 + ... + ↑(n-1)) + *}`; each is infinitesimal compared with the one
//! before, so uptimals without a nimber are ordered like their lists of coefficients (Conway and
//! Ryba; Siegel II.4). From this the coefficients of a game follow one by one: doubling removes
//! the nimber, the first coefficient is the atomic weight, and the `k`-th is what fits of `↑k`
//! into what is left. A move in an uptimal leads to an uptimal again, so a game with any other
//! option needs no such search, and only so many coefficients can occur as the options have,
//! and one more.

use crate::{Calc, Dyadic, NumberUpStar, OpError, Short};
use dashu_int::IBig;
use std::fmt;
use upstar_base::{Player, Stopped};

/// `number + *nim + ups[0].↑ + ups[1].↑2 + ups[2].↑3 + ...`, the last coefficient not 0.
///
/// It prints as its expansion: number, nimber, a point, the coefficients; a negative coefficient
/// is followed by `-`, coefficients from 10 on are letters.
///
/// ```
/// use upstar_values::{Dyadic, Uptimal};
/// let u = Uptimal { number: Dyadic::new(73, 4), nim: 8, ups: vec![-9] };
/// assert_eq!(u.to_string(), "73/16*8.9-");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Uptimal {
    /// The number part.
    pub number: Dyadic,
    /// The nimber part.
    pub nim: u32,
    /// The coefficients of `↑`, `↑2`, `↑3`, ...
    pub ups: Vec<i32>,
}

impl fmt::Display for Uptimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.number.is_zero() || self.nim == 0 {
            write!(f, "{}", self.number)?;
        }
        match self.nim {
            0 => {}
            1 => write!(f, "*")?,
            m => write!(f, "*{m}")?,
        }
        if !self.ups.is_empty() {
            write!(f, ".")?;
        }
        for &a in &self.ups {
            match char::from_digit(a.unsigned_abs().min(36), 36) {
                Some(digit) => write!(f, "{digit}")?,
                None => write!(f, "({})", a.unsigned_abs())?,
            }
            if a < 0 {
                write!(f, "-")?;
            }
        }
        Ok(())
    }
}

impl Calc {
    /// The game that an expansion describes.
    ///
    /// ```
    /// use upstar_values::{Calc, Dyadic, Uptimal};
    /// let mut calc = Calc::default();
    /// let u = Uptimal { number: Dyadic::one(), nim: 2, ups: vec![1, 0, -2] };
    /// let g = calc.uptimal(&u)?;
    /// assert_eq!(calc.as_uptimal(g)?, Some(u));
    /// # Ok::<(), upstar_base::Stopped>(())
    /// ```
    pub fn uptimal(&mut self, u: &Uptimal) -> Result<Short, Stopped> {
        let up = u.ups.first().copied().unwrap_or(0);
        let mut sum =
            self.number_up_star(&NumberUpStar { number: u.number.clone(), up, nim: u.nim })?;
        for (k, &a) in (2..).zip(u.ups.get(1..).unwrap_or(&[])) {
            if a != 0 {
                let power = self.up_power(k)?;
                let term = self.multiple(power, &IBig::from(a))?;
                sum = self.add(sum, term)?;
            }
        }
        Ok(sum)
    }

    /// `↑1 + ... + ↑n = {↑1 + ... + ↑(n-1) | *}`, written `^[n]`.
    pub fn up_sum(&mut self, n: u32) -> Result<Short, Stopped> {
        let star = self.nimber(1)?;
        let mut sum = Short::ZERO;
        for _ in 0..n {
            self.step()?;
            sum = self.make(&[sum], &[star])?;
        }
        Ok(sum)
    }

    /// `↑n = {0 | -(↑1 + ... + ↑(n-1)) + *}`, written `^<n>`; 0 for `n = 0`.
    pub fn up_power(&mut self, n: u32) -> Result<Short, Stopped> {
        if n == 0 {
            return Ok(Short::ZERO);
        }
        let star = self.nimber(1)?;
        let before = self.up_sum(n - 1)?;
        let right = self.sub(star, before)?;
        self.make(&[Short::ZERO], &[right])
    }

    /// The expansion of `g`, if it is an uptimal.
    pub fn as_uptimal(&mut self, g: Short) -> Result<Option<Uptimal>, Stopped> {
        if let Some(v) = self.as_number_up_star(g) {
            let ups = if v.up == 0 { Vec::new() } else { vec![v.up] };
            return Ok(Some(Uptimal { number: v.number, nim: v.nim, ups }));
        }
        if !self.is_numberish(g) {
            return Ok(None);
        }
        let number = self.stop(g, Player::Left);
        let minus_number = self.number(&-&number)?;
        let infinitesimal = self.add(g, minus_number)?;
        let found = self.infinitesimal_uptimal(infinitesimal)?;
        Ok(found.map(|u| Uptimal { number, ..u }))
    }

    /// The expansion of `g`, or an error that says it has none.
    pub fn uptimal_expansion(&mut self, g: Short) -> Result<Uptimal, OpError> {
        self.as_uptimal(g)?.ok_or(OpError::NotUptimal(g))
    }

    /// Is `g` an uptimal?
    pub fn is_uptimal(&mut self, g: Short) -> Result<bool, Stopped> {
        Ok(self.as_uptimal(g)?.is_some())
    }

    fn infinitesimal_uptimal(&mut self, g: Short) -> Result<Option<Uptimal>, Stopped> {
        if let Some(known) = self.memos.uptimal.get(&g) {
            return Ok(known.clone());
        }
        let found = self.descend(|calc| {
            let mut length = 0;
            for who in Player::BOTH {
                for option in calc.options(g, who)? {
                    if !calc.stop(option, who).is_zero() {
                        return Ok(None);
                    }
                    match calc.as_uptimal(option)? {
                        Some(u) => length = length.max(u.ups.len()),
                        None => return Ok(None),
                    }
                }
            }
            calc.expand(g, length + 1)
        })?;
        self.memos.uptimal.put(g, found.clone());
        Ok(found)
    }

    /// The expansion of an all-small game with at most `length` coefficients.
    fn expand(&mut self, g: Short, length: usize) -> Result<Option<Uptimal>, Stopped> {
        let weight = self.all_small_weight(g)?;
        let weight = self.as_integer(weight).and_then(|n| i32::try_from(n).ok());
        let Some(first) = weight else { return Ok(None) };
        let mut u = Uptimal { number: Dyadic::zero(), nim: 0, ups: vec![first] };
        let base = self.uptimal(&u)?;
        let mut rest = self.sub(g, base)?;
        let mut doubled = self.add(rest, rest)?;
        for k in 2..=length as u32 {
            if doubled == Short::ZERO {
                break;
            }
            let power = self.up_power(k)?;
            let Some(a) = self.nearest_half_multiple(doubled, power)? else { return Ok(None) };
            u.ups.push(a);
            let term = self.multiple(power, &IBig::from(-a))?;
            rest = self.add(rest, term)?;
            doubled = self.add(rest, rest)?;
        }
        while u.ups.last() == Some(&0) {
            u.ups.pop();
        }
        Ok(match self.as_number_up_star(rest) {
            Some(v) if v.number.is_zero() && v.up == 0 => Some(Uptimal { nim: v.nim, ..u }),
            _ => None,
        })
    }

    /// The `a` such that `g = 2a.unit + e` with `e` infinitesimal compared with the unit, if
    /// there is one; `None` if `g` is confused with a multiple of the unit.
    fn nearest_half_multiple(&mut self, g: Short, unit: Short) -> Result<Option<i32>, Stopped> {
        let (g, sign) = match (self.ge(g, Short::ZERO)?, self.le(g, Short::ZERO)?) {
            (true, _) => (g, 1),
            (_, true) => (self.neg(g)?, -1),
            _ => return Ok(None),
        };
        let mut fits = 0;
        let mut multiple = unit;
        while self.le(multiple, g)? {
            self.step()?;
            fits += 1;
            multiple = self.add(multiple, unit)?;
        }
        // The next multiple must be above: an uptimal is never confused with it.
        Ok(self.le(g, multiple)?.then_some(sign * ((fits + 1) / 2)))
    }
}
