//! Products of two heap games: one rectangle is a heap of each.
//!
//! A rectangle m x n is a heap of m in the first game and a heap of n in the second. A move of the
//! first game that replaces m by heaps m1, m2, ... replaces the rectangle by m1 x n, m2 x n, ...; one
//! of the second likewise; a move in both leaves all mi x nj. The products differ in who may do
//! which. Cutcakes are the product of this kind in which each player has a direction (Winning Ways
//! ch. 2); acrostic games are those in which either may move in either (ch. 14).

use super::pieces::{self, Cake, Cakes};
use crate::heap::any::AnyHeapGame;
use crate::heap::independent::Heap;
use crate::prelude::*;

/// Which moves a product has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Manner {
    /// A move in one of the two games.
    Acrostic,
    /// A move in both.
    Direct,
    /// A move in one or in both.
    Join,
    /// Left moves in the first game, Right in the second.
    Cake,
}

/// The rules.
#[derive(Clone, Debug)]
pub struct Product {
    manner: Manner,
    games: [AnyHeapGame; 2],
}

impl Product {
    fn read(manner: Manner, text: &str) -> Result<Product, PositionError> {
        let text = if text.trim().is_empty() { "nim;nim" } else { text };
        AnyHeapGame::parse_two(text).map(|games| Product { manner, games })
    }

    /// Shows `visit` what a move in one of the games leaves of a rectangle.
    fn along(&self, game: usize, cake: Cake, visit: &mut dyn Visit<Cake>) -> ControlFlow<()> {
        let size = [cake.height, cake.width][game];
        self.games[game].moves(size.into(), &mut |left: &[u128]| {
            let piece = |&n: &u128| {
                let side = u32::try_from(n).ok().filter(|&side| side > 0)?;
                Some(match game {
                    0 => Cake { height: side, ..cake },
                    _ => Cake { width: side, ..cake },
                })
            };
            visit.pieces(&left.iter().filter_map(piece).collect::<Vec<_>>())
        })
    }

    /// Shows `visit` what a move in both games leaves of a rectangle.
    fn both(&self, cake: Cake, visit: &mut dyn Visit<Cake>) -> ControlFlow<()> {
        self.along(0, cake, &mut |strips: &[Cake]| {
            // All strips are as wide as the rectangle and are divided at the same places.
            self.along(1, cake, &mut |pieces: &[Cake]| {
                let crossing = |strip: &Cake| {
                    let height = strip.height;
                    pieces.iter().map(move |piece| Cake { height, ..*piece })
                };
                visit.pieces(&strips.iter().flat_map(crossing).collect::<Vec<_>>())
            })
        })
    }
}

impl PieceGame for Product {
    fn moves(&self, cake: Cake, who: Player, visit: &mut dyn Visit<Cake>) -> ControlFlow<()> {
        match self.manner {
            Manner::Cake => return self.along(who as usize, cake, visit),
            Manner::Direct => return self.both(cake, visit),
            Manner::Acrostic | Manner::Join => {}
        }
        self.along(0, cake, visit)?;
        self.along(1, cake, visit)?;
        if self.manner == Manner::Join { self.both(cake, visit) } else { ControlFlow::Continue(()) }
    }

    fn left_in(&self, cake: Cake) -> u64 {
        pieces::size(cake)
    }
}

impl Rules for Product {
    by_pieces!(Cakes);

    fn most_options(&self, cakes: &Cakes) -> u128 {
        let moves = |&(cake, _): &(Cake, u64)| {
            let [a, b] = [0, 1].map(|game: usize| {
                self.games[game].most_moves([cake.height, cake.width][game].into())
            });
            match self.manner {
                Manner::Acrostic => a.saturating_add(b),
                Manner::Cake => a.max(b),
                Manner::Direct => a.saturating_mul(b),
                Manner::Join => a.saturating_mul(b).saturating_add(a).saturating_add(b),
            }
        };
        cakes.kinds().iter().map(moves).fold(0, u128::saturating_add)
    }

    written!(Cakes, pieces::parse, pieces::show, pieces::picture);

    fn nature(&self) -> Nature {
        let nature = if self.manner == Manner::Cake { Nature::PARTIZAN } else { Nature::IMPARTIAL };
        nature.in_parts("each rectangle")
    }

    /// Two equal games may be exchanged, and with them the players of a cake.
    fn normal_form(&self, cakes: Cakes) -> (Cakes, bool) {
        if self.games[0] != self.games[1] {
            return (cakes, false);
        }
        if self.manner == Manner::Cake {
            return pieces::normal_form(cakes);
        }
        (cakes.map(|cake| if cake.height > cake.width { cake.turned() } else { cake }), false)
    }

    fn family(&self) -> Family<'_, Cakes> {
        pieces::family()
    }
}

macro_rules! product {
    ($module:ident $manner:ident $title:literal $impartial:literal
     $rules:literal [$($position:literal $value:literal $reason:literal),*]) => {
        #[doc = $title]
        pub mod $module {
            use super::{Manner, Product};
            use crate::PositionError;

            /// The page of the ruleset.
            pub const PAGE: &str = concat!(
                "game ", $title, "\n\"", $rules, "\"\n", $impartial,
                "notation \"Rectangles, the heap of the first game x the heap of the second: `3x4`; several ",
                "with `+`, equal ones with `*`: `3x4+2*1x5`; `0` for none.\"\n",
                "tables \"MxN: all rectangles up to this size\"\ntry \"3x4\" \"2x3+1x2\" \"1x5\"\n",
                "source \"products of heap games as products of coin-turning games in Winning Ways ch. 14\"\n",
                $("known \"", $position, "\" = ", $value, " (", $reason, ")\n"),*
            );

            /// Reads the two games.
            pub fn rules(text: &str) -> Result<Product, PositionError> {
                Product::read(Manner::$manner, text)
            }
        }
    };
}

product! { acrostic Acrostic "Acrostic product of heap games" "impartial\n"
"`acrostic-product(A;B)`: a rectangle is a heap of A and a heap of B. Move in one of the two games; \
 every heap that the move leaves makes a rectangle with the heap of the other game. A and B are names \
 or codes of heap games; without them both are Nim. Who cannot move loses."
["3x5" "*7" "1 + (2 nim-plus 4): Nim in which the last bean of a heap ends both", "4x4" "*" "1 + (3 nim-plus 3)"] }

product! { direct Direct "Direct product of heap games" "impartial\n"
"`direct-product(A;B)`: a rectangle is a heap of A and a heap of B. Move in both games at once; every \
 heap of A that the move leaves makes a rectangle with every heap of B. A and B are names or codes of \
 heap games; without them both are Nim. Who cannot move loses."
["1x9" "*" "a move leaves nothing", "2x2" "*2" "to nothing or to a single square"] }

product! { join Join "Join product of heap games" "impartial\n"
"`join-product(A;B)`: a rectangle is a heap of A and a heap of B. Move in one of the two games or in \
 both; the heaps of A that are left then make rectangles with those of B. A and B are names or codes \
 of heap games; without them both are Nim. Who cannot move loses."
["1x1" "*" "a move leaves nothing"] }

product! { cake Cake "Cake product of heap games" ""
"`cake-product(A;B)`: a rectangle is a heap of A and a heap of B. Left moves in A, Right in B; every \
 heap that the move leaves makes a rectangle with the heap of the other game. A and B are names or \
 codes of heap games; without them both are Nim. Who cannot move loses."
["1x1" "*" "either takes it", "2x1" "{0,*|0}" "Left leaves a square or nothing"] }
