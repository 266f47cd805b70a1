//! Shove: everything to the left goes along (Lessons in Play).
//!
//! Like Push, but a piece that moves takes all pieces to its left with it, whether they touch or
//! not.

use super::push::Strip;
use crate::registry::{About, Editor, Known};
use crate::{Picture, PositionError, Rules, no_parameters};
use upstar_base::{Options, Player};

/// What the registry says of it.
pub const ABOUT: About = About {
    name: "shove",
    aliases: &[],
    title: "Shove",
    rules: "A player moves one of their pieces one square to the left, and with it all pieces \
            further left, each by one square; a piece that moves over the left end is lost. Who \
            cannot move loses.",
    notation: "A row: `x` a piece of Left, `o` a piece of Right, `.` empty.",
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

/// The rules.
#[derive(Clone, Copy, Debug, Default)]
pub struct Shove;

impl Shove {
    /// The game; it takes no parameters.
    pub fn from_parameters(text: &str) -> Result<Self, PositionError> {
        no_parameters(text).map(|()| Shove)
    }
}

impl Rules for Shove {
    type Position = Strip;

    fn options(&self, strip: &Strip, who: Player, out: &mut dyn Options<Strip>) {
        out.extend(strip.pieces(who).map(|to| strip.shifted(0, to)));
    }

    fn parse(&self, text: &str) -> Result<Strip, PositionError> {
        Strip::parse(text)
    }

    fn show(&self, strip: &Strip) -> String {
        strip.show()
    }

    fn name_move(&self, strip: &Strip, who: Player, option: &Strip) -> String {
        strip.name(option, who, |to| strip.shifted(0, to))
    }

    fn picture(&self, strip: &Strip) -> Picture {
        strip.picture()
    }

    fn components(&self, strip: Strip, out: &mut dyn Options<Strip>) {
        if !strip.is_empty() {
            out.push(strip);
        }
    }

    fn normal_form(&self, strip: Strip) -> (Strip, bool) {
        strip.normal_form()
    }

    fn size(&self, strip: &Strip) -> u32 {
        strip.size()
    }
}
