//! Does a map from heaps to a monoid preserve misère outcomes of all sums?
//!
//! For a heap with class a and option classes E let V = {y : ey is P for some e in E} and
//! U = {y : ay is not P and y is not in V}, the contexts in which the heap with y should be N
//! although no move in the heap wins. For sums, U(X + Y) = {z : zy in U(X), zx in U(Y)} with x, y
//! the classes of X, Y; U of the empty sum is the set of all elements that are not P. A nonempty
//! sum is predicted N although all its options are predicted N exactly when 1 is in U. So the map
//! is right if and only if 1 is not P (a sum without moves is N), no ay with y in V is P, for any heap
//! that has moves, and 1 is in U of no nonempty sum of heaps that have moves. Heaps without moves
//! have class 1 and are left out.
//!
//! Sums of one class with U inside that of another need no attention: what follows from them
//! follows from the other.
//!
//! Theorem: `docs/quotients.md#context-sets`.

use crate::meter::Meter;
use crate::{Checked, FailedStep};
use std::collections::{BTreeMap, VecDeque};
use upstar_base::Stopped;

/// A set of elements, one bit each.
pub(crate) type ElementSet = Vec<u64>;

fn contains(set: &ElementSet, x: usize) -> bool {
    set[x / 64] & (1 << (x % 64)) != 0
}

fn collect(size: usize, members: impl Fn(usize) -> bool) -> ElementSet {
    let mut set = vec![0; size.div_ceil(64)];
    (0..size).filter(|&x| members(x)).for_each(|x| set[x / 64] += 1 << (x % 64));
    set
}

fn is_subset(a: &ElementSet, b: &ElementSet) -> bool {
    a.iter().zip(b).all(|(a, b)| a & !b == 0)
}

/// A multiplication table with the P-elements.
pub(crate) struct MonoidTable {
    pub(crate) order: usize,
    pub(crate) products: Vec<u16>,
    pub(crate) p: Vec<bool>,
}

impl MonoidTable {
    fn times(&self, x: usize, y: usize) -> usize {
        usize::from(self.products[x * self.order + y])
    }

    fn is_p(&self, x: usize, y: usize) -> bool {
        self.p[self.times(x, y)]
    }

    /// Two elements that no third one separates.
    pub(crate) fn inseparable(&self, meter: &Meter<'_>) -> Result<Option<(usize, usize)>, Stopped> {
        let mut rows: BTreeMap<ElementSet, usize> = BTreeMap::new();
        for x in 0..self.order {
            meter.tick(self.order as u64)?;
            meter.charge(64 + self.bytes())?;
            let row = collect(self.order, |y| self.is_p(x, y));
            if let Some(other) = rows.insert(row, x) {
                return Ok(Some((other, x)));
            }
        }
        Ok(None)
    }

    /// The memory that a set of elements takes.
    fn bytes(&self) -> u64 {
        24 + 8 * self.order.div_ceil(64) as u64
    }
}

/// A heap that matters: its class and its set U.
struct HeapKind {
    size: u64,
    class: usize,
    stuck: ElementSet,
}

/// The step "N-positions" fails: this sum of heaps is predicted N, but has no move to a position
/// predicted P.
fn no_winning_move(sum: impl IntoIterator<Item = u64>) -> FailedStep {
    let sum: Vec<String> = sum.into_iter().map(|heap| heap.to_string()).collect();
    ("N-positions", format!("{} is called N, and so are its options", sum.join(" + ")))
}

/// The heaps that were looked at one by one.
pub(crate) struct ContextHeaps<'a> {
    table: &'a MonoidTable,
    heaps: Vec<HeapKind>,
}

impl<'a> ContextHeaps<'a> {
    pub(crate) fn new(table: &'a MonoidTable) -> ContextHeaps<'a> {
        ContextHeaps { table, heaps: Vec::new() }
    }

    /// Looks at one heap that has moves.
    pub(crate) fn add(
        &mut self,
        size: u64,
        class: usize,
        options: &[bool],
        meter: &Meter<'_>,
    ) -> Checked<()> {
        let table = self.table;
        let moves: Vec<usize> = (0..table.order).filter(|&e| options[e]).collect();
        meter.tick(4 * table.order as u64)?;
        let mut winning = vec![0; table.order.div_ceil(64)];
        for &e in &moves {
            meter.tick(table.order as u64)?;
            for y in (0..table.order).filter(|&y| table.is_p(e, y)) {
                winning[y / 64] |= 1 << (y % 64);
            }
        }
        if let Some(context) =
            (0..table.order).find(|&y| contains(&winning, y) && table.is_p(class, y))
        {
            let reason =
                format!("heap {size} with element {context} has a move to P, but is called P");
            return Err(("P-positions", reason).into());
        }
        let stuck = collect(table.order, |y| !table.is_p(class, y) && !contains(&winning, y));
        if contains(&stuck, 0) {
            return Err(no_winning_move([size]).into());
        }
        let covered = |other: &HeapKind| other.class == class && is_subset(&stuck, &other.stuck);
        meter.tick(self.heaps.len() as u64)?;
        if !self.heaps.iter().any(covered) {
            meter.charge(64 + table.bytes())?;
            self.heaps.push(HeapKind { size, class, stuck });
        }
        Ok(())
    }

    /// Looks at all sums.
    pub(crate) fn sums(&self, meter: &Meter<'_>) -> Checked<()> {
        let table = self.table;
        // For each class, the largest sets with the sums they come from.
        let mut largest: Vec<Vec<(ElementSet, Vec<u32>)>> = vec![Vec::new(); table.order];
        let empty = collect(table.order, |y| !table.p[y]);
        let mut waiting = VecDeque::from([(0, empty, Vec::new())]);
        while let Some((class, set, sum)) = waiting.pop_front() {
            meter.advance(1);
            // A larger set may have come since this one was put into the queue.
            let smaller =
                |(other, _): &(ElementSet, Vec<u32>)| *other != set && is_subset(&set, other);
            if !sum.is_empty() && largest[class].iter().any(smaller) {
                continue;
            }
            for (number, heap) in self.heaps.iter().enumerate() {
                meter.tick(2 * table.order as u64)?;
                let product = collect(table.order, |z| {
                    contains(&set, table.times(z, heap.class))
                        && contains(&heap.stuck, table.times(z, class))
                });
                if product.iter().all(|&word| word == 0) {
                    continue;
                }
                let mut next: Vec<u32> = sum.clone();
                next.push(number as u32);
                if contains(&product, 0) {
                    let sizes = next.iter().map(|&number| self.heaps[number as usize].size);
                    return Err(no_winning_move(sizes).into());
                }
                let target = table.times(class, heap.class);
                let known = &mut largest[target];
                meter.tick((1 + known.len()) as u64)?;
                if known.iter().any(|(other, _)| is_subset(&product, other)) {
                    continue;
                }
                meter.charge(2 * (64 + table.bytes() + 4 * next.len() as u64))?;
                known.retain(|(other, _)| !is_subset(other, &product));
                known.push((product.clone(), next.clone()));
                waiting.push_back((target, product, next));
            }
        }
        Ok(())
    }
}

#[cfg(test)]
#[path = "../tests/private/contexts.rs"]
mod tests;
