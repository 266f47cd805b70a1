//! Sidling towards a side (Winning Ways ch. 11).
//!
//! From `on` downwards, or `off` upwards, every node becomes the value of its options, again and
//! again. Each sweep gives bounds: what is reached from `on` is never less than the onside, what is
//! reached from `off` never more than the offside. A limit that is reached solves the equations,
//! and a solution that is such a bound is the side. There need be none: `over`, approached from
//! above, is the limit of 1, 1/2, 1/4 and so on.
//!
//! Theorem: `docs/loopy.md#sides`.

use super::draft::{Draft, Ref, Refs};
use super::order::Ending;
use super::store::{Stopper, Stoppers};
use upstar_base::{Player, Stopped};

/// How many sweeps, and how many new values, a game gets before simplifying it is tried.
const BRIEF: SidlingEffort = SidlingEffort { sweeps: 24, values: 200 };

/// How many it gets if it is too large for that.
const LONG: SidlingEffort = SidlingEffort { sweeps: 2_000, values: 5_000 };

#[derive(Clone, Copy)]
struct SidlingEffort {
    sweeps: u32,
    values: usize,
}

/// What sidling had reached for the first node of a graph when it ended without a limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SidlingBounds {
    /// The onside is not larger.
    pub upper: Stopper,
    /// The offside is not smaller.
    pub lower: Stopper,
    /// After this many sweeps.
    pub sweeps: u32,
}

/// A graph on the way to one of its sides.
pub(super) struct Sidling {
    graph: Draft,
    /// Which nodes have a node as an option.
    before: Vec<Vec<u32>>,
    values: Vec<Stopper>,
    /// Nodes that have an option whose value has changed.
    stale: Vec<bool>,
    sweeps: u32,
}

impl Sidling {
    pub(super) fn new(
        store: &mut Stoppers,
        graph: &Draft,
        ending: Ending,
    ) -> Result<Sidling, Stopped> {
        let start = match ending {
            Ending::Left => store.on()?,
            Ending::Right => store.off()?,
        };
        let mut before = vec![Vec::new(); graph.len()];
        for node in 0..graph.len() as u32 {
            for who in Player::BOTH {
                for option in graph.of_node(node, who) {
                    if let Ref::Node(to) = option {
                        before[*to as usize].push(node);
                    }
                }
            }
        }
        let (values, stale) = (vec![start; graph.len()], vec![true; graph.len()]);
        Ok(Sidling { graph: graph.clone(), before, values, stale, sweeps: 0 })
    }

    /// The side of every node, if the limit is reached.
    pub(super) fn limit(&self) -> Option<Vec<Stopper>> {
        (!self.stale.contains(&true)).then(|| self.values.clone())
    }

    /// The value of a node, if its options have these.
    fn value_at(
        &self,
        store: &mut Stoppers,
        node: usize,
        values: &[Stopper],
    ) -> Result<Stopper, Stopped> {
        let value = |option: &Ref| option.value(|to| values[to as usize]);
        let [left, right] = &self.graph.nodes()[node];
        let side = |side: &Refs| side.iter().map(value).collect::<Vec<_>>();
        store.make(&side(left), &side(right))
    }

    /// Goes through the nodes once; answers whether the limit is reached.
    fn sweep(&mut self, store: &mut Stoppers) -> Result<bool, Stopped> {
        self.sweeps += 1;
        for node in (0..self.graph.len()).rev() {
            if !std::mem::replace(&mut self.stale[node], false) {
                continue;
            }
            let value = self.value_at(store, node, &self.values)?;
            if value != self.values[node] {
                self.values[node] = value;
                self.before[node].iter().for_each(|&b| self.stale[b as usize] = true);
            }
        }
        Ok(!self.stale.contains(&true))
    }

    /// Sweeps a few times.
    pub(super) fn briefly(&mut self, store: &mut Stoppers) -> Result<(), Stopped> {
        let most = store.len() + BRIEF.values;
        while self.sweeps < BRIEF.sweeps && store.len() <= most {
            store.budget().check()?;
            if self.sweep(store)? {
                break;
            }
        }
        Ok(())
    }
}

impl Stoppers {
    /// Sidles from both ends in turn for as long as there is hope. If time or memory runs out, the
    /// bounds that were reached for node 0 are kept.
    pub(super) fn sidle_on(
        &mut self,
        open: &mut [Option<Sidling>],
        has_first: bool,
    ) -> Result<(), Stopped> {
        let most = self.len() + LONG.values;
        for _ in 0..LONG.sweeps {
            let mut going = false;
            for sidling in open.iter_mut().flatten() {
                if sidling.stale.contains(&true) {
                    self.budget().check()?;
                    sidling.sweep(self)?;
                    going = true;
                }
            }
            if has_first && let [Some(upper), Some(lower)] = open {
                let sweeps = upper.sweeps.max(lower.sweeps);
                let (upper, lower) = (upper.values[0], lower.values[0]);
                self.bounds = Some(SidlingBounds { upper, lower, sweeps });
            }
            if !going || self.len() > most {
                break;
            }
        }
        Ok(())
    }
}

/// The sweeps of a sidling, one after the other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sweeps {
    /// The values of all nodes, at the beginning and after each sweep.
    pub values: Vec<Vec<Stopper>>,
    /// Did the last sweep change nothing? Then it shows the side of every node.
    pub limit: bool,
}

impl Stoppers {
    /// Sidles from `on` (for the onside) or `off` through a graph, up to a number of times, and says
    /// every step: in one sweep each node gets the value of its options as they were before.
    ///
    /// ```
    /// use upstar_values::stopper::{Draft, Ending, Ref, Stopper, Stoppers};
    /// let mut store = Stoppers::new(Default::default());
    /// // tis = {tisn|}, tisn = {|tis}
    /// let mut draft = Draft::new();
    /// draft.add(vec![Ref::Node(1)], vec![]);
    /// draft.add(vec![], vec![Ref::Node(0)]);
    /// let sweeps = store.sweeps(&draft, Ending::Left, 10)?;
    /// assert!(sweeps.limit);
    /// assert_eq!(sweeps.values.last().map(|row| row[1]), Some(Stopper::ZERO));
    /// # Ok::<(), upstar_base::Stopped>(())
    /// ```
    pub fn sweeps(
        &mut self,
        graph: &Draft,
        ending: Ending,
        most: usize,
    ) -> Result<Sweeps, Stopped> {
        let mut sidling = Sidling::new(self, graph, ending)?;
        let mut values = vec![sidling.values.clone()];
        while values.len() <= most {
            self.budget().check()?;
            let old = sidling.values.clone();
            for node in 0..graph.len() {
                sidling.values[node] = sidling.value_at(self, node, &old)?;
            }
            if sidling.values == old {
                return Ok(Sweeps { values, limit: true });
            }
            values.push(sidling.values.clone());
        }
        Ok(Sweeps { values, limit: false })
    }
}
