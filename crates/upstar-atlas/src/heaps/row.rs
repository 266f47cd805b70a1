//! A line of the table of nim-sequences: as data, and as people read it.

use serde::{Serialize, Serializer};
use std::fmt;

/// A row of the table of results.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeapRow {
    /// The representative of the class.
    pub code: String,
    /// `proved`, `computed` where the checker has not accepted the period, `open` or `waiting`.
    pub status: String,
    /// Preperiod and period, if a theorem was applied.
    pub period: Option<(u64, u64)>,
    /// What is added in each period, if a theorem was applied.
    pub saltus: Option<u64>,
    /// How many values were computed.
    pub computed: u64,
    /// The largest value.
    pub largest: Option<u64>,
    /// The number of rare positions, and the last.
    pub rares: Option<(u64, u64)>,
    /// How many codes the class has.
    pub codes: u64,
}

/// Each number under a name of its own.
impl Serialize for HeapRow {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct HeapRowJson<'a> {
            code: &'a str,
            status: &'a str,
            computed_to: Option<u64>,
            preperiod: Option<u64>,
            period: Option<u64>,
            saltus: Option<u64>,
            largest: Option<u64>,
            rares: Option<u64>,
            last_rare: Option<u64>,
            codes: u64,
        }
        let (preperiod, period) = self.period.unzip();
        let (rares, last_rare) = self.rares.unzip();
        HeapRowJson {
            code: &self.code,
            status: &self.status,
            computed_to: self.computed.checked_sub(1),
            preperiod,
            period,
            saltus: self.saltus,
            largest: self.largest,
            rares,
            last_rare,
            codes: self.codes,
        }
        .serialize(serializer)
    }
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
