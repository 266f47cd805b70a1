//! Upstar at a terminal: a line editor with history and completion, colours, a pager, a board to
//! play at, the interactive session, errors with their place in the input, and the progress of long
//! answers.
//!
//! Nothing here decides anything about games: questions go to [`upstar_session`]. Nothing here knows the
//! command line either; the program decides what to ask and what to do on errors.

mod board;
pub mod caret;
mod color;
mod pager;
pub mod progress;
mod prompt;
pub mod talk;

pub use board::BoardSeat;
pub use color::Colors;
pub use pager::{folded, page};
pub use prompt::{Heard, Prompt, history_file};
