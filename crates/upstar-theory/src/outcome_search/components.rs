//! What is known of each large component.
//!
//! Every component is kept once, by its normal form. In all-small games its moves are found once,
//! each as the rest and the large parts that are left, so that a move in a state is a few
//! additions of handles; moves of all components lie in one pool, their parts in another. When the
//! pool is full all moves are forgotten, for they are found again. In other games it is kept what
//! each player certainly gets.

use super::lanes::LaneWalls;
use super::lone::{Alone, Lone};
use super::rests::RestId;
use super::state::{LargeComponent, SearchState};
use super::table::SearchEffort;
use hashbrown::HashTable;
use rustc_hash::{FxBuildHasher, FxHashMap};
use std::hash::{BuildHasher, Hash};
use std::ops::Range;
use upstar_base::{Budget, Player, Stopped, Weigh};
use upstar_rules::Rules;

/// Stands for moves that were not looked for yet.
const NOT_FOUND: (u32, u32) = (u32::MAX, 0);

/// The number of moves and parts at which they are forgotten.
const MANY_MOVES: usize = 1 << 20;

/// Where a move of a component leads.
#[derive(Clone, Copy)]
pub(super) struct ComponentMove {
    pub(super) rest: RestId,
    first: u32,
    count: u32,
}

pub(super) struct Component<P> {
    pub(super) form: P,
    pub(super) size: u32,
    pub(super) promise: i32,
    bounds: ComponentBounds,
    /// Are the bands known that it can be cut into with a hand of this player tied?
    pub(super) is_cut: [bool; 2],
    /// Is it the sum of others? Then no state has it as a part.
    falls_apart: bool,
    pub(super) alone: Alone,
}

/// Integers that a component lies between; the first is greater where there are none, or where they
/// are too large to be worth it.
#[derive(Clone, Copy)]
struct ComponentBounds(i16, i16);

impl ComponentBounds {
    fn new(bounds: Option<(i64, i64)>) -> ComponentBounds {
        let narrow = bounds.and_then(|(low, high)| {
            Some(ComponentBounds(i16::try_from(low).ok()?, i16::try_from(high).ok()?))
        });
        narrow.unwrap_or(ComponentBounds(1, 0))
    }
}

impl<P> Component<P> {
    /// Integers that it lies between.
    pub(super) fn bounds(&self) -> Option<(i64, i64)> {
        let ComponentBounds(low, high) = self.bounds;
        (low <= high).then_some((low.into(), high.into()))
    }
}

/// All components met so far.
pub(super) struct Components<P> {
    list: Vec<Component<P>>,
    is_all_small: bool,
    /// What each player certainly gets of each component, unless the game is all-small.
    walls: Vec<[LaneWalls; 2]>,
    /// Where the moves of each player begin and end in the pool, if it is.
    moves_of: Vec<[(u32, u32); 2]>,
    /// What components are the sum of that fall apart.
    finer: FxHashMap<usize, SearchState>,
    /// Those that are in use no more.
    lone: Lone<P>,
    /// The hash of a form and its number.
    index: HashTable<(u32, u32)>,
    moves: Vec<ComponentMove>,
    parts: Vec<LargeComponent>,
    charged: u64,
}

fn hash(form: &impl Hash) -> u32 {
    let hash = FxBuildHasher.hash_one(form);
    (hash >> 32 ^ hash) as u32
}

/// A hash spread over all bits.
pub(super) fn spread(hash: u32) -> u64 {
    u64::from(hash).wrapping_mul(0x9E37_79B9_7F4A_7C15)
}

/// What each player certainly gets by integer bounds.
pub(super) fn by_bounds(bounds: Option<(i64, i64)>) -> [LaneWalls; 2] {
    match bounds {
        Some((low, high)) => [low, high.saturating_neg()].map(LaneWalls::at_least),
        None => [LaneWalls::UNKNOWN; 2],
    }
}

/// The bytes that a vector takes more after it has grown for `more` elements.
fn reserve<T>(list: &mut Vec<T>, more: usize) -> u64 {
    if list.len() + more <= list.capacity() {
        return 0;
    }
    let more = more.max(list.len() / 2).max(64);
    let before = list.capacity();
    list.reserve_exact(more);
    ((list.capacity() - before) * size_of::<T>()) as u64
}

fn bytes<T>(list: &Vec<T>) -> u64 {
    (list.capacity() * size_of::<T>()) as u64
}

impl<P: Eq + Hash + Weigh> Components<P> {
    /// None yet, of a game that is all-small or not.
    pub(super) fn new(is_all_small: bool) -> Self {
        Components {
            is_all_small,
            list: Vec::new(),
            walls: Vec::new(),
            moves_of: Vec::new(),
            finer: FxHashMap::default(),
            lone: Lone::new(),
            index: HashTable::new(),
            moves: Vec::new(),
            parts: Vec::new(),
            charged: 0,
        }
    }

    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.list.len()
    }

    pub(super) fn get(&self, i: usize) -> &Component<P> {
        &self.list[i]
    }

    pub(super) fn get_mut(&mut self, i: usize) -> &mut Component<P> {
        &mut self.list[i]
    }

    /// The number of a component in normal form, if it was met before.
    pub(super) fn find(&self, form: &P) -> Option<usize> {
        let hash = hash(form);
        let is_form =
            |entry: &(u32, u32)| entry.0 == hash && self.list[entry.1 as usize].form == *form;
        self.index.find(spread(hash), is_form).map(|&(_, i)| i as usize)
    }

    /// Does this player, moving first, win a component that is not in use, alone?
    pub(super) fn wins_alone(&self, form: &P, who: Player) -> Option<bool> {
        self.lone.get(form).and_then(|alone| alone.wins[who as usize])
    }

    /// The components of which something is known alone.
    pub(super) fn alone(&self) -> impl Iterator<Item = (&P, &Alone)> {
        let in_use = self.list.iter().map(|component| (&component.form, &component.alone));
        let all = in_use.chain(self.lone.iter());
        all.filter(|(_, alone)| alone.is_known())
    }

    /// What a component is the sum of, if it falls apart.
    pub(super) fn finer(&self, i: usize) -> Option<&SearchState> {
        if self.list[i].falls_apart { self.finer.get(&i) } else { None }
    }

    /// A component falls apart into these.
    pub(super) fn set_finer(&mut self, i: usize, finer: SearchState) {
        self.list[i].falls_apart = true;
        self.finer.insert(i, finer);
    }

    /// Adds a component that is not in use.
    pub(super) fn insert<R: Rules<Position = P>>(
        &mut self,
        rules: &R,
        budget: &Budget,
        form: P,
    ) -> Result<usize, Stopped> {
        let hash = hash(&form);
        let i = self.list.len();
        if i >= LargeComponent::LIMIT {
            let limit = LargeComponent::LIMIT as u64;
            return Err(Stopped::Limit { what: "the number of components", limit });
        }
        let mut held = reserve(&mut self.list, 1) + form.heap_bytes() as u64;
        held += if self.is_all_small {
            reserve(&mut self.moves_of, 1)
        } else {
            reserve(&mut self.walls, 1)
        };
        if self.index.len() == self.index.capacity() {
            held += (self.index.len().max(8) * (size_of::<(u32, u32)>() + 2)) as u64;
        }
        self.charge(budget, held)?;
        let bounds = rules.bounds(&form);
        if self.is_all_small {
            self.moves_of.push([NOT_FOUND; 2])
        } else {
            self.walls.push(by_bounds(bounds))
        }
        self.list.push(Component {
            size: rules.size(&form),
            promise: rules.move_heuristic(&form),
            bounds: ComponentBounds::new(bounds),
            is_cut: [false; 2],
            falls_apart: false,
            alone: self.lone.take(&form),
            form,
        });
        self.index.insert_unique(spread(hash), (hash, i as u32), |entry| spread(entry.0));
        Ok(i)
    }

    /// The moves of a player, if they were found already; each is one of [`Components::step`].
    pub(super) fn moves(&self, i: usize, who: Player) -> Option<Range<usize>> {
        let (start, end) = self.moves_of.get(i)?[who as usize];
        ((start, end) != NOT_FOUND).then_some(start as usize..end as usize)
    }

    pub(super) fn step(&self, number: usize) -> ComponentMove {
        self.moves[number]
    }

    /// The parts that a move leaves.
    pub(super) fn parts(&self, step: ComponentMove) -> &[LargeComponent] {
        &self.parts[step.first as usize..][..step.count as usize]
    }

    /// Keeps the moves of a player.
    pub(super) fn set_moves(
        &mut self,
        budget: &Budget,
        i: usize,
        who: Player,
        states: &[SearchState],
    ) -> Result<(), Stopped> {
        let (start, end) = (self.moves.len(), self.moves.len() + states.len());
        let parts = states.iter().map(|state| state.parts.len()).sum::<usize>();
        if u32::try_from(end.max(self.parts.len() + parts)).is_err() {
            return Err(Stopped::Limit { what: "the number of moves", limit: 1 << 32 });
        }
        let held = reserve(&mut self.moves, states.len()) + reserve(&mut self.parts, parts);
        self.charge(budget, held)?;
        for state in states {
            let (first, count) = (self.parts.len() as u32, state.parts.len() as u32);
            self.parts.extend_from_slice(&state.parts);
            self.moves.push(ComponentMove { rest: state.rest, first, count });
        }
        self.moves_of[i][who as usize] = (start as u32, end as u32);
        Ok(())
    }
    /// Forgets all moves if they take much; they are found again.
    pub(super) fn forget_many_moves(&mut self) {
        if self.moves.len() + self.parts.len() > MANY_MOVES {
            self.forget_moves();
        }
    }

    fn forget_moves(&mut self) {
        self.moves.clear();
        self.parts.clear();
        self.moves_of.fill([NOT_FOUND; 2]);
    }

    /// What `who` certainly gets of a component.
    #[inline]
    pub(super) fn walls(&self, i: usize, who: Player) -> &LaneWalls {
        &self.walls[i][who as usize]
    }

    /// What a player certainly gets of a component that is cut into bands.
    pub(super) fn set_cut(&mut self, i: usize, who: Player, tied: &LaneWalls) {
        let walls = &mut self.walls[i][who as usize];
        *walls = walls.or(tied);
        self.list[i].is_cut[who as usize] = true;
    }

    /// Lets a move of a component be the first one.
    pub(super) fn put_first(&mut self, i: usize, who: Player, number: usize) {
        let (start, _) = self.moves_of[i][who as usize];
        self.moves.swap(start as usize, number);
    }

    fn charge(&mut self, budget: &Budget, bytes: u64) -> Result<(), Stopped> {
        self.charged += bytes;
        if bytes > 0 { budget.charge(bytes) } else { Ok(()) }
    }

    /// The bytes that all of them take.
    pub(super) fn bytes(&self) -> u64 {
        self.charged
    }

    /// Keeps only the components that are `used`; for each number of these the new one, in the
    /// same order. Of others that alone were at least so much work it is kept who wins them. Moves
    /// are forgotten.
    pub(super) fn sweep(
        &mut self,
        budget: &Budget,
        least: SearchEffort,
        used: &[bool],
    ) -> Vec<u32> {
        self.forget_moves();
        self.finer.clear();
        self.lone.sweep(least);
        let mut count = 0;
        let renumbered = (used.iter())
            .map(|&used| {
                count += u32::from(used);
                count.saturating_sub(1)
            })
            .collect();
        self.index = HashTable::new();
        let (mut kept, mut i) = (0, 0);
        self.walls.retain(|_| next(used, &mut i));
        for (i, _) in used.iter().enumerate().filter(|(_, used)| **used) {
            self.list.swap(kept, i);
            kept += 1;
        }
        for component in self.list.drain(kept..) {
            if component.alone.is_known() && component.alone.effort >= least {
                self.lone.insert(component.form, component.alone);
            }
        }
        self.list.shrink_to(kept + kept / 2);
        self.walls.shrink_to(kept + kept / 2);
        self.moves_of.truncate(kept);
        self.moves_of.shrink_to(kept + kept / 2);
        self.index = HashTable::with_capacity(kept);
        let mut heap = 0;
        for (i, component) in self.list.iter_mut().enumerate() {
            component.falls_apart = false;
            heap += component.form.heap_bytes() as u64;
            let hash = hash(&component.form);
            self.index.insert_unique(spread(hash), (hash, i as u32), |entry| spread(entry.0));
        }
        budget.refund(std::mem::take(&mut self.charged));
        let index = (self.index.capacity() * (size_of::<(u32, u32)>() + 2)) as u64;
        let moves = bytes(&self.moves) + bytes(&self.parts) + bytes(&self.moves_of);
        let held = bytes(&self.list) + bytes(&self.walls) + index + moves + heap;
        // It is no more than was given back.
        let _ = self.charge(budget, held + self.lone.bytes());
        renumbered
    }
}

/// Whether the next one is used.
fn next(used: &[bool], i: &mut usize) -> bool {
    *i += 1;
    used[*i - 1]
}
