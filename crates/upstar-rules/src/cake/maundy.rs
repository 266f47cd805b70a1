//! Maundy Cake: one cake is divided into any number of equal pieces (Patrick Mauhin).
//!
//! Left's cuts are vertical, so he replaces a cake of width `w` by `d` cakes of width `w / d`
//! for a divisor `d > 1`; Right does the same with the height.

use super::pieces::{self, Cake, Cakes};
use crate::bag::Bag;
use crate::heap::dim::divisors;
use crate::registry::{About, Editor, Known};
use crate::{Picture, PositionError, Rules, no_parameters};
use upstar_base::{Options, Player};

/// What the registry says of it.
pub const ABOUT: About = About {
    name: "maundy-cake",
    aliases: &["maundy", "maundy-cakes"],
    title: "Maundy Cake",
    rules: "A rectangle is scored into squares. Left divides one piece into two or more equal \
            ones by vertical cuts along the lines, Right by horizontal cuts. Who cannot move \
            loses.",
    notation: pieces::NOTATION,
    examples: &["5x12", "4x6+3*2x5", "1x4", "7x7"],
    source: "Patrick Mauhin; Winning Ways ch. 2",
    known: &[
        Known { position: "5x12", value: "4", source: "Winning Ways ch. 2" },
        Known { position: "1x12", value: "10", source: "Winning Ways ch. 2, table 2" },
        Known { position: "8x6", value: "-1", source: "Winning Ways ch. 2, table 2" },
        Known { position: "4x16", value: "3", source: "Winning Ways ch. 2, table 2" },
    ],
    tables: pieces::TABLES,
    impartial: false,
    editor: Editor::Text,
};

/// The rules.
#[derive(Clone, Copy, Debug, Default)]
pub struct MaundyCake;

impl MaundyCake {
    /// The rules, which take no parameters.
    pub fn from_parameters(text: &str) -> Result<Self, PositionError> {
        no_parameters(text).map(|()| MaundyCake)
    }
}

impl Rules for MaundyCake {
    type Position = Cakes;

    fn options(&self, cakes: &Cakes, who: Player, out: &mut dyn Options<Cakes>) {
        let turned = |cake: Cake| if who == Player::Left { cake } else { cake.turned() };
        for &(cake, _) in cakes.kinds() {
            let rest = cakes.without(cake);
            let Cake { height, width } = turned(cake);
            let divisors = divisors(width).skip(1);
            if !out.extend(divisors.map(|count| {
                rest.with(turned(Cake { height, width: width / count }), count.into())
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
        cakes.singles(pieces::can_be_cut, out);
    }

    fn parts(&self, cakes: &Cakes, out: &mut dyn Options<(Cakes, u64)>) {
        cakes.parts(out);
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
