//! Push: pushing what is in the way off the strip (Lessons in Play).
//!
//! A piece moves one square to the left and pushes along only what touches it.

use super::pushing::{NOTATION, Pushing, Strip, Thrust};
use crate::registry::{About, Editor, Known};

/// What the registry says of it.
pub const ABOUT: About = About {
    name: "push",
    aliases: &[],
    title: "Push",
    rules: "A player moves one of their pieces one square to the left. If that square is \
            occupied, the piece there is pushed one square to the left too, and so on up to the \
            first empty square; a piece pushed or moved over the left end is lost. Who cannot \
            move loses.",
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

/// What touches it goes along, up to the first empty square.
#[derive(Clone, Copy, Debug, Default)]
pub struct Touching;

impl Thrust for Touching {
    fn after(strip: &Strip, piece: usize) -> Strip {
        strip.shifted(strip.gap(piece).unwrap_or(0), piece)
    }
}

/// The rules.
pub type Push = Pushing<Touching>;
