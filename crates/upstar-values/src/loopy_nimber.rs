//! Loopy impartial values (C. A. B. Smith 1966; Winning Ways ch. 12).
//!
//! A position of an impartial game that can go on for ever is equal to a nim-heap, first seen to
//! be so at some *stage*, or it is *loopy*: then all that matters of it are the nim-heaps among
//! its options, its subscripts. Where a move may win outright, a position with such a move is
//! *loony*: whoever is to move in a sum with it wins.

use std::fmt;
use std::str::FromStr;
use upstar_base::OutcomeClass;

/// The value of a position of a loopy impartial game.
///
/// ```
/// use upstar_values::LoopyNimber;
/// let value: LoopyNimber = "inf_{0,3}".parse()?;
/// assert_eq!(value.plus(&LoopyNimber::nim(1)).to_string(), "inf_{1,2}");
/// assert_eq!(value.plus(&value).to_string(), "inf");
/// assert_eq!("2@11".parse::<LoopyNimber>()?.stage(), Some(11));
/// # Ok::<(), upstar_values::ParseLoopyNimberError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum LoopyNimber {
    /// Equal to a nim-heap; the stage is that of a single position, not of a sum.
    Nim {
        /// Its size.
        size: u32,
        /// At which stage of the labelling this is seen first.
        stage: Option<u32>,
    },
    /// Not equal to a nim-heap; the nim-heaps among the options, in order.
    Loopy(Vec<u32>),
    /// The player to move can win everything at once.
    Loony,
}

impl LoopyNimber {
    /// A nim-heap.
    pub fn nim(size: u32) -> LoopyNimber {
        LoopyNimber::Nim { size, stage: None }
    }

    /// The stage, of a nim-heap that was found in a graph.
    pub fn stage(&self) -> Option<u32> {
        match self {
            LoopyNimber::Nim { stage, .. } => *stage,
            _ => None,
        }
    }

    /// The value of a sum.
    pub fn plus(&self, other: &LoopyNimber) -> LoopyNimber {
        use LoopyNimber::{Loony, Loopy, Nim};
        match (self, other) {
            (Loony, _) | (_, Loony) => Loony,
            (Nim { size: a, .. }, Nim { size: b, .. }) => LoopyNimber::nim(a ^ b),
            (Nim { size, .. }, Loopy(subscripts)) | (Loopy(subscripts), Nim { size, .. }) => {
                let mut shifted: Vec<u32> = subscripts.iter().map(|s| s ^ size).collect();
                shifted.sort_unstable();
                Loopy(shifted)
            }
            (Loopy(_), Loopy(_)) => Loopy(Vec::new()),
        }
    }

    /// Who wins: the previous or the next player, or play goes on for ever and nobody does (`O`, open,
    /// in Winning Ways).
    pub fn outcome(&self) -> OutcomeClass {
        match self {
            LoopyNimber::Nim { size: 0, .. } => OutcomeClass::P,
            LoopyNimber::Nim { .. } | LoopyNimber::Loony => OutcomeClass::N,
            LoopyNimber::Loopy(subscripts) if subscripts.contains(&0) => OutcomeClass::N,
            LoopyNimber::Loopy(_) => OutcomeClass::D,
        }
    }
}

impl fmt::Display for LoopyNimber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LoopyNimber::Nim { size, stage: Some(stage) } => write!(f, "{size}@{stage}"),
            LoopyNimber::Nim { size: 0, stage: None } => f.write_str("0"),
            LoopyNimber::Nim { size: 1, stage: None } => f.write_str("*"),
            LoopyNimber::Nim { size, stage: None } => write!(f, "*{size}"),
            LoopyNimber::Loony => f.write_str("loony"),
            LoopyNimber::Loopy(subscripts) if subscripts.is_empty() => f.write_str("inf"),
            LoopyNimber::Loopy(subscripts) => {
                let list: Vec<String> = subscripts.iter().map(u32::to_string).collect();
                write!(f, "inf_{{{}}}", list.join(","))
            }
        }
    }
}

/// A text is not a loopy value.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected a loopy value such as `2@11`, `*3`, `inf_{{0,3}}` or `loony`, found `{0}`")]
pub struct ParseLoopyNimberError(String);

impl FromStr for LoopyNimber {
    type Err = ParseLoopyNimberError;

    fn from_str(text: &str) -> Result<LoopyNimber, ParseLoopyNimberError> {
        let wrong = || ParseLoopyNimberError(text.to_owned());
        let number = |digits: &str| digits.parse::<u32>().map_err(|_| wrong());
        let text = text.trim();
        if let Some(rest) = text.strip_prefix("inf").or_else(|| text.strip_prefix('∞')) {
            if rest.is_empty() {
                return Ok(LoopyNimber::Loopy(Vec::new()));
            }
            let inside = rest.strip_prefix("_{").and_then(|rest| rest.strip_suffix('}'));
            let list = inside.ok_or_else(wrong)?.split(',').filter(|part| !part.trim().is_empty());
            let mut subscripts = list.map(|n| number(n.trim())).collect::<Result<Vec<_>, _>>()?;
            subscripts.sort_unstable();
            subscripts.dedup();
            return Ok(LoopyNimber::Loopy(subscripts));
        }
        match (text, text.split_once('@'), text.strip_prefix('*')) {
            ("loony", _, _) => Ok(LoopyNimber::Loony),
            ("*", _, _) => Ok(LoopyNimber::nim(1)),
            (_, Some((size, stage)), _) => {
                Ok(LoopyNimber::Nim { size: number(size)?, stage: Some(number(stage)?) })
            }
            (_, _, Some(size)) => Ok(LoopyNimber::nim(number(size)?)),
            ("0", _, _) => Ok(LoopyNimber::nim(0)),
            _ => Err(wrong()),
        }
    }
}
