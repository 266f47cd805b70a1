//! A game with heaps as the commands about positions see it.

pub(in crate::cmd) use upstar_misere::game::{Game, Way, known};
