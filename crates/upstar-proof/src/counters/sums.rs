//! Which elements sums of heaps have, with which kinds of heaps, and where the counters may be then.
//!
//! The *kind* of a heap that has moves is its word. A *place* is an element and a set of kinds; a nonempty
//! sum has a place, and taking one of its heaps away gives another one, from which a step leads back.

use super::ranges::Ranges;
use super::rule::{CounterRule, LetterSum};
use crate::meter::Meter;
use std::collections::{BTreeMap, BTreeSet};
use upstar_base::Stopped;

/// Bounds of counters beyond this are forgotten.
const BOUND: i64 = 8;

/// Parities with even and odd exchanged.
const SWAPPED: [u8; 4] = [0, 2, 1, 3];

/// An element, and the kinds of the heaps as bits.
pub(super) type ElementAndHeaps = (u16, u64);

/// What sums at a place may be.
pub(super) struct PossibleSums {
    /// Around the counters.
    pub(super) ranges: Ranges,
    /// Which parities each counter has: bit 0 for even, bit 1 for odd.
    pub(super) parities: Vec<u8>,
    /// The places before the last heap came, with its kind.
    pub(super) before: BTreeSet<(usize, ElementAndHeaps)>,
}

/// All places with what sums may be there.
pub(super) fn reach(
    rule: &CounterRule<'_>,
    kinds: &[LetterSum],
    meter: &Meter<'_>,
) -> Result<BTreeMap<ElementAndHeaps, PossibleSums>, Stopped> {
    let counters = rule.counters;
    let nothing = PossibleSums {
        ranges: Ranges::zero(counters),
        parities: vec![1; counters],
        before: BTreeSet::new(),
    };
    let mut places = BTreeMap::from([((0, 0), nothing)]);
    let mut open = vec![(0, 0)];
    while let Some(place) = open.pop() {
        let (from, held) = (places[&place].ranges.clone(), places[&place].parities.clone());
        for (kind, word) in kinds.iter().enumerate() {
            meter.tick(4)?;
            let to = (word.leads[usize::from(place.0)], place.1 | 1 << kind);
            let ranges = from.moved(&word.weights, 1).widened(BOUND);
            let turned = held.iter().zip(&word.weights).map(|(&seen, weight)| {
                if weight % 2 == 0 { seen } else { SWAPPED[usize::from(seen)] }
            });
            let parities: Vec<u8> = turned.collect();
            let mut new = false;
            let sums = places.entry(to).or_insert_with(|| {
                new = true;
                open.push(to);
                let (ranges, parities) = (ranges.clone(), parities.clone());
                PossibleSums { ranges, parities, before: BTreeSet::new() }
            });
            if new {
                meter.charge(160 + 17 * counters as u64)?;
            }
            if sums.before.insert((kind, place)) {
                meter.charge(48)?;
            }
            let wider = sums.ranges.join(&ranges);
            let more: Vec<u8> = sums.parities.iter().zip(&parities).map(|(a, b)| a | b).collect();
            if wider != sums.ranges || more != sums.parities {
                (sums.ranges, sums.parities) = (wider, more);
                open.push(to);
            }
        }
    }
    Ok(places)
}

#[cfg(test)]
#[path = "../../tests/private/counters/sums.rs"]
mod tests;
