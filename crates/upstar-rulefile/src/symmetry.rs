//! The symmetries of a game of patterns.
//!
//! A turn of the board, a permutation of the kinds and perhaps an exchange of the players is a
//! symmetry if it maps the set of moves to itself. The set is compared in a form that forgets how
//! it was written: a stroke without rays that ends a move is the set of its squares, wherever it
//! lies and from whichever end it was read.

use crate::prelude::*;

/// With more permutations only the exchange that the file speaks of is tried.
const MOST_PERMUTATIONS: usize = 150;

/// A symmetry of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct GameImage {
    /// The number of the turn of the board.
    pub(crate) turn: usize,
    /// What becomes of each plane.
    pub(crate) planes: Vec<u8>,
    /// Do all planes stay what they are?
    pub(crate) keeps_kinds: bool,
    /// Does it exchange the players?
    pub(crate) negated: bool,
}

impl GameImage {
    /// What becomes of a plane; those that are not in use stay.
    #[inline]
    pub(crate) fn kind(&self, plane: usize) -> usize {
        self.planes.get(plane).map_or(plane, |&image| image.into())
    }

    /// Does it exchange the players and change nothing else?
    pub(crate) fn is_exchange_alone(&self) -> bool {
        self.negated && self.turn == 0 && self.keeps_kinds
    }
}

/// What a stroke is, however it was written.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Essence {
    /// Squares at places, the edge among them, and what must be beside.
    Figure(Vec<(Vector, Option<StrokeSquare>)>, Option<Guard>),
    /// A sequence along a line.
    Line(Box<Stroke>),
}

/// A move, however it was written; moves of one stroke are told by their strokes alone.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct MoveForm(u8, Vec<Vec<Essence>>);

fn essence(stroke: &Stroke, ends_move: bool) -> Essence {
    if stroke.has_ray() || stroke.again || !ends_move {
        let mut line = stroke.clone();
        let last_is_ray = line.elements.last().is_some_and(|element| element.ray);
        if ends_move && !stroke.again && !last_is_ray {
            let mut reversed = stroke.clone();
            reversed.elements.reverse();
            let (r, c) = stroke.along;
            reversed.along = (-r, -c);
            for step in reversed.steps.iter_mut().skip(1) {
                *step = reversed.along;
            }
            (reversed.before, reversed.behind) = (stroke.behind, stroke.before);
            line = line.min(reversed);
        }
        return Essence::Line(Box::new(line));
    }
    let places = stroke.places();
    let mut squares: Vec<(Vector, Option<StrokeSquare>)> =
        places.iter().copied().zip(stroke.elements.iter().copied().map(Some)).collect();
    let (r, c) = stroke.along;
    if stroke.before {
        squares.push(((-r, -c), None));
    }
    if let Some(&(row, column)) = places.last().filter(|_| stroke.behind) {
        squares.push(((row + r, column + c), None));
    }
    squares.sort_unstable();
    if let Some(&((row, column), _)) = squares.first() {
        for ((r, c), _) in &mut squares {
            (*r, *c) = (*r - row, *c - column);
        }
    }
    Essence::Figure(squares, stroke.guard)
}

/// A set of moves, however it was written.
fn forms(moves: &[StrokeRule], change: &dyn Fn(&StrokeRule) -> StrokeRule) -> Vec<MoveForm> {
    let mut all = Vec::new();
    for rule in moves.iter().map(change) {
        let kind = match rule.kind {
            MoveKind::Ordinary => 0,
            MoveKind::Entailing => 1,
            _ => 2,
        };
        let single = rule.stages.len() == 1;
        let stages = rule.stages.iter().map(|stage| {
            let mut stage: Vec<Essence> =
                stage.iter().map(|stroke| essence(stroke, single)).collect();
            stage.sort_unstable();
            stage.dedup();
            stage
        });
        if single {
            all.extend(stages.flatten().map(|stroke| MoveForm(kind, vec![vec![stroke]])));
        } else {
            all.push(MoveForm(kind, stages.collect()));
        }
    }
    all.sort_unstable();
    all.dedup();
    all
}

/// All symmetries; `exchanged` is what the file itself says becomes of the planes.
pub(crate) fn images(
    moves: &[Vec<StrokeRule>; 2],
    planes: usize,
    is_strip: bool,
    exchanged: Option<&[usize]>,
) -> Vec<GameImage> {
    let plain = moves.each_ref().map(|moves| forms(moves, &StrokeRule::clone));
    let turns: &[usize] = if is_strip { &[0, 2] } else { &[0, 1, 2, 3, 4, 5, 6, 7] };
    let roles: Vec<[usize; 3]> = (0..planes).map(|plane| role(moves, plane)).collect();
    let mut permutations: Vec<Vec<u8>> = Vec::new();
    permute(&roles, &mut Vec::new(), &mut permutations);
    if permutations.len() > MOST_PERMUTATIONS {
        permutations = vec![(0..planes as u8).collect()];
        permutations.extend(exchanged.map(|all| all.iter().map(|&k| k as u8).collect::<Vec<u8>>()));
        permutations.retain(|permutation| is_involution(permutation));
        permutations.dedup();
    }
    let mut found = Vec::new();
    for &turn in turns {
        for permutation in &permutations {
            let image = |rule: &StrokeRule| rule.image(turn, &|kind| permutation[kind].into());
            let turned = moves.each_ref().map(|moves| forms(moves, &image));
            for negated in [false, true] {
                let wanted = if negated { [&plain[1], &plain[0]] } else { [&plain[0], &plain[1]] };
                if [&turned[0], &turned[1]] == wanted {
                    let planes = permutation.clone();
                    let keeps_kinds = (0u8..).zip(&planes).all(|(k, &image)| k == image);
                    found.push(GameImage { turn, planes, keeps_kinds, negated });
                }
            }
        }
    }
    found
}

fn is_involution(permutation: &[u8]) -> bool {
    let back = |k: u8| permutation.get(usize::from(k)).copied();
    permutation.iter().enumerate().all(|(k, &image)| back(image) == Some(k as u8))
}

/// How often a kind is wanted, written and looked for: a symmetry keeps these numbers.
fn role(moves: &[Vec<StrokeRule>; 2], plane: usize) -> [usize; 3] {
    let mut role = [0; 3];
    for stroke in moves.iter().flatten().flat_map(StrokeRule::strokes) {
        for element in &stroke.elements {
            role[0] += usize::from(element.from >> plane & 1 == 1);
            role[1] += usize::from(element.to == Some(plane as u8));
        }
        role[2] += usize::from(stroke.guard.is_some_and(|guard| guard.kinds >> plane & 1 == 1));
    }
    role
}

/// All permutations that keep the roles, or a few more than are tried.
fn permute(roles: &[[usize; 3]], begun: &mut Vec<u8>, out: &mut Vec<Vec<u8>>) {
    if out.len() > MOST_PERMUTATIONS {
        return;
    }
    if begun.len() == roles.len() {
        out.push(begun.clone());
        return;
    }
    for k in 0..roles.len() as u8 {
        if !begun.contains(&k) && roles[usize::from(k)] == roles[begun.len()] {
            begun.push(k);
            permute(roles, begun, out);
            begun.pop();
        }
    }
}

/// Can one player move exactly where the other can? So it is if what their moves want of a board
/// is the same, whatever they make of it.
pub(crate) fn is_all_small(moves: &[Vec<StrokeRule>; 2]) -> bool {
    let single = |rule: &StrokeRule| rule.stages.len() == 1;
    if !moves.iter().flatten().all(single) {
        return false;
    }
    let wanted = |rule: &StrokeRule| {
        let mut rule = rule.clone();
        rule.kind = MoveKind::Ordinary;
        for stroke in rule.stages.iter_mut().flatten() {
            // What is beside is looked at where squares change, so such strokes stay apart.
            if stroke.guard.is_none() {
                stroke.again = false;
                stroke.elements.iter_mut().for_each(|element| element.to = None);
            }
        }
        rule
    };
    let [left, right] = moves.each_ref().map(|moves| forms(moves, &wanted));
    left == right
}

/// Do the directions of a file, `east<->west` and the like, say which turn it is?
pub(crate) fn turn_of(from: &str, to: &str) -> Option<usize> {
    let names = [["east", "west"], ["north", "south"], ["horizontal", "vertical"]];
    let found = names.iter().position(|pair| *pair == [from, to] || *pair == [to, from])?;
    Some([2, 1, 4][found])
}

/// Two turns one after another.
pub(crate) fn composed(first: usize, second: usize) -> usize {
    let of = |turn: usize| [turned((1, 0), turn), turned((0, 1), turn)];
    let wanted = of(first).map(|vector| turned(vector, second));
    (0..8).find(|&turn| of(turn) == wanted).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turns_compose() {
        assert_eq!(composed(1, 2), 3);
        assert_eq!(composed(4, 4), 0);
        assert_eq!(composed(4, 1), 5);
        for a in 0..8 {
            assert_eq!(composed(a, 0), a);
        }
    }
}
