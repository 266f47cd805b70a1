//! Everything that an atlas knows of one code.

use crate::atlas::Atlas;
use crate::database::SurveyError;
use crate::look::{Entry, Filter};
use crate::misere::title;
use crate::packed::unpack;
use rusqlite::OptionalExtension;
use serde::Serialize;
use std::fmt::Write;
use upstar_misere::rule::RuleKind;
use upstar_rules::heap::code::HeapCode;

/// What is known of a code in one manner of play.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct KnownOfCode {
    /// What is known of the code.
    pub row: Entry,
    /// All codes of its class, as far as the atlas goes.
    pub class_codes: Vec<String>,
    /// What is known of the first code of its class, where the code itself was not tried.
    pub first: Option<Box<Entry>>,
}

/// What is known of a code.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CodePage {
    /// The code.
    pub code: String,
    /// Its nim-sequence, if a survey was about it.
    pub normal: Option<KnownOfCode>,
    /// Its misère quotient, if a survey was about it.
    pub misere: Option<KnownOfCode>,
}

impl Atlas {
    /// Everything that is known of a code.
    ///
    /// ```
    /// let shown = upstar_atlas::Atlas::shipped()?.show(".07")?;
    /// let normal = shown.normal.unwrap();
    /// assert_eq!((normal.row.class.as_str(), normal.row.period), ("0.4", Some(34)));
    /// assert!(normal.class_codes.contains(&"0.137".to_owned()));
    /// # Ok::<(), upstar_atlas::SurveyError>(())
    /// ```
    pub fn show(&self, code: &str) -> Result<CodePage, SurveyError> {
        let code = read(code)?;
        let normal = match self.known(&code, false, false)? {
            None => self.known(&code, false, true)?,
            octal => octal,
        };
        let misere = self.known(&code, true, false)?;
        Ok(CodePage { code, normal, misere })
    }

    /// The text of the certificate of what is known of a code: that of the code itself, or that of
    /// its class. `None` if nothing is proved.
    pub fn certificate(&self, code: &str, misere: bool) -> Result<Option<String>, SurveyError> {
        let code = read(code)?;
        let (table, sql) = if misere {
            ("misere_plan", "select certificate from misere_code where code = ?")
        } else {
            let sql = "select certificate from class
                 where representative in (select class from code where code = ?)";
            ("code", sql)
        };
        if !self.has(table)? {
            return Ok(None);
        }
        let row = self.database.query_row(sql, [code], |row| row.get::<_, Option<Vec<u8>>>(0));
        let packed = row.optional().map_err(|error| self.named(error))?.flatten();
        Ok(packed.and_then(|packed| unpack(&packed)))
    }

    fn known(
        &self,
        code: &str,
        misere: bool,
        hex: bool,
    ) -> Result<Option<KnownOfCode>, SurveyError> {
        let each = Filter { misere, hex, each: true, ..Filter::default() };
        let own = Filter { exactly: Some(code.to_owned()), ..each.clone() };
        let Some(row) = self.look(&own)?.rows.pop() else { return Ok(None) };
        let mut class = self.look(&each)?.rows;
        class.retain(|other| other.class == row.class);
        let class_codes = class.iter().map(|other| other.code.clone()).collect();
        let first = class.into_iter().find(|other| other.code == row.class);
        let first = first.filter(|_| row.status == "waiting" && row.code != row.class);
        Ok(Some(KnownOfCode { row, class_codes, first: first.map(Box::new) }))
    }
}

/// The code as the tables have it.
fn read(code: &str) -> Result<String, SurveyError> {
    let read: Result<HeapCode, _> = code.parse();
    let wrong = |error| SurveyError::Question(format!("`{code}` is no code: {error}"));
    Ok(read.map_err(wrong)?.to_string())
}

impl CodePage {
    /// Is anything known of it?
    pub fn is_known(&self) -> bool {
        self.normal.is_some() || self.misere.is_some()
    }

    /// What is known, a fact a line.
    pub fn text(&self) -> String {
        let mut out = format!("{}\n", self.code);
        let mut fact = |name: &str, value: &str| {
            // Writing to a text cannot fail.
            let _ = writeln!(out, "  {name:<16}{value}");
        };
        if let Some(KnownOfCode { row, class_codes, .. }) = &self.normal {
            fact("normal play", &sequence(row));
            fact("class", &class_codes.join(" "));
            if let Some(theorem) = &row.theorem {
                let name = if row.status == "proved" { "proved by" } else { "not checked" };
                fact(name, &format!("{theorem}, of {}", row.class));
            }
            let computed = row.computed.unwrap_or(0);
            fact("computed", &format!("{computed} values of {}", row.class));
            if let (Some(largest), Some(at)) = (row.largest, row.largest_at) {
                fact("largest value", &format!("{largest}, first at {at}"));
            }
            if let (Some(mask), Some(rares), Some(last)) = (row.mask, row.rares, row.last_rare) {
                let position = row.mask_position.map(|b| format!(", positions of parity {b}"));
                let position = position.unwrap_or_default();
                let rares =
                    format!("mask {mask:b}{position}: {rares} rare values, the last at {last}");
                fact("sparse space", &rares);
            }
        }
        if let Some(KnownOfCode { row, class_codes, first }) = &self.misere {
            fact("misère play", &quotient(row));
            fact("like", &class_codes.join(" "));
            let row = match first {
                Some(first) => {
                    fact(&first.code, &quotient(first));
                    first
                }
                None => row,
            };
            if let Some(growths) = row.growths.as_ref().filter(|growths| !growths.is_empty()) {
                fact("order by heap", &growths.replace(' ', ", "));
            }
            if let Some(heap) = row.first_not_tame {
                fact("not tame", &format!("from heap {heap} on"));
            }
            if let (Some(labels), Some(from), Some(period), Some(step)) =
                (&row.labels, row.linear_from, row.linear_period, row.linear_step)
            {
                fact("labels", labels);
                let linear = match (step, kind(row).map_or("t", RuleKind::grows)) {
                    (0, _) => format!("the same every {period} heaps"),
                    (_, what) => format!("{what} grows by {step} every {period} heaps"),
                };
                fact("", &format!("{linear} from heap {from} on"));
            }
            if let Some(steps) = row.steps_allowed {
                fact("steps allowed", &steps.to_string());
            }
        }
        if !self.is_known() {
            fact("", "no survey in this atlas was about it");
        }
        out
    }
}

/// Which rule it is that solves a row.
fn kind(row: &Entry) -> Option<RuleKind> {
    row.rule.as_ref()?.parse().ok()
}

fn sequence(row: &Entry) -> String {
    match (row.period, row.preperiod, row.saltus) {
        (Some(period), Some(preperiod), None | Some(0)) => {
            format!("period {period} from {preperiod} on")
        }
        (Some(period), Some(preperiod), Some(saltus)) => {
            format!("period {period} with saltus {saltus} from {preperiod} on")
        }
        (Some(period), None, _) => format!("period {period}"),
        (None, ..) => row.status.clone(),
    }
}

fn quotient(row: &Entry) -> String {
    let kind = match row.tame {
        Some(true) => ", tame",
        Some(false) => ", wild",
        None => "",
    };
    let (order, p) = (row.order.unwrap_or(0), row.p_elements.unwrap_or(0));
    let of = format!("order {order} with {p} P-elements");
    match (row.status.as_str(), row.period, row.preperiod) {
        ("complete", Some(period), Some(preperiod)) => {
            format!("solved: {of}{kind}; period {period} from heap {preperiod} on")
        }
        ("rule", ..) => format!("solved: {}{kind}", title(row.rule.as_deref())),
        ("partial", ..) => {
            let heaps = row.computed.unwrap_or(0);
            let why = row.why.as_ref().map_or(String::new(), |why| format!(" ({why})"));
            format!("open: {of} to heap {heaps}{kind}{why}")
        }
        _ => "not tried, because the first code of its class is open".to_owned(),
    }
}
