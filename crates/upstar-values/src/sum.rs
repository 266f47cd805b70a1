//! Negation, sums and multiples.
//!
//! Sums of numbers, ups and nimbers are arithmetic. A number is added by translation
//! ([`crate::translation`]). In a general sum only
//! the options of different terms can dominate each other; and none in the other term matters
//! next to a switch that is wider than all that term is about.

use crate::canonical::{OptionList, sort};
use crate::store::{GameNode, Simple};
use crate::workspace::Workspace;
use crate::{Short, Store};
use upstar_base::{Player, Stopped, deeper};

/// Counts of ups stay below this, so that no arithmetic on them overflows.
pub(crate) const MOST_UPS: i32 = 1 << 28;

impl Workspace {
    pub(crate) fn neg(&mut self, store: &Store, g: Short) -> Result<Short, Stopped> {
        let node = store.node(g);
        if let Some(negative) = node.negative() {
            return Ok(negative);
        }
        let negative = match node.as_simple() {
            Some(v) => {
                let number = store.numbers.neg(v.number);
                store.simple(self.work.budget(), Simple { number, up: -v.up, nim: v.nim })?
            }
            None => deeper(|| {
                self.work.step()?;
                let (root, x) = store.as_translate(g);
                if root != g {
                    let negative = self.neg(store, root)?;
                    return store.translate(self.work.budget(), negative, store.numbers.neg(x));
                }
                let left = self.negated_options(store, g, Player::Right)?;
                let right = self.negated_options(store, g, Player::Left)?;
                self.intern(store, &left, &right)
            })?,
        };
        node.set_negative(negative);
        store.node(negative).set_negative(g);
        Ok(negative)
    }

    fn negated_options(
        &mut self,
        store: &Store,
        g: Short,
        who: Player,
    ) -> Result<OptionList, Stopped> {
        let options = self.options(store, g, who)?;
        let mut list =
            options.iter().map(|&o| self.neg(store, o)).collect::<Result<OptionList, _>>()?;
        sort(&mut list);
        Ok(list)
    }

    pub(crate) fn add(&mut self, store: &Store, g: Short, h: Short) -> Result<Short, Stopped> {
        if g == Short::ZERO {
            return Ok(h);
        }
        if h == Short::ZERO {
            return Ok(g);
        }
        let (a, b) = (store.node(g), store.node(h));
        if let (Some(v), Some(w)) = (a.as_simple(), b.as_simple()) {
            return self.add_simple(store, v, w);
        }
        if a.is_number() {
            return store.translate(self.work.budget(), h, a.stops[0]);
        }
        if b.is_number() {
            return store.translate(self.work.budget(), g, b.stops[0]);
        }
        if a.negative() == Some(h) {
            return Ok(Short::ZERO);
        }
        if let Some(sum) = self.sums.get(g, h) {
            return Ok(sum);
        }
        let sum = deeper(|| {
            self.work.step()?;
            if opposite_stops(store, a, b) && self.neg(store, g)? == h {
                Ok(Short::ZERO)
            } else if let Some(sum) = self.add_wide_switch(store, g, h)? {
                Ok(sum)
            } else if let Some(sum) = self.add_wide_switch(store, h, g)? {
                Ok(sum)
            } else {
                let (left, l) = self.sum_options(store, g, h, Player::Left)?;
                let (right, r) = self.sum_options(store, g, h, Player::Right)?;
                self.canonical(store, left, right, Some((l, r)))
            }
        })?;
        self.sums.put(self.work.budget(), g, h, sum);
        Ok(sum)
    }

    fn add_simple(&mut self, store: &Store, v: Simple, w: Simple) -> Result<Short, Stopped> {
        let up = v.up + w.up;
        if up.abs() > MOST_UPS {
            return Err(too_many_ups());
        }
        let number = store.numbers.add(v.number, w.number);
        store.simple(self.work.budget(), Simple { number, up, nim: v.nim ^ w.nim })
    }

    /// `g + {a|b}` is `{g+a | g+b}`, in canonical form, if the numbers `a` and `b` lie further
    /// apart than all stops in `g` do.
    ///
    /// A move in `g` first is dominated: `g + a - (gl + {a|b})` is `>= 0`, for if Right takes `b`
    /// Left answers by moving `g` to `gl`, and if Right moves elsewhere Left takes `a` and is
    /// ahead by more than any stop. No reply in `g` reverses the move to `g + a`: Right, to move
    /// in `g + {a|b} - (gr + a)`, takes `b` and is ahead for good.
    fn add_wide_switch(
        &mut self,
        store: &Store,
        g: Short,
        switch: Short,
    ) -> Result<Option<Short>, Stopped> {
        let node = store.node(switch);
        let width = store.numbers.add(node.stops[0], store.numbers.neg(node.stops[1]));
        let reach = store.node(g).reach;
        let spread = store.numbers.add(reach[0], store.numbers.neg(reach[1]));
        if store.numbers.cmp(width, spread).is_le() {
            return Ok(None);
        }
        let left = self.options(store, switch, Player::Left)?;
        let right = self.options(store, switch, Player::Right)?;
        let (&[a], &[b]) = (left, right) else { return Ok(None) };
        if !store.node(a).is_number() || !store.node(b).is_number() {
            return Ok(None);
        }
        let (left, right) = (self.add(store, g, a)?, self.add(store, g, b)?);
        self.intern(store, &[left], &[right]).map(Some)
    }

    /// The options of `who` in `g + h`, and how many of them are moves in `g`.
    fn sum_options(
        &mut self,
        store: &Store,
        g: Short,
        h: Short,
        who: Player,
    ) -> Result<(OptionList, usize), Stopped> {
        let mut list = OptionList::new();
        for &option in self.options(store, g, who)? {
            list.push(self.add(store, option, h)?);
        }
        let first = list.len();
        for &option in self.options(store, h, who)? {
            list.push(self.add(store, g, option)?);
        }
        Ok((list, first))
    }
}

/// What must hold of two games if each is the negative of the other.
fn opposite_stops(store: &Store, a: &GameNode, b: &GameNode) -> bool {
    a.stops[0] == store.numbers.neg(b.stops[1]) && a.stops[1] == store.numbers.neg(b.stops[0])
}

pub(crate) fn too_many_ups() -> Stopped {
    Stopped::Limit { what: "the number of ups in a value", limit: MOST_UPS as u64 }
}
