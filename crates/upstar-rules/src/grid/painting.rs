//! Painting squares: Col and Snort on a board, which differ in one word.
//!
//! A painted square forbids one player its neighbours: the painter in Col, the opponent in
//! Snort. So only the unpainted squares matter and who may still paint them: Left alone (layer
//! 0), Right alone (layer 1), or both (layer 2); painted squares (layers 3 and 4) are kept to be
//! seen, and a square forbidden to both is out of play. Two neighbours matter to each other iff
//! somebody may paint one and thereby forbid the other to somebody who may still paint it.
//!
//! Symmetry. Let R be the squares open to Right and L those open to Left. The value is at least 0
//! if a reflection s takes R into L and no square of R to itself nor, in Snort, to a neighbour: Left
//! answers b with s(b). She may, since s(b) is in L and is neither b nor closed to her by b. In Col
//! the two moves take b, s(b) and the neighbours of b from R, and b, s(b) and the neighbours of s(b)
//! from L; in Snort it is the neighbours of s(b) from R and those of b from L. Either way what they
//! take from L is the image of what they take from R, so s still takes R into L, and Right is the
//! first who cannot move. So even by even rectangles are worth 0 in both games, and all even ones in
//! Col; and in Snort whoever starts wins all others, by painting a square in the middle.
//!
//! Theorem: `docs/boards.md#symmetry`.

use super::layers::Layers;
use super::plane::Plane;
use super::symmetry::answers;
use crate::naming::squares;
use crate::prelude::*;

const ALPHABET: [&str; 6] = ["l", "r", ".", "xX", "oO", "#"];

const BOTH: usize = 2;
const PAINTED: usize = 3;

/// Who may still paint what, and what is painted.
pub type Board<P> = Layers<P, 5>;

/// Col if `COL`, else Snort, on planes of one size.
#[derive(Clone, Copy, Debug, Default)]
pub struct Painting<P, const COL: bool>(PhantomData<P>);

impl<P: Plane, const COL: bool> Painting<P, COL> {
    /// Whom a square painted by `who` forbids its neighbours.
    fn forbidden(who: Player) -> Player {
        if COL { who } else { !who }
    }

    /// Forbids the neighbours of `squares`, painted by `who`.
    fn tint(board: &mut Board<P>, squares: &P, who: Player) {
        let around = squares.neighbours();
        let banned = Self::forbidden(who);
        let (closed, open) = (banned as usize, !banned as usize);
        board.layers[closed] = board.layers[closed].minus(&around);
        board.layers[open] = board.layers[open].or(&board.layers[BOTH].and(&around));
        board.layers[BOTH] = board.layers[BOTH].minus(&around);
    }
}

impl<P: Plane, const COL: bool> Rules for Painting<P, COL> {
    type Position = Board<P>;

    fn options(&self, board: &Board<P>, who: Player, out: &mut dyn Options<Board<P>>) {
        board.layers[who as usize].or(&board.layers[BOTH]).each_while(|square| {
            let mut next = board.clone();
            for layer in &mut next.layers[..PAINTED] {
                *layer = layer.minus(&square);
            }
            let painted = &mut next.layers[PAINTED + who as usize];
            *painted = painted.or(&square);
            Self::tint(&mut next, &square, who);
            out.push(next)
        });
    }

    fn parse(&self, text: &str) -> Result<Board<P>, PositionError> {
        let mut board: Board<P> = Board::parse(text, &ALPHABET)?;
        for who in Player::BOTH {
            let painted = board.layers[PAINTED + who as usize].clone();
            Self::tint(&mut board, &painted, who);
        }
        Ok(board)
    }

    fn show(&self, board: &Board<P>) -> String {
        board.show(&ALPHABET)
    }

    /// Painted squares have a large disc, squares open to one player a small one.
    fn name_move(&self, board: &Board<P>, _: Player, option: &Board<P>) -> String {
        let (from, to) = (self.show(board), self.show(option));
        squares(&from, &to, |new| matches!(new, 'x' | 'o')).unwrap_or(to)
    }

    fn picture(&self, board: &Board<P>) -> Picture {
        let mut picture = board.picture(|kind| match kind {
            0..PAINTED => (Color::White, None),
            3 => (Color::White, Some(Color::Blue)),
            4 => (Color::White, Some(Color::Red)),
            _ => (Color::Gray, None),
        });
        for r in 0..board.rows() {
            for c in 0..board.columns() {
                let fill = match board.kind(r, c) {
                    0 => Color::Blue,
                    1 => Color::Red,
                    _ => continue,
                };
                let (x, y) = (10 * c as i32 + 5, 10 * r as i32 + 5);
                picture.shapes.push(Shape::Disc { x, y, radius: 1, fill });
            }
        }
        picture
    }

    fn sum_components(&self, board: Board<P>, out: &mut dyn Options<Board<P>>) {
        let [left, right, both, ..] = &board.layers;
        let open = left.or(right).or(both);
        // In Col a square open to Left alone matters to squares open to Left, in Snort to
        // squares open to Right.
        let (near_left, near_right) = if COL { (left, right) } else { (right, left) };
        let grow = |part: &P| {
            let from_both = part.and(both).neighbours().and(&open);
            let from_left = part.and(left).neighbours().and(&near_left.or(both));
            let from_right = part.and(right).neighbours().and(&near_right.or(both));
            part.or(&from_both).or(&from_left).or(&from_right)
        };
        board.split_from(open.clone(), grow, |_| true, out);
    }

    fn nature(&self) -> Nature {
        Nature {
            part_noun: "each group of open squares that matter to each other",
            exact_size: 8,
            ..Nature::PARTIZAN
        }
    }

    fn normal_form(&self, mut board: Board<P>) -> (Board<P>, bool) {
        for who in Player::BOTH {
            board.layers[PAINTED + who as usize] = board.nowhere();
        }
        board.least_image(false, Some((0, 1)))
    }

    fn size(&self, board: &Board<P>) -> u32 {
        board.layers[..PAINTED].iter().map(P::count).sum()
    }

    fn bounds(&self, board: &Board<P>) -> Option<(i64, i64)> {
        let [left, right] =
            Player::BOTH.map(|who| board.layers[who as usize].or(&board.layers[BOTH]));
        let apart = if COL { 1 } else { 2 };
        let most = |own: &P, other: &P| {
            if answers(other, own, apart) { 0 } else { i64::from(own.count()) }
        };
        Some((-most(&right, &left), most(&left, &right)))
    }

    fn move_heuristic(&self, board: &Board<P>) -> i32 {
        board.layers[0].count() as i32 - board.layers[1].count() as i32
    }

    fn family(&self) -> Family<'_, Board<P>> {
        Family::boards(|rows, columns| Board::filled(rows, columns, BOTH))
    }
}
