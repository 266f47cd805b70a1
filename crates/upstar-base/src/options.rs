//! Where moves are listed: a sink that knows when it is full.
//!
//! A position can have more moves than the memory holds. Whoever lists them hands each to an
//! [`Options`] and stops when that wants no more; a plain vector wants all of them, a
//! [`Listing`] only what its budget allows. How the list came to its end is told by
//! [`Listing::finish`], so nobody takes a part for the whole.

use crate::{Budget, Stopped, Weigh};
use std::ops::Deref;
use std::sync::Arc;

/// Takes what is listed, one by one.
///
/// ```
/// use upstar_base::Options;
/// fn squares(out: &mut dyn Options<u64>) {
///     out.extend((0..1000).map(|n| n * n));
/// }
/// let mut all = Vec::new();
/// squares(&mut all);
/// assert_eq!(all.len(), 1000);
/// ```
pub trait Options<P> {
    /// Takes one more; false when no others are wanted.
    fn push(&mut self, option: P) -> bool;

    /// Are no others wanted? For loops that run long without finding one, which should ask now
    /// and then.
    fn is_closed(&mut self) -> bool;
}

impl<P> dyn Options<P> + '_ {
    /// Takes all of these, or as many as are wanted; false when no others are.
    pub fn extend(&mut self, options: impl IntoIterator<Item = P>) -> bool {
        options.into_iter().all(|option| self.push(option))
    }
}

impl<P> Options<P> for Vec<P> {
    fn push(&mut self, option: P) -> bool {
        Vec::push(self, option);
        true
    }

    fn is_closed(&mut self) -> bool {
        false
    }
}

/// Changes what is listed on its way to another list.
///
/// ```
/// use upstar_base::{Mapped, Options};
/// let mut texts: Vec<String> = Vec::new();
/// let mut numbers = Mapped::new(&mut texts, |n: u32| n.to_string());
/// (&mut numbers as &mut dyn Options<u32>).extend([1, 2, 3]);
/// assert_eq!(texts, ["1", "2", "3"]);
/// ```
pub struct Mapped<'o, Q, F> {
    out: &'o mut dyn Options<Q>,
    change: F,
}

impl<'o, Q, F> Mapped<'o, Q, F> {
    /// Hands everything on to `out`, changed.
    pub fn new(out: &'o mut dyn Options<Q>, change: F) -> Self {
        Mapped { out, change }
    }
}

impl<P, Q, F: FnMut(P) -> Q> Options<P> for Mapped<'_, Q, F> {
    fn push(&mut self, option: P) -> bool {
        self.out.push((self.change)(option))
    }

    fn is_closed(&mut self) -> bool {
        self.out.is_closed()
    }
}

/// Hands everything on and remembers whether there was anything.
#[derive(Default)]
pub struct First {
    found: bool,
}

impl First {
    /// Was something listed? Nothing more is wanted then.
    ///
    /// ```
    /// use upstar_base::{First, Options};
    /// let mut first = First::default();
    /// (&mut first as &mut dyn Options<u32>).extend(1..);
    /// assert!(first.is_found());
    /// ```
    pub fn is_found(&self) -> bool {
        self.found
    }
}

impl<P> Options<P> for First {
    fn push(&mut self, _: P) -> bool {
        self.found = true;
        false
    }

    fn is_closed(&mut self) -> bool {
        self.found
    }
}

/// Short lists are neither counted nor timed.
const FEW: u32 = 64;

/// A list is looked at whenever it has grown by about so much.
const STRIDE_BYTES: usize = 16 << 10;

/// A list in the making, within a budget.
///
/// ```
/// use std::sync::Arc;
/// use upstar_base::{Budget, Listing, Options, Stopped};
/// let budget = Arc::new(Budget::new(None, Some(100_000)));
/// let mut list = Listing::new(&budget, 8);
/// (&mut list as &mut dyn Options<u64>).extend(0..);
/// assert_eq!(list.finish().err(), Some(Stopped::Memory(100_000)));
/// assert_eq!(budget.used(), 0);
/// ```
#[derive(Debug)]
pub struct Listing<'b, P> {
    list: Vec<P>,
    budget: &'b Arc<Budget>,
    /// How many more fit until the next look, and how many fit between two looks.
    room: u32,
    stride: u32,
    /// What is charged already, and up to which element the heap bytes were counted.
    charged: u64,
    weighed: usize,
    end: Option<Stopped>,
}

impl<'b, P: Weigh> Listing<'b, P> {
    /// An empty list of things of about so many bytes each.
    pub fn new(budget: &'b Arc<Budget>, bytes: usize) -> Self {
        Listing::reusing(Vec::new(), budget, bytes)
    }

    /// An empty list in the place of an old one.
    pub fn reusing(mut list: Vec<P>, budget: &'b Arc<Budget>, bytes: usize) -> Self {
        list.clear();
        let stride = (STRIDE_BYTES / bytes.max(1)).clamp(1, FEW as usize) as u32;
        Listing { list, budget, room: stride, stride, charged: 0, weighed: 0, end: None }
    }

    /// Counts what came since the last look and asks the budget.
    #[cold]
    fn look(&mut self) -> bool {
        let fresh = &self.list[self.weighed..];
        let owned: usize = fresh.iter().map(Weigh::heap_bytes).sum();
        // The vector doubles, so about half as much again is held.
        let bytes = (owned + fresh.len() * (size_of::<P>() + size_of::<P>() / 2)) as u64;
        let steps = fresh.len().max(1) as u64;
        self.weighed = self.list.len();
        self.charged += bytes;
        self.room = self.stride;
        let end = self.budget.charge(bytes).and_then(|()| self.budget.spend(steps));
        self.end = self.end.take().or(end.err());
        self.end.is_none()
    }

    /// The list, or why it is not complete.
    pub fn finish(mut self) -> Result<Listed<P>, Stopped> {
        if let Some(end) = self.end.take() {
            return Err(end);
        }
        let charged = std::mem::take(&mut self.charged);
        let budget = (charged > 0).then(|| Arc::clone(self.budget));
        Ok(Listed { list: std::mem::take(&mut self.list), budget, charged })
    }
}

impl<P: Weigh> Options<P> for Listing<'_, P> {
    #[inline]
    fn push(&mut self, option: P) -> bool {
        if self.end.is_some() {
            return false;
        }
        self.list.push(option);
        self.room -= 1;
        self.room > 0 || self.look()
    }

    fn is_closed(&mut self) -> bool {
        if self.end.is_none() {
            self.end = self.budget.check().err();
        }
        self.end.is_some()
    }
}

impl<P> Drop for Listing<'_, P> {
    #[inline]
    fn drop(&mut self) {
        if self.charged > 0 {
            self.budget.refund(self.charged);
        }
    }
}

/// A complete list; its memory is counted as long as it is kept.
#[derive(Debug)]
pub struct Listed<P> {
    list: Vec<P>,
    budget: Option<Arc<Budget>>,
    charged: u64,
}

impl<P> Listed<P> {
    /// The elements as a vector, which is no longer counted.
    pub fn into_vec(mut self) -> Vec<P> {
        std::mem::take(&mut self.list)
    }

    /// The vector of a short list, for another one.
    pub fn into_spare(self) -> Option<Vec<P>> {
        if self.charged == 0 { Some(self.into_vec()) } else { None }
    }

    /// Takes all elements out; the memory stays counted until the list is dropped.
    pub fn drain(&mut self) -> std::vec::Drain<'_, P> {
        self.list.drain(..)
    }

    /// Lets the element at this place be the first one; true when there is one.
    pub fn put_first(&mut self, place: usize) -> bool {
        let first = self.list.get_mut(..=place);
        first.map(|list| list.rotate_right(1)).is_some()
    }

    /// Keeps the elements that `keep` wants.
    pub fn retain(&mut self, keep: impl FnMut(&P) -> bool) {
        self.list.retain(keep);
    }
}

impl<P> Deref for Listed<P> {
    type Target = [P];

    fn deref(&self) -> &[P] {
        &self.list
    }
}

impl<'l, P> IntoIterator for &'l Listed<P> {
    type Item = &'l P;
    type IntoIter = std::slice::Iter<'l, P>;

    fn into_iter(self) -> Self::IntoIter {
        self.list.iter()
    }
}

impl<P> Drop for Listed<P> {
    fn drop(&mut self) {
        if let Some(budget) = &self.budget {
            budget.refund(self.charged);
        }
    }
}
