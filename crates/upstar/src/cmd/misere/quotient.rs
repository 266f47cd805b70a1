//! A game with heaps as the commands about positions see it: its quotient where that is found
//! soon, and search.

use super::is_knots;
use std::sync::Arc;
use upstar_base::{Budget, Stopped};
use upstar_misere::decomposition::knots::Weights;
use upstar_misere::genus::Genera;
use upstar_misere::quotient::{End, Presentation, Quotient, Solver};
use upstar_rules::heap::code::HeapCode;

/// For how many steps the quotient is tried before a search.
const PATIENCE: u64 = 3_000_000;
/// For how many steps a genus is looked for that is only an extra.
const GENUS_PATIENCE: u64 = 50_000;
/// Up to this heap Knots has names for its classes; the rule answers for all.
const KNOTS_NAMED: u32 = 30;

/// A game that answers questions about sums.
pub(in crate::cmd) struct Game {
    quotient: Quotient,
    names: Option<Presentation>,
    genera: Genera,
    is_knots: bool,
    budget: Arc<Budget>,
}

/// Who wins a sum, and why.
pub(in crate::cmd) struct Verdict {
    /// Is it a P-position?
    pub(in crate::cmd) previous_wins: bool,
    /// The name of its class in the quotient.
    pub(in crate::cmd) class: Option<String>,
    /// One line of reason.
    pub(in crate::cmd) why: String,
}

/// How an answer was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    Quotient,
    /// Allemang's rule for Knots.
    Rule,
    Search,
}

/// What is known of a game when a limit is reached.
pub(super) fn known(quotient: &Quotient) -> String {
    let (order, heaps) = (quotient.monoid().order(), quotient.heaps());
    match quotient.end() {
        End::Complete { .. } => format!("the quotient of all heaps has order {order}"),
        _ => format!("the quotient of the heaps up to {heaps} has order {order}"),
    }
}

impl Game {
    /// Tries to find the quotient for heaps up to `largest`.
    pub(in crate::cmd) fn new(code: &HeapCode, largest: u32, budget: &Arc<Budget>) -> Game {
        let part = Budget::steps_of(budget, PATIENCE);
        // A solved game needs fewer heaps than the largest; one that is not solved needs it.
        let is_knots = is_knots(code);
        let largest = if is_knots { largest.min(KNOTS_NAMED) } else { largest };
        let quotient = Solver::new(code).run(largest, &part);
        let genera = Genera::new(code.clone());
        Game { quotient, names: None, genera, is_knots, budget: Arc::clone(budget) }
    }

    /// Would a quotient for heaps up to `largest` say more, as far as is known?
    pub(in crate::cmd) fn may_grow(&self, largest: u32) -> bool {
        let knots = self.is_knots && self.quotient.heaps() >= KNOTS_NAMED;
        *self.quotient.end() == End::Heaps && self.quotient.heaps() < largest && !knots
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
        let parts = self.genera.parts_mut();
        parts.extend(largest, &self.budget)?;
        let word = parts.sum(sum)?;
        let answer = parts.is_previous_win(&word, &self.budget)?;
        Ok((answer, Way::Search))
    }

    /// Who wins a sum, with the reason.
    pub(in crate::cmd) fn verdict(&mut self, sum: &[(u32, u32)]) -> Result<Verdict, Stopped> {
        let (previous_wins, way) = self.is_p(sum)?;
        let class = self.class(sum).map(|class| self.name(class));
        let outcome = if previous_wins { "P" } else { "N" };
        let mut why = match (&class, way) {
            (Some(class), Way::Quotient) => format!("pretend: {class} is {outcome}"),
            (_, Way::Rule) => format!("rule: {outcome}"),
            _ => format!("search: {outcome}"),
        };
        if let Some(genus) = self.genus(sum) {
            why = format!("{why}, genus {genus}");
        }
        Ok(Verdict { previous_wins, class, why })
    }

    /// The genus of a sum, where it is soon known.
    fn genus(&mut self, sum: &[(u32, u32)]) -> Option<String> {
        let heaps: u64 = sum.iter().map(|&(_, times)| u64::from(times)).sum();
        let largest = sum.iter().map(|&(heap, _)| heap).max().unwrap_or(0);
        if heaps > 12 || largest > 40 {
            return None;
        }
        let part = Budget::steps_of(&self.budget, GENUS_PATIENCE);
        let word = self.genera.sum(sum, &part).ok()?;
        Some(self.genera.of(&word, &part).ok()?.to_string())
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

    /// What is known when a limit is reached.
    pub(super) fn known(&self) -> String {
        known(&self.quotient)
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
