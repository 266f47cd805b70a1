//! Heap games in which a move touches one heap: a position is the sum of its heaps.
//!
//! A game says what may become of a single heap, [`Heap::moves`]; everything else is here. Every
//! move must leave heaps smaller than the one it touched, so that play ends. All such games are
//! one type, so engines are compiled once for all of them; the games in which each player moves in
//! a way of their own are another, [`super::partizan_heaps`]. Heaps may be larger than any list:
//! who wants moves says when it is enough.

use super::heaps::LargeHeaps;
use crate::piecewise::{PieceGame, Visit, by_pieces};
use crate::{Picture, PositionError, Rules, Shape};
use std::any::Any;
use std::fmt::Debug;
use std::ops::ControlFlow;
use upstar_base::Player;

/// What may be done to one heap.
pub trait Heap: Any + Debug + Send + Sync {
    /// Calls `visit`, until it breaks off, with the heaps that may replace a heap of `size`
    /// beans. Sizes of 0 may occur and stand for nothing.
    fn moves(&self, size: u128, visit: &mut dyn Visit<u128>) -> ControlFlow<()>;

    /// Are the beans of a heap in a row, so that it matters which are neighbours?
    fn in_rows(&self) -> bool {
        false
    }

    /// At least the number of those moves, and of the steps to list them. Saturates.
    fn most_moves(&self, size: u128) -> u128 {
        size
    }

    /// May a heap of `size` beans be replaced by these, none of them empty?
    fn allows(&self, size: u128, left: &[u128]) -> bool;
}

/// What each player may do to a heap.
pub trait Ways: Debug + Send + Sync + 'static {
    /// What this player may do.
    fn way(&self, who: Player) -> &dyn Heap;

    /// May both do the same?
    fn is_impartial(&self) -> bool;
}

/// Both players may do the same.
impl Ways for Box<dyn Heap> {
    fn way(&self, _: Player) -> &dyn Heap {
        &**self
    }

    fn is_impartial(&self) -> bool {
        true
    }
}

/// The game of moving in one of several heaps.
#[derive(Clone, Debug)]
pub struct HeapRules<W>(W);

/// The same in which both players may do the same.
pub type Independent = HeapRules<Box<dyn Heap>>;

impl Independent {
    /// The game in which this may be done to a heap.
    pub fn new(heap: impl Heap) -> Independent {
        HeapRules(Box::new(heap))
    }

    /// What may be done to a heap, if it is of this type.
    pub fn heap<H: Heap>(&self) -> Option<&H> {
        (&*self.0 as &dyn Any).downcast_ref()
    }

    /// What may be done to a heap.
    pub fn each(&self) -> &dyn Heap {
        &*self.0
    }
}

impl<W: Ways> HeapRules<W> {
    /// The game in which each player moves in their own way.
    pub fn of(ways: W) -> HeapRules<W> {
        HeapRules(ways)
    }

    /// What this player may do to a heap.
    pub fn way(&self, who: Player) -> &dyn Heap {
        self.0.way(who)
    }

    /// Those whose ways differ.
    fn players(&self) -> &'static [Player] {
        if self.0.is_impartial() { &Player::BOTH[..1] } else { &Player::BOTH }
    }

    fn in_rows(&self) -> bool {
        self.players().iter().any(|&who| self.way(who).in_rows())
    }
}

impl<W: Ways> PieceGame for HeapRules<W> {
    fn moves(&self, size: u128, who: Player, visit: &mut dyn Visit<u128>) -> ControlFlow<()> {
        self.way(who).moves(size, visit)
    }

    fn left_in(&self, size: u128) -> u64 {
        u64::try_from(size).unwrap_or(u64::MAX)
    }
}

impl<W: Ways> Rules for HeapRules<W> {
    by_pieces!(LargeHeaps, "each heap");

    fn most_options(&self, heaps: &LargeHeaps) -> u128 {
        let most = |&who: &Player| {
            let way = self.way(who);
            let moves = heaps.distinct().map(|place| way.most_moves(heaps.sizes()[place]));
            moves.fold(0, u128::saturating_add)
        };
        self.players().iter().map(most).max().unwrap_or(0)
    }

    fn can_move(&self, heaps: &LargeHeaps, who: Player, option: &LargeHeaps) -> bool {
        let (gone, come) = (heaps.without(option), option.without(heaps));
        match gone[..] {
            [size] => self.way(who).allows(size, &come),
            // A heap of the same size may have come back only if it was divided; it is smaller.
            _ => false,
        }
    }

    fn parse(&self, text: &str) -> Result<LargeHeaps, PositionError> {
        LargeHeaps::parse(text)
    }

    fn show(&self, heaps: &LargeHeaps) -> String {
        heaps.show()
    }

    fn picture(&self, heaps: &LargeHeaps) -> Picture {
        if self.in_rows() { heaps.rows() } else { heaps.picture() }
    }

    fn sketch(&self, heaps: &LargeHeaps) -> String {
        heaps.display()
    }

    fn touched(&self, heaps: &LargeHeaps, _: Player, option: &LargeHeaps) -> Vec<Shape> {
        heaps.touched(option, &self.picture(heaps), self.in_rows())
    }

    fn is_impartial(&self) -> bool {
        self.0.is_impartial()
    }

    fn is_all_small(&self) -> bool {
        self.0.is_impartial()
    }

    fn member(&self, size: &[usize]) -> Option<LargeHeaps> {
        match *size {
            [n] => Some(LargeHeaps::new([n as u128])),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::heap::code::HeapCode;
    use crate::heap::dim::Dim;
    use crate::heap::dividing_rulers::DividingRulers;
    use crate::heap::grundys_game::GrundysGame;
    use crate::heap::lasker_nim::LaskerNim;
    use crate::heap::nim::Nim;
    use crate::heap::prim::Prim;
    use crate::heap::subtraction::Take;
    use upstar_base::Options;

    fn games() -> Vec<Independent> {
        let code = |text: &str| Independent::new(text.parse::<HeapCode>().unwrap());
        let mut games: Vec<Independent> =
            [".77", "4.[3]", "4!.0", ".3F?", ".0{2?,3=}", "80.1", ".{0,2+}", "sub(squares)"]
                .map(code)
                .into();
        games.extend([Independent::new(Nim), Independent::new(LaskerNim)]);
        games.extend([Independent::new(GrundysGame), Independent::new(DividingRulers)]);
        for convention in [true, false] {
            games.push(Independent::new(Dim { whole_heap: convention }));
            games.push(Independent::new(Prim { last_bean: convention }));
        }
        games.push(Independent::new(Take::parse("2,5").unwrap()));
        games.push(Independent::new(Take::parse("all-but 2,5").unwrap()));
        games
    }

    /// Every set of at most three heaps with at most `most` beans.
    fn heaps(most: u128) -> Vec<LargeHeaps> {
        let mut all = Vec::new();
        for a in 0..=most {
            for b in 0..=a.min(most - a) {
                all.extend((0..=b.min(most - a - b)).map(|c| LargeHeaps::new([a, b, c])));
            }
        }
        all
    }

    #[test]
    fn moves_that_are_listed_are_those_that_are_allowed() {
        for game in games() {
            for from in heaps(8) {
                let mut listed = Vec::new();
                game.options(&from, Player::Left, &mut listed);
                assert!(listed.len() as u128 <= game.most_options(&from), "{game:?} {from:?}");
                for to in heaps(9) {
                    let can = game.can_move(&from, Player::Left, &to);
                    assert_eq!(can, listed.contains(&to), "{game:?} {from:?} {to:?}");
                }
            }
        }
    }

    /// Wants a few and no more.
    struct Few(Vec<LargeHeaps>);

    impl Options<LargeHeaps> for Few {
        fn push(&mut self, option: LargeHeaps) -> bool {
            self.0.push(option);
            !self.is_closed()
        }

        fn is_closed(&mut self) -> bool {
            self.0.len() >= 50
        }
    }

    #[test]
    fn some_moves_of_a_heap_that_nobody_can_list() {
        for game in games() {
            for size in [10u128.pow(30), u128::MAX] {
                let mut some = Few(Vec::new());
                let heaps = LargeHeaps::new([size]);
                if game.most_options(&heaps) > 1 << 40 && game.heap::<Dim>().is_none() {
                    game.options(&heaps, Player::Left, &mut some);
                    assert_eq!(some.0.len(), 50, "{game:?}");
                    assert!(some.0.iter().all(|to| game.can_move(&heaps, Player::Left, to)));
                }
            }
        }
    }
}
