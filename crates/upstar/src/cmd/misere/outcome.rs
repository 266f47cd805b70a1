//! `upstar misere outcome CODE POSITION`: who wins a sum of heaps.
//! ```text
//! $ upstar misere outcome .07 21+17+12+10+7+4
//! P (quotient of order 24, heaps to 21)
//! ```

use super::quotient::{Game, Way};
use super::{code, nim_heaps, position, show_position};
use crate::args::{Global, SumArgs};
use crate::limits;
use crate::report::{self, Status};
use anyhow::Result;
use serde_json::json;
use std::io::Write;

/// Finds and prints the outcome.
pub(crate) fn run(global: &Global, args: &SumArgs, out: &mut impl Write) -> Result<Status> {
    let code = code(&args.game.code)?;
    let budget = limits::interruptible(global)?;
    if code.is_subtraction() {
        return nim_heaps::run(global, &code, &args.position, &budget, out);
    }
    let sum = position(&args.position)?;
    let largest = sum.first().map_or(0, |&(heap, _)| heap);
    let mut game = Game::new(&code, largest, &budget);
    let (p, way) = match game.is_p(&sum) {
        Ok(answer) => answer,
        Err(stopped) => {
            let message = format!("{stopped}; {}", game.known());
            return report::no_answer(global, out, "stopped", &message);
        }
    };
    let outcome = if p { "P" } else { "N" };
    let source = game.source(way);
    if global.json {
        let class = game.class(&sum);
        let object = json!({
            "code": code.to_string(), "position": show_position(&sum), "outcome": outcome,
            "by": match way {
                Way::Quotient => "quotient",
                Way::Rule => "rule",
                Way::Search => "search",
            },
            "class": class.map(|class| game.name(class)), "source": source,
        });
        writeln!(out, "{}", report::json_line(&object))?;
    } else {
        writeln!(out, "{outcome} ({source})")?;
    }
    Ok(Status::Answered)
}
