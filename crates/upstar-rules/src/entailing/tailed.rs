//! Heap games in which some moves entail an answer or give another move.
//!
//! A game says what may become of one heap and what kind of move that is, [`TailedHeap::moves`];
//! everything else is here. A move is known by the heap it touches and by what it leaves of it.

use crate::heap::heaps::Heaps;
use crate::prelude::*;
use std::any::Any;
use std::fmt::Debug;

/// What may be done to one heap.
pub trait TailedHeap: Any + Debug + Send + Sync {
    /// Returns the game in which this may be done to a heap, if it takes no parameters; an error if
    /// some are given.
    fn from_parameters(text: &str) -> Result<Tailed, PositionError>
    where
        Self: Default + Sized,
    {
        no_parameters(text).map(|()| Tailed::new(Self::default()))
    }

    /// Calls `visit` with the heaps that may replace a heap of `size` beans, until it says no.
    /// Sizes of 0 may occur and stand for nothing.
    fn moves(&self, size: u32, visit: &mut dyn FnMut(&[u32]) -> bool);

    /// The kind of such a move, told by the heaps it leaves that are not empty, in any order.
    fn kind(&self, size: u32, left: &[u32]) -> MoveKind;

    /// The kinds of moves that are not ordinary and may occur.
    fn special_moves(&self) -> &'static [MoveKind] {
        &[MoveKind::Entailing]
    }

    /// The least heap there is.
    fn least(&self) -> u32 {
        0
    }
}

/// The game of moving in one of several heaps.
#[derive(Debug)]
pub struct Tailed(Box<dyn TailedHeap>);

impl Tailed {
    /// The game in which this may be done to a heap.
    pub fn new(heap: impl TailedHeap) -> Tailed {
        Tailed(Box::new(heap))
    }

    /// What may be done to a heap, if it is of this type.
    pub fn heap<H: TailedHeap>(&self) -> Option<&H> {
        (&*self.0 as &dyn Any).downcast_ref()
    }
}

impl PieceGame for Tailed {
    fn moves(&self, size: u32, _: Player, visit: &mut dyn Visit<u32>) -> ControlFlow<()> {
        let mut end = ControlFlow::Continue(());
        self.0.moves(size, &mut |by| {
            end = visit.pieces(by);
            end.is_continue()
        });
        end
    }

    fn left_in(&self, size: u32) -> u64 {
        size.into()
    }
}

impl Rules for Tailed {
    by_pieces!(Heaps);

    fn parse(&self, text: &str) -> Result<Heaps, PositionError> {
        let heaps = Heaps::parse(text)?;
        let moves = heaps.distinct().map(|place| u64::from(heaps.sizes()[place]));
        few_moves(text, moves.fold(0, u64::saturating_add), heaps.sizes().len())?;
        Ok(heaps)
    }

    written!(Heaps, Heaps::show, Heaps::picture; Heaps::display);

    fn nature(&self) -> Nature {
        Nature {
            part_noun: "each heap",
            special_moves: self.0.special_moves(),
            first_size: self.0.least() as usize,
            ..Nature::IMPARTIAL
        }
    }

    fn move_kind(&self, heaps: &Heaps, _: Player, option: &Heaps) -> MoveKind {
        match heaps.without(option)[..] {
            [size] => self.0.kind(size, &option.without(heaps)),
            _ => MoveKind::Ordinary,
        }
    }

    fn family(&self) -> Family<'_, Heaps> {
        Heaps::up_to(crate::MOST_MOVES as u32)
    }
}
