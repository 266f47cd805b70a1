//! What patterns ask of a board and change on it.
//!
//! A board has a layer for each kind of square that some pattern reads. A square in no layer is out
//! of play: nothing matches it, and what lies outside of the board is the same. So a board can be cut
//! into parts by leaving squares out.

use crate::prelude::*;

/// A board as patterns see it.
pub(crate) trait PatternBoard<P> {
    /// The squares whose kind is in the set.
    fn class(&self, set: KindSet) -> P;

    /// The squares from which a step leaves the board.
    fn rim(&self, step: Vector) -> P;

    /// Changes one square of one of these kinds.
    fn put(&mut self, square: &P, from: KindSet, to: u8);
}

impl<P: Plane, const K: usize> PatternBoard<P> for Layers<P, K> {
    #[inline]
    fn class(&self, set: KindSet) -> P {
        class(&self.layers, set)
    }

    fn rim(&self, (r, c): Vector) -> P {
        let all = self.everywhere();
        all.minus(&all.moved((-r, -c)))
    }

    #[inline]
    fn put(&mut self, square: &P, from: KindSet, to: u8) {
        for (k, layer) in self.layers.iter_mut().enumerate() {
            if from >> k & 1 == 1 {
                *layer = layer.minus(square);
            }
        }
        if to != VOID {
            let layer = &mut self.layers[usize::from(to)];
            *layer = layer.or(square);
        }
    }
}

/// The squares that are in one of these layers.
#[inline]
pub(crate) fn class<P: Plane, const K: usize>(layers: &[P; K], set: KindSet) -> P {
    let mut found: Option<P> = None;
    for (k, layer) in layers.iter().enumerate() {
        if set >> k & 1 == 1 {
            found = Some(match found {
                None => layer.clone(),
                Some(found) => found.or(layer),
            });
        }
    }
    found.unwrap_or_else(|| layers[0].minus(&layers[0]))
}
