//! Büchi games: the difference of two loopy games in which Left needs certain moves again and
//! again.
//!
//! The graph of all states that matter is laid out, then what Left cannot hold is taken away, from
//! the end of play backwards, until nothing is lost any more. With no good move at all this is a
//! reachability game.

use super::draft::Draft;
use super::order::{Infinite, PairState, moves};
use super::store::Stoppers;
use rustc_hash::FxHashMap;
use upstar_base::{Budget, Lists, Player, Stopped};

/// The states that can be reached and their moves.
#[derive(Default)]
struct Arena {
    states: Vec<PairState>,
    players: Vec<Player>,
    /// The moves from each state: to which state, and whether in the first game.
    moves: Lists<(u32, bool)>,
}

/// For every state that matters to the first one, whether Left survives; the first one comes first.
/// What is `settled` need not be looked at.
pub(super) fn solve(
    store: &Stoppers,
    draft: &Draft,
    start: PairState,
    settled: impl Fn(&PairState) -> Option<bool>,
    infinite: Infinite,
) -> Result<Vec<(PairState, bool)>, Stopped> {
    let arena = explore(store, draft, start, settled)?;
    let held = held(&arena, infinite, store.budget())?;
    Ok(arena.states.into_iter().zip(held).collect())
}

fn explore(
    store: &Stoppers,
    draft: &Draft,
    start: PairState,
    settled: impl Fn(&PairState) -> Option<bool>,
) -> Result<Arena, Stopped> {
    let mut numbers: FxHashMap<PairState, u32> = FxHashMap::default();
    numbers.insert(start, 0);
    let mut arena = Arena { states: vec![start], ..Arena::default() };
    let mut list = Vec::new();
    while arena.moves.len() < arena.states.len() {
        if arena.moves.len().is_multiple_of(1024) {
            store.budget().check()?;
        }
        let state = arena.states[arena.moves.len()];
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
        arena.moves.close();
    }
    Ok(arena)
}

/// For every state whether Left survives, unless every infinite play is good.
///
/// Among the states that are not known to be lost Left can force the end or one good move from
/// some; the others are lost, and so are those from which Right can force one of them. What is left
/// is looked at again, until nothing is lost any more: then Left can force good moves again and
/// again.
fn held(arena: &Arena, infinite: Infinite, budget: &Budget) -> Result<Vec<bool>, Stopped> {
    let n = arena.states.len();
    let into = arena.moves.inverse(n, |(to, first), from| (to, (from, first)));
    let good = |first: bool| match infinite {
        Infinite::First => first,
        Infinite::Second => !first,
        Infinite::Good | Infinite::Bad => false,
    };
    let mut held = vec![true; n];
    let mut left: Vec<u32> = (0..n as u32).collect();
    // Moves of a state that do not lead well, and those that do not lead to what is lost.
    let mut open: Vec<u32> = vec![0; n];
    let mut safe: Vec<u32> = (0..n).map(|state| arena.moves.of(state).len() as u32).collect();
    let mut reached = vec![false; n];
    let mut work: Vec<u32> = Vec::new();
    loop {
        budget.check()?;
        for &state in &left {
            let s = state as usize;
            let well = |&&(to, first): &&(u32, bool)| good(first) && held[to as usize];
            let leading = arena.moves.of(s).iter().filter(well).count() as u32;
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
            for &(before, first) in into.of(state as usize) {
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
            for &(before, _) in into.of(state as usize) {
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
