//! `upstar verify FILE`: checks a certificate, step by step.
//!
//! With `--long` a certificate of any length is checked, with few values kept.
//!
//! Exit status: 0 verified, 1 refuted or unknown, 2 the file is not a certificate.
//! ```text
//! $ upstar verify kayles.json
//! verified: the nim-sequence of 0.77 has period 12 from 71 on, and both numbers are least
//! ```

use super::heaps::progress::Bar;
use crate::args::Global;
use crate::limits;
use crate::report::{self, Status};
use anyhow::Result;
use serde::Serialize;
use std::io::Write;
use std::path::Path;
use upstar_proof::{Certificate, Verdict, check, check_long};

/// Checks the certificate in a file.
pub(crate) fn run(
    global: &Global,
    file: &Path,
    long: bool,
    out: &mut impl Write,
) -> Result<Status> {
    let text = match std::fs::read_to_string(file) {
        Ok(text) => text,
        Err(error) => {
            let message = format!("cannot read {}: {error}", file.display());
            return report::wrong(global, out, "file", &message);
        }
    };
    let certificate = match Certificate::read(&text) {
        Ok(certificate) => certificate,
        Err(error) => {
            let message = format!("{}: {error}", file.display());
            return report::wrong(global, out, "certificate", &message);
        }
    };
    let budget = limits::interruptible(global)?;
    let verdict = match &certificate {
        Certificate::NimPeriod { claim, .. } if long => {
            let bar = Bar::new(global, claim.computed);
            check_long(&certificate, &budget, &mut |derived, _| bar.at(derived))
        }
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
