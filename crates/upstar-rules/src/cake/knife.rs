//! Cake games in which a move changes one cake: a position is the sum of its cakes.
//!
//! A game says what Left may do to a cake, [`Knife::moves`]; Right does the same to the cake
//! turned by a right angle. Everything else is here.

use super::pieces::{self, Cake, Cakes};
use crate::bag::Bag;
use crate::{MoveKind, Picture, PositionError, Rules, no_parameters};
use smallvec::SmallVec;
use upstar_base::{Options, Player};

/// What may be done to one cake.
pub trait Knife: Default + Send + Sync + 'static {
    /// Calls `visit` with what may become of a cake when Left moves, until it
    /// says no.
    fn moves(cake: Cake, visit: &mut dyn FnMut(&[Cake]) -> bool);

    /// May a square cake be eaten whole, to win a union at once?
    const WHOLE_SQUARES: bool = false;

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
    /// The rules, which take no parameters.
    pub fn from_parameters(text: &str) -> Result<Self, PositionError> {
        no_parameters(text).map(|()| Sliced::default())
    }
}

impl<K: Knife> Rules for Sliced<K> {
    type Position = Cakes;

    fn options(&self, cakes: &Cakes, who: Player, out: &mut dyn Options<Cakes>) {
        let turned = |cake: Cake| if who == Player::Left { cake } else { cake.turned() };
        for &(cake, _) in cakes.kinds() {
            let rest = cakes.without(cake);
            if K::WHOLE_SQUARES && cake.height == cake.width && !out.push(rest.clone()) {
                return;
            }
            let mut is_open = true;
            K::moves(turned(cake), &mut |pieces| {
                let with = |bag: Cakes, &piece: &Cake| bag.with(turned(piece), 1);
                is_open = out.push(pieces.iter().fold(rest.clone(), with));
                is_open
            });
            if !is_open {
                return;
            }
        }
    }

    fn parse(&self, text: &str) -> Result<Cakes, PositionError> {
        pieces::parse(text)
    }

    fn show(&self, cakes: &Cakes) -> String {
        pieces::show(cakes)
    }

    fn picture(&self, cakes: &Cakes) -> Picture {
        pieces::picture(cakes)
    }

    fn components(&self, cakes: Cakes, out: &mut dyn Options<Cakes>) {
        cakes.singles(K::is_alive, out);
    }

    fn parts(&self, cakes: &Cakes, out: &mut dyn Options<(Cakes, u64)>) {
        cakes.parts(out);
    }

    fn code(&self, part: &Cakes) -> Option<u64> {
        pieces::code(part).filter(|_| !K::WHOLE_SQUARES)
    }

    fn coded_moves(&self, code: u64, who: Player, visit: &mut dyn FnMut(&[u64]) -> bool) {
        let turned = |cake: Cake| if who == Player::Left { cake } else { cake.turned() };
        let mut codes: SmallVec<[u64; 4]> = SmallVec::new();
        K::moves(turned(Cake::from_code(code)), &mut |pieces| {
            codes.clear();
            codes.extend(pieces.iter().map(|&piece| turned(piece).code()));
            visit(&codes)
        });
    }

    fn pieces(&self) -> &'static str {
        "each cake"
    }

    fn normal_form(&self, cakes: Cakes) -> (Cakes, bool) {
        pieces::normal_form(cakes)
    }

    fn size(&self, cakes: &Cakes) -> u32 {
        pieces::size(cakes)
    }

    fn special_moves(&self) -> &'static [MoveKind] {
        if K::WHOLE_SQUARES { &[MoveKind::Overriding] } else { &[] }
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

    fn member(&self, size: &[usize]) -> Option<Cakes> {
        match *size {
            [height, width] => Cake::new(height, width).map(Bag::one),
            _ => None,
        }
    }
}
