//! `upstar misere genus CODE --tokens N`: which genera occur among sums with few tokens.
//! ```text
//! $ upstar misere genus .3102 --tokens 3
//! 5 genera
//! 0^120   0 tokens  0
//! 1^031   1 tokens  1
//! 2^20    2 tokens  2
//! 3^31    3 tokens  2+1
//! 0^02    3 tokens  3
//! ```

use super::{code, show_position};
use crate::args::{GenusArgs, Global};
use crate::limits;
use crate::report::{self, Status};
use anyhow::Result;
use serde_json::json;
use std::io::Write;
use upstar_misere::genus::{FirstSum, Genera, first_sums};

/// Computes and prints.
pub(crate) fn run(global: &Global, args: &GenusArgs, out: &mut impl Write) -> Result<Status> {
    let code = code(&args.game.code)?;
    let budget = limits::interruptible(global)?;
    let tokens = args.tokens.unwrap_or(0);
    let mut genera = Genera::new(code.clone());
    let found = match first_sums(&mut genera, tokens, &budget) {
        Ok(found) => found,
        Err(stopped) => return report::no_answer(global, out, "stopped", &stopped.to_string()),
    };
    let shown = |first: &FirstSum| {
        let mut sum: Vec<(u32, u32)> = Vec::new();
        for &heap in &first.heaps {
            match sum.last_mut() {
                Some((last, count)) if *last == heap => *count += 1,
                _ => sum.push((heap, 1)),
            }
        }
        show_position(&sum)
    };
    if global.json {
        let row = |first: &FirstSum| {
            json!({
                "genus": first.genus.to_string(), "tokens": first.tokens, "first": shown(first),
            })
        };
        let rows: Vec<_> = found.iter().map(row).collect();
        let object = json!({ "code": code.to_string(), "tokens": tokens, "genera": rows });
        writeln!(out, "{}", report::json_line(&object))?;
        return Ok(Status::Answered);
    }
    writeln!(out, "{} genera", found.len())?;
    let width = found.iter().map(|first| first.genus.to_string().len()).max().unwrap_or(0);
    let digits = tokens.to_string().len();
    for first in &found {
        let genus = first.genus.to_string();
        writeln!(out, "{genus:<width$}  {:>digits$} tokens  {}", first.tokens, shown(first))?;
    }
    Ok(Status::Answered)
}
