//! Octal games that have names of their own.
//!
//! Each module is a name, a code and how the game is told; the moves are those of
//! [`code`](super::code).

use super::code::HeapCode;
use super::independent::Independent;
use crate::prelude::*;

macro_rules! named {
    (
        $module:ident = $code:literal;
        title $title:literal;
        rules $rules:literal;
        source $source:literal;
        $($position:literal is $value:literal,)*
    ) => {
        #[doc = concat!($title, ", the octal game ", $code, ".")]
        pub mod $module {
            use super::*;

            /// The page of the ruleset.
            pub const PAGE: &str = concat!(
                "game ", $title, "\n\"", $rules, " Who cannot move loses. It is the octal game ", $code,
                ".\"\nimpartial\n",
                "notation \"Lengths of rows: `9+8+5+3`, or `3*7+2` for three sevens and a two.\"\n",
                "tables \"N: one row of length 1 to N\"\nedit heaps\ntry \"7+5+2\" \"9\" \"2+1\"\n",
                "source \"", $source, "\"\n",
                $("known \"", $position, "\" = ", $value, "\n"),*
            );

            /// The game; it takes no parameters.
            pub fn rules(text: &str) -> Result<Independent, PositionError> {
                no_parameters(text)?;
                HeapCode::from_parameters($code)
            }
        }
    };
}

named! {
    kayles = ".77";
    title "Kayles";
    rules "Knock down one skittle, or two that stand side by side, in a row of skittles.";
    source "H. E. Dudeney 1908; Winning Ways ch. 4";
    "5" is "*4", "9" is "*4", "11" is "*6", "12" is "*4",
}

named! {
    dawsons_kayles = ".07";
    title "Dawson's Kayles";
    rules "Knock down two skittles that stand side by side in a row of skittles.";
    source "T. R. Dawson 1935; Winning Ways ch. 4";
    "4" is "*2", "5" is "0", "6" is "*3", "14" is "*4",
}

named! {
    dawsons_chess = ".137";
    title "Dawson's Chess";
    rules "Knock down a skittle together with its neighbours in a row of skittles: one skittle \
           standing alone, two at the end of a row, or three.";
    source "T. R. Dawson 1935; Winning Ways ch. 4";
    "3" is "*2", "4" is "0", "5" is "*3", "13" is "*4",
}

named! {
    jelly_beans = ".52";
    title "Jelly Beans";
    rules "Take one bean that is strictly inside its row or forms the whole row; or two \
           neighbouring beans at the end of a row that has more than two.";
    source "Winning Ways ch. 13";
    "2" is "0", "4" is "*2", "6" is "0", "7" is "*3", "11" is "*3",
}

named! {
    lemon_drops = ".56";
    title "Lemon Drops";
    rules "Take one drop that is strictly inside its row or forms the whole row; or two \
           neighbouring drops anywhere in a row that has more than two.";
    source "Winning Ways ch. 13";
    "5" is "*4", "6" is "*", "12" is "*6", "19" is "*8",
}

named! {
    stalking = ".31";
    title "Stalking";
    rules "Take one bean from a heap, or take a heap of two.";
    source "Winning Ways ch. 13";
    "1" is "*", "2" is "*2", "3" is "0", "4" is "*", "9" is "0",
}

named! {
    adders = ".73";
    title "Adders";
    rules "Take one bean from a heap and, if you like, split the rest into two heaps; or take \
           two beans from a heap without splitting it.";
    source "Winning Ways ch. 13";
    "3" is "*3", "4" is "0", "5" is "*", "10" is "*2",
}
