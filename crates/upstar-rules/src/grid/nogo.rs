//! NoGo: Go without captures (Neil McKay; Banff 2011; also Anti-Atari Go).
//!
//! Stones are never removed, and no group may ever lose its last liberty. What a move does to
//! groups is decided by the empty squares and the groups that touch them: squares linked by
//! "empty to anything" and "stone to stone of its colour" make the independent parts; stones of
//! different colours that touch do not tie parts together. Exchanging the colours negates.

use super::plane::Plane;
use super::stones::{ALPHABET, EMPTY, Stones, picture, set, sides};
use crate::prelude::*;

/// The page of the ruleset.
pub const PAGE: &str = r#"
game NoGo
"A player puts a stone of their colour on an empty square so that afterwards every group of stones,
  of either colour, still has an empty neighbour. Groups are stones of one colour connected by
  edges. Who cannot move loses."
like anti-clobber
tables "ROWSxCOLUMNS: all empty boards up to this size"
try "...|...|..." "x..|...|..o" "....."
source "N. McKay, 2011; C.-W. Chou, O. Teytaud, S.-J. Yen, Revisiting Monte-Carlo tree search on a
  normal form game: NoGo, 2011"
known "." = 0 (a lone stone has no liberty)
known ".." = * (one stone and then no liberty for another)
"#;

/// The rules on planes of one size.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoGo<P>(PhantomData<P>);

/// The stones of Left and of Right and the empty squares.
pub type Board<P> = super::layers::Layers<P, 3>;

/// The groups of `stones` that contain a square of `some` and have no neighbour in `empty`.
fn strangled<P: Plane>(stones: &P, some: &P, empty: &P) -> Option<P> {
    let mut rest = stones.and(some);
    while !rest.is_empty() {
        let group = stones.connected(rest.first());
        if group.neighbours().and(empty).is_empty() {
            return Some(group);
        }
        rest = rest.minus(&group);
    }
    None
}

/// May `who` put a stone on an empty square?
fn is_place<P: Plane>(board: &Board<P>, who: Player, square: &P) -> bool {
    let (me, you) = sides(who);
    let own = board.layers[me].or(square);
    let empty = board.layers[EMPTY].minus(square);
    strangled(&own, square, &empty).is_none()
        && strangled(&board.layers[you], &square.neighbours(), &empty).is_none()
}

/// With more empty squares than this the legal ones are not counted to guide a search.
const FEW: u32 = 1 << 10;

/// The squares on which `who` may put a stone.
fn places<P: Plane>(board: &Board<P>, who: Player) -> P {
    let mut places = board.nowhere();
    board.layers[EMPTY].each(|square| {
        if is_place(board, who, &square) {
            places = places.or(&square);
        }
    });
    places
}

impl<P: Plane> Rules for NoGo<P> {
    type Position = Board<P>;

    fn options(&self, board: &Board<P>, who: Player, out: &mut dyn Options<Board<P>>) {
        let (me, you) = sides(who);
        board.layers[EMPTY].each_while(|square| {
            if !is_place(board, who, &square) {
                return !out.is_closed();
            }
            out.push(set(board, who, board.layers[me].or(&square), board.layers[you].clone()))
        });
    }

    fn parse(&self, text: &str) -> Result<Board<P>, PositionError> {
        let board: Stones<P> = Stones::parse(text, &ALPHABET)?;
        for stones in &board.layers[..EMPTY] {
            if let Some(group) = strangled(stones, stones, &board.layers[EMPTY]) {
                let (row, column) = group.first().corner();
                return Err(PositionError::new(
                    row * (board.columns() + 1) + column,
                    1,
                    "the group of this stone has no empty neighbour",
                ));
            }
        }
        Ok(board)
    }

    fn show(&self, board: &Board<P>) -> String {
        board.show(&ALPHABET)
    }

    fn picture(&self, board: &Board<P>) -> Picture {
        picture(board)
    }

    fn sum_components(&self, board: Board<P>, out: &mut dyn Options<Board<P>>) {
        let [left, right, empty] = &board.layers;
        let all = board.in_play();
        let grow = |part: &P| {
            let from_empty = part.and(empty).neighbours().and(&all);
            let from_left = part.and(left).neighbours().minus(right).and(&all);
            let from_right = part.and(right).neighbours().minus(left).and(&all);
            part.or(&from_empty).or(&from_left).or(&from_right)
        };
        board.split_from(empty.clone(), grow, |part| part.in_play().count() > 1, out);
    }

    fn normal_form(&self, board: Board<P>) -> (Board<P>, bool) {
        board.least_image(false, Some((0, 1)))
    }

    fn size(&self, board: &Board<P>) -> u32 {
        board.layers[EMPTY].count()
    }

    fn bounds(&self, board: &Board<P>) -> Option<(i64, i64)> {
        let empty = board.layers[EMPTY].count();
        let few = empty <= FEW;
        let most = |who| i64::from(if few { places(board, who).count() } else { empty });
        Some((-most(Player::Right), most(Player::Left)))
    }

    fn move_heuristic(&self, board: &Board<P>) -> i32 {
        if board.layers[EMPTY].count() > FEW {
            return 0;
        }
        let count = |who| places(board, who).count() as i32;
        count(Player::Left) - count(Player::Right)
    }

    fn family(&self) -> Family<'_, Board<P>> {
        Family::boards(|rows, columns| Board::filled(rows, columns, EMPTY))
    }
}
