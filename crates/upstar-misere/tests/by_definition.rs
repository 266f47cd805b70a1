//! Misère play by nothing but the moves, for what rules say of sums of heaps.

use std::collections::HashMap;
use upstar_misere::decomposition::family::Decomposition;
use upstar_misere::decomposition::label::OutcomePair;
use upstar_misere::genus::Blurry;
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

/// The label of a sum of heaps that the families of a decomposition give it, if it is frisky.
pub(crate) fn frisky(families: &Decomposition, heaps: &[u32]) -> Option<OutcomePair> {
    let mut counts = vec![0u64; families.lists.len()];
    for &heap in heaps.iter().filter(|&&heap| heap > 0) {
        counts[families.lists.iter().position(|list| list.contains(heap.into()))?] += 1;
    }
    let mut fit = families.families.iter().filter(|family| {
        family.numbers.iter().zip(&counts).all(|(number, &count)| number.contains(count))
    });
    fit.next().map(|family| family.label)
}

/// The first `rows` rows of the table over <1,2,a> of the game with options of these tables, by the
/// recursion of Allemang; `adders` are the options of a. The tables of the options must have as many rows.
pub(crate) fn larger_genus(options: &[&[Blurry]], adders: &[u64], rows: usize) -> Vec<Blurry> {
    let mut table: Vec<Blurry> = Vec::with_capacity(rows);
    for i in 0..rows {
        let mut row: Vec<Blurry> =
            options.iter().filter_map(|option| option.get(i)).cloned().collect();
        if let Some(above) = table.last() {
            row.extend(adders.iter().map(|&k| above.plus(k)));
        }
        table.push(Blurry::of_options(&row));
    }
    table
}
