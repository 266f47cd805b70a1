//! The two conditions: no move leads from P to P, and each sum that is not called P has a heap that wins.

use super::Failure;
use super::ranges::Ranges;
use super::rule::{Moves, Rule, Word};
use super::sums::{Place, Sums};
use std::collections::BTreeMap;
use upstar_base::{Budget, Stopped};

/// For each element, the contexts in which a heap should have a winning move and has none.
type Stuck = Vec<Vec<Ranges>>;

/// Around the counters of all sums with each element; `None` if there are none.
fn around(rule: &Rule<'_>, places: &BTreeMap<Place, Sums>) -> Vec<Option<Ranges>> {
    let mut around: Vec<Option<Ranges>> = vec![None; rule.elements()];
    for (&(element, _), sums) in places {
        let known = &mut around[usize::from(element)];
        *known = Some(known.as_ref().map_or(sums.ranges.clone(), |known| known.join(&sums.ranges)));
    }
    around
}

/// The contexts in which a heap is stuck, or a context in which it has a move from P to P.
fn stuck(rule: &Rule<'_>, heap: &Moves, around: &[Option<Ranges>]) -> Result<Stuck, Ranges> {
    let mut stuck = vec![Vec::new(); rule.elements()];
    for (element, around) in around.iter().enumerate() {
        let Some(around) = around else { continue };
        let element = element as u16;
        let called = rule.called_with(element, &heap.word);
        let inside = called.as_ref().and_then(|called| called.meet(around, &rule.relations));
        let wins = heap.options.iter().filter_map(|option| rule.called_with(element, option));
        let mut rest = vec![around.clone()];
        for win in wins.chain(called.clone()) {
            rest = rest.iter().flat_map(|part| part.without(&win, &rule.relations)).collect();
        }
        for option in &heap.options {
            let win = rule.called_with(element, option);
            let both = inside.as_ref().zip(win).and_then(|(a, b)| a.meet(&b, &rule.relations));
            if let Some(both) = both {
                return Err(both);
            }
        }
        stuck[usize::from(element)] = rest;
    }
    Ok(stuck)
}

/// The first condition that fails. `heaps` are all heaps that have moves, with a size for each.
pub(super) fn failure(
    rule: &Rule<'_>,
    kinds: &[Word],
    heaps: &BTreeMap<Moves, u64>,
    places: &BTreeMap<Place, Sums>,
    budget: &Budget,
) -> Result<Option<Failure>, Stopped> {
    let around = around(rule, places);
    let mut by_kind: Vec<Vec<Stuck>> = vec![Vec::new(); kinds.len()];
    for (moves, heap) in heaps {
        budget.spend(1)?;
        let Some(kind) = kinds.iter().position(|word| *word == moves.word) else { continue };
        match stuck(rule, moves, &around) {
            Ok(stuck) => by_kind[kind].push(stuck),
            Err(_) => {
                let why = format!("heap {heap} has a move from P to P in some sum");
                return Ok(Some(("P to P", why)));
            }
        }
    }
    for (&place, sums) in places.iter().filter(|(place, _)| place.1 != 0) {
        budget.spend(1)?;
        let mut left = match rule.called(place.0) {
            Some(called) => sums.ranges.without(&called, &rule.relations),
            None => vec![sums.ranges.clone()],
        };
        for (kind, word) in kinds.iter().enumerate().filter(|&(kind, _)| place.1 >> kind & 1 == 1) {
            let mut bad: Vec<Ranges> = Vec::new();
            let before = sums.before.iter().filter(|&&(last, _)| last == kind);
            for (_, context) in before {
                let known = &places[context].ranges;
                for stuck in by_kind[kind].iter().map(|stuck| &stuck[usize::from(context.0)]) {
                    let inside = stuck.iter().filter_map(|part| part.meet(known, &rule.relations));
                    for part in inside.map(|part| part.moved(&word.weights, 1)) {
                        if !bad.contains(&part) {
                            bad.push(part);
                        }
                    }
                }
            }
            let mut both: Vec<Ranges> = Vec::new();
            for part in &left {
                for part in bad.iter().filter_map(|bad| part.meet(bad, &rule.relations)) {
                    if !both.contains(&part) {
                        both.push(part);
                    }
                }
            }
            left = both;
        }
        let occurs = |part: Ranges| part.with_parities(&sums.parities, &rule.relations);
        if left.into_iter().find_map(occurs).is_some() {
            let why = format!("no heap is known to win a sum with element {}", place.0);
            return Ok(Some(("N to P", why)));
        }
    }
    Ok(None)
}
