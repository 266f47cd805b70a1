//! The allocator of the system, with a count of what it has given out.
//!
//! `unsafe` is needed to implement [`GlobalAlloc`] and is used for nothing else here. It is sound:
//! every call goes to [`System`] with the arguments that came, and what [`System`] returns is
//! returned, so the contract holds because that of [`System`] does. Counting allocates nothing,
//! takes no lock and does not unwind: it adds to a number of the thread or to an atomic one. A
//! global allocator may use `thread_local!` with a destructor, since the standard library keeps its
//! list of destructors in the memory of the system (from Rust 1.93 on).

#![allow(unsafe_code)]

use crate::{LIVE, PEAK, end, most};
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::sync::atomic::Ordering;

/// A thread counts this many bytes itself before it adds them to the count of the process.
const BATCH: u64 = 64 << 10;

/// The allocator of the system, which counts the bytes that it has given out.
#[derive(Clone, Copy, Debug, Default)]
pub struct Counting;

// SAFETY: see the top of the file.
unsafe impl GlobalAlloc for Counting {
    #[inline]
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        grow(layout.size());
        // SAFETY: the caller keeps the contract of `alloc`, which is that of `System`.
        given(unsafe { System.alloc(layout) })
    }

    #[inline]
    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        grow(layout.size());
        // SAFETY: the caller keeps the contract of `alloc_zeroed`, which is that of `System`.
        given(unsafe { System.alloc_zeroed(layout) })
    }

    #[inline]
    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        // SAFETY: the block comes from `System`, as all blocks of this allocator do, and was
        // allocated with this layout, as the caller promises.
        unsafe { System.dealloc(block, layout) };
        count(signed(layout.size()).wrapping_neg());
    }

    #[inline]
    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        match size.checked_sub(layout.size()) {
            Some(more) => grow(more),
            None => count(signed(size).wrapping_sub(signed(layout.size()))),
        }
        // SAFETY: the block comes from `System` and was allocated with this layout, and the caller
        // keeps the contract of `realloc` for the size.
        given(unsafe { System.realloc(block, layout, size) })
    }
}

/// A size of memory as a change of the count. No block is larger than `isize::MAX`.
#[inline]
fn signed(size: usize) -> i64 {
    size as i64
}

/// Counts a block that will be allocated; ends the process if it is far beyond the limit.
#[inline]
fn grow(size: usize) {
    if size as u64 >= BATCH {
        let live = u64::try_from(LIVE.load(Ordering::Relaxed)).unwrap_or(0);
        if live.saturating_add(size as u64) > most() {
            end::end();
        }
    }
    count(signed(size));
}

/// Returns a block, if the system had one.
#[inline]
fn given(block: *mut u8) -> *mut u8 {
    if block.is_null() {
        end::end();
    }
    block
}

/// What a thread has not yet added to the count of the process.
struct Pending(Cell<i64>);

impl Drop for Pending {
    fn drop(&mut self) {
        settle(self.0.get());
    }
}

thread_local! {
    static PENDING: Pending = const { Pending(Cell::new(0)) };
}

/// Counts a change.
#[inline]
fn count(change: i64) {
    let is_counted = PENDING.try_with(|pending| {
        let sum = pending.0.get().wrapping_add(change);
        if sum.unsigned_abs() < BATCH {
            pending.0.set(sum);
        } else {
            pending.0.set(0);
            settle(sum);
        }
    });
    // A thread that is ending counts directly.
    if is_counted.is_err() {
        settle(change);
    }
}

/// Adds to the count of the process.
#[cold]
fn settle(change: i64) {
    let live = LIVE.fetch_add(change, Ordering::Relaxed).wrapping_add(change);
    if change > 0 {
        PEAK.fetch_max(live, Ordering::Relaxed);
        if u64::try_from(live).unwrap_or(0) > most() {
            end::end();
        }
    }
}
