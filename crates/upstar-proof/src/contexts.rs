//! Does a map from heaps to a monoid preserve misère outcomes of all sums?
//!
//! For a heap with class a and option classes E let V = {y : ey is P for some e in E} and
//! U = {y : ay is not P and y is not in V}, the contexts in which the heap with y should be N
//! although no move in the heap wins. For sums, U(X + Y) = {z : zy in U(X), zx in U(Y)} with x, y
//! the classes of X, Y; U of the empty sum is the set of all elements that are not P. A nonempty
//! sum is predicted N although all its options are predicted N exactly when 1 is in U. So the map
//! is right if and only if no ay with y in V is P, for any heap, and 1 is in U of no sum of heaps
//! that have moves.
//!
//! Sums of one class with U inside that of another need no attention: what follows from them
//! follows from the other.

use std::collections::VecDeque;
use upstar_base::{Budget, Stopped};

/// A set of elements, one bit each.
pub(crate) type Set = Vec<u64>;

fn contains(set: &Set, x: usize) -> bool {
    set[x / 64] & (1 << (x % 64)) != 0
}

fn collect(size: usize, members: impl Fn(usize) -> bool) -> Set {
    let mut set = vec![0; size.div_ceil(64)];
    (0..size).filter(|&x| members(x)).for_each(|x| set[x / 64] |= 1 << (x % 64));
    set
}

fn is_subset(a: &Set, b: &Set) -> bool {
    a.iter().zip(b).all(|(a, b)| a & !b == 0)
}

/// A multiplication table with the P-elements.
pub(crate) struct Table {
    pub(crate) order: usize,
    pub(crate) products: Vec<u16>,
    pub(crate) p: Vec<bool>,
}

impl Table {
    fn times(&self, x: usize, y: usize) -> usize {
        usize::from(self.products[x * self.order + y])
    }

    fn is_p(&self, x: usize, y: usize) -> bool {
        self.p[self.times(x, y)]
    }

    /// Two elements that no third one separates.
    pub(crate) fn inseparable(&self) -> Option<(usize, usize)> {
        let row = |x: usize| collect(self.order, |y| self.is_p(x, y));
        let mut rows: Vec<(Set, usize)> = (0..self.order).map(|x| (row(x), x)).collect();
        rows.sort_unstable();
        rows.windows(2).find(|pair| pair[0].0 == pair[1].0).map(|pair| (pair[0].1, pair[1].1))
    }
}

/// A heap that matters: its class and its set U.
struct Heap {
    size: u64,
    class: usize,
    stuck: Set,
}

/// What is wrong.
pub(crate) enum Wrong {
    /// This heap plus a position of this class is predicted P but has a winning move.
    HasWinningMove { heap: u64, context: usize },
    /// This sum of heaps is predicted N but has no move to a position predicted P.
    NoWinningMove(Vec<u64>),
}

/// The heaps that were looked at one by one.
pub(crate) struct Heaps<'a> {
    table: &'a Table,
    heaps: Vec<Heap>,
}

impl<'a> Heaps<'a> {
    pub(crate) fn new(table: &'a Table) -> Heaps<'a> {
        Heaps { table, heaps: Vec::new() }
    }

    /// Looks at one heap that has moves.
    pub(crate) fn add(&mut self, size: u64, class: usize, options: &[bool]) -> Result<(), Wrong> {
        let table = self.table;
        let moves: Vec<usize> = (0..table.order).filter(|&e| options[e]).collect();
        let winning = collect(table.order, |y| moves.iter().any(|&e| table.is_p(e, y)));
        if let Some(context) =
            (0..table.order).find(|&y| contains(&winning, y) && table.is_p(class, y))
        {
            return Err(Wrong::HasWinningMove { heap: size, context });
        }
        let stuck = collect(table.order, |y| !table.is_p(class, y) && !contains(&winning, y));
        if contains(&stuck, 0) {
            return Err(Wrong::NoWinningMove(vec![size]));
        }
        let covered = |other: &Heap| other.class == class && is_subset(&stuck, &other.stuck);
        if !self.heaps.iter().any(covered) {
            self.heaps.push(Heap { size, class, stuck });
        }
        Ok(())
    }

    /// Looks at all sums; returns how many sets had to be kept.
    pub(crate) fn sums(&self, budget: &Budget) -> Result<Result<usize, Wrong>, Stopped> {
        let table = self.table;
        // For each class, the largest sets with the sums they come from.
        let mut largest: Vec<Vec<(Set, Vec<u32>)>> = vec![Vec::new(); table.order];
        let empty = collect(table.order, |y| !table.p[y]);
        let mut waiting = VecDeque::from([(0, empty, Vec::new())]);
        let bytes = (table.order.div_ceil(64) * 8 + 64) as u64;
        while let Some((class, set, sum)) = waiting.pop_front() {
            budget.advance(1);
            // A larger set may have come since this one was put into the queue.
            let smaller = |(other, _): &(Set, Vec<u32>)| *other != set && is_subset(&set, other);
            if !sum.is_empty() && largest[class].iter().any(smaller) {
                continue;
            }
            for (number, heap) in self.heaps.iter().enumerate() {
                budget.check()?;
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
                    return Ok(Err(Wrong::NoWinningMove(sizes.collect())));
                }
                let target = table.times(class, heap.class);
                let known = &mut largest[target];
                if known.iter().any(|(other, _)| is_subset(&product, other)) {
                    continue;
                }
                budget.charge(2 * bytes)?;
                known.retain(|(other, _)| !is_subset(other, &product));
                known.push((product.clone(), next.clone()));
                waiting.push_back((target, product, next));
            }
        }
        Ok(Ok(largest.iter().map(Vec::len).sum()))
    }
}
