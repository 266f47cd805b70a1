//! A game with heaps as questions about positions see it: its quotient where that is found soon,
//! a rule for Knots, and search.

use crate::decomposition::knots::Weights;
use crate::genus::{Genera, Genus};
use crate::quotient::{End, Presentation, Quotient, Solver};
use std::sync::Arc;
use upstar_base::{Budget, Stopped};
use upstar_rules::heap::code::HeapCode;

/// How many steps the quotient is tried before a search.
const PATIENCE: u64 = 10_000;
/// How many steps a genus gets that is told besides.
const BESIDES: u64 = 20_000;
/// The largest heap that is searched where the quotient says nothing about it.
const SEARCHED: u64 = 100_000;
/// Up to this heap Knots has names for its classes; the rule answers for all.
const KNOTS_NAMED: u32 = 30;

/// A game that answers questions about sums.
pub struct Game {
    quotient: Quotient,
    names: Option<Presentation>,
    genera: Genera,
    is_knots: bool,
    budget: Arc<Budget>,
}

/// Who wins a sum, and why.
pub struct Verdict {
    /// Is it a P-position?
    pub previous_wins: bool,
    /// The name of its class in the quotient.
    pub class: Option<String>,
    /// How it was found.
    pub way: Way,
    /// Its genus, where that is soon known.
    pub genus: Option<Genus>,
}

impl Verdict {
    /// One line of reason.
    pub fn why(&self) -> String {
        let outcome = if self.previous_wins { "P" } else { "N" };
        let why = match (&self.class, self.way) {
            (Some(class), Way::Quotient) => format!("pretend: {class} is {outcome}"),
            (_, Way::Rule) => format!("rule: {outcome}"),
            _ => format!("search: {outcome}"),
        };
        match &self.genus {
            Some(genus) => format!("{why}, genus {genus}"),
            None => why,
        }
    }
}

/// Is it Knots, the game 4.7?
pub fn is_knots(code: &HeapCode) -> bool {
    "4.7".parse::<HeapCode>().is_ok_and(|knots| knots == *code)
}

/// How an answer was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// By the quotient.
    Quotient,
    /// Allemang's rule for Knots.
    Rule,
    /// By search.
    Search,
}

/// Heaps that are not above `most`.
fn small<H: Copy + Into<u64>>(
    sum: &[(H, u32)],
    most: u64,
    what: &'static str,
) -> Result<Vec<(u32, u32)>, Stopped> {
    let heap = |&(heap, times): &(H, u32)| {
        let heap = Some(heap.into()).filter(|&heap| heap <= most);
        Some((u32::try_from(heap?).ok()?, times))
    };
    let heaps: Option<Vec<_>> = sum.iter().map(heap).collect();
    heaps.ok_or(Stopped::Limit { what, limit: most })
}

/// What is known of a game when a limit is reached.
pub fn known(quotient: &Quotient) -> String {
    let (order, heaps) = (quotient.monoid().order(), quotient.heaps());
    match quotient.end() {
        End::Complete { .. } => format!("the quotient of all heaps has order {order}"),
        _ => format!("the quotient of the heaps up to {heaps} has order {order}"),
    }
}

impl Game {
    /// Tries to find the quotient for heaps up to `largest`.
    pub fn new(code: &HeapCode, largest: u32, budget: &Arc<Budget>) -> Game {
        let part = Budget::steps_of(budget, PATIENCE);
        // A solved game needs fewer heaps than the largest; one that is not solved needs it.
        let is_knots = is_knots(code);
        let largest = if is_knots { largest.min(KNOTS_NAMED) } else { largest };
        let quotient = Solver::new(code).run(largest, &part);
        // The engine is gone; its table stays.
        let table = 2 * (quotient.monoid().order() as u64).pow(2);
        budget.refund(part.held().saturating_sub(table));
        budget.begin("the search", None);
        let genera = Genera::new(code.clone());
        Game { quotient, names: None, genera, is_knots, budget: Arc::clone(budget) }
    }

    /// Works within another budget, a part of the first one, from now on.
    pub fn set_budget(&mut self, budget: &Arc<Budget>) {
        self.budget = Arc::clone(budget);
    }

    /// Would a quotient for heaps up to `largest` say more, as far as is known?
    pub fn may_grow(&self, largest: u32) -> bool {
        let knots = self.is_knots && self.quotient.heaps() >= KNOTS_NAMED;
        *self.quotient.end() == End::Heaps && self.quotient.heaps() < largest && !knots
    }

    /// Is a sum a P-position? Heaps with multiplicities.
    pub fn is_p<H: Copy + Into<u64>>(&mut self, sum: &[(H, u32)]) -> Result<(bool, Way), Stopped> {
        if let Some(class) = self.class(sum) {
            return Ok((self.quotient.monoid().is_p(class), Way::Quotient));
        }
        if self.is_knots {
            let weights = sum.iter().map(|&(heap, times)| Weights::of_heap(heap).times(times));
            let all = weights.fold(Weights::default(), Weights::plus);
            return Ok((all.is_previous_win(), Way::Rule));
        }
        let sum =
            small(sum, SEARCHED, "the largest heap, where no quotient of all heaps is known,")?;
        let largest = sum.iter().map(|&(heap, _)| heap).max().unwrap_or(0);
        let parts = self.genera.parts_mut();
        parts.extend(largest, &self.budget)?;
        let word = parts.sum(&sum)?;
        let answer = parts.is_previous_win(&word, &self.budget)?;
        Ok((answer, Way::Search))
    }

    /// Who wins a sum, with the reason.
    pub fn verdict<H: Copy + Into<u64>>(&mut self, sum: &[(H, u32)]) -> Result<Verdict, Stopped> {
        let (previous_wins, way) = self.is_p(sum)?;
        let class = self.class(sum).map(|class| self.name(class));
        let genus = self.genus(sum);
        Ok(Verdict { previous_wins, class, way, genus })
    }

    /// The genus of a sum, where it is soon known.
    fn genus<H: Copy + Into<u64>>(&mut self, sum: &[(H, u32)]) -> Option<Genus> {
        let heaps: u64 = sum.iter().map(|&(_, times)| u64::from(times)).sum();
        if heaps > 12 {
            return None;
        }
        let sum = small(sum, 40, "the heap").ok()?;
        let part = Budget::steps_of(&self.budget, BESIDES);
        let word = self.genera.sum(&sum, &part).ok()?;
        self.genera.of(&word, &part).ok()
    }

    /// The class of a sum, if the quotient knows all its heaps.
    pub fn class<H: Copy + Into<u64>>(&self, sum: &[(H, u32)]) -> Option<u16> {
        let heaps = sum.iter().map(|&(heap, times)| (heap.into(), u64::from(times)));
        self.quotient.class_of_sum(heaps)
    }

    /// The name of a class.
    pub fn name(&mut self, class: u16) -> String {
        let quotient = &self.quotient;
        self.names.get_or_insert_with(|| quotient.presentation()).name(class)
    }

    /// From which heap on the classes of heaps repeat with which period, if that is proved.
    pub fn period(&self) -> Option<(u64, u64)> {
        match *self.quotient.end() {
            End::Complete { preperiod, period } => Some((preperiod, period)),
            _ => None,
        }
    }

    /// What is known when a limit is reached.
    pub fn known(&self) -> String {
        known(&self.quotient)
    }

    /// Where an answer comes from, for people.
    pub fn source(&self, way: Way) -> String {
        let order = self.quotient.monoid().order();
        match (way, self.quotient.end()) {
            (Way::Search, _) => "search".to_owned(),
            (Way::Rule, _) => "Allemang's rule for Knots".to_owned(),
            (_, End::Complete { .. }) => format!("quotient of order {order}, all heaps"),
            _ => format!("quotient of order {order}, heaps to {}", self.quotient.heaps()),
        }
    }
}
