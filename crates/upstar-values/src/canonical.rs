//! The canonical form of `{L|R}` for canonical options.
//!
//! A number is found first, from the options' stops alone (the simplicity rule). Otherwise
//! dominated options are deleted and reversible ones bypassed until nothing changes; what is
//! left is the canonical form (Winning Ways ch. 3; Siegel II.2). Whether an option reverses is
//! decided before the game is in the store, by comparing it through its [`GameBounds`] and option
//! lists, with marks that live as long as this one game.

use crate::fixed::Fixed;
use crate::store::{GameBounds, Simple};
use crate::ups::{FAR, UpBounds};
use crate::workspace::{ComparisonSide, Workspace};
use crate::{Short, Store};
use smallvec::SmallVec;
use std::cmp::Ordering;
use upstar_base::{Player, Stopped, deeper};

/// Options on their way to a canonical form.
pub(crate) type OptionList = SmallVec<[Short; 16]>;

impl GameBounds {
    fn scan(store: &Store, left: &[Short], right: &[Short]) -> GameBounds {
        let (left_stop, left_stop_reached) = stop(store, Player::Left, left);
        let (right_stop, right_stop_reached) = stop(store, Player::Right, right);
        GameBounds {
            stops: [left_stop, right_stop],
            below_left_stop: !left_stop_reached,
            above_right_stop: !right_stop_reached,
            ups: UpBounds { upper: [0; 2], lower: [0; 2] },
            reach: [left_stop, right_stop],
        }
    }

    fn measure_ups(&mut self, store: &Store, left: &[Short], right: &[Short]) {
        let [left_stop, right_stop] = self.stops;
        let mut highest = [-FAR; 2];
        for node in left.iter().map(|&g| store.node(g)) {
            if node.stops[1] == left_stop {
                highest = [0, 1].map(|i| highest[i].max(node.ups.lower[i]));
            }
        }
        let mut lowest = [FAR; 2];
        for node in right.iter().map(|&g| store.node(g)) {
            if node.stops[0] == right_stop {
                lowest = [0, 1].map(|i| lowest[i].min(node.ups.upper[i]));
            }
        }
        self.ups = UpBounds::from_options(highest, lowest, left_stop == right_stop);
    }

    fn measure_reach(&mut self, store: &Store, left: &[Short], right: &[Short]) {
        for node in left.iter().chain(right).map(|&g| store.node(g)) {
            if store.numbers.cmp(node.reach[0], self.reach[0]).is_gt() {
                self.reach[0] = node.reach[0];
            }
            if store.numbers.cmp(node.reach[1], self.reach[1]).is_lt() {
                self.reach[1] = node.reach[1];
            }
        }
    }

    /// The simplest number that fits between the options, if one does.
    fn number(&self, store: &Store) -> Option<Fixed> {
        let [lo, hi] = self.stops;
        let fits = match store.numbers.cmp(lo, hi) {
            Ordering::Less => true,
            Ordering::Equal => self.below_left_stop && self.above_right_stop,
            Ordering::Greater => false,
        };
        fits.then(|| store.numbers.simplest(lo, self.below_left_stop, hi, self.above_right_stop))
    }
}

/// The stop of `who`, who may move to any of `options`, and whether an option reaches it.
fn stop(store: &Store, who: Player, options: &[Short]) -> (Fixed, bool) {
    let start = match who {
        Player::Left => Fixed::MINUS_INFINITY,
        Player::Right => Fixed::INFINITY,
    };
    options.iter().fold((start, false), |(best, reached), &g| {
        let node = store.node(g);
        let (offered, reaches) = match who {
            Player::Left => (node.stops[1], node.above_right_stop),
            Player::Right => (node.stops[0], node.below_left_stop),
        };
        let order = match who {
            Player::Left => store.numbers.cmp(offered, best),
            Player::Right => store.numbers.cmp(best, offered),
        };
        match order {
            Ordering::Greater => (offered, reaches),
            Ordering::Equal => (best, reached | reaches),
            Ordering::Less => (best, reached),
        }
    })
}

/// A game that is not in the store yet.
struct Draft<'a> {
    bounds: &'a GameBounds,
    left: &'a [Short],
    right: &'a [Short],
}

impl Workspace {
    /// The canonical form of `{left|right}`. `halves`: each list consists of two parts without
    /// domination inside, the first of this length (options of the two terms of a sum); then
    /// only options of different parts are compared.
    pub(crate) fn canonical(
        &mut self,
        store: &Store,
        mut left: OptionList,
        mut right: OptionList,
        mut halves: Option<(usize, usize)>,
    ) -> Result<Short, Stopped> {
        self.work.step()?;
        loop {
            let mut bounds = GameBounds::scan(store, &left, &right);
            if let Some(number) = bounds.number(store) {
                return store.simple(self.work.budget(), Simple { number, up: 0, nim: 0 });
            }
            bounds.measure_ups(store, &left, &right);
            match halves.take() {
                Some((l, r)) => {
                    self.prune_across(store, Player::Left, &mut left, l)?;
                    self.prune_across(store, Player::Right, &mut right, r)?;
                }
                None => {
                    self.prune(store, Player::Left, &mut left)?;
                    self.prune(store, Player::Right, &mut right)?;
                }
            }
            self.marks.begin();
            let draft = Draft { bounds: &bounds, left: &left, right: &right };
            let bypassed_left = self.bypass(store, Player::Left, &draft)?;
            let bypassed_right = self.bypass(store, Player::Right, &draft)?;
            if bypassed_left.is_none() && bypassed_right.is_none() {
                break;
            }
            left = bypassed_left.unwrap_or(left);
            right = bypassed_right.unwrap_or(right);
        }
        sort(&mut left);
        sort(&mut right);
        self.intern(store, &left, &right)
    }

    /// The handle of a game whose sorted options are canonical already and that is not a number.
    pub(crate) fn intern(
        &mut self,
        store: &Store,
        left: &[Short],
        right: &[Short],
    ) -> Result<Short, Stopped> {
        if let Some(value) = recognise(store, left, right) {
            return store.simple(self.work.budget(), value);
        }
        let mut bounds = GameBounds::scan(store, left, right);
        bounds.measure_ups(store, left, right);
        bounds.measure_reach(store, left, right);
        store.intern(self.work.budget(), left, right, bounds)
    }

    /// Deletes duplicate and dominated options of `who`.
    fn prune(&mut self, store: &Store, who: Player, list: &mut OptionList) -> Result<(), Stopped> {
        sort(list);
        list.dedup();
        if list.len() < 2 {
            return Ok(());
        }
        // The most promising first: they remove the others early.
        list.sort_by(|&g, &h| {
            let (a, b) = (store.node(g), store.node(h));
            let (near, far) = match who {
                Player::Left => (1, 0),
                Player::Right => (0, 1),
            };
            let order = (store.numbers.cmp(b.stops[near], a.stops[near]))
                .then_with(|| store.numbers.cmp(b.stops[far], a.stops[far]));
            if who == Player::Left { order } else { order.reverse() }
        });
        let mut kept = OptionList::new();
        'candidates: for &g in list.iter() {
            self.steps(1 + kept.len())?;
            for &h in &kept {
                if self.no_worse(store, who, g, h)? {
                    continue 'candidates;
                }
            }
            let mut i = 0;
            while i < kept.len() {
                if self.no_worse(store, who, kept[i], g)? {
                    kept.swap_remove(i);
                } else {
                    i += 1;
                }
            }
            kept.push(g);
        }
        *list = kept;
        Ok(())
    }

    /// [`Workspace::prune`] for two parts, each free of domination inside.
    fn prune_across(
        &mut self,
        store: &Store,
        who: Player,
        list: &mut OptionList,
        first: usize,
    ) -> Result<(), Stopped> {
        let mut dominated: SmallVec<[bool; 32]> = SmallVec::from_elem(false, list.len());
        for i in 0..first {
            self.steps(list.len())?;
            for j in first..list.len() {
                if dominated[j] {
                    continue;
                }
                if self.no_worse(store, who, list[j], list[i])? {
                    dominated[j] = true;
                } else if self.no_worse(store, who, list[i], list[j])? {
                    dominated[i] = true;
                    break;
                }
            }
        }
        let mut i = 0;
        list.retain(|_| {
            i += 1;
            !dominated[i - 1]
        });
        Ok(())
    }

    /// The options of `who` with each reversible one replaced by the options after its reply;
    /// `None` when there is none.
    fn bypass(
        &mut self,
        store: &Store,
        who: Player,
        draft: &Draft<'_>,
    ) -> Result<Option<OptionList>, Stopped> {
        let options = match who {
            Player::Left => draft.left,
            Player::Right => draft.right,
        };
        let mut result: Option<OptionList> = None;
        for (i, &option) in options.iter().enumerate() {
            let mut behind = None;
            let replies = self.options(store, option, !who)?;
            self.steps(replies.len())?;
            for &reply in replies {
                if self.draft_holds(store, who, draft, reply)? {
                    behind = Some(self.options(store, reply, who)?);
                    break;
                }
            }
            match (behind, &mut result) {
                (Some(behind), _) => {
                    result
                        .get_or_insert_with(|| OptionList::from_slice(&options[..i]))
                        .extend_from_slice(behind);
                }
                (None, Some(list)) => list.push(option),
                (None, None) => {}
            }
        }
        Ok(result)
    }

    /// Is the draft `G` at least as good for `who` as `H`: `G >= H` for Left, `G <= H` for Right?
    fn draft_holds(
        &mut self,
        store: &Store,
        who: Player,
        draft: &Draft<'_>,
        h: Short,
    ) -> Result<bool, Stopped> {
        let (own, other) = ((draft.bounds, None), store.node(h).sight());
        let (at_sight, side, answers) = match who {
            Player::Left => (store.le_at_sight(other, own), ComparisonSide::Below, draft.right),
            Player::Right => (store.le_at_sight(own, other), ComparisonSide::Above, draft.left),
        };
        if let Some(answer) = at_sight.or_else(|| self.marks.get(side, h)) {
            return Ok(answer);
        }
        let answer = deeper(|| {
            let options = self.options(store, h, who)?;
            self.steps(1 + answers.len() + options.len())?;
            for &option in answers {
                if self.no_worse(store, who, option, h)? {
                    return Ok(false);
                }
            }
            for &option in options {
                if self.draft_holds(store, !who, draft, option)? {
                    return Ok(false);
                }
            }
            Ok(true)
        })?;
        self.marks.set(side, h, answer);
        Ok(answer)
    }
}

pub(crate) fn sort(list: &mut [Short]) {
    list.sort_unstable_by_key(|g| g.0);
}

/// `x + n.↑ + *m` from its canonical options, the inverse of the store's closed form.
fn recognise(store: &Store, left: &[Short], right: &[Short]) -> Option<Simple> {
    let simple = |g: Short| store.node(g).as_simple();
    let (a, b) = (simple(*left.first()?)?, simple(*right.first()?)?);
    let number = a.number;
    if number != b.number {
        return None;
    }
    if let ([_], [_]) = (left, right) {
        if a.is_number() && b.is_number() {
            return Some(Simple { number, up: 0, nim: 1 });
        }
        if a.is_number() && b.up >= 0 {
            return Some(Simple { number, up: b.up.checked_add(1)?, nim: b.nim ^ 1 });
        }
        if b.is_number() && a.up <= 0 {
            return Some(Simple { number, up: a.up.checked_sub(1)?, nim: a.nim ^ 1 });
        }
        return None;
    }
    // The handles are distinct, so k nimbers below *k are all of them.
    let all_smaller_nimbers = |list: &[Short]| {
        let is_smaller = |g: &Short| {
            simple(*g)
                .is_some_and(|v| v.number == number && v.up == 0 && (v.nim as usize) < list.len())
        };
        list.iter().all(is_smaller)
    };
    if !all_smaller_nimbers(left) || !all_smaller_nimbers(right) {
        return None;
    }
    match (left.len(), right.len()) {
        (k, l) if k == l => Some(Simple { number, up: 0, nim: u32::try_from(k).ok()? }),
        (2, 1) => Some(Simple { number, up: 1, nim: 1 }),
        (1, 2) => Some(Simple { number, up: -1, nim: 1 }),
        _ => None,
    }
}
