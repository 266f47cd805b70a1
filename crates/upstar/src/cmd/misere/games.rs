//! `upstar misere equal G H --base ...` and `upstar misere rows G --base A`: games given by
//! themselves, compared on sums of the games of a base.
//! ```text
//! $ upstar misere equal 2_+ 0
//! false: with 0 the first is a P-position and the second is not
//! ```

use super::Wrong;
use crate::args::{EqualArgs, Global, RowsArgs};
use crate::limits;
use crate::report::{self, Status};
use anyhow::Result;
use serde_json::json;
use std::io::Write;
use std::sync::Arc;
use upstar_lang::Span;
use upstar_misere::form::{Form, Forms, NotAForm, Style};
use upstar_misere::genus::{self, Blurry};
use upstar_misere::quotient::{Verdict, decide};

/// Reads a game in collapsed notation.
fn read(forms: &mut Forms, text: &str) -> Result<Form> {
    forms.read(text).map_err(|error| {
        let at = match error {
            NotAForm::Syntax { at, .. } | NotAForm::NoDifference { at } => at.min(text.len()),
            NotAForm::Stopped(stopped) => return stopped.into(),
        };
        let wrong = Wrong {
            source_text: text.to_owned(),
            span: Span::new(at, text.len().min(at + 1)),
            message: error.to_string(),
        };
        wrong.into()
    })
}

/// Decides G = H (X).
pub(crate) fn equal(global: &Global, args: &EqualArgs, out: &mut impl Write) -> Result<Status> {
    let budget = limits::interruptible(global)?;
    let mut forms = Forms::new(Arc::clone(&budget));
    let (g, h) = (read(&mut forms, &args.first)?, read(&mut forms, &args.second)?);
    let texts: Vec<&str> = args.base.split(';').map(str::trim).collect();
    let mut base = Vec::new();
    for text in &texts {
        base.push(read(&mut forms, text)?);
    }
    let verdict = match decide(&forms, g, h, &base, &budget) {
        Ok(verdict) => verdict,
        Err(stopped) => return report::no_answer(global, out, "stopped", &stopped.to_string()),
    };
    let sum = |counts: &[u64]| {
        let terms = texts.iter().zip(counts).filter(|(_, n)| **n > 0);
        let shown = |text: &str| match text.contains(' ') {
            true => format!("{{{text}}}"),
            false => text.to_owned(),
        };
        let term = |(text, &n): (&&str, &u64)| match n {
            1 => shown(text),
            n => format!("{n}.{}", shown(text)),
        };
        let terms: Vec<String> = terms.map(term).collect();
        if terms.is_empty() { "0".to_owned() } else { terms.join(" + ") }
    };
    if global.json {
        let mut object = json!({ "first": args.first, "second": args.second, "base": texts });
        match &verdict {
            Verdict::Proved { order, pairs } => {
                object["equal"] = true.into();
                object["order"] = (*order).into();
                object["pairs"] = (*pairs).into();
            }
            Verdict::Refuted { counts, first_is_p } => {
                object["equal"] = false.into();
                object["add"] = json!(counts);
                object["previous_wins"] = if *first_is_p { "first" } else { "second" }.into();
            }
            Verdict::Open { terms, why } => {
                object["equal"] = serde_json::Value::Null;
                object["terms"] = (*terms).into();
                object["reason"] = why.as_str().into();
            }
        }
        writeln!(out, "{}", report::json_line(&object))?;
    } else {
        match &verdict {
            Verdict::Proved { order, pairs } => {
                writeln!(out, "true: quotient of order {order}, {pairs} pairs of classes")?;
            }
            Verdict::Refuted { counts, first_is_p } => {
                let (p, n) = if *first_is_p { ("first", "second") } else { ("second", "first") };
                let sum = sum(counts);
                writeln!(out, "false: with {sum} the {p} is a P-position and the {n} is not")?;
            }
            Verdict::Open { terms, why } => {
                writeln!(out, "not known: equal with up to {terms} games added; {why}")?;
            }
        }
    }
    Ok(match verdict {
        Verdict::Open { .. } => Status::NoAnswer,
        _ => Status::Answered,
    })
}

/// The blurry genera with 0, 1, 2, ... copies of a game added.
pub(crate) fn rows(global: &Global, args: &RowsArgs, out: &mut impl Write) -> Result<Status> {
    let budget = limits::interruptible(global)?;
    let mut forms = Forms::new(Arc::clone(&budget));
    let (g, a) = (read(&mut forms, &args.game)?, read(&mut forms, &args.base)?);
    let rows = match genus::rows(&forms, g, a, args.rows, &budget) {
        Ok(rows) => rows,
        Err(stopped) => return report::no_answer(global, out, "stopped", &stopped.to_string()),
    };
    if global.json {
        let row = |row: &Blurry| json!({ "blurry": row.to_string(), "entries": row.entries(), "repeats": row.repeats() });
        let object = json!({
            "game": forms.show(g, Style::Subscripts)?, "base": forms.show(a, Style::Subscripts)?,
            "rows": rows.iter().map(row).collect::<Vec<_>>(),
        });
        writeln!(out, "{}", report::json_line(&object))?;
        return Ok(Status::Answered);
    }
    let texts: Vec<String> = rows.iter().map(ToString::to_string).collect();
    let width = texts.iter().map(String::len).max().unwrap_or(0);
    let digits = rows.len().saturating_sub(1).to_string().len();
    for (i, (row, text)) in rows.iter().zip(&texts).enumerate() {
        writeln!(out, "{i:digits$}  {text:<width$}  {}", row.vertical())?;
    }
    Ok(Status::Answered)
}
