//! Removing from a loopy game what does not matter to one of its sides.
//!
//! Single options are removed, or bypassed by what the player has after an answer to them, as long
//! as comparing the games fixed for one player says that nothing has changed: the test certifies
//! each step. If a stopper is left it is the side.

use super::draft::{Draft, Ref};
use super::order::{Ending, Infinite, Order};
use super::store::{Stopper, Stoppers};
use upstar_base::{Player, Stopped};

/// How often simplifying goes through all nodes, and how many changes it tries at one of them.
/// Bypassing can go round in circles where it does not lead to a stopper.
const ROUNDS: usize = 6;
const TRIES: usize = 24;

/// The largest graph that is simplified.
pub(super) const MOST_SIMPLIFIED: usize = 64;

impl Stoppers {
    /// Simplifies the first `nodes` nodes of a graph, which differ from those of the answer neither
    /// in number nor, when infinite play counts for one player, in value.
    pub(super) fn simplify(
        &mut self,
        graph: &Draft,
        nodes: usize,
        ending: Ending,
    ) -> Result<Draft, Stopped> {
        let mut draft = graph.clone();
        for _ in 0..ROUNDS {
            let before = draft.clone();
            for node in 0..nodes as u32 {
                for who in Player::BOTH {
                    self.thin(&mut draft, node, who, ending)?;
                    if draft.is_stopper() {
                        return Ok(draft);
                    }
                }
            }
            if draft == before {
                break;
            }
        }
        Ok(draft)
    }

    /// Tries to remove each option of a node, and to bypass it, if the side stays the same.
    fn thin(
        &mut self,
        draft: &mut Draft,
        node: u32,
        who: Player,
        ending: Ending,
    ) -> Result<(), Stopped> {
        let mut i = 0;
        for _ in 0..TRIES {
            let Some(&option) = draft.of_node(node, who).get(i) else { break };
            self.budget().check()?;
            let mut without = draft.of_node(node, who).to_vec();
            without.remove(i);
            let mut candidate = draft.clone();
            candidate.set(node, who, without.clone());
            let mut accepted = self.same_side(draft, &candidate, node, ending)?;
            if !accepted && let Ref::Node(_) = option {
                for answer in draft.options(self, option, !who) {
                    let mut bypassed = without.clone();
                    for beyond in draft.options(self, answer, who) {
                        if !bypassed.contains(&beyond) {
                            bypassed.push(beyond);
                        }
                    }
                    candidate.set(node, who, bypassed.clone());
                    let shorter = bypassed != draft.of_node(node, who);
                    if shorter && !bypassed.contains(&option) {
                        accepted = self.same_side(draft, &candidate, node, ending)?;
                    }
                    if accepted {
                        break;
                    }
                }
            }
            if accepted {
                *draft = candidate;
            } else {
                i += 1;
            }
        }
        Ok(())
    }

    /// Is a node of two graphs, which differ in the options of that node alone, equal when infinite
    /// play counts for one player? Then so are all others: mirror the moves until that node is
    /// reached; endless mirroring moves in both games again and again.
    fn same_side(
        &mut self,
        a: &Draft,
        b: &Draft,
        node: u32,
        ending: Ending,
    ) -> Result<bool, Stopped> {
        let mut both = a.clone();
        let shift = both.append(b);
        self.equal(&both, (Ref::Node(node), Ref::Node(node + shift)), ending)
    }

    /// Are two positions of a graph equal when infinite play counts for one player?
    pub(super) fn equal(
        &mut self,
        draft: &Draft,
        (x, y): (Ref, Ref),
        ending: Ending,
    ) -> Result<bool, Stopped> {
        let mut order = Order::default();
        let infinite = Infinite::fixed(ending);
        Ok(order.ge(self, draft, (x, y), infinite)? && order.ge(self, draft, (y, x), infinite)?)
    }

    /// Certifies a side: is node `node` of a graph, fixed for one player, equal to a stopper?
    pub fn is_side(
        &mut self,
        draft: &Draft,
        node: u32,
        side: Stopper,
        ending: Ending,
    ) -> Result<bool, Stopped> {
        self.equal(draft, (Ref::Node(node), Ref::Known(side)), ending)
    }
}
