//! Onsides and offsides of finite loopy games.
//!
//! The graph is valued component by component, those that others lead to first: in `G+` an option
//! may be replaced by its onside. A component that is a stopper has its canonical form as both
//! sides. Otherwise there are two ways to a side, and each certifies what it finds: *sidling*
//! ([`super::sidling`]) and *simplifying* ([`super::simplify`]). Neither needs to succeed; then the
//! side is the graph itself, as simple as it has become, fixed for one player ([`super::fixed`]).
//!
//! Theorem: `docs/loopy.md#sides`.

use super::draft::{Draft, Ref};
use super::fixed::Fixed;
use super::order::Ending;
use super::sidling::Sidling;
use super::simplify::MOST_SIMPLIFIED;
use super::store::{Stopper, Stoppers};
use rustc_hash::FxHashMap;
use upstar_base::Stopped;

/// What a game is worth when infinite play counts for a certain player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Side {
    /// A stopper is equal to it.
    Stopper(Stopper),
    /// No stopper is known to be equal to it.
    Fixed(Fixed),
}

impl Side {
    /// The stopper that it is.
    pub fn as_stopper(self) -> Option<Stopper> {
        match self {
            Side::Stopper(g) => Some(g),
            Side::Fixed(_) => None,
        }
    }
}

/// The two sides of a game.
///
/// ```
/// # use std::sync::Arc;
/// # use upstar_base::Budget;
/// # use upstar_values::stopper::{Ending, Stoppers};
/// let mut store = Stoppers::new(Arc::new(Budget::unlimited()));
/// let (on, off) = (store.on()?, store.off()?);
/// let dud = store.add(on, off)?;
/// assert_eq!(dud.of(Ending::Left), Some(on));
/// assert_eq!(dud.of(Ending::Right), Some(off));
/// # Ok::<(), upstar_base::Stopped>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Sides {
    /// When infinite play is a win for Left.
    pub onside: Side,
    /// When infinite play is a win for Right.
    pub offside: Side,
}

impl Sides {
    /// A stopper: both sides are the same.
    pub fn stopper(g: Stopper) -> Sides {
        Sides::new(g, g)
    }

    /// The game `onside & offside`.
    pub fn new(onside: Stopper, offside: Stopper) -> Sides {
        Sides { onside: Side::Stopper(onside), offside: Side::Stopper(offside) }
    }

    /// One of the two.
    pub fn side(self, ending: Ending) -> Side {
        match ending {
            Ending::Left => self.onside,
            Ending::Right => self.offside,
        }
    }

    /// One of the two, if it is a stopper.
    pub fn of(self, ending: Ending) -> Option<Stopper> {
        self.side(ending).as_stopper()
    }

    /// The stopper that the game is equal to, if it is one.
    pub fn as_stopper(self) -> Option<Stopper> {
        self.onside.as_stopper().filter(|_| self.onside == self.offside)
    }

    fn set(&mut self, ending: Ending, side: Side) {
        match ending {
            Ending::Left => self.onside = side,
            Ending::Right => self.offside = side,
        }
    }
}

/// A component with the sides that it leads to: its own nodes first, then graphs of sides that are
/// no stoppers.
#[derive(PartialEq)]
struct SidedComponent {
    graph: Draft,
    /// How many nodes come first.
    nodes: usize,
    /// Which of them each node of the component is.
    places: Vec<u32>,
}

impl SidedComponent {
    /// What is known of the nodes of the graph, for the nodes of the component.
    fn spread(&self, sides: &[Side]) -> Vec<Side> {
        self.places.iter().map(|&place| sides[place as usize]).collect()
    }
}

impl Stoppers {
    /// The sides of every node of a finite graph.
    pub fn sides(&mut self, draft: &Draft) -> Result<Vec<Sides>, Stopped> {
        self.forget_bounds();
        self.wanted_sides(draft, &[Ending::Left, Ending::Right])
    }

    /// Those sides that are wanted; the others are arbitrary.
    pub(super) fn wanted_sides(
        &mut self,
        draft: &Draft,
        wanted: &[Ending],
    ) -> Result<Vec<Sides>, Stopped> {
        let mut sides = vec![Sides::stopper(Stopper::ZERO); draft.len()];
        for component in draft.components() {
            self.settle(draft, &component, &mut sides, wanted)?;
        }
        Ok(sides)
    }

    /// The sides of the nodes of a graph that is one component, but for the last places, whose sides
    /// are known: an arrow to place `draft.len() + i` leads to `known[i]`.
    pub fn sides_of_component(
        &mut self,
        draft: &Draft,
        known: &[Sides],
    ) -> Result<Vec<Sides>, Stopped> {
        self.forget_bounds();
        if known.is_empty() && draft.is_stopper() {
            return Ok(self.connected(draft)?.into_iter().map(Sides::stopper).collect());
        }
        let mut sides = vec![Sides::stopper(Stopper::ZERO); draft.len()];
        sides.extend_from_slice(known);
        let component: Vec<u32> = (0..draft.len() as u32).collect();
        self.settle(draft, &component, &mut sides, &[Ending::Left, Ending::Right])?;
        sides.truncate(draft.len());
        Ok(sides)
    }

    /// Finds the sides of a component, given those of all nodes outside that it leads to.
    fn settle(
        &mut self,
        draft: &Draft,
        component: &[u32],
        sides: &mut [Sides],
        wanted: &[Ending],
    ) -> Result<(), Stopped> {
        let parts: Vec<SidedComponent> =
            wanted.iter().map(|&ending| self.part(draft, component, sides, ending)).collect();
        if parts[0].graph.is_stopper() && parts.iter().all(|part| *part == parts[0]) {
            let values = self.canonical(&parts[0].graph)?;
            for (&node, &place) in component.iter().zip(&parts[0].places) {
                sides[node as usize] = Sides::stopper(values[place as usize]);
            }
            return Ok(());
        }
        let found = self.of_parts(&parts, wanted, component.contains(&0))?;
        for ((&ending, values), part) in wanted.iter().zip(found).zip(&parts) {
            for (&node, side) in component.iter().zip(part.spread(&values)) {
                sides[node as usize].set(ending, side);
            }
        }
        Ok(())
    }

    fn part(
        &self,
        draft: &Draft,
        component: &[u32],
        sides: &[Sides],
        ending: Ending,
    ) -> SidedComponent {
        // Graphs of sides that are no stoppers come after the nodes of the component.
        let mut others = Draft::new();
        let mut placed: FxHashMap<Fixed, Ref> = FxHashMap::default();
        let first = component.len() as u32;
        let mut graph = draft.component(component, |to| match sides[to as usize].side(ending) {
            Side::Stopper(side) => Ref::Known(side),
            Side::Fixed(fixed) => *placed.entry(fixed).or_insert_with(|| {
                self.place(&mut others, fixed).at(|node| Ref::Node(first + node))
            }),
        });
        graph.tidy();
        graph.append(&others);
        if placed.is_empty() {
            let places = (0..component.len() as u32).collect();
            return SidedComponent { graph, nodes: component.len(), places };
        }
        // Sides of one ring are drawn with the whole ring each.
        let (graph, mut places) = graph.alike_together();
        places.truncate(component.len());
        let nodes = places.iter().max().map_or(0, |&last| last as usize + 1);
        SidedComponent { graph, nodes, places }
    }

    /// The sides of a component for each of the endings that are wanted.
    fn of_parts(
        &mut self,
        parts: &[SidedComponent],
        wanted: &[Ending],
        has_first: bool,
    ) -> Result<Vec<Vec<Side>>, Stopped> {
        let stoppers = |values: Vec<Stopper>| values.into_iter().map(Side::Stopper).collect();
        let mut found: Vec<Option<Vec<Side>>> = Vec::new();
        let mut open: Vec<Option<Sidling>> = Vec::new();
        for (part, &ending) in parts.iter().zip(wanted) {
            let (mut values, mut sidling) = (None, None);
            if part.graph.is_stopper() {
                values = Some(stoppers(self.canonical(&part.graph)?));
            } else if part.nodes == part.graph.len() {
                let mut started = Sidling::new(self, &part.graph, ending)?;
                started.briefly(self)?;
                match started.limit() {
                    Some(limit) => values = Some(stoppers(limit)),
                    None => sidling = Some(started),
                }
            }
            found.push(values);
            open.push(sidling);
        }
        for (i, part) in parts.iter().enumerate() {
            if found[i].is_some() {
                continue;
            }
            let (graph, places) = part.graph.alike_together();
            if graph.len() < part.graph.len() {
                let sides = self.wanted_sides(&graph, &wanted[i..=i])?;
                let of = |&place: &u32| sides[place as usize].side(wanted[i]);
                found[i] = Some(places.iter().take(part.nodes).map(of).collect());
                open[i] = None;
            } else if graph.len() <= MOST_SIMPLIFIED {
                found[i] = Some(self.simpler(part, wanted[i])?);
                open[i] = None;
            }
        }
        self.sidle_on(&mut open, has_first)?;
        for (i, part) in parts.iter().enumerate() {
            if found[i].is_none() {
                found[i] = Some(match open[i].as_ref().and_then(Sidling::limit) {
                    Some(limit) => stoppers(limit),
                    None => self.fixed_sides(part, wanted[i])?,
                });
            }
        }
        Ok(found.into_iter().flatten().collect())
    }

    /// The sides of a part after everything is removed that does not matter.
    fn simpler(&mut self, part: &SidedComponent, ending: Ending) -> Result<Vec<Side>, Stopped> {
        let graph = self.simplify(&part.graph, part.nodes, ending)?;
        if graph == part.graph {
            return self.fixed_sides(part, ending);
        }
        let sides = self.wanted_sides(&graph, &[ending])?;
        Ok(sides.into_iter().take(part.nodes).map(|sides| sides.side(ending)).collect())
    }

    fn fixed_sides(&mut self, part: &SidedComponent, ending: Ending) -> Result<Vec<Side>, Stopped> {
        self.fix(&part.graph, part.nodes, ending)
    }
}
