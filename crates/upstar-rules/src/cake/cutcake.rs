//! Cutcake: Left cuts a rectangle into two by a vertical line, Right by a horizontal one.
//!
//! Cutting a piece of width `w` at `c` or at `w - c` gives the same two pieces, so only cuts in
//! the left half count.

use super::knife::{Knife, Sliced};
use super::pieces::{self, Cake};
use crate::piecewise::Visit;
use crate::registry::{About, Editor, Known};
use std::ops::ControlFlow;

/// What the registry says of it.
pub const ABOUT: About = About {
    name: "cutcake",
    aliases: &["cut-cake", "cutcakes"],
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

/// A cake is cut in two.
#[derive(Clone, Copy, Debug, Default)]
pub struct Cut;

impl Knife for Cut {
    fn moves(cake: Cake, visit: &mut dyn Visit<Cake>) -> ControlFlow<()> {
        let part = |width| Cake { width, ..cake };
        (1..=cake.width / 2).try_for_each(|cut| visit.pieces(&[part(cut), part(cake.width - cut)]))
    }

    fn is_alive(cake: Cake) -> bool {
        pieces::can_be_cut(cake)
    }
}

/// The rules.
pub type Cutcake = Sliced<Cut>;
