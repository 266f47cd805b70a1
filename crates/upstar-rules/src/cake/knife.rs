//! Cake games in which a move changes one cake: a position is the sum of its cakes.
//!
//! A game says what Left may do to a cake, [`Knife::moves`]; Right does the same to the cake
//! turned by a right angle. Everything else is here.

use super::pieces::{self, Cake, Cakes};
use crate::prelude::*;

/// What may be done to one cake.
pub trait Knife: Default + Send + Sync + 'static {
    /// Calls `visit` with what may become of a cake when Left moves.
    fn moves(cake: Cake, visit: &mut dyn Visit<Cake>) -> ControlFlow<()>;

    /// May a square cake be eaten whole, to win a union at once?
    const WHOLE_SQUARES: bool = false;

    /// Are there few cakes after a move, all different, so that numbers for them pay?
    const CODED: bool = true;

    /// Can anybody ever move in a cake? If in doubt, yes.
    fn is_alive(cake: Cake) -> bool {
        let _ = cake;
        true
    }
}

/// The game of moving in one of several cakes.
#[derive(Clone, Copy, Debug, Default)]
pub struct Sliced<K>(K);

impl<K: Knife> Sliced<K> {
    /// What a move of `who` with the knife leaves.
    fn cuts(cake: Cake, who: Player, visit: &mut dyn Visit<Cake>) -> ControlFlow<()> {
        match who {
            Player::Left => K::moves(cake, visit),
            Player::Right => K::moves(cake.turned(), &mut |pieces: &[Cake]| {
                let turned = pieces.iter().map(|piece| piece.turned());
                visit.pieces(&turned.collect::<SmallVec<[Cake; 4]>>())
            }),
        }
    }
}

impl<K: Knife> PieceGame for Sliced<K> {
    fn moves(&self, cake: Cake, who: Player, visit: &mut dyn Visit<Cake>) -> ControlFlow<()> {
        if K::WHOLE_SQUARES && cake.height == cake.width {
            visit.pieces(&[])?;
        }
        Self::cuts(cake, who, visit)
    }

    fn left_in(&self, cake: Cake) -> u64 {
        pieces::size(cake)
    }

    fn is_alive(&self, cake: Cake) -> bool {
        K::is_alive(cake)
    }
}

impl<K: Knife> Rules for Sliced<K> {
    by_pieces!(Cakes);

    written!(Cakes, pieces::parse, pieces::show, pieces::picture);

    fn coded(&self) -> Option<&dyn Coded<Cakes>> {
        if K::CODED { Some(self) } else { None }
    }

    fn normal_form(&self, cakes: Cakes) -> (Cakes, bool) {
        pieces::normal_form(cakes)
    }

    fn nature(&self) -> Nature {
        Nature {
            part_noun: "each cake",
            special_moves: if K::WHOLE_SQUARES { &[MoveKind::Overriding] as &[_] } else { &[] },
            ..Nature::PARTIZAN
        }
    }

    /// Only eating it whole makes a square cake vanish.
    fn move_kind(&self, cakes: &Cakes, _: Player, option: &Cakes) -> MoveKind {
        let square = |&&(cake, _): &&(Cake, u64)| cake.height == cake.width;
        let mut squares = cakes.kinds().iter().filter(square);
        if K::WHOLE_SQUARES && squares.any(|&(cake, _)| cakes.without(cake) == *option) {
            MoveKind::Overriding
        } else {
            MoveKind::Ordinary
        }
    }

    fn family(&self) -> Family<'_, Cakes> {
        pieces::family()
    }
}

impl<K: Knife> Coded<Cakes> for Sliced<K> {
    fn code(&self, part: &Cakes) -> Option<u64> {
        match *part.kinds() {
            [(cake, 1)] => Some(cake.code()),
            _ => None,
        }
    }

    fn coded_moves(&self, code: u64, who: Player, visit: &mut dyn FnMut(&[u64]) -> bool) {
        let mut codes: SmallVec<[u64; 4]> = SmallVec::new();
        let _ = Self::cuts(Cake::from_code(code), who, &mut |pieces: &[Cake]| {
            codes.clear();
            codes.extend(pieces.iter().map(|piece| piece.code()));
            go_on(visit(&codes))
        });
    }
}
