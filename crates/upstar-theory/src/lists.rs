//! Moves and components of a position, listed within a budget.

use std::sync::Arc;
use upstar_base::{Budget, First, Listed, Listing, Options, Player, Stopped, Weigh, distinct};
use upstar_rules::{Rules, listed};

/// Where `who` can move, the same result only once.
pub(crate) fn options_of<R: Rules>(
    rules: &R,
    position: &R::Position,
    who: Player,
    budget: &Arc<Budget>,
) -> Result<Listed<R::Position>, Stopped> {
    distinct(listed(rules, position, who, budget)?, budget)
}

/// Checks that a list of `length` things of type `T` fits into the memory that is left.
pub(crate) fn fits<T>(length: usize, budget: &Budget) -> Result<(), Stopped> {
    let bytes = length.saturating_mul(size_of::<T>()) as u64;
    let fits = budget.charge(bytes);
    budget.refund(bytes);
    fits
}

/// The first `most` moves of `who`, of equal ones the first.
pub(crate) fn first_options<R: Rules>(
    rules: &R,
    position: &R::Position,
    who: Player,
    most: usize,
    budget: &Arc<Budget>,
) -> Result<Listed<R::Position>, Stopped> {
    let bytes = size_of::<R::Position>() + position.heap_bytes();
    let mut first = Few { listing: Listing::new(budget, bytes), left: most };
    rules.options(position, who, &mut first);
    distinct(first.listing.finish()?, budget)
}

/// A list that takes a limited number of options.
struct Few<'b, P> {
    listing: Listing<'b, P>,
    left: usize,
}

impl<P: Weigh> Options<P> for Few<'_, P> {
    fn push(&mut self, option: P) -> bool {
        if self.left == 0 {
            return false;
        }
        self.left -= 1;
        self.listing.push(option) && self.left > 0
    }

    fn is_closed(&mut self) -> bool {
        self.left == 0 || self.listing.is_closed()
    }
}

/// Where `who` can move, perhaps with repeats, in the place of an old list.
#[inline]
pub(crate) fn options_in<R: Rules>(
    old: Vec<R::Position>,
    rules: &R,
    position: &R::Position,
    who: Player,
    budget: &Arc<Budget>,
) -> Result<Listed<R::Position>, Stopped> {
    let bytes = size_of::<R::Position>() + position.heap_bytes();
    let mut listing = Listing::reusing(old, budget, bytes);
    rules.options(position, who, &mut listing);
    listing.finish()
}

/// The components of a position, in the place of an old list.
#[inline]
pub(crate) fn components_in<R: Rules>(
    old: Vec<R::Position>,
    rules: &R,
    position: R::Position,
    budget: &Arc<Budget>,
) -> Result<Listed<R::Position>, Stopped> {
    // Components together are about as large as the whole.
    let mut listing = Listing::reusing(old, budget, size_of::<R::Position>());
    rules.sum_components(position, &mut listing);
    listing.finish()
}

/// The parts of a component in normal form that [`Rules::refine`] finds, in the place of an old
/// list, and whether there are any.
#[inline]
pub(crate) fn refined_in<R: Rules>(
    old: Vec<R::Position>,
    rules: &R,
    form: &R::Position,
    budget: &Arc<Budget>,
) -> Result<(bool, Listed<R::Position>), Stopped> {
    let mut listing = Listing::reusing(old, budget, size_of::<R::Position>());
    let refined = rules.refine(form, &mut listing);
    Ok((refined, listing.finish()?))
}

/// Can `who` move?
pub(crate) fn can_move<R: Rules>(rules: &R, position: &R::Position, who: Player) -> bool {
    let mut first = First::default();
    rules.options(position, who, &mut first);
    first.is_found()
}
