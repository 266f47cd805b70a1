//! The turns in a sum: a move in one component, or in the one that must be answered.

use super::parts_of;
use super::turns::flatten;
use crate::lists::options_of;
use crate::theory::{CompoundPosition, Move, MovesOf, PositionOf};
use std::sync::Arc;
use upstar_base::{Budget, Listing, Options, Player, Stopped};
use upstar_rules::{MoveKind, Rules};

/// Returns up to `most` turns of `who`, without saying which components they change.
pub(super) fn single<R: Rules>(
    rules: &R,
    standing: &PositionOf<R>,
    who: Player,
    most: usize,
    budget: &Arc<Budget>,
) -> Result<MovesOf<R>, Stopped> {
    let components = &standing.components;
    let places = match standing.entailed {
        Some(place) => place..place + 1,
        None => 0..components.len(),
    };
    let special = !rules.nature().special_moves.is_empty();
    let bytes = size_of_val(&components[..]);
    let (mut list, mut left) = (Listing::new(budget, bytes), most);
    'places: for place in places {
        for option in &options_of(rules, &components[place], who, budget)? {
            if left == 0 {
                break 'places;
            }
            left -= 1;
            let kind = if special {
                rules.move_kind(&components[place], who, option)
            } else {
                MoveKind::Ordinary
            };
            // The pieces of a split are components of their own: an entailing move in one of
            // them must be answered there.
            let mut to = components.clone();
            to.splice(place..=place, flatten(&parts_of(rules, option, budget)?));
            let entailed = (kind == MoveKind::Entailing).then_some(place);
            let winner = match kind {
                MoveKind::Overriding => Some(who),
                MoveKind::Suiciding => Some(!who),
                _ => None,
            };
            let again = kind == MoveKind::Complimenting;
            let to = CompoundPosition { components: to, entailed };
            if !list.push(Move { again, ..Move::new(to, None).deciding(winner, who) }) {
                break 'places;
            }
        }
    }
    Ok(list.finish()?.into_vec())
}
