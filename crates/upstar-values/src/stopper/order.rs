//! Comparing loopy games: who survives the difference.
//!
//! `a >= b` iff Left, moving second, survives `a - b`. A state is a pair of positions and the
//! player to move; Left moves in `a` or answers as Right does in `b`. A player who cannot move has lost.
//! What an infinite play is worth depends on how the two games are fixed:
//!
//! - stoppers, or a counted as won by Left and b as won by Right: Left survives every infinite
//!   play, so the lost states are those from which Right can force the end (a safety game, in
//!   [`super::survival`]);
//! - both counted as won by Left: Left must move in `a`, or be moved in it, again and again;
//! - both as won by Right: the same for `b` (Büchi games);
//! - a as won by Right and b by Left: no infinite play is good enough (a reachability game).

use super::draft::{Draft, Ref};
use super::store::Stoppers;
use super::survival::{self, Scratch};
use rustc_hash::FxHashMap;
use upstar_base::{Budget, Player, Stopped};

/// Who is taken to win infinite plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ending {
    /// Left, `G+`: for onsides.
    Left,
    /// Right, `G-`: for offsides.
    Right,
}

/// What makes an infinite play good enough for Left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Infinite {
    /// Always.
    Good,
    /// Infinitely many moves in the first game.
    First,
    /// Infinitely many moves in the second game.
    Second,
    /// Never.
    Bad,
}

impl Infinite {
    /// The test for `a >= b`, both fixed in the same way.
    pub fn fixed(ending: Ending) -> Infinite {
        match ending {
            Ending::Left => Infinite::First,
            Ending::Right => Infinite::Second,
        }
    }

    /// Is a move surely one that an infinite play must have again and again? A game that is passed
    /// in does not show.
    fn counts(self, from: &State, to: &State) -> bool {
        match self {
            Infinite::Good => true,
            Infinite::First => from.0 != to.0,
            Infinite::Second => from.1 != to.1,
            Infinite::Bad => false,
        }
    }
}

/// A pair of positions and who is to move.
pub(super) type State = (Ref, Ref, Player);

/// The states that can be reached and their moves.
#[derive(Default)]
struct Arena {
    states: Vec<State>,
    players: Vec<Player>,
    /// Successors of all states, one after another, and whether the move was in the first game.
    moves: Vec<(u32, bool)>,
    /// Where those of each state end.
    ends: Vec<u32>,
}

impl Arena {
    /// The moves from a state.
    fn of(&self, state: usize) -> &[(u32, bool)] {
        let end = |state: usize| self.ends[state] as usize;
        let start = state.checked_sub(1).map_or(0, end);
        &self.moves[start..end(state)]
    }
}

/// Comparisons within one graph, remembered; those of canonical stoppers are kept by the store.
#[derive(Debug, Default)]
pub struct Order {
    known: FxHashMap<(State, Infinite), bool>,
    mirror: Option<Mirror>,
}

/// Two copies of a graph that differ in the options of one node: is that node the same in both?
///
/// Elsewhere Left, moving second in the difference of a node and its copy, answers every move by
/// the same move in the other copy, until that one node is reached, or for ever. So what is asked
/// for may be taken for granted at all other nodes: a player who comes back to the node again and again
/// on such a way moves in both games every time.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mirror {
    /// The node.
    pub(super) node: u32,
    /// How much larger its number in the other copy is.
    pub(super) shift: u32,
}

impl Mirror {
    fn holds(self, a: Ref, b: Ref) -> bool {
        let (Ref::Node(a), Ref::Node(b)) = (a, b) else { return false };
        a.abs_diff(b) == self.shift && a.min(b) < self.shift && a.min(b) != self.node
    }
}

impl Order {
    /// Comparisons of a node with its copy.
    pub(super) fn mirrored(mirror: Mirror) -> Order {
        Order { mirror: Some(mirror), ..Order::default() }
    }

    /// Is `a >= b`?
    pub fn ge(
        &mut self,
        store: &mut Stoppers,
        draft: &Draft,
        (a, b): (Ref, Ref),
        infinite: Infinite,
    ) -> Result<bool, Stopped> {
        self.survives(store, draft, (a, b, Player::Right), infinite)
    }

    /// Does Left survive the difference of two games when a certain player is to move?
    pub fn survives(
        &mut self,
        store: &mut Stoppers,
        draft: &Draft,
        start: State,
        infinite: Infinite,
    ) -> Result<bool, Stopped> {
        let infinite = of_stoppers(&start, infinite);
        if let Some(answer) = self.settled(store, &start, infinite) {
            return Ok(answer);
        }
        let mut tables = store.take_scratch();
        let first = self.search(store, draft, start, infinite, &mut tables);
        store.keep_scratch(tables);
        first
    }

    fn search(
        &mut self,
        store: &mut Stoppers,
        draft: &Draft,
        start: State,
        infinite: Infinite,
        tables: &mut Scratch,
    ) -> Result<bool, Stopped> {
        let settled = |state: &State| self.settled(store, state, infinite);
        let first = survival::solve(store, draft, start, settled, tables)?;
        let certain = infinite == Infinite::Good;
        for (state, good) in tables.found().filter(|&(_, good)| certain || !good) {
            self.remember(store, state, infinite, good)?;
        }
        if certain || !first {
            return Ok(first);
        }
        if tables.is_lively(|from, to| infinite.counts(from, to)) {
            for state in tables.met() {
                self.remember(store, state, infinite, true)?;
            }
            return Ok(true);
        }
        let settled = |state: &State| {
            if tables.is_lost(state) { Some(false) } else { self.settled(store, state, infinite) }
        };
        let arena = explore(store, draft, start, settled)?;
        let good = solve(&arena, infinite, store.budget())?;
        for (&state, &good) in arena.states.iter().zip(&good) {
            self.remember(store, state, infinite, good)?;
        }
        Ok(good[0])
    }

    fn remember(
        &mut self,
        store: &mut Stoppers,
        state: State,
        infinite: Infinite,
        good: bool,
    ) -> Result<(), Stopped> {
        if let (Ref::Known(g), Ref::Known(h), who) = state {
            return store.remember_survival((g, h, who), good);
        }
        // Of a graph and its copy the two questions have no state in common.
        if self.mirror.is_none() {
            self.known.insert((state, infinite), good);
        }
        Ok(())
    }

    /// What is known at sight or was asked before.
    fn settled(&self, store: &Stoppers, state: &State, infinite: Infinite) -> Option<bool> {
        let &(a, b, who) = state;
        if who == Player::Right && (a == b || self.mirror.is_some_and(|m| m.holds(a, b))) {
            return Some(true);
        }
        match (a, b) {
            (Ref::Known(g), Ref::Known(h)) => store.known_survival((g, h, who)),
            _ => self.known.get(&(*state, infinite)).copied(),
        }
    }
}

/// Of two stoppers all tests say the same.
fn of_stoppers(state: &State, infinite: Infinite) -> Infinite {
    match (state.0, state.1) {
        (Ref::Known(_), Ref::Known(_)) => Infinite::Good,
        _ => infinite,
    }
}

/// Calls `each` with the moves from a state and whether they are in the first game: who moves in
/// the first game moves in the second as the opponent.
pub(super) fn moves(
    store: &Stoppers,
    draft: &Draft,
    (a, b, who): State,
    mut each: impl FnMut(State, bool),
) {
    draft.for_options(store, a, who, |a| each((a, b, !who), true));
    draft.for_options(store, b, !who, |b| each((a, b, !who), false));
}

fn explore(
    store: &Stoppers,
    draft: &Draft,
    start: State,
    settled: impl Fn(&State) -> Option<bool>,
) -> Result<Arena, Stopped> {
    let mut numbers: FxHashMap<State, u32> = FxHashMap::default();
    numbers.insert(start, 0);
    let mut arena = Arena { states: vec![start], ..Arena::default() };
    let mut list = Vec::new();
    while arena.ends.len() < arena.states.len() {
        if arena.ends.len().is_multiple_of(1024) {
            store.budget().check()?;
        }
        let state = arena.states[arena.ends.len()];
        list.clear();
        let mut answer = settled(&state);
        if answer.is_none() {
            moves(store, draft, state, |state, first| list.push((state, first)));
            // One move that is known to be good for its player is enough.
            let good = state.2 == Player::Left;
            let known = list.iter().any(|(next, _)| settled(next) == Some(good));
            answer = known.then_some(good);
        }
        // Who has no moves has lost: that is how an answer that is known is kept.
        arena.players.push(match answer {
            Some(true) => Player::Right,
            Some(false) => Player::Left,
            None => state.2,
        });
        for &(state, first) in list.iter().filter(|_| answer.is_none()) {
            let next = arena.states.len() as u32;
            let number = *numbers.entry(state).or_insert_with(|| {
                arena.states.push(state);
                next
            });
            arena.moves.push((number, first));
        }
        arena.ends.push(arena.moves.len() as u32);
    }
    Ok(arena)
}

/// For every state whether Left survives, unless every infinite play is good.
///
/// Among the states that are not known to be lost Left can force the end or one good move from some;
/// the others are lost, and so are those from which Right can force one of them. What is left is
/// looked at again, until nothing is lost any more: then Left can force good moves again and again.
fn solve(arena: &Arena, infinite: Infinite, budget: &Budget) -> Result<Vec<bool>, Stopped> {
    let n = arena.states.len();
    let into = Into::new(arena);
    let good = |first: bool| match infinite {
        Infinite::First => first,
        Infinite::Second => !first,
        Infinite::Good | Infinite::Bad => false,
    };
    let mut held = vec![true; n];
    let mut left: Vec<u32> = (0..n as u32).collect();
    // Moves of a state that do not lead well, and those that do not lead to what is lost.
    let mut open: Vec<u32> = vec![0; n];
    let mut safe: Vec<u32> = (0..n).map(|state| arena.of(state).len() as u32).collect();
    let mut reached = vec![false; n];
    let mut work: Vec<u32> = Vec::new();
    loop {
        budget.check()?;
        for &state in &left {
            let s = state as usize;
            let well = |&&(to, first): &&(u32, bool)| good(first) && held[to as usize];
            let leading = arena.of(s).iter().filter(well).count() as u32;
            open[s] = safe[s] - leading;
            reached[s] = match arena.players[s] {
                Player::Left => leading > 0,
                Player::Right => open[s] == 0,
            };
            if reached[s] {
                work.push(state);
            }
        }
        while let Some(state) = work.pop() {
            for &(before, first) in into.of(state) {
                let b = before as usize;
                if !held[b] || reached[b] || good(first) {
                    continue;
                }
                open[b] -= 1;
                if arena.players[b] == Player::Left || open[b] == 0 {
                    reached[b] = true;
                    work.push(before);
                }
            }
        }
        let lost = left.iter().filter(|&&state| !reached[state as usize]);
        work.extend(lost);
        if work.is_empty() {
            return Ok(held);
        }
        work.iter().for_each(|&state| held[state as usize] = false);
        while let Some(state) = work.pop() {
            for &(before, _) in into.of(state) {
                let b = before as usize;
                safe[b] -= 1;
                if held[b] && (arena.players[b] == Player::Right || safe[b] == 0) {
                    held[b] = false;
                    work.push(before);
                }
            }
        }
        left.retain(|&state| held[state as usize]);
    }
}

/// The moves into every state: from which state, and whether in the first game.
struct Into {
    starts: Vec<u32>,
    moves: Vec<(u32, bool)>,
}

impl Into {
    fn new(arena: &Arena) -> Into {
        let n = arena.states.len();
        let mut starts = vec![0u32; n + 1];
        for &(to, _) in &arena.moves {
            starts[to as usize + 1] += 1;
        }
        for state in 0..n {
            starts[state + 1] += starts[state];
        }
        let mut free = starts.clone();
        let mut moves = vec![(0, false); arena.moves.len()];
        for from in 0..n {
            for &(to, first) in arena.of(from) {
                let place = &mut free[to as usize];
                moves[*place as usize] = (from as u32, first);
                *place += 1;
            }
        }
        Into { starts, moves }
    }

    fn of(&self, state: u32) -> &[(u32, bool)] {
        let start = |state: u32| self.starts[state as usize] as usize;
        &self.moves[start(state)..start(state + 1)]
    }
}
