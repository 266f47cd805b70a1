//! The texts of tallies, loopy nimbers and entailed values.
//!
//! Invariant: what is written in [`Notation::Ascii`] and [`Notation::Unicode`] reads back as
//! the same value. So a loopy nimber without subscripts is `inf_{}`, because `inf` is a number,
//! and the elements of an entailed set stand between the quotes of the function that reads them.

use super::Notation;
use upstar_values::surreal::OrdinalLoopy;
use upstar_values::{Entailed, LoopyNimber, Tallies, Tally, Toll};

/// Two tallies, or a number.
pub fn tallies(tallies: &Tallies, notation: Notation) -> String {
    let latex = |tally: &Tally| {
        let toll = match &tally.toll {
            Toll::MinusInfinity => "-\\infty".to_owned(),
            Toll::Finite(x) => super::number(x, notation),
            Toll::Infinity => "\\infty".to_owned(),
        };
        format!("{toll}_{{{}}}", tally.timer)
    };
    match notation {
        Notation::Ascii => tallies.to_string(),
        Notation::Unicode => tallies.to_string().replace("inf", "∞"),
        Notation::Latex => format!("{}\\ {}", latex(&tallies.left), latex(&tallies.right)),
    }
}

/// A loopy nimber that is not loony.
pub fn loopy(value: &LoopyNimber, notation: Notation) -> String {
    let LoopyNimber::Loopy(subscripts) = value else { return value.to_string() };
    let infinity = match notation {
        Notation::Ascii => "inf",
        Notation::Unicode => "∞",
        Notation::Latex => "\\infty",
    };
    let list: Vec<String> = subscripts.iter().map(u32::to_string).collect();
    format!("{infinity}_{{{}}}", list.join(","))
}

/// A loopy nimber with infinite subscripts, as the function that makes it reads it.
pub fn ordinal_loopy(value: &OrdinalLoopy, notation: Notation) -> String {
    let text = value.to_string();
    match (value, notation) {
        (OrdinalLoopy::Loopy(_), Notation::Ascii | Notation::Unicode) => {
            format!("Loopy([{}])", text.trim_start_matches("inf_{").trim_end_matches('}'))
        }
        _ => text.replace("inf", "\\infty"),
    }
}

/// An entailed value.
pub fn entailed(set: &Entailed, notation: Notation) -> String {
    let text = set.to_string();
    let named = *set == Entailed::sunny() || *set == Entailed::loony();
    match (notation, named) {
        (Notation::Latex, true) => format!("\\mathrm{{{text}}}"),
        (Notation::Latex, false) => match text.strip_suffix('>') {
            Some(text) => format!("\\{{{text},\\ldots\\}}"),
            None => format!("\\{{{text}\\}}"),
        },
        (_, true) => text,
        (_, false) => format!("Entailed(\"{text}\")"),
    }
}
