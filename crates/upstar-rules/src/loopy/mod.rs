//! Impartial games that may go on for ever (Winning Ways ch. 12).

pub mod adders_and_ladders;
pub mod additional_subtraction;
pub mod digraph;
pub mod fair_shares;
pub mod horsefly;
pub mod l_game;
pub mod sweets_and_nuts;
pub mod tokens;
