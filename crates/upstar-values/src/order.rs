//! The order of games: `G <= H` iff no Left option of `G` is `>= H` and no Right option of `H`
//! is `<= G` (Conway).
//!
//! Before the definition is unfolded, the stops decide: `G <= H` needs both stops of `G` to be
//! at most those of `H`, and follows when the Left stop of `G` is below the Right stop of `H`; a
//! comparison with a number is settled by one stop and one flag; and the [`Ups`](crate::ups::Ups)
//! of both decide most of what is left. Pairs are remembered, `(G, H)` together with `(-H, -G)`.

use crate::fixed::Fixed;
use crate::store::{GameBounds, GameSight, at_least_zero};
use crate::workspace::Workspace;
use crate::{Short, Store};
use std::cmp::Ordering;
use upstar_base::{Player, Stopped, deeper};

impl Store {
    /// Is the number `x <= H`?
    #[inline]
    pub(crate) fn number_le(&self, x: Fixed, h: &GameBounds) -> bool {
        match self.numbers.cmp(x, h.stops[1]) {
            Ordering::Less => true,
            Ordering::Equal => h.above_right_stop,
            Ordering::Greater => false,
        }
    }

    /// Is `G <= x`, a number?
    #[inline]
    pub(crate) fn le_number(&self, g: &GameBounds, x: Fixed) -> bool {
        match self.numbers.cmp(g.stops[0], x) {
            Ordering::Less => true,
            Ordering::Equal => g.below_left_stop,
            Ordering::Greater => false,
        }
    }

    /// `G <= H` from stops, flags and ups alone, when they tell.
    #[inline]
    pub(crate) fn le_at_sight(
        &self,
        (a, of_a): GameSight<'_>,
        (b, of_b): GameSight<'_>,
    ) -> Option<bool> {
        if of_a == Some((0, 0)) {
            return Some(self.number_le(a.stops[0], b));
        }
        if of_b == Some((0, 0)) {
            return Some(self.le_number(a, b.stops[0]));
        }
        let left = self.numbers.cmp(a.stops[0], b.stops[0]);
        let right = self.numbers.cmp(a.stops[1], b.stops[1]);
        if left == Ordering::Greater || right == Ordering::Greater {
            return Some(false);
        }
        let across = self.numbers.cmp(a.stops[0], b.stops[1]);
        if across == Ordering::Less {
            return Some(true);
        }
        if let (Some((a_up, a_nim)), Some((b_up, b_nim))) = (of_a, of_b) {
            return Some(at_least_zero(b_up - a_up, a_nim ^ b_nim));
        }
        let equal = Ordering::Equal;
        a.ups.decide(&b.ups, left == equal, right == equal, across == equal)
    }
}

impl Workspace {
    pub(crate) fn le(&mut self, store: &Store, g: Short, h: Short) -> Result<bool, Stopped> {
        if g == h {
            return Ok(true);
        }
        let (a, b) = (store.node(g), store.node(h));
        if let Some(answer) = store.le_at_sight(a.sight(), b.sight()) {
            return Ok(answer);
        }
        let (g, h) = match (a.negative(), b.negative()) {
            (Some(minus_g), Some(minus_h))
                if u64::from(minus_g.0) + u64::from(minus_h.0)
                    < u64::from(g.0) + u64::from(h.0) =>
            {
                (minus_h, minus_g)
            }
            _ => (g, h),
        };
        if let Some(answer) = self.order.get(g, h) {
            return Ok(answer);
        }
        let answer = deeper(|| self.le_by_definition(store, g, h))?;
        self.order.put(self.work.budget(), g, h, answer);
        Ok(answer)
    }

    fn le_by_definition(&mut self, store: &Store, g: Short, h: Short) -> Result<bool, Stopped> {
        let (left, right) =
            (self.options(store, g, Player::Left)?, self.options(store, h, Player::Right)?);
        self.steps(1 + left.len() + right.len())?;
        for &option in left {
            if self.le(store, h, option)? {
                return Ok(false);
            }
        }
        for &option in right {
            if self.le(store, option, g)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Is `h` at least as good for `who` as `g`?
    pub(crate) fn no_worse(
        &mut self,
        store: &Store,
        who: Player,
        g: Short,
        h: Short,
    ) -> Result<bool, Stopped> {
        match who {
            Player::Left => self.le(store, g, h),
            Player::Right => self.le(store, h, g),
        }
    }
}
