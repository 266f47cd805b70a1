//! Icons under CGSuite's names. They are names and nothing else: pictures belong to the rules.

use super::rows::rows;
use crate::data::Data;

macro_rules! icons {
    ($($name:literal)*) => {
        rows! { pub(super) TABLE |m, c| $(
            Icon::$name() "the icon of this name"
                [concat!("Icon.", $name, " is Icon"), "true"] Data::Icon($name);
        )* }
    };
}

icons! {
    "BlackKing" "BlackQueen" "BlackRook" "BlackBishop" "BlackKnight" "BlackPawn" "BlackStone"
    "WhiteKing" "WhiteQueen" "WhiteRook" "WhiteBishop" "WhiteKnight" "WhitePawn" "WhiteStone"
    "GrayStone" "Blank"
}
