//! A game with heaps as the commands about positions see it: its quotient where that is found
//! soon, and search.

use super::is_knots;
use std::sync::Arc;
use std::time::Duration;
use upstar_base::{Budget, Stopped};
use upstar_misere::decomposition::knots::Weights;
use upstar_misere::heaps::Parts;
use upstar_misere::quotient::{End, Presentation, Quotient, Solver};
use upstar_rules::heap::code::HeapCode;

/// How long the quotient is tried before a search.
const PATIENCE: Duration = Duration::from_secs(3);
/// Up to this heap Knots has names for its classes; the rule answers for all.
const KNOTS_NAMED: u32 = 30;

/// A game that answers questions about sums.
pub(super) struct Game {
    quotient: Quotient,
    names: Option<Presentation>,
    parts: Parts,
    is_knots: bool,
    budget: Arc<Budget>,
}

/// How an answer was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    Quotient,
    /// Allemang's rule for Knots.
    Rule,
    Search,
}

impl Game {
    /// Tries to find the quotient for heaps up to `largest`.
    pub(super) fn new(code: &HeapCode, largest: u32, budget: &Arc<Budget>) -> Game {
        let part = Budget::part_of(budget, PATIENCE);
        // A solved game needs fewer heaps than the largest; one that is not solved needs it.
        let is_knots = is_knots(code);
        let largest = if is_knots { largest.min(KNOTS_NAMED) } else { largest };
        let quotient = Solver::new(code).run(largest, &part);
        let parts = Parts::new(code.clone());
        Game { quotient, names: None, parts, is_knots, budget: Arc::clone(budget) }
    }

    /// Is a sum a P-position? Heaps with multiplicities.
    pub(super) fn is_p(&mut self, sum: &[(u32, u32)]) -> Result<(bool, Way), Stopped> {
        if let Some(class) = self.class(sum) {
            return Ok((self.quotient.monoid().is_p(class), Way::Quotient));
        }
        if self.is_knots {
            let weights = sum.iter().map(|&(heap, times)| Weights::of_heap(heap).times(times));
            let all = weights.fold(Weights::default(), Weights::plus);
            return Ok((all.is_previous_win(), Way::Rule));
        }
        let largest = sum.iter().map(|&(heap, _)| heap).max().unwrap_or(0);
        self.parts.extend(largest, &self.budget)?;
        let word = self.parts.sum(sum)?;
        let answer = self.parts.is_previous_win(&word, &self.budget)?;
        Ok((answer, Way::Search))
    }

    /// The class of a sum, if the quotient knows all its heaps.
    pub(super) fn class(&self, sum: &[(u32, u32)]) -> Option<u16> {
        let heaps = sum.iter().map(|&(heap, times)| (u64::from(heap), u64::from(times)));
        self.quotient.class_of_sum(heaps)
    }

    /// The name of a class.
    pub(super) fn name(&mut self, class: u16) -> String {
        let quotient = &self.quotient;
        self.names.get_or_insert_with(|| quotient.presentation()).name(class)
    }

    /// Where an answer comes from, for people.
    pub(super) fn source(&self, way: Way) -> String {
        let order = self.quotient.monoid().order();
        match (way, self.quotient.end()) {
            (Way::Search, _) => "search".to_owned(),
            (Way::Rule, _) => "Allemang's rule for Knots".to_owned(),
            (_, End::Complete { .. }) => format!("quotient of order {order}, all heaps"),
            _ => format!("quotient of order {order}, heaps to {}", self.quotient.heaps()),
        }
    }
}
