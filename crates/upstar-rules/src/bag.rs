//! Sums of like things: cakes, rows of chairs, each kind with how many there are.
//!
//! Invariant: kinds are sorted, none twice, none with count 0. So equal sums are equal data, and
//! a thousand equal pieces take one entry.

use crate::notation::MOST_CELLS;
use crate::piecewise::Pieces;
use crate::{PlainData, PositionError};
use smallvec::SmallVec;
use upstar_base::Weigh;

/// A multiset, written as terms joined by `+`, a repeated one as `3*term`, nothing as `0`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Bag<T>(BagKinds<T>);

/// Most sums that an engine meets are of one or two things, and are kept in place.
type BagKinds<T> = SmallVec<[(T, u64); 2]>;

impl<T: Weigh> Weigh for Bag<T> {
    fn heap_bytes(&self) -> usize {
        self.0.heap_bytes()
    }
}

impl<T> Default for Bag<T> {
    fn default() -> Self {
        Bag(SmallVec::new())
    }
}

impl<T: Copy + Ord> Bag<T> {
    /// A bag with one thing.
    pub fn one(thing: T) -> Self {
        Bag(BagKinds::from_buf_and_len([(thing, 1); 2], 1))
    }

    /// The kinds and how many there are of each.
    pub fn kinds(&self) -> &[(T, u64)] {
        &self.0
    }

    /// The bag with more of one kind.
    pub fn with(&self, thing: T, count: u64) -> Self {
        let mut bag = self.clone();
        bag.add(thing, count);
        bag
    }

    fn add(&mut self, thing: T, count: u64) {
        match self.0.binary_search_by_key(&thing, |kind| kind.0) {
            Ok(i) => self.0[i].1 = self.0[i].1.saturating_add(count),
            Err(i) if count > 0 => self.0.insert(i, (thing, count)),
            Err(_) => {}
        }
    }

    /// The bag with one thing less of a kind that is in it.
    pub fn without(&self, thing: T) -> Self {
        let reduced = self.0.iter().map(|&(t, n)| (t, if t == thing { n - 1 } else { n }));
        Bag(reduced.filter(|kind| kind.1 > 0).collect())
    }

    /// The bag with every thing changed.
    pub fn map(&self, change: impl Fn(T) -> T) -> Self {
        if let [(thing, n)] = self.0[..] {
            return Bag(BagKinds::from_buf_and_len([(change(thing), n); 2], 1));
        }
        self.0.iter().fold(Bag::default(), |bag, &(thing, n)| bag.with(change(thing), n))
    }

    /// Reads a bag; `read` reads one thing, with places counted from its beginning, and says
    /// nothing of one that is dead.
    pub fn read(
        text: &str,
        read: impl Fn(&str) -> Result<Option<T>, PositionError>,
    ) -> Result<Self, PositionError> {
        if text.is_empty() {
            return Err(PositionError::new(0, 0, "expected a position, found nothing"));
        }
        if text == "0" {
            return Ok(Bag::default());
        }
        let (mut bag, mut total, mut start) = (Bag::default(), 0u64, 0);
        for term in text.split('+') {
            let (count, thing, offset) = match term.split_once('*') {
                Some((count, thing)) => {
                    let n = count.trim().parse().map_err(|_| {
                        PositionError::new(start, count.len(), "expected how many there are")
                    })?;
                    (n, thing, count.len() + 1)
                }
                None => (1, term, 0),
            };
            total = total.saturating_add(count);
            if total > MOST_CELLS as u64 {
                let message = format!("the position has more than {MOST_CELLS} parts");
                return Err(PositionError::new(start, term.len(), message));
            }
            let blank = thing.len() - thing.trim_start().len();
            let thing = read(thing.trim()).map_err(|e| e.shifted(start + offset + blank))?;
            thing.into_iter().for_each(|thing| bag.add(thing, count));
            start += term.len() + 1;
        }
        Ok(bag)
    }

    /// Writes a bag as [`Bag::read`] reads it.
    pub fn write(&self, write: impl Fn(T) -> String) -> String {
        if self.0.is_empty() {
            return "0".to_owned();
        }
        let term = |&(thing, n): &(T, u64)| match n {
            1 => write(thing),
            _ => format!("{n}*{}", write(thing)),
        };
        self.0.iter().map(term).collect::<Vec<_>>().join("+")
    }
}

impl<T: PlainData + Copy> Pieces for Bag<T> {
    type Piece = T;
    type Rest = Self;

    fn one(piece: T) -> Self {
        Bag::one(piece)
    }

    fn counted(&self) -> impl Iterator<Item = (T, u64)> {
        self.0.iter().copied()
    }

    fn rests(&self) -> impl Iterator<Item = (T, Self)> {
        self.0.iter().map(|&(thing, _)| (thing, self.without(thing)))
    }

    fn replaced(rest: &Self, by: &[T]) -> Self {
        let mut bag = rest.clone();
        by.chunk_by(|a, b| a == b).for_each(|same| bag.add(same[0], same.len() as u64));
        bag
    }
}
