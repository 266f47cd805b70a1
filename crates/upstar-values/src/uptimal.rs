//! Uptimals: a number plus a nimber plus multiples of up, up-second, up-third and so on.
//!
//! `↑1 = ↑`, `↑n = {0 | -(↑1 + ... + ↑(n-1)) + *}`; each is infinitesimal compared with the one
//! before, so uptimals with the same nimber are ordered like their lists of coefficients (Conway
//! and Ryba; Siegel II.4).
//!
//! Recognition rests on what the canonical form looks like. A move in an uptimal leads to an
//! uptimal, so a game with any other option is not one. If at least two coefficients are needed and
//! the last one is positive, then the only canonical Right option of `a1.↑ + ... + an.↑n + *m` is
//! the move in `↑n`, to `(a1-1).↑ + ... + (an-1).↑n + *(m xor 1)`, and some option has `n - 1`
//! coefficients or more; mirrored if it is negative. Both facts are checked by a test over all
//! small uptimals and many random ones; an expansion that is found was compared with the game, so
//! it is never wrong.

use crate::memo::Memos;
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
        self.remembered(Memos::uptimal, g, |calc| {
            let mut length = 1;
            let mut only = [None, None];
            for (who, only) in Player::BOTH.into_iter().zip(&mut only) {
                let options = calc.options(g, who)?;
                for &option in &options {
                    match calc.as_uptimal(option)? {
                        Some(u) if u.number.is_zero() => {
                            length = length.max(u.ups.len());
                            *only = Some((option, u)).filter(|_| options.len() == 1);
                        }
                        _ => return Ok(None),
                    }
                }
            }
            for (who, only) in Player::BOTH.into_iter().zip(only) {
                let Some((option, u)) = only else { continue };
                if let Some(u) = calc.move_undone(g, who, option, u, length + 1)? {
                    return Ok(Some(u));
                }
            }
            Ok(None)
        })
    }

    /// The theorem of the header, backwards: if the only option of `who` has the coefficients `b`
    /// and the nimber `m`, then `g` has `b + s(1, ..., 1)` and `m xor 1`, where `s` is the
    /// opponent's sign. How many ones there are is not said; with more of them the candidates
    /// grow in the opponent's direction, so they are tried in turn until one is not below `g`.
    fn move_undone(
        &mut self,
        g: Short,
        who: Player,
        option: Short,
        expansion: Uptimal,
        longest: usize,
    ) -> Result<Option<Uptimal>, Stopped> {
        let sign = if who == Player::Right { 1 } else { -1 };
        let star = self.nimber(1)?;
        let starred = self.add(option, star)?;
        let mut u = Uptimal { nim: expansion.nim ^ 1, ..expansion };
        let mut ones = Short::ZERO;
        for k in 0..longest {
            match u.ups.get_mut(k) {
                Some(a) => *a += sign,
                None => u.ups.push(sign),
            }
            ones = self.make(&[ones], &[star])?;
            if k == 0 || k + 1 < u.ups.len() || u.ups[k].signum() != sign {
                continue;
            }
            let candidate = self.favour(starred, ones, !who)?;
            if candidate == g {
                return Ok(Some(u));
            }
            if !self.as_good_for(!who, g, candidate)? {
                break;
            }
        }
        Ok(None)
    }
}
