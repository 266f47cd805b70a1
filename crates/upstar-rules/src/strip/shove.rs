//! Shove: everything to the left goes along (Lessons in Play).
//!
//! Like Push, but a piece that moves takes all pieces to its left with it, whether they touch or
//! not.

use super::pushing::{NOTATION, Pushing, Strip, Thrust};
use crate::registry::{About, Editor, Known};

/// What the registry says of it.
pub const ABOUT: About = About {
    name: "shove",
    aliases: &[],
    title: "Shove",
    rules: "A player moves one of their pieces one square to the left, and with it all pieces \
            further left, each by one square; a piece that moves over the left end is lost. Who \
            cannot move loses.",
    notation: NOTATION,
    examples: &["x.xoo", ".ox.o", "..x"],
    source: "M. H. Albert, R. J. Nowakowski, D. Wolfe, Lessons in Play, 2007",
    known: &[
        Known { position: "..x", value: "3", source: "Lessons in Play" },
        Known { position: "o", value: "-1", source: "Lessons in Play" },
    ],
    tables: "",
    impartial: false,
    editor: Editor::Cells(".xo"),
};

/// Everything to its left goes along.
#[derive(Clone, Copy, Debug, Default)]
pub struct Everything;

impl Thrust for Everything {
    fn after(strip: &Strip, piece: usize) -> Strip {
        strip.shifted(0, piece)
    }
}

/// The rules.
pub type Shove = Pushing<Everything>;
