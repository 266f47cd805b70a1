//! The positions whose outcome differs in misère play.
//!
//! The labels are counted over all positions with few tokens; the families come from the proved
//! quotient where there is one.

use super::labels::in_words;
use crate::refusal::Refusal;
use serde::Serialize;
use std::sync::Arc;
use upstar_base::Budget;
use upstar_misere::decomposition::family::{Decomposition, decompose};
use upstar_misere::decomposition::label::{self, Label};
use upstar_misere::genus::Genera;
use upstar_misere::glance::glance;
use upstar_misere::quotient::{End, Quotient, Solver};
use upstar_rules::heap::code::HeapCode;

/// Where misère play differs from normal play.
#[derive(Clone, Debug, Serialize)]
pub struct SibertConway {
    /// The code.
    pub code: String,
    /// The most tokens of the positions that were counted.
    pub tokens: u32,
    /// How many there are with each pair of outcomes, normal play first.
    pub counts: Counts,
    /// The families of positions, with their outcomes.
    pub families: Option<Vec<Family>>,
    /// What the families are proved for.
    pub proved: Option<&'static str>,
    /// Why there are no families.
    pub reason: Option<String>,
    /// A rule for all positions.
    pub rule: Option<String>,
}

/// How many positions have each pair of outcomes, normal play first.
#[derive(Clone, Copy, Debug, Serialize)]
#[serde(rename_all = "UPPERCASE")]
pub struct Counts {
    /// Won by the next player in both.
    pub nn: u64,
    /// Won by the previous player in both.
    pub pp: u64,
    /// Won by the previous player in normal play only.
    pub pn: u64,
    /// Won by the previous player in misère play only.
    pub np: u64,
}

/// A family of positions with the same outcomes.
#[derive(Clone, Debug, Serialize)]
pub struct Family {
    /// The positions.
    pub family: String,
    /// The outcomes in normal and misère play.
    pub label: String,
    /// The nim-value of all its positions, where they have one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nim_value: Option<u32>,
}

impl SibertConway {
    pub(crate) fn text(&self) -> String {
        let Counts { nn, pp, pn, np } = self.counts;
        let tokens = self.tokens;
        let mut text =
            format!("positions with at most {tokens} tokens: NN {nn}, PP {pp}, PN {pn}, NP {np}\n");
        if let Some(families) = &self.families {
            text += "proved for all heaps and all sums:\n";
            for Family { family, label, nim_value } in families {
                let value = nim_value.map_or(String::new(), |n| format!("  nim-value {n}"));
                text += &format!("{label}  {family}{value}\n");
            }
        }
        if let Some(why) = &self.reason {
            text += &format!("no families: {why}\n");
        }
        if let Some(rule) = &self.rule {
            text += &format!("{rule}\n");
        }
        text
    }
}

/// How many steps a quotient is looked for.
const PATIENCE: u64 = 10_000;
/// Heaps beyond this are never tried.
const MOST_HEAPS: u32 = 2000;
/// More families than this are not listed.
const MOST_FAMILIES: usize = 500;

/// The families, or why there are none.
fn families(
    quotient: &Quotient,
    genera: &mut Genera,
    budget: &Arc<Budget>,
) -> (Option<Decomposition>, Option<String>) {
    if !matches!(quotient.end(), End::Complete { .. }) {
        let why = format!("no quotient of all heaps was found; up to heap {}", quotient.heaps());
        return (None, Some(why));
    }
    match decompose(quotient, genera, budget) {
        Ok(found) if found.families.len() > MOST_FAMILIES => {
            (None, Some(format!("there are {} families", found.families.len())))
        }
        Ok(found) => (Some(found), None),
        Err(why) => (None, Some(why.to_string())),
    }
}

/// Counts the labels and looks for families.
pub(super) fn families_of(
    code: &HeapCode,
    tokens: u32,
    budget: &Arc<Budget>,
) -> Result<SibertConway, Refusal> {
    let mut genera = Genera::new(code.clone());
    let counts = label::each_position(&mut genera, tokens, budget, &mut |_, _| Ok(()));
    let label::Counts { nn, pp, pn, np } = counts.map_err(Refusal::limit)?;
    let mut solver = Solver::new(code);
    let (mut quotient, rule) = glance(code, &mut solver, MOST_HEAPS, budget);
    let rule = rule.map_err(Refusal::limit)?;
    if rule.is_none() && !matches!(quotient.end(), End::Complete { .. }) {
        quotient = solver.run(MOST_HEAPS, &Budget::steps_of(budget, PATIENCE));
        quotient.end().unless_stopped(budget).map_err(Refusal::limit)?;
    }
    let (found, mut reason) = families(&quotient, &mut genera, budget);
    let rule = rule.map(|rule| {
        reason = Some("the quotient grows with the heaps".to_owned());
        format!("`misere solve {code}` has labels for all heaps: {}", in_words(&rule))
    });
    let families = found.map(|found| {
        let family = |family: String, label: Label, nim_value: Option<u32>| Family {
            family,
            label: label.to_string(),
            nim_value,
        };
        match found.merged() {
            Some(merged) => merged
                .iter()
                .map(|form| family(found.show_merged(form), form.label, Some(form.nim_value)))
                .collect::<Vec<_>>(),
            None => {
                let all = found.families.iter();
                all.map(|one| family(found.show(one), one.label, None)).collect()
            }
        }
    });
    Ok(SibertConway {
        code: code.to_string(),
        tokens,
        counts: Counts { nn, pp, pn, np },
        proved: families.as_ref().map(|_| "all heaps and all sums"),
        families,
        reason,
        rule,
    })
}
