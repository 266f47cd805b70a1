//! Amazons: queens that burn the board (Walter Zamkauskas, 1988).
//!
//! Every move burns one empty square. Squares that are not burnt and touch by an edge or a corner
//! make the independent parts; also queens that touch only each other tie parts together, for
//! when one leaves, the other can enter its square. All eight images of a part are equal;
//! exchanging the colours negates it.
//!
//! Territory. Let A be the empty squares that Right's amazons could walk to, as kings do, if Left's
//! never moved. What is empty besides is out of Right's reach as long as Left's amazons, or burnt
//! squares in their place, stand where they do: call it Left's home. One of her amazons next to it
//! can step into it, and on from square to square, and each time burn the square that it has just
//! left. That opens nothing to Right, and every square of home that she walks over so is a move. So
//! if the walks of some of her amazons, one after the other, have w squares together, she has
//! w moves that Right cannot hinder. Right has at most |A| moves, for each burns one square and the
//! amazons stand on others, all of them in A or where Right's amazons stood at first. So the value is
//! at least w - |A|: Left answers every move with the next step of a walk or in a number. Any walks
//! will do for this; they are sought by stepping to where there are fewest ways on.
//!
//! Theorem: `docs/boards.md#territory`.

use super::plane::{Direction, Plane};
use super::stones::{ALPHABET, EMPTY, picture, set, sides};
use crate::prelude::*;

/// The page of the ruleset.
pub const PAGE: &str = r#"
game Amazons
"A player moves one of their amazons like a chess queen, any distance over empty squares in a
  straight line, and then shoots an arrow from there, again like a queen; the square where the arrow
  lands is burnt and blocked for ever. Who cannot move loses."
notation "Rows joined by `|`: `x` an amazon of Left, `o` an amazon of Right, `.` empty, `#` burnt or
  missing."
tables "RxC: an empty board with Left's amazon in the upper left and Right's in the lower right
  corner"
edit cells .xo#
try "x..|...|..o" "x..#|....|.#.o" "x.#o"
source "Walter Zamkauskas, 1988; E. Berlekamp, Sums of Nx2 Amazons, 2000"
known "x." = 1 (one square is one move)
known "x.." = 2 (Berlekamp 2000)
"#;

/// The rules on planes of one size.
#[derive(Clone, Copy, Debug, Default)]
pub struct Amazons<P>(PhantomData<P>);

/// The amazons of Left and of Right and the empty squares.
pub type Board<P> = super::layers::Layers<P, 3>;

/// The eight directions of a queen: a step, and another one for the diagonals.
const RAYS: [(Direction, Option<Direction>); 8] = {
    use Direction::{East, North, South, West};
    [
        (North, None),
        (South, None),
        (East, None),
        (West, None),
        (North, Some(East)),
        (North, Some(West)),
        (South, Some(East)),
        (South, Some(West)),
    ]
};

/// The squares that queens on `from` reach over `empty` squares.
fn reach<P: Plane>(from: &P, empty: &P) -> P {
    let mut reached = from.minus(from);
    each_step(from, empty, |front| reached = reached.or(front));
    reached
}

/// Lets queens on `from` go over `empty` squares in each direction, all of them at once, and
/// visits where they are after each step.
#[inline]
fn each_step<P: Plane>(from: &P, empty: &P, mut visit: impl FnMut(&P)) {
    for (step, turn) in RAYS {
        let mut front = from.clone();
        loop {
            front = front.step(step);
            if let Some(turn) = turn {
                front = front.step(turn);
            }
            front = front.and(empty);
            if front.is_empty() {
                break;
            }
            visit(&front);
        }
    }
}

/// How many moves there are, counted without listing them; on large boards only squares in reach.
///
/// All arrows in one direction fly at once: those that start at different squares never meet, so
/// the squares where they are after each step are as many as the moves whose arrow lands there.
fn moves<P: Plane>(board: &Board<P>, who: Player) -> i32 {
    let (own, empty) = (&board.layers[who as usize], &board.layers[EMPTY]);
    if board.is_large() {
        return reach(own, empty).count() as i32;
    }
    let mut count = 0;
    own.and(&empty.surroundings()).each(|amazon| {
        let targets = reach(&amazon, empty);
        let free = empty.or(&amazon);
        each_step(&targets, &free, |arrows| count += arrows.count());
    });
    i32::try_from(count).unwrap_or(i32::MAX)
}

/// How much a move that is possible now counts in the order of moves.
const MOVE: i32 = 13;

/// What the board is worth to `who` at least: steps at home less squares that the opponent reaches.
fn at_least<P: Plane>(board: &Board<P>, who: Player) -> i64 {
    let (me, you) = sides(who);
    let empty = &board.layers[EMPTY];
    if board.is_large() {
        return if board.layers[you].is_empty() { 0 } else { -i64::from(empty.count()) };
    }
    let mut reached = board.layers[you].clone();
    loop {
        let more = reached.surroundings().and(empty).or(&reached);
        if more == reached {
            break;
        }
        reached = more;
    }
    let mut home = empty.minus(&reached);
    let reached = empty.count() - home.count();
    let mut steps = 0;
    board.layers[me].each(|amazon| {
        let mut at = amazon;
        while let Some(next) = next_step(&at, &home) {
            home = home.minus(&next);
            at = next;
            steps += 1;
        }
    });
    steps - i64::from(reached)
}

/// The square of `home` next to an amazon with the fewest ways on.
fn next_step<P: Plane>(at: &P, home: &P) -> Option<P> {
    let mut best: Option<(u32, P)> = None;
    at.surroundings().and(home).each(|next| {
        let ways = next.surroundings().and(home).count();
        if best.as_ref().is_none_or(|(fewest, _)| ways < *fewest) {
            best = Some((ways, next));
        }
    });
    best.map(|(_, next)| next)
}

/// How much there is still to play: a part of one player is easy whatever its size.
fn size<P: Plane>(board: &Board<P>) -> u32 {
    let contested = board.layers[..EMPTY].iter().all(|amazons| !amazons.is_empty());
    board.layers[EMPTY].count() + u32::from(contested)
}

impl<P: Plane> Rules for Amazons<P> {
    on_board!(Board<P>, ALPHABET, picture, (false, Some((0, 1))), size);

    fn options(&self, board: &Board<P>, who: Player, out: &mut dyn Options<Board<P>>) {
        let (me, you) = sides(who);
        let (own, empty) = (&board.layers[me], &board.layers[EMPTY]);
        // On a crowded board most amazons cannot move.
        own.and(&empty.surroundings()).each_while(|amazon| {
            reach(&amazon, empty).each_while(|target| {
                let moved =
                    set(board, who, own.minus(&amazon).or(&target), board.layers[you].clone());
                reach(&target, &moved.layers[EMPTY]).each_while(|arrow| {
                    let mut next = moved.clone();
                    next.layers[EMPTY] = moved.layers[EMPTY].minus(&arrow);
                    out.push(next)
                })
            })
        });
    }

    fn sum_components(&self, board: Board<P>, out: &mut dyn Options<Board<P>>) {
        let all = board.in_play();
        let grow = |part: &P| part.surroundings().and(&all);
        let alive = |part: &Board<P>| part.in_play() != part.layers[EMPTY];
        board.split_from(board.layers[EMPTY].clone(), grow, alive, out);
    }

    fn compound_parts(&self, board: &Board<P>, out: &mut dyn Options<(Board<P>, u64)>) {
        let all = board.in_play();
        let amazons = all.minus(&board.layers[EMPTY]);
        let grow = |part: &P| part.surroundings().and(&all);
        board.split_from(amazons, grow, |_| true, &mut once(out));
    }

    fn nature(&self) -> Nature {
        Nature::PARTIZAN.in_parts("each region with an amazon that arrows cut off from the others")
    }

    fn family(&self) -> Family<'_, Board<P>> {
        Family::boards(|rows, columns| {
            (2..=MOST_CELLS).contains(&(rows * columns)).then_some(())?;
            Board::drawn(rows, columns, |r, c| match (r, c) {
                (0, 0) => 0,
                (r, c) if r + 1 == rows && c + 1 == columns => 1,
                _ => EMPTY,
            })
        })
    }

    fn bounds(&self, board: &Board<P>) -> Option<(i64, i64)> {
        Some((at_least(board, Player::Left), -at_least(board, Player::Right)))
    }

    /// Moves that are possible now.
    fn move_heuristic(&self, board: &Board<P>) -> i32 {
        let [left, right] = Player::BOTH.map(|who| moves(board, who));
        MOVE.saturating_mul(left - right)
    }
}
