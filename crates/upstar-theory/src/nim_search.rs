//! Who wins impartial positions that are too large for nim-values.
//!
//! A sum is lost for the player to move iff its nim-value is 0, and that is so iff the largest
//! component has the nim-value of all the others together. So the nim-values of the small
//! components are needed, but of the largest only whether it has one certain nim-value n: then no option
//! has, and for every m < n some option has the nim-value m. An option that has it is searched
//! for in the same way, and mostly one of the first that are tried has (J. Lemoine and S. Viennot,
//! Nimbers are inevitable, Theoretical Computer Science 462, 2012).
//!
//! Equal components cancel. Components up to [`Nature::exact_size`], and those of which a theorem
//! tells, are valued at once; one with the [`Rules::bounds`] 0 and 0 is worth nothing.
//!
//! Invariant: what is known of a component is its nim-value, or some nim-values that it has not.
//!
//! Theorem: `docs/boards.md#one-nim-value`.

use crate::grundy::Grundy;
use crate::lists::{components_in, options_in, refined_in};
use crate::numbered::Numbered;
use crate::path::Path;
use smallvec::SmallVec;
use std::sync::Arc;
use upstar_base::{Budget, Player, Stopped, Work, deeper};
use upstar_rules::{Nature, Rules};

/// What [`Nature::exact_size`] is unless the rules say otherwise.
const SMALLEST: u32 = Nature::PARTIZAN.exact_size;

/// What is known of a component.
struct Component {
    size: u32,
    value: Option<u128>,
    /// It has none of these nim-values, a bit each.
    not: u64,
}

impl Component {
    /// Has it this nim-value? As far as that is known.
    fn is(&self, nim: u128) -> Option<bool> {
        match self.value {
            Some(value) => Some(value == nim),
            None if nim < 64 && self.not >> nim & 1 == 1 => Some(false),
            None => None,
        }
    }
}

/// A sum: the nim-value of what is known and the numbers of the components that are not.
#[derive(Clone, Default, PartialEq, Eq)]
struct NimSearchSum {
    nim: u128,
    open: SmallVec<[u32; 4]>,
}

/// Searches for the winner of positions of one impartial ruleset and remembers what it finds.
pub struct NimSearch<R: Rules> {
    rules: Arc<R>,
    work: Work,
    /// The components in normal form, and what is known of each.
    forms: Numbered<R::Position>,
    list: Vec<Component>,
    exact_size: u32,
    visited: u64,
    path: Path<u32>,
}

impl<R: Rules> NimSearch<R> {
    /// An engine that works within `budget`.
    pub fn new(rules: &Arc<R>, budget: &Arc<Budget>) -> Self {
        NimSearch {
            rules: Arc::clone(rules),
            work: Work::new(Arc::clone(budget)),
            forms: Numbered::empty(budget),
            list: Vec::new(),
            exact_size: rules.nature().exact_size,
            visited: 0,
            path: Path::new(budget),
        }
    }

    /// Values components up to this size at once; any size gives the same answers.
    pub fn with_exact_size(mut self, size: u32) -> Self {
        self.exact_size = size;
        self
    }

    /// Is a search worth it? Where the rules want more than the smallest components to be valued
    /// at once they expect one. In rows and heaps there are few components, and nim-values are the
    /// quickest way.
    pub fn pays(&self) -> bool {
        self.exact_size > SMALLEST
    }

    /// Works within another budget, a part of the first one, from now on.
    pub fn set_budget(&mut self, budget: &Arc<Budget>) {
        self.work.set_budget(Arc::clone(budget));
    }

    /// How many components were searched.
    pub fn visited(&self) -> u64 {
        self.visited
    }

    /// Does the player to move win the sum of these positions?
    pub fn wins(&mut self, grundy: &mut Grundy<R>, sum: &[R::Position]) -> Result<bool, Stopped> {
        let mut whole = NimSearchSum::default();
        for position in sum {
            self.absorb(grundy, &mut whole, position.clone())?;
        }
        Ok(!self.is_zero(grundy, whole)?)
    }

    /// Adds a position to a sum.
    fn absorb(
        &mut self,
        grundy: &mut Grundy<R>,
        sum: &mut NimSearchSum,
        position: R::Position,
    ) -> Result<(), Stopped> {
        let mut parts = components_in(Vec::new(), &*self.rules, position, self.work.budget())?;
        for part in parts.drain() {
            match grundy.by_theorem(&part)? {
                Some(nim) => sum.nim ^= nim,
                None => self.absorb_component(grundy, sum, part)?,
            }
        }
        Ok(())
    }

    fn absorb_component(
        &mut self,
        grundy: &mut Grundy<R>,
        sum: &mut NimSearchSum,
        part: R::Position,
    ) -> Result<(), Stopped> {
        let (form, _) = self.rules.normal_form(part);
        let size = self.rules.size(&form);
        if size <= self.exact_size {
            sum.nim ^= grundy.of(form)?;
            return Ok(());
        }
        if let Some(i) = self.forms.find(&form) {
            self.add(sum, i);
            return Ok(());
        }
        let (refined, mut parts) = refined_in(Vec::new(), &*self.rules, &form, self.work.budget())?;
        if refined {
            for part in parts.drain() {
                deeper(|| self.absorb_component(grundy, sum, part))?;
            }
            return Ok(());
        }
        let i = self.enter(form, size)?;
        self.add(sum, i);
        Ok(())
    }

    /// Enters a component that is met for the first time.
    fn enter(&mut self, form: R::Position, size: u32) -> Result<u32, Stopped> {
        let value = (self.rules.bounds(&form) == Some((0, 0))).then_some(0);
        // The list grows by doubling.
        self.forms.pay(2 * size_of::<Component>())?;
        let i = self.forms.number(form)?;
        self.list.push(Component { size, value, not: 0 });
        Ok(i)
    }

    /// Adds a component to a sum; two equal ones cancel.
    fn add(&self, sum: &mut NimSearchSum, i: u32) {
        match self.list[i as usize].value {
            Some(value) => sum.nim ^= value,
            None => match sum.open.iter().position(|&other| other == i) {
                Some(place) => {
                    sum.open.swap_remove(place);
                }
                None => sum.open.push(i),
            },
        }
    }

    /// Moves what is known by now to the nim-value.
    fn refresh(&self, sum: &mut NimSearchSum) {
        let nim = &mut sum.nim;
        sum.open.retain(|i| {
            let value = self.list[*i as usize].value;
            *nim ^= value.unwrap_or(0);
            value.is_none()
        });
    }

    /// Is a sum worth 0? As far as that is known.
    fn is_known_zero(&self, sum: &NimSearchSum) -> Option<bool> {
        match sum.open[..] {
            [] => Some(sum.nim == 0),
            [i] => self.list[i as usize].is(sum.nim),
            _ => None,
        }
    }

    /// Is a sum worth 0?
    fn is_zero(&mut self, grundy: &mut Grundy<R>, mut sum: NimSearchSum) -> Result<bool, Stopped> {
        sum.open.sort_unstable_by_key(|&i| (self.list[i as usize].size, i));
        let Some(largest) = sum.open.pop() else { return Ok(sum.nim == 0) };
        for i in sum.open {
            sum.nim ^= self.value(grundy, i)?;
        }
        self.is(grundy, largest, sum.nim)
    }

    /// The nim-value of a component.
    fn value(&mut self, grundy: &mut Grundy<R>, i: u32) -> Result<u128, Stopped> {
        let mut nim = 0;
        while !self.is(grundy, i, nim)? {
            nim = self.list[i as usize].value.unwrap_or(nim + 1);
        }
        Ok(nim)
    }

    /// Has a component this nim-value?
    fn is(&mut self, grundy: &mut Grundy<R>, i: u32, nim: u128) -> Result<bool, Stopped> {
        if let Some(known) = self.list[i as usize].is(nim) {
            return Ok(known);
        }
        self.path.enter(&i, |&i| self.rules.show(self.forms.get(i as usize)))?;
        let answer = deeper(|| self.by_options(grundy, i, nim));
        self.path.leave();
        answer
    }

    /// The same by the options.
    fn by_options(&mut self, grundy: &mut Grundy<R>, i: u32, nim: u128) -> Result<bool, Stopped> {
        self.visited += 1;
        let form = self.forms.get(i as usize);
        let mut options =
            options_in(Vec::new(), &*self.rules, form, Player::Left, self.work.budget())?;
        self.work.steps(options.len() as u64 + 1)?;
        // Its nim-value is at most the number of options.
        if nim > options.len() as u128 {
            return Ok(false);
        }
        let mut sums: Vec<NimSearchSum> = Vec::with_capacity(options.len());
        for option in options.drain() {
            let mut sum = NimSearchSum::default();
            self.absorb(grundy, &mut sum, option)?;
            sum.open.sort_unstable();
            sums.push(sum);
        }
        sums.sort_by_cached_key(|sum| {
            let sizes = sum.open.iter().map(|&i| self.list[i as usize].size);
            (sizes.clone().max(), sizes.map(u64::from).sum::<u64>(), sum.nim, sum.open.clone())
        });
        sums.dedup();
        for m in (0..=nim).filter(|&m| self.list[i as usize].is(m).is_none()).collect::<Vec<_>>() {
            if !self.reaches(grundy, &mut sums, m)? {
                self.list[i as usize].value = Some(m);
                return Ok(m == nim);
            }
            if m < 64 {
                self.list[i as usize].not |= 1 << m;
            }
        }
        Ok(false)
    }

    /// Has one of these sums this nim-value?
    fn reaches(
        &mut self,
        grundy: &mut Grundy<R>,
        sums: &mut [NimSearchSum],
        nim: u128,
    ) -> Result<bool, Stopped> {
        let mut open = Vec::new();
        for sum in sums {
            self.refresh(sum);
            let difference = NimSearchSum { nim: sum.nim ^ nim, open: sum.open.clone() };
            match self.is_known_zero(&difference) {
                Some(true) => return Ok(true),
                Some(false) => {}
                None => open.push(difference),
            }
        }
        for mut sum in open {
            self.refresh(&mut sum);
            let known = self.is_known_zero(&sum);
            let is_zero = match known {
                Some(known) => known,
                None => self.is_zero(grundy, sum)?,
            };
            if is_zero {
                return Ok(true);
            }
        }
        Ok(false)
    }
}
