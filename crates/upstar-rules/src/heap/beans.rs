//! Heaps of beans in partizan games, equal heaps counted.

use super::heaps::{columns_of_beans, lines_of_beans};
use crate::prelude::*;

pub(super) fn parse(text: &str) -> Result<Bag<u64>, PositionError> {
    Bag::read(text, |heap| match heap.parse::<u64>() {
        Ok(0) => Err(PositionError::whole(heap, "a heap has at least one bean")),
        Ok(n) if heap.bytes().all(|b| b.is_ascii_digit()) => Ok(Some(n)),
        _ => Err(PositionError::whole(heap, "expected the size of a heap")),
    })
}

pub(super) fn show(heaps: &Bag<u64>) -> String {
    heaps.write(|heap| heap.to_string())
}

/// Each heap on a line, with its number.
pub(super) fn sketch(heaps: &Bag<u64>) -> String {
    lines_of_beans(heaps.kinds().iter().copied())
}

pub(super) fn picture(heaps: &Bag<u64>) -> Picture {
    // As many heaps as fit on a page.
    let all = heaps.kinds().iter().flat_map(|&(heap, n)| {
        let beans = u32::try_from(heap).unwrap_or(u32::MAX);
        std::iter::repeat_n(beans, n.min(100) as usize)
    });
    columns_of_beans(&all.collect::<Vec<_>>()).0
}

pub(super) fn size(heaps: &Bag<u64>) -> u32 {
    let beans = heaps.kinds().iter().map(|&(heap, n)| heap.saturating_mul(n));
    u32::try_from(beans.fold(0, u64::saturating_add)).unwrap_or(u32::MAX)
}

pub(super) fn family() -> Family<'static, Bag<u64>> {
    Family::line(|n| Some(Bag::one(n as u64)))
}
