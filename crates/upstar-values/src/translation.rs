//! Translates `G + x` of a game by numbers, kept without their options until somebody looks.
//!
//! Number translation (Winning Ways ch. 2; Siegel II.3): if `G` is no number, the canonical form
//! of `G + x` is that of `G` with `x` added to every option. So a translate needs only a link to
//! `G`, its root; its stops tell `x`. Links lead from larger handles to smaller ones, hence to
//! one root for all games that are known to be translates of each other.
//!
//! Uniqueness rests on the shape: a hash of the options that forgets where the game lies. A game
//! and all its translates have one shape, so a translate finds the game of equal value by shape
//! and Left stop, whether that was made from options or by a link. If it cannot be told at once
//! that the two are the same, the options decide.

use crate::canonical::{Bounds, sort};
use crate::fixed::Fixed;
use crate::store::{Found, Node, Options, Simple};
use crate::{Short, Store};
use upstar_base::{Budget, Player, Stopped, deeper};

impl Store {
    /// `g + x` for a game `g` that is no number, up or nimber, nor a sum of such.
    pub(crate) fn translate(&self, budget: &Budget, g: Short, x: Fixed) -> Result<Short, Stopped> {
        let root = self.root(g);
        let base = self.node(root);
        let here = self.numbers.add(self.node(g).stops[0], x);
        let by = self.numbers.add(here, self.numbers.neg(base.stops[0]));
        if by == Fixed::ZERO {
            return Ok(root);
        }
        let shift = |y: Fixed| self.numbers.add(y, by);
        let bounds = Bounds {
            stops: base.stops.map(shift),
            left_stop_reached: !base.below_left_stop,
            right_stop_reached: !base.above_right_stop,
            ups: base.ups,
            reach: base.reach.map(shift),
        };
        let related = |candidate: Short| (self.root(candidate) == root).then_some(true);
        let build = || Node::translate(base.shape, &bounds, root);
        match self.find_or_push(budget, base.shape, bounds.stops[0], related, build)? {
            Found::Game(translate) => Ok(translate),
            Found::Unclear(_) => deeper(|| {
                let options = self.translated_options(budget, root, by)?;
                let [left, right] = Player::BOTH.map(|who| options.of(who));
                let translate = self.intern(budget, left, right, &bounds)?;
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
    ) -> Result<Options, Stopped> {
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
        Ok(Options::new(&left?, &right?))
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

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use crate::{Calc, Dyadic, NumberUpStar, Short};
    use proptest::prelude::*;
    use rustc_hash::FxHashMap;
    use upstar_base::Player;

    /// A number, its exponent, ups; and which of the games made before are options.
    type Step = (i64, u32, i32, Vec<usize>, Vec<usize>);

    fn random_game(calc: &mut Calc, recipe: &[Step]) -> Short {
        let mut made = vec![Short::ZERO];
        for (n, exponent, up, left, right) in recipe {
            let number = Dyadic::new(*n, *exponent);
            let simple = NumberUpStar { number, up: *up, nim: *exponent };
            made.push(calc.number_up_star(&simple).unwrap());
            let pick = |list: &[usize]| list.iter().map(|i| made[i % made.len()]).collect();
            let [left, right]: [Vec<Short>; 2] = [pick(left), pick(right)];
            made.push(calc.make(&left, &right).unwrap());
        }
        made[made.len() - 1]
    }

    /// `g + x` by the definition of a sum, through all options.
    fn add_by_hand(calc: &mut Calc, g: Short, x: &Dyadic) -> Short {
        if let Some(mut v) = calc.as_number_up_star(g) {
            v.number = &v.number + x;
            return calc.number_up_star(&v).unwrap();
        }
        let [left, right] = Player::BOTH.map(|who| {
            let options = calc.options(g, who).unwrap();
            options.iter().map(|&o| add_by_hand(calc, o, x)).collect::<Vec<_>>()
        });
        calc.make(&left, &right).unwrap()
    }

    /// No two handles of the store have the same options.
    fn check_store(calc: &mut Calc) {
        let mut seen = FxHashMap::default();
        for g in (0..calc.store().len() as u32).map(Short) {
            let options = Player::BOTH.map(|who| calc.options(g, who).unwrap());
            assert_eq!(seen.insert(options, g), None, "two handles for one game");
        }
    }

    proptest! {
        #[test]
        fn a_translate_is_the_game_with_translated_options(
            recipe in prop::collection::vec(
                (
                    -5i64..6,
                    0u32..3,
                    -1i32..2,
                    prop::collection::vec(0usize..100, 1..4),
                    prop::collection::vec(0usize..100, 1..4),
                ),
                1..5,
            ),
            moves in prop::collection::vec((any::<bool>(), 0usize..6), 1..6),
        ) {
            let mut calc = Calc::default();
            let mut g = random_game(&mut calc, &recipe);
            let numbers =
                [(1, 0), (-3, 0), (5, 3), (-1, 50), (1i64 << 40, 0)].map(|(n, e)| Dyadic::new(n, e));
            for (by_hand_first, which) in moves {
                let x = numbers.get(which).cloned().unwrap_or_else(|| numbers[4].shl(60));
                let handle = calc.number(&x).unwrap();
                let (h, by_hand) = if by_hand_first {
                    let by_hand = add_by_hand(&mut calc, g, &x);
                    (calc.add(g, handle).unwrap(), by_hand)
                } else {
                    (calc.add(g, handle).unwrap(), add_by_hand(&mut calc, g, &x))
                };
                prop_assert_eq!(h, by_hand);
                prop_assert_eq!(calc.sub(h, handle).unwrap(), g);
                let (minus, minus_g) = (calc.neg(h).unwrap(), calc.neg(g).unwrap());
                prop_assert_eq!(add_by_hand(&mut calc, minus, &x), minus_g);
                prop_assert_eq!(&calc.mean(h).unwrap() - &calc.mean(g).unwrap(), x);
                g = h;
            }
            check_store(&mut calc);
        }
    }
}
