//! Sums of like pieces in which a move changes one piece: pairs of numbers, cakes, coins, heaps.
//!
//! A game says what may become of a piece, [`PieceGame::moves`]; `by_pieces!` makes of that the
//! methods of [`Rules`] that all such games have in common. How a position keeps its pieces,
//! counted or one by one, is [`Pieces`].

use crate::{PlainData, Rules};
use std::ops::ControlFlow;
use upstar_base::{Options, Player};

/// Pieces that do not hinder each other, as a position.
pub trait Pieces: PlainData {
    /// One of them.
    type Piece: Copy + 'static;

    /// All but one.
    type Rest;

    /// A single piece.
    fn one(piece: Self::Piece) -> Self;

    /// The components of a compound, each with how often it occurs.
    fn counted(&self) -> impl Iterator<Item = (Self::Piece, u64)>;

    /// The pieces in which moves are listed, in that order, each with the others.
    fn rests(&self) -> impl Iterator<Item = (Self::Piece, Self::Rest)>;

    /// The others and what became of the piece.
    fn replaced(rest: &Self::Rest, by: &[Self::Piece]) -> Self;
}

/// A piece of a game.
pub type Piece<G> = <<G as Rules>::Position as Pieces>::Piece;

/// Somebody who is shown moves one by one and says when it is enough.
///
/// ```
/// use std::ops::ControlFlow;
/// use upstar_rules::heap::code::HeapCode;
/// let kayles: HeapCode = ".77".parse()?;
/// let mut seen = 0;
/// let end = kayles.try_each_option(10u128.pow(30), &mut |_: &[u128]| {
///     seen += 1;
///     if seen < 5 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
/// });
/// assert!(end.is_break());
/// # Ok::<(), upstar_rules::PositionError>(())
/// ```
pub trait Visit<P> {
    /// Looks at the pieces that a move leaves; breaks off when that is enough.
    fn pieces(&mut self, pieces: &[P]) -> ControlFlow<()>;

    /// Is called now and then where moves are looked for and none is found for long.
    fn pause(&mut self) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

impl<P, F: FnMut(&[P]) -> ControlFlow<()>> Visit<P> for F {
    fn pieces(&mut self, pieces: &[P]) -> ControlFlow<()> {
        self(pieces)
    }
}

/// How many steps without a move are too many not to pause.
pub(crate) const PAUSE: u128 = 1 << 14;

/// A game that is played in one of several pieces.
pub trait PieceGame: Rules<Position: Pieces> {
    /// Calls `visit` with what may become of a piece when `who` moves.
    fn moves(
        &self,
        piece: Piece<Self>,
        who: Player,
        visit: &mut dyn Visit<Piece<Self>>,
    ) -> ControlFlow<()>;

    /// How much there is still to play in a piece.
    fn left_in(&self, piece: Piece<Self>) -> u64;

    /// Can anybody ever move in a piece? If in doubt, yes.
    fn is_alive(&self, piece: Piece<Self>) -> bool {
        let _ = piece;
        true
    }
}

/// What a list or a visitor says when it wants more, or no more.
pub(crate) fn go_on(wanted: bool) -> ControlFlow<()> {
    if wanted { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
}

/// As [`Rules::options`].
pub(crate) fn options<G: PieceGame>(
    game: &G,
    position: &G::Position,
    who: Player,
    out: &mut dyn Options<G::Position>,
) {
    let _ = position
        .rests()
        .try_for_each(|(piece, rest)| game.moves(piece, who, &mut Replaced { rest: &rest, out }));
}

/// Lists positions in which one piece was replaced.
struct Replaced<'o, P: Pieces> {
    rest: &'o P::Rest,
    out: &'o mut dyn Options<P>,
}

impl<P: Pieces> Visit<P::Piece> for Replaced<'_, P> {
    fn pieces(&mut self, by: &[P::Piece]) -> ControlFlow<()> {
        go_on(self.out.push(P::replaced(self.rest, by)))
    }

    fn pause(&mut self) -> ControlFlow<()> {
        go_on(!self.out.is_closed())
    }
}

/// As [`Rules::sum_components`].
pub(crate) fn components<G: PieceGame>(
    game: &G,
    position: &G::Position,
    out: &mut dyn Options<G::Position>,
) {
    let alive = position.counted().filter(|&(piece, _)| game.is_alive(piece));
    out.extend(alive.flat_map(|(piece, n)| (0..n).map(move |_| Pieces::one(piece))));
}

/// As [`Rules::compound_parts`].
pub(crate) fn parts<P: Pieces>(position: &P, out: &mut dyn Options<(P, u64)>) {
    out.extend(position.counted().map(|(piece, n)| (P::one(piece), n)));
}

/// As [`Rules::size`].
pub(crate) fn size<G: PieceGame>(game: &G, position: &G::Position) -> u32 {
    let sizes = position.counted().map(|(piece, n)| game.left_in(piece).saturating_mul(n));
    u32::try_from(sizes.fold(0, u64::saturating_add)).unwrap_or(u32::MAX)
}

/// The methods of [`Rules`] that every [`PieceGame`] has: the type of positions and, where the
/// parameters do not matter to it, the nature of the game.
macro_rules! by_pieces {
    ($Position:ty, $pieces:literal) => {
        by_pieces!($Position, $pieces, $crate::Nature::PARTIZAN);
    };
    ($Position:ty, $pieces:literal, $nature:expr) => {
        by_pieces!($Position);

        fn nature(&self) -> $crate::Nature {
            $nature.in_parts($pieces)
        }
    };
    ($Position:ty) => {
        type Position = $Position;

        fn options(
            &self,
            position: &$Position,
            who: upstar_base::Player,
            out: &mut dyn upstar_base::Options<$Position>,
        ) {
            $crate::piecewise::options(self, position, who, out);
        }

        fn sum_components(
            &self,
            position: $Position,
            out: &mut dyn upstar_base::Options<$Position>,
        ) {
            $crate::piecewise::components(self, &position, out);
        }

        fn compound_parts(
            &self,
            position: &$Position,
            out: &mut dyn upstar_base::Options<($Position, u64)>,
        ) {
            $crate::piecewise::parts(position, out);
        }

        fn size(&self, position: &$Position) -> u32 {
            $crate::piecewise::size(self, position)
        }
    };
}

pub(crate) use by_pieces;
