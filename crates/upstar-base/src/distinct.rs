//! The same thing only once.
//!
//! Moves that lead to the same position are shown once, the first of them where it was listed.
//! Each is looked up among the earlier ones by its hash, so a million moves take a million
//! looks, and the budget is asked meanwhile.

use crate::memo::hash;
use crate::{Budget, Listed, Stopped, Work};
use hashbrown::HashTable;
use std::hash::Hash;
use std::sync::Arc;

/// Drops everything from a list that is equal to something earlier.
///
/// ```
/// use std::sync::Arc;
/// use upstar_base::{Budget, Listing, Options, Stopped, distinct};
/// let budget = Arc::new(Budget::unlimited());
/// let mut list = Listing::new(&budget, 4);
/// (&mut list as &mut dyn Options<u32>).extend([3, 1, 3, 2, 1]);
/// assert_eq!(distinct(list.finish()?, &budget)?[..], [3u32, 1, 2]);
/// # Ok::<(), Stopped>(())
/// ```
pub fn distinct<P: Eq + Hash>(
    mut list: Listed<P>,
    budget: &Arc<Budget>,
) -> Result<Listed<P>, Stopped> {
    let mut work = Work::new(Arc::clone(budget));
    let bytes = (list.len() as u64).saturating_mul(16);
    budget.charge(bytes).inspect_err(|_| budget.refund(bytes))?;
    let found = first_ones(&list, &mut work);
    budget.refund(bytes);
    let mut keep = found?.into_iter();
    list.retain(|_| keep.next().unwrap_or(true));
    Ok(list)
}

/// For each element whether no earlier one is equal.
fn first_ones<P: Eq + Hash>(list: &[P], work: &mut Work) -> Result<Vec<bool>, Stopped> {
    let mut seen: HashTable<usize> = HashTable::with_capacity(list.len());
    let mut first = Vec::with_capacity(list.len());
    for i in 0..list.len() {
        work.step()?;
        let code = hash(&list[i]);
        let known = seen.find(code, |&j| list[j] == list[i]).is_some();
        if !known {
            seen.insert_unique(code, i, |&j| hash(&list[j]));
        }
        first.push(!known);
    }
    Ok(first)
}
