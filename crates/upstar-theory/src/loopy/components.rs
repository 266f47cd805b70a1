//! The positions that can be reached, strongly connected component by component.
//!
//! Tarjan's algorithm, which needs no more of the graph than what is open: the positions on the way
//! to the present one, and those that lead back to it. When a component is complete everything that
//! it leads to has its sides already, so its own are found and its moves are forgotten; what remains
//! of a position is its sides.
//!
//! Invariant: open positions are numbered in the order in which they were met, and an arrow from an
//! open position leads to sides that are known or to an open position of the same component.

use crate::lists::options_of;
use rustc_hash::FxHashMap;
use std::sync::Arc;
use upstar_base::{Budget, Player, Stopped, Weigh};
use upstar_rules::Rules;
use upstar_values::stopper::{Draft, Ref, Sides, Stopper, Stoppers};

/// Where a move leads.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Arrow {
    Open(u32),
    Known(Sides),
}

/// A position whose component is not complete.
struct Open<P> {
    position: P,
    /// The first open position that it is known to lead to.
    low: u32,
    arrows: [Vec<Arrow>; 2],
    /// Moves that are still to be followed.
    moves: Vec<(Player, P)>,
    bytes: u64,
}

/// What is known of positions already.
pub(super) trait Told<P> {
    /// The sides of a position, from before or by a theorem.
    fn told(&mut self, position: &P, store: &mut Stoppers) -> Result<Option<Sides>, Stopped>;

    /// Takes note of the sides of a position.
    fn tell(&mut self, position: P, sides: Sides) -> Result<(), Stopped>;
}

/// Finds the sides of a position and of all that it leads to.
pub(super) fn sides<R: Rules>(
    rules: &R,
    start: R::Position,
    told: &mut impl Told<R::Position>,
    store: &mut Stoppers,
    budget: &Arc<Budget>,
) -> Result<Sides, Stopped> {
    let mut numbers: FxHashMap<R::Position, u32> = FxHashMap::default();
    let mut open: Vec<Open<R::Position>> = Vec::new();
    // The way to the present position.
    let mut path: Vec<u32> = Vec::new();
    let mut arriving = Some(start);
    let mut steps = 0u32;
    loop {
        if let Some(position) = arriving.take() {
            let number = open.len() as u32;
            let entered = enter(rules, position.clone(), number, budget)?;
            numbers.insert(position, number);
            open.push(entered);
            path.push(number);
        }
        let Some(&number) = path.last() else {
            return Err(Stopped::Limit { what: "the graph of a position", limit: 0 });
        };
        steps = steps.wrapping_add(1);
        if steps.is_multiple_of(256) {
            budget.check()?;
        }
        let here = number as usize;
        if let Some((who, option)) = open[here].moves.pop() {
            let arrow = match numbers.get(&option) {
                Some(&to) => {
                    open[here].low = open[here].low.min(open[to as usize].low);
                    Arrow::Open(to)
                }
                None => match told.told(&option, store)? {
                    Some(sides) => Arrow::Known(sides),
                    None => {
                        // The arrow is drawn when it is known whether the way leads back.
                        open[here].moves.push((who, option.clone()));
                        arriving = Some(option);
                        continue;
                    }
                },
            };
            open[here].arrows[who as usize].push(arrow);
            continue;
        }
        path.pop();
        if open[here].low < number {
            // The move that led here is followed again, and finds an open position.
            continue;
        }
        let component = open.split_off(here);
        let found = component_sides(&component, number, store)?;
        let mut first = None;
        for (member, sides) in component.into_iter().zip(found) {
            first.get_or_insert(sides);
            numbers.remove(&member.position);
            budget.refund(member.bytes);
            told.tell(member.position, sides)?;
        }
        if let (true, Some(sides)) = (path.is_empty(), first) {
            return Ok(sides);
        }
    }
}

fn enter<R: Rules>(
    rules: &R,
    position: R::Position,
    number: u32,
    budget: &Arc<Budget>,
) -> Result<Open<R::Position>, Stopped> {
    let mut moves = Vec::new();
    for who in Player::BOTH {
        let options = options_of(rules, &position, who, budget)?;
        moves.extend(options.into_vec().into_iter().map(|option| (who, option)));
    }
    let each = size_of::<(Player, R::Position)>() + size_of::<Arrow>();
    let bytes = 2 * (size_of::<Open<R::Position>>() + position.heap_bytes()) + moves.len() * each;
    budget.charge(bytes as u64)?;
    let arrows = [Vec::new(), Vec::new()];
    Ok(Open { position, low: number, arrows, moves, bytes: bytes as u64 })
}

/// The sides of the positions of a component, the first of which has this number.
fn component_sides<P>(
    component: &[Open<P>],
    first: u32,
    store: &mut Stoppers,
) -> Result<Vec<Sides>, Stopped> {
    if let [single] = component
        && let Some(options) = all_stoppers(&single.arrows)
    {
        return Ok(vec![Sides::stopper(store.make(&options[0], &options[1])?)]);
    }
    let mut draft = Draft::new();
    // Sides that are no stoppers are nodes behind those of the component.
    let mut known: Vec<Sides> = Vec::new();
    let mut place = |arrow: &Arrow| match arrow {
        Arrow::Open(to) => Ref::Node(to - first),
        Arrow::Known(sides) => match sides.as_stopper() {
            Some(stopper) => Ref::Known(stopper),
            None => {
                let at = known.iter().position(|other| other == sides).unwrap_or(known.len());
                if at == known.len() {
                    known.push(*sides);
                }
                Ref::Node((component.len() + at) as u32)
            }
        },
    };
    for member in component {
        let [left, right] = member.arrows.each_ref().map(|arrows| {
            let mut side: Vec<Ref> = arrows.iter().map(&mut place).collect();
            side.sort_unstable();
            side.dedup();
            side
        });
        draft.add(left, right);
    }
    store.sides_of_component(&draft, &known)
}

/// The options of both players, if they are all stoppers.
fn all_stoppers(arrows: &[Vec<Arrow>; 2]) -> Option<[Vec<Stopper>; 2]> {
    let stopper = |arrow: &Arrow| match arrow {
        Arrow::Known(sides) => sides.as_stopper(),
        Arrow::Open(_) => None,
    };
    let [left, right] =
        arrows.each_ref().map(|arrows| arrows.iter().map(stopper).collect::<Option<Vec<_>>>());
    Some([left?, right?])
}
