//! Comparing loopy games: who survives the difference.
//!
//! `a >= b` iff Left, moving second, survives `a - b`. A state is a pair of positions and the
//! player to move; Left moves in `a` or answers as Right does in `b`. A player who cannot move has lost.
//! What an infinite play is worth depends on how the two games are fixed:
//!
//! | fixed as won by | an infinite play is good for Left | the game | solved in |
//! |---|---|---|---|
//! | a by Left, b by Right, or both stoppers | always | safety | [`super::safety`] |
//! | the same, for all pairs of a large graph | always | safety | [`super::safety_table`] |
//! | both by Left | with moves in `a` again and again | Büchi | [`super::buchi`] |
//! | both by Right | with moves in `b` again and again | Büchi | [`super::buchi`] |
//! | a by Right, b by Left | never | reachability | [`super::buchi`], with no good move |
//!
//! A Büchi or reachability game is first solved as a safety game: what is lost even so is lost, and
//! the way in which Left survives may be good enough.
//!
//! Theorem: `docs/loopy.md#survival`.

use super::buchi;
use super::draft::{Draft, Ref};
use super::safety::{self, Scratch};
use super::store::Stoppers;
use rustc_hash::FxHashMap;
use upstar_base::{Player, Stopped};

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
    fn counts(self, from: &PairState, to: &PairState) -> bool {
        match self {
            Infinite::Good => true,
            Infinite::First => from.0 != to.0,
            Infinite::Second => from.1 != to.1,
            Infinite::Bad => false,
        }
    }
}

/// A pair of positions and who is to move.
pub(super) type PairState = (Ref, Ref, Player);

/// Comparisons within one graph, remembered; those of canonical stoppers are kept by the store.
#[derive(Debug, Default)]
pub struct StopperOrder {
    known: FxHashMap<(PairState, Infinite), bool>,
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

impl StopperOrder {
    /// Comparisons of a node with its copy.
    pub(super) fn mirrored(mirror: Mirror) -> StopperOrder {
        StopperOrder { mirror: Some(mirror), ..StopperOrder::default() }
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
        start: PairState,
        infinite: Infinite,
    ) -> Result<bool, Stopped> {
        let infinite = of_stoppers(&start, infinite);
        if let Some(answer) = self.settled(store, &start, infinite) {
            return Ok(answer);
        }
        let mut tables = std::mem::take(&mut store.scratch);
        let first = self.search(store, draft, start, infinite, &mut tables);
        store.scratch = tables;
        first
    }

    fn search(
        &mut self,
        store: &mut Stoppers,
        draft: &Draft,
        start: PairState,
        infinite: Infinite,
        tables: &mut Scratch,
    ) -> Result<bool, Stopped> {
        let settled = |state: &PairState| self.settled(store, state, infinite);
        let first = safety::solve(store, draft, start, settled, tables)?;
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
        let settled = |state: &PairState| {
            if tables.is_lost(state) { Some(false) } else { self.settled(store, state, infinite) }
        };
        let solved = buchi::solve(store, draft, start, settled, infinite)?;
        for &(state, good) in &solved {
            self.remember(store, state, infinite, good)?;
        }
        Ok(solved[0].1)
    }

    fn remember(
        &mut self,
        store: &mut Stoppers,
        state: PairState,
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
    fn settled(&self, store: &Stoppers, state: &PairState, infinite: Infinite) -> Option<bool> {
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
fn of_stoppers(state: &PairState, infinite: Infinite) -> Infinite {
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
    (a, b, who): PairState,
    mut each: impl FnMut(PairState, bool),
) {
    draft.for_options(store, a, who, |a| each((a, b, !who), true));
    draft.for_options(store, b, !who, |b| each((a, b, !who), false));
}
