//! The period of a nim-sequence, proved.

use super::{amount, threads, wrong};
use crate::desk::Desk;
use crate::refusal::{Kind, Refusal};
use serde::Serialize;
use std::path::Path;
use upstar_heaps::checkpoint::FileError;
use upstar_heaps::claim::{Claim, ClaimError, Claimed};
use upstar_heaps::{Answer, Period, search_on};
use upstar_lang::Span;
use upstar_rules::heap::code::HeapCode;

/// The limit when none is given.
const LIMIT: u64 = 1 << 28;

/// What is known of the period of a nim-sequence.
#[derive(Clone, Debug, Serialize)]
pub struct HeapPeriod {
    /// The code.
    pub code: String,
    /// The period.
    pub period: Option<u64>,
    /// From which heap on.
    pub preperiod: Option<u64>,
    /// How much values grow in a period.
    pub saltus: Option<u64>,
    /// Is it proved?
    pub proved: bool,
    /// By which theorem.
    pub theorem: Option<&'static str>,
    /// Was it shown that what is observed cannot go on for ever?
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub refuted: bool,
    /// The largest heap that was looked at.
    pub computed_to: u64,
    /// Which limit was reached.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stopped: Option<String>,
    /// The certificate, of what is proved.
    #[serde(skip)]
    pub certificate: Option<String>,
}

impl HeapPeriod {
    fn new(code: &HeapCode, answer: &Answer, certificate: bool) -> HeapPeriod {
        let Answer { period, refuted, computed, stopped, .. } = answer;
        let part = |f: fn(&Period) -> u64| period.as_ref().map(f);
        let proved = period.as_ref().filter(|period| period.proof.is_some());
        let certificate = proved.filter(|_| certificate);
        HeapPeriod {
            code: code.to_string(),
            period: part(|p| p.period),
            preperiod: part(|p| p.preperiod),
            saltus: part(|p| p.saltus),
            proved: proved.is_some(),
            theorem: proved.and_then(|p| p.proof.as_ref()).map(|proof| proof.name()),
            refuted: *refuted,
            computed_to: computed.saturating_sub(1),
            stopped: stopped.as_ref().map(ToString::to_string),
            certificate: certificate
                .and_then(|period| Some(period.certificate(code, *computed)?.write())),
        }
    }

    pub(crate) fn is_complete(&self) -> bool {
        self.proved
    }

    pub(crate) fn text(&self) -> String {
        let (last, preperiod) = (self.computed_to, self.preperiod.unwrap_or(0));
        let saltus = match self.saltus.unwrap_or(0) {
            0 => String::new(),
            s => format!(" and saltus {s}"),
        };
        match (self.period, self.theorem) {
            (Some(period), Some(theorem)) => {
                format!("period {period}{saltus} from {preperiod} on: proved ({theorem})\n")
            }
            (Some(period), None) if self.refuted => format!(
                "period {period}{saltus} from {preperiod} on: observed to {last}, but it breaks \
                 further on: a refutation is known\n"
            ),
            (Some(period), None) => format!(
                "period {period}{saltus} from {preperiod} on: observed to {last}, not proved\n"
            ),
            (None, _) => format!("no period to {last}\n"),
        }
    }
}

/// Looks for a period.
pub(crate) fn period(
    desk: &Desk,
    code: &HeapCode,
    limit: Option<&str>,
    certificate: bool,
) -> Result<HeapPeriod, Refusal> {
    let limit = limit.map(|text| amount(text, 1, "the number of values"));
    let limit = limit.transpose()?.unwrap_or(LIMIT);
    desk.begin("values without a proved period");
    let answer = search_on(code, threads(desk), limit, desk.budget(), &mut ());
    desk.end();
    Ok(HeapPeriod::new(code, &answer, certificate))
}

/// Checks `PREPERIOD,PERIOD` with little memory; the state is kept in a file, if one is named.
pub(crate) fn claim(
    desk: &Desk,
    code: &HeapCode,
    text: &str,
    file: Option<&Path>,
    certificate: bool,
) -> Result<HeapPeriod, Refusal> {
    let numbers: Option<Vec<u64>> =
        text.split(',').map(|part| part.trim().replace('_', "").parse().ok()).collect();
    let Some([preperiod, period]) = numbers.as_deref() else {
        let message = "expected the preperiod and the period, as in `71,12`";
        return Err(wrong(text, Span::new(0, text.len()), message));
    };
    let claim = Claim { preperiod: *preperiod, period: *period };
    desk.begin("values checked");
    desk.budget().begin("values checked", claim.length(code));
    let checked = claim.check(code, threads(desk), file, desk.budget(), &mut ());
    desk.end();
    let (kind, message) = match checked {
        Ok(Claimed::Proved(answer)) => return Ok(HeapPeriod::new(code, &answer, certificate)),
        Ok(Claimed::Refuted(why)) => (Kind::Refuted, why),
        Ok(Claimed::Open(why)) => (Kind::Open, format!("neither proved nor refuted: {why}")),
        Ok(Claimed::Stopped(stopped, len)) => {
            let message = format!("{stopped} after {len} values");
            (Kind::Stopped(stopped), message)
        }
        Err(ClaimError::NotSparse(why)) => (Kind::Theorem, why),
        Err(ClaimError::File(error @ FileError::Foreign { .. })) => {
            (Kind::Checkpoint, error.to_string())
        }
        Err(ClaimError::File(FileError::File(error))) => (Kind::Lost, error.to_string()),
    };
    Err(Refusal::plain(kind, message))
}
