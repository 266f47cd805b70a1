//! Sums of loopy games, and what is defined by them (Winning Ways ch. 11).
//!
//! The sum of two stoppers is the graph of pairs; its onside is their *upsum*, its offside their
//! *downsum*. The onside of any sum is the upsum of the onsides.

use super::draft::{Draft, Ref, Refs};
use super::order::Ending;
use super::sides::{Side, Sides};
use super::store::{Stopper, Stoppers};
use rustc_hash::FxHashMap;
use upstar_base::{Player, Stopped};

/// The most positions in a sum of two loopy games.
const MOST_PAIRS: usize = 1 << 16;

impl Stoppers {
    /// The graph of a sum of two stoppers; its first node is the sum.
    pub fn sum_draft(&self, g: Stopper, h: Stopper) -> Result<Draft, Stopped> {
        self.product(&Draft::new(), (Ref::Known(g), Ref::Known(h)))
    }

    /// The graph of a sum of two places of a graph; its first node is the sum.
    pub(super) fn product(&self, graph: &Draft, (g, h): (Ref, Ref)) -> Result<Draft, Stopped> {
        // Addition commutes, so a pair and its mirror image are one node.
        let sorted = |x: Ref, y: Ref| (x.min(y), x.max(y));
        let mut numbers: FxHashMap<(Ref, Ref), u32> = FxHashMap::default();
        numbers.insert(sorted(g, h), 0);
        let mut pairs = vec![sorted(g, h)];
        let mut draft = Draft::new();
        while draft.len() < pairs.len() {
            if draft.len().is_multiple_of(256) {
                self.budget().check()?;
            }
            if pairs.len() > MOST_PAIRS {
                let what = "the number of positions in a sum of loopy games";
                return Err(Stopped::Limit { what, limit: MOST_PAIRS as u64 });
            }
            let (x, y) = pairs[draft.len()];
            let mut both = [Refs::new(), Refs::new()];
            for who in Player::BOTH {
                let in_first = graph.options(self, x, who).into_iter().map(|x| sorted(x, y));
                let in_second = graph.options(self, y, who).into_iter().map(|y| sorted(x, y));
                for pair in in_first.chain(in_second) {
                    let option = match pair {
                        (Ref::Known(Stopper::ZERO), Ref::Known(g))
                        | (Ref::Known(g), Ref::Known(Stopper::ZERO)) => Ref::Known(g),
                        _ => {
                            let next = pairs.len() as u32;
                            Ref::Node(*numbers.entry(pair).or_insert_with(|| {
                                pairs.push(pair);
                                next
                            }))
                        }
                    };
                    both[who as usize].push(option);
                }
            }
            draft.push(both);
        }
        draft.tidy();
        Ok(draft)
    }

    /// The sides of the sum of two stoppers.
    pub fn add(&mut self, g: Stopper, h: Stopper) -> Result<Sides, Stopped> {
        if g == Stopper::ZERO || h == Stopper::ZERO {
            return Ok(Sides::stopper(if g == Stopper::ZERO { h } else { g }));
        }
        for (number, other) in [(g, h), (h, g)] {
            if let Some(x) = self.as_number(number).cloned() {
                return Ok(Sides::stopper(self.translate(other, &x)?));
            }
        }
        let key = (g.min(h), g.max(h));
        if let Some(&known) = self.sums.get(&key) {
            return Ok(known);
        }
        let draft = self.sum_draft(key.0, key.1)?;
        let sum = self.sides(&draft)?[0];
        self.budget().charge(80)?;
        self.sums.insert(key, sum);
        Ok(sum)
    }

    /// The sides of the sum of two games with sides.
    pub fn add_sides(&mut self, g: Sides, h: Sides) -> Result<Sides, Stopped> {
        if let (Some(g), Some(h)) = (g.as_stopper(), h.as_stopper()) {
            return self.add(g, h);
        }
        Ok(Sides {
            onside: self.add_side(g.onside, h.onside, Ending::Left)?,
            offside: self.add_side(g.offside, h.offside, Ending::Right)?,
        })
    }

    fn add_side(&mut self, a: Side, b: Side, ending: Ending) -> Result<Side, Stopped> {
        if let (Side::Stopper(a), Side::Stopper(b)) = (a, b) {
            return Ok(self.add(a, b)?.side(ending));
        }
        let mut graph = Draft::new();
        let places = (self.draw(&mut graph, a), self.draw(&mut graph, b));
        let sum = self.product(&graph, places)?;
        Ok(self.wanted_sides(&sum, &[ending])?[0].side(ending))
    }

    /// The degree of loopiness of a game with sides, the onside of the game minus itself.
    pub fn degree_of_sides(&mut self, g: Sides) -> Result<Option<Stopper>, Stopped> {
        if let Some(stopper) = g.as_stopper() {
            return self.degree(stopper);
        }
        let negative = self.neg_sides(g)?;
        Ok(self.add_sides(g, negative)?.of(Ending::Left))
    }

    /// The degree of loopiness, the upsum of a game and its negative: 0 iff it is equal to a game
    /// that ends.
    pub fn degree(&mut self, g: Stopper) -> Result<Option<Stopper>, Stopped> {
        if !self.is_loopy(g) {
            return Ok(Some(Stopper::ZERO));
        }
        let negative = self.neg(g)?;
        Ok(self.add(g, negative)?.of(Ending::Left))
    }
}
