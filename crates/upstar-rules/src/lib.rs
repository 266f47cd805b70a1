//! The games people play.
//!
//! A ruleset knows its positions, who can move where, how positions are written and drawn, and
//! nothing else: no values. Implementing [`Rules`] is all it takes; every theory then works on
//! it. The [`registry`] lists them by name.
//!
//! ```
//! use upstar_base::Player;
//! use upstar_rules::{Rules, grid::domineering::Domineering, grid::plane::Small};
//! let rules = Domineering::<Small>::new();
//! let board = rules.parse("..|..")?;
//! let mut options = Vec::new();
//! rules.options(&board, Player::Left, &mut options);
//! assert_eq!(options.len(), 2);
//! assert_eq!(rules.show(&options[0]), "#.|#.");
//! # Ok::<(), upstar_rules::PositionError>(())
//! ```

mod bag;
pub mod cake;
pub mod coin;
pub mod entailing;
pub mod erased;
mod family;
pub mod graph;
pub mod grid;
pub mod heap;
pub mod horse;
pub mod infinite;
mod limits;
pub mod list;
pub mod loopy;
pub mod naming;
mod nature;
mod notation;
pub mod obligation;
pub mod page;
mod parameters;
pub mod piecewise;
pub mod prelude;
pub mod registry;
mod rules;
pub mod seating;
pub mod strip;
pub mod sum;
pub mod tree;
pub mod variant;
pub mod wrapper;
mod written;

pub use bag::Bag;
pub use family::Family;
pub use limits::MOST_MOVES;
pub use nature::{MoveKind, Nature};
pub use notation::{
    Cells, MOST_CELLS, PositionError, no_parameters, read_cells, read_heaps, read_sum, split_sum,
    without_blanks, write_cells, write_heaps,
};
pub use registry::{About, Editor, Known, RulesError};
pub use rules::{Banded, Coded, PlainData, PositionSearch, Rules, leads_to, listed};
pub use upstar_picture::{Anchor, Color, Dash, Pen, Picture, Point, Rows, Shape};
