//! A row of squares, one byte each: the place of its symbol in the game's alphabet.

use crate::prelude::*;

/// The row.
pub(super) type Cells = SmallVec<[u8; 24]>;

/// Reads one row; a second one is an error at the `|`.
pub(super) fn read(text: &str, alphabet: &[&str]) -> Result<Cells, PositionError> {
    if let Some(at) = text.find('|') {
        return Err(PositionError::new(at, 1, "unexpected `|`: this game is played on one row"));
    }
    Ok(read_cells(text, alphabet)?.cells.into())
}

/// Writes the row as [`read`] reads it.
pub(super) fn write(cells: &[u8], alphabet: &[&str]) -> String {
    write_cells(1, cells.len(), alphabet, |_, c| cells[c])
}

/// Draws the row with a piece of the given colour for each symbol.
pub(super) fn draw(cells: &[u8], look: impl Fn(u8) -> Option<Color>) -> Picture {
    Picture::board(1, cells.len(), |_, c| (Color::White, look(cells[c])))
}
