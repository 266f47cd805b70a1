//! The parts of a board between which there can never be a move.
//!
//! Let S(k) be the squares that may *ever* be of kind k. It begins with the board; wherever all
//! squares of a stroke of either player may match, what the stroke writes is added; the least
//! fixpoint is S. By induction every stroke of any play, in any order of turns, matches inside S.
//! Neighbouring squares of such strokes are linked, and so is a square that is changed with one
//! beside it that may come to be of a kind that is looked for. Squares of a kind that is only ever
//! looked at never change: what they forbid is forbidden for good, and each part that looks at
//! them has them. Classes of linked squares are the parts: each move lies in one of them and can be
//! told by that part alone, so the play is that of their sum. Squares in no class never change and
//! never matter; parts where nobody can move now are worth nothing.
//!
//! In compounds other than sums a component is what one sees, see [`pieces`]: there a square may be
//! whatever its kind may become, whether or not the squares around it allow that, but for what
//! stands beside it for good.

use crate::board::{PatternBoard, class};
use crate::links::Touch;
use crate::moves::{matches, stays};
use crate::prelude::*;

/// The squares of each element of a stroke.
type StrokeSquares<P> = SmallVec<[P; 8]>;

/// For each axis the squares that are linked with the next one along it.
type Linked<P> = SmallVec<[P; 8]>;

const AROUND: [Vector; 4] = [(0, 1), (0, -1), (1, 0), (-1, 0)];

/// The squares that a stroke may change for all that is beside them, if squares may be what `planes`
/// says; `None` if it does not look there.
fn open<P: Plane, const K: usize>(
    program: &PatternGame,
    board: &Layers<P, K>,
    planes: &[P; K],
    stroke: &Stroke,
) -> Option<P> {
    let guard = stroke.guard?;
    if guard.wanted {
        stroke.only_change()?;
        return Some(class(planes, guard.kinds).neighbours());
    }
    let fixed = board.class(guard.kinds & program.links.fixed);
    (!fixed.is_empty()).then(|| board.everywhere().minus(&fixed.neighbours()))
}

/// The squares that may match an element of a stroke, by their kinds and by what is beside them.
fn fitting<P: Plane, const K: usize>(
    planes: &[P; K],
    stroke: &Stroke,
    i: usize,
    open: Option<&P>,
) -> P {
    let fit = class(planes, stroke.elements[i].from);
    match open {
        Some(open) if stroke.changes(i) => fit.and(open),
        _ => fit,
    }
}

/// For each element of a stroke the squares where it may match as a part of the whole stroke, if
/// squares may be what `planes` says; `None` if the stroke matches nowhere.
fn usable<P: Plane, const K: usize>(
    program: &PatternGame,
    board: &Layers<P, K>,
    planes: &[P; K],
    stroke: &Stroke,
) -> Option<StrokeSquares<P>> {
    let mut squares: StrokeSquares<P> = SmallVec::new();
    let (r, c) = stroke.along;
    let open = open(program, board, planes, stroke);
    // Where the part of the stroke before this element may have come to.
    let mut reached = fitting(planes, stroke, 0, open.as_ref());
    if stroke.before {
        reached = reached.and(&board.rim((-r, -c)));
    }
    squares.push(reached.clone());
    for (i, (element, &step)) in stroke.elements.iter().zip(&stroke.steps).enumerate().skip(1) {
        let fit = fitting(planes, stroke, i, open.as_ref());
        if element.ray {
            let (mut ray, mut front) = (board.nowhere(), reached.clone());
            loop {
                front = front.moved(step).and(&fit).minus(&ray);
                if front.is_empty() {
                    break;
                }
                ray = ray.or(&front);
            }
            reached = reached.or(&ray);
            squares.push(ray);
        } else {
            reached = reached.moved(step).and(&fit);
            squares.push(reached.clone());
        }
        if reached.is_empty() {
            return None;
        }
    }
    // Where the rest of the stroke may go on from.
    let mut onward = if stroke.behind { reached.and(&board.rim((r, c))) } else { reached };
    for i in (0..squares.len()).rev() {
        let (r, c) = stroke.steps[i];
        let back = (-r, -c);
        let mut fit = squares[i].and(&onward);
        if stroke.elements[i].ray {
            let mut front = fit.clone();
            loop {
                front = front.moved(back).and(&squares[i]).minus(&fit);
                if front.is_empty() {
                    break;
                }
                fit = fit.or(&front);
            }
            onward = onward.or(&fit.moved(back));
        } else {
            onward = fit.moved(back);
        }
        squares[i] = fit;
    }
    (!squares[0].is_empty()).then_some(squares)
}

/// Can somebody begin a move here, as far as what stands beside does not forbid it?
fn has_moves<P: Plane, const K: usize>(program: &PatternGame, board: &Layers<P, K>) -> bool {
    program.first_strokes.iter().any(|stroke| {
        if stroke.has_ray() || stroke.before || stroke.guard.is_some() {
            usable(program, board, &board.layers, stroke).is_some()
        } else {
            !matches(board, stroke).is_empty()
        }
    })
}

/// Links `first` with the squares of `second` that lie one step further.
fn link<P: Plane>(
    program: &PatternGame,
    linked: &mut Linked<P>,
    alive: &mut P,
    (first, second): (&P, &P),
    step: Vector,
) {
    let Some((axis, reversed)) = program.links.axis(step) else { return };
    let (r, c) = step;
    let from = first.and(&second.moved((-r, -c)));
    if from.is_empty() {
        return;
    }
    let to = from.moved(step);
    *alive = alive.or(&from).or(&to);
    linked[axis] = linked[axis].or(if reversed { &to } else { &from });
}

/// Appends the parts that grow from the squares in play along the links, where somebody can move.
fn split<P: Plane, const K: usize>(
    program: &PatternGame,
    board: &Layers<P, K>,
    (alive, linked): (P, &Linked<P>),
    all_have_moves: bool,
    out: &mut dyn Options<Layers<P, K>>,
) {
    let is_large = board.is_large();
    // Where whatever touches is linked, parts are what hangs together.
    let touching = !is_large && is_touching(program, &alive, linked);
    let mut rest = alive;
    while !rest.is_empty() {
        let first = rest.first();
        let part = if touching {
            Some(rest.connected(first))
        } else {
            grown(program, first, linked, &mut || is_large && out.is_closed())
        };
        let Some(mut part) = part else { return };
        rest = rest.minus(&part);
        if program.links.fixed != 0 {
            part = part.or(&part.neighbours().and(&board.class(program.links.fixed)));
        }
        let board = board.masked(&part);
        let wanted = if all_have_moves || has_moves(program, &board) {
            out.push(board)
        } else {
            !(is_large && out.is_closed())
        };
        if !wanted {
            return;
        }
    }
}

/// All that can be reached from a square along the links; `None` if nobody wants to know any more.
fn grown<P: Plane>(
    program: &PatternGame,
    first: P,
    linked: &Linked<P>,
    is_closed: &mut dyn FnMut() -> bool,
) -> Option<P> {
    let mut part = first;
    for round in 1u32.. {
        let mut more = part.clone();
        for (linked, &(r, c)) in linked.iter().zip(&program.links.axes) {
            more = more.or(&more.and(linked).moved((r, c)));
            more = more.or(&more.moved((-r, -c)).and(linked));
        }
        if more == part {
            break;
        }
        part = more;
        if round.is_multiple_of(64) && is_closed() {
            return None;
        }
    }
    Some(part)
}

/// Are exactly those squares linked that touch by an edge?
fn is_touching<P: Plane>(program: &PatternGame, alive: &P, linked: &Linked<P>) -> bool {
    let axes = &program.links.axes;
    let [(a, b), (c, d)] = axes[..] else { return false };
    let orthogonal = a.abs() + b.abs() == 1 && c.abs() + d.abs() == 1 && a.abs() != c.abs();
    orthogonal
        && linked
            .iter()
            .zip(axes)
            .all(|(linked, &(r, c))| *linked == alive.and(&alive.moved((-r, -c))))
}

/// Appends the parts of a board as far as kinds alone tell them apart.
pub(crate) fn components<P: Plane, const K: usize>(
    program: &PatternGame,
    board: &Layers<P, K>,
    out: &mut dyn Options<Layers<P, K>>,
) {
    let links = &program.links;
    if let Some((set, touch)) = links.touch
        && !board.is_large()
        && (touch != Touch::Row || board.rows() == 1)
    {
        return touching(program, board, board.class(set), touch, out);
    }
    let mut linked: Linked<P> = links.axes.iter().map(|_| board.nowhere()).collect();
    let mut alive = board.class(links.singles);
    for pair in &links.pairs {
        let (first, second) = (board.class(pair.first), board.class(pair.second));
        let step = links.axes[pair.axis];
        let from = first.and(&second.moved((-step.0, -step.1)));
        alive = alive.or(&from).or(&from.moved(step));
        linked[pair.axis] = linked[pair.axis].or(&from);
    }
    split(program, board, (alive, &linked), links.exact, out);
}

/// Appends the regions of squares that touch, where somebody can move.
fn touching<P: Plane, const K: usize>(
    program: &PatternGame,
    board: &Layers<P, K>,
    all: P,
    touch: Touch,
    out: &mut dyn Options<Layers<P, K>>,
) {
    let by_corners = touch == Touch::Corner;
    let mut rest = if by_corners { all } else { all.and(&all.neighbours()) };
    while !rest.is_empty() {
        let first = rest.first();
        let part = if by_corners { surrounded(&rest, first) } else { rest.connected(first) };
        rest = rest.minus(&part);
        if by_corners && part.count() == 1 {
            continue;
        }
        let board = board.masked(&part);
        if (program.links.exact || has_moves(program, &board)) && !out.push(board) {
            return;
        }
    }
}

/// The squares of a set that can be reached from one of them by edges and corners.
fn surrounded<P: Plane>(all: &P, first: P) -> P {
    let mut part = first;
    loop {
        let more = part.surroundings().and(all);
        if more == part {
            return part;
        }
        part = more;
    }
}

/// Appends the parts that the whole analysis finds; false, and nothing is appended, if the board
/// is one part already.
pub(crate) fn refine<P: Plane, const K: usize>(
    program: &PatternGame,
    board: &Layers<P, K>,
    out: &mut dyn Options<Layers<P, K>>,
) -> bool {
    if program.links.exact {
        return false;
    }
    let ways = |may: &[P; K], stroke: &Stroke| usable(program, board, may, stroke);
    let Some((alive, linked)) = closure(program, board, ways, &mut || out.is_closed()) else {
        return false;
    };
    let mut parts: Vec<Layers<P, K>> = Vec::new();
    split(program, board, (alive, &linked), false, &mut parts);
    if let [one] = &parts[..]
        && *one == *board
    {
        return false;
    }
    parts.into_iter().all(|part| out.push(part));
    true
}

/// Appends the regions of a board that hang together by what their squares may become, whatever
/// stands around them: the components of joins and unions. A region in which nobody can move is one
/// too; ground without a piece is none in games whose moves all begin with one.
pub(crate) fn pieces<P: Plane, const K: usize>(
    program: &PatternGame,
    board: &Layers<P, K>,
    out: &mut dyn Options<Layers<P, K>>,
) {
    let ways = |may: &[P; K], stroke: &Stroke| {
        let open = open(program, board, may, stroke);
        let fit = |i: usize| fitting(may, stroke, i, open.as_ref());
        Some((0..stroke.elements.len()).map(fit).collect())
    };
    let Some((mut alive, linked)) = closure(program, board, ways, &mut || out.is_closed()) else {
        return;
    };
    if program.needs_pieces {
        alive = alive.and(&board.class(program.pieces));
    }
    split(program, board, (alive, &linked), true, out);
}

/// The squares that strokes may ever use, and their links, if `ways` says for each element of a
/// stroke where it may match; `None` if nobody wants to know any more.
fn closure<P: Plane, const K: usize>(
    program: &PatternGame,
    board: &Layers<P, K>,
    ways: impl Fn(&[P; K], &Stroke) -> Option<StrokeSquares<P>>,
    is_closed: &mut dyn FnMut() -> bool,
) -> Option<(P, Linked<P>)> {
    let mut may = board.layers.clone();
    let is_large = board.is_large();
    loop {
        if is_large && is_closed() {
            return None;
        }
        let mut linked: Linked<P> = program.links.axes.iter().map(|_| board.nowhere()).collect();
        let mut alive = board.nowhere();
        let mut more = may.clone();
        for stroke in &program.strokes {
            let Some(squares) = ways(&may, stroke) else { continue };
            for (element, squares) in stroke.elements.iter().zip(&squares) {
                alive = alive.or(squares);
                if let Some(to) = stays(element.to) {
                    more[to] = more[to].or(squares);
                }
            }
            link_stroke(program, board, stroke, &squares, &may, (&mut linked, &mut alive));
        }
        if program.links.settles || more == may {
            return Some((alive, linked));
        }
        may = more;
    }
}

/// Links what one stroke uses together.
fn link_stroke<P: Plane, const K: usize>(
    program: &PatternGame,
    board: &Layers<P, K>,
    stroke: &Stroke,
    squares: &StrokeSquares<P>,
    may: &[P; K],
    (linked, alive): (&mut Linked<P>, &mut P),
) {
    for i in 0..squares.len() {
        let step = stroke.steps[i];
        if stroke.elements[i].ray {
            link(program, linked, alive, (&squares[i], &squares[i]), step);
        }
        for j in (0..i).rev() {
            link(program, linked, alive, (&squares[j], &squares[i]), step);
            if !stroke.elements[j].ray {
                break;
            }
        }
    }
    if let Some(guard) = stroke.guard {
        let looked_for = class(may, guard.kinds).minus(&board.class(program.links.fixed));
        for (_, squares) in squares.iter().enumerate().filter(|&(i, _)| stroke.changes(i)) {
            for beside in AROUND {
                link(program, linked, alive, (squares, &looked_for), beside);
            }
        }
    }
}
