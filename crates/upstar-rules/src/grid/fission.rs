//! Fission: stones split in two (Lessons in Play).
//!
//! Every move adds one stone. As in Konane, the squares where a stone could ever be and those
//! that could ever be empty are found by letting every move happen and nothing be lost; moves
//! link their three squares, and the parts so linked are independent. Exchanging rows and
//! columns exchanges the players.

use super::layers::Layers;
use super::plane::Plane;
use super::triples::{AXES, split};
use crate::prelude::*;

const ALPHABET: [&str; 3] = ["xX", ".", "#"];

/// The page of the ruleset.
pub const PAGE: &str = r#"
game Fission
"A player takes a stone whose two neighbours in line are both empty squares and puts a stone on each
  of them: Left on the squares above and below, Right on the squares to the left and right. Who
  cannot move loses."
notation "Rows joined by `|`: `x` a stone, `.` empty, `#` missing."
tables "ROWSxCOLUMNS: boards up to this size with one stone in the middle"
edit cells .x#
try "....|.x..|....|...." "...|.x.|..." "..x.."
source "M. H. Albert, R. J. Nowakowski, D. Wolfe, Lessons in Play, 2007"
known "...|.x.|..." = 0 (a move leaves two free moves to the opponent: {-2|2})
"#;

/// The rules on planes of one size.
#[derive(Clone, Copy, Debug, Default)]
pub struct Fission<P>(PhantomData<P>);

/// The stones and the empty squares.
pub type Board<P> = Layers<P, 2>;

/// The stones that can split along an axis.
fn ready<P: Plane>([stones, empty]: &[P; 2], axis: usize) -> P {
    let (back, onward) = AXES[axis];
    stones.and(&empty.step(back)).and(&empty.step(onward))
}

/// Where the two halves of these stones go.
fn halves<P: Plane>(stones: &P, axis: usize) -> P {
    let (back, onward) = AXES[axis];
    stones.step(back).or(&stones.step(onward))
}

/// For each axis, the squares whose stone could ever split; `None` when `out` wants no more.
fn middles<P: Plane>(board: &Board<P>, out: &mut dyn Options<Board<P>>) -> Option<[P; 2]> {
    let mut may = board.layers.clone();
    let is_large = board.is_large();
    loop {
        if is_large && out.is_closed() {
            return None;
        }
        let middles = [ready(&may, 0), ready(&may, 1)];
        let mut more = may.clone();
        for (axis, middles) in middles.iter().enumerate() {
            more[0] = more[0].or(&halves(middles, axis));
            more[1] = more[1].or(middles);
        }
        if more == may {
            return Some(middles);
        }
        may = more;
    }
}

fn picture<P: Plane>(board: &Board<P>) -> Picture {
    board.picture(|kind| match kind {
        0 => (Color::White, Some(Color::Green)),
        1 => (Color::White, None),
        _ => (Color::Gray, None),
    })
}

impl<P: Plane> Rules for Fission<P> {
    on_board!(Board<P>, ALPHABET, picture, (true, None), |board| board.layers[1].count());

    fn options(&self, board: &Board<P>, who: Player, out: &mut dyn Options<Board<P>>) {
        let axis = who as usize;
        let [stones, empty] = &board.layers;
        ready(&board.layers, axis).each_while(|stone| {
            let halves = halves(&stone, axis);
            out.push(
                board.with([stones.minus(&stone).or(&halves), empty.minus(&halves).or(&stone)]),
            )
        });
    }

    fn sum_components(&self, board: Board<P>, out: &mut dyn Options<Board<P>>) {
        if let Some(middles) = middles(&board, out) {
            split(&board, &middles, out);
        }
    }

    fn compound_parts(&self, board: &Board<P>, out: &mut dyn Options<(Board<P>, u64)>) {
        board.regions_with(board.layers[0].clone(), P::neighbours, &mut once(out));
    }

    fn nature(&self) -> Nature {
        Nature::PARTIZAN.in_parts("each region with a stone that walls cut off from the others")
    }

    /// Every move fills one more square.
    fn bounds(&self, board: &Board<P>) -> Option<(i64, i64)> {
        let moves = i64::from(board.layers[1].count());
        Some((-moves, moves))
    }

    fn move_heuristic(&self, board: &Board<P>) -> i32 {
        ready(&board.layers, 0).count() as i32 - ready(&board.layers, 1).count() as i32
    }

    /// A board with one stone in the middle.
    fn family(&self) -> Family<'_, Board<P>> {
        Family::boards(|rows, columns| {
            let middle = (rows.checked_sub(1)? / 2, columns.checked_sub(1)? / 2);
            Board::drawn(rows, columns, |r, c| usize::from((r, c) != middle))
        })
    }
}
