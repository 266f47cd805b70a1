//! `upstar moves RULES POSITION`: every winning move, what it leaves and why it wins.
//! ```text
//! $ upstar moves nim 3+5+7
//! ```

use super::answer::{extend, question_json};
use super::{Candidate, Case, Failure, Question, Why, ask, fail};
use crate::args::{Global, MovesArgs};
use crate::desk::Desk;
use crate::report::Status;
use anyhow::Result;
use serde_json::json;
use std::io::Write;
use upstar_base::{Player, Stopped};
use upstar_rules::Rules;
use upstar_theory::judge::Reason;

struct Winning {
    who: Player,
}

/// A winning move in words.
struct Line {
    to: String,
    value: Option<String>,
    why: String,
}

struct Found {
    winning: Vec<Line>,
    losing: usize,
}

impl Question for Winning {
    type Answer = Found;

    fn put<R: Rules>(self, case: &mut Case<'_, R>) -> Result<Found, Failure> {
        let sum = case.sum.clone();
        let moves = case.moves(&sum, self.who)?;
        let mut found = Found { winning: Vec::new(), losing: 0 };
        for mut candidate in moves {
            let Some(reason) = candidate.wins.take() else {
                found.losing += 1;
                continue;
            };
            let to = result(case, &candidate);
            let value = match candidate.value {
                Some(value) => Some(case.desk.show_short(value)?.0),
                None => None,
            };
            let impartial = case.rules.is_impartial();
            let why = why(case.desk, reason, self.who, impartial)?;
            found.winning.push(Line { to, value, why });
        }
        Ok(found)
    }
}

/// The sum after a move.
pub(super) fn result<R: Rules>(case: &Case<'_, R>, candidate: &Candidate<R::Position>) -> String {
    let mut after = case.sum.clone();
    after[candidate.term] = candidate.to.clone();
    case.show(&after)
}

/// One line of reason for a winning move of `who`.
pub(super) fn why(
    desk: &mut Desk,
    why: Why,
    who: Player,
    impartial: bool,
) -> Result<String, Stopped> {
    let reason = match why {
        Why::Judged(reason) => reason,
        Why::Misere(text) => return Ok(text),
    };
    let opponent = if impartial { "the opponent".to_owned() } else { (!who).to_string() };
    Ok(match reason {
        Reason::NimValueZero => "leaves nim-sum 0".to_owned(),
        Reason::Theorem(statement) => format!("{opponent}, to move, loses: {statement}"),
        Reason::NoReply => format!("leaves {opponent} without a move"),
        Reason::Search => format!("every reply of {opponent} loses (by search)"),
        Reason::Value(value) => {
            let (text, _) = desk.show_short(value)?;
            if text == "0" {
                format!("leaves 0: {opponent}, to move, loses")
            } else {
                let sign = if who == Player::Left { ">" } else { "<" };
                format!("leaves {text} {sign} 0: {who} wins, whoever moves")
            }
        }
    })
}

/// Answers the command.
pub(crate) fn run(global: &Global, args: &MovesArgs, out: &mut impl Write) -> Result<Status> {
    let who = args.player.into();
    let found = match ask(global, &args.place, Winning { who }) {
        Ok(found) => found,
        Err(failure) => {
            return fail(global, &args.place.rules, &args.place.position, failure, out);
        }
    };
    if global.json {
        let line = |m: &Line| json!({"to": m.to, "value": m.value, "why": m.why});
        let winning: Vec<_> = found.winning.iter().map(line).collect();
        let more = json!({
            "player": who.to_string().to_lowercase(), "winning": winning, "losing": found.losing,
        });
        writeln!(out, "{}", extend(question_json(&args.place), more))?;
        return Ok(Status::Answered);
    }
    let width = found.winning.iter().map(|m| m.to.chars().count()).max().unwrap_or(0);
    for Line { to, why, .. } in &found.winning {
        writeln!(out, "{to:width$}  {why}")?;
    }
    let moves = |n: usize| if n == 1 { "move" } else { "moves" };
    match (found.winning.len(), found.losing) {
        (0, 0) => writeln!(out, "{who} cannot move")?,
        (0, n) => writeln!(out, "{who} has no winning move ({n} losing {})", moves(n))?,
        (w, n) => writeln!(out, "{w} winning {} of {}", moves(w), w + n)?,
    }
    Ok(Status::Answered)
}
