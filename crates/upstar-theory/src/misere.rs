//! Misère play: who cannot move wins.
//!
//! No algebra helps in general, so this is plain search with a memo. The state is the multiset
//! of components in normal form, because only the play of a component matters, not its place in
//! the sum or on the board.

use crate::deeper;
use crate::many::Many;
use crate::memo::SharedMemo;
use std::sync::Arc;
use upstar_base::{Budget, Outcome, Player, Stopped};
use upstar_rules::Rules;

/// Components in normal form, sorted; `true` marks those with the players exchanged.
type State<P> = Vec<(P, bool)>;

/// Decides misère play for positions of one ruleset without cycles.
pub struct Misere<'r, R: Rules> {
    rules: &'r R,
    budget: Arc<Budget>,
    memo: SharedMemo<(State<R::Position>, Player), bool>,
    steps: u32,
}

impl<'r, R: Rules> Misere<'r, R> {
    /// An engine that works within `budget`.
    pub fn new(rules: &'r R, budget: Arc<Budget>) -> Self {
        Misere { rules, budget, memo: SharedMemo::new(), steps: 0 }
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
        let mut state = State::new();
        for position in sum {
            self.join(&mut state, position.clone(), false);
        }
        state.sort_unstable();
        self.search(state, who)
    }

    fn join(&self, state: &mut State<R::Position>, position: R::Position, exchanged: bool) {
        let mut parts = Vec::new();
        self.rules.components(position, &mut parts);
        for part in parts {
            let (form, negated) = self.rules.normal_form(part);
            state.push((form, (negated ^ exchanged) && !self.rules.is_impartial()));
        }
    }

    fn search(&mut self, state: State<R::Position>, who: Player) -> Result<bool, Stopped> {
        let mover = if self.rules.is_impartial() { Player::Left } else { who };
        let key = (state, mover);
        if let Some(answer) = self.memo.get(&key) {
            return Ok(answer);
        }
        let state = &key.0;
        let mut stuck = true;
        let mut answer = false;
        let mut options = Vec::new();
        'moves: for i in 0..state.len() {
            if i > 0 && state[i] == state[i - 1] {
                continue;
            }
            let (form, exchanged) = &state[i];
            let acting = if *exchanged { !mover } else { mover };
            options.clear();
            self.rules.options(form, acting, &mut options);
            let _many = Many::of(&self.budget, &options)?;
            for option in options.drain(..) {
                stuck = false;
                self.steps = self.steps.wrapping_add(1);
                if self.steps.is_multiple_of(1024) {
                    self.budget.check()?;
                }
                let mut next = state.clone();
                next.swap_remove(i);
                self.join(&mut next, option, *exchanged);
                next.sort_unstable();
                if !deeper(|| self.search(next, !mover))? {
                    answer = true;
                    break 'moves;
                }
            }
        }
        answer |= stuck;
        self.memo.insert(&self.budget, key, answer)?;
        Ok(answer)
    }
}
