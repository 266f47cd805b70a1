//! Push: pushing what is in the way off the strip (Lessons in Play).
//!
//! A piece moves one square to the left and pushes along only what touches it.

use super::pushing::{Pushing, Strip, Thrust};

/// The page of the ruleset.
pub const PAGE: &str = r#"
game Push
"A player moves one of their pieces one square to the left. If that square is occupied, the piece
  there is pushed one square to the left too, and so on up to the first empty square; a piece pushed
  or moved over the left end is lost. Who cannot move loses."
notation "A row: `x` a piece of Left, `o` a piece of Right, `.` empty."
edit cells .xo
try "x.xoo" ".ox.o" "..x"
source "M. H. Albert, R. J. Nowakowski, D. Wolfe, Lessons in Play, 2007"
known "..x" = 3 (Lessons in Play)
known "o" = -1 (Lessons in Play)
"#;

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
