//! Cutcake: Left cuts a rectangle into two by a vertical line, Right by a horizontal one.
//!
//! Cutting a piece of width `w` at `c` or at `w - c` gives the same two pieces, so only cuts in
//! the left half count.

use super::pieces::{self, Cake, Cakes};
use crate::bag::Bag;
use crate::registry::{About, Editor, Known};
use crate::{Picture, PositionError, Rules, no_parameters};
use upstar_base::{Options, Player};

/// What the registry says of it.
pub const ABOUT: About = About {
    name: "cutcake",
    aliases: &["cut-cake"],
    title: "Cutcake",
    rules: "A rectangle is scored into squares. Left breaks one piece into two along a vertical \
            line, Right along a horizontal one. Who cannot move loses.",
    notation: pieces::NOTATION,
    examples: &["5x10", "4x4+3*2x5", "1x3", "3x1"],
    source: "Winning Ways ch. 2",
    known: &[
        Known { position: "5x10", value: "1", source: "Winning Ways ch. 2" },
        Known { position: "1x3", value: "2", source: "Winning Ways ch. 2, table 1" },
        Known { position: "2x3", value: "0", source: "Winning Ways ch. 2, table 1" },
        Known { position: "4x2", value: "-1", source: "Winning Ways ch. 2, table 1" },
        Known { position: "7x11", value: "1", source: "Winning Ways ch. 2, table 1" },
    ],
    tables: pieces::TABLES,
    impartial: false,
    editor: Editor::Text,
};

/// The rules.
#[derive(Clone, Copy, Debug, Default)]
pub struct Cutcake;

impl Cutcake {
    /// The rules, which take no parameters.
    pub fn from_parameters(text: &str) -> Result<Self, PositionError> {
        no_parameters(text).map(|()| Cutcake)
    }
}

impl Rules for Cutcake {
    type Position = Cakes;

    fn options(&self, cakes: &Cakes, who: Player, out: &mut dyn Options<Cakes>) {
        let turned = |cake: Cake| if who == Player::Left { cake } else { cake.turned() };
        for &(cake, _) in cakes.kinds() {
            let rest = cakes.without(cake);
            let Cake { height, width } = turned(cake);
            if !out.extend((1..=width / 2).map(|cut| {
                let piece = |width| turned(Cake { height, width });
                rest.with(piece(cut), 1).with(piece(width - cut), 1)
            })) {
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
        pieces::components(&cakes, out);
    }

    fn parts(&self, cakes: &Cakes, out: &mut dyn Options<(Cakes, u64)>) {
        cakes.parts(out);
    }

    fn code(&self, part: &Cakes) -> Option<u64> {
        pieces::code(part)
    }

    fn coded_moves(&self, code: u64, who: Player, visit: &mut dyn FnMut(&[u64]) -> bool) {
        let turned = |cake: Cake| if who == Player::Left { cake } else { cake.turned() };
        let Cake { height, width } = turned(Cake::from_code(code));
        let piece = |width| turned(Cake { height, width }).code();
        let mut cuts = 1..=width / 2;
        cuts.all(|cut| visit(&[piece(cut), piece(width - cut)]));
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

    fn member(&self, size: &[usize]) -> Option<Cakes> {
        match *size {
            [height, width] => Cake::new(height, width).map(Bag::one),
            _ => None,
        }
    }
}
