//! Icons under CGSuite's names. They are names and nothing else: pictures belong to the rules.

use super::{Builtin, On, method};
use crate::data::Data;

macro_rules! icons {
    ($($name:literal)*) => {
        &[$(method(
            $name,
            On::Static("Icon"),
            &[],
            "the icon of this name",
            [concat!("Icon.", $name, " is Icon"), "true"],
            |m, c| m.data(Data::Icon($name), c.span),
        ),)*]
    };
}

pub(super) static TABLE: &[Builtin] = icons! {
    "BlackKing" "BlackQueen" "BlackRook" "BlackBishop" "BlackKnight" "BlackPawn" "BlackStone"
    "WhiteKing" "WhiteQueen" "WhiteRook" "WhiteBishop" "WhiteKnight" "WhitePawn" "WhiteStone"
    "GrayStone" "Blank"
};
