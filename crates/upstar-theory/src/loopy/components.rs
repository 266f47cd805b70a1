//! The positions that can be reached, strongly connected component by component.
//!
//! Tarjan's algorithm, which needs no more of the graph than what is open: the positions on the way
//! to the present one, and those that lead back to it. When a component is complete everything that
//! it leads to has its sides already, so its own are found and its moves are forgotten; what remains
//! of a position is its sides.
//!
//! Invariant: open positions are numbered in the order in which they were met, and an arrow from an
//! open position leads to sides that are known or to an open position of the same component. What
//! was met, drawn and charged since a position was entered is the end of one list each, so a
//! component is cut off there when it is complete.

use crate::lists::options_in;
use crate::numbered::hash;
use hashbrown::HashTable;
use std::sync::Arc;
use upstar_base::{Budget, Player, Stopped, Weigh};
use upstar_rules::Rules;
use upstar_values::stopper::{Draft, Ref, Refs, Sides, Stopper, Stoppers};

/// Where a move leads.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Arrow {
    Open(u32),
    Known(Sides),
}

/// A position whose component is not complete.
struct OpenNode<P> {
    position: P,
    /// The first open position that it is known to lead to.
    low: u32,
}

/// A move that was followed.
struct FollowedMove {
    from: u32,
    who: Player,
    to: Arrow,
}

/// A position on the way to the present one.
struct WalkedStep {
    number: u32,
    /// Who moved there.
    by: Player,
    /// Where its moves begin among those that are still to be followed, and its arrows and those of
    /// all that was met later.
    moves: usize,
    arrows: usize,
    /// What was charged before it was entered.
    charged: u64,
}

/// What is known of positions already.
pub(super) trait KnownPositions<P> {
    /// The sides of a position, from before or by a theorem.
    fn told(&mut self, position: &P, store: &mut Stoppers) -> Result<Option<Sides>, Stopped>;

    /// Takes note of the sides of a position.
    fn tell(&mut self, position: P, sides: Sides) -> Result<(), Stopped>;
}

struct ComponentSearch<'a, R: Rules> {
    rules: &'a R,
    budget: &'a Arc<Budget>,
    open: Vec<OpenNode<R::Position>>,
    /// The open positions by what they are.
    numbers: HashTable<u32>,
    path: Vec<WalkedStep>,
    /// Moves that are still to be followed, those of the present position last.
    moves: Vec<(Player, R::Position)>,
    arrows: Vec<FollowedMove>,
    charged: u64,
    /// An old list, for the next one.
    old: Vec<R::Position>,
}

/// Finds the sides of a position and of all that it leads to.
pub(super) fn sides<R: Rules>(
    rules: &R,
    start: R::Position,
    told: &mut impl KnownPositions<R::Position>,
    store: &mut Stoppers,
    budget: &Arc<Budget>,
) -> Result<Sides, Stopped> {
    let mut search = ComponentSearch {
        rules,
        budget,
        open: Vec::new(),
        numbers: HashTable::new(),
        path: Vec::new(),
        moves: Vec::new(),
        arrows: Vec::new(),
        charged: 0,
        old: Vec::new(),
    };
    search.enter(start, Player::Left)?;
    let mut steps = 0u32;
    while let Some(step) = search.path.last() {
        steps = steps.wrapping_add(1);
        if steps.is_multiple_of(256) {
            budget.check()?;
        }
        let from = step.number;
        if search.moves.len() > step.moves
            && let Some((who, option)) = search.moves.pop()
        {
            let to = match search.number(&option) {
                Some(to) => search.lead(from, to),
                None => match told.told(&option, store)? {
                    Some(sides) => Arrow::Known(sides),
                    None => {
                        search.enter(option, who)?;
                        continue;
                    }
                },
            };
            search.arrows.push(FollowedMove { from, who, to });
            continue;
        }
        let Some(step) = search.path.pop() else { break };
        let complete = search.open[from as usize].low == from;
        let known = if complete { Some(search.complete(&step, told, store)?) } else { None };
        let to = match (known, search.path.last().map(|before| before.number)) {
            (Some(sides), None) => return Ok(sides),
            (Some(sides), Some(_)) => Arrow::Known(sides),
            (None, Some(before)) => search.lead(before, from),
            // The first position is in no component with one before it.
            (None, None) => break,
        };
        if let Some(before) = search.path.last() {
            search.arrows.push(FollowedMove { from: before.number, who: step.by, to });
        }
    }
    Err(Stopped::Limit { what: "the graph of a position", limit: 0 })
}

impl<R: Rules> ComponentSearch<'_, R> {
    /// The number of an open position.
    fn number(&self, position: &R::Position) -> Option<u32> {
        let is_it = |&number: &u32| self.open[number as usize].position == *position;
        self.numbers.find(hash(position), is_it).copied()
    }

    /// The arrow from one open position to another.
    fn lead(&mut self, from: u32, to: u32) -> Arrow {
        let low = self.open[to as usize].low;
        let from = &mut self.open[from as usize];
        from.low = from.low.min(low);
        Arrow::Open(to)
    }

    /// Opens a position to which a player has moved.
    fn enter(&mut self, position: R::Position, by: Player) -> Result<(), Stopped> {
        let number = self.open.len() as u32;
        let (moves, arrows, charged) = (self.moves.len(), self.arrows.len(), self.charged);
        for who in Player::BOTH {
            let old = std::mem::take(&mut self.old);
            let mut options = options_in(old, self.rules, &position, who, self.budget)?;
            self.moves.extend(options.drain().map(|option| (who, option)));
            self.old = options.into_vec();
        }
        let each = size_of::<(Player, R::Position)>() + size_of::<FollowedMove>();
        let own = 2 * (size_of::<OpenNode<R::Position>>() + size_of::<WalkedStep>());
        let bytes = own + position.heap_bytes() + (self.moves.len() - moves) * each;
        self.charged += bytes as u64;
        self.budget.charge(bytes as u64)?;
        let code = hash(&position);
        self.open.push(OpenNode { position, low: number });
        let again = |&number: &u32| hash(&self.open[number as usize].position);
        self.numbers.insert_unique(code, number, again);
        self.path.push(WalkedStep { number, by, moves, arrows, charged });
        Ok(())
    }

    /// Finds the sides of the component that begins with a position, and closes it.
    fn complete(
        &mut self,
        step: &WalkedStep,
        told: &mut impl KnownPositions<R::Position>,
        store: &mut Stoppers,
    ) -> Result<Sides, Stopped> {
        let first = step.number;
        let count = self.open.len() - first as usize;
        let arrows = &mut self.arrows[step.arrows..];
        arrows.sort_by_key(|drawn| drawn.from);
        let found = component_sides(arrows, first, count, store)?;
        self.arrows.truncate(step.arrows);
        for number in first..self.open.len() as u32 {
            let code = hash(&self.open[number as usize].position);
            if let Ok(entry) = self.numbers.find_entry(code, |&other| other == number) {
                entry.remove();
            }
        }
        self.budget.refund(self.charged - step.charged);
        self.charged = step.charged;
        for (member, &sides) in self.open.drain(first as usize..).zip(&found) {
            told.tell(member.position, sides)?;
        }
        found.first().copied().ok_or(Stopped::Limit { what: "the graph of a position", limit: 0 })
    }
}

impl<R: Rules> Drop for ComponentSearch<'_, R> {
    fn drop(&mut self) {
        self.budget.refund(self.charged);
    }
}

/// The sides of the positions of a component, the first of which has this number, from their
/// arrows, those of each position together.
fn component_sides(
    arrows: &[FollowedMove],
    first: u32,
    count: usize,
    store: &mut Stoppers,
) -> Result<Vec<Sides>, Stopped> {
    if count == 1
        && let Some(options) = all_stoppers(arrows)
    {
        return Ok(vec![Sides::stopper(store.make(&options[0], &options[1])?)]);
    }
    let mut draft = Draft::new();
    // Sides that are no stoppers are nodes behind those of the component.
    let mut known: Vec<Sides> = Vec::new();
    let mut place = |arrow: Arrow| match arrow {
        Arrow::Open(to) => Ref::Node(to - first),
        Arrow::Known(sides) => match sides.as_stopper() {
            Some(stopper) => Ref::Known(stopper),
            None => {
                let at = known.iter().position(|other| *other == sides).unwrap_or(known.len());
                if at == known.len() {
                    known.push(sides);
                }
                Ref::Node((count + at) as u32)
            }
        },
    };
    let mut rest = arrows;
    for number in first..first + count as u32 {
        let (own, others) = rest.split_at(rest.partition_point(|drawn| drawn.from == number));
        rest = others;
        draft.push(Player::BOTH.map(|who| {
            let mine = own.iter().filter(|drawn| drawn.who == who);
            let mut side: Refs = mine.map(|drawn| place(drawn.to)).collect();
            side.sort_unstable();
            side.dedup();
            side
        }));
    }
    store.sides_of_component(&draft, &known)
}

/// The options of both players, if they are all stoppers.
fn all_stoppers(arrows: &[FollowedMove]) -> Option<[Vec<Stopper>; 2]> {
    let mut options = [Vec::new(), Vec::new()];
    for drawn in arrows {
        match drawn.to {
            Arrow::Known(sides) => options[drawn.who as usize].push(sides.as_stopper()?),
            Arrow::Open(_) => return None,
        }
    }
    Some(options)
}
