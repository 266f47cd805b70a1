//! Certificates from elsewhere: each is checked, and what it proves becomes part of an atlas.
//!
//! A certificate is taken if the atlas lists its code and knows less of it than the certificate
//! says; then the checker of `upstar verify` derives it again, and only what that verifies is
//! written. What a certificate does not say, such as the largest nim-value, stays as it was.

use crate::claim::{CodeClaim, Proves};
use crate::database::{SurveyError, commit, compact, has_log, named, open, read};
use crate::work::SurveyKind;
use crate::{heaps, misere};
use rusqlite::Connection;
use serde::Serialize;
use std::path::Path;
use std::sync::Arc;
use upstar_base::Budget;
pub use upstar_proof::Certificate;
use upstar_proof::{AnyClaim, Verdict, check, check_long, one_line};

/// What came of a certificate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Fate {
    /// It was verified, and the atlas has it now.
    Added,
    /// The atlas knew as much before.
    Known,
    /// It is about something for which the atlas has no row.
    Refused,
    /// It is wrong.
    Refuted,
    /// The checker could not tell.
    Unknown,
}

/// A certificate and what came of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Added {
    /// Of which survey it is.
    pub kind: SurveyKind,
    /// Of which code.
    pub code: String,
    /// What came of it.
    pub fate: Fate,
    /// What is proved, or why nothing is.
    pub message: String,
}

impl Added {
    /// Does the atlas have what the certificate says?
    pub fn is_known(&self) -> bool {
        matches!(self.fate, Fate::Added | Fate::Known)
    }

    /// A line.
    pub fn text(&self) -> String {
        let word = match self.fate {
            Fate::Added => "added",
            Fate::Known => "known already",
            Fate::Refused => "refused",
            Fate::Refuted => "refuted",
            Fate::Unknown => "unknown",
        };
        format!("{word}: {}\n", self.message)
    }
}

/// What an atlas says to a certificate before it is checked.
pub(crate) enum Before {
    /// It would know more with it.
    Less,
    /// It knows as much, in these words.
    Same(String),
    /// It has no place for it, for this reason.
    NoPlace(String),
}

/// Checks certificates and keeps what they prove; a `long` check is one of any length. Each that
/// is verified is written at once, so what ends early keeps what it has.
///
/// ```
/// use std::sync::Arc;
/// use upstar_atlas::add::{Certificate, Fate, add};
/// use upstar_atlas::{Atlas, build::{Plan, build}};
/// use upstar_base::Budget;
/// let folder = tempfile::tempdir()?;
/// let (file, budget) = (folder.path().join("atlas.db"), Arc::new(Budget::unlimited()));
/// let plan = Plan { digits: 1, hexadecimal: None, values: 9, hexadecimal_values: 0, steps: 9, only: Vec::new() };
/// build(&file, &plan, 1, &budget, &mut |_, _, _, _| ())?;
/// let knots = Atlas::shipped()?.certificate("4.7", true)?.unwrap();
/// let knots = Certificate::read(&knots)?;
/// let fates = |found: Vec<upstar_atlas::add::Added>| found.iter().map(|added| added.fate).collect::<Vec<_>>();
/// let twice = [knots.clone(), knots];
/// assert_eq!(fates(add(&file, &twice, false, &budget)?), [Fate::Known; 2]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn add(
    path: &Path,
    certificates: &[Certificate],
    long: bool,
    budget: &Arc<Budget>,
) -> Result<Vec<Added>, SurveyError> {
    // A file that is none, or that has no place for any of them, is left as it is.
    let reader = read(path)?;
    let mut is_wanted = false;
    for certificate in certificates {
        let before = before(&reader, &CodeClaim::of(certificate));
        is_wanted |= matches!(before.map_err(|error| named(path, error))?, Before::Less);
    }
    drop(reader);
    let mut database = if is_wanted { open(path)? } else { read(path)? };
    let mut found = Vec::new();
    for certificate in certificates {
        let added = one(&mut database, certificate, long, budget);
        found.push(added.map_err(|error| named(path, error))?);
    }
    drop(database);
    if is_wanted {
        compact(path)?;
    } else if has_log(path) {
        // A killed process left its log. It holds nothing that is needed here.
        let _ = compact(path);
    }
    Ok(found)
}

fn before(database: &Connection, claim: &CodeClaim<'_>) -> Result<Before, SurveyError> {
    match claim.proves.kind() {
        SurveyKind::Normal => heaps::before(database, claim),
        SurveyKind::Misere => misere::before(database, claim),
    }
}

fn one(
    database: &mut Connection,
    certificate: &Certificate,
    long: bool,
    budget: &Arc<Budget>,
) -> Result<Added, SurveyError> {
    let claim = CodeClaim::of(certificate);
    let (kind, code) = (claim.proves.kind(), one_line(claim.code));
    // The code is that of a file that may come from anywhere.
    let told = |fate, message: String| Ok(Added { kind, code, fate, message: one_line(&message) });
    match before(database, &claim)? {
        Before::Less => {}
        Before::Same(message) => return told(Fate::Known, message),
        Before::NoPlace(message) => return told(Fate::Refused, message),
    }
    match certificate.claim.values() {
        Some(values) => budget.begin("values derived", Some(values)),
        None => budget.begin("sums of heaps", None),
    }
    if let Err(stopped) = budget.check() {
        return told(Fate::Unknown, stopped.to_string());
    }
    let verdict = match long {
        true => check_long(certificate, budget, &mut |_, _| ()),
        false => check(certificate, budget),
    };
    let statement = match verdict {
        Verdict::Verified(statement) => statement,
        Verdict::Refuted { step, reason } => {
            return told(Fate::Refuted, format!("step \"{step}\": {reason}"));
        }
        Verdict::Unknown(why) => return told(Fate::Unknown, why),
    };
    let all = database.transaction()?;
    let stopped = match (&claim.proves, &certificate.claim) {
        (Proves::Period { .. }, AnyClaim::NimPeriod(claim)) => {
            heaps::keep(&all, claim, &certificate.write())?;
            None
        }
        (_, AnyClaim::MisereQuotient(claim)) => {
            misere::keep_quotient(&all, claim, &certificate.write(), budget)?
        }
        (Proves::Rule(rule), _) => {
            misere::keep_rule(&all, claim.code, rule, &certificate.write())?;
            None
        }
        _ => None,
    };
    match stopped {
        Some(stopped) => told(Fate::Unknown, stopped.to_string()),
        None => {
            commit(all)?;
            told(Fate::Added, statement)
        }
    }
}
