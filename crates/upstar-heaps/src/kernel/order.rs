//! The order in which rare parts are looked at.
//!
//! A few rare parts, well chosen, exclude nearly all common codes below the value. They are
//! chosen greedily on sampled positions: next comes the tap that excludes most of what is
//! still open (lazy evaluation: gains only shrink). It ends when fewer than eight codes are
//! open nearly everywhere, because so many candidates are carried on. Only speed depends on it.

use super::codes::PositionCodes;
use crate::simd::{CANDIDATES, Tap};

/// Sampled positions.
const SAMPLES: usize = 1024;
/// So many samples may have more open codes than there are candidates.
const TOLERATED: usize = 3;

/// Splits the taps into those for marking, in greedy order, and the rest, nearest first.
/// `common` says of a position whether its code may be used.
pub(crate) fn split(
    taps: Vec<Tap>,
    codes: &PositionCodes,
    common: impl Fn(u64) -> bool,
) -> (Vec<Tap>, Vec<Tap>) {
    let positions = sample(codes, &taps, &common);
    // Without samples mark everything: slow, but there is nothing to lose yet.
    if positions.len() < SAMPLES / 4 {
        return (taps, Vec::new());
    }
    let code_at = |n: u64| codes.get(n).map_or(0, usize::from);
    let mut open: Vec<[bool; 256]> =
        positions.iter().map(|&n| std::array::from_fn(|code| code < code_at(n))).collect();
    let mut count: Vec<usize> = positions.iter().map(|&n| code_at(n)).collect();
    let mut crowded = count.iter().filter(|&&c| c >= CANDIDATES).count();
    // The code that a tap excludes at each sample; at a rare position none, written as the value
    // itself, which is never open.
    let excluded: Vec<Vec<u8>> = taps
        .iter()
        .map(|tap| {
            let each = positions.iter().map(|&n| match n.checked_sub(u64::from(tap.back)) {
                Some(other) if common(other) => (code_at(other) as u8) ^ tap.code,
                _ => code_at(n) as u8,
            });
            each.collect()
        })
        .collect();
    let mut gains = vec![usize::MAX; taps.len()];
    let mut used = vec![false; taps.len()];
    let mut marked = Vec::new();
    while crowded > TOLERATED {
        let (mut best, mut most) = (None, 0);
        for i in 0..taps.len() {
            if !used[i] && gains[i] > most {
                gains[i] =
                    excluded[i].iter().zip(&open).filter(|&(&x, o)| o[usize::from(x)]).count();
                if gains[i] > most {
                    (best, most) = (Some(i), gains[i]);
                }
            }
        }
        let Some(best) = best else { break };
        used[best] = true;
        marked.push(taps[best]);
        for ((&x, open), count) in excluded[best].iter().zip(&mut open).zip(&mut count) {
            if std::mem::take(&mut open[usize::from(x)]) {
                *count -= 1;
                crowded -= usize::from(*count == CANDIDATES - 1);
            }
        }
    }
    let rest = taps.iter().zip(used).filter(|&(_, used)| !used).map(|(&tap, _)| tap);
    (marked, rest.collect())
}

/// Common positions from the second half of what is known, where all taps can be read.
fn sample(codes: &PositionCodes, taps: &[Tap], common: &impl Fn(u64) -> bool) -> Vec<u64> {
    let reach = taps.iter().map(|t| u64::from(t.back)).max().unwrap_or(0);
    let end = codes.len();
    let first = (codes.base() + reach + 1).max(end / 2).min(end / 8 * 7).max(codes.base());
    if end <= first + 1 {
        return Vec::new();
    }
    let mut state = 0x2545_f491_4f6c_dd1du64;
    let positions = (0..SAMPLES).map(|_| {
        state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
        first + (state >> 33) % (end - first)
    });
    positions.filter(|&n| common(n)).collect()
}
