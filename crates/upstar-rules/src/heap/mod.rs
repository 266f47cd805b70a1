//! Games with heaps of beans: Nim, its disguises and its relatives.

pub mod any;
mod beans;
pub mod code;
pub mod dim;
pub mod dividing_rulers;
pub mod euclid;
pub mod fibonacci_nim;
pub mod grundys_game;
pub mod heaps;
pub mod independent;
pub mod lasker_nim;
pub mod moore_nim;
pub mod mrs_grundy;
pub mod nim;
pub mod octal_names;
pub mod partizan_euclid;
pub mod partizan_heaps;
pub mod partizan_subtraction;
pub mod poker_nim;
pub mod prim;
pub mod remembering;
pub mod spawning;
pub mod squares_off;
pub mod staircase_nim;
pub mod subtraction;
pub mod take_and_break;
