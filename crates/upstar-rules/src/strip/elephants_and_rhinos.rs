//! Elephants and Rhinos: Toads and Frogs for animals that do not leap.

use super::toads_and_frogs::ToadsAndFrogs;
use crate::grid::plane::Plane;
use crate::prelude::*;

/// The page of the ruleset.
pub const PAGE: &str = r#"
game Elephants and Rhinos
"Left moves an elephant `t` one square to the right onto an empty square, Right a rhino `f` one
  square to the left. Nobody leaps. Who cannot move loses."
notation "A row: `t` elephant, `f` rhino, `.` empty, `#` a wall; several rows joined by `|` are a
  sum."
tables "ELEPHANTSxRHINOS: rows of so many elephants, one empty square and so many rhinos"
edit cells .tf#
try "tttt..fff" "t.f" "tt..f.t..f"
source "M. H. Albert, R. J. Nowakowski, D. Wolfe, Lessons in Play, 2007"
known "t.f" = * (the last square goes to either player)
known "tttt..fff" = 1 (computed with CGSuite)
"#;

/// Makes the rules on planes of one size.
#[derive(Clone, Copy, Debug, Default)]
pub struct ElephantsAndRhinos<P>(PhantomData<P>);

impl<P: Plane> ElephantsAndRhinos<P> {
    /// The game; it takes no parameters.
    pub fn from_parameters(text: &str) -> Result<ToadsAndFrogs<P>, PositionError> {
        no_parameters(text).map(|()| ToadsAndFrogs::new(0))
    }
}
