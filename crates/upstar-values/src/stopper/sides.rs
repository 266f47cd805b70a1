//! Onsides and offsides of finite loopy games.
//!
//! The graph is valued component by component, those that others lead to first: in `G+` an option
//! may be replaced by its onside. Within a component that is a stopper the canonical form is the
//! value; otherwise there are two ways to a side, and each certifies what it finds:
//!
//! - *simplifying*: dominated options and reversible moves are removed where that is safe, then
//!   single arrows on alternating cycles, as long as comparing the fixed games says that nothing
//!   changed; if a stopper is left it is the side;
//! - *sidling*: from `on` downwards (or `off` upwards) every node becomes the value of its options,
//!   again and again; a limit that is reached solves the equations and bounds the side, so it is
//!   the side (Winning Ways ch. 11).
//!
//! Neither needs to succeed: then the game has no side that is known here.

use super::draft::{Draft, Ref};
use super::order::{Ending, Infinite, Order};
use super::store::{Stopper, Stoppers};
use std::sync::Arc;
use upstar_base::{Player, Stopped};

/// The two sides of a game; a side that was not found is missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Sides {
    /// When infinite play is a win for Left.
    pub onside: Option<Stopper>,
    /// When infinite play is a win for Right.
    pub offside: Option<Stopper>,
}

impl Sides {
    /// A stopper: both sides are the same.
    pub fn stopper(g: Stopper) -> Sides {
        Sides { onside: Some(g), offside: Some(g) }
    }

    /// One of the two.
    pub fn of(self, ending: Ending) -> Option<Stopper> {
        match ending {
            Ending::Left => self.onside,
            Ending::Right => self.offside,
        }
    }

    /// The stopper that the game is equal to, if it is one.
    pub fn as_stopper(self) -> Option<Stopper> {
        self.onside.filter(|_| self.onside == self.offside)
    }
}

/// How often sidling goes through all nodes before it gives up.
const SWEEPS: usize = 24;

/// How many new values sidling may make before it gives up.
const MOST_NEW: usize = 200;

/// How often simplifying goes through all nodes, and how many changes it tries at one of them.
const ROUNDS: usize = 6;
const TRIES: usize = 24;

/// The largest component that is simplified arrow by arrow.
const MOST_SIMPLIFIED: usize = 64;

impl Stoppers {
    /// The sides of every node of a finite graph.
    pub fn sides(&mut self, draft: &Draft) -> Result<Vec<Sides>, Stopped> {
        let mut sides = vec![Sides { onside: None, offside: None }; draft.len()];
        for component in draft.components() {
            let on = self.side_of_component(draft, &component, &sides, Ending::Left)?;
            let off = self.side_of_component(draft, &component, &sides, Ending::Right)?;
            for (i, &node) in component.iter().enumerate() {
                let at = |side: &Option<Vec<Stopper>>| side.as_ref().map(|side| side[i]);
                sides[node as usize] = Sides { onside: at(&on), offside: at(&off) };
            }
        }
        Ok(sides)
    }

    fn side_of_component(
        &mut self,
        draft: &Draft,
        component: &[u32],
        sides: &[Sides],
        ending: Ending,
    ) -> Result<Option<Vec<Stopper>>, Stopped> {
        let mut part = Draft::new();
        for &node in component {
            let mut both = [Vec::new(), Vec::new()];
            for who in Player::BOTH {
                for option in draft.of_node(node, who) {
                    both[who as usize].push(match option {
                        Ref::Node(to) => match component.binary_search(to) {
                            Ok(i) => Ref::Node(i as u32),
                            Err(_) => match sides[*to as usize].of(ending) {
                                Some(side) => Ref::Known(side),
                                None => return Ok(None),
                            },
                        },
                        known => *known,
                    });
                }
            }
            let [left, right] = both;
            part.add(left, right);
        }
        if part.is_stopper() {
            return self.canonical(&part).map(Some);
        }
        if let Some(values) = self.sidle(&part, ending)? {
            return Ok(Some(values));
        }
        match self.simplify(&part, ending)? {
            Some(simpler) => self.canonical(&simpler).map(Some),
            None => Ok(None),
        }
    }

    /// Sidles towards a side; `None` when there is no limit after some sweeps.
    fn sidle(&mut self, part: &Draft, ending: Ending) -> Result<Option<Vec<Stopper>>, Stopped> {
        let start = match ending {
            Ending::Left => self.on()?,
            Ending::Right => self.off()?,
        };
        let mut values = vec![start; part.len()];
        let most = self.len() + MOST_NEW;
        for _ in 0..SWEEPS {
            if self.len() > most {
                break;
            }
            self.budget().check()?;
            let mut changed = false;
            for node in (0..part.len()).rev() {
                let side = |who: Player, values: &[Stopper]| -> Vec<Stopper> {
                    let value = |option: &Ref| match option {
                        Ref::Node(to) => values[*to as usize],
                        Ref::Known(stopper) => *stopper,
                    };
                    part.of_node(node as u32, who).iter().map(value).collect()
                };
                let (left, right) = (side(Player::Left, &values), side(Player::Right, &values));
                let value = self.make(&left, &right)?;
                changed |= value != values[node];
                values[node] = value;
            }
            if !changed {
                return Ok(Some(values));
            }
        }
        Ok(None)
    }

    /// Removes what does not matter to a side, until a stopper is left; `None` if none is.
    fn simplify(&mut self, part: &Draft, ending: Ending) -> Result<Option<Draft>, Stopped> {
        if part.len() > MOST_SIMPLIFIED {
            return Ok(None);
        }
        let mut draft = part.clone();
        // Bypassing can go round in circles where it does not lead to a stopper.
        for _ in 0..ROUNDS {
            let before = draft.clone();
            for node in 0..draft.len() as u32 {
                for who in Player::BOTH {
                    self.thin(&mut draft, node, who, ending)?;
                    if draft.is_stopper() {
                        return Ok(Some(draft));
                    }
                }
            }
            if draft == before {
                break;
            }
        }
        Ok(None)
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
        let mut order = Order::default();
        let budget = Arc::clone(self.budget());
        let infinite = Infinite::fixed(ending);
        let (x, y) = (Ref::Node(node), Ref::Node(node + shift));
        Ok(order.ge(self, &both, (x, y), infinite, &budget)?
            && order.ge(self, &both, (y, x), infinite, &budget)?)
    }

    /// Certifies a side: is node `node` of a graph, fixed for one player, equal to a stopper?
    pub fn is_side(
        &mut self,
        draft: &Draft,
        node: u32,
        side: Stopper,
        ending: Ending,
    ) -> Result<bool, Stopped> {
        let mut order = Order::default();
        let budget = Arc::clone(self.budget());
        let (x, y) = (Ref::Node(node), Ref::Known(side));
        let infinite = Infinite::fixed(ending);
        Ok(order.ge(self, draft, (x, y), infinite, &budget)?
            && order.ge(self, draft, (y, x), infinite, &budget)?)
    }
}
