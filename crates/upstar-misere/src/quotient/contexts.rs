//! The proof engine: sets of contexts in which a sum must be N but offers no winning move.
//!
//! A generator g (a heap or a part) with moves has a class a and option classes E; one without moves
//! has class 1 and is left out of every sum. With
//! C(e) = {y : ey in P} and V = union of C(e) over E, the contexts in which g itself has a winning
//! move, put U(g) = Q \ (C(a) + V). For sums U(X+Y) = {z : zy in U(X) and zx in U(Y)}, and
//! U(0) = Q \ P.
//!
//! **Theorem.** Let 1 not be in P, as a sum without moves is N. The map to classes preserves outcomes
//! of all sums of generators if and only if C(a) and V are disjoint for every generator with moves
//! (P-condition), and 1 is not in U(X) for any nonempty sum X of generators with moves (N-condition).
//! For 1 is in U(X) exactly when X is predicted N and no option is predicted P; induct on X.
//! (Without the first condition the nim-values of a game in normal play would satisfy the others.)
//!
//! With misère nim-values instead of outcomes the same is asked for every number k: C(e) holds the
//! contexts in which e has the value k, and U those in which g should have a larger one although
//! no option has the value k ([`Contexts::level`]).
//!
//! The closure keeps an antichain: products are monotone in U, so a set inside another at the
//! same class can be dropped, as can the empty set. The test for 1 comes first. The pair
//! (1, Q \ P) of the empty sum is never dropped.
//!
//! Theorem: `docs/quotients.md#context-sets`.

use super::halt::Halt;
use super::monoid::Monoid;
use std::sync::Arc;
use upstar_base::{Budget, Stopped};

/// The most sets that are kept.
const MOST_SETS: usize = 2_000_000;

fn has(set: &[u64], i: usize) -> bool {
    set[i / 64] >> (i % 64) & 1 != 0
}

fn inside(small: &[u64], large: &[u64]) -> bool {
    small.iter().zip(large).all(|(s, l)| s & !l == 0)
}

/// Row x: the y for which the product xy is wanted.
fn table(monoid: &Monoid, wanted: impl Fn(u16) -> bool) -> Vec<u64> {
    let order = monoid.order();
    let width = order.div_ceil(64);
    let mut table = vec![0u64; order * width];
    for (x, row) in table.chunks_exact_mut(width).enumerate() {
        for (y, &product) in monoid.row(x as u16).iter().enumerate() {
            row[y / 64] |= u64::from(wanted(product)) << (y % 64);
        }
    }
    table
}

/// A sum that is known to the closure: its class and where it comes from.
#[derive(Clone, Copy, Debug)]
struct ClosureSum {
    class: u16,
    alive: bool,
    from: Option<(u32, u32)>,
}

#[derive(Debug)]
struct Generator {
    class: u16,
    name: u32,
    without_move: Vec<u64>,
    /// Row x: {z : xz in U}, computed when needed.
    rows: Vec<u64>,
    ready: Vec<bool>,
}

/// A failure of the N-condition: this sum, plus this generator.
pub(super) type NFailure = (u32, u32);

/// The closure of the context sets of some generators.
#[derive(Debug)]
pub(super) struct Contexts {
    monoid: Arc<Monoid>,
    /// The bytes that a budget knows of.
    charged: u64,
    width: usize,
    wins: Vec<u64>,
    /// The contexts in which a class should have a winning move; without this, where it is not P.
    above: Option<Vec<u64>>,
    sums: Vec<ClosureSum>,
    sets: Vec<u64>,
    at_class: Vec<Vec<u32>>,
    generators: Vec<Generator>,
    killed: Vec<u32>,
    alive: usize,
}

impl Contexts {
    /// Knows only the empty sum.
    pub(super) fn new(monoid: Arc<Monoid>) -> Contexts {
        let wins = table(&monoid, |product| monoid.is_p(product));
        Contexts::of(monoid, wins, None)
    }

    /// The same for sums with the misère nim-value `k` instead of 0; `values` are those of the
    /// classes.
    pub(super) fn level(monoid: Arc<Monoid>, values: &[u32], k: u32) -> Contexts {
        let wins = table(&monoid, |product| values[usize::from(product)] == k);
        let above = table(&monoid, |product| values[usize::from(product)] > k);
        Contexts::of(monoid, wins, Some(above))
    }

    fn of(monoid: Arc<Monoid>, wins: Vec<u64>, above: Option<Vec<u64>>) -> Contexts {
        let order = monoid.order();
        let width = order.div_ceil(64);
        let mut contexts = Contexts {
            charged: 0,
            width,
            wins,
            above,
            sums: Vec::new(),
            sets: Vec::new(),
            at_class: vec![Vec::new(); order],
            generators: Vec::new(),
            killed: Vec::new(),
            alive: 0,
            monoid,
        };
        let not_p = contexts.without_move(0, &vec![0; width]);
        contexts.push(0, &not_p, None);
        contexts
    }

    /// C(e): the contexts in which `e` is a P-position.
    pub(super) fn wins(&self, e: u16) -> &[u64] {
        &self.wins[usize::from(e) * self.width..][..self.width]
    }

    /// V: the contexts in which a move to one of these classes wins.
    pub(super) fn winning_contexts(&self, options: &[u16]) -> Vec<u64> {
        let mut all = vec![0; self.width];
        for &e in options {
            all.iter_mut().zip(self.wins(e)).for_each(|(a, w)| *a |= w);
        }
        all
    }

    /// The contexts that break the P-condition for a generator of this class.
    pub(super) fn contradictions(&self, class: u16, winning: &[u64]) -> Vec<u16> {
        let both = self.wins(class).iter().zip(winning).map(|(c, v)| c & v);
        let mut found = Vec::new();
        for (i, mut word) in both.enumerate() {
            while word != 0 {
                found.push((64 * i) as u16 + word.trailing_zeros() as u16);
                word &= word - 1;
            }
        }
        found
    }

    fn is_consistent(&self, class: u16, winning: &[u64]) -> bool {
        self.wins(class).iter().zip(winning).all(|(c, v)| c & v == 0)
    }

    /// U of a generator.
    pub(super) fn without_move(&self, class: u16, winning: &[u64]) -> Vec<u64> {
        if let Some(above) = &self.above {
            let row = &above[usize::from(class) * self.width..][..self.width];
            return row.iter().zip(winning).map(|(a, v)| a & !v).collect();
        }
        let mut set: Vec<u64> =
            self.wins(class).iter().zip(winning).map(|(c, v)| !(c | v)).collect();
        let tail = self.monoid.order() % 64;
        if let Some(last) = set.last_mut().filter(|_| tail != 0) {
            *last &= (1 << tail) - 1;
        }
        set
    }

    /// Is there a generator of the same class with a larger U?
    pub(super) fn is_covered(&self, class: u16, without_move: &[u64]) -> bool {
        let same = self.generators.iter().filter(|g| g.class == class);
        same.into_iter().any(|g| inside(without_move, &g.without_move))
    }

    /// Adds a generator that satisfies the P-condition; [`Contexts::close`] must follow.
    pub(super) fn add(&mut self, class: u16, without_move: Vec<u64>, name: u32) {
        let order = self.monoid.order();
        let (rows, ready) = (vec![0; order * self.width], vec![false; order]);
        self.generators.push(Generator { class, name, without_move, rows, ready });
    }

    /// Charges what is held now and was not before, or gives back.
    fn settle(&mut self, budget: &Budget) -> Result<(), Stopped> {
        let order = self.monoid.order();
        let words = self.wins.len()
            + self.above.as_ref().map_or(0, Vec::len)
            + self.sets.capacity()
            + self.generators.len() * (order + 1) * self.width;
        let bytes = 8 * words + self.sums.capacity() * (size_of::<ClosureSum>() + 8) + order * 24;
        let before = std::mem::replace(&mut self.charged, bytes as u64);
        budget.refund(before.saturating_sub(self.charged));
        budget.charge(self.charged.saturating_sub(before))
    }

    /// Gives back what was charged.
    pub(super) fn release(&mut self, budget: &Budget) {
        budget.refund(std::mem::take(&mut self.charged));
    }

    fn push(&mut self, class: u16, set: &[u64], from: Option<(u32, u32)>) {
        self.at_class[usize::from(class)].push(self.sums.len() as u32);
        self.sums.push(ClosureSum { class, alive: true, from });
        self.sets.extend_from_slice(set);
        self.alive += 1;
    }

    fn set(&self, i: usize) -> &[u64] {
        &self.sets[i * self.width..][..self.width]
    }

    fn insert(&mut self, class: u16, set: &[u64], from: (u32, u32)) {
        let mut here = std::mem::take(&mut self.at_class[usize::from(class)]);
        let larger = here.iter().position(|&i| inside(set, self.set(i as usize)));
        if let Some(place) = larger {
            here.swap(place, place.saturating_sub(1));
            self.at_class[usize::from(class)] = here;
            return;
        }
        here.retain(|&i| {
            let keep = i == 0 || !inside(self.set(i as usize), set);
            if !keep {
                self.sums[i as usize].alive = false;
                self.killed.push(i);
                self.alive -= 1;
            }
            keep
        });
        self.at_class[usize::from(class)] = here;
        self.push(class, set, Some(from));
    }

    /// Closes under products with generators from number `fresh` on for the sums before `old`,
    /// and with all generators for the others. Stops at `most` failures.
    pub(super) fn close(
        &mut self,
        old: usize,
        fresh: usize,
        most: usize,
        budget: &Budget,
    ) -> Result<Vec<NFailure>, Halt> {
        let mut failures = Vec::new();
        let mut product = vec![0u64; self.width];
        let monoid = Arc::clone(&self.monoid);
        self.settle(budget)?;
        let mut work = 0usize;
        let mut i = 0;
        while i < self.sums.len() {
            for g in if i < old { fresh } else { 0 }..self.generators.len() {
                if !self.sums[i].alive {
                    break;
                }
                let class = self.sums[i].class;
                work += self.width;
                if work >= 1 << 14 {
                    work = 0;
                    budget.check()?;
                    self.settle(budget)?;
                }
                if !self.multiply(&monoid, i, g, &mut product) {
                    continue;
                }
                if product[0] & 1 != 0 {
                    failures.push((i as u32, g as u32));
                    if failures.len() >= most {
                        return Ok(failures);
                    }
                    continue;
                }
                let target = monoid.times(class, self.generators[g].class);
                self.insert(target, &product, (i as u32, g as u32));
                if self.alive > MOST_SETS {
                    return Err(Halt::Stuck("the proof needs too many context sets"));
                }
            }
            i += 1;
        }
        Ok(failures)
    }

    /// U of sum i plus generator g; is it not empty?
    fn multiply(&mut self, monoid: &Monoid, i: usize, g: usize, product: &mut [u64]) -> bool {
        let width = self.width;
        let class = self.sums[i].class;
        let set = &self.sets[i * width..][..width];
        let generator = &mut self.generators[g];
        let row = &mut generator.rows[usize::from(class) * width..][..width];
        if !generator.ready[usize::from(class)] {
            generator.ready[usize::from(class)] = true;
            for (z, &product) in monoid.row(class).iter().enumerate() {
                let bit = has(&generator.without_move, usize::from(product));
                row[z / 64] |= u64::from(bit) << (z % 64);
            }
        }
        let products = monoid.row(generator.class);
        let mut any = 0;
        for (word, (out, &bits)) in product.iter_mut().zip(row.iter()).enumerate() {
            let (mut rest, mut found) = (bits, 0u64);
            while rest != 0 {
                let k = rest.trailing_zeros() as usize;
                rest &= rest - 1;
                let bit = has(set, usize::from(products[word * 64 + k]));
                found |= u64::from(bit) << k;
            }
            *out = found;
            any |= found;
        }
        any != 0
    }

    /// The names of the generators in a sum that fails.
    pub(super) fn names(&self, (sum, generator): NFailure) -> Vec<u32> {
        let mut names = vec![self.generators[generator as usize].name];
        let mut at = sum as usize;
        while let Some((before, g)) = self.sums[at].from {
            names.push(self.generators[g as usize].name);
            at = before as usize;
        }
        names
    }

    /// The class of a new heap with these option classes, if the monoid need not grow for it:
    /// the one class for which the heap can be added as a generator.
    pub(super) fn class_of_options(
        &mut self,
        options: &[u16],
        name: u32,
        budget: &Budget,
    ) -> Result<Option<u16>, Halt> {
        let winning = self.winning_contexts(options);
        let order = self.monoid.order() as u16;
        let mut candidates = Vec::new();
        for class in 0..order {
            if !self.is_consistent(class, &winning) {
                continue;
            }
            let set = self.without_move(class, &winning);
            if set[0] & 1 != 0 {
                continue;
            }
            if self.is_covered(class, &set) {
                return Ok(Some(class));
            }
            candidates.push((class, set));
        }
        for (class, set) in candidates {
            budget.check()?;
            let clash = |i: &usize| {
                let sum = self.sums[*i];
                sum.alive
                    && has(self.set(*i), usize::from(class))
                    && has(&set, usize::from(sum.class))
            };
            if (0..self.sums.len()).any(|i| clash(&i)) {
                continue;
            }
            if self.try_generator(class, set, name, budget)? {
                return Ok(Some(class));
            }
        }
        Ok(None)
    }

    /// Adds a generator and closes; takes everything back if that fails.
    fn try_generator(
        &mut self,
        class: u16,
        set: Vec<u64>,
        name: u32,
        budget: &Budget,
    ) -> Result<bool, Halt> {
        let (old, fresh) = (self.sums.len(), self.generators.len());
        self.add(class, set, name);
        self.killed.clear();
        let failures = self.close(old, fresh, 1, budget)?;
        let killed = std::mem::take(&mut self.killed);
        if failures.is_empty() {
            return Ok(true);
        }
        self.alive -= self.sums[old..].iter().filter(|sum| sum.alive).count();
        self.at_class.iter_mut().for_each(|here| here.retain(|&i| (i as usize) < old));
        self.sums.truncate(old);
        self.sets.truncate(old * self.width);
        self.generators.truncate(fresh);
        for i in killed.into_iter().filter(|&i| (i as usize) < old) {
            let sum = &mut self.sums[i as usize];
            sum.alive = true;
            self.at_class[usize::from(sum.class)].push(i);
            self.alive += 1;
        }
        Ok(false)
    }
}
