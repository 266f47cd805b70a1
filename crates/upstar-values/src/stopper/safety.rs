//! Safety games: who survives the difference of two stoppers, as far as one answer needs it.
//!
//! Lost is the least set that contains the states in which Left cannot move or all of Left's moves lead
//! into it, and those in which Right has a move into it. A state is taken not to be lost until it
//! turns out to be; those that relied on it are then looked at again (X. Liu and S. A. Smolka,
//! Simple linear-time algorithms for minimal fixed points, 1998). Left needs one good move, so most
//! of his moves are never looked at. At the end every state that was opened is settled: those not
//! lost are closed under what Right can do and one move of Left's.
//!
//! Where not every infinite play is good the same search comes first: what is lost even so is lost,
//! and the way in which Left survives may be good enough.

use super::draft::Draft;
use super::order::{PairState, moves};
use super::store::Stoppers;
use rustc_hash::FxHashMap;
use std::collections::hash_map::Entry;
use std::ops::Range;
use upstar_base::{Player, Stopped};

/// What is known of a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Status {
    /// Its moves have not been looked at.
    Closed,
    /// They have, and it is not lost so far.
    Open,
    /// Left has a move that is known to hold.
    Survived,
    /// Known from before to be survived.
    Known,
    Lost,
}

/// The tables of a search, kept for the next one.
#[derive(Debug, Default)]
pub(super) struct Scratch {
    numbers: FxHashMap<PairState, u32>,
    states: Vec<Looked>,
    targets: Vec<PairState>,
    /// Which states rely on which not to be lost: lists, each entry with the place of the next.
    relying: Vec<(u32, u32)>,
    work: Vec<u32>,
    losing: Vec<u32>,
    /// Those that a strategy of Left's meets, and where a walk among them is.
    met: Vec<u32>,
    walk: Vec<(u32, u32)>,
}

/// A state that was met.
#[derive(Clone, Debug)]
struct Looked {
    state: PairState,
    status: Status,
    /// Its moves that have not been tried, within `targets`.
    untried: Range<u32>,
    /// The last of those that rely on it.
    relying: u32,
    /// How far a walk has come with it.
    mark: Mark,
}

/// Where a walk along the moves that do not count has a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mark {
    Unseen,
    /// It is on the way.
    Within,
    /// Every way from it ends.
    Ends,
}

/// The end of a list.
const NONE: u32 = u32::MAX;

struct SafetySearch<'s, K> {
    store: &'s Stoppers,
    draft: &'s Draft,
    settled: K,
    tables: &'s mut Scratch,
}

/// Does Left survive `start`? The tables keep what else was found on the way.
pub(super) fn solve(
    store: &Stoppers,
    draft: &Draft,
    start: PairState,
    settled: impl Fn(&PairState) -> Option<bool>,
    tables: &mut Scratch,
) -> Result<bool, Stopped> {
    tables.clear();
    let mut search = SafetySearch { store, draft, settled, tables };
    let first = search.number(start);
    search.tables.work.push(first);
    let mut steps = 0u32;
    while let Some(state) = search.tables.work.pop() {
        steps = steps.wrapping_add(1);
        if steps.is_multiple_of(1024) {
            store.budget().check()?;
        }
        search.look(state);
    }
    Ok(tables.states[first as usize].status != Status::Lost)
}

impl Scratch {
    fn clear(&mut self) {
        // To clear a table takes as long as it is large.
        if self.numbers.capacity() > 1 << 10 {
            self.numbers = FxHashMap::default()
        } else {
            self.numbers.clear()
        }
        self.states.clear();
        self.targets.clear();
        self.relying.clear();
        self.work.clear();
        self.met.clear();
    }

    /// The states of the last search that were opened, and whether Left survives them.
    pub(super) fn found(&self) -> impl Iterator<Item = (PairState, bool)> {
        self.states.iter().filter_map(|looked| match looked.status {
            Status::Closed | Status::Known => None,
            Status::Lost => Some((looked.state, false)),
            Status::Open | Status::Survived => Some((looked.state, true)),
        })
    }

    /// Was a state found to be lost? Then it is, whatever infinite plays are worth.
    pub(super) fn is_lost(&self, state: &PairState) -> bool {
        let number = self.numbers.get(state);
        number.is_some_and(|&number| self.states[number as usize].status == Status::Lost)
    }

    /// Does the way in which Left survived lead through moves that count again and again, so that
    /// he survives even if only such infinite plays are good? Among the states that can be met when
    /// Left makes the moves that were found, there must be no cycle without a move that counts.
    ///
    /// A yes is certain; on a no there may be another way.
    pub(super) fn is_lively(&mut self, counts: impl Fn(&PairState, &PairState) -> bool) -> bool {
        self.met.push(0);
        let mut next = 0;
        while let Some(&start) = self.met.get(next) {
            next += 1;
            if !self.every_way_ends(start, &counts) {
                return false;
            }
        }
        true
    }

    /// The states that can be met then.
    pub(super) fn met(&self) -> impl Iterator<Item = PairState> {
        self.met.iter().map(|&state| self.states[state as usize].state)
    }

    /// Follows all moves from a state that do not count; those that do lead to more states.
    fn every_way_ends(
        &mut self,
        start: u32,
        counts: &impl Fn(&PairState, &PairState) -> bool,
    ) -> bool {
        if self.states[start as usize].mark != Mark::Unseen {
            return true;
        }
        self.states[start as usize].mark = Mark::Within;
        let mut walk = std::mem::take(&mut self.walk);
        walk.clear();
        walk.push((start, 0));
        let mut ends = true;
        while let Some((at, turn)) = walk.last_mut() {
            let Some(to) = self.step(*at, *turn) else {
                self.states[*at as usize].mark = Mark::Ends;
                walk.pop();
                continue;
            };
            *turn += 1;
            let (from, target) = (&self.states[*at as usize], &self.states[to as usize]);
            let (mark, counted) = (target.mark, counts(&from.state, &target.state));
            match mark {
                Mark::Within if !counted => {
                    ends = false;
                    break;
                }
                Mark::Within | Mark::Ends => {}
                Mark::Unseen if counted => self.met.push(to),
                Mark::Unseen => {
                    self.met.push(to);
                    self.states[to as usize].mark = Mark::Within;
                    walk.push((to, 0));
                }
            }
        }
        self.walk = walk;
        ends
    }

    /// The moves from a state in which Left makes the one that was found, one after another.
    fn step(&self, at: u32, turn: u32) -> Option<u32> {
        let looked = &self.states[at as usize];
        let most = if looked.state.2 == Player::Left { 1 } else { looked.untried.len() as u32 };
        if looked.status != Status::Open || turn >= most {
            return None;
        }
        let target = &self.targets[(looked.untried.start + turn) as usize];
        self.numbers.get(target).copied()
    }

    /// Those that rely on a state.
    fn relying_on(&self, state: u32) -> impl Iterator<Item = u32> {
        let mut at = self.states[state as usize].relying;
        std::iter::from_fn(move || {
            let &(by, next) = self.relying.get(at as usize)?;
            at = next;
            Some(by)
        })
    }
}

impl<K: Fn(&PairState) -> Option<bool>> SafetySearch<'_, K> {
    fn number(&mut self, state: PairState) -> u32 {
        let fresh = self.tables.states.len() as u32;
        match self.tables.numbers.entry(state) {
            Entry::Occupied(known) => return *known.get(),
            Entry::Vacant(place) => place.insert(fresh),
        };
        let status = match (self.settled)(&state) {
            None => Status::Closed,
            Some(true) => Status::Known,
            Some(false) => Status::Lost,
        };
        self.tables.states.push(Looked {
            state,
            status,
            untried: 0..0,
            relying: NONE,
            mark: Mark::Unseen,
        });
        fresh
    }

    fn status(&self, state: u32) -> Status {
        self.tables.states[state as usize].status
    }

    /// Looks at a state for the first time, or again because a move that it relied on is lost.
    fn look(&mut self, at: u32) {
        match self.status(at) {
            Status::Known | Status::Survived | Status::Lost => return,
            Status::Closed => {
                if self.is_forsaken(at) {
                    return;
                }
                self.open(at);
            }
            Status::Open => {}
        }
        let relied = match self.tables.states[at as usize].state.2 {
            Player::Left => self.one_that_holds(at),
            Player::Right => self.all_that_hold(at),
        };
        if !relied {
            self.lose(at);
        }
    }

    /// Have all that relied on it been lost?
    fn is_forsaken(&self, at: u32) -> bool {
        let mut relying = self.tables.relying_on(at).peekable();
        relying.peek().is_some() && relying.all(|by| self.status(by) == Status::Lost)
    }

    fn open(&mut self, at: u32) {
        let state = self.tables.states[at as usize].state;
        let start = self.tables.targets.len();
        let targets = &mut self.tables.targets;
        moves(self.store, self.draft, state, |to, _| targets.push(to));
        let looked = &mut self.tables.states[at as usize];
        looked.untried = start as u32..self.tables.targets.len() as u32;
        looked.status = Status::Open;
        // A move that is known to hold needs no company.
        let holds = |to: &PairState| (self.settled)(to) == Some(true);
        if state.2 == Player::Left && self.tables.targets[start..].iter().any(holds) {
            looked.status = Status::Survived;
        }
    }

    /// Finds a move of Left's that is not lost so far.
    fn one_that_holds(&mut self, at: u32) -> bool {
        if self.status(at) == Status::Survived {
            return true;
        }
        loop {
            let untried = &self.tables.states[at as usize].untried;
            if untried.is_empty() {
                return false;
            }
            let to = self.number(self.tables.targets[untried.start as usize]);
            if self.status(to) != Status::Lost {
                self.rely(at, to);
                return true;
            }
            self.tables.states[at as usize].untried.start += 1;
        }
    }

    /// Goes through the moves of Right's until one is lost.
    fn all_that_hold(&mut self, at: u32) -> bool {
        for target in self.tables.states[at as usize].untried.clone() {
            let to = self.number(self.tables.targets[target as usize]);
            if self.status(to) == Status::Lost {
                return false;
            }
            self.rely(at, to);
        }
        true
    }

    fn rely(&mut self, at: u32, on: u32) {
        let fresh = self.tables.relying.len() as u32;
        let looked = &mut self.tables.states[on as usize];
        self.tables.relying.push((at, looked.relying));
        looked.relying = fresh;
        if looked.status == Status::Closed {
            self.tables.work.push(on);
        }
    }

    fn lose(&mut self, at: u32) {
        let mut losing = std::mem::take(&mut self.tables.losing);
        losing.push(at);
        while let Some(at) = losing.pop() {
            let looked = &mut self.tables.states[at as usize];
            if looked.status == Status::Lost {
                continue;
            }
            looked.status = Status::Lost;
            let mut next = looked.relying;
            while let Some(&(by, after)) = self.tables.relying.get(next as usize) {
                next = after;
                match self.tables.states[by as usize].state.2 {
                    Player::Left => self.tables.work.push(by),
                    Player::Right => losing.push(by),
                }
            }
        }
        self.tables.losing = losing;
    }
}
