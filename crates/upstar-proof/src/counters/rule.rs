//! The rule of a claim: words, where they lead, and what is called P.

use super::MisereCounters;
use super::ranges::{CounterRelation, FAR, Ranges};
use std::collections::BTreeSet;

/// What a sum of letters does.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct LetterSum {
    /// Where it leads from each element.
    pub(super) leads: Vec<u16>,
    /// What it adds to the counters.
    pub(super) weights: Vec<i64>,
}

/// A heap that has moves.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct MovingHeap {
    pub(super) word: LetterSum,
    pub(super) options: BTreeSet<LetterSum>,
}

/// The rule of a claim that has the right shape.
pub(super) struct CounterRule<'a> {
    claim: &'a MisereCounters,
    pub(super) counters: usize,
    pub(super) relations: Vec<CounterRelation>,
}

impl<'a> CounterRule<'a> {
    pub(super) fn new(claim: &'a MisereCounters) -> CounterRule<'a> {
        let counters = claim.weights.first().map_or(0, Vec::len);
        let relations = claim.relations.iter().map(|relation| relation.map(usize::from)).collect();
        CounterRule { claim, counters, relations }
    }

    pub(super) fn elements(&self) -> usize {
        self.claim.steps.len()
    }

    /// The work of finding what heaps do together.
    pub(super) fn work(&self) -> u64 {
        self.elements() as u64
    }

    /// The memory of a word.
    pub(super) fn bytes(&self) -> u64 {
        96 + 2 * self.elements() as u64 + 8 * self.counters as u64
    }

    /// The letters of a heap.
    pub(super) fn letters(&self, heap: u64) -> &'a [u16] {
        let listed = self.claim.words.len() as u64;
        let periods = heap.saturating_sub(listed).div_ceil(self.claim.period);
        match (heap - periods * self.claim.period).checked_sub(1) {
            Some(place) => &self.claim.words[place as usize],
            None => &[],
        }
    }

    /// What heaps do together.
    pub(super) fn word(&self, heaps: &[u64]) -> LetterSum {
        let mut leads: Vec<u16> = (0..self.elements() as u16).collect();
        let mut weights = vec![0; self.counters];
        for &letter in heaps.iter().flat_map(|&heap| self.letters(heap)) {
            let letter = usize::from(letter);
            for element in &mut leads {
                *element = self.claim.steps[usize::from(*element)][letter];
            }
            for (sum, weight) in weights.iter_mut().zip(&self.claim.weights[letter]) {
                *sum += weight;
            }
        }
        LetterSum { leads, weights }
    }

    /// Whether the empty sum, with element 0 and all counters 0, is called P.
    pub(super) fn calls_nothing_p(&self) -> bool {
        let nothing = Ranges::zero(self.counters);
        self.called(0).is_some_and(|called| called.meet(&nothing, &[]).is_some())
    }

    /// Where the counters of sums with this element are called P.
    pub(super) fn called(&self, element: u16) -> Option<Ranges> {
        let (counter, low, high) = self.claim.winning[usize::from(element)]?;
        let (low, high) = (low.unwrap_or(-FAR), high.unwrap_or(FAR));
        Some(Ranges::of(self.counters, counter.into(), low, high))
    }

    /// Where the counters of a context with this element make a sum with this word that is called P.
    pub(super) fn called_with(&self, element: u16, word: &LetterSum) -> Option<Ranges> {
        let called = self.called(word.leads[usize::from(element)])?;
        Some(called.moved(&word.weights, -1))
    }
}
