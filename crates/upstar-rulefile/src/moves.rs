//! The moves of a game of patterns: matching and rewriting planes.
//!
//! Where a stroke without rays matches is found for all squares at once, by moving planes over
//! each other; rays are walked from each square.

use crate::board::PatternBoard;
use crate::prelude::*;
use upstar_base::deeper;

/// Lists what a player can do; each part says whether more is wanted.
pub(crate) struct Mover<'a, P, const K: usize> {
    pub(crate) program: &'a PatternGame,
    pub(crate) out: &'a mut dyn Options<Layers<P, K>>,
}

/// A stroke under way: the board as it becomes, the squares it has used, those it changed, and the
/// square where it is.
#[derive(Clone)]
struct Trail<P, const K: usize> {
    board: Layers<P, K>,
    used: P,
    changed: P,
    at: P,
}

impl<P: Plane, const K: usize> Mover<'_, P, K> {
    /// Lists the moves of a player of one kind, or of all kinds.
    pub(crate) fn list(
        &mut self,
        board: &Layers<P, K>,
        who: Player,
        kind: Option<MoveKind>,
    ) -> bool {
        let program = self.program;
        let wanted = |rule: &&crate::stroke::StrokeRule| kind.is_none_or(|kind| rule.kind == kind);
        program
            .moves_of(who)
            .iter()
            .filter(wanted)
            .all(|rule| self.stage(board, &rule.stages, None))
    }

    /// The strokes of the first of these stages, from `start` or anywhere, and then the others.
    fn stage(&mut self, board: &Layers<P, K>, stages: &[Vec<Stroke>], start: Option<&P>) -> bool {
        let Some((now, later)) = stages.split_first() else {
            return self.out.push(board.clone());
        };
        now.iter().all(|stroke| self.stroke(board, stroke, later, start))
    }

    fn stroke(
        &mut self,
        board: &Layers<P, K>,
        stroke: &Stroke,
        later: &[Vec<Stroke>],
        start: Option<&P>,
    ) -> bool {
        let is_plain = !stroke.has_ray() && stroke.guard.is_none();
        let mut anchors = if stroke.has_ray() {
            board.class(stroke.elements[0].from)
        } else {
            matches(board, stroke)
        };
        if stroke.before {
            let (r, c) = stroke.along;
            anchors = anchors.and(&board.rim((-r, -c)));
        }
        if let Some(start) = start {
            anchors = anchors.and(start);
        }
        if anchors.is_empty() {
            return true;
        }
        let is_large = board.is_large();
        anchors.each_while(|anchor| {
            if is_plain {
                let mut next = board.clone();
                let mut at = anchor;
                for (i, element) in stroke.elements.iter().enumerate() {
                    if i > 0 {
                        at = at.moved(stroke.steps[i]);
                    }
                    if let Some(to) = element.to {
                        next.put(&at, element.from, to);
                    }
                }
                return self.arrived(next, at, stroke.again, stroke, later);
            }
            if is_large && self.out.is_closed() {
                return false;
            }
            let nowhere = board.nowhere();
            let trail = Trail {
                board: board.clone(),
                used: nowhere.clone(),
                changed: nowhere,
                at: anchor.clone(),
            };
            let trail = self.step(trail, stroke, 0, anchor);
            self.walk(board, trail, stroke, 1, later)
        })
    }

    /// The trail goes on to a square that matches element `i`.
    fn step(&self, mut trail: Trail<P, K>, stroke: &Stroke, i: usize, at: P) -> Trail<P, K> {
        let element = &stroke.elements[i];
        trail.used = trail.used.or(&at);
        if stroke.changes(i) {
            trail.changed = trail.changed.or(&at);
        }
        if let Some(to) = element.to {
            trail.board.put(&at, element.from, to);
        }
        trail.at = at;
        trail
    }

    /// Matches the elements from `i` on, one after another; `board` is as before the stroke.
    fn walk(
        &mut self,
        board: &Layers<P, K>,
        trail: Trail<P, K>,
        stroke: &Stroke,
        i: usize,
        later: &[Vec<Stroke>],
    ) -> bool {
        let Some(element) = stroke.elements.get(i) else {
            return self.finished(board, trail, stroke, later);
        };
        let class = board.class(element.from);
        if element.ray {
            let mut trail = trail;
            loop {
                if !self.walk(board, trail.clone(), stroke, i + 1, later) {
                    return false;
                }
                let at = trail.at.moved(stroke.along).and(&class);
                if at.is_empty() {
                    return true;
                }
                trail = self.step(trail, stroke, i, at);
            }
        }
        let at = trail.at.moved(stroke.steps[i]).and(&class);
        if at.is_empty() {
            return true;
        }
        let trail = self.step(trail, stroke, i, at);
        self.walk(board, trail, stroke, i + 1, later)
    }

    /// All elements match: asks for the edge and for what stands beside.
    fn finished(
        &mut self,
        before: &Layers<P, K>,
        trail: Trail<P, K>,
        stroke: &Stroke,
        later: &[Vec<Stroke>],
    ) -> bool {
        if stroke.has_ray() && stroke.behind && trail.at.and(&before.rim(stroke.along)).is_empty() {
            return true;
        }
        if let Some(guard) = stroke.guard {
            let beside = trail.changed.neighbours().minus(&trail.used);
            if beside.and(&before.class(guard.kinds)).is_empty() == guard.wanted {
                return true;
            }
        }
        // A stroke that changed nothing where it began would be made again for ever.
        let still = trail.used == trail.at && trail.board == *before;
        self.arrived(trail.board, trail.at, stroke.again && !still, stroke, later)
    }

    /// A stroke has ended at a square: the next one begins there, or the same one again.
    fn arrived(
        &mut self,
        board: Layers<P, K>,
        at: P,
        again: bool,
        stroke: &Stroke,
        later: &[Vec<Stroke>],
    ) -> bool {
        if !again {
            return if later.is_empty() {
                self.out.push(board)
            } else {
                self.stage(&board, later, Some(&at))
            };
        }
        self.stage(&board, later, Some(&at))
            && deeper(|| self.stroke(&board, stroke, later, Some(&at)))
    }
}

/// The first squares of a stroke without rays wherever it matches, but for what is beside it and
/// the edge before it.
pub(crate) fn matches<P: Plane, const K: usize>(board: &Layers<P, K>, stroke: &Stroke) -> P {
    let last = stroke.elements.len() - 1;
    let mut found = board.class(stroke.elements[last].from);
    if stroke.behind {
        found = found.and(&board.rim(stroke.along));
    }
    for i in (0..last).rev() {
        let (r, c) = stroke.steps[i + 1];
        found = found.moved((-r, -c)).and(&board.class(stroke.elements[i].from));
    }
    found
}

/// Is this what a square becomes that stays in play?
pub(crate) fn stays(to: Option<u8>) -> Option<usize> {
    to.filter(|&to| to != VOID).map(usize::from)
}
