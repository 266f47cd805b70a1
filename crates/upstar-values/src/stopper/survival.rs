//! Who survives the difference of two stoppers: the states that Left loses, as far as one answer
//! needs them.
//!
//! Lost is the least set that contains the states in which Left cannot move or all his moves lead
//! into it, and those in which Right has a move into it. A state is taken not to be lost until it
//! turns out to be; those that relied on it are then looked at again (X. Liu and S. A. Smolka,
//! Simple linear-time algorithms for minimal fixed points, 1998). Left needs one good move, so most
//! of his moves are never looked at. At the end every state that was opened is settled: those not
//! lost are closed under what Right can do and one move of Left's.

use super::draft::Draft;
use super::order::{State, moves};
use super::store::Stoppers;
use rustc_hash::FxHashMap;
use std::ops::Range;
use upstar_base::{Player, Stopped};

/// What is known of a state.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Status {
    /// Its moves have not been looked at.
    Closed,
    /// They have, and it is not lost so far.
    Open,
    /// Known from before.
    Survived,
    Lost,
}

struct Search<'s, K> {
    store: &'s Stoppers,
    draft: &'s Draft,
    settled: K,
    numbers: FxHashMap<State, u32>,
    states: Vec<State>,
    status: Vec<Status>,
    /// The moves of a state that have not been tried, within `targets`.
    untried: Vec<Range<u32>>,
    targets: Vec<State>,
    /// Which states rely on a state not to be lost.
    relying: Vec<Vec<u32>>,
    work: Vec<u32>,
}

/// The states that were looked at, the first of them `start`, and whether Left survives them.
pub(super) fn solve(
    store: &Stoppers,
    draft: &Draft,
    start: State,
    settled: impl Fn(&State) -> Option<bool>,
) -> Result<(Vec<State>, Vec<bool>), Stopped> {
    let mut search = Search {
        store,
        draft,
        settled,
        numbers: FxHashMap::default(),
        states: Vec::new(),
        status: Vec::new(),
        untried: Vec::new(),
        targets: Vec::new(),
        relying: Vec::new(),
        work: Vec::new(),
    };
    let first = search.number(start);
    search.work.push(first);
    let mut steps = 0u32;
    while let Some(state) = search.work.pop() {
        steps = steps.wrapping_add(1);
        if steps.is_multiple_of(1024) {
            store.budget().check()?;
        }
        search.look(state);
    }
    let decided = |(state, status): (State, Status)| match status {
        Status::Closed => None,
        Status::Lost => Some((state, false)),
        Status::Open | Status::Survived => Some((state, true)),
    };
    Ok(search.states.into_iter().zip(search.status).filter_map(decided).unzip())
}

impl<K: Fn(&State) -> Option<bool>> Search<'_, K> {
    fn number(&mut self, state: State) -> u32 {
        if let Some(&number) = self.numbers.get(&state) {
            return number;
        }
        let number = self.states.len() as u32;
        self.numbers.insert(state, number);
        self.states.push(state);
        self.status.push(match (self.settled)(&state) {
            None => Status::Closed,
            Some(true) => Status::Survived,
            Some(false) => Status::Lost,
        });
        self.untried.push(0..0);
        self.relying.push(Vec::new());
        number
    }

    /// Looks at a state for the first time, or again because a move that it relied on is lost.
    fn look(&mut self, at: u32) {
        let s = at as usize;
        match self.status[s] {
            Status::Survived | Status::Lost => return,
            Status::Closed => {
                let lost = |&by: &u32| self.status[by as usize] == Status::Lost;
                if !self.relying[s].is_empty() && self.relying[s].iter().all(lost) {
                    return;
                }
                self.open(s);
            }
            Status::Open => {}
        }
        let relied = match self.states[s].2 {
            Player::Left => self.one_that_holds(at),
            Player::Right => self.all_that_hold(at),
        };
        if !relied {
            self.lose(at);
        }
    }

    fn open(&mut self, s: usize) {
        self.status[s] = Status::Open;
        let start = self.targets.len() as u32;
        self.targets.extend(moves(self.store, self.draft, self.states[s]).map(|(to, _)| to));
        let range = start as usize..self.targets.len();
        // A move that is known to hold needs no company.
        let holds = |to: &State| (self.settled)(to) == Some(true);
        if self.states[s].2 == Player::Left && self.targets[range.clone()].iter().any(holds) {
            self.status[s] = Status::Survived;
            self.targets.truncate(range.start);
        }
        self.untried[s] = start..self.targets.len() as u32;
    }

    /// Finds a move of Left's that is not lost so far.
    fn one_that_holds(&mut self, at: u32) -> bool {
        let s = at as usize;
        if self.status[s] == Status::Survived {
            return true;
        }
        while !self.untried[s].is_empty() {
            let to = self.number(self.targets[self.untried[s].start as usize]);
            if self.status[to as usize] != Status::Lost {
                self.rely(at, to);
                return true;
            }
            self.untried[s].start += 1;
        }
        false
    }

    /// Goes through the moves of Right's until one is lost.
    fn all_that_hold(&mut self, at: u32) -> bool {
        let s = at as usize;
        for target in self.untried[s].clone() {
            let to = self.number(self.targets[target as usize]);
            if self.status[to as usize] == Status::Lost {
                return false;
            }
            self.rely(at, to);
        }
        true
    }

    fn rely(&mut self, at: u32, on: u32) {
        self.relying[on as usize].push(at);
        if self.status[on as usize] == Status::Closed {
            self.work.push(on);
        }
    }

    fn lose(&mut self, at: u32) {
        let mut losing = vec![at];
        while let Some(at) = losing.pop() {
            let s = at as usize;
            if self.status[s] == Status::Lost {
                continue;
            }
            self.status[s] = Status::Lost;
            for by in std::mem::take(&mut self.relying[s]) {
                match self.states[by as usize].2 {
                    Player::Left => self.work.push(by),
                    Player::Right => losing.push(by),
                }
            }
        }
    }
}
