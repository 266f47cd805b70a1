//! Heap games in which a move touches one heap: a position is the sum of its heaps.
//!
//! A game says what may become of a single heap, [`Heap::moves`]; everything else is here. Every
//! move must leave heaps smaller than the one it touched, so that play ends. All such games are
//! one type, so engines are compiled once for all of them.

use super::heaps::Heaps;
use crate::limits::few_moves;
use crate::{Picture, PositionError, Rules, Shape};
use std::any::Any;
use std::fmt::Debug;
use upstar_base::{Options, Player};

/// What may be done to one heap.
pub trait Heap: Any + Debug + Send + Sync {
    /// Calls `visit` with the heaps that may replace a heap of `size` beans, until it says no.
    /// Sizes of 0 may occur and stand for nothing.
    fn moves(&self, size: u32, visit: &mut dyn FnMut(&[u32]) -> bool);

    /// Are the beans of a heap in a row, so that it matters which are neighbours?
    fn in_rows(&self) -> bool {
        false
    }

    /// At least the number of those moves.
    fn most_moves(&self, size: u32) -> u64 {
        u64::from(size)
    }
}

/// The game of moving in one of several heaps.
#[derive(Debug)]
pub struct Independent(Box<dyn Heap>);

impl Independent {
    /// The game in which this may be done to a heap.
    pub fn new(heap: impl Heap) -> Independent {
        Independent(Box::new(heap))
    }

    /// What may be done to a heap, if it is of this type.
    pub fn heap<H: Heap>(&self) -> Option<&H> {
        (&*self.0 as &dyn Any).downcast_ref()
    }
}

impl Rules for Independent {
    type Position = Heaps;

    fn options(&self, heaps: &Heaps, _: Player, out: &mut dyn Options<Heaps>) {
        for place in heaps.distinct() {
            self.0.moves(heaps.sizes()[place], &mut |by| out.push(heaps.replaced(place, by)));
        }
    }

    fn parse(&self, text: &str) -> Result<Heaps, PositionError> {
        let heaps = Heaps::parse(text)?;
        let moves = heaps.distinct().map(|place| self.0.most_moves(heaps.sizes()[place]));
        few_moves(text, moves.fold(0, u64::saturating_add), heaps.sizes().len())?;
        Ok(heaps)
    }

    fn show(&self, heaps: &Heaps) -> String {
        heaps.show()
    }

    fn picture(&self, heaps: &Heaps) -> Picture {
        if self.0.in_rows() { heaps.rows() } else { heaps.picture() }
    }

    fn sketch(&self, heaps: &Heaps) -> String {
        heaps.display()
    }

    fn touched(&self, heaps: &Heaps, _: Player, option: &Heaps) -> Vec<Shape> {
        heaps.touched(option, &self.picture(heaps), self.0.in_rows())
    }

    fn is_impartial(&self) -> bool {
        true
    }

    fn is_all_small(&self) -> bool {
        true
    }

    fn components(&self, heaps: Heaps, out: &mut dyn Options<Heaps>) {
        out.extend(heaps.sizes().iter().map(|&n| Heaps::new([n])));
    }

    fn parts(&self, heaps: &Heaps, out: &mut dyn Options<(Heaps, u64)>) {
        heaps.parts(out);
    }

    fn pieces(&self) -> &'static str {
        "each heap"
    }

    fn size(&self, heaps: &Heaps) -> u32 {
        u32::try_from(heaps.total()).unwrap_or(u32::MAX)
    }

    fn member(&self, size: &[usize]) -> Option<Heaps> {
        match *size {
            [n] => {
                let n = u32::try_from(n).ok()?;
                (self.0.most_moves(n) <= crate::MOST_MOVES).then(|| Heaps::new([n]))
            }
            _ => None,
        }
    }
}
