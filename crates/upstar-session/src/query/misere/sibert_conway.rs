//! The positions whose outcome differs in misère play.
//!
//! The labels are counted over all positions with few tokens; the families come from the quotient
//! and the nim-values, where both repeat. They are called proved only if the checker has accepted the
//! certificate of the quotient and that of the period of the nim-values; else they are about the
//! heaps that were looked at.

use super::labels::in_words;
use super::work;
use crate::query::prelude::*;
use upstar_heaps::{engine, search};
use upstar_misere::decomposition::family::{Decomposition, NoDecomposition, NormalPlay, decompose};
use upstar_misere::decomposition::label::{self, OutcomePair};
use upstar_misere::genus::Genera;
use upstar_misere::glance::glance;
use upstar_misere::quotient::{End, Quotient, Solver};
use upstar_proof::Standing;

described! {
    /// Where misère play differs from normal play
    pub struct SibertConwayQuery {
        /// A code (`.77`, `4.3[3]`, `4!.0`, `.3F`), `sub(2,5,6)`, or a name (kayles, grundy)
        #[cfg_attr(feature = "clap", arg(value_name = "CODE"))]
        pub code: String,
        /// Look at all positions with at most this many tokens
        #[cfg_attr(feature = "clap", arg(long, value_name = "N", default_value_t = 20))]
        pub tokens: u32,
    }
}

impl Query for SibertConwayQuery {
    type Answer = SibertConway;
    const NAME: &'static str = "sibert-conway";
    const EXAMPLES: &'static [Example] =
        &[Example::new("misere sibert-conway .77 --tokens 9", r#"{"code":".77","tokens":9}"#)];

    fn run(&self, session: &mut Session, _: Hear<'_>) -> Result<SibertConway, QueryError> {
        work(session, |state, _| {
            families_of(&code(&self.code)?, self.tokens, &Arc::clone(state.budget()))
        })
    }
}

/// Where misère play differs from normal play.
#[derive(Clone, Debug, Serialize)]
pub struct SibertConway {
    /// The code.
    pub code: String,
    /// The most tokens of the positions that were counted.
    pub tokens: u32,
    /// How many there are with each pair of outcomes, normal play first.
    pub counts: OutcomeCounts,
    /// The families of positions, with their outcomes.
    pub families: Option<Vec<OutcomeFamily>>,
    /// What the families are proved for: heaps of every size, or nothing.
    pub proved: Option<&'static str>,
    /// The largest heap that the families are about, where they are not proved for every size.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub computed_to: Option<u64>,
    /// Why there are no families.
    pub reason: Option<String>,
    /// A rule for all positions.
    pub rule: Option<String>,
}

/// How many positions have each pair of outcomes, normal play first.
#[derive(Clone, Copy, Debug, Serialize)]
#[serde(rename_all = "UPPERCASE")]
pub struct OutcomeCounts {
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
pub struct OutcomeFamily {
    /// The positions.
    pub family: String,
    /// The outcomes in normal and misère play.
    pub label: String,
    /// The nim-value of all its positions, where they have one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nim_value: Option<u32>,
}

impl Finding for SibertConway {
    fn text(&self) -> String {
        let OutcomeCounts { nn, pp, pn, np } = self.counts;
        let tokens = self.tokens;
        let mut text =
            format!("positions with at most {tokens} tokens: NN {nn}, PP {pp}, PN {pn}, NP {np}\n");
        if let Some(families) = &self.families {
            text += &match self.computed_to {
                None => "proved for heaps of every size and all sums:\n".to_owned(),
                Some(heaps) => format!("computed for sums of heaps up to {heaps}:\n"),
            };
            for OutcomeFamily { family, label, nim_value } in families {
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

    fn is_complete(&self) -> bool {
        self.families.is_some() || self.rule.is_some()
    }
}

/// How many steps a quotient is looked for.
const PATIENCE: u64 = 10_000;
/// Heaps beyond this are never tried.
const MOST_HEAPS: u32 = 2000;
/// More families than this are not listed.
const MOST_FAMILIES: usize = 500;

/// So many nim-values are computed when their period is looked for.
const MOST_VALUES: u64 = 1 << 16;

/// The nim-values of heaps, and from where on with which period they repeat, if that is verified.
struct Normal {
    values: Vec<u32>,
    repeats: Option<(u64, u64)>,
}

impl Normal {
    fn of(code: &HeapCode, budget: &Arc<Budget>) -> Result<Normal, Stopped> {
        let found = search(code, MOST_VALUES, budget, &mut ());
        if let Some(stopped) = found.stopped {
            return Err(stopped);
        }
        let period = found.period.filter(|period| period.saltus == 0);
        let standing = period.as_ref().and_then(|p| p.standing(code, found.computed, budget));
        let verified = standing.map(|standing| is_verified(&standing, budget)).transpose()?;
        let period = period.filter(|_| verified == Some(true));
        let repeats = period.map(|period| (period.preperiod, period.period));
        let mut game = engine(code);
        // Enough for the heaps of the quotient, and for both periods together.
        let beyond = repeats.map_or(0, |(start, period)| start.saturating_add(period));
        let len = beyond.saturating_mul(32).clamp(u64::from(MOST_HEAPS) + 1, MOST_VALUES);
        game.extend(len, budget)?;
        let mut values = vec![0; usize::try_from(len).unwrap_or(0)];
        if !game.read(0, &mut values) {
            values.clear();
        }
        Ok(Normal { values, repeats })
    }
}

/// Did the checker accept it? Fails if a limit ended the check.
fn is_verified(standing: &Standing, budget: &Budget) -> Result<bool, Stopped> {
    if standing.was_stopped() { Err(ended_by(budget)) } else { Ok(standing.is_verified()) }
}

/// The families, or why there are none.
fn families(
    code: &HeapCode,
    quotient: &Quotient,
    budget: &Arc<Budget>,
) -> Result<(Option<Decomposition>, Option<String>), Stopped> {
    if !matches!(quotient.end(), End::Complete { .. }) {
        let why = format!("no quotient of all heaps was found; up to heap {}", quotient.heaps());
        return Ok((None, Some(why)));
    }
    let mut normal = Normal::of(code, budget)?;
    if !is_verified(&quotient.standing(code, budget), budget)? {
        // Then nothing repeats that could be relied on.
        normal.repeats = None;
    }
    let normal = NormalPlay { values: &normal.values, repeats: normal.repeats };
    Ok(match decompose(quotient, &normal, budget) {
        Ok(found) if found.families.len() > MOST_FAMILIES => {
            (None, Some(format!("there are {} families", found.families.len())))
        }
        Ok(found) => (Some(found), None),
        Err(NoDecomposition::Stopped(stopped)) => return Err(stopped),
        Err(why) => (None, Some(why.to_string())),
    })
}

/// Counts the labels and looks for families.
fn families_of(
    code: &HeapCode,
    tokens: u32,
    budget: &Arc<Budget>,
) -> Result<SibertConway, QueryError> {
    let mut genera = Genera::new(code.clone());
    let counts = label::each_position(&mut genera, tokens, budget, &mut |_, _| Ok(()));
    let label::Counts { nn, pp, pn, np } = counts.map_err(QueryError::limit)?;
    let mut solver = Solver::new(code);
    let (mut quotient, rule) = glance(code, &mut solver, MOST_HEAPS, budget);
    let rule = rule.map_err(QueryError::limit)?;
    if rule.is_none() && !matches!(quotient.end(), End::Complete { .. }) {
        quotient = solver.run(MOST_HEAPS, &Budget::steps_of(budget, PATIENCE));
        quotient.end().unless_stopped(budget).map_err(QueryError::limit)?;
    }
    let found = families(code, &quotient, budget).map_err(QueryError::limit)?;
    let (found, mut reason) = found;
    let computed_to = found.as_ref().and_then(|found| found.heaps);
    let rule = rule.map(|rule| {
        reason = Some("the quotient grows with the heaps".to_owned());
        format!("`misere solve {code}` has labels for all heaps: {}", in_words(&rule))
    });
    let families =
        found.map(|found| {
            let family = |family: String, label: OutcomePair, nim_value: Option<u32>| {
                OutcomeFamily { family, label: label.to_string(), nim_value }
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
        counts: OutcomeCounts { nn, pp, pn, np },
        proved: families
            .as_ref()
            .filter(|_| computed_to.is_none())
            .map(|_| "heaps of every size and all sums"),
        computed_to,
        families,
        reason,
        rule,
    })
}
