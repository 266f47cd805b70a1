//! How much memory a position, a key or a value holds.
//!
//! A memo charges its budget with what it keeps. Its own table is `size_of` times the entries;
//! what an entry owns on the heap only the entry knows. What is shared is counted by who shares
//! it last, so by nobody here: an `Arc` weighs nothing.

use smallvec::{Array, SmallVec};
use std::borrow::Cow;
use std::sync::Arc;

/// What an allocator adds to a piece of memory, about.
const OVERHEAD: usize = 16;

/// The bytes of one piece of heap memory that holds `bytes`; none if it holds none.
pub fn piece(bytes: usize) -> usize {
    if bytes == 0 { 0 } else { bytes.saturating_add(OVERHEAD) }
}

/// Something whose memory can be counted.
///
/// ```
/// use upstar_base::Weigh;
/// assert_eq!(7u32.heap_bytes(), 0);
/// assert!(vec![0u64; 100].heap_bytes() >= 800);
/// assert!(vec![vec![0u8; 100]; 3].heap_bytes() >= 300);
/// ```
pub trait Weigh {
    /// The bytes that it owns on the heap, beyond its own `size_of`. By default none.
    fn heap_bytes(&self) -> usize {
        0
    }
}

/// These own nothing.
macro_rules! light {
    ($($type:ty),*) => { $(impl Weigh for $type {})* };
}

light!((), bool, char, u8, u16, u32, u64, u128, usize, i8, i16, i32, i64, i128, isize);
light!(&'static str, crate::Player, crate::Outcome, crate::Play, crate::Verdict);

/// What the elements own, without the slice itself. Elements that can own nothing are not
/// looked at.
fn owned<T: Weigh>(slice: &[T]) -> usize {
    if std::mem::needs_drop::<T>() { slice.iter().map(Weigh::heap_bytes).sum() } else { 0 }
}

impl<T: Weigh> Weigh for Vec<T> {
    fn heap_bytes(&self) -> usize {
        piece(self.capacity() * size_of::<T>()) + owned(self)
    }
}

impl<T: Weigh> Weigh for Box<[T]> {
    fn heap_bytes(&self) -> usize {
        piece(size_of_val::<[T]>(self)) + owned(self)
    }
}

impl<T: Weigh> Weigh for Box<T> {
    fn heap_bytes(&self) -> usize {
        piece(size_of::<T>()) + (**self).heap_bytes()
    }
}

impl<A: Array<Item: Weigh>> Weigh for SmallVec<A> {
    fn heap_bytes(&self) -> usize {
        let own = if self.spilled() { piece(self.capacity() * size_of::<A::Item>()) } else { 0 };
        own + owned(self)
    }
}

impl<T: ?Sized> Weigh for Arc<T> {}

impl Weigh for String {
    fn heap_bytes(&self) -> usize {
        piece(self.capacity())
    }
}

impl Weigh for Cow<'static, str> {
    fn heap_bytes(&self) -> usize {
        match self {
            Cow::Borrowed(_) => 0,
            Cow::Owned(text) => text.heap_bytes(),
        }
    }
}

impl<T: Weigh> Weigh for Option<T> {
    fn heap_bytes(&self) -> usize {
        self.as_ref().map_or(0, Weigh::heap_bytes)
    }
}

impl<T: Weigh, const N: usize> Weigh for [T; N] {
    fn heap_bytes(&self) -> usize {
        owned(self)
    }
}

impl<A: Weigh, B: Weigh> Weigh for (A, B) {
    fn heap_bytes(&self) -> usize {
        self.0.heap_bytes() + self.1.heap_bytes()
    }
}

impl<A: Weigh, B: Weigh, C: Weigh> Weigh for (A, B, C) {
    fn heap_bytes(&self) -> usize {
        self.0.heap_bytes() + self.1.heap_bytes() + self.2.heap_bytes()
    }
}
