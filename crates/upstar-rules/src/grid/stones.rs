//! Boards with stones of two colours: `x` for Left in layer 0, `o` for Right in layer 1, empty
//! squares in layer 2.
//!
//! So the layer of a player's stones is the player's number, and exchanging layers 0 and 1
//! exchanges the players.

use super::layers::Layers;
use super::plane::Plane;
use crate::prelude::*;

/// How such boards are written.
pub(super) const ALPHABET: [&str; 4] = ["xX", "oO", ".", "#"];

/// The layer of the empty squares.
pub(super) const EMPTY: usize = 2;

/// Stones of both colours and empty squares.
pub(super) type Stones<P> = Layers<P, 3>;

/// The layer of a player's stones and that of the opponent's.
pub(super) fn sides(who: Player) -> (usize, usize) {
    (who as usize, !who as usize)
}

/// A board on which `who` has exactly the stones `own`, the opponent `other`, and the rest of
/// the squares in play is empty.
pub(super) fn set<P: Plane>(board: &Stones<P>, who: Player, own: P, other: P) -> Stones<P> {
    let empty = board.in_play().minus(&own).minus(&other);
    board.with(match who {
        Player::Left => [own, other, empty],
        Player::Right => [other, own, empty],
    })
}

/// The board with stones as discs.
pub(super) fn picture<P: Plane>(board: &Stones<P>) -> Picture {
    board.picture(|kind| match kind {
        0 => (Color::White, Some(Color::Blue)),
        1 => (Color::White, Some(Color::Red)),
        EMPTY => (Color::White, None),
        _ => (Color::Gray, None),
    })
}

/// Bounds of a game in which every move fills at least one of `moves` squares and a player
/// without stones can never move.
pub(super) fn bounds<P: Plane>(board: &Stones<P>, moves: u32) -> (i64, i64) {
    let most =
        |who: Player| if board.layers[who as usize].is_empty() { 0 } else { i64::from(moves) };
    (-most(Player::Right), most(Player::Left))
}
