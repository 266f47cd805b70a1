//! `upstar verify FILE`: checks a certificate, step by step. `-` is stdin.
//!
//! With `--long` a certificate of any length is checked, with few values kept.
//!
//! Exit status: 0 verified, 1 refuted or unknown, 2 the file is not a certificate.
//! ```text
//! $ upstar verify kayles.json
//! verified: in normal play, the nim-sequence of 0.77 has period 12 from 71 on, and both numbers are least
//! ```

use crate::args::GlobalOptions;
use crate::limits;
use crate::report::{self, CommandStatus};
use anyhow::Result;
use std::io::Write;
use std::path::Path;
use upstar_base::file::{FileError, Source, read_text};
use upstar_session::{Kind, Question, VerifyQuery};

/// Longer files are not certificates.
pub(super) const LONGEST: u64 = 1 << 26;

/// Checks the certificate in a file.
pub(crate) fn run(
    global: &GlobalOptions,
    file: &Path,
    long: bool,
    out: &mut impl Write,
) -> Result<CommandStatus> {
    let budget = limits::interruptible(global)?;
    let source = Source::named(file);
    budget.begin("reading the certificate", None);
    let certificate = match read_text(&source, LONGEST, &budget) {
        Ok(text) => text,
        Err(FileError::Stopped(stopped)) => {
            let message = stopped.to_string();
            return report::no_answer(global, out, Kind::Stopped(stopped), &message);
        }
        Err(error) => return report::wrong(global, out, Kind::File, &error.to_string()),
    };
    let mut answer =
        limits::world(global).ask(&Question::Verify(VerifyQuery { certificate, long }));
    if let Err(refusal) = &mut answer
        && refusal.kind == Kind::Certificate
    {
        refusal.message = format!("{}: {}", source.name(), refusal.message);
    }
    report::conclude(global, answer, out)
}
