//! Who wins a sum of endless partizan games, and how soon: all play of the sum, gone through from
//! its ends.
//!
//! A state is the list of components, sorted, so that sums that differ in the order of their
//! components meet. A winner who always moves to the least remoteness brings the end nearer with
//! every move, which keeping a winning value does not promise.

use super::graph::Graph;
use super::remoteness::remoteness;
use rustc_hash::FxHashMap;
use std::sync::Arc;
use upstar_base::{Budget, Player, Stopped};
use upstar_rules::Rules;

/// Solves sums of positions of one ruleset and remembers them.
pub struct Race<'r, R: Rules> {
    rules: &'r R,
    budget: Arc<Budget>,
    /// For each player to move in how many moves the game is over with best play; `None` is a
    /// draw. Odd if the player to move wins.
    known: FxHashMap<Vec<R::Position>, [Option<u32>; 2]>,
    /// What had more states than so many.
    given_up: FxHashMap<Vec<R::Position>, usize>,
}

impl<'r, R: Rules> Race<'r, R> {
    /// A solver that works within `budget`.
    pub fn new(rules: &'r R, budget: Arc<Budget>) -> Self {
        Race { rules, budget, known: FxHashMap::default(), given_up: FxHashMap::default() }
    }

    /// How many sums are solved.
    pub fn known(&self) -> usize {
        self.known.len()
    }

    /// In how many moves a sum is over when `who` begins, `Some(None)` for a draw; `None` if more
    /// than `most` states can be reached.
    pub fn remoteness(
        &mut self,
        sum: &[R::Position],
        who: Player,
        most: usize,
    ) -> Result<Option<Option<u32>>, Stopped> {
        let start = self.state(sum.iter().cloned());
        if self.given_up.get(&start).is_some_and(|&before| before >= most) {
            return Ok(None);
        }
        if !self.known.contains_key(&start) && !self.solve(&start, most)? {
            self.given_up.insert(start, most);
            return Ok(None);
        }
        Ok(self.known.get(&start).map(|both| both[who as usize]))
    }

    fn state(&self, sum: impl Iterator<Item = R::Position>) -> Vec<R::Position> {
        let mut state = Vec::new();
        sum.for_each(|position| self.rules.components(position, &mut state));
        state.sort_unstable();
        state
    }

    /// Solves everything that can be reached; `false` if that is too much.
    fn solve(&mut self, start: &[R::Position], most: usize) -> Result<bool, Stopped> {
        let mut numbers: FxHashMap<Vec<R::Position>, u32> = FxHashMap::default();
        numbers.insert(start.to_vec(), 0);
        let mut states = vec![start.to_vec()];
        // Two nodes for each state, one for each player to move.
        let mut lists: Vec<Vec<u32>> = Vec::new();
        let mut options = Vec::new();
        let mut charged = 0;
        while lists.len() < 2 * states.len() {
            let state = states[lists.len() / 2].clone();
            if lists.len().is_multiple_of(512) {
                self.budget.check()?;
            }
            let bytes = 2 * size_of_val(&state[..]) as u64 + 256;
            self.budget.charge(bytes)?;
            charged += bytes;
            for who in Player::BOTH {
                let mut list = Vec::new();
                for place in 0..state.len() {
                    if place > 0 && state[place] == state[place - 1] {
                        continue;
                    }
                    self.rules.options(&state[place], who, &mut options);
                    for option in options.drain(..) {
                        let others = (0..state.len()).filter(|&i| i != place);
                        let others = others.map(|i| state[i].clone());
                        let next = self.state(others.chain([option]));
                        let fresh = states.len() as u32;
                        let number = *numbers.entry(next).or_insert_with_key(|next| {
                            states.push(next.clone());
                            fresh
                        });
                        list.push(2 * number + !who as u32);
                    }
                }
                lists.push(list);
            }
            if states.len() > most {
                self.budget.refund(charged);
                return Ok(false);
            }
        }
        let remoteness = remoteness(&Graph::new(lists), |_| false);
        let solved = remoteness.chunks(2).map(|both| [both[0], both[1]]);
        self.known.extend(states.into_iter().zip(solved));
        Ok(true)
    }
}
