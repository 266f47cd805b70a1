//! Joins and unions of impartial games that may go on for ever (C. A. B. Smith, Graphs and
//! composite games, 1966).
//!
//! Rapid join: the least finite remoteness decides, as it does for games that end. Who wins that
//! component hurries there. In components that they would lose they can hold out longer, and where
//! nobody wins, for ever. If all remotenesses are infinite nobody is ever stuck.
//!
//! Union: a draw if one component is, since each player can keep that one open. Otherwise the
//! player to move loses iff they lose every component. The winner then answers in just those
//! components that the loser has touched, in each by the move that brings the end nearer. So the
//! remotenesses together fall with each turn: their sum bounds how long play lasts.
//!
//! A component is one game here, even if as a sum it would fall apart.
//!
//! Theorem: `docs/loopy-impartial.md#loopy-compounds`.

use super::theory::CompoundTheory;
use crate::loopy::remoteness::verdict;
use crate::loopy::values::LoopyValues;
use crate::theory::{NoAnswer, PositionOf, Reason, Valuation};
use std::cmp::Ordering;
use std::sync::Arc;
use upstar_base::{Budget, Player, Stopped, Verdict};
use upstar_rules::Rules;

/// What a join or union of loopy impartial games comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Prospect {
    /// What the player to move gets.
    pub verdict: Verdict,
    /// How many moves the game lasts if the winner hurries and the loser delays: of a join
    /// exactly, of a union at most. `None` for a draw.
    pub remoteness: Option<u32>,
    /// Is it a union?
    pub is_union: bool,
    /// Is all this proved? Not always when an infinite graph had to be cut off.
    pub proved: bool,
}

impl Prospect {
    /// That of two components together.
    pub(super) fn and(self, other: Prospect) -> Prospect {
        let proved = self.proved && other.proved;
        if self.is_union {
            let both = self.remoteness.zip(other.remoteness);
            let remoteness = both.map(|(a, b)| a.saturating_add(b));
            let verdict = match (self.verdict, other.verdict) {
                (Verdict::Draw, _) | (_, Verdict::Draw) => Verdict::Draw,
                (Verdict::Loss, Verdict::Loss) => Verdict::Loss,
                _ => Verdict::Win,
            };
            return Prospect { verdict, remoteness, proved, ..self };
        }
        let far = |prospect: &Prospect| prospect.remoteness.unwrap_or(u32::MAX);
        let nearer = if far(&other) < far(&self) { other } else { self };
        Prospect { proved, ..nearer }
    }

    /// Smaller for what one would rather leave to the opponent: losses, the nearest first, then
    /// draws, then wins, the most distant first.
    pub(super) fn rank(&self) -> (u8, i64) {
        let far = i64::from(self.remoteness.unwrap_or(0));
        match self.verdict {
            Verdict::Loss => (0, far),
            Verdict::Draw => (1, 0),
            Verdict::Win => (2, -far),
        }
    }
}

/// Decides joins and unions of positions of one loopy impartial ruleset.
pub struct EndlessCompounds<R: Rules> {
    values: LoopyValues<R>,
    is_union: bool,
    /// Is the graph of a position infinite? Then finite remotenesses are bounds.
    unbounded: bool,
}

impl<R: Rules> EndlessCompounds<R> {
    /// An engine for rapid joins.
    pub fn joins(rules: &Arc<R>, budget: Arc<Budget>) -> Self {
        let (values, unbounded) = (LoopyValues::new(rules, budget), rules.nature().unbounded);
        EndlessCompounds { values, is_union: false, unbounded }
    }

    /// An engine for unions.
    pub fn unions(rules: &Arc<R>, budget: Arc<Budget>) -> Self {
        EndlessCompounds { is_union: true, ..EndlessCompounds::joins(rules, budget) }
    }

    /// What these components come to; none at all is a component without moves.
    pub fn of(&mut self, components: &[R::Position]) -> Result<Prospect, Stopped> {
        let mut total = None;
        for component in components {
            let label = self.values.alone(component)?;
            let prospect = Prospect {
                verdict: verdict(label.remoteness),
                remoteness: label.remoteness,
                is_union: self.is_union,
                proved: label.proved && (self.is_union || !self.unbounded),
            };
            total = Some(total.map_or(prospect, |total: Prospect| total.and(prospect)));
        }
        let is_union = self.is_union;
        let verdict = Verdict::Loss;
        let nothing = Prospect { verdict, remoteness: Some(0), is_union, proved: true };
        Ok(total.unwrap_or(nothing))
    }
}

impl<R: Rules> CompoundTheory<R> for EndlessCompounds<R> {
    fn name(&self) -> &'static str {
        if self.is_union { "outcomes" } else { "remoteness" }
    }

    fn known(&self) -> usize {
        self.values.known()
    }

    fn set_budget(&mut self, budget: &Arc<Budget>) {
        self.values.set_budget(budget);
    }

    fn worth(&mut self, at: &PositionOf<R>) -> Result<Valuation, NoAnswer> {
        Ok(self.of(&at.components)?.into())
    }

    fn verdict(&mut self, at: &PositionOf<R>, _: Player) -> Result<Verdict, Stopped> {
        Ok(self.of(&at.components)?.verdict)
    }

    fn leaves(
        &mut self,
        components: &[R::Position],
        _: Player,
    ) -> Result<Option<Valuation>, Stopped> {
        Ok(Some(self.of(components)?.into()))
    }

    fn together(&self, parts: &[&Valuation]) -> Option<Valuation> {
        let prospects = parts.iter().filter_map(|worth| worth.prospect);
        prospects.reduce(Prospect::and).map(Valuation::from)
    }

    fn gets(&self, left: &Valuation, _: Player) -> Option<Verdict> {
        left.prospect.map(|prospect| prospect.verdict)
    }

    fn better(&self, one: &Valuation, other: &Valuation, _: Player) -> Ordering {
        match (one.prospect, other.prospect) {
            (Some(one), Some(other)) => one.rank().cmp(&other.rank()),
            _ => Ordering::Equal,
        }
    }

    fn reason_of(&self, left: &Valuation) -> Reason {
        left.prospect.map_or(Reason::Replies, Reason::Endless)
    }
}
