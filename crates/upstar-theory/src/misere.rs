//! Misère play: a player who cannot move wins.
//!
//! No algebra helps in general, so this is a search with a memo. The state is the multiset
//! of components in normal form, because only the play of a component matters, not its place in
//! the sum or on the board.

use crate::lists::{components_in, options_in, refined_in};
use crate::path::Path;
use std::sync::Arc;
use upstar_base::{Budget, Memo, Outcome, Player, Stopped, Work, deeper};
use upstar_rules::Rules;

/// Components in normal form, sorted; `true` marks those with the players exchanged.
type MisereState<P> = Vec<(P, bool)>;

/// Decides misère play for positions of one ruleset without cycles.
pub struct Misere<R: Rules> {
    rules: Arc<R>,
    work: Work,
    memo: Memo<(MisereState<R::Position>, Player), bool>,
    path: Path<(MisereState<R::Position>, Player)>,
}

impl<R: Rules> Misere<R> {
    /// An engine that works within `budget`.
    pub fn new(rules: &Arc<R>, budget: Arc<Budget>) -> Self {
        let (memo, path) = (Memo::new(&budget), Path::new(&budget));
        let rules = Arc::clone(rules);
        Misere { rules, work: Work::new(budget), memo, path }
    }

    /// Works within another budget, a part of the first one, from now on.
    pub fn set_budget(&mut self, budget: &Arc<Budget>) {
        self.work.set_budget(Arc::clone(budget));
    }

    /// How many positions have a winner so far.
    pub fn known(&self) -> usize {
        self.memo.len()
    }

    /// Who wins the sum of these positions when the player who cannot move wins.
    pub fn outcome(&mut self, sum: &[R::Position]) -> Result<Outcome, Stopped> {
        let left = self.wins(sum, Player::Left)?;
        let right = self.wins(sum, Player::Right)?;
        Ok(Outcome::from_first(left, right))
    }

    /// Does `who`, to move, win the sum of these positions?
    pub fn wins(&mut self, sum: &[R::Position], who: Player) -> Result<bool, Stopped> {
        let mut state = MisereState::new();
        for position in sum {
            self.join(&mut state, position.clone(), false)?;
        }
        state.sort_unstable();
        self.search(state, who)
    }

    fn join(
        &self,
        state: &mut MisereState<R::Position>,
        position: R::Position,
        exchanged: bool,
    ) -> Result<(), Stopped> {
        let mut parts = components_in(Vec::new(), &*self.rules, position, self.work.budget())?;
        for part in parts.drain() {
            let (form, negated) = self.rules.normal_form(part);
            state.push((form, (negated ^ exchanged) && !self.rules.nature().impartial));
        }
        Ok(())
    }

    fn search(&mut self, state: MisereState<R::Position>, who: Player) -> Result<bool, Stopped> {
        let mover = if self.rules.nature().impartial { Player::Left } else { who };
        let key = (state, mover);
        if let Some(&answer) = self.memo.get(&key) {
            return Ok(answer);
        }
        self.path.enter(&key, |key| shown(&*self.rules, &key.0))?;
        let answer = deeper(|| self.by_moves(&key.0, mover));
        self.path.leave();
        let answer = answer?;
        self.memo.insert(key, answer)?;
        Ok(answer)
    }

    /// The same sum with components taken apart that fall apart on a closer look, if one does.
    fn refined(
        &self,
        state: &MisereState<R::Position>,
    ) -> Result<Option<MisereState<R::Position>>, Stopped> {
        let mut finer = MisereState::new();
        let mut any = false;
        for (form, exchanged) in state {
            let budget = self.work.budget();
            let (refined, mut parts) = refined_in(Vec::new(), &*self.rules, form, budget)?;
            any |= refined;
            if !refined {
                finer.push((form.clone(), *exchanged));
            }
            for part in parts.drain() {
                let (form, negated) = self.rules.normal_form(part);
                finer.push((form, (negated ^ exchanged) && !self.rules.nature().impartial));
            }
        }
        finer.sort_unstable();
        Ok(any.then_some(finer))
    }

    /// Does `mover` win by a move, or because there is none?
    fn by_moves(
        &mut self,
        state: &MisereState<R::Position>,
        mover: Player,
    ) -> Result<bool, Stopped> {
        if let Some(finer) = self.refined(state)? {
            return self.search(finer, mover);
        }
        let mut stuck = true;
        let mut old = Vec::new();
        for i in 0..state.len() {
            if i > 0 && state[i] == state[i - 1] {
                continue;
            }
            let (form, exchanged) = &state[i];
            let acting = if *exchanged { !mover } else { mover };
            let mut options = options_in(old, &*self.rules, form, acting, self.work.budget())?;
            for option in options.drain() {
                stuck = false;
                self.work.steps(state.len() as u64 + 1)?;
                let mut next = state.clone();
                next.swap_remove(i);
                self.join(&mut next, option, *exchanged)?;
                next.sort_unstable();
                if !self.search(next, !mover)? {
                    return Ok(true);
                }
            }
            old = options.into_vec();
        }
        Ok(stuck)
    }
}

fn shown<R: Rules>(rules: &R, state: &MisereState<R::Position>) -> String {
    state.iter().map(|(form, _)| rules.show(form)).collect::<Vec<_>>().join(" + ")
}
