//! `upstar misere ...`: games with heaps when the last move loses.

mod canonical;
mod genus;
mod pretend;
mod sibert_conway;

use super::heaps::{Wrong, code};
use crate::args::{Global, MisereCommand};
use crate::report::Status;
use anyhow::Result;
use std::io::Write;
use upstar_lang::Span;
use upstar_misere::heaps::{Parts, Word};

/// Does what the command line asks.
pub(crate) fn run(
    global: &Global,
    command: &MisereCommand,
    out: &mut impl Write,
) -> Result<Status> {
    let answer = match command {
        MisereCommand::Genus(args) => genus::run(global, args, out),
        MisereCommand::Canonical(args) => canonical::run(global, args, out),
        MisereCommand::Pretend(args) => pretend::run(global, args, out),
        MisereCommand::SibertConway(args) => sibert_conway::run(global, args, out),
    };
    match answer {
        Err(error) => match error.downcast::<Wrong>() {
            Ok(wrong) => wrong.report(global, out),
            Err(error) => Err(error),
        },
        answer => answer,
    }
}

/// Reads a sum of heaps such as `9+8+5+3` or `3*7+2`: sizes with multiplicities, each size once,
/// the largest first.
fn position(text: &str) -> Result<Vec<(u32, u32)>> {
    let mut sum: Vec<(u32, u32)> = Vec::new();
    let mut start = 0;
    for term in text.split('+') {
        let (count, heap) = term.split_once('*').unwrap_or(("1", term));
        let read = |text: &str| text.trim().parse::<u32>().ok();
        let (Some(count), Some(heap)) = (read(count), read(heap)) else {
            return Err(Wrong {
                source_text: text.to_owned(),
                span: Span::new(start, start + term.len()),
                message: "expected a heap such as 9 or several such as 3*9".to_owned(),
            }
            .into());
        };
        if heap > 0 && count > 0 {
            match sum.iter_mut().find(|(size, _)| *size == heap) {
                Some(known) => known.1 = known.1.saturating_add(count),
                None => sum.push((heap, count)),
            }
        }
        start += term.len() + 1;
    }
    sum.sort_unstable_by(|a, b| b.cmp(a));
    Ok(sum)
}

/// Writes what [`position`] reads.
fn show_position(sum: &[(u32, u32)]) -> String {
    let term = |&(heap, count): &(u32, u32)| match count {
        1 => heap.to_string(),
        n => format!("{n}*{heap}"),
    };
    match sum {
        [] => "0".to_owned(),
        sum => sum.iter().map(term).collect::<Vec<_>>().join("+"),
    }
}

/// A word in terms of the heaps that introduced its parts and of an adder: `h9+2h13+:3`.
fn show_word(parts: &Parts, word: &Word) -> String {
    let mut terms = Vec::new();
    for &(part, count) in &word.parts {
        let times = if count > 1 { count.to_string() } else { String::new() };
        terms.push(format!("{times}h{}", parts.part_heap(part)));
    }
    if word.twos > 0 || word.one || terms.is_empty() {
        terms.push(format!(":{}", 2 * u64::from(word.twos) + u64::from(word.one)));
    }
    terms.join("+")
}
