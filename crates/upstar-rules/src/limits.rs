//! How many moves a position may have that is read.
//!
//! Options are listed, not counted: a heap of 10^12 beans would fill the memory with its first
//! move. Rulesets whose moves are not bounded by their squares count them when they read a
//! position and refuse it here.

use crate::PositionError;

/// The most moves in a position that is read.
pub const MOST_MOVES: u64 = 1 << 20;

/// Refuses a position with more than [`MOST_MOVES`] moves. Counts may saturate.
pub(crate) fn few_moves(text: &str, moves: u64) -> Result<(), PositionError> {
    if moves > MOST_MOVES {
        let message =
            format!("the position is too large: it has more than {MOST_MOVES} moves to list");
        return Err(PositionError::whole(text, message));
    }
    Ok(())
}
