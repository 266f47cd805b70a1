//! Partizan games that may go on for ever (Winning Ways ch. 11).

pub mod backsliding;
pub mod carousel;
pub mod ceylonese;
mod checkered;
pub mod checkers;
pub mod fox_and_geese;
pub mod no_highway;
pub mod partizan_digraph;
pub mod sisyphus;
mod square;
