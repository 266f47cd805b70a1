//! What a heap may become: the one place that decides which moves are legal.

use super::HeapCode;
use super::digit::{Digit, Sizes};
use crate::heap::heaps::Size;
use crate::piecewise::PAUSE;
use crate::prelude::*;
use std::ops::{Add, Div, Rem, Sub};
use upstar_base::deeper;

/// Numbers of tokens to divide.
pub trait Tokens:
    Size + From<u32> + Add<Output = Self> + Sub<Output = Self> + Div<Output = Self> + Rem<Output = Self>
{
    /// Is there room in `total` for this many heaps, the smallest of `least` tokens, each the
    /// same or, with `step`, at least one more than the one before?
    fn holds(total: Self, heaps: usize, least: Self, step: bool) -> bool;

    /// This number of heaps as a number of tokens; the largest number if it does not fit.
    fn of_heaps(heaps: usize) -> Self;
}

impl Tokens for u32 {
    fn holds(total: u32, heaps: usize, least: u32, step: bool) -> bool {
        let (n, step) = (heaps as u64, u64::from(step));
        n * u64::from(least) + step * n * (n - 1) / 2 <= u64::from(total)
    }

    fn of_heaps(heaps: usize) -> u32 {
        u32::try_from(heaps).unwrap_or(u32::MAX)
    }
}

impl Tokens for u128 {
    fn holds(total: u128, heaps: usize, least: u128, step: bool) -> bool {
        let n = heaps as u128;
        let more = u128::from(step).saturating_mul(n.saturating_mul(n - 1) / 2);
        n.saturating_mul(least).saturating_add(more) <= total
    }

    fn of_heaps(heaps: usize) -> u128 {
        heaps as u128
    }
}

impl HeapCode {
    /// Calls `visit` with the heaps that may replace a heap of `size` tokens, each option once,
    /// smaller parts first: by tokens taken, then by number of heaps.
    ///
    /// ```
    /// use upstar_rules::heap::code::HeapCode;
    /// let kayles: HeapCode = ".77".parse()?;
    /// assert_eq!(kayles.options(4), [vec![3], vec![1, 2], vec![2], vec![1, 1]]);
    /// # Ok::<(), upstar_rules::PositionError>(())
    /// ```
    pub fn each_option(&self, size: u32, visit: &mut dyn FnMut(&[u32])) {
        let _ = self.try_each_option(size, &mut |heaps: &[u32]| {
            visit(heaps);
            ControlFlow::Continue(())
        });
    }

    /// The same until `visit` says no.
    pub fn each_option_while(&self, size: u32, visit: &mut dyn FnMut(&[u32]) -> bool) {
        let _ = self.try_each_option(size, &mut |heaps: &[u32]| {
            if visit(heaps) { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
    }

    /// [`HeapCode::each_option`] for heaps of any size, until `visit` breaks off.
    pub fn try_each_option<N: Tokens>(&self, size: N, visit: &mut dyn Visit<N>) -> ControlFlow<()> {
        if size == N::from(0) {
            return ControlFlow::Continue(());
        }
        let mut digits = 0u128;
        self.each_digit(size.into(), &mut |left, digit| {
            digits += 1;
            if digits.is_multiple_of(PAUSE) {
                visit.pause()?;
            }
            let Ok(left) = N::try_from(left) else { return ControlFlow::Continue(()) };
            let tokens = usize::try_from(Into::<u128>::into(left)).unwrap_or(usize::MAX);
            let most = match digit.most() {
                Some(Some(most)) => tokens.min(most),
                Some(None) => return ControlFlow::Continue(()),
                None => tokens,
            };
            for heaps in 0..=most {
                if let Some(sizes) = digit.allows(heaps) {
                    partitions(left, heaps, sizes, visit)?;
                }
            }
            ControlFlow::Continue(())
        })
    }

    /// The heaps that may replace a heap of `size` tokens.
    pub fn options(&self, size: u32) -> Vec<Vec<u32>> {
        let mut all = Vec::new();
        self.each_option(size, &mut |heaps| all.push(heaps.to_vec()));
        all
    }

    /// May a heap of `size` tokens be replaced by these, none of them empty?
    pub fn allows(&self, size: u128, heaps: &[u128]) -> bool {
        let Some(total) = heaps.iter().try_fold(0u128, |sum, &heap| sum.checked_add(heap)) else {
            return false;
        };
        let (gone, more) = (size.checked_sub(total), total.checked_sub(size));
        let digit = match (gone.map(i64::try_from), more.map(i64::try_from)) {
            (Some(Ok(taken)), _) => self.digit(taken),
            (_, Some(Ok(added))) => self.digit(-added),
            // So much is taken only where digits repeat; the same digit stands further left.
            _ => match gone {
                Some(taken) => self.far_digit(taken),
                None => Digit::default(),
            },
        };
        let equal = || heaps.windows(2).all(|pair| pair[0] == pair[1]);
        let distinct = || {
            let mut sorted = heaps.to_vec();
            sorted.sort_unstable();
            sorted.windows(2).all(|pair| pair[0] != pair[1])
        };
        let fits = match digit.allows(heaps.len()) {
            None => false,
            Some(_) if heaps.len() < 2 => true,
            Some(Sizes::Any) => true,
            Some(Sizes::Equal) => equal(),
            Some(Sizes::NotAllEqual) => !equal(),
            Some(Sizes::Distinct) => distinct(),
        };
        size > 0 && fits && heaps.iter().all(|&heap| 0 < heap && heap < size)
    }

    /// At least the number of options of a heap of `size` tokens; saturates.
    pub fn most_options(&self, size: u32) -> u64 {
        u64::try_from(self.count_options(size.into())).unwrap_or(u64::MAX)
    }

    /// At least the number of options of a heap of `size` tokens; saturates.
    pub fn count_options(&self, size: u128) -> u128 {
        if let Some(count) = self.set_size(size) {
            return count;
        }
        if self.reach().is_none() && size > 1 << 21 {
            return u128::MAX;
        }
        let mut total = 0u128;
        let _ = self.each_digit(size, &mut |left, digit| {
            let listed = |most: usize| {
                let counts = (0..=most).filter(|&h| digit.allows(h).is_some());
                counts.fold(0u128, |sum, h| sum.saturating_add(count_partitions(left, h)))
            };
            total = total.saturating_add(match digit.most() {
                Some(None) => 1,
                Some(Some(most)) => listed(most),
                None if left <= 60 => listed(left as usize),
                None => u128::MAX,
            });
            if total < u128::MAX { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        total
    }
}

/// Calls `visit` with all ways to write `total` as an increasing sum of `heaps` positive parts
/// of such sizes, until it breaks off.
fn partitions<N: Tokens>(
    total: N,
    heaps: usize,
    sizes: Sizes,
    visit: &mut dyn Visit<N>,
) -> ControlFlow<()> {
    let (zero, mut parts) = (N::from(0), SmallVec::new());
    match (heaps, sizes) {
        (0, _) if total == zero => visit.pieces(&[]),
        (1, _) if total > zero => visit.pieces(&[total]),
        (0 | 1, _) => ControlFlow::Continue(()),
        (_, Sizes::Equal) => {
            let count = N::of_heaps(heaps);
            if total == zero || total % count != zero {
                return ControlFlow::Continue(());
            }
            visit.pieces(&vec![total / count; heaps])
        }
        _ => rest(total, heaps, N::from(1), sizes, &mut parts, visit),
    }
}

/// Appends the last `heaps` parts, the first of them at least `least`.
fn rest<N: Tokens>(
    total: N,
    heaps: usize,
    least: N,
    sizes: Sizes,
    parts: &mut SmallVec<[N; 8]>,
    visit: &mut dyn Visit<N>,
) -> ControlFlow<()> {
    if heaps == 1 {
        let all_equal = parts.first() == Some(&total) && parts.last() == Some(&total);
        if total < least || all_equal && sizes == Sizes::NotAllEqual {
            return ControlFlow::Continue(());
        }
        parts.push(total);
        let end = visit.pieces(parts);
        parts.pop();
        return end;
    }
    let step = sizes == Sizes::Distinct;
    let mut part = least;
    // The parts that follow are at least part, part + step, part + 2 step, ...
    while N::holds(total, heaps, part, step) {
        parts.push(part);
        let next = part + N::from(u32::from(step));
        let end = deeper(|| rest(total - part, heaps - 1, next, sizes, parts, visit));
        parts.pop();
        end?;
        part = part + N::from(1);
    }
    ControlFlow::Continue(())
}

/// At least the number of partitions of `total` into exactly `heaps` parts.
fn count_partitions(total: u128, heaps: usize) -> u128 {
    match heaps {
        0 => u128::from(total == 0),
        1 => 1,
        2 => total / 2,
        3 => total.saturating_mul(total) / 12 + 1,
        _ if total >= 1024 => u128::MAX,
        _ if total < heaps as u128 => 0,
        _ => {
            // p(n, h): partitions of n - h into parts of at most h.
            let rest = total as usize - heaps;
            let mut ways = vec![0u128; rest + 1];
            ways[0] = 1;
            for part in 1..=heaps {
                for n in part..=rest {
                    ways[n] = ways[n].saturating_add(ways[n - part]);
                }
            }
            ways[rest]
        }
    }
}
