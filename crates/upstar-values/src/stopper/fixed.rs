//! Sides that are not known to be stoppers: graphs in which infinite play counts for one player.
//!
//! Such a side has no canonical form that is known. It is kept as a position of a graph, which the
//! sides of one component share. Small graphs are simplified first, with positions that look alike
//! put together, and a new one is compared with those that are there: of sides from small graphs,
//! infinite play counting for the same player, equal ones have equal handles. Others may be equal
//! with different handles; comparing tells.

use super::draft::{Draft, Ref, Refs};
use super::order::{Ending, Infinite, StopperOrder};
use super::sides::{Side, Sides};
use super::simplify::MOST_SIMPLIFIED;
use super::store::{Stopper, Stoppers};
use std::sync::Arc;
use upstar_base::{Player, Stopped};

/// A side that is not known to be a stopper.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Fixed(u32);

/// Its place in a graph.
#[derive(Clone, Debug)]
pub(super) struct FixedGame {
    graph: Arc<Draft>,
    node: u32,
    ending: Ending,
    /// If the graph is small: whether Left survives, moving first and moving second.
    survived: Option<[bool; 2]>,
}

impl Stoppers {
    /// The graph of a side that is not a stopper, and its node.
    pub fn graph(&self, fixed: Fixed) -> (&Draft, u32) {
        let game = &self.fixed[fixed.0 as usize];
        (&game.graph, game.node)
    }

    /// Draws a side that is not a stopper into a graph; answers its node.
    pub(super) fn place(&self, graph: &mut Draft, fixed: Fixed) -> Ref {
        let (own, node) = self.graph(fixed);
        Ref::Node(graph.append(own) + node)
    }

    /// A side as a place in a graph, drawn into it if it is not a stopper.
    pub fn draw(&self, graph: &mut Draft, side: Side) -> Ref {
        match side {
            Side::Stopper(g) => Ref::Known(g),
            Side::Fixed(fixed) => self.place(graph, fixed),
        }
    }

    /// The sides that the first `nodes` nodes of a graph are, when it is not known how to simplify
    /// it.
    pub(super) fn fix(
        &mut self,
        graph: &Draft,
        nodes: usize,
        ending: Ending,
    ) -> Result<Vec<Side>, Stopped> {
        if graph.len() <= MOST_SIMPLIFIED {
            return (0..nodes as u32).map(|node| self.fix_small(graph, node, ending)).collect();
        }
        self.budget().charge(64 * graph.len() as u64)?;
        let graph = Arc::new(graph.clone());
        let game = |node| FixedGame { graph: Arc::clone(&graph), node, ending, survived: None };
        Ok((0..nodes as u32).map(|node| self.keep(game(node))).collect())
    }

    fn keep(&mut self, game: FixedGame) -> Side {
        let fixed = Fixed(self.fixed.len() as u32);
        self.fixed.push(game);
        Side::Fixed(fixed)
    }

    fn fix_small(&mut self, graph: &Draft, node: u32, ending: Ending) -> Result<Side, Stopped> {
        let (graph, _) = graph.from(node).alike_together();
        let mut survived = [false; 2];
        for who in Player::BOTH {
            let start = (Ref::Node(0), Ref::Known(Stopper::ZERO), who);
            survived[who as usize] = self.survives_in(&graph, start, ending)?;
        }
        for i in 0..self.fixed.len() {
            let known = self.fixed[i].clone();
            if known.ending != ending || known.survived != Some(survived) {
                continue;
            }
            let mut both = graph.clone();
            let other = Ref::Node(both.append(&known.graph) + known.node);
            if self.equal(&both, (Ref::Node(0), other), ending)? {
                return Ok(Side::Fixed(Fixed(i as u32)));
            }
        }
        self.budget().charge(64 * graph.len() as u64)?;
        let graph = Arc::new(graph);
        Ok(self.keep(FixedGame { graph, node: 0, ending, survived: Some(survived) }))
    }

    fn survives_in(
        &mut self,
        graph: &Draft,
        start: (Ref, Ref, Player),
        ending: Ending,
    ) -> Result<bool, Stopped> {
        StopperOrder::default().survives(self, graph, start, Infinite::fixed(ending))
    }

    /// Does Left survive the difference of two sides that count infinite play for the same player,
    /// when `who` is to move? With Right to move that is `a >= b`.
    pub fn side_survives(
        &mut self,
        (a, b): (Side, Side),
        ending: Ending,
        who: Player,
    ) -> Result<bool, Stopped> {
        if let (Side::Stopper(a), Side::Stopper(b)) = (a, b) {
            return self.survives(a, b, who);
        }
        let mut graph = Draft::new();
        let start = (self.draw(&mut graph, a), self.draw(&mut graph, b), who);
        self.survives_in(&graph, start, ending)
    }

    /// Is an onside at least as large as an offside?
    pub fn covers(&mut self, onside: Side, offside: Side) -> Result<bool, Stopped> {
        let mut graph = Draft::new();
        let pair = (self.draw(&mut graph, onside), self.draw(&mut graph, offside));
        StopperOrder::default().ge(self, &graph, pair, Infinite::Good)
    }

    /// Is `g >= h`? Side by side.
    pub fn sides_ge(&mut self, g: Sides, h: Sides) -> Result<bool, Stopped> {
        for ending in [Ending::Left, Ending::Right] {
            let pair = (g.side(ending), h.side(ending));
            if !self.side_survives(pair, ending, Player::Right)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The result for Left when `who` moves first: `Some(true)` for a win, `None` for a draw.
    pub fn left_wins(&mut self, g: Sides, who: Player) -> Result<Option<bool>, Stopped> {
        let zero = Side::Stopper(Stopper::ZERO);
        if self.side_survives((g.offside, zero), Ending::Right, who)? {
            return Ok(Some(true));
        }
        let held = self.side_survives((g.onside, zero), Ending::Left, who)?;
        Ok(if held { None } else { Some(false) })
    }

    /// With the players exchanged.
    pub fn neg_sides(&mut self, g: Sides) -> Result<Sides, Stopped> {
        Ok(Sides {
            onside: self.neg_side(g.offside, Ending::Left)?,
            offside: self.neg_side(g.onside, Ending::Right)?,
        })
    }

    /// The negative of a side; it counts infinite play as `ending` says.
    fn neg_side(&mut self, side: Side, ending: Ending) -> Result<Side, Stopped> {
        match side {
            Side::Stopper(g) => self.neg(g).map(Side::Stopper),
            Side::Fixed(fixed) => {
                let (graph, root) = self.graph(fixed);
                let graph = graph.from(root);
                let mut negative = Draft::new();
                for node in 0..graph.len() as u32 {
                    let mut sides = [Refs::new(), Refs::new()];
                    for who in Player::BOTH {
                        for option in graph.of_node(node, !who) {
                            sides[who as usize].push(match option {
                                Ref::Known(g) => Ref::Known(self.neg(*g)?),
                                node => *node,
                            });
                        }
                    }
                    negative.push(sides);
                }
                Ok(self.fix(&negative, 1, ending)?[0])
            }
        }
    }
}
