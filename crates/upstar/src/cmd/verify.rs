//! `upstar verify FILE`: checks a certificate, step by step. `-` is stdin.
//!
//! With `--long` a certificate of any length is checked, with few values kept.
//!
//! Exit status: 0 verified, 1 refuted or unknown, 2 the file is not a certificate.
//! ```text
//! $ upstar verify kayles.json
//! verified: the nim-sequence of 0.77 has period 12 from 71 on, and both numbers are least
//! ```

use crate::args::Global;
use crate::limits;
use crate::report::{self, Status};
use anyhow::Result;
use serde::Serialize;
use std::io::Write;
use std::path::Path;
use upstar_base::file::{FileError, Source, read_text};
use upstar_proof::{Certificate, Verdict, check, check_long};

/// Longer files are no certificates.
const LONGEST: u64 = 1 << 28;

/// Checks the certificate in a file.
pub(crate) fn run(
    global: &Global,
    file: &Path,
    long: bool,
    out: &mut impl Write,
) -> Result<Status> {
    let budget = limits::interruptible(global)?;
    let source = Source::named(file);
    budget.begin("reading the certificate", None);
    let text = match read_text(&source, LONGEST, &budget) {
        Ok(text) => text,
        Err(FileError::Stopped(stopped)) => {
            return report::no_answer(global, out, "stopped", &stopped.to_string());
        }
        Err(error) => return report::wrong(global, out, "file", &error.to_string()),
    };
    let certificate = match Certificate::read(&text) {
        Ok(certificate) => certificate,
        Err(error) => {
            let message = format!("{}: {error}", source.name());
            return report::wrong(global, out, "certificate", &message);
        }
    };
    drop(text);
    match &certificate {
        Certificate::NimPeriod { claim, .. } => {
            budget.begin("values derived", Some(claim.computed))
        }
        Certificate::MisereQuotient { .. } => budget.begin("sums of heaps", None),
    }
    let verdict = match &certificate {
        Certificate::NimPeriod { .. } if long => check_long(&certificate, &budget, &mut |_, _| ()),
        _ => check(&certificate, &budget),
    };
    if global.json {
        #[derive(Serialize)]
        struct Object<'a> {
            verdict: &'a str,
            statement: Option<&'a str>,
            step: Option<&'a str>,
            reason: Option<&'a str>,
        }
        let object = match &verdict {
            Verdict::Verified(what) => {
                Object { verdict: "verified", statement: Some(what), step: None, reason: None }
            }
            Verdict::Refuted { step, reason } => Object {
                verdict: "refuted",
                statement: None,
                step: Some(step),
                reason: Some(reason),
            },
            Verdict::Unknown(why) => {
                Object { verdict: "unknown", statement: None, step: None, reason: Some(why) }
            }
        };
        writeln!(out, "{}", report::json_line(&object))?;
    } else {
        writeln!(out, "{verdict}")?;
    }
    Ok(if verdict.is_verified() { Status::Answered } else { Status::NoAnswer })
}
