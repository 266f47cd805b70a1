//! The checker's word on what a survey stores.
//!
//! A row says *proved*, *complete* or *rule* only if the checker accepted, in the run that writes it,
//! the certificate of that very claim. The workers ask; whoever records an outcome asks again, which
//! costs nothing in the same process and catches what comes from elsewhere.

use crate::claim::{CodeClaim, Proves};
use crate::database::SurveyError;
use crate::{heaps, misere};
use std::sync::{Arc, LazyLock};
use upstar_base::Budget;
use upstar_proof::{Certificate, Register, Standing, Unchecked};

/// What the checker was asked in this process.
static REGISTER: LazyLock<Register> = LazyLock::new(Register::default);

/// What stands behind a certificate.
pub(crate) fn standing(certificate: &Certificate, budget: &Arc<Budget>) -> Standing {
    REGISTER.standing(certificate, budget)
}

/// What stands behind the text of a certificate about this code, and its claim is what `is_claimed`
/// says; an error if it is not, or if the checker refutes it.
fn of_text(
    code: &str,
    text: &str,
    is_claimed: impl Fn(&Proves) -> bool,
) -> Result<Standing, SurveyError> {
    let wrong = || SurveyError::Task(code.to_owned());
    let certificate = Certificate::read(text).map_err(|_| wrong())?;
    let claim = CodeClaim::of(&certificate);
    if claim.code != code || !is_claimed(&claim.proves) {
        return Err(wrong());
    }
    match standing(&certificate, &Arc::new(Budget::unlimited())) {
        Standing::Computed(Unchecked::Refuted(_)) => Err(wrong()),
        found => Ok(found),
    }
}

/// The status of what was found of a nim-sequence: `proved`, `computed` where the checker has not
/// accepted the period, or `open`.
pub(crate) fn normal(code: &str, found: &heaps::HeapFinding) -> Result<&'static str, SurveyError> {
    let Some((preperiod, period, theorem)) = &found.period else { return Ok("open") };
    let text = found.certificate.as_deref().unwrap_or_default();
    let standing = of_text(code, text, |proves| {
        matches!(proves, Proves::Period { preperiod: s, period: p, saltus, theorem: by }
            if (s, p, *by) == (preperiod, period, theorem.as_str())
                && found.saltus.unwrap_or(0) == *saltus)
    })?;
    Ok(if standing.is_verified() { "proved" } else { "computed" })
}

/// Whether the checker accepts what was found of a misère game: its quotient, or its rule.
pub(crate) fn misere(code: &str, found: &misere::MisereFinding) -> Result<bool, SurveyError> {
    let standing = of_text(code, &found.certificate, |proves| match proves {
        Proves::Quotient { order, p_elements, heaps, periodic } => {
            found.rule.is_none()
                && (*order, *p_elements) == (found.order, found.p_elements)
                && (*heaps, *periodic) == (u64::from(found.heaps), found.period)
        }
        Proves::Rule(rule) => found.rule.as_ref() == Some(rule),
        Proves::Period { .. } => false,
    })?;
    Ok(standing.is_verified())
}
