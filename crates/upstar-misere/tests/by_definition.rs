//! Misère play by nothing but the moves, for what rules say of sums of heaps.

use std::collections::HashMap;
use upstar_rules::heap::code::HeapCode;
use upstar_testing::Random;

/// Sums of heaps of one game.
pub(crate) struct Search {
    options: Vec<Vec<Vec<u32>>>,
    known: HashMap<Vec<u32>, bool>,
}

impl Search {
    pub(crate) fn new(code: &str, largest: u32) -> Search {
        let code: HeapCode = code.parse().unwrap();
        let options = (0..=largest).map(|heap| code.options(heap)).collect();
        Search { options, known: HashMap::new() }
    }

    /// Is this sum, from the least heap to the largest, a P-position?
    pub(crate) fn is_p(&mut self, sum: &[u32]) -> bool {
        if let Some(&known) = self.known.get(sum) {
            return known;
        }
        let (mut moves, mut wins) = (false, false);
        for (i, &heap) in sum.iter().enumerate() {
            for option in self.options[heap as usize].clone() {
                moves = true;
                let mut next = sum.to_vec();
                next.remove(i);
                next.extend(option);
                next.sort_unstable();
                wins = wins || self.is_p(&next);
            }
        }
        let answer = moves && !wins;
        self.known.insert(sum.to_vec(), answer);
        answer
    }

    /// Compares what is said of all sums with at most so many tokens.
    pub(crate) fn compare(&mut self, said: &dyn Fn(&[u32]) -> bool, code: &str, tokens: u32) {
        self.compare_from(said, code, &mut Vec::new(), 1, tokens);
    }

    /// Compares what is said of sums at random of up to four heaps, none larger than `most`.
    pub(crate) fn compare_at_random(
        &mut self,
        said: &dyn Fn(&[u32]) -> bool,
        code: &str,
        most: u64,
        roll: &mut dyn FnMut(u64) -> u64,
    ) {
        for _ in 0..60 {
            let (mut left, mut sum) = (46, Vec::new());
            while left > 0 && sum.len() < 4 {
                let heap = roll(left.min(most)) as u32;
                left -= u64::from(heap);
                sum.push(heap);
            }
            sum.sort_unstable();
            assert_eq!(self.is_p(&sum), said(&sum), "{code} {sum:?}");
        }
    }

    fn compare_from(
        &mut self,
        said: &dyn Fn(&[u32]) -> bool,
        code: &str,
        sum: &mut Vec<u32>,
        least: u32,
        left: u32,
    ) {
        assert_eq!(self.is_p(sum), said(sum), "{code} {sum:?}");
        for heap in least..=left {
            sum.push(heap);
            self.compare_from(said, code, sum, heap, left - heap);
            sum.pop();
        }
    }
}

/// A stream of numbers 1, ..., sides.
pub(crate) fn dice(seed: u64) -> impl FnMut(u64) -> u64 {
    let mut random = Random::new(seed);
    move |sides| 1 + random.under(sides)
}
