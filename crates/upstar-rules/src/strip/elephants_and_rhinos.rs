//! Elephants and Rhinos: Toads and Frogs for animals that do not leap.

use super::toads_and_frogs::ToadsAndFrogs;
use crate::grid::plane::Plane;
use crate::registry::{About, Editor, Known};
use crate::{PositionError, no_parameters};
use std::marker::PhantomData;

/// What the registry says of it.
pub const ABOUT: About = About {
    name: "elephants-and-rhinos",
    aliases: &["elephants"],
    title: "Elephants and Rhinos",
    rules: "Left moves an elephant `t` one square to the right onto an empty square, Right a \
            rhino `f` one square to the left. Nobody leaps. Who cannot move loses.",
    notation: "A row: `t` elephant, `f` rhino, `.` empty, `#` a wall; several rows joined by `|` \
               are a sum.",
    examples: &["tttt..fff", "t.f", "tt..f.t..f"],
    source: "M. H. Albert, R. J. Nowakowski, D. Wolfe, Lessons in Play, 2007",
    known: &[
        Known { position: "t.f", value: "*", source: "the last square goes to either player" },
        Known { position: "tttt..fff", value: "1", source: "computed with CGSuite" },
    ],
    tables: "ELEPHANTSxRHINOS: rows of so many elephants, one empty square and so many rhinos",
    impartial: false,
    editor: Editor::Cells(".tf#"),
};

/// Makes the rules on planes of one size.
#[derive(Clone, Copy, Debug, Default)]
pub struct ElephantsAndRhinos<P>(PhantomData<P>);

impl<P: Plane> ElephantsAndRhinos<P> {
    /// The game; it takes no parameters.
    pub fn from_parameters(text: &str) -> Result<ToadsAndFrogs<P>, PositionError> {
        no_parameters(text).map(|()| ToadsAndFrogs::new(0))
    }
}
