//! Shove: everything to the left goes along (Lessons in Play).
//!
//! Like Push, but a piece that moves takes all pieces to its left with it, whether they touch or
//! not.

use super::pushing::{Pushing, Strip, Thrust};

/// The page of the ruleset.
pub const PAGE: &str = r#"
game Shove
"A player moves one of their pieces one square to the left, and with it all pieces further left,
  each by one square; a piece that moves over the left end is lost. Who cannot move loses."
like push
try "x.xoo" ".ox.o" "..x"
source "M. H. Albert, R. J. Nowakowski, D. Wolfe, Lessons in Play, 2007"
known "..x" = 3 (Lessons in Play)
known "o" = -1 (Lessons in Play)
"#;

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
