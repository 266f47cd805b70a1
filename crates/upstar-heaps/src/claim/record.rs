//! What a check of a long claim has compared so far, in the file next to its checkpoint.
//!
//! The record names the code, both numbers of the claim, the length of the windows and the build
//! that made it; a record of anything else is refused. It holds the first window and the stations
//! at which a later window was compared with it. A station that it does not list was not passed.
//!
//! ```text
//! body: text "claim"; u32 format; text build; text code; u64 preperiod; u64 period; u64 length of
//!       windows; u8 1 if the value before the preperiod is known, u32 that value; u64 count, u32
//!       values of the first window; u64 count, u64 stations passed
//! ```
//! A text is a u32 length and its bytes; all numbers are little-endian.

use super::{Claim, WINDOW};
use crate::checkpoint::FileError;
use std::path::{Path, PathBuf};
use upstar_base::Budget;
use upstar_base::file::sealed::{self, SealedReader, put_text};
use upstar_rules::heap::code::HeapCode;

/// What the body starts with.
const KIND: &str = "claim";
/// The format of the body, and of what the comparisons mean.
const FORMAT: u32 = 1;
/// Which build makes records.
const BUILD: &str = concat!("upstar ", env!("CARGO_PKG_VERSION"));

/// The window before s, what belongs to it, and where it was compared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ClaimRecord {
    /// G(preperiod - 1).
    pub(super) edge: Option<u32>,
    /// The window before s.
    pub(super) first: Vec<u32>,
    /// The stations at which a window was compared with the first, and the check went on.
    pub(super) passed: Vec<u64>,
}

/// The file next to a checkpoint.
pub(super) fn beside(file: &Path) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(".window");
    PathBuf::from(name)
}

impl ClaimRecord {
    /// Writes the record of a claim next to its checkpoint.
    pub(super) fn save(&self, file: &Path, code: &HeapCode, claim: Claim) -> Result<(), FileError> {
        let mut body = Vec::new();
        put_text(&mut body, KIND);
        body.extend(FORMAT.to_le_bytes());
        put_text(&mut body, BUILD);
        put_text(&mut body, &code.to_string());
        for number in [claim.preperiod, claim.period, WINDOW] {
            body.extend(number.to_le_bytes());
        }
        body.push(u8::from(self.edge.is_some()));
        body.extend(self.edge.unwrap_or(0).to_le_bytes());
        body.extend((self.first.len() as u64).to_le_bytes());
        self.first.iter().for_each(|value| body.extend(value.to_le_bytes()));
        body.extend((self.passed.len() as u64).to_le_bytes());
        self.passed.iter().for_each(|station| body.extend(station.to_le_bytes()));
        sealed::write(&beside(file), &body)
    }

    /// Reads the record next to a checkpoint; `None` when there is no such file. A record of
    /// another claim, code or build is refused.
    pub(super) fn load(
        file: &Path,
        code: &HeapCode,
        claim: Claim,
        budget: &Budget,
    ) -> Result<Option<ClaimRecord>, FileError> {
        let path = beside(file);
        let Some(body) = sealed::read(&path, budget)? else { return Ok(None) };
        let read = ClaimRecord::read(&body, code, claim);
        read.map(Some).map_err(|what| FileError::Foreign { path, what })
    }

    fn read(body: &[u8], code: &HeapCode, claim: Claim) -> Result<ClaimRecord, String> {
        const CUT: &str = "its pieces do not fit together";
        let mut reader = SealedReader::new(body);
        if reader.text() != Some(KIND) || reader.u32() != Some(FORMAT) {
            let what = "it does not say which claim it belongs to; remove it and its checkpoint \
                        to start the check again";
            return Err(what.to_owned());
        }
        let build = reader.text().ok_or(CUT)?;
        let name = reader.text().ok_or(CUT)?;
        let mut number = || reader.u64().ok_or(CUT);
        let (preperiod, period, window) = (number()?, number()?, number()?);
        if name != code.to_string() || (preperiod, period) != (claim.preperiod, claim.period) {
            return Err(format!(
                "it belongs to the claim {preperiod},{period} about {name}; check that claim, or \
                 name another file for this one"
            ));
        }
        if build != BUILD || window != WINDOW {
            return Err(format!(
                "{build} with windows of {window} values wrote it; remove it and its checkpoint \
                 to start the check again"
            ));
        }
        let edge = match (reader.u8(), reader.u32()) {
            (Some(0), Some(0)) => None,
            (Some(1), Some(edge)) => Some(edge),
            _ => return Err(CUT.to_owned()),
        };
        if reader.u64() != Some(WINDOW) {
            return Err(CUT.to_owned());
        }
        let values = reader.bytes(4 * WINDOW as usize).ok_or(CUT)?;
        let value = |bytes: &[u8]| bytes.iter().rev().fold(0, |v, &byte| v << 8 | u32::from(byte));
        let first = values.chunks(4).map(value).collect();
        let count = reader.u64().ok_or(CUT)?;
        let mut passed = Vec::new();
        for _ in 0..count {
            passed.push(reader.u64().ok_or(CUT)?);
        }
        if !reader.is_at_end() || !passed.is_sorted() {
            return Err(CUT.to_owned());
        }
        Ok(ClaimRecord { edge, first, passed })
    }
}
