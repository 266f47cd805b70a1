//! Recursion over the options of a game, safely.
//!
//! Most operations replace each option by something and put the results back between the bars;
//! [`Calc::map_options`] is that one step for both players. [`Calc::descend`] moves to a fresh
//! piece of stack when the old one is nearly full and refuses games nested beyond [`DEPTH`], so
//! that no game a user can write ends the process.

use crate::memo::{BoundedMemo, Memos};
use crate::{Calc, Short};
use smallvec::SmallVec;
use std::hash::Hash;
use upstar_base::{Player, Stopped};

/// The deepest nesting of a game that a recursion follows.
pub(crate) const DEPTH: u32 = 250_000;

/// A list of options.
pub(crate) type GameOptions = SmallVec<[Short; 8]>;

impl Calc {
    /// Runs `f` one level deeper.
    pub(crate) fn descend<T, E: From<Stopped>>(
        &mut self,
        f: impl FnOnce(&mut Calc) -> Result<T, E>,
    ) -> Result<T, E> {
        self.step()?;
        self.settle_memos();
        if self.memos.depth >= DEPTH {
            return Err(
                Stopped::Limit { what: "the nesting of a game", limit: DEPTH.into() }.into()
            );
        }
        self.memos.depth += 1;
        let result = upstar_base::deeper(|| f(self));
        self.memos.depth -= 1;
        result
    }

    /// What a memo holds for a key; what it does not hold is found by `f`, and kept.
    pub(crate) fn kept<K: Eq + Hash, V: Clone, E>(
        &mut self,
        memo: fn(&mut Memos) -> &mut BoundedMemo<K, V>,
        key: K,
        f: impl FnOnce(&mut Calc) -> Result<V, E>,
    ) -> Result<V, E> {
        if let Some(known) = memo(&mut self.memos).get(&key) {
            return Ok(known.clone());
        }
        let found = f(self)?;
        memo(&mut self.memos).put(key, found.clone());
        Ok(found)
    }

    /// As [`Calc::kept`], with `f` one level deeper.
    pub(crate) fn remembered<K: Eq + Hash, V: Clone, E: From<Stopped>>(
        &mut self,
        memo: fn(&mut Memos) -> &mut BoundedMemo<K, V>,
        key: K,
        f: impl FnOnce(&mut Calc) -> Result<V, E>,
    ) -> Result<V, E> {
        self.kept(memo, key, |calc| calc.descend(f))
    }

    /// `{f(GL)|f(GR)}`; `f` gets an option and its player.
    pub(crate) fn map_options<E: From<Stopped>>(
        &mut self,
        g: Short,
        mut f: impl FnMut(&mut Calc, Short, Player) -> Result<Short, E>,
    ) -> Result<Short, E> {
        let [mut left, mut right] = [GameOptions::new(), GameOptions::new()];
        for (who, side) in [(Player::Left, &mut left), (Player::Right, &mut right)] {
            for option in self.options(g, who)? {
                side.push(f(self, option, who)?);
            }
        }
        Ok(self.make(&left, &right)?)
    }

    /// `g + t` for Left, `g - t` for Right: `t` to the advantage of `who`.
    pub(crate) fn favour(&mut self, g: Short, t: Short, who: Player) -> Result<Short, Stopped> {
        match who {
            Player::Left => self.add(g, t),
            Player::Right => self.sub(g, t),
        }
    }

    /// Is `g >= h` for Left, `g <= h` for Right?
    pub(crate) fn as_good_for(&mut self, who: Player, g: Short, h: Short) -> Result<bool, Stopped> {
        match who {
            Player::Left => self.ge(g, h),
            Player::Right => self.le(g, h),
        }
    }
}
