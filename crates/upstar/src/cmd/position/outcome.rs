//! `upstar outcome RULES POSITION`: who wins, without a value where that is cheaper.
//! ```text
//! $ upstar outcome domineering '........|........|........|........|........|........'
//! R: Right wins, whoever starts
//! ```

use super::answer::{extend, in_words, outcome_json, question_json};
use super::{Case, Failure, Question, ask, fail};
use crate::args::{Global, PositionArgs};
use crate::report::Status;
use anyhow::Result;
use serde_json::json;
use std::io::Write;
use upstar_base::Outcome;
use upstar_rules::Rules;

struct Winner;

impl Question for Winner {
    type Answer = Outcome;

    fn put<R: Rules>(self, case: &mut Case<'_, R>) -> Result<Outcome, Failure> {
        Ok(case.judge.outcome(&case.sum)?)
    }
}

/// Answers the command.
pub(crate) fn run(global: &Global, args: &PositionArgs, out: &mut impl Write) -> Result<Status> {
    let outcome = match ask(global, args, Winner) {
        Ok(outcome) => outcome,
        Err(failure) => return fail(global, &args.rules, &args.position, failure, out),
    };
    if global.json {
        let more = json!({"class": outcome.to_string(), "outcome": outcome_json(outcome)});
        writeln!(out, "{}", extend(question_json(args), more))?;
    } else {
        writeln!(out, "{outcome}: {}", in_words(outcome))?;
    }
    Ok(Status::Answered)
}
