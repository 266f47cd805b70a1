//! Strokes: what a move does along a line or a figure, in one direction.
//!
//! A stroke is a sequence of elements. A plain element is one square, reached from the one before
//! by a step; a ray is any number of squares, none among them, all of one set of kinds, which it
//! leaves as they are. A stroke ends at its last square. A move is one stroke or several, each
//! beginning where the one before ended.

use crate::prelude::*;

/// So many rows down and columns to the right.
pub(crate) type Vector = (i8, i8);

/// What a square becomes that is out of play from then on.
pub(crate) const VOID: u8 = u8::MAX;

/// One square of a stroke, or a ray of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct StrokeSquare {
    /// What it may be.
    pub(crate) from: KindSet,
    /// What it becomes; `None` if it stays as it is.
    pub(crate) to: Option<u8>,
    pub(crate) ray: bool,
}

/// A condition on the squares beside those that a stroke changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Guard {
    /// Must there be such a square, or must there be none?
    pub(crate) wanted: bool,
    pub(crate) kinds: KindSet,
}

/// What a move does along a line or a figure.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Stroke {
    pub(crate) elements: SmallVec<[StrokeSquare; 4]>,
    /// The step to each element from the one before; the first one is none.
    pub(crate) steps: SmallVec<[Vector; 4]>,
    /// The direction of a stroke on a line.
    pub(crate) along: Vector,
    /// Does it begin, or end, at the edge of the board?
    pub(crate) before: bool,
    pub(crate) behind: bool,
    pub(crate) guard: Option<Guard>,
    /// May it go on from where it ended?
    pub(crate) again: bool,
}

impl Stroke {
    pub(crate) fn has_ray(&self) -> bool {
        self.elements.iter().any(|element| element.ray)
    }

    /// Is a square whose element has this number changed by it? All count where none is.
    pub(crate) fn changes(&self, i: usize) -> bool {
        self.elements[i].to.is_some() || self.elements.iter().all(|element| element.to.is_none())
    }

    /// Is one of its squares sure to be of these kinds?
    pub(crate) fn needs(&self, kinds: KindSet) -> bool {
        self.elements.iter().any(|element| !element.ray && element.from & !kinds == 0)
    }

    /// The only square that it changes, if it is one.
    pub(crate) fn only_change(&self) -> Option<usize> {
        let mut changed = (0..self.elements.len()).filter(|&i| self.changes(i));
        let only = changed.next().filter(|&i| !self.elements[i].ray)?;
        changed.next().is_none().then_some(only)
    }

    /// The places of the elements of a stroke without rays, the first one at (0, 0).
    pub(crate) fn places(&self) -> SmallVec<[Vector; 4]> {
        let mut at = (0, 0);
        let step = |&(r, c): &Vector| {
            at = (at.0 + r, at.1 + c);
            at
        };
        self.steps.iter().map(step).collect()
    }

    /// The same stroke turned and with other kinds.
    pub(crate) fn image(&self, turn: usize, kind: &dyn Fn(usize) -> usize) -> Stroke {
        let set = |set: KindSet| members(set).fold(0, |image, k| image | 1 << kind(k));
        let to = |to: u8| if to == VOID { VOID } else { kind(usize::from(to)) as u8 };
        let element = |element: &StrokeSquare| StrokeSquare {
            from: set(element.from),
            to: element.to.map(to),
            ray: element.ray,
        };
        Stroke {
            elements: self.elements.iter().map(element).collect(),
            steps: self.steps.iter().map(|&step| turned(step, turn)).collect(),
            along: turned(self.along, turn),
            guard: self.guard.map(|guard| Guard { kinds: set(guard.kinds), ..guard }),
            ..*self
        }
    }
}

/// A vector turned as [`upstar_rules::grid::plane::Plane::image`] turns a board.
pub(crate) fn turned((r, c): Vector, turn: usize) -> Vector {
    let (r, c) = if turn & 4 == 0 { (r, c) } else { (c, r) };
    (if turn & 1 == 0 { r } else { -r }, if turn & 2 == 0 { c } else { -c })
}

/// A rule in all its directions: for each stroke of the move the images it may have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct StrokeRule {
    pub(crate) stages: Vec<Vec<Stroke>>,
    pub(crate) kind: MoveKind,
}

impl StrokeRule {
    pub(crate) fn image(&self, turn: usize, kind: &dyn Fn(usize) -> usize) -> StrokeRule {
        let stage = |stage: &Vec<Stroke>| -> Vec<Stroke> {
            stage.iter().map(|stroke| stroke.image(turn, kind)).collect()
        };
        StrokeRule { stages: self.stages.iter().map(stage).collect(), kind: self.kind }
    }

    pub(crate) fn strokes(&self) -> impl Iterator<Item = &Stroke> {
        self.stages.iter().flatten()
    }
}
