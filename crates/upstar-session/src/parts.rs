//! What is told of an answer before it is whole, each part as soon as it is known.

use crate::query::analyse::{AnalysedTable, MoveScore};
use crate::query::outcome::OutcomeAnswer;
use serde::Serialize;
use std::ops::ControlFlow;
use upstar_base::Verdict;

/// Hears the parts of an answer, and may end the work.
pub type Hear<'a> = &'a mut dyn FnMut(Part) -> ControlFlow<()>;

/// A part of an answer.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "event", rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Part {
    /// The next values of a nim-sequence.
    Values {
        /// The values.
        values: Vec<u32>,
    },
    /// What is on the table, and where one can move.
    Board(Box<AnalysedTable>),
    /// Who wins.
    Outcome(OutcomeAnswer),
    /// What a move gets the player who makes it.
    Verdict {
        /// Which move of the table.
        #[serde(rename = "move")]
        number: usize,
        /// What it gets him.
        verdict: Verdict,
    },
    /// What a move leaves.
    Leaves {
        /// Which move of the table.
        #[serde(rename = "move")]
        number: usize,
        /// What is left, where that has a name.
        #[serde(flatten)]
        value: Option<crate::query::study::StudiedValue>,
        /// Why the move wins or does not.
        why: String,
    },
    /// What the table is worth.
    Value(Box<MoveScore>),
}
