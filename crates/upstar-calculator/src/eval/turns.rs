//! The turns of a player, as their rules write them.

use super::evaluators::unsupported;
use crate::value::Charge;
use std::sync::Arc;
use upstar_base::{Budget, Player, Stopped, Verdict, distinct};
use upstar_engine::OpenRules;
use upstar_rules::erased::{Erased, Position};
use upstar_rules::sum::Spelled;
use upstar_rules::{Rules, listed};
use upstar_theory::theory::{CompoundPosition, NoAnswer, Reason, Theory};

/// Which turns are wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum WantedTurns {
    /// All, without a word about who wins.
    Legal,
    /// All, each with what it gets.
    Judged,
    /// Those that win.
    Winning,
}

/// What a turn leads to, as the rules write it.
pub(super) struct ListedTurn {
    pub(super) to: Vec<Spelled>,
    pub(super) entailed: Option<usize>,
    pub(super) verdict: Verdict,
    pub(super) reason: Option<Reason>,
}

/// Turns, and the memory that they take.
pub(super) struct TurnList {
    pub(super) list: Vec<ListedTurn>,
    /// What is to be said if these are not all.
    pub(super) more: Option<String>,
    charge: Charge,
}

/// Lists the turns of a player.
pub(super) struct TurnLister<'a> {
    pub(super) theory: &'a mut dyn Theory<Erased>,
    pub(super) at: &'a CompoundPosition<Position>,
    pub(super) rules: &'a OpenRules,
    pub(super) budget: &'a Arc<Budget>,
}

impl TurnLister<'_> {
    /// The turns of `who`.
    pub(super) fn run(mut self, who: Player, wanted: WantedTurns) -> Result<TurnList, NoAnswer> {
        let charge = Charge::new(self.budget);
        let mut found = TurnList { list: Vec::new(), more: None, charge };
        let infinite = self.rules.rules().nature().infinite;
        if infinite && wanted != WantedTurns::Winning {
            let reason = "a position can have infinitely many options; `.WinningMoves` lists \
                those that win";
            return Err(unsupported(self.rules, reason));
        }
        if wanted == WantedTurns::Legal && self.theory.is_plain_sum() {
            self.moves(who, &mut found, |_, _| Ok(Verdict::Draw))?;
            return Ok(found);
        }
        if wanted == WantedTurns::Legal {
            for turn in self.theory.legal(self.at, who, usize::MAX)? {
                self.add(&mut found, &turn.to, Verdict::Draw, None)?;
            }
            return Ok(found);
        }
        let listing = self.theory.turns(self.at, who)?;
        if wanted == WantedTurns::Judged && listing.counts.is_some() {
            // Only winning turns were listed.
            self.moves(who, &mut found, |theory, after| Ok(!theory.verdict(after, !who)?))?;
            return Ok(found);
        }
        for turn in &listing.turns {
            if wanted == WantedTurns::Judged || turn.wins() {
                let verdict = turn.verdict.unwrap_or(Verdict::Draw);
                self.add(&mut found, &turn.to, verdict, turn.reason.clone())?;
            }
        }
        let are_all = match listing.counts {
            Some([winning, _]) => winning == Some(listing.turns.len() as u128),
            None => listing.complete || infinite,
        };
        if !are_all {
            let shown = found.list.len();
            found.more = Some(match listing.counts {
                Some([Some(all), _]) => format!("these are {shown} of {all} winning moves"),
                _ => "there are more moves than are listed".to_owned(),
            });
        }
        Ok(found)
    }

    /// Every move in one component, each with what `verdict` says of it.
    fn moves(
        &mut self,
        who: Player,
        found: &mut TurnList,
        verdict: impl Fn(
            &mut dyn Theory<Erased>,
            &CompoundPosition<Position>,
        ) -> Result<Verdict, Stopped>,
    ) -> Result<(), Stopped> {
        let mut after = self.at.clone();
        for (place, term) in self.at.components.iter().enumerate() {
            let options = listed(&**self.rules.rules(), term, who, self.budget)?;
            for option in distinct(options, self.budget)?.drain() {
                after.components[place] = option;
                let verdict = verdict(&mut *self.theory, &after)?;
                self.add(found, &after, verdict, None)?;
            }
            after.components[place] = term.clone();
        }
        Ok(())
    }

    fn add(
        &self,
        found: &mut TurnList,
        to: &CompoundPosition<Position>,
        verdict: Verdict,
        reason: Option<Reason>,
    ) -> Result<(), Stopped> {
        let entailed = to.entailed;
        let to: Vec<Spelled> =
            to.components.iter().flat_map(|part| self.rules.spell(part)).collect();
        let bytes: usize = to.iter().map(|s| size_of::<Spelled>() + s.text.len() + 32).sum();
        found.charge.add((bytes + size_of::<ListedTurn>()) as u64)?;
        self.budget.check()?;
        found.list.push(ListedTurn { to, entailed, verdict, reason });
        Ok(())
    }
}
