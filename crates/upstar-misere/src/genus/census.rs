//! Which genera occur among sums of heaps with few tokens, and where first.

use super::Genus;
use super::calculator::Genera;
use rustc_hash::FxHashSet;
use upstar_base::{Budget, Stopped};

/// A genus with the first sum that has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FirstSum {
    /// The genus.
    pub genus: Genus,
    /// The tokens of the sum; no sum with fewer has this genus.
    pub tokens: u32,
    /// The heaps of the sum, the largest first.
    pub heaps: Vec<u32>,
}

/// The genera of all sums with at most so many tokens, in the order of tokens; among sums with
/// the same number of tokens those with the smaller largest heap come first.
///
/// ```
/// use upstar_base::Budget;
/// use upstar_misere::genus::{Genera, first_sums};
/// let found = first_sums(&mut Genera::new(".3102".parse()?), 22, &Budget::unlimited())?;
/// let last = found.last().unwrap();
/// assert_eq!((last.genus.to_string(), &last.heaps[..]), ("2^46".to_owned(), &[9, 7, 6][..]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn first_sums(
    genera: &mut Genera,
    tokens: u32,
    budget: &Budget,
) -> Result<Vec<FirstSum>, Stopped> {
    let mut seen: FxHashSet<Genus> = FxHashSet::default();
    let mut found = Vec::new();
    for total in 0..=tokens {
        // The partitions of the total in lexicographic order, from 1+1+... on.
        let mut heaps = vec![1; total as usize];
        loop {
            let sum: Vec<(u32, u32)> = heaps.iter().map(|&heap| (heap, 1)).collect();
            let word = genera.sum(&sum, budget)?;
            let genus = genera.of(&word, budget)?;
            if seen.insert(genus.clone()) {
                found.push(FirstSum { genus, tokens: total, heaps: heaps.clone() });
            }
            // Raise the last heap that stays at most its predecessor, and break up what follows.
            let Some(last) = heaps.pop() else { break };
            let mut left = last;
            let raised = loop {
                let Some(heap) = heaps.pop() else { break None };
                let fits = heaps.last().is_none_or(|&before| before > heap);
                if fits && left >= 1 {
                    break Some(heap + 1);
                }
                left += heap;
            };
            let Some(raised) = raised else { break };
            heaps.push(raised);
            heaps.extend((1..left).map(|_| 1));
        }
    }
    Ok(found)
}
