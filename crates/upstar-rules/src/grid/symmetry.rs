//! Tweedledum and Tweedledee: a player who answers every move with its image under a symmetry.
//!
//! A symmetry here is a reflection of the board, in a point or in a line, so that it is its own
//! inverse. Which conditions make the answer legal and keep it so is for each game to prove; all
//! of them ask that the squares the opponent can use go to squares the player can use, and none
//! to itself nor, in some games, to a neighbour.
//!
//! Theorem: `docs/boards.md#symmetry`.

use super::plane::Plane;

/// A reflection of a box onto itself.
#[derive(Clone, Copy)]
enum Reflection {
    Rows,
    Columns,
    Point,
    Diagonal,
    Antidiagonal,
}

impl Reflection {
    const ALL: [Reflection; 5] = [
        Reflection::Point,
        Reflection::Rows,
        Reflection::Columns,
        Reflection::Diagonal,
        Reflection::Antidiagonal,
    ];

    /// The number of the image, if a plane knows this one and the box is such.
    fn number<P: Plane>(self, rows: usize, columns: usize) -> Option<usize> {
        if P::IMAGES < 8 {
            return matches!(self, Reflection::Columns).then_some(P::MIRROR);
        }
        match self {
            Reflection::Rows => Some(1),
            Reflection::Columns => Some(2),
            Reflection::Point => Some(3),
            Reflection::Diagonal => (rows == columns).then_some(4),
            Reflection::Antidiagonal => (rows == columns).then_some(7),
        }
    }

    /// How many steps a square is from its image.
    fn distance(self, (r, c): (usize, usize), (rows, columns): (usize, usize)) -> usize {
        let (down, right) = (rows - 1 - r, columns - 1 - c);
        match self {
            Reflection::Rows => r.abs_diff(down),
            Reflection::Columns => c.abs_diff(right),
            Reflection::Point => r.abs_diff(down) + c.abs_diff(right),
            Reflection::Diagonal => 2 * r.abs_diff(c),
            Reflection::Antidiagonal => 2 * r.abs_diff(right),
        }
    }
}

/// Does a reflection of the box around `own` and `other` take all squares of `other` to squares
/// of `own`, each at least `apart` steps away?
pub(super) fn answers<P: Plane>(own: &P, other: &P, apart: usize) -> bool {
    if other.count() > own.count() {
        return false;
    }
    let all = own.or(other);
    let (corner, end) = (all.corner(), all.extent());
    let (rows, columns) = (end.0 - corner.0.min(end.0), end.1 - corner.1.min(end.1));
    let [own, other] = [own, other].map(|set| set.moved_to_corner(corner, rows, columns));
    let is_far = |by: Reflection| {
        let mut squares = (0..rows).flat_map(|r| (0..columns).map(move |c| (r, c)));
        squares.all(|(r, c)| by.distance((r, c), (rows, columns)) >= apart || !other.contains(r, c))
    };
    Reflection::ALL.into_iter().any(|by| {
        by.number::<P>(rows, columns)
            .is_some_and(|i| other.turned(i, rows, columns).minus(&own).is_empty() && is_far(by))
    })
}
