//! Ordinal sums and their inverse.
//!
//! In `G:H` a move in `G` annihilates `H`: `G:H = {GL, G:HL | GR, G:HR}`. The value depends on
//! the form of the base `G` but only on the value of `H`, monotonely and strictly (the colon
//! principle, Winning Ways ch. 7; Siegel II.1). So a base is a pair of option lists, and for a
//! base in canonical form `H` can be recovered from `G:H`.

use crate::memo::Memos;
use crate::recursion::GameOptions;
use crate::signs::Signs;
use crate::{Calc, OpError, Short};
use dashu_int::IBig;
use rustc_hash::FxHashMap;
use upstar_base::{Player, Stopped};

/// A base as written: its Left and its Right options.
type OrdinalForm = [GameOptions; 2];

/// What an ordinal sum stands on.
struct Base {
    form: OrdinalForm,
    value: Short,
    /// Is the form the canonical one?
    is_canonical: bool,
}

impl Calc {
    /// `g:h` with the canonical form of `g` as base.
    ///
    /// ```
    /// use upstar_values::{Calc, Dyadic};
    /// let mut calc = Calc::default();
    /// let (one, minus_three) = (calc.integer(1)?, calc.integer(-3)?);
    /// assert_eq!(calc.ordinal_sum(one, minus_three)?, calc.number(&Dyadic::new(1, 3))?);
    /// # Ok::<(), upstar_base::Stopped>(())
    /// ```
    pub fn ordinal_sum(&mut self, g: Short, h: Short) -> Result<Short, Stopped> {
        if g == Short::ZERO {
            return Ok(h);
        }
        if let (Some(x), Some(y)) = (self.as_number(g), self.as_number(h)) {
            let number = Signs::of(&x)?.then(&Signs::of(&y)?)?.number();
            return self.number(&number);
        }
        self.kept(Memos::ordinal, (g, h), |calc| {
            let base = calc.form(g)?;
            calc.on_base(&base, h, &mut FxHashMap::default())
        })
    }

    /// `{left|right}:h` with the base as written.
    ///
    /// ```
    /// use upstar_values::{Calc, Dyadic};
    /// let mut calc = Calc::default();
    /// let (one, minus_one) = (calc.integer(1)?, calc.integer(-1)?);
    /// // {-1|1} = 0, but as a base it is not 0.
    /// let sum = calc.ordinal_sum_of_form(&[minus_one], &[one], one)?;
    /// assert_eq!(sum, calc.number(&Dyadic::new(1, 1))?);
    /// # Ok::<(), upstar_base::Stopped>(())
    /// ```
    pub fn ordinal_sum_of_form(
        &mut self,
        left: &[Short],
        right: &[Short],
        h: Short,
    ) -> Result<Short, Stopped> {
        let base = [GameOptions::from_slice(left), GameOptions::from_slice(right)];
        self.on_base(&base, h, &mut FxHashMap::default())
    }

    fn form(&mut self, g: Short) -> Result<OrdinalForm, Stopped> {
        Ok([self.options(g, Player::Left)?, self.options(g, Player::Right)?])
    }

    fn on_base(
        &mut self,
        base: &OrdinalForm,
        h: Short,
        known: &mut FxHashMap<Short, Short>,
    ) -> Result<Short, Stopped> {
        if let Some(&sum) = known.get(&h) {
            return Ok(sum);
        }
        let sum = match self.as_integer(h) {
            Some(n) => self.integer_on_base(base, &n)?,
            None => self.descend(|calc| {
                let mut sides = base.clone();
                for (who, side) in Player::BOTH.into_iter().zip(&mut sides) {
                    for option in calc.options(h, who)? {
                        side.push(calc.on_base(base, option, known)?);
                    }
                }
                calc.make(&sides[0], &sides[1])
            })?,
        };
        known.insert(h, sum);
        Ok(sum)
    }

    /// An integer is a tower of moves for one player: climb it without recursion.
    fn integer_on_base(&mut self, base: &OrdinalForm, n: &IBig) -> Result<Short, Stopped> {
        let mut sum = self.make(&base[0], &base[1])?;
        let side = usize::from(*n < IBig::ZERO);
        let mut height = IBig::ZERO;
        let sign = if side == 0 { IBig::ONE } else { IBig::NEG_ONE };
        while height != *n {
            self.step()?;
            let mut sides = base.clone();
            sides[side].push(sum);
            sum = self.make(&sides[0], &sides[1])?;
            height += &sign;
        }
        Ok(sum)
    }

    /// The `h` with `g = base:h`, the base in canonical form.
    ///
    /// ```
    /// use upstar_values::{Calc, Dyadic};
    /// let mut calc = Calc::default();
    /// let (one, eighth) = (calc.integer(1)?, calc.number(&Dyadic::new(1, 3))?);
    /// assert_eq!(calc.subordinate(eighth, one)?, calc.integer(-3)?);
    /// # Ok::<(), upstar_values::OpError>(())
    /// ```
    pub fn subordinate(&mut self, g: Short, base: Short) -> Result<Short, OpError> {
        let missing = OpError::NotSubordinate { game: g, base };
        if base == Short::ZERO {
            return Ok(g);
        }
        let base = Base { form: self.form(base)?, value: base, is_canonical: true };
        self.subordinate_part(g, &base, &mut FxHashMap::default())?.ok_or(missing)
    }

    /// The `h` with `g = {left|right}:h`, the base as written.
    ///
    /// ```
    /// use upstar_values::{Calc, Short};
    /// let mut calc = Calc::default();
    /// let star = calc.nimber(1)?;
    /// let up = calc.make(&[Short::ZERO], &[star])?;
    /// assert_eq!(calc.subordinate_of_form(up, &[star], &[star])?, calc.integer(1)?);
    /// # Ok::<(), upstar_values::OpError>(())
    /// ```
    pub fn subordinate_of_form(
        &mut self,
        g: Short,
        left: &[Short],
        right: &[Short],
    ) -> Result<Short, OpError> {
        let form = [GameOptions::from_slice(left), GameOptions::from_slice(right)];
        let value = self.make(left, right)?;
        let missing = OpError::NotSubordinate { game: g, base: value };
        let base = Base { form, value, is_canonical: false };
        self.subordinate_part(g, &base, &mut FxHashMap::default())?.ok_or(missing)
    }

    /// The options of `g = base:h` that are themselves such sums give the options of `h`, the
    /// others come from the base; the sum tells whether that was right.
    fn subordinate_part(
        &mut self,
        g: Short,
        base: &Base,
        known: &mut FxHashMap<Short, Option<Short>>,
    ) -> Result<Option<Short>, Stopped> {
        if g == base.value {
            return Ok(Some(Short::ZERO));
        }
        if let Some(&part) = known.get(&g) {
            return Ok(part);
        }
        if base.is_canonical
            && let (Some(x), Some(b)) = (self.as_number(g), self.as_number(base.value))
        {
            return match Signs::of(&x)?.after(&Signs::of(&b)?) {
                Some(rest) => self.number(&rest.number()).map(Some),
                None => Ok(None),
            };
        }
        // No number fits between the options of another base, so none is a sum on it.
        if base.is_canonical && self.is_number(g) {
            return Ok(None);
        }
        let part = self.descend(|calc| {
            let mut sides = [GameOptions::new(), GameOptions::new()];
            for (who, side) in Player::BOTH.into_iter().zip(&mut sides) {
                for option in calc.options(g, who)? {
                    side.extend(calc.subordinate_part(option, base, known)?);
                }
            }
            if sides.iter().all(|side| side.is_empty()) {
                return Ok(None);
            }
            let h = calc.make(&sides[0], &sides[1])?;
            let sum = calc.on_base(&base.form, h, &mut FxHashMap::default())?;
            Ok::<_, Stopped>((sum == g).then_some(h))
        })?;
        known.insert(g, part);
        Ok(part)
    }
}
