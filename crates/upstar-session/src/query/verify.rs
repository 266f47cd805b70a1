//! Whether a certificate holds, step by step.

use crate::query::prelude::*;
use upstar_proof::{Certificate, Verdict, check, check_long};

described! {
    /// Check a certificate
    pub struct VerifyQuery {
        /// Its text.
        pub certificate: String,
        /// Derive step by step also what takes hours, with few values kept
        #[cfg_attr(feature = "clap", arg(long))]
        #[serde(default)]
        pub long: bool,
    }
}

impl Query for VerifyQuery {
    type Answer = Verified;
    const NAME: &'static str = "verify";
    const EXAMPLES: &'static [Example] = &[Example::new("", r#"{"certificate":"{}","long":true}"#)];

    fn run(&self, session: &mut Session, _: Hear<'_>) -> Result<Verified, QueryError> {
        verify(&session.state, &self.certificate, self.long)
    }
}

/// What the checker says of a certificate.
#[derive(Clone, Debug, Serialize)]
pub struct Verified {
    /// `verified`, `refuted` or `unknown`.
    pub verdict: &'static str,
    /// What is proved.
    pub statement: Option<String>,
    /// The step that fails.
    pub step: Option<&'static str>,
    /// Why.
    pub reason: Option<String>,
    #[serde(skip)]
    pub(crate) stopped: Option<Stopped>,
    #[serde(skip)]
    told: String,
}

impl Finding for Verified {
    fn text(&self) -> String {
        format!("{}\n", self.told)
    }

    fn is_complete(&self) -> bool {
        self.verdict == "verified"
    }

    fn stopped(&self) -> Option<Stopped> {
        self.stopped.clone()
    }
}

/// The memory that reading a certificate takes, for each byte of its text.
const READING: u64 = 12;

/// Checks the text of a certificate.
fn verify(state: &SessionState, text: &str, long: bool) -> Result<Verified, QueryError> {
    let budget = state.budget();
    state.begin("reading the certificate");
    let bytes = READING * text.len() as u64;
    let verdict = match budget.charge(bytes).and_then(|()| budget.check()) {
        Ok(()) => read_and_check(text, long, budget),
        Err(stopped) => Ok(Verdict::Unknown(stopped.to_string())),
    };
    budget.refund(bytes);
    state.end();
    let verdict = verdict?;
    let ended = ended_by(budget);
    let is_cut = matches!(&verdict, Verdict::Unknown(why) if *why == ended.to_string());
    let stopped = is_cut.then_some(ended);
    let told = verdict.to_string();
    let (verdict, statement, step, reason) = match verdict {
        Verdict::Verified(what) => ("verified", Some(what), None, None),
        Verdict::Refuted { step, reason } => ("refuted", None, Some(step), Some(reason)),
        Verdict::Unknown(why) => ("unknown", None, None, Some(why)),
    };
    Ok(Verified { verdict, statement, step, reason, stopped, told })
}

fn read_and_check(text: &str, long: bool, budget: &Budget) -> Result<Verdict, QueryError> {
    let certificate = Certificate::read(text)
        .map_err(|error| QueryError::plain(Kind::Certificate, error.to_string()))?;
    match certificate.claim.values() {
        Some(values) => budget.begin("values derived", Some(values)),
        None => budget.begin("sums of heaps", None),
    }
    Ok(match long {
        true => check_long(&certificate, budget, &mut |_, _| ()),
        false => check(&certificate, budget),
    })
}
