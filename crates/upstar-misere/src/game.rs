//! A game with heaps as questions about positions see it: its quotient where that is found soon,
//! else a rule for all heaps or a pattern for few of them, and search. Where a search does not end
//! soon, the quotient gets more steps, and both go on by turns, each with more than before.

use crate::decomposition::frisky::{FewHeaps, MOST_HEAPS, NoLabels};
use crate::genus::{Genera, Genus};
use crate::glance::glance;
use crate::quotient::{End, Presentation, Quotient, Solver};
use crate::rule::Rule;
use rustc_hash::FxHashMap;
use std::collections::hash_map::Entry;
use std::sync::Arc;
use upstar_base::{Budget, Stopped};
use upstar_proof::Standing;
use upstar_rules::heap::code::HeapCode;

/// How many steps the quotient is tried before a search.
const PATIENCE: u64 = 10_000;
/// How many positions a search sees before the quotient gets more steps.
const POSITIONS: u64 = 1 << 22;
/// How many times as many both get in the next turn.
const MORE: u64 = 8;
/// How many steps further it is tried to solve the game.
const FURTHER: u64 = 2_000;
/// So many heaps may be needed for that.
const SOLVED: u32 = 1_000;
/// How many steps a pattern for few heaps is looked for.
const PATTERN: u64 = 1_000;
/// How many steps a genus gets that is told besides.
const BESIDES: u64 = 20_000;
/// The largest heap that is searched where the quotient says nothing about it.
const SEARCHED: u64 = 100_000;

/// A game that answers questions about sums.
pub struct SumOutcomes {
    code: HeapCode,
    quotient: Quotient,
    names: Option<Presentation>,
    genera: Genera,
    rule: Option<Rule>,
    /// The patterns by the number of heaps, as far as they were looked for.
    few: FxHashMap<usize, Option<FewHeaps>>,
    /// How many positions a search sees in its first turn.
    positions: u64,
    /// Is the quotient one that a search asked for?
    has_grown: bool,
    budget: Arc<Budget>,
}

/// Who wins a sum, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MisereVerdict {
    /// Is it a P-position?
    pub previous_wins: bool,
    /// The name of its class in the quotient, or its label in a rule.
    pub class: Option<String>,
    /// How it was found.
    pub way: MisereMethod,
    /// Its genus, where that is soon known.
    pub genus: Option<Genus>,
}

impl MisereVerdict {
    /// One line of reason.
    pub fn why(&self) -> String {
        let outcome = if self.previous_wins { "P" } else { "N" };
        let why = match (&self.class, self.way) {
            (Some(class), MisereMethod::Quotient) => format!("pretend: {class} is {outcome}"),
            (Some(label), MisereMethod::Rule) => format!("rule: {label} is {outcome}"),
            (_, MisereMethod::Pattern) => format!("pattern: {outcome}"),
            _ => format!("search: {outcome}"),
        };
        match &self.genus {
            Some(genus) => format!("{why}, genus {genus}"),
            None => why,
        }
    }
}

/// How an answer was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MisereMethod {
    /// By the quotient.
    Quotient,
    /// By a rule for all heaps.
    Rule,
    /// By the pattern of the positions with few heaps.
    Pattern,
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

/// The bytes of the table of a quotient.
fn table(quotient: &Quotient) -> u64 {
    2 * (quotient.monoid().order() as u64).pow(2)
}

/// What is known of a game when a limit is reached.
pub fn known(quotient: &Quotient) -> String {
    let (order, heaps) = (quotient.monoid().order(), quotient.heaps());
    match quotient.end() {
        End::Complete { .. } if quotient.is_verified() => {
            format!("the quotient of all heaps has order {order}")
        }
        _ => format!("the quotient of the heaps up to {heaps} has order {order}"),
    }
}

/// The look at a game did not come to its end; nothing of it may be kept.
#[derive(Clone, Debug)]
pub struct Unfinished {
    /// What ended it.
    pub stopped: Stopped,
    /// What is known of the game.
    pub known: String,
}

impl Unfinished {
    /// Fails if a quotient ended because the whole budget did.
    fn unless_stopped(quotient: &Quotient, whole: &Budget) -> Result<(), Unfinished> {
        let end = quotient.end().unless_stopped(whole);
        end.map_err(|stopped| Unfinished { stopped, known: known(quotient) })
    }
}

impl From<Unfinished> for Stopped {
    fn from(unfinished: Unfinished) -> Stopped {
        unfinished.stopped
    }
}

impl SumOutcomes {
    /// Tries to find the quotient for heaps up to `largest`. Fails if the budget ends before the
    /// steps for that are done, so that a game never depends on when it was made.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use upstar_base::{Budget, Stopped};
    /// use upstar_misere::game::SumOutcomes;
    /// let budget = Arc::new(Budget::unlimited());
    /// budget.interrupt_after(100);
    /// let unfinished = SumOutcomes::new(&".07".parse().unwrap(), 1000, &budget).err().unwrap();
    /// assert_eq!(unfinished.stopped, Stopped::Interrupted);
    /// assert!(unfinished.known.starts_with("the quotient of the heaps up to "));
    /// ```
    pub fn new(
        code: &HeapCode,
        largest: u32,
        budget: &Arc<Budget>,
    ) -> Result<SumOutcomes, Unfinished> {
        let part = Arc::new(Budget::steps_of(budget, u64::MAX));
        let found = SumOutcomes::known_of(code, largest, &part);
        // The engine is gone; its table stays.
        let table = found.as_ref().map_or(0, |(quotient, _)| table(quotient));
        budget.refund(part.held().saturating_sub(table));
        let (quotient, rule) = found?;
        budget.begin("the search", None);
        Ok(SumOutcomes {
            code: code.clone(),
            quotient,
            names: None,
            genera: Genera::new(code.clone()),
            rule,
            few: FxHashMap::default(),
            positions: POSITIONS,
            has_grown: false,
            budget: Arc::clone(budget),
        })
    }

    /// Returns the quotient that is soon found, and the rule if there is one.
    fn known_of(
        code: &HeapCode,
        largest: u32,
        part: &Arc<Budget>,
    ) -> Result<(Quotient, Option<Rule>), Unfinished> {
        // A solved game needs fewer heaps than the largest; one that is not solved needs it. If the
        // game is soon solved, its elements have the names that they have in its solution.
        let mut solver = Solver::new(code);
        let (mut quotient, rule) = glance(code, &mut solver, largest, part);
        let rule = rule.map_err(|stopped| Unfinished { stopped, known: known(&quotient) })?;
        if rule.is_none() && *quotient.end() == End::Heaps {
            let solved = solver.run(SOLVED, &Budget::steps_of(part, FURTHER));
            Unfinished::unless_stopped(&solved, part)?;
            if matches!(solved.end(), End::Complete { .. }) {
                quotient = solved;
            }
        } else if rule.is_none() {
            quotient = solver.run(largest, &Budget::steps_of(part, PATIENCE));
        }
        Unfinished::unless_stopped(&quotient, part)?;
        Ok((quotient, rule))
    }

    /// A search sees so many positions before the quotient gets more steps.
    pub fn set_positions(&mut self, positions: u64) {
        self.positions = positions;
    }

    /// Works within another budget, a part of the first one, from now on.
    pub fn set_budget(&mut self, budget: &Arc<Budget>) {
        self.budget = Arc::clone(budget);
    }

    /// The game as it was made, without what it learnt from questions; `None` if it has grown.
    pub fn anew(mut self) -> Option<SumOutcomes> {
        self.genera = Genera::new(self.code.clone());
        (!self.has_grown).then_some(self)
    }

    /// Would a quotient for heaps up to `largest` say more, as far as is known?
    pub fn may_grow(&self, largest: u32) -> bool {
        let quotient = &self.quotient;
        self.rule.is_none() && *quotient.end() == End::Heaps && quotient.heaps() < largest
    }

    /// Is a sum a P-position? Heaps with multiplicities.
    pub fn is_p<H: Copy + Into<u64>>(
        &mut self,
        sum: &[(H, u32)],
    ) -> Result<(bool, MisereMethod), Stopped> {
        if let Some(rule) = &self.rule {
            return Ok((rule.sum(sum.iter().copied()).is_previous_win(), MisereMethod::Rule));
        }
        if let Some(class) = self.class(sum) {
            return Ok((self.quotient.monoid().is_p(class), MisereMethod::Quotient));
        }
        if let Some(answer) = self.by_pattern(sum)? {
            return Ok((answer, MisereMethod::Pattern));
        }
        let sum =
            small(sum, SEARCHED, "the largest heap, where no quotient of all heaps is known,")?;
        let largest = sum.iter().map(|&(heap, _)| heap).max().unwrap_or(0);
        let parts = self.genera.parts_mut();
        parts.extend(largest, &self.budget)?;
        let word = parts.sum(&sum)?;
        let (mut positions, mut steps) = (self.positions, PATIENCE);
        loop {
            let part = Budget::steps_of(&self.budget, positions);
            match self.genera.parts_mut().is_previous_win(&word, &part) {
                Ok(answer) => return Ok((answer, MisereMethod::Search)),
                Err(Stopped::Steps(_)) => self.budget.check()?,
                Err(stopped) => return Err(stopped),
            }
            (positions, steps) = (positions.saturating_mul(MORE), steps.saturating_mul(MORE));
            self.solve_to(largest, steps)?;
            if let Some(class) = self.class(&sum) {
                return Ok((self.quotient.monoid().is_p(class), MisereMethod::Quotient));
            }
            self.budget.begin("the search", None);
        }
    }

    /// Looks for the quotient for heaps up to `largest`, with so many steps, and keeps it if it is
    /// of more heaps than the one that is known.
    fn solve_to(&mut self, largest: u32, steps: u64) -> Result<(), Stopped> {
        let part = Budget::steps_of(&self.budget, steps);
        let quotient = Solver::new(&self.code).run(largest, &part);
        if let Err(stopped) = quotient.end().unless_stopped(&self.budget) {
            self.budget.refund(part.held());
            return Err(stopped);
        }
        if quotient.heaps() > self.quotient.heaps() {
            let known = std::mem::replace(&mut self.quotient, quotient);
            (self.names, self.has_grown) = (None, true);
            self.budget.refund(part.held().saturating_sub(table(&self.quotient)));
            self.budget.refund(table(&known));
        } else {
            self.budget.refund(part.held());
        }
        Ok(())
    }

    /// Who wins a sum of few heaps, if they have a pattern that is found soon.
    fn by_pattern<H: Copy + Into<u64>>(
        &mut self,
        sum: &[(H, u32)],
    ) -> Result<Option<bool>, Stopped> {
        let mut sizes = Vec::new();
        for &(heap, times) in sum {
            if times as usize > MOST_HEAPS {
                return Ok(None);
            }
            sizes.extend(std::iter::repeat_n(heap.into(), times as usize));
        }
        let heaps = sizes.len();
        if !(1..=MOST_HEAPS).contains(&heaps) {
            return Ok(None);
        }
        let found = match self.few.entry(heaps) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(unknown) => {
                self.budget.begin("the pattern of few heaps", None);
                let part = Budget::steps_of(&self.budget, PATTERN);
                let found = FewHeaps::new(&self.code, heaps, &part);
                self.budget.refund(part.held());
                unknown.insert(match found {
                    Ok(found) => Some(found),
                    Err(NoLabels::Stopped(stopped)) if stopped.is_external() => {
                        return Err(stopped);
                    }
                    Err(_) => {
                        // The steps may be those of the whole.
                        self.budget.check()?;
                        None
                    }
                })
            }
        };
        let label = found.as_ref().and_then(|found| found.label(&sizes));
        Ok(label.map(|label| label.misere_p))
    }

    /// Who wins a sum, with the reason.
    pub fn verdict<H: Copy + Into<u64>>(
        &mut self,
        sum: &[(H, u32)],
    ) -> Result<MisereVerdict, Stopped> {
        let (previous_wins, way) = self.is_p(sum)?;
        let class = match &self.rule {
            Some(rule) => Some(rule.sum(sum.iter().copied()).to_string()),
            None => self.class(sum).map(|class| self.name(class)),
        };
        let genus = self.genus(sum)?;
        Ok(MisereVerdict { previous_wins, class, way, genus })
    }

    /// Returns the genus of a sum, where it is soon known.
    fn genus<H: Copy + Into<u64>>(&mut self, sum: &[(H, u32)]) -> Result<Option<Genus>, Stopped> {
        let heaps: u64 = sum.iter().map(|&(_, times)| u64::from(times)).sum();
        if heaps > 12 {
            return Ok(None);
        }
        let Ok(sum) = small(sum, 40, "the heap") else { return Ok(None) };
        let part = Budget::steps_of(&self.budget, BESIDES);
        let genera = &mut self.genera;
        match genera.sum(&sum, &part).and_then(|word| genera.of(&word, &part)) {
            Ok(genus) => Ok(Some(genus)),
            Err(stopped) if stopped.is_external() => Err(stopped),
            Err(_) => self.budget.check().map(|()| None),
        }
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

    /// The letters in the names of classes, with the heaps that they stand for.
    pub fn letters(&mut self) -> Vec<(String, u32)> {
        let quotient = &self.quotient;
        self.names.get_or_insert_with(|| quotient.presentation()).letters()
    }

    /// From which heap on the classes of heaps repeat with which period, if that is proved.
    pub fn period(&self) -> Option<(u64, u64)> {
        match *self.quotient.end() {
            End::Complete { preperiod, period } => Some((preperiod, period)),
            _ => None,
        }
    }

    /// The rule for all sums of all heaps, where there is one and no finite quotient.
    pub fn rule(&self) -> Option<&Rule> {
        self.rule.as_ref()
    }

    /// The quotient, as far as it was found.
    pub fn quotient(&self) -> &Quotient {
        &self.quotient
    }

    /// What is known when a limit is reached.
    pub fn known(&self) -> String {
        known(&self.quotient)
    }

    /// Where an answer comes from, for people; `None` if a limit ended the look of the checker.
    pub fn source(&self, way: MisereMethod) -> Option<String> {
        let order = self.quotient.monoid().order();
        let is_complete = matches!(self.quotient.end(), End::Complete { .. });
        let standing = (way == MisereMethod::Quotient && is_complete)
            .then(|| self.quotient.standing(&self.code, &self.budget));
        if standing.as_ref().is_some_and(Standing::was_stopped) {
            return None;
        }
        Some(match (way, standing) {
            (MisereMethod::Search, _) => "search".to_owned(),
            (MisereMethod::Rule, _) => {
                let name = self.rule.as_ref().map_or("a rule", Rule::name);
                format!("{name}, all heaps")
            }
            (MisereMethod::Pattern, _) => {
                "the pattern of few heaps, computed for all sizes".to_owned()
            }
            (MisereMethod::Quotient, Some(standing)) if standing.is_verified() => {
                format!("quotient of order {order}, all heaps")
            }
            (MisereMethod::Quotient, Some(_)) => {
                let heaps = self.quotient.heaps();
                format!("quotient of order {order}, heaps to {heaps}; beyond, it is not checked")
            }
            (MisereMethod::Quotient, None) => {
                format!("quotient of order {order}, heaps to {}", self.quotient.heaps())
            }
        })
    }
}
