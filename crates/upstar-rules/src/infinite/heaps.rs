//! Heaps of ordinal size as positions.
//!
//! Invariant: sizes decrease and none is 0, so positions that differ only in the order of their
//! heaps are equal.

use super::ordinal::Ordinal;
use crate::prelude::*;

/// The most heaps of a position.
const MOST_HEAPS: usize = 1000;

/// Heaps, the largest first, without empty ones.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct OrdinalHeaps(Vec<Ordinal>);

weighs!(OrdinalHeaps: 0);

impl OrdinalHeaps {
    /// Heaps of these sizes.
    pub fn new(sizes: impl IntoIterator<Item = Ordinal>) -> OrdinalHeaps {
        let mut heaps: Vec<Ordinal> = sizes.into_iter().filter(|size| !size.is_zero()).collect();
        heaps.sort_unstable_by(|a, b| b.cmp(a));
        OrdinalHeaps(heaps)
    }

    /// [`OrdinalHeaps::new`] for what was typed, unless that is too much.
    pub fn read(text: &str, sizes: Vec<Ordinal>) -> Result<OrdinalHeaps, PositionError> {
        if sizes.len() > MOST_HEAPS {
            let message = format!("the position has more than {MOST_HEAPS} heaps");
            return Err(PositionError::whole(text, message));
        }
        Ok(OrdinalHeaps::new(sizes))
    }

    /// The sizes, the largest first.
    pub fn sizes(&self) -> &[Ordinal] {
        &self.0
    }

    fn replaced(&self, place: usize, by: Ordinal) -> OrdinalHeaps {
        let mut sizes = self.0.clone();
        sizes[place] = by;
        OrdinalHeaps::new(sizes)
    }

    /// Some moves, among them every one that leaves nim-sum 0: in each heap there is one such
    /// size at most.
    pub fn some_options(&self, out: &mut dyn Options<OrdinalHeaps>) {
        let total = self.0.iter().fold(Ordinal::default(), |sum, heap| sum.nim_sum(heap));
        for (place, heap) in self.0.iter().enumerate() {
            if place > 0 && self.0[place - 1] == *heap {
                continue;
            }
            let mut sizes = heap.some_below();
            let balanced = heap.nim_sum(&total);
            if balanced < *heap {
                sizes.push(balanced);
                sizes.sort_unstable();
                sizes.dedup();
            }
            if !out.extend(sizes.into_iter().map(|size| self.replaced(place, size))) {
                return;
            }
        }
    }

    /// Is `to` the same but for one heap, which is smaller there or gone?
    pub fn can_become(&self, to: &OrdinalHeaps) -> bool {
        let mut left = to.0.clone();
        let mut changed = self.0.iter().filter(|heap| {
            let same = left.iter().position(|other| other == *heap);
            same.map(|i| left.remove(i)).is_none()
        });
        let (Some(heap), None) = (changed.next(), changed.next()) else { return false };
        match &left[..] {
            [] => true,
            [smaller] => smaller < heap,
            _ => false,
        }
    }

    /// Boxes with the sizes in them.
    pub fn picture(&self) -> Picture {
        let texts: Vec<String> = self.0.iter().map(Ordinal::to_string).collect();
        let longest = texts.iter().map(|text| text.chars().count()).max().unwrap_or(0);
        let width = 4 * i32::try_from(longest).unwrap_or(i32::MAX / 8) + 6;
        let mut picture = Picture::new(1, texts.len().max(1));
        picture.width = width;
        for (y, text) in (0..).step_by(10).zip(texts) {
            let fill = Color::Light;
            picture.shapes.push(Shape::Rectangle { x: 0, y, width, height: 10, fill });
            picture.shapes.push(Shape::text(width / 2, y + 5, text, Color::Black));
        }
        picture
    }
}
