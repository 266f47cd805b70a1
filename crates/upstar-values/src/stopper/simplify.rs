//! Removing from a loopy game what does not matter to one of its sides.
//!
//! Dominated options are removed and reversible ones bypassed, then single options on trial, as
//! long as comparing the games fixed for one player says that nothing has changed. That test
//! certifies each step: in such games the usual reasons for dropping an option are not enough. If a
//! stopper is left it is the side. Values never change on the way, so what is dominated or
//! reversible is seen in the graph as it was given.

use super::draft::{Draft, Ref};
use super::order::{Ending, Infinite, Mirror, StopperOrder};
use super::store::{Stopper, Stoppers};
use upstar_base::{Player, Stopped};

/// The largest graph that is simplified.
pub(super) const MOST_SIMPLIFIED: usize = 64;

/// How often simplifying goes through all nodes, and how many options it looks at each time.
/// Bypassing can go round in circles where it does not lead to a stopper.
const ROUNDS: usize = 6;
const TRIES: usize = 24;

/// How many pairs of positions all tests together may look at, and how many tests there are.
const PAIRS: usize = 1 << 18;
const TESTS: std::ops::RangeInclusive<usize> = 60..=600;

/// Why an option may not matter.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Irrelevance {
    Dominated,
    Reversible,
    None,
}

/// A graph that is being simplified.
struct Simpler<'g> {
    given: &'g Draft,
    draft: Draft,
    ending: Ending,
    order: StopperOrder,
    /// Tests that may still be made.
    tests: usize,
}

impl Stoppers {
    /// Simplifies the first `nodes` nodes of a graph, which differ from those of the answer neither
    /// in number nor, when infinite play counts for one player, in value.
    pub(super) fn simplify(
        &mut self,
        graph: &Draft,
        nodes: usize,
        ending: Ending,
    ) -> Result<Draft, Stopped> {
        let tests = PAIRS / (graph.len() * graph.len()).max(1);
        let tests = tests.clamp(*TESTS.start(), *TESTS.end());
        let (draft, order) = (graph.clone(), StopperOrder::default());
        let mut simpler = Simpler { given: graph, draft, ending, order, tests };
        for reason in [Irrelevance::Dominated, Irrelevance::Reversible, Irrelevance::None] {
            for _ in 0..ROUNDS {
                let before = simpler.draft.clone();
                for node in 0..nodes as u32 {
                    for who in Player::BOTH {
                        simpler.thin(self, node, who, reason)?;
                        if simpler.draft.is_stopper() {
                            return Ok(simpler.draft);
                        }
                    }
                }
                if simpler.draft == before {
                    break;
                }
            }
        }
        Ok(simpler.draft)
    }

    /// Are two positions of a graph equal when infinite play counts for one player?
    pub(super) fn equal(
        &mut self,
        draft: &Draft,
        pair: (Ref, Ref),
        ending: Ending,
    ) -> Result<bool, Stopped> {
        self.equal_in(StopperOrder::default(), draft, pair, ending)
    }

    fn equal_in(
        &mut self,
        mut order: StopperOrder,
        draft: &Draft,
        (x, y): (Ref, Ref),
        ending: Ending,
    ) -> Result<bool, Stopped> {
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

impl Simpler<'_> {
    /// Is `a` at least as good as `b` for a player, in the graph as it was given?
    fn at_least(
        &mut self,
        store: &mut Stoppers,
        who: Player,
        (a, b): (Ref, Ref),
    ) -> Result<bool, Stopped> {
        let pair = if who == Player::Left { (a, b) } else { (b, a) };
        self.order.ge(store, self.given, pair, Infinite::fixed(self.ending))
    }

    /// Tries to remove or to bypass options of a node.
    fn thin(
        &mut self,
        store: &mut Stoppers,
        node: u32,
        who: Player,
        reason: Irrelevance,
    ) -> Result<(), Stopped> {
        let mut i = 0;
        for _ in 0..TRIES {
            let Some(&option) = self.draft.of_node(node, who).get(i) else { break };
            store.budget().check()?;
            let mut without = self.draft.of_node(node, who).to_vec();
            without.remove(i);
            let changed = match reason {
                Irrelevance::Dominated => {
                    let mut dominated = false;
                    for &other in &without {
                        dominated = dominated || self.at_least(store, who, (other, option))?;
                    }
                    dominated && self.accepts(store, node, who, without)?
                }
                Irrelevance::Reversible => self.bypass(store, node, who, (option, without))?,
                Irrelevance::None => self.accepts(store, node, who, without)?,
            };
            if !changed {
                i += 1;
            }
        }
        Ok(())
    }

    /// Replaces an option by what the player has after an answer that goes back.
    fn bypass(
        &mut self,
        store: &mut Stoppers,
        node: u32,
        who: Player,
        (option, without): (Ref, Vec<Ref>),
    ) -> Result<bool, Stopped> {
        for answer in self.draft.options(store, option, !who) {
            if !self.at_least(store, who, (Ref::Node(node), answer))? {
                continue;
            }
            let mut options = without.clone();
            options.extend(self.draft.options(store, answer, who));
            options.sort_unstable();
            options.dedup();
            if !options.contains(&option) && self.accepts(store, node, who, options)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Gives a node other options if that does not change it; then no other node changes either.
    fn accepts(
        &mut self,
        store: &mut Stoppers,
        node: u32,
        who: Player,
        options: Vec<Ref>,
    ) -> Result<bool, Stopped> {
        if self.tests == 0 {
            return Ok(false);
        }
        self.tests -= 1;
        let mut candidate = self.draft.clone();
        candidate.set(node, who, options);
        let mut both = self.draft.clone();
        let shift = both.append(&candidate);
        let pair = (Ref::Node(node), Ref::Node(node + shift));
        let order = StopperOrder::mirrored(Mirror { node, shift });
        let same = store.equal_in(order, &both, pair, self.ending)?;
        if same {
            self.draft = candidate;
        }
        Ok(same)
    }
}
