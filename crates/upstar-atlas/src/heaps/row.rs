//! A line of the table of nim-sequences: as data, and as people read it.

use crate::columns;
use serde::{Serialize, Serializer};
use std::fmt;

/// A row of the table of results.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct HeapRow {
    /// The representative of the class.
    pub code: String,
    /// `proved`, `computed` where the checker has not accepted the period, `open` or `waiting`.
    pub status: String,
    /// How many values were computed; in JSON the last of them.
    #[serde(rename = "computed_to", serialize_with = "to_last")]
    pub computed: u64,
    /// Preperiod and period, if a theorem was applied.
    #[serde(flatten, serialize_with = "columns::period")]
    pub period: Option<(u64, u64)>,
    /// What is added in each period, if a theorem was applied.
    pub saltus: Option<u64>,
    /// The largest value.
    pub largest: Option<u64>,
    /// The number of rare positions, and the last.
    #[serde(flatten, serialize_with = "columns::rares")]
    pub rares: Option<(u64, u64)>,
    /// How many codes the class has.
    pub codes: u64,
}

fn to_last<S: Serializer>(computed: &u64, serializer: S) -> Result<S::Ok, S::Error> {
    computed.checked_sub(1).serialize(serializer)
}

impl fmt::Display for HeapRow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let result = match (self.period, self.saltus) {
            (Some((preperiod, period)), None | Some(0)) => {
                format!("period {period} from {preperiod} on")
            }
            (Some((preperiod, period)), Some(saltus)) => {
                format!("period {period}, saltus {saltus} from {preperiod} on")
            }
            (None, _) => format!("{} to {}", self.status, self.computed.saturating_sub(1)),
        };
        let result = match self.status.as_str() {
            "computed" => format!("{result}, not checked"),
            _ => result,
        };
        let rares = match self.rares {
            Some((count, last)) if self.period.is_none() => format!("{count} rares, last {last}"),
            _ => String::new(),
        };
        let largest = self.largest.map_or(String::new(), |v| format!("largest {v}"));
        let (code, codes) = (&self.code, self.codes);
        let line = format!("{code:<7}{codes:>3} codes  {result:<34}{largest:<14}{rares}");
        f.write_str(line.trim_end())
    }
}
