//! Games that may go on for ever (Winning Ways ch. 11 and 12).

pub mod adders_and_ladders;
pub mod additional_subtraction;
pub mod backsliding;
pub mod carousel;
pub mod ceylonese;
mod checkered;
pub mod checkers;
pub mod digraph;
pub mod fair_shares;
pub mod fox_and_geese;
pub mod horsefly;
pub mod l_game;
pub mod loopy_hackenbush;
pub mod no_highway;
pub mod partizan_digraph;
pub mod sisyphus;
mod square;
pub mod sweets_and_nuts;
pub mod tokens;
