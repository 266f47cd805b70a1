//! Comparing loopy games: who survives the difference.
//!
//! `a >= b` iff Left, moving second, survives `a - b`. A state is a pair of positions and the
//! player to move; Left moves in `a` or answers as Right does in `b`. Who cannot move has lost.
//! What an infinite play is worth depends on how the two games are fixed:
//!
//! - stoppers, or a counted as won by Left and b as won by Right: Left survives every infinite
//!   play, so the lost states are those from which Right can force the end (a safety game);
//! - both counted as won by Left: Left must move in `a`, or be moved in it, again and again;
//! - both as won by Right: the same for `b` (Büchi games);
//! - a as won by Right and b by Left: no infinite play is good enough (a reachability game).

use super::draft::{Draft, Ref};
use super::store::Stoppers;
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
}

/// A pair of positions and who is to move.
type State = (Ref, Ref, Player);

/// The states that can be reached and their moves.
struct Arena {
    /// Successors, and whether the move was in the first game.
    moves: Vec<Vec<(u32, bool)>>,
    players: Vec<Player>,
    states: Vec<State>,
}

/// Comparisons within one graph, remembered.
#[derive(Debug, Default)]
pub struct Order {
    known: FxHashMap<(State, Infinite), bool>,
}

impl Order {
    /// Is `a >= b`?
    pub fn ge(
        &mut self,
        store: &Stoppers,
        draft: &Draft,
        (a, b): (Ref, Ref),
        infinite: Infinite,
        budget: &Budget,
    ) -> Result<bool, Stopped> {
        self.survives(store, draft, (a, b, Player::Right), infinite, budget)
    }

    /// Does Left survive the difference of two games when a certain player is to move?
    pub fn survives(
        &mut self,
        store: &Stoppers,
        draft: &Draft,
        start: State,
        infinite: Infinite,
        budget: &Budget,
    ) -> Result<bool, Stopped> {
        if start.0 == start.1 && start.2 == Player::Right {
            return Ok(true);
        }
        let infinite = of_stoppers(&start, infinite);
        if let Some(&answer) = self.known.get(&(start, infinite)) {
            return Ok(answer);
        }
        let known =
            |state: &State| self.known.get(&(*state, of_stoppers(state, infinite))).copied();
        let arena = explore(store, draft, start, known, budget)?;
        let good = solve(&arena, infinite, budget)?;
        budget.charge(48 * arena.states.len() as u64)?;
        for (&state, &good) in arena.states.iter().zip(&good) {
            self.known.insert((state, of_stoppers(&state, infinite)), good);
        }
        Ok(good[0])
    }
}

/// Of two stoppers all tests say the same.
fn of_stoppers(state: &State, infinite: Infinite) -> Infinite {
    match (state.0, state.1) {
        (Ref::Known(_), Ref::Known(_)) => Infinite::Good,
        _ => infinite,
    }
}

fn explore(
    store: &Stoppers,
    draft: &Draft,
    start: State,
    known: impl Fn(&State) -> Option<bool>,
    budget: &Budget,
) -> Result<Arena, Stopped> {
    let mut numbers: FxHashMap<State, u32> = FxHashMap::default();
    numbers.insert(start, 0);
    let mut arena = Arena { moves: Vec::new(), players: Vec::new(), states: vec![start] };
    while arena.moves.len() < arena.states.len() {
        if arena.moves.len().is_multiple_of(1024) {
            budget.check()?;
        }
        let (a, b, who) = arena.states[arena.moves.len()];
        // Who has no moves has lost: that is how an answer that is known is kept.
        if let Some(answer) = known(&(a, b, who)) {
            arena.players.push(if answer { Player::Right } else { Player::Left });
            arena.moves.push(Vec::new());
            continue;
        }
        let mut moves = Vec::new();
        let in_first = draft.options(store, a, who).into_iter().map(|a| ((a, b, !who), true));
        let in_second = draft.options(store, b, !who).into_iter().map(|b| ((a, b, !who), false));
        for (state, first) in in_first.chain(in_second) {
            let next = arena.states.len() as u32;
            let number = *numbers.entry(state).or_insert_with(|| {
                arena.states.push(state);
                next
            });
            moves.push((number, first));
        }
        arena.players.push(who);
        arena.moves.push(moves);
    }
    Ok(arena)
}

/// For every state whether Left survives.
fn solve(arena: &Arena, infinite: Infinite, budget: &Budget) -> Result<Vec<bool>, Stopped> {
    let n = arena.states.len();
    let mut back: Vec<Vec<(u32, bool)>> = vec![Vec::new(); n];
    for (from, moves) in arena.moves.iter().enumerate() {
        for &(to, first) in moves {
            back[to as usize].push((from as u32, first));
        }
    }
    if infinite == Infinite::Good {
        // The least set of lost states.
        let mut lost = vec![false; n];
        let mut open: Vec<u32> = arena.moves.iter().map(|moves| moves.len() as u32).collect();
        let mut work: Vec<u32> = (0..n as u32)
            .filter(|&s| open[s as usize] == 0 && arena.players[s as usize] == Player::Left)
            .collect();
        work.iter().for_each(|&s| lost[s as usize] = true);
        while let Some(state) = work.pop() {
            for &(before, _) in &back[state as usize] {
                let b = before as usize;
                if lost[b] {
                    continue;
                }
                open[b] -= 1;
                if arena.players[b] == Player::Right || open[b] == 0 {
                    lost[b] = true;
                    work.push(before);
                }
            }
        }
        return Ok(lost.into_iter().map(|lost| !lost).collect());
    }
    let good = |first: bool| match infinite {
        Infinite::First => first,
        Infinite::Second => !first,
        Infinite::Good | Infinite::Bad => false,
    };
    // The greatest Z such that Left can force, from each of its states, the end or a good move
    // into Z.
    let mut within = vec![true; n];
    loop {
        budget.check()?;
        let mut reached = vec![false; n];
        // Moves that still keep a state out: for Right all that do not lead well, for Left none.
        let mut open: Vec<u32> = vec![0; n];
        let mut work = Vec::new();
        for (s, moves) in arena.moves.iter().enumerate() {
            let well = |&&(to, first): &&(u32, bool)| good(first) && within[to as usize];
            let leading = moves.iter().filter(well).count();
            open[s] = (moves.len() - leading) as u32;
            let now = match arena.players[s] {
                Player::Left => leading > 0,
                Player::Right => open[s] == 0,
            };
            if now {
                reached[s] = true;
                work.push(s as u32);
            }
        }
        while let Some(state) = work.pop() {
            for &(before, first) in &back[state as usize] {
                let b = before as usize;
                if reached[b] || good(first) && within[state as usize] {
                    continue;
                }
                open[b] -= 1;
                if arena.players[b] == Player::Left || open[b] == 0 {
                    reached[b] = true;
                    work.push(before);
                }
            }
        }
        let shrunk: Vec<bool> = reached.iter().zip(&within).map(|(&r, &w)| r && w).collect();
        if shrunk == within {
            return Ok(within);
        }
        within = shrunk;
    }
}
