//! `upstar compare RULES G H`: which of two positions is better for Left, by who wins `G - H`.
//! ```text
//! $ upstar compare domineering 2x3 3x2
//! >
//! ```

use super::case::Case;
use super::{Failure, Question, ask, fail};
use crate::args::{CompareArgs, Global, Manner, PositionArgs};
use crate::report::Status;
use anyhow::Result;
use serde_json::json;
use std::io::Write;
use upstar_base::Verdict;
use upstar_rules::Rules;

struct Difference;

impl Question for Difference {
    type Answer = (&'static str, &'static str);
    const WHAT: &'static str = "the difference";

    fn put<R: Rules>(self, case: &mut Case<'_, R>) -> Result<Self::Answer, Failure> {
        if case.judge().is_none() {
            return Err(Failure::Unfit(
                "only games that end can be compared by their difference; `value` tells the \
                 others, and the calculator compares values"
                    .to_owned(),
            ));
        }
        let ([left, right], _) = case.verdicts()?;
        Ok(match (left == Verdict::Win, right == Verdict::Win) {
            (true, false) => (">", "Left wins the difference, whoever starts"),
            (false, true) => ("<", "Right wins the difference, whoever starts"),
            (false, false) => ("=", "whoever starts loses the difference"),
            (true, true) => ("||", "whoever starts wins the difference"),
        })
    }
}

/// Answers the command.
pub(crate) fn run(global: &Global, args: &CompareArgs, out: &mut impl Write) -> Result<Status> {
    let position = format!("{} + -({})", args.left, args.right);
    let manner = Manner { variant: args.variant, ..Manner::default() };
    let place =
        PositionArgs { rules: args.rules.clone(), position, manner, each: false, entailed: None };
    match ask(global, &place, Difference) {
        Ok((order, why)) if global.json => {
            let (rules, left, right) = (&args.rules, &args.left, &args.right);
            let answer = json!({
                "rules": rules, "left": left, "right": right, "order": order, "why": why,
            });
            writeln!(out, "{answer}")?;
            Ok(Status::Answered)
        }
        Ok((order, why)) => {
            writeln!(out, "{order}  {why}")?;
            Ok(Status::Answered)
        }
        Err(failure) => fail(global, &place.rules, &place.position, failure, out),
    }
}
