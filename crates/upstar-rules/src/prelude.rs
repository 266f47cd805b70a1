//! What most rulesets import.

pub use crate::{
    Bag, Banded, Cells, Coded, Color, Family, MOST_CELLS, MoveKind, Nature, Pen, Picture,
    PlainData, PositionError, Rules, Shape, no_parameters, read_cells, write_cells,
};
pub use std::ops::ControlFlow;
pub use upstar_base::{Mapped, Options, Player, Weigh};

pub(crate) use crate::limits::few_moves;
pub(crate) use crate::notation::drawn_with_characters;
pub(crate) use crate::parameters;
pub(crate) use crate::piecewise::{PieceGame, Visit, by_pieces, go_on};
pub(crate) use crate::rules::{once, weighs};
pub(crate) use crate::written::{on_board, written};
pub(crate) use smallvec::SmallVec;
pub(crate) use std::marker::PhantomData;
