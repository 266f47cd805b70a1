//! `upstar misere canonical CODE HEAP`: the canonical form in the notation of Winning Ways.
//! ```text
//! $ upstar misere canonical grundy 13
//! 2_2 2 1
//! ```

use super::ruleset::{self, Asked};
use super::{code, for_each_sum, position, show_position};
use crate::args::{CanonicalArgs, Global};
use crate::limits;
use crate::report::{self, Status};
use anyhow::Result;
use serde_json::json;
use std::io::Write;
use std::sync::Arc;
use upstar_base::{Budget, Stopped};
use upstar_misere::form::{Form, Forms, Style};
use upstar_misere::heaps::{PartForms, Parts};
use upstar_rules::heap::code::HeapCode;

/// Computes and prints.
pub(crate) fn run(global: &Global, args: &CanonicalArgs, out: &mut impl Write) -> Result<Status> {
    if args.game.is_ruleset() {
        return ruleset::run(global, &args.game.code, &args.position, Asked::Canonical, out);
    }
    let code = code(&args.game.code)?;
    let budget = limits::interruptible(global)?;
    budget.begin("the canonical form", None);
    let mut forms = Forms::new(Arc::clone(&budget));
    let mut parts = Parts::new(code.clone());
    for_each_sum(global, &args.position, out, |text, out| {
        one(global, &code, text, &mut parts, &mut forms, &budget, out)
    })
}

fn one(
    global: &Global,
    code: &HeapCode,
    text: &str,
    parts: &mut Parts,
    forms: &mut Forms,
    budget: &Budget,
    out: &mut impl Write,
) -> Result<Status> {
    let sum = position(text)?;
    let mut canonical = || -> Result<(Form, String, String), Stopped> {
        let largest = sum.first().map_or(0, |&(heap, _)| heap);
        parts.extend(largest, budget)?;
        let form = PartForms::default().of(parts, forms, &parts.sum(&sum)?)?;
        let text = forms.show(form, Style::Subscripts)?;
        Ok((form, text, forms.show(form, Style::Brackets)?))
    };
    let (form, text, brackets) = match canonical() {
        Ok(answer) => answer,
        Err(stopped) => {
            let message = format!("{stopped}; {} canonical forms were made", forms.len());
            return report::no_answer(global, out, "stopped", &message);
        }
    };
    if global.json {
        let genus = match forms.genus(form) {
            Ok(genus) => genus.to_string(),
            Err(stopped) => {
                return report::no_answer(global, out, "stopped", &stopped.to_string());
            }
        };
        let object = json!({
            "code": code.to_string(), "position": show_position(&sum), "canonical": text,
            "calculator": format!("*[{brackets}]"), "birthday": forms.birthday(form),
            "options": forms.option_count(form), "genus": genus,
        });
        writeln!(out, "{}", report::json_line(&object))?;
    } else {
        writeln!(out, "{text}")?;
    }
    Ok(Status::Answered)
}
