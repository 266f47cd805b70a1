//! `upstar misere sibert-conway CODE`: the positions whose outcome differs in misère play.
//!
//! The labels are counted over all positions with few tokens; the families come from the proved
//! quotient where there is one.

use super::{code, is_knots};
use crate::args::{Global, SibertConwayArgs};
use crate::limits;
use crate::report::{self, Status};
use anyhow::Result;
use serde_json::json;
use std::io::Write;
use std::sync::Arc;
use upstar_base::Budget;
use upstar_misere::decomposition::family::{Decomposition, decompose};
use upstar_misere::decomposition::{knots, label};
use upstar_misere::genus::Genera;
use upstar_misere::quotient::{End, solve};
use upstar_rules::heap::code::HeapCode;

/// How many steps a quotient is looked for.
const PATIENCE: u64 = 10_000;
/// Heaps beyond this are never tried.
const MOST_HEAPS: u32 = 2000;
/// More families than this are not listed.
const MOST_FAMILIES: usize = 500;

/// The families, or why there are none.
fn families(
    code: &HeapCode,
    genera: &mut Genera,
    budget: &Arc<Budget>,
) -> (Option<Decomposition>, Option<String>) {
    let part = Arc::new(Budget::steps_of(budget, PATIENCE));
    let quotient = solve(code, MOST_HEAPS, &part);
    if !matches!(quotient.end(), End::Complete { .. }) {
        let why = format!("no quotient of all heaps was found; up to heap {}", quotient.heaps());
        return (None, Some(why));
    }
    match decompose(&quotient, genera, budget) {
        Ok(found) if found.families.len() > MOST_FAMILIES => {
            (None, Some(format!("there are {} families", found.families.len())))
        }
        Ok(found) => (Some(found), None),
        Err(why) => (None, Some(why.to_string())),
    }
}

/// Computes and prints.
pub(crate) fn run(
    global: &Global,
    args: &SibertConwayArgs,
    out: &mut impl Write,
) -> Result<Status> {
    let code = code(&args.game.code)?;
    let budget = limits::interruptible(global)?;
    let mut genera = Genera::new(code.clone());
    let is_knots = is_knots(&code);
    let mut rule_fails = None;
    let counts = label::each_position(&mut genera, args.tokens, &budget, &mut |heaps, label| {
        if is_knots && knots::is_previous_win(heaps) != label.misere_p {
            rule_fails.get_or_insert_with(|| heaps.to_vec());
        }
        Ok(())
    });
    let counts = match counts {
        Ok(counts) => counts,
        Err(stopped) => return report::no_answer(global, out, "stopped", &stopped.to_string()),
    };
    let (families, why) = match is_knots {
        // Its quotient grows for ever; the rule says more.
        true => (None, Some("the quotient grows with the heaps".to_owned())),
        false => families(&code, &mut genera, &budget),
    };
    let rule = is_knots.then(|| match &rule_fails {
        None => {
            format!("Allemang's weight rule holds for all positions with {} tokens", args.tokens)
        }
        Some(heaps) => format!("Allemang's weight rule fails for {heaps:?}"),
    });
    if global.json {
        let list = families.as_ref().map(|families| {
            let row = |family| json!({ "family": families.show(family), "label": family.label.to_string() });
            families.families.iter().map(row).collect::<Vec<_>>()
        });
        let object = json!({
            "code": code.to_string(), "tokens": args.tokens,
            "counts": { "NN": counts.nn, "PP": counts.pp, "PN": counts.pn, "NP": counts.np },
            "families": list, "proved": families.as_ref().map(|_| "all heaps and all sums"),
            "reason": why, "rule": rule,
        });
        writeln!(out, "{}", report::json_line(&object))?;
    } else {
        let label::Counts { nn, pp, pn, np } = counts;
        writeln!(
            out,
            "positions with at most {} tokens: NN {nn}, PP {pp}, PN {pn}, NP {np}",
            args.tokens
        )?;
        if let Some(families) = &families {
            writeln!(out, "proved for all heaps and all sums:")?;
            for family in &families.families {
                writeln!(out, "{}  {}", family.label, families.show(family))?;
            }
        }
        if let Some(why) = &why {
            writeln!(out, "no families: {why}")?;
        }
        if let Some(rule) = &rule {
            writeln!(out, "{rule}")?;
        }
    }
    Ok(if families.is_some() || rule.is_some() { Status::Answered } else { Status::NoAnswer })
}
