//! Periods that are seen in the rows of a table.
//!
//! A row of texts repeats from some column on, or, if they are whole numbers or nimbers, repeats and
//! grows by the same number each time. What is seen in a finite row proves nothing about longer
//! ones, and is never worded as more than that: a period counts as seen if it is there at least
//! three times and in at least half of the row.

use serde::Serialize;
use std::fmt;

/// How often a period must be there.
const TIMES: usize = 3;

/// How a row repeats, as far as it goes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RowPeriod {
    /// The first column from which on it repeats.
    pub from: usize,
    /// After so many columns.
    pub length: usize,
    /// By how much the numbers grow in a period.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub grows: Option<i64>,
    /// The last column that was looked at.
    pub seen_to: usize,
}

impl fmt::Display for RowPeriod {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let RowPeriod { from, length, grows, seen_to } = self;
        write!(f, "period {length} from {from} on")?;
        if let Some(grows) = grows {
            write!(f, ", each time {grows:+}")?;
        }
        write!(f, " (observed to {seen_to}, not proved)")
    }
}

impl RowPeriod {
    /// The period of a row that begins with column `first`, the one that begins soonest.
    pub fn seen(row: &[&str], first: usize) -> Option<RowPeriod> {
        let found = |(from, length): (usize, usize), grows| RowPeriod {
            from: first + from,
            length,
            grows,
            seen_to: first + row.len() - 1,
        };
        let plain =
            soonest(row.len(), |length| from(row.len(), length, |i| row[i] == row[i + length]));
        if let Some(place) = plain {
            return Some(found(place, None));
        }
        let numbers = numbers(row)?;
        let growth = |length: usize| {
            let last = numbers.len() - 1;
            numbers[last].checked_sub(numbers[last - length])
        };
        let place = soonest(numbers.len(), |length| {
            let grows = growth(length)?;
            from(numbers.len(), length, |i| {
                numbers[i].checked_add(grows) == Some(numbers[i + length])
            })
        })?;
        Some(found(place, growth(place.1)))
    }
}

/// Where the period that is seen soonest begins, and its length.
fn soonest(columns: usize, from: impl Fn(usize) -> Option<usize>) -> Option<(usize, usize)> {
    let mut best: Option<(usize, usize)> = None;
    let end = |&(from, length): &(usize, usize)| from + TIMES * length;
    for length in 1..=columns / TIMES {
        if best.as_ref().is_some_and(|best| end(best) <= TIMES * length) {
            break;
        }
        let place = from(length).map(|from| (from, length));
        best = best.into_iter().chain(place).min_by_key(|place| (end(place), place.1));
    }
    best
}

/// From where on `alike` holds for all columns that have one a period later, if there are enough.
fn from(columns: usize, length: usize, alike: impl Fn(usize) -> bool) -> Option<usize> {
    let compared = columns.checked_sub(length)?;
    let from = (0..compared).rev().find(|&i| !alike(i)).map_or(0, |last| last + 1);
    let seen = columns - from;
    (seen >= TIMES * length && 2 * seen >= columns).then_some(from)
}

/// The numbers that the texts are: integers, or the sizes of nimbers.
fn numbers(row: &[&str]) -> Option<Vec<i64>> {
    let number = |text: &&str| match text.strip_prefix('*') {
        Some("") => Some(1),
        Some(size) => size.parse().ok(),
        None => text.parse().ok(),
    };
    let numbers: Option<Vec<i64>> = row.iter().map(number).collect();
    numbers.filter(|numbers| numbers.len() >= TIMES)
}
