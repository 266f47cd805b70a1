//! The canonical form of a stopper (J. H. Conway; A. N. Siegel).
//!
//! Reversible moves are bypassed and dominated options dropped until nothing changes; only then
//! are equal nodes fused. Fusing first would be wrong: it can close an alternating cycle. Bypassing
//! follows an alternating play, so it ends in a stopper. Values never change on the way, so all
//! comparisons are made in the graph as it was given.

use super::draft::{Draft, Ref, Refs};
use super::order::{Infinite, StopperOrder};
use super::safety_table::OrderTable;
use super::store::{Stopper, Stoppers};
use std::sync::Arc;
use upstar_base::{Player, Stopped};

/// What a value takes in the store, about.
const NODE_BYTES: u64 = 400;

/// A component with fewer nodes asks for a few comparisons only.
const FEW: usize = 12;

/// A component on the way to its canonical form.
struct ComponentReduction<'g> {
    given: &'g Draft,
    draft: Draft,
    /// The order of all positions of the graph as it was given, if it is large.
    table: Option<OrderTable>,
    /// What else was asked for.
    order: StopperOrder,
}

impl Stoppers {
    /// The value of `{left | right}`.
    pub fn make(&mut self, left: &[Stopper], right: &[Stopper]) -> Result<Stopper, Stopped> {
        let options = [left, right].map(|side| {
            let mut side = side.to_vec();
            side.sort_unstable();
            side.dedup();
            side.into_boxed_slice()
        });
        if let Some(value) = self.known_made(&options) {
            return Ok(value);
        }
        let mut draft = Draft::new();
        let [left, right] =
            options.each_ref().map(|side| side.iter().map(|&g| Ref::Known(g)).collect());
        draft.add(left, right);
        let value = self.canonical(&draft)?[0];
        self.remember_made(options, value)?;
        Ok(value)
    }

    /// The values of the nodes of a graph, which must be a stopper from every node.
    pub fn canonical(&mut self, draft: &Draft) -> Result<Vec<Stopper>, Stopped> {
        debug_assert!(draft.is_stopper());
        let mut values = vec![Stopper::ZERO; draft.len()];
        for component in draft.components() {
            // What lies outside of the component is known already.
            let part = draft.component(&component, |node| Ref::Known(values[node as usize]));
            for (&node, value) in component.iter().zip(self.connected(&part)?) {
                values[node as usize] = value;
            }
        }
        Ok(values)
    }

    /// The values of a strongly connected stopper whose other options are known.
    pub(super) fn connected(&mut self, given: &Draft) -> Result<Vec<Stopper>, Stopped> {
        let before = self.len();
        let budget = Arc::clone(self.budget());
        let table = if given.len() < FEW { None } else { OrderTable::new(self, given, &budget)? };
        let order = StopperOrder::default();
        let mut reduction = ComponentReduction { given, draft: given.clone(), table, order };
        loop {
            let mut changed = false;
            for node in 0..given.len() as u32 {
                for who in Player::BOTH {
                    budget.check()?;
                    changed |= reduction.reduce(self, node, who)?;
                }
            }
            if !changed {
                break;
            }
        }
        let values = reduction.fuse(self)?;
        budget.charge(NODE_BYTES * (self.len() - before) as u64)?;
        Ok(values)
    }
}

impl ComponentReduction<'_> {
    /// `a >= b` seen by `who`: for Right the other way round.
    fn at_least(
        &mut self,
        store: &mut Stoppers,
        who: Player,
        (a, b): (Ref, Ref),
    ) -> Result<bool, Stopped> {
        let (a, b) = if who == Player::Left { (a, b) } else { (b, a) };
        if let Some(answer) = self.table.as_ref().and_then(|table| table.ge(a, b)) {
            return Ok(answer);
        }
        if let (Ref::Known(a), Ref::Known(b)) = (a, b) {
            return store.ge(a, b);
        }
        self.order.ge(store, self.given, (a, b), Infinite::Good)
    }

    /// Bypasses what is reversible among the options of a node and drops what is dominated; answers
    /// whether they have changed.
    fn reduce(&mut self, store: &mut Stoppers, node: u32, who: Player) -> Result<bool, Stopped> {
        let mut kept = self.bypassed(store, node, who)?;
        self.drop_dominated(store, who, &mut kept)?;
        let changed = self.draft.of_node(node, who) != &kept[..];
        self.draft.set(node, who, kept);
        Ok(changed)
    }

    /// The options of a node, but those from which the opponent can go back to something at least as
    /// good for `who` replaced by what `who` can do from there.
    fn bypassed(&mut self, store: &mut Stoppers, node: u32, who: Player) -> Result<Refs, Stopped> {
        let mut work = Refs::from_slice(self.draft.of_node(node, who));
        let (mut kept, mut seen) = (Refs::new(), Refs::new());
        'options: while let Some(option) = work.pop() {
            if seen.contains(&option) {
                continue;
            }
            seen.push(option);
            for answer in self.draft.options(store, option, !who) {
                // For Left: answer <= node.
                if self.at_least(store, who, (Ref::Node(node), answer))? {
                    work.extend(self.draft.options(store, answer, who));
                    continue 'options;
                }
            }
            kept.push(option);
        }
        kept.sort_unstable();
        Ok(kept)
    }

    fn drop_dominated(
        &mut self,
        store: &mut Stoppers,
        who: Player,
        kept: &mut Refs,
    ) -> Result<(), Stopped> {
        let mut i = 0;
        while i < kept.len() {
            let mut dominated = false;
            for j in 0..kept.len() {
                if i != j && self.at_least(store, who, (kept[j], kept[i]))? {
                    dominated = true;
                    break;
                }
            }
            if dominated {
                kept.remove(i);
            } else {
                i += 1;
            }
        }
        Ok(())
    }

    /// The first of the known values and the nodes before it that a node is equal to, or itself.
    fn first_equal(
        &mut self,
        store: &mut Stoppers,
        known: &[Stopper],
        node: u32,
    ) -> Result<Ref, Stopped> {
        let at = Ref::Node(node);
        for candidate in known.iter().map(|&k| Ref::Known(k)).chain((0..node).map(Ref::Node)) {
            if self.at_least(store, Player::Left, (candidate, at))?
                && self.at_least(store, Player::Left, (at, candidate))?
            {
                return Ok(candidate);
            }
        }
        Ok(at)
    }

    /// Puts equal nodes together and takes everything into the store.
    fn fuse(mut self, store: &mut Stoppers) -> Result<Vec<Stopper>, Stopped> {
        let nodes = self.given.len() as u32;
        let mut known: Vec<Stopper> = Vec::new();
        for node in 0..nodes {
            for who in Player::BOTH {
                for option in self.draft.of_node(node, who) {
                    if let Ref::Known(stopper) = option
                        && !known.contains(stopper)
                    {
                        known.push(*stopper);
                    }
                }
            }
        }
        let mut first: Vec<Ref> = Vec::with_capacity(nodes as usize);
        for node in 0..nodes {
            first.push(self.first_equal(store, &known, node)?);
        }
        if let Some(table) = self.table.take() {
            table.close(store);
        }
        let mut fused = self.draft.mapped(0..nodes, |node| first[node as usize]);
        fused.tidy();
        let values = store.take_in(&fused);
        Ok(first.iter().map(|at| at.value(|node| values[node as usize])).collect())
    }
}
