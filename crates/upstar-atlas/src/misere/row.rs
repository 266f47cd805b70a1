//! A line of the table of quotients: as data, and as people read it.

use crate::columns;
use serde::Serialize;
use std::fmt;
use upstar_misere::rule::RuleKind;

/// A row of the table of results.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct MisereRow {
    /// The representative of the class.
    pub code: String,
    /// How many codes the class has.
    pub codes: u64,
    /// `complete`, `rule` for a rule without a finite quotient, `partial` or `waiting`.
    pub status: String,
    /// The kind of the rule: `knots`, `ladders` or `counters`.
    pub rule: Option<String>,
    /// The largest heap of the quotient.
    pub heaps: Option<u64>,
    /// Its order.
    pub order: Option<u64>,
    /// Whether the game is tame; not known where the quotient is that of some heaps and tame so far.
    pub tame: Option<bool>,
    /// The first heap that is not tame.
    pub first_not_tame: Option<u64>,
    /// Preperiod and period, if complete.
    #[serde(flatten, serialize_with = "columns::period")]
    pub period: Option<(u64, u64)>,
    /// How many codes of the class are solved, each for itself.
    pub complete_codes: u64,
    /// The steps that were done.
    pub steps: Option<u64>,
    /// The steps that were allowed.
    #[serde(rename = "steps_allowed")]
    pub allowed: Option<u64>,
}

impl fmt::Display for MisereRow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let order = self.order.map_or(String::new(), |order| format!("order {order}"));
        let kind = match self.tame {
            Some(true) => "tame",
            Some(false) => "wild",
            None => "",
        };
        let result = match (self.period, self.heaps) {
            (Some((preperiod, period)), _) => {
                format!("solved: period {period} from {preperiod} on")
            }
            _ if self.status == "rule" => format!("solved: {}", title(self.rule.as_deref())),
            (None, Some(heaps)) => format!("open, to heap {heaps}"),
            (None, None) => self.status.clone(),
        };
        let first =
            self.first_not_tame.map_or(String::new(), |heap| format!(" from heap {heap} on"));
        let kind = format!("{kind}{first}");
        let (code, codes) = (&self.code, self.codes);
        let line = format!("{code:<7}{codes:>4} codes  {order:<12}{kind:<22} {result}");
        f.write_str(line.trim_end())
    }
}

/// What the rule of this name is called.
pub(crate) fn title(name: Option<&str>) -> &'static str {
    name.and_then(|name| name.parse().ok()).map_or("a rule", RuleKind::title)
}
