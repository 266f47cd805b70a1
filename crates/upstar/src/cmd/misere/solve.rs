//! `upstar misere solve CODE`: the misère quotient of a game.
//!
//! Exit status: 0 if the quotient is that of all heaps, 1 if it is one of heaps up to some size.

use super::code;
use crate::args::{Global, SolveArgs};
use crate::cmd::heaps::amount;
use crate::report::{self, Status};
use crate::{files, limits, signals};
use anyhow::Result;
use serde_json::json;
use std::io::Write;
use upstar_misere::quotient::{End, Presentation, Quotient, solve};
use upstar_rules::heap::code::HeapCode;

/// The largest heap when none is given; other limits come first.
const LARGEST: u64 = 1_000_000;
/// How many relations, elements and heaps people are shown.
const SHOWN: usize = 60;

/// Computes and prints.
pub(crate) fn run(global: &Global, args: &SolveArgs, out: &mut impl Write) -> Result<Status> {
    let code = code(&args.game.code)?;
    let heaps = args.heaps.as_deref().map(|text| amount(text, 1, "the largest heap"));
    let heaps = heaps.transpose()?.unwrap_or(LARGEST).min(LARGEST);
    let target = files::target(args.certificate.as_deref())?;
    let budget = limits::interruptible(global)?;
    let hold = target.as_ref().map(|_| signals::hold());
    let quotient = solve(&code, heaps as u32, &budget);
    let names = quotient.presentation();
    let printed = match global.json {
        true => print_json(&code, &quotient, &names, out),
        false => print_text(&code, &quotient, &names, out),
    };
    let printed = printed.and_then(|()| Ok(out.flush()?));
    if let Some(target) = &target {
        files::write(target, quotient.certificate(&code).write().as_bytes())?;
    }
    drop(hold);
    printed?;
    match quotient.end() {
        End::Complete { .. } => Ok(Status::Answered),
        _ => Ok(Status::NoAnswer),
    }
}

fn why_incomplete(quotient: &Quotient) -> Option<String> {
    Some(match quotient.end() {
        End::Complete { .. } => return None,
        End::Heaps if u64::from(quotient.heaps()) >= LARGEST => {
            format!("heaps are limited to {LARGEST}")
        }
        End::Heaps => "as many heaps as were asked for".to_owned(),
        End::Stopped(stopped) => stopped.to_string(),
        End::Stuck(why) => format!("the method ends here: {why}"),
    })
}

/// A rule that is proved for all heaps where no quotient is finite.
fn rule(code: &HeapCode) -> Option<&'static str> {
    // The proof is in the header of `upstar_misere::decomposition::knots`.
    super::is_knots(code).then_some(
        "Knots, Allemang's rule, proved for all sums of all heaps: let n be the largest heap, \
         w(n) = n - 6 for n > 6, else 0 but w(5) = 1; t(m) = m - 3 for m > 3, else 0 but t(2) = 1; \
         A = w(n) minus the sum of t over the other heaps; E, D the numbers of even and odd heaps. \
         All heaps 1 or 3: P if their number is odd. Otherwise, A <= 0: P if E and D are even; \
         A = 1: N; A >= 2: P if E and D are odd",
    )
}

/// What is known of the growth of a quotient that is not complete.
fn growing(quotient: &Quotient) -> Option<String> {
    if matches!(quotient.end(), End::Complete { .. }) {
        return None;
    }
    let (order, heaps) = (quotient.monoid().order(), quotient.heaps());
    let mut text = match quotient.growths() {
        growths if growths.len() > 3 && *growths.last()? > heaps - heaps / 4 => {
            format!("growing, order {order} at heap {heaps}")
        }
        growths => format!("order {order} from heap {} to {heaps}", growths.last()?),
    };
    if let Some(growth) = quotient.growth() {
        text += &format!("; at least {} at heap {}", growth.at_least, growth.heap);
    }
    Some(text)
}

fn print_json(
    code: &HeapCode,
    quotient: &Quotient,
    names: &Presentation,
    out: &mut impl Write,
) -> Result<()> {
    let monoid = quotient.monoid();
    let named = |classes: &[u16]| classes.iter().map(|&x| names.name(x)).collect::<Vec<_>>();
    let period = match *quotient.end() {
        End::Complete { preperiod, period } => Some((preperiod, period)),
        _ => None,
    };
    let object = json!({
        "code": code.to_string(), "complete": period.is_some(), "heaps": quotient.heaps(),
        "order": monoid.order(), "p_portion": named(&monoid.p_portion()),
        "period": period.map(|(_, p)| p), "preperiod": period.map(|(s, _)| s),
        "presentation": names.text(usize::MAX), "generators": names.generators,
        "kernel": named(&monoid.kernel()), "tame": quotient.is_tame(),
        "pretending": named(&quotient.pretending()[1..]), "order_by_heap": quotient.orders(),
        "growing": growing(quotient), "rule": rule(code), "stopped": why_incomplete(quotient),
    });
    writeln!(out, "{}", report::json_line(&object))?;
    Ok(())
}

fn print_text(
    code: &HeapCode,
    quotient: &Quotient,
    names: &Presentation,
    out: &mut impl Write,
) -> Result<()> {
    let monoid = quotient.monoid();
    let (order, p) = (monoid.order(), monoid.p_portion());
    let kind = if quotient.is_tame() { "tame" } else { "wild" };
    match *quotient.end() {
        End::Complete { preperiod, period } => {
            let period = format!("period {period} from heap {preperiod} on");
            writeln!(
                out,
                "{code} solved: order {order}, {} P-elements, {kind}; {period}",
                p.len()
            )?;
        }
        _ => {
            let heaps = quotient.heaps();
            let what = format!("order {order}, {} P-elements", p.len());
            writeln!(
                out,
                "{code} to heap {heaps}: {what}; {}",
                why_incomplete(quotient).unwrap_or_default()
            )?;
            writeln!(out, "{}", growing(quotient).unwrap_or_default())?;
            if let Some(rule) = rule(code) {
                writeln!(out, "{rule}")?;
            }
        }
    }
    let listed = |classes: &[u16]| {
        let mut all: Vec<String> = classes.iter().take(SHOWN).map(|&x| names.name(x)).collect();
        if classes.len() > SHOWN {
            all.push(format!("... ({})", classes.len()));
        }
        all.join(", ")
    };
    writeln!(out, "Q = {}", names.text(SHOWN))?;
    let generators = names.generators.iter().zip(0u16..).map(|(heap, _)| format!("h{heap}"));
    writeln!(out, "generators: {}", generators.collect::<Vec<_>>().join(", "))?;
    writeln!(out, "P = {{{}}}", listed(&p))?;
    let kernel = monoid.kernel();
    writeln!(out, "kernel ({}): {}", kernel.len(), listed(&kernel))?;
    let orders = quotient.orders();
    let growths = quotient.growths();
    let growths = growths.iter().map(|&heap| format!("{}@{heap}", orders[heap as usize - 1]));
    writeln!(out, "order by heap: {}", growths.collect::<Vec<_>>().join(", "))?;
    for (i, &class) in quotient.pretending()[1..].iter().enumerate() {
        writeln!(out, "{:>5}  {}", i + 1, names.name(class))?;
    }
    if let End::Complete { preperiod, period } = *quotient.end() {
        let rule =
            format!("heap n has the class of heap n-{period} for n >= {}", preperiod + period);
        writeln!(out, "  ...  {rule}: proved for all heaps")?;
    }
    Ok(())
}
