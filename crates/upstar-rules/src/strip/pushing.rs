//! Games in which a piece goes one square to the left and pushes others along.
//!
//! A game says which, [`Thrust::after`]. Squares right of the last piece are never used, and
//! exchanging the colours negates.

use super::cells::{Cells, draw, read, write};
use crate::prelude::*;

const ALPHABET: [&str; 3] = ["xXlLbB", "oOrRwW", "."];
const EMPTY: u8 = 2;

/// Pieces on a strip.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Strip(pub(super) Cells);

weighs!(Strip: 0);

impl Strip {
    /// The squares with pieces of `who`.
    fn pieces(&self, who: Player) -> impl Iterator<Item = usize> + '_ {
        let places = self.0.iter().enumerate();
        places.filter(move |place| *place.1 == who as u8).map(|place| place.0)
    }

    /// The strip after everything between the squares `gone` and `to` has moved one square to
    /// the left: `gone` disappears with what is on it and `to` is left empty.
    pub(super) fn shifted(&self, gone: usize, to: usize) -> Strip {
        let mut next = self.clone();
        next.0.remove(gone);
        next.0.insert(to, EMPTY);
        next
    }

    /// The nearest empty square left of a piece.
    pub(super) fn gap(&self, piece: usize) -> Option<usize> {
        self.0[..piece].iter().rposition(|&kind| kind == EMPTY)
    }
}

/// What goes along with a piece.
pub trait Thrust: Default + Send + Sync + 'static {
    /// The strip after the piece on this square has moved.
    fn after(strip: &Strip, piece: usize) -> Strip;
}

/// The rules of such a game.
#[derive(Clone, Copy, Debug, Default)]
pub struct Pushing<T>(T);

impl<T: Thrust> Rules for Pushing<T> {
    type Position = Strip;

    fn options(&self, strip: &Strip, who: Player, out: &mut dyn Options<Strip>) {
        out.extend(strip.pieces(who).map(|piece| T::after(strip, piece)));
    }

    written!(
        Strip,
        |text| read(text, &ALPHABET).map(Strip),
        |strip| write(&strip.0, &ALPHABET),
        |strip| draw(&strip.0, |kind| [Some(Color::Blue), Some(Color::Red), None]
            [usize::from(kind)])
    );

    /// The square of the piece that moves.
    fn name_move(&self, strip: &Strip, who: Player, option: &Strip) -> String {
        let square = strip.pieces(who).find(|&piece| T::after(strip, piece) == *option);
        square.map_or_else(|| self.show(option), |square| (square + 1).to_string())
    }

    fn sum_components(&self, strip: Strip, out: &mut dyn Options<Strip>) {
        if strip.0.iter().any(|&kind| kind != EMPTY) {
            out.push(strip);
        }
    }

    /// Without the empty squares on the right, and with the colours exchanged if that is less.
    fn normal_form(&self, mut strip: Strip) -> (Strip, bool) {
        while strip.0.last() == Some(&EMPTY) {
            strip.0.pop();
        }
        let swap = |kind: u8| if kind < EMPTY { 1 - kind } else { kind };
        let swapped = Strip(strip.0.iter().map(|&kind| swap(kind)).collect());
        if swapped < strip { (swapped, true) } else { (strip, false) }
    }

    /// How far the pieces can go together at most.
    fn size(&self, strip: &Strip) -> u32 {
        let squares = (1u32..).zip(&strip.0);
        squares.filter(|square| *square.1 != EMPTY).map(|square| square.0).sum()
    }
}
