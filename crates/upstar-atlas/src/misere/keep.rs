//! What a certificate from elsewhere says of a code in misère play.
//!
//! A quotient of more heaps is more than one of fewer, a rule for all heaps more than these, and a
//! finite quotient of all heaps the most.

use super::compute::{FoundRule, MisereFinding};
use super::record::store;
use crate::add::Before;
use crate::claim::{CodeClaim, Proves};
use crate::database::{SurveyError, count, has, number};
use crate::packed::pack;
use rusqlite::{Connection, OptionalExtension, Transaction, params};
use std::sync::Arc;
use upstar_base::{Budget, Stopped};
use upstar_misere::quotient::Quotient;
use upstar_proof::MisereQuotient;

/// How much is known.
#[derive(PartialEq, PartialOrd)]
enum Rank {
    To(u64),
    Rule,
    Complete,
}

/// Would an atlas know more with it?
pub(crate) fn before(database: &Connection, claim: &CodeClaim<'_>) -> Result<Before, SurveyError> {
    let code = claim.code;
    let is_listed = has(database, "misere_plan")? && {
        let sql = "select 1 from misere_plan where code = ?";
        database.query_row(sql, [code], |_| Ok(())).optional()?.is_some()
    };
    if !is_listed {
        let reason = format!("no survey of misère games in this atlas was about {code}");
        return Ok(Before::NoPlace(reason));
    }
    let sql = "select status, heaps from misere_code where code = ?";
    let row = database.query_row(sql, [code], |row| {
        Ok((row.get::<_, String>(0)?, count(row.get(1)?).unwrap_or(0)))
    });
    let now = row.optional()?.map(|(status, heaps)| match status.as_str() {
        "complete" => Rank::Complete,
        "rule" => Rank::Rule,
        _ => Rank::To(heaps),
    });
    let then = match &claim.proves {
        Proves::Quotient { periodic: Some(_), .. } => Rank::Complete,
        Proves::Rule(_) => Rank::Rule,
        &Proves::Quotient { heaps, .. } => Rank::To(heaps),
        Proves::Period { .. } => Rank::To(0),
    };
    Ok(match now {
        Some(now) if now >= then => Before::Same(match now {
            Rank::Complete => format!("the quotient of all heaps of {code} is proved"),
            Rank::Rule => format!("a rule for all heaps of {code} is proved"),
            Rank::To(heaps) => format!("the quotient of {code} is proved to heap {heaps}"),
        }),
        _ => Before::Less,
    })
}

/// Keeps a quotient that was verified.
pub(crate) fn keep_quotient(
    all: &Transaction<'_>,
    claim: &MisereQuotient,
    certificate: &str,
    budget: &Arc<Budget>,
) -> Result<Option<Stopped>, SurveyError> {
    let wrong = || SurveyError::Task(claim.code.clone());
    let code = claim.code.parse().map_err(|_| wrong())?;
    let quotient = Quotient::from_certificate(claim).ok_or_else(wrong)?;
    let found = match MisereFinding::of(&code, &quotient, budget) {
        Ok(found) => MisereFinding { certificate: certificate.to_owned(), ..found },
        Err(stopped) => return Ok(Some(stopped)),
    };
    // Only what the checker has accepted comes here.
    store(all, &claim.code, &found, true)?;
    Ok(None)
}

/// Keeps a rule that was verified, with the quotient of the first heaps if there is one. Without
/// one the row is of no heaps and no steps, so that a survey still computes the quotient.
pub(crate) fn keep_rule(
    all: &Transaction<'_>,
    code: &str,
    rule: &FoundRule,
    certificate: &str,
) -> Result<(), SurveyError> {
    all.execute(
        "insert into misere_code (code, status, allowed, steps, heaps, elements, p_elements, tame,
             growths, rule, labels, linear_from, linear_period, linear_step, certificate)
         values (?, 'rule', 0, 0, 0, 1, 0, 1, '', ?, ?, ?, ?, ?, ?)
         on conflict (code) do update set status = excluded.status, rule = excluded.rule,
             labels = excluded.labels, linear_from = excluded.linear_from,
             linear_period = excluded.linear_period, linear_step = excluded.linear_step,
             certificate = excluded.certificate
         where status = 'partial'",
        params![
            code,
            rule.kind,
            rule.labels,
            number(rule.preperiod),
            number(rule.period),
            number(rule.step),
            pack(certificate),
        ],
    )?;
    Ok(())
}
