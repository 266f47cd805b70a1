//! Coin-turning games that have names of their own.
//!
//! Each module is a name, a rule and what is known; the moves are those of
//! [`turning`](super::turning).

use super::turning::Turning;
use crate::prelude::*;

macro_rules! named {
    (
        $module:ident;
        name $name:literal title $title:literal;
        rules $rules:literal;
        example $example:literal;
        source $source:literal;
        $($position:literal is $value:literal,)*
    ) => {
        #[doc = concat!($title, ": the coin-turning game of that name.")]
        pub mod $module {
            use super::*;

            /// The page of the ruleset.
            pub const PAGE: &str = concat!(
                "game ", $title, "\n\"", $rules, " The rightmost coin turned must go from heads to ",
                "tails. Who cannot move loses.\"\nimpartial\nlike turning\ntry \"", $example,
                "\" \"htth\" \"tth\"\nsource \"", $source, "\"\n",
                $("known \"", $position, "\" = ", $value, "\n"),*
            );

            /// The game; it takes no parameters.
            pub fn rules(text: &str) -> Result<Turning, PositionError> {
                no_parameters(text)?;
                Turning::from_parameters($name)
            }
        }
    };
}

named! {
    turning_turtles;
    name "turning-turtles" title "Turning Turtles";
    rules "Turn over one or two coins of a row. It is Nim in disguise: a head on coin n, counted \
           from 1, is a heap of n.";
    example "tthhthh";
    source "Winning Ways ch. 14";
    "tthhthh" is "*6", "hhh" is "0", "ttth" is "*4",
}

named! {
    mock_turtles;
    name "mock-turtles" title "Mock Turtles";
    rules "Turn over one, two or three coins of a row.";
    example "hththh";
    source "Winning Ways ch. 14";
    "h" is "*", "th" is "*2", "tth" is "*4", "ttth" is "*7", "tttth" is "*8",
    "htththtth" is "*29",
}

named! {
    moebius;
    name "moebius" title "Moebius";
    rules "Turn over up to five coins of a row.";
    example "hthtth";
    source "Winning Ways ch. 14";
    "hhhhhh" is "0", "tttth" is "*16", "ttttth" is "*31",
}

named! {
    mogul;
    name "mogul" title "Mogul";
    rules "Turn over up to seven coins of a row.";
    example "hthtth";
    source "Winning Ways ch. 14";
    "hhhhhhhh" is "0", "tttttth" is "*64", "ttttttth" is "*127",
}

named! {
    moidores;
    name "moidores" title "Moidores";
    rules "Turn over up to nine coins of a row.";
    example "hthtth";
    source "Winning Ways ch. 14";
    "hhhhhhhhhh" is "0", "tttttttth" is "*256",
}

named! {
    ruler;
    name "ruler" title "Ruler";
    rules "Turn over any number of coins of a row that lie side by side.";
    example "ththht";
    source "Winning Ways ch. 14";
    "th" is "*2", "tth" is "*", "ttth" is "*4", "ttttttth" is "*8",
}

named! {
    turnips;
    name "turnips" title "Turnips";
    rules "Turn over three coins of a row, the middle one half way between the others.";
    example "thhthtth";
    source "Winning Ways ch. 14";
    "hh" is "0", "tth" is "*", "tttth" is "0", "tttttth" is "*2", "tttttttth" is "*",
}
