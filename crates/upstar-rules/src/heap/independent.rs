//! Heap games in which a move touches one heap: a position is the sum of its heaps.
//!
//! A game says what may become of a single heap, [`Heap::moves`]; everything else is here. Every
//! move must leave heaps smaller than the one it touched, so that play ends. All such games are
//! one type, so engines are compiled once for all of them; the games in which each player moves in
//! a way of their own are another, [`super::partizan_heaps`]. Heaps may be larger than any list:
//! who wants moves says when it is enough.

use super::heaps::LargeHeaps;
use crate::prelude::*;
use std::any::Any;
use std::fmt::Debug;

/// What may be done to one heap.
pub trait Heap: Any + Debug + Send + Sync {
    /// Returns the game in which this may be done to a heap, if it takes no parameters; an error if
    /// some are given. Games with parameters have a function of this name of their own.
    fn from_parameters(text: &str) -> Result<Independent, PositionError>
    where
        Self: Default + Sized,
    {
        no_parameters(text).map(|()| Independent::new(Self::default()))
    }

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
    by_pieces!(LargeHeaps);

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

    fn nature(&self) -> Nature {
        Nature {
            impartial: self.0.is_impartial(),
            all_small: self.0.is_impartial(),
            part_noun: "each heap",
            ..Nature::PARTIZAN
        }
    }

    fn family(&self) -> Family<'_, LargeHeaps> {
        Family::line(|n| Some(LargeHeaps::new([n as u128])))
    }
}
