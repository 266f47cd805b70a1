//! What a heap may become: the one place that decides which moves are legal.

use super::HeapCode;
use super::digit::Sizes;
use smallvec::SmallVec;
use upstar_base::deeper;

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
        self.each_option_while(size, &mut |heaps| {
            visit(heaps);
            true
        });
    }

    /// The same until `visit` says no.
    pub fn each_option_while(&self, size: u32, visit: &mut dyn FnMut(&[u32]) -> bool) {
        if size == 0 {
            return;
        }
        self.each_digit(size, &mut |taken, digit| {
            let Ok(left) = u32::try_from(i64::from(size) - taken) else { return true };
            let most = match digit.most() {
                Some(Some(most)) => (left as usize).min(most),
                Some(None) => return true,
                None => left as usize,
            };
            (0..=most).all(|heaps| match digit.allows(heaps) {
                Some(sizes) => partitions(left, heaps, sizes, visit),
                None => true,
            })
        });
    }

    /// The heaps that may replace a heap of `size` tokens.
    pub fn options(&self, size: u32) -> Vec<Vec<u32>> {
        let mut all = Vec::new();
        self.each_option(size, &mut |heaps| all.push(heaps.to_vec()));
        all
    }

    /// At least the number of options of a heap of `size` tokens; saturates.
    pub fn most_options(&self, size: u32) -> u64 {
        if let Some(count) = self.set_size(size) {
            return count;
        }
        if self.reach().is_none() && size > 1 << 21 {
            return u64::MAX;
        }
        let mut total = 0u64;
        self.each_digit(size, &mut |taken, digit| {
            let Ok(left) = u64::try_from(i64::from(size) - taken) else { return true };
            let listed = |most: usize| {
                let counts = (0..=most).filter(|&h| digit.allows(h).is_some());
                counts.fold(0u64, |sum, h| sum.saturating_add(count_partitions(left, h)))
            };
            total = total.saturating_add(match digit.most() {
                Some(None) => 1,
                Some(Some(most)) => listed(most),
                None if left <= 60 => listed(left as usize),
                None => u64::MAX,
            });
            total < u64::MAX
        });
        total
    }
}

/// Calls `visit` with all ways to write `total` as an increasing sum of `heaps` positive parts
/// of such sizes, until it says no; true when it never did.
fn partitions(
    total: u32,
    heaps: usize,
    sizes: Sizes,
    visit: &mut dyn FnMut(&[u32]) -> bool,
) -> bool {
    let mut parts: SmallVec<[u32; 8]> = SmallVec::new();
    match (heaps, sizes) {
        (0, _) => total > 0 || visit(&[]),
        (1, _) => total == 0 || visit(&[total]),
        (_, Sizes::Equal) => {
            let count = heaps as u32;
            if total == 0 || !total.is_multiple_of(count) {
                return true;
            }
            parts.resize(heaps, total / count);
            visit(&parts)
        }
        _ => rest(total, heaps, 1, sizes, &mut parts, visit),
    }
}

/// Appends the last `heaps` parts, the first of them at least `least`; true when nobody said
/// no.
fn rest(
    total: u32,
    heaps: usize,
    least: u32,
    sizes: Sizes,
    parts: &mut SmallVec<[u32; 8]>,
    visit: &mut dyn FnMut(&[u32]) -> bool,
) -> bool {
    if heaps == 1 {
        let all_equal = parts.first() == Some(&total) && parts.last() == Some(&total);
        if total < least || all_equal && sizes == Sizes::NotAllEqual {
            return true;
        }
        parts.push(total);
        let wanted = visit(parts);
        parts.pop();
        return wanted;
    }
    let (n, step) = (heaps as u64, u64::from(sizes == Sizes::Distinct));
    let mut part = least;
    // The parts that follow are at least part, part + step, part + 2 step, ...
    while n * u64::from(part) + step * n * (n - 1) / 2 <= u64::from(total) {
        parts.push(part);
        let wanted =
            deeper(|| rest(total - part, heaps - 1, part + step as u32, sizes, parts, visit));
        parts.pop();
        if !wanted {
            return false;
        }
        part += 1;
    }
    true
}

/// At least the number of partitions of `total` into exactly `heaps` parts.
fn count_partitions(total: u64, heaps: usize) -> u64 {
    match heaps {
        0 => u64::from(total == 0),
        1 => 1,
        2 => total / 2,
        3 => total.saturating_mul(total) / 12 + 1,
        _ if total >= 1024 => u64::MAX,
        _ if total < heaps as u64 => 0,
        _ => {
            // p(n, h): partitions of n - h into parts of at most h.
            let rest = total as usize - heaps;
            let mut ways = vec![0u64; rest + 1];
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn partition_counts_are_upper_bounds() {
        for total in 0..24u32 {
            for heaps in 0..8 {
                for sizes in [Sizes::Any, Sizes::Distinct, Sizes::Equal, Sizes::NotAllEqual] {
                    let (mut seen, mut wrong) = (std::collections::BTreeSet::new(), 0);
                    partitions(total, heaps, sizes, &mut |parts| {
                        let same = parts.windows(2).filter(|w| w[0] == w[1]).count();
                        let sorted = parts.windows(2).all(|w| w[0] <= w[1]);
                        let fits = match sizes {
                            Sizes::Any => true,
                            Sizes::Distinct => same == 0,
                            Sizes::Equal => heaps < 2 || same == heaps - 1,
                            Sizes::NotAllEqual => heaps < 2 || same < heaps - 1,
                        };
                        let sum: u32 = parts.iter().sum();
                        let good = sorted && fits && sum == total && parts.len() == heaps;
                        wrong += u32::from(!good || !seen.insert(parts.to_vec()));
                        true
                    });
                    assert_eq!(wrong, 0, "{total} {heaps} {sizes:?}");
                    let bound = count_partitions(u64::from(total), heaps);
                    assert!(seen.len() as u64 <= bound, "{total} {heaps}");
                    if sizes == Sizes::Any && heaps > 3 {
                        assert_eq!(seen.len() as u64, bound);
                    }
                }
            }
        }
    }
}
