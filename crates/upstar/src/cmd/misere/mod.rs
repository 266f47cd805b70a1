//! `upstar misere ...`: games with heaps when the last move loses.

mod canonical;
mod frisky;
mod games;
mod genera;
mod genus;
mod moves;
mod nim_heaps;
mod outcome;
mod pretend;
pub(super) mod quotient;
mod ruleset;
mod sibert_conway;
mod solve;
mod survey;

use super::heaps::{Wrong, code};
use crate::args::{Global, MisereCommand};
use crate::report::{self, Status};
use anyhow::Result;
use std::collections::BTreeMap;
use std::io::{self, Read, Write};
use upstar_base::Stopped;
use upstar_lang::Span;
use upstar_misere::game::is_knots;
use upstar_misere::heaps::{Parts, Word};

/// Does what the command line asks.
pub(crate) fn run(
    global: &Global,
    command: &MisereCommand,
    out: &mut impl Write,
) -> Result<Status> {
    let answer = match command {
        MisereCommand::Genus(args) if args.tokens.is_some() => genera::run(global, args, out),
        MisereCommand::Genus(args) => genus::run(global, args, out),
        MisereCommand::Canonical(args) => canonical::run(global, args, out),
        MisereCommand::Pretend(args) => pretend::run(global, args, out),
        MisereCommand::SibertConway(args) => sibert_conway::run(global, args, out),
        MisereCommand::Frisky(args) => frisky::run(global, args, out),
        MisereCommand::Equal(args) => games::equal(global, args, out),
        MisereCommand::Rows(args) => games::rows(global, args, out),
        MisereCommand::Solve(args) => solve::run(global, args, out),
        MisereCommand::Outcome(args) => outcome::run(global, args, out),
        MisereCommand::Moves(args) => moves::run(global, args, out),
        MisereCommand::Survey(args) => survey::run(global, args, out),
    };
    match answer {
        Err(error) => match error.downcast::<Wrong>() {
            Ok(wrong) => wrong.report(global, out),
            Err(error) => match error.downcast::<Stopped>() {
                Ok(stopped) => report::no_answer(global, out, "stopped", &stopped.to_string()),
                Err(error) => Err(error),
            },
        },
        answer => answer,
    }
}

/// The most bytes that are read from stdin.
const MOST_BYTES: u64 = 1 << 26;

/// Answers for one sum of heaps, or for each line of stdin if that is `-`; the status is the
/// worst of all. A wrong line does not keep the others from their answers.
fn for_each_sum<W: Write>(
    global: &Global,
    text: &str,
    out: &mut W,
    mut answer: impl FnMut(&str, &mut W) -> Result<Status>,
) -> Result<Status> {
    if text != "-" {
        return answer(text, out);
    }
    let mut all = String::new();
    io::stdin().lock().take(MOST_BYTES + 1).read_to_string(&mut all)?;
    if all.len() as u64 > MOST_BYTES {
        let message = format!("more than {MOST_BYTES} bytes on stdin");
        return report::wrong(global, out, "input", &message);
    }
    let mut status = None;
    for line in all.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let one = match answer(line, out) {
            Err(error) => error.downcast::<Wrong>()?.report(global, out)?,
            Ok(one) => one,
        };
        status = status.max(Some(one));
    }
    match status {
        Some(status) => Ok(status),
        None => report::wrong(global, out, "input", "expected a sum of heaps on stdin"),
    }
}

/// Reads a sum of heaps such as `9+8+5+3` or `3*7+2`: sizes with multiplicities, each size once,
/// the largest first.
pub(super) fn position(text: &str) -> Result<Vec<(u32, u32)>> {
    let small = |(heap, times): (u64, u32)| Some((u32::try_from(heap).ok()?, times));
    large_position(text)?.into_iter().map(small).collect::<Option<_>>().ok_or_else(|| {
        let message = format!("a heap has more than {} tokens", u32::MAX);
        Wrong { source_text: text.to_owned(), span: Span::new(0, text.len()), message }.into()
    })
}

/// The same for heaps of any size.
fn large_position(text: &str) -> Result<Vec<(u64, u32)>> {
    let mut sum: BTreeMap<u64, u32> = BTreeMap::new();
    let mut start = 0;
    for term in text.split('+') {
        let (count, heap) = term.split_once('*').unwrap_or(("1", term));
        let digits = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
        let heap = heap.trim();
        let count = Some(count.trim()).filter(|text| digits(text));
        let count = count.and_then(|text| text.parse::<u32>().ok());
        let wrong = |message: &str| Wrong {
            source_text: text.to_owned(),
            span: Span::new(start, start + term.len()),
            message: message.to_owned(),
        };
        if digits(heap) && heap.parse::<u64>().is_err() {
            return Err(wrong(&format!("a heap has more than {} tokens", u64::MAX)).into());
        }
        let heap = heap.parse::<u64>().ok().filter(|_| digits(heap));
        let (Some(count), Some(heap)) = (count, heap) else {
            return Err(wrong("expected a heap such as 9 or several such as 3*9").into());
        };
        if heap > 0 && count > 0 {
            let times = sum.entry(heap).or_default();
            let total = times.checked_add(count);
            *times = total.ok_or_else(|| wrong("too many heaps of one size"))?;
        }
        start += term.len() + 1;
    }
    Ok(sum.into_iter().rev().collect())
}

/// Writes what [`position`] reads.
fn show_position<H: std::fmt::Display>(sum: &[(H, u32)]) -> String {
    let term = |(heap, count): &(H, u32)| match count {
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
