//! Sequences that are periodic in the end, and arrays made of them.
//!
//! Invariant (normal form): the period is the least one and begins as early as possible. So equal
//! sequences are equal data, also when their items are such sequences themselves.

/// A sequence that is periodic in the end.
///
/// ```
/// use upstar_misere::decomposition::eventually::Eventually;
/// let sequence = Eventually::new(vec![7, 1, 2, 1, 2], 4).unwrap();
/// assert_eq!((sequence.start(), sequence.period()), (1, 2));
/// assert_eq!(sequence.at(1_000_000), &2);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Eventually<T> {
    items: Vec<T>,
    period: usize,
}

impl<T: Eq> Eventually<T> {
    /// The sequence that begins with these items, the last `period` of which repeat; `None` if
    /// there are not so many or the period is zero.
    pub fn new(items: Vec<T>, period: usize) -> Option<Eventually<T>> {
        (1..=items.len()).contains(&period).then(|| Eventually::normal(items, period))
    }

    /// The same where the period is known to be at least 1 and at most the number of items.
    pub(super) fn normal(mut items: Vec<T>, period: usize) -> Eventually<T> {
        let start = items.len() - period;
        let least = (1..period)
            .filter(|p| period.is_multiple_of(*p))
            .find(|p| (start..items.len() - p).all(|i| items[i] == items[i + p]))
            .unwrap_or(period);
        items.truncate(start + least);
        while let Some(before) = items.len().checked_sub(least + 1)
            && items[before] == items[before + least]
        {
            items.pop();
        }
        Eventually { items, period: least }
    }

    /// What these first items look like: the least period that is seen at least three times and
    /// `slack` items more. Only a guess: later items may be different.
    pub fn guess(mut items: Vec<T>, slack: usize) -> Option<Eventually<T>> {
        let n = items.len();
        for period in 1..=n.saturating_sub(slack) / 3 {
            let same = (0..n - period).rev().take_while(|&i| items[i] == items[i + period]).count();
            let start = n - period - same;
            if start + 3 * period + slack <= n {
                items.truncate(start + period);
                return Some(Eventually::normal(items, period));
            }
        }
        None
    }

    /// The first item of the period.
    pub fn start(&self) -> usize {
        self.items.len() - self.period
    }

    /// The period.
    pub fn period(&self) -> usize {
        self.period
    }

    /// The items before the period and one period.
    pub fn items(&self) -> &[T] {
        &self.items
    }

    /// The item in place `i`.
    pub fn at(&self, i: usize) -> &T {
        match self.items.get(i) {
            Some(item) => item,
            None => &self.items[self.start() + (i - self.start()) % self.period],
        }
    }
}

/// An array with one or more coordinates, periodic in the end in each of them; where it begins
/// and how long it is may depend on the coordinates before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Nest<T> {
    /// No coordinate is left.
    Cell(T),
    /// What follows for each value of the next coordinate.
    Row(Eventually<Nest<T>>),
}

impl<T: Eq> Nest<T> {
    /// The entry at these coordinates; `None` if their number is wrong.
    pub fn at(&self, coordinates: &[usize]) -> Option<&T> {
        match (self, coordinates) {
            (Nest::Cell(cell), []) => Some(cell),
            (Nest::Row(row), [first, rest @ ..]) => row.at(*first).at(rest),
            _ => None,
        }
    }

    /// The array with one coordinate less whose entries are made of the innermost rows.
    pub fn rows<U: Eq>(&self, make: &mut dyn FnMut(&Eventually<Nest<T>>) -> U) -> Option<Nest<U>> {
        let Nest::Row(row) = self else { return None };
        if matches!(row.items(), [Nest::Cell(_), ..]) {
            return Some(Nest::Cell(make(row)));
        }
        let items: Option<Vec<Nest<U>>> = row.items().iter().map(|item| item.rows(make)).collect();
        Some(Nest::Row(Eventually::normal(items?, row.period())))
    }

    /// Calls `visit` with every row and the number of coordinates before it.
    pub fn each_row(&self, depth: usize, visit: &mut dyn FnMut(usize, &Eventually<Nest<T>>)) {
        if let Nest::Row(row) = self {
            visit(depth, row);
            row.items().iter().for_each(|item| item.each_row(depth + 1, visit));
        }
    }
}
