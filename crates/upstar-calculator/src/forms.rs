//! Forms: games as written, not evaluated.
//!
//! A form knows its options but not yet its value; ordinal sums, products and the compounds
//! other than `+` depend on it (`'{-1|1}' : 1` is 1/2, `0 : 1` is 1). Forms are kept
//! in a table that never has two equal ones and never forgets; a [`FormId`] is a place in it, so
//! forms can nest without end and nothing is freed recursively. Options and values are remembered.
//!
//! Values of sums and multiples come from the values of their parts, and H may be replaced by its
//! value in G : H, but not G (the colon principle; *Winning Ways*, ch. 7).

use dashu_int::IBig;
use rustc_hash::FxHashMap;
use std::sync::Arc;
use upstar_base::{Outcome, Player, Stopped};
use upstar_values::{Calc, Short};

/// A form in the table of a session.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FormId(u32);

/// How a form is put together.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum FormNode {
    /// A canonical form.
    Value(Short),
    Explicit(Arc<[FormId]>, Arc<[FormId]>),
    Sum(FormId, FormId),
    Multiple(IBig, FormId),
    OrdinalSum(FormId, FormId),
    Compound(FormCompound, FormId, FormId),
}

/// Ways to combine two games that depend on their forms.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum FormCompound {
    /// Move in both: {GL ^ HL | GR ^ HR}.
    Conjunctive,
    /// Move in one or both.
    Selective,
    /// Conway's product, with Left options from pairs of the same side.
    Conway,
    /// Replace every blue edge of H by G and every red one by -G.
    Ordinal,
}

impl FormCompound {
    /// The infix name.
    pub(crate) fn name(self) -> &'static str {
        match self {
            FormCompound::Conjunctive => "ConjunctiveSum",
            FormCompound::Selective => "SelectiveSum",
            FormCompound::Conway => "ConwayProduct",
            FormCompound::Ordinal => "OrdinalProduct",
        }
    }
}

/// Which changes of the rules of a form are known; see [`FormTable::variant`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum FormVariant {
    /// No move where only one player has one.
    Dicotic,
    /// Every option is for both players.
    Impartial,
    /// The players change sides after every move.
    Twisted,
}

/// The table of forms.
#[derive(Debug, Default)]
pub(crate) struct FormTable {
    forms: Vec<FormNode>,
    index: FxHashMap<FormNode, FormId>,
    options: FxHashMap<(FormId, Player), Arc<[FormId]>>,
    values: FxHashMap<FormId, Short>,
    misere: FxHashMap<(FormId, Player), bool>,
    variants: FxHashMap<(FormId, FormVariant), Short>,
}

impl FormTable {
    pub(crate) fn get(&self, id: FormId) -> &FormNode {
        &self.forms[id.0 as usize]
    }

    /// The place of `form`, a new one if it is new.
    pub(crate) fn put(&mut self, calc: &mut Calc, form: FormNode) -> Result<FormId, Stopped> {
        if let Some(&id) = self.index.get(&form) {
            return Ok(id);
        }
        const LIMIT: u32 = 1 << 30;
        let Some(id) = u32::try_from(self.forms.len()).ok().filter(|&n| n < LIMIT) else {
            return Err(Stopped::Limit { what: "the number of forms", limit: LIMIT.into() });
        };
        let options = match &form {
            FormNode::Explicit(left, right) => left.len() + right.len(),
            _ => 0,
        };
        // The form itself, twice, and what is remembered about it.
        calc.budget().charge(300 + 4 * options as u64)?;
        let id = FormId(id);
        self.forms.push(form.clone());
        self.index.insert(form, id);
        Ok(id)
    }

    pub(crate) fn value_form(&mut self, calc: &mut Calc, g: Short) -> Result<FormId, Stopped> {
        self.put(calc, FormNode::Value(g))
    }

    /// The options of a form, as forms.
    pub(crate) fn options(
        &mut self,
        calc: &mut Calc,
        id: FormId,
        who: Player,
    ) -> Result<Arc<[FormId]>, Stopped> {
        if let Some(options) = self.options.get(&(id, who)) {
            return Ok(options.clone());
        }
        calc.step()?;
        let options: Arc<[FormId]> =
            upstar_base::deeper(|| self.find_options(calc, id, who))?.into();
        calc.budget().charge(64 + 4 * options.len() as u64)?;
        self.options.insert((id, who), options.clone());
        Ok(options)
    }

    fn find_options(
        &mut self,
        calc: &mut Calc,
        id: FormId,
        who: Player,
    ) -> Result<Vec<FormId>, Stopped> {
        let mut out = Vec::new();
        match self.get(id).clone() {
            FormNode::Value(g) => {
                for option in calc.options(g, who)? {
                    out.push(self.value_form(calc, option)?);
                }
            }
            FormNode::Explicit(left, right) => {
                let side = if who == Player::Left { left } else { right };
                out.extend_from_slice(&side);
            }
            FormNode::Sum(a, b) => {
                for &option in self.options(calc, a, who)?.iter() {
                    out.push(self.put(calc, FormNode::Sum(option, b))?);
                }
                for &option in self.options(calc, b, who)?.iter() {
                    out.push(self.put(calc, FormNode::Sum(a, option))?);
                }
            }
            FormNode::Multiple(n, a) => {
                let (n, a) = if n < IBig::ZERO { (-n, self.neg(calc, a)?) } else { (n, a) };
                if n == IBig::ZERO {
                    return Ok(out);
                }
                for &option in self.options(calc, a, who)?.iter() {
                    if n == IBig::ONE {
                        out.push(option);
                    } else {
                        let rest = self.put(calc, FormNode::Multiple(n.clone() - 1, a))?;
                        out.push(self.put(calc, FormNode::Sum(option, rest))?);
                    }
                }
            }
            FormNode::OrdinalSum(g, h) => {
                out.extend_from_slice(&self.options(calc, g, who)?);
                for &option in self.options(calc, h, who)?.iter() {
                    out.push(self.put(calc, FormNode::OrdinalSum(g, option))?);
                }
            }
            FormNode::Compound(compound, g, h) => {
                self.compound_options(calc, compound, g, h, who, &mut out)?;
            }
        }
        Ok(out)
    }

    fn compound_options(
        &mut self,
        calc: &mut Calc,
        compound: FormCompound,
        g: FormId,
        h: FormId,
        who: Player,
        out: &mut Vec<FormId>,
    ) -> Result<(), Stopped> {
        let put = |forms: &mut FormTable, calc: &mut Calc, a, b| {
            forms.put(calc, FormNode::Compound(compound, a, b))
        };
        match compound {
            FormCompound::Conjunctive | FormCompound::Selective => {
                let left = self.options(calc, g, who)?;
                let right = self.options(calc, h, who)?;
                if compound == FormCompound::Selective {
                    for &a in left.iter() {
                        out.push(put(self, calc, a, h)?);
                    }
                    for &b in right.iter() {
                        out.push(put(self, calc, g, b)?);
                    }
                }
                for &a in left.iter() {
                    for &b in right.iter() {
                        calc.step()?;
                        out.push(put(self, calc, a, b)?);
                    }
                }
            }
            FormCompound::Conway => {
                for side in Player::BOTH {
                    let other = if who == Player::Left { side } else { !side };
                    for &a in self.options(calc, g, side)?.iter() {
                        for &b in self.options(calc, h, other)?.iter() {
                            calc.step()?;
                            let ah = put(self, calc, a, h)?;
                            let gb = put(self, calc, g, b)?;
                            let ab = put(self, calc, a, b)?;
                            let minus = self.neg(calc, ab)?;
                            let sum = self.put(calc, FormNode::Sum(ah, gb))?;
                            out.push(self.put(calc, FormNode::Sum(sum, minus))?);
                        }
                    }
                }
            }
            FormCompound::Ordinal => {
                // {G*HL : GL, G*HR : -GR | G*HL : GR, G*HR : -GL}
                for side in Player::BOTH {
                    for &b in self.options(calc, h, side)?.iter() {
                        let base = put(self, calc, g, b)?;
                        let from = if side == Player::Left { who } else { !who };
                        for &a in self.options(calc, g, from)?.iter() {
                            calc.step()?;
                            let a = if side == Player::Left { a } else { self.neg(calc, a)? };
                            out.push(self.put(calc, FormNode::OrdinalSum(base, a))?);
                        }
                    }
                }
            }
        }
        Ok(())
    }

    /// The form with the players exchanged.
    pub(crate) fn neg(&mut self, calc: &mut Calc, id: FormId) -> Result<FormId, Stopped> {
        calc.step()?;
        upstar_base::deeper(|| {
            let form = match self.get(id).clone() {
                FormNode::Value(g) => FormNode::Value(calc.neg(g)?),
                FormNode::Explicit(left, right) => {
                    let mut negate = |side: &[FormId]| -> Result<Arc<[FormId]>, Stopped> {
                        side.iter().map(|&a| self.neg(calc, a)).collect()
                    };
                    let (left, right) = (negate(&right)?, negate(&left)?);
                    FormNode::Explicit(left, right)
                }
                FormNode::Sum(a, b) => FormNode::Sum(self.neg(calc, a)?, self.neg(calc, b)?),
                FormNode::Multiple(n, a) => FormNode::Multiple(-n, a),
                FormNode::OrdinalSum(a, b) => {
                    FormNode::OrdinalSum(self.neg(calc, a)?, self.neg(calc, b)?)
                }
                FormNode::Compound(compound, a, b) => {
                    let a = match compound {
                        FormCompound::Conjunctive | FormCompound::Selective => self.neg(calc, a)?,
                        FormCompound::Conway | FormCompound::Ordinal => a,
                    };
                    FormNode::Compound(compound, a, self.neg(calc, b)?)
                }
            };
            self.put(calc, form)
        })
    }

    /// The canonical form.
    pub(crate) fn value(&mut self, calc: &mut Calc, id: FormId) -> Result<Short, Stopped> {
        if let Some(&value) = self.values.get(&id) {
            return Ok(value);
        }
        calc.step()?;
        let value = upstar_base::deeper(|| self.find_value(calc, id))?;
        self.values.insert(id, value);
        Ok(value)
    }

    fn find_value(&mut self, calc: &mut Calc, id: FormId) -> Result<Short, Stopped> {
        match self.get(id).clone() {
            FormNode::Value(g) => Ok(g),
            FormNode::Sum(a, b) => {
                let (a, b) = (self.value(calc, a)?, self.value(calc, b)?);
                calc.add(a, b)
            }
            FormNode::Multiple(n, a) => {
                let a = self.value(calc, a)?;
                calc.multiple(a, &n)
            }
            FormNode::OrdinalSum(g, h) if !matches!(self.get(g), FormNode::Value(_)) => {
                let left = self.values_of_options(calc, g, Player::Left)?;
                let right = self.values_of_options(calc, g, Player::Right)?;
                let h = self.value(calc, h)?;
                calc.ordinal_sum_of_form(&left, &right, h)
            }
            FormNode::OrdinalSum(g, h) => {
                let (g, h) = (self.value(calc, g)?, self.value(calc, h)?);
                calc.ordinal_sum(g, h)
            }
            FormNode::Explicit(..) | FormNode::Compound(..) => {
                let left = self.values_of_options(calc, id, Player::Left)?;
                let right = self.values_of_options(calc, id, Player::Right)?;
                calc.make(&left, &right)
            }
        }
    }

    fn values_of_options(
        &mut self,
        calc: &mut Calc,
        id: FormId,
        who: Player,
    ) -> Result<Vec<Short>, Stopped> {
        let options = self.options(calc, id, who)?;
        options.iter().map(|&option| self.value(calc, option)).collect()
    }

    /// Who wins when the last player to move loses.
    pub(crate) fn misere_outcome(
        &mut self,
        calc: &mut Calc,
        id: FormId,
    ) -> Result<Outcome, Stopped> {
        let left = self.wins_misere(calc, id, Player::Left)?;
        let right = self.wins_misere(calc, id, Player::Right)?;
        Ok(Outcome::from_first(left, right))
    }

    fn wins_misere(&mut self, calc: &mut Calc, id: FormId, who: Player) -> Result<bool, Stopped> {
        if let Some(&wins) = self.misere.get(&(id, who)) {
            return Ok(wins);
        }
        calc.step()?;
        let wins = upstar_base::deeper(|| {
            let options = self.options(calc, id, who)?;
            let mut wins = options.is_empty();
            for &option in options.iter() {
                wins = wins || !self.wins_misere(calc, option, !who)?;
            }
            Ok::<_, Stopped>(wins)
        })?;
        self.misere.insert((id, who), wins);
        Ok(wins)
    }

    /// The value of the game under changed rules.
    pub(crate) fn variant(
        &mut self,
        calc: &mut Calc,
        id: FormId,
        variant: FormVariant,
    ) -> Result<Short, Stopped> {
        if let Some(&value) = self.variants.get(&(id, variant)) {
            return Ok(value);
        }
        calc.step()?;
        let value = upstar_base::deeper(|| {
            let mut sides = [Vec::new(), Vec::new()];
            for (side, who) in sides.iter_mut().zip(Player::BOTH) {
                for &option in self.options(calc, id, who)?.iter() {
                    let value = self.variant(calc, option, variant)?;
                    side.push(if variant == FormVariant::Twisted {
                        calc.neg(value)?
                    } else {
                        value
                    });
                }
            }
            let [left, right] = &mut sides;
            match variant {
                FormVariant::Dicotic if left.is_empty() || right.is_empty() => {
                    return Ok(Short::ZERO);
                }
                FormVariant::Impartial => {
                    left.append(right);
                    *right = left.clone();
                }
                _ => {}
            }
            calc.make(left, right)
        })?;
        self.variants.insert((id, variant), value);
        Ok(value)
    }
}
