//! Heap games that have names.

/// A game with names of its own.
#[derive(Clone, Copy, Debug)]
pub struct NamedCode {
    /// The names one may type; the first is the usual one.
    pub names: &'static [&'static str],
    /// The name one prints.
    pub title: &'static str,
    /// Its code.
    pub code: &'static str,
}

macro_rules! games {
    ($($code:literal $title:literal $($name:literal)+;)*) => {
        &[$(NamedCode { names: &[$($name),+], title: $title, code: $code },)*]
    };
}

/// The games with names.
pub const NAMES: &[NamedCode] = games! {
    "0.[3]" "Nim" "nim";
    "4.[3]" "Lasker's Nim" "laskers-nim" "lasker-nim" "lasker";
    "4!.0" "Grundy's Game" "grundy" "grundys-game";
    ".77" "Kayles" "kayles";
    ".07" "Dawson's Kayles" "dawsons-kayles";
    ".137" "Dawson's Chess" "dawsons-chess" "dawson";
    ".077" "Duplicate Kayles" "duplicate-kayles";
    ".7777" "Double Kayles" "double-kayles";
    ".007" "Treblecross" "treblecross";
    ".6" "Officers" "officers";
    ".15" "Guiles" "guiles";
    ".52" "Jelly Beans" "jelly-beans";
    ".56" "Lemon Drops" "lemon-drops";
    ".31" "Stalking" "stalking";
    ".73" "Adders" "adders";
    ".3" "She-Loves-Me, She-Loves-Me-Not" "she-loves-me";
    ".3F" "Kenyon's Game" "kenyons-game" "kenyon";
    ".8" "the first cousin of Triplicate Nim" "triplicate-nim-cousin";
    ".00F" "Triplicate Nim" "triplicate-nim";
    ".75" "Canapes" "canapes";
    "4.7" "Knots, also Daisies" "knots" "daisies";
    ".157" "Triplicate Knots" "triplicate-knots";
    ".04" "Tins" "tins";
    "sub(squares)" "Take-a-Square" "take-a-square";
};
