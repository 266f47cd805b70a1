//! `upstar misere outcome CODE POSITION`: who wins a sum of heaps.
//! ```text
//! $ upstar misere outcome .07 21+17+12+10+7+4
//! P (quotient of order 24, heaps to 21)
//! ```
//! The JSON is that of `upstar outcome RULES POSITION --play misere`, with the way it was found.

use super::quotient::{Game, Way};
use super::{code, for_each_sum, large_position, nim_heaps};
use crate::args::{Global, SumArgs};
use crate::limits;
use crate::report::{self, Status};
use anyhow::Result;
use serde_json::json;
use std::io::Write;
use std::sync::Arc;
use upstar_base::{Budget, Verdict};
use upstar_rules::heap::code::HeapCode;

/// Finds and prints the outcome, of each line if the position is read from stdin.
pub(crate) fn run(global: &Global, args: &SumArgs, out: &mut impl Write) -> Result<Status> {
    let code = code(&args.game.code)?;
    let budget = limits::interruptible(global)?;
    let mut game: Option<(u64, Game)> = None;
    for_each_sum(global, &args.position, out, |text, out| match code.is_subtraction() {
        true => nim_heaps::run(global, &code, text, &budget, out),
        false => one(global, &code, text, &mut game, &budget, out),
    })
}

fn one(
    global: &Global,
    code: &HeapCode,
    text: &str,
    game: &mut Option<(u64, Game)>,
    budget: &Arc<Budget>,
    out: &mut impl Write,
) -> Result<Status> {
    let sum = large_position(text)?;
    let largest = sum.first().map_or(0, |&(heap, _)| heap);
    let (_, game) = match game.take() {
        Some((known, old)) if known >= largest || old.period().is_some() => {
            game.insert((known, old))
        }
        _ => game.insert((largest, Game::new(code, capped(largest), budget))),
    };
    let answer = game.is_p(&sum).and_then(|found| Ok((found, game.verdict(&sum)?)));
    let ((p, way), verdict) = match answer {
        Ok(answer) => answer,
        Err(stopped) => {
            let message = format!("{stopped}; {}", game.known());
            return report::no_answer(global, out, "stopped", &message);
        }
    };
    let outcome = if p { "P" } else { "N" };
    let source = game.source(way);
    if global.json {
        let starter = Verdict::of(!p).to_string();
        let object = json!({
            "rules": code.to_string(), "position": text, "compound": "sum",
            "play": "misere", "class": outcome,
            "outcome": { "left_first": starter, "right_first": starter },
            "why": verdict.why(),
            "by": match way {
                Way::Quotient => "quotient",
                Way::Rule => "rule",
                Way::Search => "search",
            },
            "element": verdict.class, "source": source,
        });
        writeln!(out, "{}", report::json_line(&object))?;
    } else {
        writeln!(out, "{outcome} ({source})")?;
    }
    Ok(Status::Answered)
}

/// No quotient is followed to larger heaps; one that is complete answers for all.
pub(super) fn capped(heap: u64) -> u32 {
    u32::try_from(heap).unwrap_or(u32::MAX - 1).min(u32::MAX - 1)
}
