//! Translates `G + x` of a game by numbers, kept without their options until somebody looks.
//!
//! Number translation (Winning Ways ch. 2; Siegel II.3): if `G` is not a number, the canonical form
//! of `G + x` is that of `G` with `x` added to every option. So a translate needs only a link to
//! `G`, its root; its stops tell `x`. Links lead from larger handles to smaller ones, hence to
//! one root for all games that are known to be translates of each other.
//!
//! Uniqueness rests on the shape: a hash of the options that forgets where the game lies. A game
//! and all its translates have one shape, so a translate finds the game of equal value by shape
//! and Left stop, whether that was made from options or by a link. If it is not known at once
//! that the two are the same, the options decide.

use crate::canonical::sort;
use crate::fixed::Fixed;
use crate::store::{BothOptions, GameBounds, GameNode, Simple, StoreAnswer};
use crate::{Short, Store};
use upstar_base::{Budget, Player, Stopped, deeper};

impl Store {
    /// `g + x` for a game `g` that is not a number, up or nimber, nor a sum of such.
    pub(crate) fn translate(&self, budget: &Budget, g: Short, x: Fixed) -> Result<Short, Stopped> {
        let root = self.root(g);
        let base = self.node(root);
        let here = self.numbers.add(self.node(g).stops[0], x);
        let by = self.numbers.add(here, self.numbers.neg(base.stops[0]));
        if by == Fixed::ZERO {
            return Ok(root);
        }
        let shift = |y: Fixed| self.numbers.add(y, by);
        let (stops, reach) = (base.stops.map(shift), base.reach.map(shift));
        let bounds = GameBounds { stops, reach, ..base.bounds };
        let related = |candidate: Short| (self.root(candidate) == root).then_some(true);
        let build = || GameNode::translate(base.shape, bounds, root);
        match self.find_or_push(budget, base.shape, bounds.stops[0], related, build)? {
            StoreAnswer::Game(translate) => Ok(translate),
            StoreAnswer::Unclear(_) => deeper(|| {
                let options = self.translated_options(budget, root, by)?;
                let [left, right] = Player::BOTH.map(|who| options.of(who));
                let translate = self.intern(budget, left, right, bounds)?;
                self.unite(translate, root);
                Ok(translate)
            }),
        }
    }

    /// A game `h` and a number `x` with `g = h + x`, the same `h` for all translates of `g` that
    /// are known as such.
    pub(crate) fn as_translate(&self, g: Short) -> (Short, Fixed) {
        let root = self.root(g);
        let origin = self.numbers.neg(self.node(root).stops[0]);
        (root, self.numbers.add(self.node(g).stops[0], origin))
    }

    /// The options of `g + x`.
    pub(crate) fn translated_options(
        &self,
        budget: &Budget,
        g: Short,
        x: Fixed,
    ) -> Result<BothOptions, Stopped> {
        let [left, right] = Player::BOTH.map(|who| {
            let mut list = Vec::new();
            for &option in self.options(budget, g, who)? {
                list.push(match self.node(option).as_simple() {
                    Some(v) => {
                        let number = self.numbers.add(v.number, x);
                        self.simple(budget, Simple { number, ..v })?
                    }
                    None => self.translate(budget, option, x)?,
                });
            }
            sort(&mut list);
            Ok(list)
        });
        Ok(BothOptions::new(&left?, &right?))
    }

    /// The game at the end of the links from `g`.
    fn root(&self, mut g: Short) -> Short {
        while let Some(next) = self.node(g).link() {
            g = next;
        }
        g
    }

    /// Records that two games are translates of each other.
    fn unite(&self, g: Short, h: Short) {
        loop {
            let (a, b) = (self.root(g), self.root(h));
            let (first, second) = if a.index() < b.index() { (a, b) } else { (b, a) };
            if first == second || self.node(second).set_link(first) {
                return;
            }
        }
    }
}
