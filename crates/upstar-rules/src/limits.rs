//! How many moves a position may have that is read.
//!
//! Options are listed, not counted: a heap of 10^12 beans would fill the memory with its first
//! move, and so would a thousand different heaps of a thousand. Rulesets whose moves are not
//! bounded by their squares count them when they read a position and refuse it here.

use crate::PositionError;

/// The most moves in a position that is read.
pub const MOST_MOVES: u64 = 1 << 21;

/// The most that all positions after one move may hold together, in heaps or coins.
const MOST_COPIED: u64 = 1 << 24;

/// Refuses a position with more than [`MOST_MOVES`] moves, or fewer if it is itself large:
/// `size` is the number of its heaps or coins. Counts may saturate.
pub(crate) fn few_moves(text: &str, moves: u64, size: usize) -> Result<(), PositionError> {
    if moves > MOST_MOVES || moves.saturating_mul(size as u64) > MOST_COPIED {
        let most = MOST_MOVES.min(MOST_COPIED / (size as u64).max(1));
        let message = format!("the position is too large: it has more than {most} moves");
        return Err(PositionError::whole(text, message));
    }
    Ok(())
}
