//! Konane, the Hawaiian game of jumps (Winning Ways ch. 8; Ernst 1995).
//!
//! Stones move only by jumping over the enemy, so most of a board is soon out of play. The
//! squares where stones of each colour could ever stand and those that could ever be empty are
//! found by letting every jump happen and nothing be lost; the jumps found link squares to
//! independent parts (see `triples`), and squares in no jump never change.
//!
//! The value is at most the number of stones of Right that Left can take when Right does not move
//! here: Right answers every jump in that number, and each jump takes at least one of them. While
//! only Left moves, Right's stones stand where they are or vanish, so they are found by letting
//! all of Left's jumps happen and nothing be lost. Likewise for Right.
//!
//! Theorem: `docs/boards.md#konane`.

use super::plane::{Direction, Plane};
use super::stones::{ALPHABET, EMPTY, picture, set, sides};
use super::triples::{AXES, split};
use crate::prelude::*;

/// The page of the ruleset.
pub const PAGE: &str = r#"
game Konane
"A player jumps with one of their stones over a neighbouring stone of the opponent onto the empty
  square right behind it and removes the stone jumped over; the same stone may go on jumping in the
  same direction. Who cannot move loses."
like anti-clobber
tables "RxC: a full board, Left's stone in the upper left corner, without the two stones in the
  middle of the middle row (of the column, where it is the only one)"
try "xoxo|ox.x|xoxo|oxox" "xo.o." ".xo."
source "traditional, Hawaii; M. D. Ernst, Playing Konane mathematically, UMAP Journal 16, 1995"
known "xo." = 1 (only Left can jump, once)
known ".xo." = * (either player jumps, and then nobody)
"#;

/// The rules on planes of one size.
#[derive(Clone, Copy, Debug, Default)]
pub struct Konane<P>(PhantomData<P>);

/// The stones of Left and of Right and the empty squares.
pub type Board<P> = super::layers::Layers<P, 3>;

/// For each axis, the squares that could ever be jumped over; `None` when `out` wants no more.
fn middles<P: Plane>(board: &Board<P>, out: &mut dyn Options<Board<P>>) -> Option<[P; 2]> {
    let mut may = board.layers.clone();
    let is_large = board.is_large();
    loop {
        if is_large && out.is_closed() {
            return None;
        }
        let mut more = may.clone();
        let mut middles = [board.nowhere(), board.nowhere()];
        for who in Player::BOTH {
            let (me, you) = sides(who);
            for (axis, (a, b)) in AXES.into_iter().enumerate() {
                for (back, onward) in [(a, b), (b, a)] {
                    let over = may[you].and(&may[me].step(onward)).and(&may[EMPTY].step(back));
                    more[me] = more[me].or(&over.step(onward));
                    more[EMPTY] = more[EMPTY].or(&over).or(&over.step(back));
                    middles[axis] = middles[axis].or(&over);
                }
            }
        }
        if more == may {
            return Some(middles);
        }
        may = more;
    }
}

/// How many moves `who` has: in each direction all stones jump at once, as far as they get.
fn moves<P: Plane>(board: &Board<P>, who: Player) -> i32 {
    let (me, you) = sides(who);
    let mut count = 0;
    for direction in Direction::ALL {
        let mut at = board.layers[me].clone();
        while !at.is_empty() {
            let over = at.step(direction).and(&board.layers[you]);
            at = over.step(direction).and(&board.layers[EMPTY]);
            count += at.count();
        }
    }
    i32::try_from(count).unwrap_or(i32::MAX)
}

/// How much a move that is possible now counts in the order of moves.
const MOVE: i32 = 13;

/// How many stones of the opponent `who` can take at most while the opponent does not move.
fn in_a_row<P: Plane>(board: &Board<P>, who: Player) -> i64 {
    let (me, you) = sides(who);
    let other = &board.layers[you];
    if board.is_large() {
        return i64::from(other.count());
    }
    let (mut own, mut empty) = (board.layers[me].clone(), board.layers[EMPTY].clone());
    let mut taken = board.nowhere();
    loop {
        let mut more = taken.clone();
        for onward in Direction::ALL {
            let back = onward.opposite();
            let over = other.and(&own.step(onward)).and(&empty.step(back));
            own = own.or(&over.step(onward));
            empty = empty.or(&over).or(&over.step(back));
            more = more.or(&over);
        }
        if more == taken {
            return i64::from(taken.count());
        }
        taken = more;
    }
}

impl<P: Plane> Rules for Konane<P> {
    on_board!(Board<P>, ALPHABET, picture, (false, Some((0, 1))), |board| board.layers[0].count()
        + board.layers[1].count());

    fn options(&self, board: &Board<P>, who: Player, out: &mut dyn Options<Board<P>>) {
        let (me, you) = sides(who);
        let (own, other, empty) = (&board.layers[me], &board.layers[you], &board.layers[EMPTY]);
        // On a large board most stones cannot jump.
        let jumpers = |direction: Direction| {
            let back = direction.opposite();
            own.and(&other.and(&empty.step(back)).step(back))
        };
        let [n, s, e, w] = Direction::ALL.map(jumpers);
        n.or(&s).or(&e).or(&w).each_while(|stone| {
            for direction in Direction::ALL {
                let (mut at, mut left) = (stone.clone(), other.clone());
                loop {
                    let over = at.step(direction).and(other);
                    at = over.step(direction).and(empty);
                    if at.is_empty() {
                        break;
                    }
                    left = left.minus(&over);
                    if !out.push(set(board, who, own.minus(&stone).or(&at), left.clone())) {
                        return false;
                    }
                }
            }
            true
        });
    }

    fn sum_components(&self, board: Board<P>, out: &mut dyn Options<Board<P>>) {
        if let Some(middles) = middles(&board, out) {
            split(&board, &middles, out);
        }
    }

    fn compound_parts(&self, board: &Board<P>, out: &mut dyn Options<(Board<P>, u64)>) {
        let stones = board.in_play().minus(&board.layers[EMPTY]);
        board.regions_with(stones, P::neighbours, &mut once(out));
    }

    fn nature(&self) -> Nature {
        Nature::PARTIZAN.in_parts("each region with a stone that walls cut off from the others")
    }

    fn family(&self) -> Family<'_, Board<P>> {
        Family::boards(|rows, columns| {
            let (r, c) = (rows.checked_sub(1)? / 2, columns.checked_sub(1)? / 2);
            let gap = [(r, c), if columns > 1 { (r, c + 1) } else { (r + 1, c) }];
            (3..=MOST_CELLS).contains(&(rows * columns)).then_some(())?;
            Board::drawn(
                rows,
                columns,
                |r, c| {
                    if gap.contains(&(r, c)) { EMPTY } else { (r + c) % 2 }
                },
            )
        })
    }

    fn bounds(&self, board: &Board<P>) -> Option<(i64, i64)> {
        Some((-in_a_row(board, Player::Right), in_a_row(board, Player::Left)))
    }

    /// Moves that are possible now.
    fn move_heuristic(&self, board: &Board<P>) -> i32 {
        let [left, right] = Player::BOTH.map(|who| moves(board, who));
        MOVE.saturating_mul(left - right)
    }
}
