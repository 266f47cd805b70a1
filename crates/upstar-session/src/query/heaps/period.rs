//! The period of a nim-sequence, proved where the checker accepts its certificate.

use super::threads;
use crate::query::prelude::*;
use std::path::Path;
use upstar_heaps::checkpoint::FileError;
use upstar_heaps::claim::{Claim, ClaimError, Claimed};
use upstar_heaps::{Period, SearchAnswer, search_on};
use upstar_proof::{Standing, Unchecked};

described! {
    /// Look for the period of a nim-sequence and prove it
    pub struct HeapPeriodQuery {
        /// A code (`.77`, `4.3[3]`, `4!.0`, `.3F`), `sub(2,5,6)`, or a name (kayles, grundy)
        #[cfg_attr(feature = "clap", arg(value_name = "CODE"))]
        pub code: String,
        /// Give up after this many values [default: 2^28]
        #[cfg_attr(feature = "clap", arg(long, value_name = "N"))]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub limit: Option<String>,
    }
}

impl Query for HeapPeriodQuery {
    type Answer = HeapPeriod;
    const NAME: &'static str = "heap-period";
    const EXAMPLES: &'static [Example] =
        &[Example::new("heaps period .77 --limit 2000", r#"{"code":".77","limit":"2000"}"#)];

    fn run(&self, session: &mut Session, _: Hear<'_>) -> Result<HeapPeriod, QueryError> {
        period(&session.state, &code(&self.code)?, self.limit.as_deref(), false)
    }
}

described! {
    /// The period of a nim-sequence, with a certificate of what is proved
    pub struct HeapCertificateQuery {
        /// A code (`.77`, `4.3[3]`, `4!.0`, `.3F`), `sub(2,5,6)`, or a name (kayles, grundy)
        #[cfg_attr(feature = "clap", arg(value_name = "CODE"))]
        pub code: String,
        /// Give up after this many values [default: 2^28]
        #[cfg_attr(feature = "clap", arg(long, value_name = "N"))]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub limit: Option<String>,
    }
}

impl Query for HeapCertificateQuery {
    type Answer = HeapPeriod;
    const NAME: &'static str = "heap-certificate";
    const EXAMPLES: &'static [Example] = &[Example::new("", r#"{"code":".77","limit":"2000"}"#)];

    fn run(&self, session: &mut Session, _: Hear<'_>) -> Result<HeapPeriod, QueryError> {
        period(&session.state, &code(&self.code)?, self.limit.as_deref(), true)
    }
}

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
    /// Whether it is proved: the checker accepted its certificate when this was asked.
    pub proved: bool,
    /// What stands behind it: `verified` by the checker, `computed` by a theorem but not checked, or
    /// `observed` in the values that were computed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status: Option<&'static str>,
    /// Why what is computed is not verified.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unchecked: Option<String>,
    /// By which theorem.
    pub theorem: Option<&'static str>,
    /// Was it shown that what is observed cannot go on for ever?
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub refuted: bool,
    /// The largest heap that was looked at.
    pub computed_to: u64,
    /// Which limit was reached.
    #[serde(serialize_with = "in_words", skip_serializing_if = "Option::is_none")]
    pub stopped: Option<Stopped>,
    /// The certificate, of what a theorem gives; proved only if `proved` says so.
    #[serde(skip)]
    pub certificate: Option<String>,
}

impl HeapPeriod {
    /// What was found, after the checker was asked.
    fn new(
        state: &SessionState,
        code: &HeapCode,
        answer: &SearchAnswer,
        certificate: bool,
    ) -> HeapPeriod {
        let SearchAnswer { period, refuted, computed, stopped, .. } = answer;
        let part = |f: fn(&Period) -> u64| period.as_ref().map(f);
        let theorem = period.as_ref().and_then(|p| p.proof.as_ref()).map(|proof| proof.name());
        let found = period.as_ref().and_then(|period| period.certificate(code, *computed));
        let standing = found.as_ref().map(|found| state.standing(found));
        let unchecked = standing.as_ref().and_then(Standing::unchecked);
        // What the checker refutes is nothing to hand out.
        let is_refuted = matches!(unchecked, Some(Unchecked::Refuted(_)));
        let certificate = found.filter(|_| certificate && !is_refuted);
        let unfinished = || {
            let stopped = standing.as_ref().is_some_and(Standing::was_stopped);
            stopped.then(|| ended_by(state.budget()))
        };
        let observed = period.as_ref().map(|_| "observed");
        HeapPeriod {
            code: code.to_string(),
            period: part(|p| p.period),
            preperiod: part(|p| p.preperiod),
            saltus: part(|p| p.saltus),
            proved: standing.as_ref().is_some_and(Standing::is_verified),
            status: standing.as_ref().map(Standing::status).or(observed),
            unchecked: unchecked.map(ToString::to_string),
            theorem,
            refuted: *refuted,
            computed_to: computed.saturating_sub(1),
            stopped: stopped.clone().or_else(unfinished),
            certificate: certificate.map(|certificate| certificate.write()),
        }
    }
}

impl Finding for HeapPeriod {
    fn text(&self) -> String {
        let (last, preperiod) = (self.computed_to, self.preperiod.unwrap_or(0));
        let saltus = match self.saltus.unwrap_or(0) {
            0 => String::new(),
            s => format!(" and saltus {s}"),
        };
        match (self.period, self.theorem) {
            (Some(period), Some(theorem)) if self.proved => {
                format!("period {period}{saltus} from {preperiod} on: proved ({theorem})\n")
            }
            (Some(period), Some(theorem)) => {
                let why = self.unchecked.as_deref().unwrap_or("not checked");
                format!(
                    "period {period}{saltus} from {preperiod} on: computed ({theorem}), {why}\n"
                )
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

    fn is_complete(&self) -> bool {
        self.proved
    }

    fn stopped(&self) -> Option<Stopped> {
        self.stopped.clone()
    }

    fn certificate(&self) -> Option<&str> {
        self.certificate.as_deref()
    }
}

/// Looks for a period.
fn period(
    state: &SessionState,
    code: &HeapCode,
    limit: Option<&str>,
    certificate: bool,
) -> Result<HeapPeriod, QueryError> {
    let limit = limit.map(|text| amount(text, 1, "the number of values"));
    let limit = limit.transpose()?.unwrap_or(LIMIT);
    state.begin("values without a proved period");
    let answer = search_on(code, threads(state), limit, state.budget(), &mut ());
    let found = HeapPeriod::new(state, code, &answer, certificate);
    state.end();
    Ok(found)
}

/// Checks `PREPERIOD,PERIOD` with little memory; the state is kept in a file, if one is named.
pub(crate) fn claim(
    state: &SessionState,
    code: &HeapCode,
    text: &str,
    file: Option<&Path>,
    certificate: bool,
) -> Result<HeapPeriod, QueryError> {
    let numbers: Option<Vec<u64>> =
        text.split(',').map(|part| part.trim().replace('_', "").parse().ok()).collect();
    let Some([preperiod, period]) = numbers.as_deref() else {
        let message = "expected the preperiod and the period, as in `71,12`";
        return Err(wrong(text, Span::new(0, text.len()), message));
    };
    let claim = Claim { preperiod: *preperiod, period: *period };
    state.begin("values checked");
    state.budget().begin("values checked", claim.length(code));
    let checked = claim.check(code, threads(state), file, state.budget(), &mut ());
    if let Ok(Claimed::Holds(answer)) = &checked {
        let found = HeapPeriod::new(state, code, answer, certificate);
        state.end();
        return Ok(found);
    }
    state.end();
    let (kind, message) = match checked {
        Ok(Claimed::Holds(_)) => (Kind::Open, "not checked".to_owned()),
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
    Err(QueryError::plain(kind, message))
}
