//! Sums of loopy games, and what is defined by them (Winning Ways ch. 11).
//!
//! The sum of two stoppers is the graph of pairs; its onside is their *upsum*, its offside their
//! *downsum*. The onside of any sum is the upsum of the onsides.

use super::draft::{Draft, Ref};
use super::sides::Sides;
use super::store::{Stopper, Stoppers};
use rustc_hash::FxHashMap;
use upstar_base::{Player, Stopped};

impl Stoppers {
    /// The graph of a sum of two stoppers; its first node is the sum.
    pub fn sum_draft(&self, g: Stopper, h: Stopper) -> Result<Draft, Stopped> {
        let mut numbers: FxHashMap<(Stopper, Stopper), u32> = FxHashMap::default();
        numbers.insert((g, h), 0);
        let mut pairs = vec![(g, h)];
        let mut draft = Draft::new();
        while draft.len() < pairs.len() {
            if draft.len().is_multiple_of(256) {
                self.budget().check()?;
            }
            let (x, y) = pairs[draft.len()];
            let mut both = [Vec::new(), Vec::new()];
            for who in Player::BOTH {
                let in_first = self.options(x, who).iter().map(|&x| (x, y));
                let in_second = self.options(y, who).iter().map(|&y| (x, y));
                for pair in in_first.chain(in_second) {
                    // Addition commutes, so a pair and its mirror image are one node.
                    let pair = (pair.0.min(pair.1), pair.0.max(pair.1));
                    let next = pairs.len() as u32;
                    let number = *numbers.entry(pair).or_insert_with(|| {
                        pairs.push(pair);
                        next
                    });
                    both[who as usize].push(Ref::Node(number));
                }
            }
            let [mut left, mut right] = both;
            for side in [&mut left, &mut right] {
                side.sort_unstable();
                side.dedup();
            }
            draft.add(left, right);
        }
        Ok(draft)
    }

    /// The sides of the sum of two stoppers.
    pub fn add(&mut self, g: Stopper, h: Stopper) -> Result<Sides, Stopped> {
        if g == Stopper::ZERO || h == Stopper::ZERO {
            return Ok(Sides::stopper(if g == Stopper::ZERO { h } else { g }));
        }
        let draft = self.sum_draft(g.min(h), g.max(h))?;
        Ok(self.sides(&draft)?[0])
    }

    /// The sides of the sum of two games with sides.
    pub fn add_sides(&mut self, g: Sides, h: Sides) -> Result<Sides, Stopped> {
        if let (Some(g), Some(h)) = (g.as_stopper(), h.as_stopper()) {
            return self.add(g, h);
        }
        let onside = match (g.onside, h.onside) {
            (Some(g), Some(h)) => self.add(g, h)?.onside,
            _ => None,
        };
        let offside = match (g.offside, h.offside) {
            (Some(g), Some(h)) => self.add(g, h)?.offside,
            _ => None,
        };
        Ok(Sides { onside, offside })
    }

    /// The degree of loopiness, the upsum of a game and its negative: 0 iff it is equal to a game
    /// that ends.
    pub fn degree(&mut self, g: Stopper) -> Result<Option<Stopper>, Stopped> {
        if !self.is_loopy(g) {
            return Ok(Some(Stopper::ZERO));
        }
        let negative = self.neg(g)?;
        Ok(self.add(g, negative)?.onside)
    }
}
