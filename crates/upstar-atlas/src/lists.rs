//! Whether an atlas has the rows that it should have.
//!
//! Which codes a survey is about, and which class each belongs to, follows from its number of digits
//! alone. So the lists of an atlas are made again and compared with those in the file: a row that is
//! missing, too much or different is found, whatever became of it.

use crate::atlas::Atlas;
use crate::database::SurveyError;
use crate::heaps::{Codes, shift};
use crate::misere::classes;
use crate::verify::RejectedRow;
use crate::work::SurveyKind;
use std::collections::{BTreeMap, BTreeSet};
use upstar_base::Budget;

/// No survey has more digits.
const MOST_DIGITS: u32 = 6;

/// What came of the comparison.
#[derive(Debug, Default)]
pub(crate) struct Compared {
    /// How many codes the lists have.
    pub(crate) listed: u64,
    /// How many results are still to be computed.
    pub(crate) waiting: u64,
    /// Rows that are missing, too many or different.
    pub(crate) faults: Vec<RejectedRow>,
}

impl Compared {
    fn fault(&mut self, kind: SurveyKind, code: &str, reason: impl Into<String>) {
        self.faults.push(RejectedRow { kind, code: code.to_owned(), reason: reason.into() });
    }

    /// Compares a list in the file with the list as it should be.
    fn list<T: Clone + PartialEq>(
        &mut self,
        (kind, name): (SurveyKind, &str),
        found: &BTreeMap<String, T>,
        right: &BTreeMap<String, T>,
    ) {
        self.listed += right.len() as u64;
        for code in found.keys().chain(right.keys()).collect::<BTreeSet<_>>() {
            match (found.get(code), right.get(code)) {
                (None, _) => self.fault(kind, code, format!("missing in {name}")),
                (_, None) => self.fault(kind, code, format!("does not belong in {name}")),
                (found, right) if found != right => {
                    self.fault(kind, code, format!("wrong class or shift in {name}"));
                }
                _ => {}
            }
        }
    }
}

impl Atlas {
    /// Compares the rows with those that the surveys of these digits have. Ends early when the budget
    /// is over.
    pub(crate) fn compare_lists(&self, budget: &Budget) -> Result<Compared, SurveyError> {
        let mut compared = Compared::default();
        if self.has("code")? {
            self.compare_normal(&mut compared, budget).map_err(|error| self.named(error))?;
        }
        if self.has("misere_plan")? {
            self.compare_misere(&mut compared, budget).map_err(|error| self.named(error))?;
        }
        Ok(compared)
    }

    fn compare_normal(&self, compared: &mut Compared, budget: &Budget) -> rusqlite::Result<()> {
        let kind = SurveyKind::Normal;
        let mut representatives: BTreeMap<String, String> = BTreeMap::new();
        for (base, digits) in self.pairs("select distinct base, digits from code order by 1, 2")? {
            let codes = match base {
                8 => Codes::Octal(digits),
                _ => Codes::Hexadecimal(digits),
            };
            let name = format!("the list of base {base} with {digits} digits");
            if base != codes.base() || digits > MOST_DIGITS {
                compared.fault(kind, "", format!("{name} is not one of this program"));
                continue;
            }
            let Ok(classes) = codes.classes(budget) else { return Ok(()) };
            let mut right = BTreeMap::new();
            for class in classes {
                let first = class.representative.to_string();
                for code in &class.codes {
                    let shift = shift(code, &class.representative);
                    right.insert(code.to_string(), (first.clone(), shift));
                }
                representatives.insert(first, class.standard.to_string());
            }
            let sql = "select code, class, shift from code where base = ? and digits = ?";
            let mut query = self.database.prepare(sql)?;
            let rows = query.query_map([base, digits], |row| {
                Ok((row.get::<_, String>(0)?, (row.get::<_, String>(1)?, row.get::<_, i64>(2)?)))
            })?;
            let found = rows.collect::<Result<BTreeMap<_, _>, _>>()?;
            compared.list((kind, &name), &found, &right);
        }
        let mut query =
            self.database.prepare("select representative, standard, status from class")?;
        let rows = query.query_map([], |row| {
            Ok((row.get::<_, String>(0)?, (row.get::<_, String>(1)?, row.get::<_, String>(2)?)))
        })?;
        let found = rows.collect::<Result<BTreeMap<_, _>, _>>()?;
        for (code, standard) in &representatives {
            match found.get(code) {
                None => compared.fault(kind, code, "the row of its class is missing"),
                Some((other, _)) if other != standard => {
                    compared.fault(kind, code, "its standard form is wrong");
                }
                Some((_, status)) => compared.waiting += u64::from(status == "waiting"),
            }
        }
        Ok(())
    }

    fn compare_misere(&self, compared: &mut Compared, budget: &Budget) -> rusqlite::Result<()> {
        let kind = SurveyKind::Misere;
        // Each code that was tried, and whether it is solved.
        let mut known: BTreeMap<String, bool> = BTreeMap::new();
        if self.has_table("misere_code")? {
            let sql = "select code, status in ('complete', 'rule') from misere_code";
            let mut query = self.database.prepare(sql)?;
            let rows = query.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
            known = rows.collect::<Result<_, _>>()?;
        }
        let mut listed: BTreeSet<String> = BTreeSet::new();
        let mut waiting: BTreeSet<String> = BTreeSet::new();
        let lists = "select distinct digits, quaternary from misere_plan order by 1, 2";
        for (digits, quaternary) in self.pairs(lists)? {
            let name = match quaternary {
                0 => format!("the list of {digits} digits"),
                _ => format!("the list of {digits} digits and {quaternary} quaternary ones"),
            };
            if digits > MOST_DIGITS || quaternary > 2 * MOST_DIGITS {
                compared.fault(kind, "", format!("{name} is not one of this program"));
                continue;
            }
            let places = Some(quaternary).filter(|&places| places > 0);
            let Ok(classes) = classes(digits, places, budget) else { return Ok(()) };
            let mut right = BTreeMap::new();
            for class in classes {
                let Some(first) = class.first().map(ToString::to_string) else { continue };
                // The others are tried once the first is solved.
                let is_solved = known.get(&first) == Some(&true);
                for code in class.iter().map(ToString::to_string) {
                    if !known.contains_key(&code) && (is_solved || code == first) {
                        waiting.insert(code.clone());
                    }
                    right.insert(code, first.clone());
                }
            }
            let sql = "select code, class from misere_plan where digits = ? and quaternary = ?";
            let mut query = self.database.prepare(sql)?;
            let rows = query.query_map([digits, quaternary], |row| {
                Ok((row.get::<_, String>(0)?, row.get::<_, String>(1)?))
            })?;
            let found = rows.collect::<Result<BTreeMap<_, _>, _>>()?;
            compared.list((kind, &name), &found, &right);
            listed.extend(right.into_keys());
        }
        compared.waiting += waiting.len() as u64;
        for code in known.keys().filter(|&code| !listed.contains(code)) {
            compared.fault(kind, code, "does not belong in any list");
        }
        Ok(())
    }

    /// The surveys that a query lists, by two numbers.
    fn pairs(&self, sql: &str) -> rusqlite::Result<Vec<(u32, u32)>> {
        let mut query = self.database.prepare(sql)?;
        let rows = query.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
        rows.collect()
    }

    fn has_table(&self, table: &str) -> rusqlite::Result<bool> {
        crate::database::has(&self.database, table)
    }
}
