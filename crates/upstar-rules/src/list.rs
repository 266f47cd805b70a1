//! Like things in order, each by itself: pairs of numbers, coins, flies.
//!
//! Invariant: they are sorted, the largest first if `FALLING`. So equal sums are equal data.

use crate::piecewise::Pieces;
use crate::{MOST_CELLS, PlainData, PositionError, parameters};
use smallvec::{Array, SmallVec};
use std::cmp::Ordering;
use std::ops::Deref;
use upstar_base::Weigh;

/// A sorted list, kept in place as long as it fits into `A`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct List<A: Array<Item: PlainData + Copy>, const FALLING: bool>(SmallVec<A>);

impl<A: Array<Item: PlainData + Copy>, const FALLING: bool> Weigh for List<A, FALLING> {
    fn heap_bytes(&self) -> usize {
        self.0.heap_bytes()
    }
}

impl<A: Array<Item: PlainData + Copy>, const FALLING: bool> Deref for List<A, FALLING> {
    type Target = [A::Item];

    fn deref(&self) -> &[A::Item] {
        &self.0
    }
}

impl<A: Array<Item: PlainData + Copy>, const FALLING: bool> FromIterator<A::Item>
    for List<A, FALLING>
{
    fn from_iter<I: IntoIterator<Item = A::Item>>(things: I) -> Self {
        let mut things: SmallVec<A> = things.into_iter().collect();
        things.sort_unstable_by(Self::order);
        List(things)
    }
}

impl<A: Array<Item: PlainData + Copy>, const FALLING: bool> List<A, FALLING> {
    fn order(a: &A::Item, b: &A::Item) -> Ordering {
        if FALLING { b.cmp(a) } else { a.cmp(b) }
    }

    /// Reads terms joined by `+`; `read` reads one, which starts at a place, and says nothing of
    /// one that is dead.
    pub(crate) fn read(
        text: &str,
        things: &str,
        read: impl Fn(usize, &str) -> Result<Option<A::Item>, PositionError>,
    ) -> Result<Self, PositionError> {
        let terms = parameters::parts(text, '+').enumerate().map(|(i, (place, term))| {
            if i == MOST_CELLS {
                let message = format!("the position has more than {MOST_CELLS} {things}");
                return Err(PositionError::new(place, text.len() - place, message));
            }
            read(place, term)
        });
        terms.filter_map(Result::transpose).collect()
    }

    /// Writes terms joined by `+`, none as `0`.
    pub(crate) fn write(&self, write: impl Fn(A::Item) -> String) -> String {
        if self.is_empty() {
            return "0".to_owned();
        }
        self.iter().map(|&thing| write(thing)).collect::<Vec<_>>().join("+")
    }
}

impl<A, const FALLING: bool> Pieces for List<A, FALLING>
where
    A: Array<Item: PlainData + Copy> + PlainData,
{
    type Piece = A::Item;
    type Rest = Self;

    fn one(piece: A::Item) -> Self {
        List(SmallVec::from_elem(piece, 1))
    }

    fn counted(&self) -> impl Iterator<Item = (A::Item, u64)> {
        self.iter().map(|&piece| (piece, 1))
    }

    fn rests(&self) -> impl Iterator<Item = (A::Item, Self)> {
        let firsts = (0..self.len()).filter(|&i| i == 0 || self[i - 1] != self[i]);
        firsts.map(|i| {
            let mut rest = self.clone();
            (rest.0.remove(i), rest)
        })
    }

    fn replaced(rest: &Self, by: &[A::Item]) -> Self {
        let mut all = SmallVec::with_capacity(rest.len() + by.len());
        all.extend_from_slice(rest);
        for piece in by {
            let place = all.partition_point(|other| Self::order(other, piece).is_lt());
            all.insert(place, *piece);
        }
        List(all)
    }
}
