//! The mask that makes fewest positions rare.
//!
//! With h the histogram of the values (and, where breaks allow it, of the parity of the
//! position as one more bit) and H its Walsh-Hadamard transform, the mask M has (N + H\[M\]) / 2
//! rare positions among N. The transform gives all masks at once.

use crate::mask::Mask;

/// The best mask for the values at the positions 0, 1, ...; `parity` is the parity of all break
/// indices, if they have one. The mask has at least one bit.
pub(crate) fn best_mask(values: impl Iterator<Item = u16>, parity: Option<u64>) -> Mask {
    let mut counts = vec![0i64; 4];
    for (n, value) in (0u64..).zip(values) {
        let index = usize::from(value) << 1 | ((n ^ parity.unwrap_or(0)) & 1) as usize;
        if index >= counts.len() {
            counts.resize((index + 1).next_power_of_two(), 0);
        }
        counts[index] += 1;
    }
    let size = counts.len();
    let mut half = 1;
    while half < size {
        for pair in counts.chunks_exact_mut(2 * half) {
            let (low, high) = pair.split_at_mut(half);
            for (x, y) in low.iter_mut().zip(high) {
                (*x, *y) = (*x + *y, *x - *y);
            }
        }
        half *= 2;
    }
    let best = (2..size).filter(|m| parity.is_some() || m & 1 == 0).min_by_key(|&m| counts[m]);
    let best = best.unwrap_or(2);
    let position = if best & 1 == 1 { parity.map(|p| p as u8) } else { None };
    Mask { bits: (best >> 1) as u32, position }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_mask_has_fewest_rare_positions() {
        let values: Vec<u16> = (0..500u64).map(|n| (n * n * 7 / 3 % 29) as u16).collect();
        let rares = |mask: Mask| {
            (0u64..).zip(&values).filter(|&(n, &v)| mask.is_rare(n, u32::from(v))).count()
        };
        for parity in [None, Some(0), Some(1)] {
            let best = rares(best_mask(values.iter().copied(), parity));
            let all = (1..32).flat_map(|bits| {
                let positions = [None, parity.map(|p| p as u8)];
                positions.map(|position| rares(Mask { bits, position }))
            });
            assert_eq!(all.min(), Some(best));
        }
    }
}
