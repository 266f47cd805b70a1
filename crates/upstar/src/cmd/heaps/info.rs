//! `upstar heaps info CODE`: what a code means and what is known of it.

use super::code;
use crate::args::{CodeArgs, Global};
use crate::report::{self, Status};
use anyhow::Result;
use serde::Serialize;
use std::io::Write;
use upstar_atlas::heaps::class_of;
use upstar_heaps::known::known;
use upstar_heaps::period::Theorems;
use upstar_heaps::standard::{cousins, saturated};
use upstar_heaps::{Breaks, Way};
use upstar_rules::heap::code::{HeapCode, NAMES};

/// Classes are made of all codes with at most so many digits after the point.
const DIGITS: u32 = 3;

#[derive(Serialize)]
struct Object {
    code: String,
    names: Vec<&'static str>,
    kind: &'static str,
    rules: Vec<String>,
    cousins: Vec<String>,
    standard_form: Option<String>,
    saturated: Option<String>,
    class: Option<String>,
    class_codes: Vec<String>,
    engine: &'static str,
    theorems: Vec<&'static str>,
    known: Option<String>,
}

/// Describes a code.
pub(crate) fn run(global: &Global, args: &CodeArgs, out: &mut impl Write) -> Result<Status> {
    let object = describe(&code(&args.code)?);
    if global.json {
        writeln!(out, "{}", report::json_line(&object))?;
        return Ok(Status::Answered);
    }
    let mut line = |name: &str, text: String| match text.is_empty() {
        true => Ok(()),
        false => writeln!(out, "{name:<14}{text}"),
    };
    line("code", object.code)?;
    line("names", object.names.join(", "))?;
    line("kind", object.kind.to_owned())?;
    for (i, rule) in object.rules.into_iter().enumerate() {
        line(if i == 0 { "rules" } else { "" }, rule)?;
    }
    line("standard form", object.standard_form.unwrap_or_default())?;
    line("cousins", object.cousins.join(" -> "))?;
    line("saturated", object.saturated.unwrap_or_default())?;
    let codes = object.class_codes;
    let class = object.class.map(|class| match codes.len() {
        1 => class,
        count => {
            format!("{class}, with {count} codes of at most {DIGITS} digits: {}", codes.join(" "))
        }
    });
    line("class", class.unwrap_or_default())?;
    line("engine", object.engine.to_owned())?;
    line("theorems", object.theorems.join(", "))?;
    line("known", object.known.unwrap_or_default())?;
    Ok(Status::Answered)
}

fn describe(code: &HeapCode) -> Object {
    let named = NAMES.iter().filter(|named| named.code.parse().as_ref() == Ok(code));
    let chain = cousins(code).unwrap_or_default();
    let theorems = Theorems::of(code);
    let class = class_of(code, DIGITS);
    let kind = match (code.most_heaps(), code.reach()) {
        (Some(0 | 1), Some(_)) => "a taking game: heaps are never broken",
        (Some(0 | 1), None) => "a taking game with infinitely many amounts",
        (Some(2), Some(_)) if code.bits().is_some() => "an octal game",
        (Some(2), Some(_)) => "a game that leaves at most two heaps",
        (Some(3), Some(_)) if code.bits().is_some() => "a hexadecimal game",
        _ => "a taking-and-breaking game",
    };
    Object {
        code: code.to_string(),
        names: named.map(|named| named.title).collect(),
        kind,
        rules: code.in_words(),
        standard_form: chain.last().map(ToString::to_string),
        cousins: chain.iter().map(ToString::to_string).collect(),
        saturated: saturated(code, code.reach().unwrap_or(0) as usize).map(|c| c.to_string()),
        class: class.as_ref().map(|class| class.representative.to_string()),
        class_codes: class
            .iter()
            .flat_map(|class| class.codes.iter().map(ToString::to_string))
            .collect(),
        engine: match Way::of(code) {
            Way::Window => "window: a value depends on the last few",
            Way::Sparse => "sparse space",
            Way::Sets => "sets of values",
            Way::Plain => "the plain rule",
        },
        theorems: [
            theorems.bounded.map(|_| "bounded-heaps"),
            theorems.sparse.filter(|_| Breaks::from_code(code).is_some()).map(|_| "sparse-space"),
        ]
        .into_iter()
        .flatten()
        .collect(),
        known: class.and_then(|class| known(&class.codes)).map(|known| {
            let period = match known.period {
                Some((s, p)) => format!("{} has period {p} from {s} on", known.game),
                None => format!("no period of {} is known", known.game),
            };
            let by = known.by.map(|by| format!(" ({by})")).unwrap_or_default();
            format!("{period}{by}")
        }),
    }
}
