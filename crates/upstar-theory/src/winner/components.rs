//! What is known of each large component.
//!
//! Every component is kept once, by its normal form; its moves are found once, each as an exact
//! value and the large parts that are left, so that a move in a state is a few additions of
//! handles. Moves of all components lie in one pool, their parts in another.

use super::state::{Part, State};
use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;
use std::hash::{BuildHasher, Hash};
use std::ops::Range;
use upstar_base::{Budget, Player, Stopped, Weigh};
use upstar_rules::Rules;
use upstar_values::Short;

/// How many ways to tie a hand are tried.
pub(super) const WAYS: usize = 2;

/// The sum of the parts that are left when a player has one hand tied.
#[derive(Clone, Copy)]
pub(super) enum Tied {
    Unknown,
    Impossible,
    Sum(Short),
}

/// Stands for moves that were not looked for yet.
const NOT_FOUND: (u32, u32) = (u32::MAX, 0);

/// Where a move of a component leads.
#[derive(Clone, Copy)]
pub(super) struct Move {
    pub(super) value: Short,
    first: u32,
    count: u32,
}

pub(super) struct Component<P> {
    pub(super) form: P,
    pub(super) size: u32,
    pub(super) promise: i32,
    pub(super) bounds: Option<(i32, i32)>,
    /// By the player who is tied and the way to cut.
    pub(super) tied: [[Tied; WAYS]; 2],
    /// What it is the sum of, where it falls apart; then no state has it as a part.
    pub(super) finer: Option<Box<State>>,
    /// Does this player, moving first, win it when nothing else is there?
    pub(super) alone: [Option<bool>; 2],
    /// Where the moves of each player begin and end in the pool.
    moves: [(u32, u32); 2],
}

/// All components met so far.
pub(super) struct Components<P> {
    list: Vec<Component<P>>,
    /// The hash of a form and its number.
    index: HashTable<(u32, u32)>,
    moves: Vec<Move>,
    parts: Vec<Part>,
}

fn hash(form: &impl Hash) -> u32 {
    let hash = FxBuildHasher.hash_one(form);
    (hash >> 32 ^ hash) as u32
}

/// A hash spread over all bits.
pub(super) fn spread(hash: u32) -> u64 {
    u64::from(hash).wrapping_mul(0x9E37_79B9_7F4A_7C15)
}

/// Bounds as they are kept; huge ones are not worth it.
fn narrow((low, high): (i64, i64)) -> Option<(i32, i32)> {
    Some((i32::try_from(low).ok()?, i32::try_from(high).ok()?))
}

/// Counts what a vector is about to take more.
fn reserve<T>(budget: &Budget, list: &mut Vec<T>, more: usize) -> Result<(), Stopped> {
    if list.len() + more > list.capacity() {
        let more = more.max(list.len()).max(64);
        budget.charge((more * size_of::<T>()) as u64)?;
        list.reserve_exact(more);
    }
    Ok(())
}

impl<P: Eq + Hash + Weigh> Components<P> {
    pub(super) fn new() -> Self {
        let (list, index) = (Vec::new(), HashTable::new());
        Components { list, index, moves: Vec::new(), parts: Vec::new() }
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

    /// The number of a component in normal form.
    pub(super) fn find<R: Rules<Position = P>>(
        &mut self,
        rules: &R,
        budget: &Budget,
        form: P,
    ) -> Result<usize, Stopped> {
        let hash = hash(&form);
        let is_form =
            |entry: &(u32, u32)| entry.0 == hash && self.list[entry.1 as usize].form == form;
        if let Some(&(_, i)) = self.index.find(spread(hash), is_form) {
            return Ok(i as usize);
        }
        let i = self.list.len();
        if i >= Part::LIMIT {
            let limit = Part::LIMIT as u64;
            return Err(Stopped::Limit { what: "the number of components", limit });
        }
        reserve(budget, &mut self.list, 1)?;
        budget.charge(form.heap_bytes() as u64)?;
        if self.index.len() == self.index.capacity() {
            budget.charge((self.index.len().max(8) * (size_of::<(u32, u32)>() + 2)) as u64)?;
        }
        self.list.push(Component {
            size: rules.size(&form),
            promise: rules.promise(&form),
            bounds: rules.bounds(&form).and_then(narrow),
            tied: [[Tied::Unknown; WAYS]; 2],
            finer: None,
            alone: [None; 2],
            moves: [NOT_FOUND; 2],
            form,
        });
        self.index.insert_unique(spread(hash), (hash, i as u32), |entry| spread(entry.0));
        Ok(i)
    }

    /// The moves of a player, if they were found already; each is one of [`Components::step`].
    pub(super) fn moves(&self, i: usize, who: Player) -> Option<Range<usize>> {
        let (start, end) = self.list[i].moves[who as usize];
        ((start, end) != NOT_FOUND).then_some(start as usize..end as usize)
    }

    pub(super) fn step(&self, number: usize) -> Move {
        self.moves[number]
    }

    /// The parts that a move leaves.
    pub(super) fn parts(&self, step: Move) -> &[Part] {
        &self.parts[step.first as usize..][..step.count as usize]
    }

    /// Keeps the moves of a player.
    pub(super) fn set_moves(
        &mut self,
        budget: &Budget,
        i: usize,
        who: Player,
        states: &[State],
    ) -> Result<(), Stopped> {
        let (start, end) = (self.moves.len(), self.moves.len() + states.len());
        let parts = states.iter().map(|state| state.parts.len()).sum::<usize>();
        if u32::try_from(end.max(self.parts.len() + parts)).is_err() {
            return Err(Stopped::Limit { what: "the number of moves", limit: 1 << 32 });
        }
        reserve(budget, &mut self.moves, states.len())?;
        reserve(budget, &mut self.parts, parts)?;
        for state in states {
            let (first, count) = (self.parts.len() as u32, state.parts.len() as u32);
            self.parts.extend_from_slice(&state.parts);
            self.moves.push(Move { value: state.value, first, count });
        }
        self.list[i].moves[who as usize] = (start as u32, end as u32);
        Ok(())
    }
}
