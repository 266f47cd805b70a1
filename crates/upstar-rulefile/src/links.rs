//! Which squares can come to be used together: the table behind components.
//!
//! A kind may become others. Two squares side by side are linked if what they may become is what
//! some stroke wants of two neighbouring squares, or a square and one beside it that is looked at.
//! Every link that the analysis of a whole board would find is among these, so cutting a board
//! where there is none is sound: no stroke, in whatever play, has squares on both sides.

use crate::prelude::*;

/// A pair of neighbouring squares along an axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SquarePair {
    pub(crate) axis: usize,
    pub(crate) first: KindSet,
    pub(crate) second: KindSet,
}

/// What links neighbouring squares.
#[derive(Clone, Debug, Default)]
pub(crate) struct Links {
    /// The vectors between squares that are linked, one of each with its opposite.
    pub(crate) axes: Vec<Vector>,
    pub(crate) pairs: Vec<SquarePair>,
    /// Kinds that are only ever looked at beside a stroke. Such a square never changes, so it links
    /// nothing: every part that looks at it has it.
    pub(crate) fixed: KindSet,
    /// Kinds that may come to match a stroke of one square.
    pub(crate) singles: KindSet,
    /// Does no stroke write what another reads? Then one round of the analysis is enough.
    pub(crate) settles: bool,
    /// Is everything that is linked by the table linked by a stroke that is possible now?
    pub(crate) exact: bool,
    /// The kinds of which squares are linked just where they touch, if it is as simple as that.
    pub(crate) touch: Option<(KindSet, Touch)>,
}

/// Where squares touch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Touch {
    /// In a row.
    Row,
    /// By an edge.
    Edge,
    /// By an edge or a corner.
    Corner,
}

const AROUND: [Vector; 4] = [(0, 1), (0, -1), (1, 0), (-1, 0)];

impl Links {
    pub(crate) fn new(strokes: &[Stroke], planes: usize) -> Links {
        let becomes = closure(strokes, planes);
        let can = |from: KindSet| {
            (0..planes).filter(|&k| becomes[k] & from != 0).fold(0, |set, k| set | 1 << k)
        };
        let mut links = Links {
            fixed: fixed(strokes),
            settles: strokes
                .iter()
                .flat_map(|stroke| &stroke.elements)
                .all(|element| element.to.is_none_or(|to| to == VOID)),
            ..Links::default()
        };
        for stroke in strokes {
            let wanted: Vec<KindSet> =
                stroke.elements.iter().map(|element| can(element.from)).collect();
            for i in 0..wanted.len() {
                if stroke.elements[i].ray {
                    links.add(stroke.along, wanted[i], wanted[i]);
                }
                for j in (0..i).rev() {
                    links.add(stroke.steps[i], wanted[j], wanted[i]);
                    if !stroke.elements[j].ray {
                        break;
                    }
                }
            }
            // Rays may be empty.
            let mut squares = (0..wanted.len()).filter(|&i| !stroke.elements[i].ray);
            if let (Some(only), None) = (squares.next(), squares.next()) {
                links.singles |= wanted[only];
            }
            if let Some(guard) = stroke.guard {
                let looked_for = can(guard.kinds) & !links.fixed;
                for (_, &wanted) in wanted.iter().enumerate().filter(|&(i, _)| stroke.changes(i)) {
                    for beside in AROUND {
                        links.add(beside, wanted, looked_for);
                    }
                }
            }
        }
        let all = links.pairs.clone();
        let within = |a: &SquarePair, b: &SquarePair| {
            a.axis == b.axis && a.first & b.first == a.first && a.second & b.second == a.second
        };
        links.pairs.retain(|pair| !all.iter().any(|other| other != pair && within(pair, other)));
        let plain = |stroke: &Stroke| {
            let [a, b] = &stroke.elements[..] else { return false };
            !(a.ray || b.ray || stroke.before || stroke.behind || stroke.guard.is_some())
        };
        links.exact = links.settles && strokes.iter().all(plain);
        links.touch = links.touch();
        links
    }

    /// Is one set of kinds linked with itself along each axis, and nothing else?
    fn touch(&self) -> Option<(KindSet, Touch)> {
        let set = self.pairs.first()?.first;
        let simple = self.fixed == 0
            && self.singles == 0
            && self.pairs.len() == self.axes.len()
            && self.pairs.iter().all(|pair| pair.first == set && pair.second == set)
            && (0..self.axes.len()).all(|axis| self.pairs.iter().any(|pair| pair.axis == axis));
        let has = |steps: &[Vector]| {
            self.axes.len() == steps.len() && steps.iter().all(|&step| self.axis(step).is_some())
        };
        let touch = if has(&[(0, 1)]) {
            Touch::Row
        } else if has(&[(0, 1), (1, 0)]) {
            Touch::Edge
        } else if has(&[(0, 1), (1, 0), (1, 1), (1, -1)]) {
            Touch::Corner
        } else {
            return None;
        };
        simple.then_some((set, touch))
    }

    /// The axis along a vector and whether it points the other way.
    pub(crate) fn axis(&self, (r, c): Vector) -> Option<(usize, bool)> {
        let found = |vector: Vector| self.axes.iter().position(|&axis| axis == vector);
        found((r, c)).map(|i| (i, false)).or_else(|| found((-r, -c)).map(|i| (i, true)))
    }

    fn add(&mut self, step: Vector, first: KindSet, second: KindSet) {
        let (axis, reversed) = self.axis(step).unwrap_or_else(|| {
            self.axes.push(step);
            (self.axes.len() - 1, false)
        });
        let (first, second) = if reversed { (second, first) } else { (first, second) };
        let pair = SquarePair { axis, first, second };
        if first != 0 && second != 0 && !self.pairs.contains(&pair) {
            self.pairs.push(pair);
        }
    }
}

/// The kinds that some stroke looks at beside it and none has on its way.
pub(crate) fn fixed<'s>(strokes: impl IntoIterator<Item = &'s Stroke>) -> KindSet {
    let (mut used, mut looked_at) = (0, 0);
    for stroke in strokes {
        used = stroke.elements.iter().fold(used, |set, element| set | element.from);
        looked_at |= stroke.guard.map_or(0, |guard| guard.kinds);
    }
    looked_at & !used
}

/// What each kind may become in any number of strokes.
fn closure(strokes: &[Stroke], planes: usize) -> Vec<KindSet> {
    let mut becomes: Vec<KindSet> = (0..planes).map(|k| 1 << k).collect();
    loop {
        let before = becomes.clone();
        for element in strokes.iter().flat_map(|stroke| &stroke.elements) {
            if let Some(to) = element.to.filter(|&to| to != VOID) {
                for set in &mut becomes {
                    if *set & element.from != 0 {
                        *set |= 1 << to;
                    }
                }
            }
        }
        if before == becomes {
            return becomes;
        }
    }
}
