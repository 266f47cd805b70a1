//! How compounds are decided, whatever the theory: each implements this for its engine.

use crate::loopy::remoteness::Remoteness;
use crate::theory::{MovesOf, NoAnswer, PositionOf, Reason, Valuation};
use std::cmp::Ordering;
use std::sync::Arc;
use upstar_base::{Budget, Outcome, Player, Stopped, Verdict};
use upstar_rules::Rules;
use upstar_values::Value;
use upstar_values::stopper::Stoppers;

/// Decides compounds of positions of one ruleset. What a turn is and which turns there are is
/// for the solver to say.
pub trait CompoundTheory<R: Rules>: Send {
    /// What decides, in a word or two.
    fn name(&self) -> &'static str;

    /// How many positions something is known of.
    fn known(&self) -> usize;

    /// Works within another budget, a part of the first one, from now on.
    fn set_budget(&mut self, budget: &Arc<Budget>);

    /// What a compound is worth.
    fn worth(&mut self, at: &PositionOf<R>) -> Result<Valuation, NoAnswer>;

    /// What `who`, to move, gets.
    fn verdict(&mut self, at: &PositionOf<R>, who: Player) -> Result<Verdict, Stopped>;

    /// How soon play is over when `who` moves first, if that is known after going through up to
    /// `most` states.
    fn remoteness(
        &mut self,
        at: &PositionOf<R>,
        who: Player,
        most: usize,
    ) -> Result<Remoteness, Stopped> {
        let _ = (at, who, most);
        Ok(Remoteness::Unknown)
    }

    /// Whether the outcome is proved, where a theory may only find it likely; `None` elsewhere.
    fn is_proved(&mut self, at: &PositionOf<R>) -> Result<Option<bool>, Stopped> {
        let _ = at;
        Ok(None)
    }

    /// What components leave to `who`, the player to move, in theories that value each by itself.
    fn leaves(
        &mut self,
        components: &[R::Position],
        who: Player,
    ) -> Result<Option<Valuation>, Stopped> {
        let _ = (components, who);
        Ok(None)
    }

    /// What several of these come to.
    fn together(&self, parts: &[&Valuation]) -> Option<Valuation> {
        let _ = parts;
        None
    }

    /// What `who`, to move, gets where this is left.
    fn gets(&self, left: &Valuation, who: Player) -> Option<Verdict> {
        let _ = (left, who);
        None
    }

    /// Puts what `who` would rather leave first.
    fn better(&self, one: &Valuation, other: &Valuation, who: Player) -> Ordering {
        let _ = (one, other, who);
        Ordering::Equal
    }

    /// The turns of `who` in a sum are about to be looked at.
    fn begin(&mut self, at: &PositionOf<R>, who: Player) -> Result<(), Stopped> {
        let _ = (at, who);
        Ok(())
    }

    /// Why a turn wins that leaves a lost position, if that has a reason in this theory.
    fn reason_of_win(&self) -> Reason {
        Reason::Replies
    }

    /// Why a player gets what they get who leaves this, in theories that value each component.
    fn reason_of(&self, left: &Valuation) -> Reason {
        let _ = left;
        Reason::Replies
    }

    /// What a turn that got its player this leaves to `who`, and why it got that.
    fn reason(
        &mut self,
        after: &PositionOf<R>,
        who: Player,
        got: Verdict,
        left: Option<Valuation>,
    ) -> Result<(Option<Valuation>, Reason), Stopped> {
        let _ = (after, who);
        let reason = match &left {
            Some(left) => self.reason_of(left),
            None if got == Verdict::Win => self.reason_of_win(),
            None => Reason::Replies,
        };
        Ok((left, reason))
    }

    /// Puts the turns of a sum that bring the end nearer first.
    fn sort(&mut self, turns: &mut MovesOf<R>) -> Result<(), Stopped> {
        let _ = turns;
        Ok(())
    }

    /// The store to which sides belong, if that is how games are valued.
    fn stoppers(&mut self) -> Option<&mut Stoppers> {
        None
    }
}

/// Wins and losses of both players as an outcome.
pub(super) fn outcome<R: Rules>(
    theory: &mut (impl CompoundTheory<R> + ?Sized),
    at: &PositionOf<R>,
) -> Result<Valuation, NoAnswer> {
    let left = theory.verdict(at, Player::Left)? == Verdict::Win;
    let right = theory.verdict(at, Player::Right)? == Verdict::Win;
    Ok(Value::Outcome(Outcome::from_first(left, right).into()).into())
}

/// Every component once.
pub(super) fn counted<P: Clone>(components: &[P]) -> Vec<(P, u64)> {
    components.iter().map(|component| (component.clone(), 1)).collect()
}
