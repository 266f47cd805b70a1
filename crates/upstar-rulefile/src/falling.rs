//! Moves that are held against a measure, and counted.
//!
//! Play of a game with code ends because something falls with every move: what the file says, or
//! what is assumed where it says nothing. No proof is tried; each move is measured as it is made.

use crate::code::{RunStop, Trouble};
use crate::prelude::*;
use upstar_rules::MOST_MOVES;

/// What falls, the first number counting most.
pub(crate) type Height = SmallVec<[i64; 2]>;

/// The moves of one position, each with less height than it.
pub(crate) struct Falling {
    /// The height of the position; `None` if play may be endless.
    before: Option<Height>,
    count: u64,
}

impl Falling {
    pub(crate) fn from(before: Option<Height>) -> Falling {
        Falling { before, count: 0 }
    }

    /// One move more.
    pub(crate) fn count(&mut self, place: TextSpan) -> Result<(), RunStop> {
        self.count += 1;
        if self.count > MOST_MOVES {
            return Err(wrong(place, format!("a position has more than {MOST_MOVES} moves")));
        }
        Ok(())
    }

    /// A move leads to something of the height `after`; `words` are what it leads to and what
    /// should have fallen.
    pub(crate) fn hold(
        &self,
        place: TextSpan,
        after: impl FnOnce() -> Result<Height, RunStop>,
        words: impl FnOnce() -> (String, String),
    ) -> Result<(), RunStop> {
        let Some(before) = &self.before else { return Ok(()) };
        let after = after()?;
        if after < *before && after.iter().all(|&n| n >= 0) {
            return Ok(());
        }
        let (to, what) = words();
        let message = format!(
            "the move to {to} does not lower {what}; say `measure ..` if something else falls, or \
             `loopy` if play may be endless"
        );
        Err(wrong(place, message))
    }
}

fn wrong(span: TextSpan, message: String) -> RunStop {
    RunStop::Trouble(Trouble { span, message })
}
