//! `upstar value RULES POSITION`: what a position is worth.
//! ```text
//! $ upstar value domineering '...|...|...|...'
//! 3/2
//! ```

use super::answer::{extend, in_words, outcome_json, question_json};
use super::{Case, Failure, Question, ask, fail, show_misere};
use crate::args::{Global, Play, ValueArgs};
use crate::report::{self, Status};
use anyhow::Result;
use serde_json::json;
use std::io::Write;
use upstar_base::Outcome;
use upstar_rules::Rules;
use upstar_theory::structure::theorem::Known;

struct Worth<'a> {
    play: Play,
    show: &'a [String],
}

struct Found {
    /// Text and kind.
    value: (String, &'static str),
    outcome: Outcome,
    /// What `--show` asks for, by name.
    shown: Vec<(String, String)>,
    /// Why an endless game has this value.
    because: Option<&'static str>,
}

impl Question for Worth<'_> {
    type Answer = Found;

    fn put<R: Rules>(self, case: &mut Case<'_, R>) -> Result<Found, Failure> {
        if self.play == Play::Misere {
            let (outcome, _) = case.outcome()?;
            let value = (outcome.to_string(), "MisereOutcome");
            let mut shown = Vec::new();
            for name in self.show {
                let text = match name.eq_ignore_ascii_case("outcome") {
                    true => described(outcome),
                    false => show_misere::show(case, name)?,
                };
                shown.push((name.clone(), text));
            }
            return Ok(Found { value, outcome, shown, because: None });
        }
        let value = case.judge.value(&case.sum)?;
        let outcome = case.judge.calc().outcome(value);
        let (text, kind) = case.desk.show_short(value)?;
        let mut shown = Vec::new();
        for name in self.show {
            if name.eq_ignore_ascii_case("outcome") {
                shown.push((name.clone(), described(outcome)));
            } else {
                let answer = case.desk.method_of_short(value, name);
                let wrong = |error| Failure::Argument("--show", name.clone(), error);
                shown.push((name.clone(), answer.map_err(wrong)?));
            }
        }
        let theorem = Known::of(case.rules).filter(|_| case.rules.is_loopy());
        let because = theorem.map(|theorem| theorem.statement());
        Ok(Found { value: (text, kind), outcome, shown, because })
    }
}

fn described(outcome: Outcome) -> String {
    format!("{outcome}: {}", in_words(outcome))
}

/// Answers the command.
pub(crate) fn run(global: &Global, args: &ValueArgs, out: &mut impl Write) -> Result<Status> {
    let question = Worth { play: args.place.manner.play, show: &args.show };
    let found = match ask(global, &args.place, question) {
        Ok(found) => found,
        Err(failure) => {
            return fail(global, &args.place.rules, &args.place.position, failure, out);
        }
    };
    let (text, kind) = found.value;
    if global.json {
        let mut answer = extend(
            question_json(&args.place),
            json!({"value": text, "kind": kind, "outcome": outcome_json(found.outcome)}),
        );
        for (name, value) in found.shown {
            answer = extend(answer, json!({ name.to_lowercase(): value }));
        }
        // `outcome` keeps its shape whatever --show says.
        answer = extend(answer, json!({"outcome": outcome_json(found.outcome)}));
        if let Some(because) = found.because {
            answer = extend(answer, json!({ "because": because }));
        }
        writeln!(out, "{answer}")?;
    } else {
        writeln!(out, "{text}")?;
        for (name, value) in found.shown {
            writeln!(out, "{name}: {value}")?;
        }
        if let Some(because) = found.because.filter(|_| !global.quiet) {
            report::say(&format!("note: play can be endless, but {because}\n"));
        }
    }
    Ok(Status::Answered)
}
