//! Misère play of subtraction games, Nim among them: their heaps are nim-heaps of their nim-values
//! (Ferguson 1974), so one nim-sum tells the winner, whatever the sizes.

use super::Wrong;
use crate::args::Global;
use crate::report::{self, Status};
use anyhow::Result;
use serde_json::json;
use std::io::Write;
use upstar_base::{Budget, Verdict};
use upstar_heaps::AnyHeap;
use upstar_lang::Span;
use upstar_rules::heap::code::HeapCode;
use upstar_rules::heap::heaps::LargeHeaps;

/// Finds and prints the outcome of a sum of heaps of a subtraction game.
pub(super) fn run(
    global: &Global,
    code: &HeapCode,
    text: &str,
    budget: &Budget,
    out: &mut impl Write,
) -> Result<Status> {
    let sum = LargeHeaps::parse(text).map_err(|error| Wrong {
        source_text: text.to_owned(),
        span: Span::new(error.at, error.at + error.len),
        message: error.message,
    })?;
    let mut values = AnyHeap::new(code);
    let (mut nim, mut firm) = (0u128, false);
    for &heap in sum.sizes() {
        match values.value(heap, budget) {
            Ok(value) => (nim, firm) = (nim ^ value, firm || value > 1),
            Err(stopped) => {
                return report::no_answer(global, out, "stopped", &stopped.to_string());
            }
        }
    }
    let p = if firm { nim == 0 } else { nim == 1 };
    let outcome = if p { "P" } else { "N" };
    let source = match firm {
        true => format!("misère Nim: nim-sum {nim}, with a heap of value 2 or more"),
        false => format!("misère Nim: nim-sum {nim}, all values 0 or 1"),
    };
    if global.json {
        let starter = Verdict::of(!p).to_string();
        let object = json!({
            "rules": code.to_string(), "position": sum.show(), "compound": "sum",
            "play": "misere", "class": outcome,
            "outcome": { "left_first": starter, "right_first": starter },
            "why": source, "by": "rule", "source": source,
        });
        writeln!(out, "{}", report::json_line(&object))?;
    } else {
        writeln!(out, "{outcome} ({source})")?;
    }
    Ok(Status::Answered)
}
