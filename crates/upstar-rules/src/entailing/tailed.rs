//! Heap games in which some moves entail an answer or give another move.
//!
//! A game says what may become of one heap and what kind of move that is, [`TailedHeap::moves`];
//! everything else is here. A move is known by the heap it touches and by what it leaves of it.

use crate::heap::heaps::Heaps;
use crate::limits::few_moves;
use crate::{MoveKind, Picture, PositionError, Rules};
use std::any::Any;
use std::fmt::Debug;
use upstar_base::{Options, Player};

pub(super) const NOTATION: &str = "Heap sizes: `9+8+5+3`, or `3*7+2` for three sevens and a two.";

/// What may be done to one heap.
pub trait TailedHeap: Any + Debug + Send + Sync {
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

/// The sizes that are in `a` more often than in `b`; both decrease.
fn without(a: &[u32], b: &[u32]) -> Vec<u32> {
    let (mut rest, mut j) = (Vec::new(), 0);
    for &n in a {
        while j < b.len() && b[j] > n {
            j += 1;
        }
        if j < b.len() && b[j] == n {
            j += 1;
        } else {
            rest.push(n);
        }
    }
    rest
}

impl Rules for Tailed {
    type Position = Heaps;

    fn options(&self, heaps: &Heaps, _: Player, out: &mut dyn Options<Heaps>) {
        for place in heaps.distinct() {
            self.0.moves(heaps.sizes()[place], &mut |by| out.push(heaps.replaced(place, by)));
        }
    }

    fn parse(&self, text: &str) -> Result<Heaps, PositionError> {
        let heaps = Heaps::parse(text)?;
        let moves = heaps.distinct().map(|place| u64::from(heaps.sizes()[place]));
        few_moves(text, moves.fold(0, u64::saturating_add), heaps.sizes().len())?;
        Ok(heaps)
    }

    fn show(&self, heaps: &Heaps) -> String {
        heaps.show()
    }

    fn picture(&self, heaps: &Heaps) -> Picture {
        heaps.picture()
    }

    fn sketch(&self, heaps: &Heaps) -> String {
        heaps.display()
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

    fn special_moves(&self) -> &'static [MoveKind] {
        self.0.special_moves()
    }

    fn move_kind(&self, heaps: &Heaps, _: Player, option: &Heaps) -> MoveKind {
        let touched = without(heaps.sizes(), option.sizes());
        let left = without(option.sizes(), heaps.sizes());
        match touched[..] {
            [size] => self.0.kind(size, &left),
            _ => MoveKind::Ordinary,
        }
    }

    fn member(&self, size: &[usize]) -> Option<Heaps> {
        match *size {
            [n] => {
                let n = u32::try_from(n).ok()?;
                (u64::from(n) <= crate::MOST_MOVES).then(|| Heaps::new([n]))
            }
            _ => None,
        }
    }

    fn first_size(&self) -> usize {
        self.0.least() as usize
    }
}
