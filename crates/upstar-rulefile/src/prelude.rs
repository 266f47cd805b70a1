//! What most modules of this crate import.

pub(crate) use crate::blame::Blame;
pub(crate) use crate::family::BoardFamily;
pub(crate) use crate::kinds::{KindSet, SquareKinds, members};
pub(crate) use crate::program::{KindLook, PatternGame};
pub(crate) use crate::stroke::{Guard, Stroke, StrokeRule, StrokeSquare, VOID, Vector, turned};
pub(crate) use smallvec::SmallVec;
pub(crate) use std::sync::Arc;
pub(crate) use upstar_rules::grid::layers::Layers;
pub(crate) use upstar_rules::grid::plane::Plane;
pub(crate) use upstar_rules::page::{
    Editing, RuleFault, Statement, StatementPiece, TextSpan, Texts,
};
pub(crate) use upstar_rules::prelude::*;
