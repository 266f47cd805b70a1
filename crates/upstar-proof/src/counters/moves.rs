//! The two conditions: no move leads from P to P, and each sum that is not called P has a heap that wins.

use super::ranges::Ranges;
use super::rule::{CounterRule, LetterSum, MovingHeap};
use super::sums::{ElementAndHeaps, PossibleSums};
use crate::meter::Meter;
use crate::{Checked, step};
use std::collections::BTreeMap;
use upstar_base::Stopped;

/// The most parts that a set of contexts is divided into.
const MOST_PARTS: usize = 1 << 16;

fn few<T>(parts: &[T]) -> Result<(), Stopped> {
    let limit = MOST_PARTS as u64;
    let too_many = Stopped::Limit { what: "the number of ranges of counters", limit };
    if parts.len() <= MOST_PARTS { Ok(()) } else { Err(too_many) }
}

/// For each element, the contexts in which a heap should have a winning move and has none.
type Stuck = Vec<Vec<Ranges>>;

/// Around the counters of all sums with each element; `None` if there are none.
fn around(
    rule: &CounterRule<'_>,
    places: &BTreeMap<ElementAndHeaps, PossibleSums>,
) -> Vec<Option<Ranges>> {
    let mut around: Vec<Option<Ranges>> = vec![None; rule.elements()];
    for (&(element, _), sums) in places {
        let known = &mut around[usize::from(element)];
        *known = Some(known.as_ref().map_or(sums.ranges.clone(), |known| known.join(&sums.ranges)));
    }
    around
}

/// The step "P to P" for a heap of this size, and the contexts in which it is stuck.
fn stuck(
    rule: &CounterRule<'_>,
    heap: &MovingHeap,
    size: u64,
    around: &[Option<Ranges>],
    meter: &Meter<'_>,
) -> Checked<Stuck> {
    let mut stuck = vec![Vec::new(); rule.elements()];
    for (element, around) in around.iter().enumerate() {
        let Some(around) = around else { continue };
        let element = element as u16;
        let called = rule.called_with(element, &heap.word);
        let inside = called.as_ref().and_then(|called| called.meet(around, &rule.relations));
        let wins = heap.options.iter().filter_map(|option| rule.called_with(element, option));
        let mut rest = vec![around.clone()];
        for win in wins.chain(called.clone()) {
            meter.tick(8 * (1 + rest.len()) as u64)?;
            rest = rest.iter().flat_map(|part| part.without(&win, &rule.relations)).collect();
            few(&rest)?;
        }
        for option in &heap.options {
            meter.tick(8)?;
            let win = rule.called_with(element, option);
            let both = inside.as_ref().zip(win).and_then(|(a, b)| a.meet(&b, &rule.relations));
            step!("P to P", both.is_none(), "heap {size} has a move from P to P in some sum");
        }
        meter.charge(rest.len() as u64 * (24 + 16 * rule.counters as u64))?;
        stuck[usize::from(element)] = rest;
    }
    Ok(stuck)
}

/// Both conditions. `heaps` are all heaps that have moves, with a size for each.
pub(super) fn check(
    rule: &CounterRule<'_>,
    kinds: &[LetterSum],
    heaps: &BTreeMap<MovingHeap, u64>,
    places: &BTreeMap<ElementAndHeaps, PossibleSums>,
    meter: &Meter<'_>,
) -> Checked<()> {
    let around = around(rule, places);
    let mut by_kind: Vec<Vec<Stuck>> = vec![Vec::new(); kinds.len()];
    for (moves, heap) in heaps {
        meter.tick(rule.elements() as u64)?;
        meter.charge(24 * rule.elements() as u64)?;
        let Some(kind) = kinds.iter().position(|word| *word == moves.word) else { continue };
        by_kind[kind].push(stuck(rule, moves, *heap, &around, meter)?);
    }
    for (&place, sums) in places.iter().filter(|(place, _)| place.1 != 0) {
        meter.tick(1)?;
        let mut left = match rule.called(place.0) {
            Some(called) => sums.ranges.without(&called, &rule.relations),
            None => vec![sums.ranges.clone()],
        };
        for (kind, word) in kinds.iter().enumerate().filter(|&(kind, _)| place.1 >> kind & 1 == 1) {
            let mut bad: Vec<Ranges> = Vec::new();
            let before = sums.before.iter().filter(|&&(last, _)| last == kind);
            for (_, context) in before {
                let known = &places[context].ranges;
                meter.tick(1)?;
                for stuck in by_kind[kind].iter().map(|stuck| &stuck[usize::from(context.0)]) {
                    meter.tick(1 + 4 * stuck.len() as u64)?;
                    let inside = stuck.iter().filter_map(|part| part.meet(known, &rule.relations));
                    for part in inside.map(|part| part.moved(&word.weights, 1)) {
                        meter.tick(1 + bad.len() as u64)?;
                        if !bad.contains(&part) {
                            bad.push(part);
                        }
                    }
                }
            }
            let mut both: Vec<Ranges> = Vec::new();
            for part in &left {
                meter.tick(4 * (1 + bad.len()) as u64)?;
                for part in bad.iter().filter_map(|bad| part.meet(bad, &rule.relations)) {
                    meter.tick(1 + both.len() as u64)?;
                    if !both.contains(&part) {
                        both.push(part);
                    }
                }
            }
            few(&both)?;
            left = both;
        }
        let occurs = |part: Ranges| part.with_parities(&sums.parities, &rule.relations);
        let is_won = left.into_iter().find_map(occurs).is_none();
        step!("N to P", is_won, "no heap is known to win a sum with element {}", place.0);
    }
    Ok(())
}

#[cfg(test)]
#[path = "../../tests/private/counters/moves.rs"]
mod tests;
