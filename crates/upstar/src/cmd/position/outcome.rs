//! `upstar outcome RULES POSITION`: who wins, without a value where that is cheaper.
//! ```text
//! $ upstar outcome domineering '........|........|........|........|........|........'
//! R: Right wins, whoever starts
//! ```

use super::answer::{extend, question_json, told, verdicts_json};
use super::case::Case;
use super::misere::code_of;
use super::{Failure, Question, batch, fail};
use crate::args::{Compound, Global, Play, PositionArgs};
use crate::cmd::misere::position;
use crate::cmd::misere::quotient::Game;
use crate::desk::Desk;
use crate::report::Status;
use anyhow::Result;
use serde_json::json;
use std::collections::BTreeMap;
use std::io::Write;
use std::sync::Arc;
use upstar_base::{OutcomeClass, Verdict};
use upstar_rules::heap::code::HeapCode;
use upstar_rules::registry::{self, About, Visitor};
use upstar_rules::{MOST_CELLS, Rules, split_sum};

/// What Left and Right get moving first, perhaps with the reason.
type Won = ([Verdict; 2], Option<String>);

struct Winner;

impl Question for Winner {
    type Answer = Won;
    const WHAT: &'static str = "the outcome";

    fn put<R: Rules>(self, case: &mut Case<'_, R>) -> Result<Self::Answer, Failure> {
        Ok(case.verdicts()?)
    }
}

/// Finds the code of a heap game.
struct Code;

impl Visitor for Code {
    type Output = Option<HeapCode>;

    fn visit<R: Rules>(self, _: &'static About, rules: R) -> Option<HeapCode> {
        code_of(&rules)
    }
}

/// Misère play of more heaps than a position holds: only how many there are of each size counts.
fn of_many_heaps(global: &Global, args: &PositionArgs) -> Option<Result<Won, Failure>> {
    let manner = &args.manner;
    let sum = manner.compound == Compound::Sum && manner.variant.is_none();
    if manner.play != Play::Misere || !sum || args.entailed.is_some() {
        return None;
    }
    let mut heaps: BTreeMap<u32, u32> = BTreeMap::new();
    for (_, term) in split_sum(&args.position).ok()? {
        for (heap, times) in position(term).ok()? {
            let count = heaps.entry(heap).or_default();
            *count = count.checked_add(times)?;
        }
    }
    if heaps.values().map(|&times| u64::from(times)).sum::<u64>() <= MOST_CELLS as u64 {
        return None;
    }
    let code = registry::visit_sized(&args.rules, (1, 1), Code).ok()??;
    let sum: Vec<(u32, u32)> = heaps.into_iter().rev().collect();
    let largest = sum.first().map_or(0, |&(heap, _)| heap);
    Some(Desk::open(global).map_err(Failure::Output).and_then(|mut desk| {
        let budget = Arc::clone(desk.calc().budget());
        desk.begin("the outcome");
        let verdict = Game::new(&code, largest, &budget).verdict(&sum);
        desk.end();
        let verdict = verdict?;
        Ok(([Verdict::of(!verdict.previous_wins); 2], Some(verdict.why())))
    }))
}

/// Answers the command.
pub(crate) fn run(global: &Global, args: &PositionArgs, out: &mut impl Write) -> Result<Status> {
    if let Some(answer) = of_many_heaps(global, args) {
        return match answer {
            Ok(won) => {
                say(global, args, won, out)?;
                Ok(Status::Answered)
            }
            Err(failure) => fail(global, &args.rules, &args.position, failure, out),
        };
    }
    batch::answer(global, args, out, || Winner, |place, won, out| say(global, place, won, out))
}

/// Writes an answer.
fn say(
    global: &Global,
    place: &PositionArgs,
    (verdicts, why): Won,
    out: &mut impl Write,
) -> Result<()> {
    if global.json {
        let more = json!({
            "class": OutcomeClass::from_first(verdicts).to_string(),
            "outcome": verdicts_json(verdicts),
        });
        let mut object = extend(question_json(place), more);
        if let Some(why) = why {
            object = extend(object, json!({ "why": why }));
        }
        writeln!(out, "{object}")?;
    } else {
        let why = why.map(|why| format!(" ({why})")).unwrap_or_default();
        writeln!(out, "{}{why}", told(verdicts))?;
    }
    Ok(())
}
