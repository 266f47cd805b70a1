//! Who wins a sum of loopy games, and how soon: all play of the sum, gone through from its ends.
//!
//! A state is the list of components, sorted, so that sums that differ in the order of their
//! components meet. A winner who always moves to the least remoteness brings the end nearer with
//! every move, which keeping a winning value does not promise.

use super::graph::LoopyGraph;
use super::remoteness::remoteness;
use crate::lists::{components_in, options_in};
use crate::numbered::Numbered;
use std::sync::Arc;
use upstar_base::{Budget, Memo, Player, Stopped};
use upstar_rules::{MoveKind, Rules};

/// Stands for the end to which a move leads that wins at once.
const WON: u32 = u32::MAX;

/// Solves sums of positions of one ruleset and remembers them.
pub struct Race<R: Rules> {
    rules: Arc<R>,
    budget: Arc<Budget>,
    /// For each player to move in how many moves the game is over with best play; `None` is a
    /// draw. Odd if the player to move wins.
    known: Memo<Vec<R::Position>, [Option<u32>; 2]>,
    /// A sum with more states than the limit.
    given_up: Memo<(Vec<R::Position>, usize), ()>,
}

impl<R: Rules> Race<R> {
    /// A solver that works within `budget`.
    pub fn new(rules: &Arc<R>, budget: Arc<Budget>) -> Self {
        let rules = Arc::clone(rules);
        Race { rules, known: Memo::new(&budget), given_up: Memo::new(&budget), budget }
    }

    /// Works within another budget, a part of the first one, from now on.
    pub fn set_budget(&mut self, budget: &Arc<Budget>) {
        self.budget = Arc::clone(budget);
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
        let special = self.rules.nature().special_moves;
        if special.iter().any(|&kind| kind != MoveKind::Overriding) {
            return Ok(None);
        }
        let start = (self.state(sum.iter().cloned())?, most);
        if self.given_up.get(&start).is_some() {
            return Ok(None);
        }
        if self.known.get(&start.0).is_none() && !self.solve(&start.0, most)? {
            self.given_up.insert(start, ())?;
            return Ok(None);
        }
        Ok(self.known.get(&start.0).map(|both| both[who as usize]))
    }

    fn state(&self, sum: impl Iterator<Item = R::Position>) -> Result<Vec<R::Position>, Stopped> {
        let mut state = Vec::new();
        for position in sum {
            let parts = components_in(Vec::new(), &*self.rules, position, &self.budget)?;
            state.extend(parts.into_vec());
        }
        state.sort_unstable();
        Ok(state)
    }

    /// Solves everything that can be reached; `false` if that is too much.
    fn solve(&mut self, start: &[R::Position], most: usize) -> Result<bool, Stopped> {
        let mut states = Numbered::new(start.to_vec(), &self.budget)?;
        // A node for each state and player to move; in an impartial game one for each state.
        let movers =
            if self.rules.nature().impartial { &[Player::Left][..] } else { &Player::BOTH };
        let each = movers.len();
        let special = !self.rules.nature().special_moves.is_empty();
        let mut lists: Vec<Vec<u32>> = Vec::new();
        let mut old = Vec::new();
        while lists.len() < each * states.len() {
            let state = states.get(lists.len() / each).clone();
            if lists.len().is_multiple_of(512) {
                self.budget.check()?;
            }
            for &who in movers {
                let (mut list, mut wins) = (Vec::new(), false);
                for place in 0..state.len() {
                    if place > 0 && state[place] == state[place - 1] {
                        continue;
                    }
                    let budget = &self.budget;
                    let mut options = options_in(old, &*self.rules, &state[place], who, budget)?;
                    for option in options.drain() {
                        if special
                            && self.rules.move_kind(&state[place], who, &option)
                                == MoveKind::Overriding
                        {
                            wins = true;
                            continue;
                        }
                        let others = (0..state.len()).filter(|&i| i != place);
                        let others = others.map(|i| state[i].clone());
                        let next = self.state(others.chain([option]))?;
                        let next = each as u32 * states.number(next)?;
                        list.push(if each == 2 { next + !who as u32 } else { next });
                    }
                    old = options.into_vec();
                }
                if wins {
                    list = vec![WON];
                }
                states.pay(24 * list.len() + 64)?;
                lists.push(list);
            }
            if states.len() > most {
                return Ok(false);
            }
        }
        // A move that wins at once leads to an end of its own.
        let end = lists.len() as u32;
        lists.iter_mut().flatten().filter(|next| **next == WON).for_each(|next| *next = end);
        lists.push(Vec::new());
        let remoteness = remoteness(&LoopyGraph::new(lists), |_| false);
        let solved = remoteness.chunks_exact(each).map(|both| [both[0], both[each - 1]]);
        for (state, both) in states.into_list().into_iter().zip(solved) {
            self.known.insert(state, both)?;
        }
        Ok(true)
    }
}
