//! Equal heaps of several games.
//!
//! The heaps of all games are reduced to words over the same parts; equal words are equal games.

use super::parts::Parts;
use super::word::Word;
use rustc_hash::FxHashMap;
use upstar_base::{Budget, Stopped};
use upstar_rules::heap::code::HeapCode;

/// Which heaps of one game equal which heaps of another: for each heap 0, 1, ..., `to` of the
/// first the equal ones among 0, ..., `to` of the second.
///
/// ```
/// use upstar_base::Budget;
/// use upstar_misere::heaps::equal_heaps;
/// let equal = equal_heaps(&".57".parse()?, &"4.7".parse()?, 6, &Budget::unlimited())?;
/// assert_eq!(equal[0], [0]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn equal_heaps(
    first: &HeapCode,
    second: &HeapCode,
    to: u32,
    budget: &Budget,
) -> Result<Vec<Vec<u32>>, Stopped> {
    let mut parts = Parts::without_heaps();
    let second = parts.heaps_of(second, to, budget)?;
    let mut places: FxHashMap<&Word, Vec<u32>> = FxHashMap::default();
    for (heap, word) in (0..).zip(&second) {
        places.entry(word).or_default().push(heap);
    }
    let first = parts.heaps_of(first, to, budget)?;
    Ok(first.iter().map(|word| places.get(word).cloned().unwrap_or_default()).collect())
}
