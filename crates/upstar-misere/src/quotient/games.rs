//! The quotient of any finite set of games, not only of heaps.
//!
//! The games and all their followers, in the order of their birthdays, play the part of heaps:
//! each is replaced by a smaller one in a move. The quotient is that of all sums of them.

use super::{Quotient, Solver};
use crate::form::{Form, Forms};
use std::sync::Arc;
use upstar_base::Budget;

/// A quotient of some games and their followers.
#[derive(Clone, Debug)]
pub struct QuotientOfGames {
    /// The quotient; the followers stand for heaps 1, 2, ...
    pub quotient: Quotient,
    /// The followers, except the empty game.
    pub followers: Vec<Form>,
}

impl QuotientOfGames {
    /// The quotient of the closure of these games.
    ///
    /// ```
    /// use upstar_base::Budget;
    /// use upstar_misere::form::Forms;
    /// use upstar_misere::quotient::QuotientOfGames;
    /// let mut forms = Forms::new(Budget::unlimited().into());
    /// let four = forms.nim_heap(4)?;
    /// let nim = QuotientOfGames::new(&forms, &[four], &Budget::unlimited());
    /// assert_eq!(nim.quotient.monoid().order(), 10);
    /// assert!(nim.quotient.is_tame());
    /// # Ok::<(), upstar_base::Stopped>(())
    /// ```
    pub fn new(forms: &Forms, games: &[Form], budget: &Budget) -> QuotientOfGames {
        let mut followers: Vec<Form> = Vec::new();
        let mut waiting = games.to_vec();
        let mut seen = rustc_hash::FxHashSet::default();
        while let Some(game) = waiting.pop() {
            if seen.insert(game) {
                waiting.extend(forms.options(game));
                followers.push(game);
            }
        }
        followers.retain(|&game| forms.option_count(game) > 0);
        followers.sort_by_key(|&game| (forms.birthday(game), forms.option_count(game)));
        let places = (1u32..).zip(&followers).map(|(place, &game)| (game, place));
        let places: rustc_hash::FxHashMap<Form, u32> = places.collect();
        let option = |game: Form| places.get(&game).map_or(Vec::new(), |&place| vec![place]);
        let options = |&game: &Form| forms.options(game).into_iter().map(option).collect();
        let table: Vec<Vec<Vec<u32>>> = followers.iter().map(options).collect();
        let count = table.len() as u32;
        let game = move |size: u32| match size.checked_sub(1).and_then(|i| table.get(i as usize)) {
            Some(options) => options.clone(),
            None => Vec::new(),
        };
        let quotient = Solver::of(Arc::new(game)).run(count, budget);
        QuotientOfGames { quotient, followers }
    }

    /// The class of a follower; `None` for other games, or if the quotient was not found that far.
    pub fn class(&self, game: Form) -> Option<u16> {
        if game == Form::ZERO {
            return Some(0);
        }
        let place = self.followers.iter().position(|&follower| follower == game)?;
        self.quotient.class(place as u64 + 1)
    }
}
