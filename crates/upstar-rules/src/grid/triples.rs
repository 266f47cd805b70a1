//! Parts of a board on which every move happens on three squares in line.
//!
//! Let every square that could ever be the middle of a move be known, or a few more. Squares
//! that are linked by such triples make a part; no move, now or later, touches two parts, and a
//! square in no triple never changes. So the parts are independent.

use super::layers::Layers;
use super::plane::{Direction, Plane};
use upstar_base::Options;

/// The two lines through a square, each as a pair of opposite directions.
pub(super) const AXES: [(Direction, Direction); 2] =
    [(Direction::North, Direction::South), (Direction::West, Direction::East)];

/// Appends the parts linked by triples with their middles in `middles`, one set for each axis.
pub(super) fn split<P: Plane, const K: usize>(
    board: &Layers<P, K>,
    middles: &[P; 2],
    out: &mut dyn Options<Layers<P, K>>,
) {
    let touched = |part: &P, axis: usize| {
        let (back, onward) = AXES[axis];
        part.or(&part.step(back)).or(&part.step(onward))
    };
    let grow = |part: &P| {
        let mut grown = part.clone();
        for (axis, middles) in middles.iter().enumerate() {
            grown = grown.or(&touched(&touched(part, axis).and(middles), axis));
        }
        grown
    };
    board.split_from(middles[0].or(&middles[1]), grow, |_| true, out);
}
