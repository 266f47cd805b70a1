//! Subtraction games: nim-sequences and their periods, by the definition.
//!
//! The value of a heap depends on those of the heaps that the set can reach, so for a finite set
//! with largest member m the last m values are a state that determines all that follow. There
//! are finitely many states: the sequence is periodic as soon as a state returns, and that is a
//! proof (Winning Ways ch. 4).

use std::collections::HashMap;
use upstar_base::arithmetic::mex;
use upstar_rules::heap::subtraction::Take;

/// The nim-values of heaps 0, 1, ..., `largest`.
pub fn nim_sequence(take: &Take, largest: u32) -> Vec<u64> {
    let mut values: Vec<u64> = Vec::new();
    let mut options = Vec::new();
    for heap in 0..=u128::from(largest) {
        options.clear();
        options.extend(take.up_to(heap).map(|taken| values[(heap - taken) as usize]));
        values.push(mex(&mut options) as u64);
    }
    values
}

/// A proved period.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SubtractionPeriod {
    /// The first heap from which on values repeat.
    pub start: u32,
    /// After how many heaps they repeat.
    pub length: u32,
}

/// The period of a finite subtraction set, if heaps up to `largest` are enough to prove it.
pub fn period(set: &[u32], largest: u32) -> Option<SubtractionPeriod> {
    let mut set = set.to_vec();
    set.sort_unstable();
    let width = *set.last()? as usize;
    if set[0] == 0 || width > largest as usize {
        return None;
    }
    let values = nim_sequence(&Take::These(set), largest);
    let mut seen: HashMap<&[u64], usize> = HashMap::new();
    for (now, state) in values.windows(width).enumerate() {
        if let Some(before) = seen.insert(state, now) {
            let narrow = |n: usize| u32::try_from(n).ok();
            return Some(SubtractionPeriod {
                start: narrow(before)?,
                length: narrow(now - before)?,
            });
        }
    }
    None
}
