//! Impartial games with moves that change whose turn it is (Winning Ways ch. 12).

pub mod all_square;
pub mod goldbach_nim;
pub mod nim_entailing;
pub mod on_the_rails;
pub mod queens;
pub mod tailed;
pub mod tails;
pub mod top_entails;
