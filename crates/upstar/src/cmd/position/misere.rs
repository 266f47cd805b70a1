//! Misère play of impartial games by theory, with the reason.
//!
//! - Heaps of a subtraction game, Nim among them, are nim-heaps of their nim-values: if the heap
//!   n has a move and nim-value 0, the least number s that may be taken leads to a position with
//!   a move to some n-s-t of nim-value 0; so n-t has nim-value 1 (Ferguson 1974), and n has an
//!   option *1 when it has none *0, which is all that a nim-heap in misère play asks for.
//! - Other games with a code are pretended to be elements of their misère quotient.
//! - Everything else is reduced to irreducible parts; the genus tells the winner. This looks at
//!   all options, so it gets a limited number of steps and search must do the rest.

use crate::cmd::misere::quotient::Game;
use std::any::Any;
use std::collections::BTreeMap;
use std::sync::Arc;
use upstar_base::{Budget, Stopped};
use upstar_misere::genus::Genus;
use upstar_misere::position::Positions;
use upstar_rules::Rules;
use upstar_rules::erased::{Erased, Position};
use upstar_rules::heap::code::HeapCode;
use upstar_rules::heap::grundys_game::GrundysGame;
use upstar_rules::heap::heaps::LargeHeaps;
use upstar_rules::heap::independent::Independent;
use upstar_rules::heap::lasker_nim::LaskerNim;
use upstar_rules::heap::nim::Nim;
use upstar_rules::heap::subtraction::Take;
use upstar_theory::grundy::Grundy;

/// How many steps positions without a code are reduced before search is asked.
const PATIENCE: u64 = 300_000;

/// The largest heap up to which a quotient is computed.
const MOST_FOLLOWED: u64 = u32::MAX as u64 - 1;

/// Who wins a sum, and why.
pub(super) struct Verdict {
    /// Is it a P-position?
    pub(super) previous_wins: bool,
    /// One line of reason.
    pub(super) why: String,
}

/// The theory of misère play for the positions of one ruleset.
pub(super) struct Misere<R: Rules> {
    rules: Arc<R>,
    budget: Arc<Budget>,
    theory: Theory<R>,
}

enum Theory<R: Rules> {
    NimHeaps(Box<Grundy<R>>),
    Heaps { code: HeapCode, game: Option<Box<Game>> },
    Positions(Option<Box<Reduction<R>>>),
}

/// Reduced positions, the part of the budget for them, and what they cost.
struct Reduction<R: Rules> {
    positions: Positions<R>,
    patience: Budget,
    charged: u64,
}

/// The heap game inside of its boxes.
fn heap_game(rules: &dyn Any) -> Option<&Independent> {
    let mut inside = rules;
    while let Some(boxed) = inside.downcast_ref::<Erased>() {
        inside = boxed.inside();
    }
    inside.downcast_ref()
}

/// The code of a heap game that has one.
pub(super) fn code_of(rules: &dyn Any) -> Option<HeapCode> {
    let game = heap_game(rules)?;
    if let Some(code) = game.heap::<HeapCode>() {
        return Some(code.clone());
    }
    if let Some(set) = game.heap::<Take>() {
        return Some(HeapCode::subtraction(set.clone()));
    }
    let name = [
        game.heap::<Nim>().map(|_| "nim"),
        game.heap::<LaskerNim>().map(|_| "laskers-nim"),
        game.heap::<GrundysGame>().map(|_| "grundy"),
    ];
    name.into_iter().flatten().next()?.parse().ok()
}

/// Heaps with multiplicities, the largest first, if the positions are heaps that quotients know.
fn heaps<P: 'static>(sum: &[P]) -> Option<Vec<(u64, u32)>> {
    let mut counts: BTreeMap<u64, u32> = BTreeMap::new();
    for term in sum {
        let mut inside: &dyn Any = term;
        while let Some(boxed) = inside.downcast_ref::<Position>() {
            inside = boxed.inside();
        }
        for &heap in inside.downcast_ref::<LargeHeaps>()?.sizes() {
            let count = counts.entry(u64::try_from(heap).ok()?).or_default();
            *count = count.checked_add(1)?;
        }
    }
    Some(counts.into_iter().rev().collect())
}

impl<R: Rules> Misere<R> {
    /// The theory of these rules; `None` if they are not impartial or play may not end.
    pub(super) fn of(rules: &Arc<R>, budget: Arc<Budget>) -> Option<Misere<R>> {
        if !rules.is_impartial() || rules.is_loopy() {
            return None;
        }
        let theory = match code_of(&**rules) {
            Some(code) if code.is_subtraction() => {
                Theory::NimHeaps(Box::new(Grundy::new(rules, Arc::clone(&budget))))
            }
            Some(code) => Theory::Heaps { code, game: None },
            None => Theory::Positions(None),
        };
        let rules = Arc::clone(rules);
        Some(Misere { rules, budget, theory })
    }

    /// A question about a sum and what follows it begins: patience is new.
    pub(super) fn begin(&mut self, sum: &[R::Position]) {
        match &mut self.theory {
            Theory::NimHeaps(_) => {}
            Theory::Heaps { code, game } => {
                let Some(heaps) = heaps(sum) else { return };
                // No quotient is followed further; one that is complete answers for all heaps.
                let largest = heaps.first().map_or(0, |&(heap, _)| heap.min(MOST_FOLLOWED) as u32);
                if game.as_ref().is_none_or(|game| game.may_grow(largest)) {
                    // Twice as far, so that a table of all heaps does not begin anew each time.
                    let far = if game.is_some() { largest.saturating_mul(2) } else { largest };
                    *game = Some(Box::new(Game::new(code, far, &self.budget)));
                }
            }
            Theory::Positions(reduction) => {
                let patience = Budget::steps_of(&self.budget, PATIENCE);
                match reduction {
                    Some(reduction) => reduction.patience = patience,
                    None => {
                        let positions = Positions::new(&self.rules);
                        *reduction = positions.map(|positions| {
                            Box::new(Reduction { positions, patience, charged: 0 })
                        });
                    }
                }
            }
        }
    }

    /// Who wins a sum; `None` if search must tell.
    pub(super) fn verdict(&mut self, sum: &[R::Position]) -> Result<Option<Verdict>, Stopped> {
        match &mut self.theory {
            Theory::NimHeaps(grundy) => nim_heaps(&*self.rules, grundy, sum).map(Some),
            Theory::Heaps { game, .. } => {
                let (Some(heaps), Some(game)) = (heaps(sum), game) else {
                    let what = "a heap in misère play";
                    return Err(Stopped::Limit { what, limit: u64::MAX });
                };
                let verdict = game.verdict(&heaps)?;
                let previous_wins = verdict.previous_wins;
                Ok(Some(Verdict { previous_wins, why: verdict.why() }))
            }
            Theory::Positions(reduction) => {
                let Some(reduced) = reduction else { return Ok(None) };
                let used = self.budget.used();
                let verdict = reduced.verdict(sum);
                reduced.charged += self.budget.used().saturating_sub(used);
                if let Ok(verdict) = verdict {
                    return Ok(Some(verdict));
                }
                let charged = reduced.charged;
                *reduction = None;
                self.budget.refund(charged);
                self.budget.check()?;
                Ok(None)
            }
        }
    }
}

impl<R: Rules> Reduction<R> {
    fn verdict(&mut self, sum: &[R::Position]) -> Result<Verdict, Stopped> {
        let word = self.positions.sum(sum, &self.patience)?;
        let genus = self.positions.genus(&word, &self.patience)?;
        Ok(Verdict { previous_wins: genus.is_previous_win(), why: format!("genus {genus}") })
    }
}

/// Who wins a sum of positions whose components are nim-heaps.
fn nim_heaps<R: Rules>(
    rules: &R,
    grundy: &mut Grundy<R>,
    sum: &[R::Position],
) -> Result<Verdict, Stopped> {
    let (mut nim, mut firm) = (0u128, false);
    for term in sum {
        let mut components = Vec::new();
        rules.components(term.clone(), &mut components);
        for component in components {
            let heap = grundy.of(component)?;
            nim ^= heap;
            firm |= heap > 1;
        }
    }
    let Ok(small) = u32::try_from(nim) else {
        return Ok(Verdict { previous_wins: false, why: format!("misère Nim, nim-sum {nim}") });
    };
    let genus = Genus::tame(small, firm);
    let why = format!("misère Nim, genus {genus}");
    Ok(Verdict { previous_wins: genus.is_previous_win(), why })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use upstar_base::Player;
    use upstar_rules::registry::{self, About, Visitor};
    use upstar_theory::misere::Misere as Search;

    /// Compares theory and search on sums of two positions reached by random play; returns how
    /// many sums were compared.
    struct Compare {
        sums: usize,
    }

    impl Visitor for Compare {
        type Output = usize;

        fn visit<R: Rules>(self, about: &'static About, rules: R) -> usize {
            let rules = Arc::new(rules);
            if rules.is_loopy() || rules.is_infinite() {
                // Such play has no theory when the last move loses.
                return usize::MAX;
            }
            let whole = Arc::new(Budget::new(None, Some(1 << 30)));
            let Some(mut theory) = Misere::of(&rules, Arc::clone(&whole)) else { return 0 };
            let mut seed = 0x9e37_79b9_7f4a_7c15_u64;
            let mut random = |below: usize| {
                seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                (seed >> 33) as usize % below
            };
            let starts: Vec<_> =
                about.examples.iter().filter_map(|e| rules.parse(e).ok()).collect();
            let mut compared = 0;
            for round in 0..self.sums {
                let mut sum = Vec::new();
                for _ in 0..2 {
                    let mut position = starts[random(starts.len())].clone();
                    for _ in 0..random(4) {
                        let mut options = Vec::new();
                        rules.options(&position, Player::Left, &mut options);
                        if options.is_empty() {
                            break;
                        }
                        position = options.swap_remove(random(options.len()));
                    }
                    sum.push(position);
                }
                // Memory, not time, so that every machine compares the same sums.
                let little = Arc::new(Budget::new(None, Some(4 << 20)));
                let search = Search::new(&rules, little).wins(&sum, Player::Left);
                theory.begin(&sum);
                let verdict = theory.verdict(&sum).unwrap();
                if let (Ok(wins), Some(verdict)) = (search, verdict) {
                    let texts: Vec<_> = sum.iter().map(|term| rules.show(term)).collect();
                    assert_eq!(wins, !verdict.previous_wins, "{} {texts:?} {round}", about.name);
                    compared += 1;
                }
            }
            compared
        }
    }

    #[test]
    fn theory_agrees_with_search_in_every_ruleset() {
        let mut few = Vec::new();
        for about in registry::all().iter().filter(|about| about.impartial) {
            let compared = registry::visit_sized(about.name, (8, 8), Compare { sums: 16 }).unwrap();
            if compared < 8 {
                few.push((about.name, compared));
            }
        }
        assert_eq!(few, []);
    }

    #[test]
    fn theory_agrees_with_search_in_games_with_a_code() {
        for rules in ["heaps(.123)", "heaps(4.7)", "heaps(.15)", "heaps(.3F)", "heaps(4!.0)"]
            .into_iter()
            .chain(["subtraction(2,5)", "subtraction(squares)", "subtraction(all-but 1,4)"])
            .chain(["heaps(.3033)", "heaps(0.[3])", "heaps(4.3[3])", "prim(-)", "dim(-)"])
        {
            let compared = registry::visit_sized(rules, (1, 1), Compare { sums: 20 }).unwrap();
            assert!(compared >= 8, "{rules}: {compared}");
        }
    }
}
