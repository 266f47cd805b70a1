//! `upstar misere genus RULES POSITION` and `upstar misere canonical RULES POSITION`: positions
//! of any impartial ruleset whose play ends.
//! ```text
//! $ upstar misere genus cram '...|...'
//! ```

use crate::args::{Compound, Global, Manner, Play, PositionArgs};
use crate::cmd::position::{Case, Failure, Question, ask, fail};
use crate::report::{self, Status};
use anyhow::Result;
use serde_json::{Map, json};
use std::io::Write;
use std::sync::Arc;
use upstar_base::{Budget, Stopped};
use upstar_misere::class::{Class, Reversal};
use upstar_misere::form::{Forms, Style};
use upstar_misere::genus::{Blurry, Genus};
use upstar_misere::heaps::Word;
use upstar_misere::position::Positions;
use upstar_rules::Rules;

/// What is asked of a position.
#[derive(Clone, Copy)]
pub(super) enum Asked {
    Genus { blurry: bool, why: bool },
    Canonical,
}

/// A position in words: the line for people, the object for programs.
pub(super) struct Found {
    lines: Vec<String>,
    object: Map<String, serde_json::Value>,
}

impl Question for Asked {
    type Answer = Found;
    const WHAT: &'static str = "the misère form";

    fn put<R: Rules>(self, case: &mut Case<'_, R>) -> Result<Found, Failure> {
        let Some(mut positions) = Positions::new(case.rules) else {
            let message = format!(
                "{} is partizan: genus and canonical form in misère play are for impartial games",
                case.about.title
            );
            return Err(Failure::Unfit(message));
        };
        let budget = Arc::clone(case.desk.calc().budget());
        let found = positions.sum(&case.standing.components, &budget).and_then(|word| match self {
            Asked::Genus { blurry, why } => {
                genus(&**case.rules, &mut positions, &word, blurry, why, &budget)
            }
            Asked::Canonical => canonical(&mut positions, &word, &budget),
        });
        found.map_err(|stopped| {
            let known = match positions.known() {
                1 => "1 position was reduced".to_owned(),
                n => format!("{n} positions were reduced"),
            };
            Failure::Stopped(stopped, Some(known))
        })
    }
}

fn genus<R: Rules>(
    rules: &R,
    positions: &mut Positions<R>,
    word: &Word,
    blurry: bool,
    why: bool,
    budget: &Budget,
) -> Result<Found, Stopped> {
    let genus = positions.genus(word, budget)?;
    let class: Class = positions.class(word, budget)?;
    let reversals = if why { Some(positions.reversals(word, budget)?) } else { None };
    let show = |word: &Word| show_word(rules, positions, word);
    let outcome = if genus.is_previous_win() { "P" } else { "N" };
    let text = show_genus(&genus, blurry);
    let value = show(word);
    let mut lines = vec![format!("{text}  {class}  {outcome}  {value}")];
    let mut object = Map::new();
    object.insert("genus".into(), text.into());
    object.insert("class".into(), class.to_string().into());
    object.insert("outcome".into(), outcome.into());
    object.insert("value".into(), value.into());
    if let Some(reversals) = reversals {
        let (g, y) = (genus.base(), genus.exponent(0));
        let row = |r: &Reversal<Word>| {
            let [option, nim, misere] =
                [Some(&r.option), r.to_nim.as_ref(), r.to_misere.as_ref()].map(|w| w.map(show));
            json!({"option": option, "to_nim": nim, "to_misere": misere})
        };
        let rows: Vec<_> = reversals.iter().map(row).collect();
        for row in &rows {
            let text = |key: &str| row[key].as_str().unwrap_or("none").to_owned();
            let (option, nim, misere) = (text("option"), text("to_nim"), text("to_misere"));
            lines.push(format!(
                "{option} is not tame; back to {g}^?: {nim}; back to ?^{y}: {misere}"
            ));
        }
        object.insert("reversals".into(), rows.into());
    }
    Ok(Found { lines, object })
}

fn canonical<R: Rules>(
    positions: &mut Positions<R>,
    word: &Word,
    budget: &Arc<Budget>,
) -> Result<Found, Stopped> {
    let mut forms = Forms::new(Arc::clone(budget));
    let form = positions.form(word, &mut forms)?;
    let text = forms.show(form, Style::Subscripts)?;
    let brackets = forms.show(form, Style::Brackets)?;
    let mut object = Map::new();
    object.insert("canonical".into(), text.clone().into());
    object.insert("calculator".into(), format!("*[{brackets}]").into());
    object.insert("birthday".into(), forms.birthday(form).into());
    object.insert("options".into(), forms.option_count(form).into());
    object.insert("genus".into(), forms.genus(form)?.to_string().into());
    Ok(Found { lines: vec![text], object })
}

/// Sharp as `2^1420`, blurry as `2(1##0)`.
pub(super) fn show_genus(genus: &Genus, blurry: bool) -> String {
    match blurry {
        true => format!("{}({})", genus.base(), Blurry::from(genus)),
        false => genus.to_string(),
    }
}

/// A word in terms of the positions that introduced its parts and of an adder: `2[..|..]+:3`.
fn show_word<R: Rules>(rules: &R, positions: &Positions<R>, word: &Word) -> String {
    let mut terms = Vec::new();
    for &(part, count) in &word.parts {
        let times = if count > 1 { count.to_string() } else { String::new() };
        let position = positions.part(part).map(|part| rules.show(part)).unwrap_or_default();
        terms.push(format!("{times}[{position}]"));
    }
    if word.twos > 0 || word.one || terms.is_empty() {
        terms.push(format!(":{}", 2 * u64::from(word.twos) + u64::from(word.one)));
    }
    terms.join("+")
}

/// Answers the command.
pub(super) fn run(
    global: &Global,
    rules: &str,
    position: &str,
    asked: Asked,
    out: &mut impl Write,
) -> Result<Status> {
    let manner =
        Manner { compound: Compound::Sum, play: Play::Misere, variant: None, whole: false };
    let (rules, position) = (rules.to_owned(), position.to_owned());
    let args = PositionArgs {
        rules: rules.clone(),
        position: position.clone(),
        manner,
        each: false,
        entailed: None,
    };
    let found = match ask(global, &args, asked) {
        Ok(found) => found,
        Err(failure) => return fail(global, &rules, &position, failure, out),
    };
    if global.json {
        let mut object = Map::new();
        object.insert("rules".into(), rules.into());
        object.insert("position".into(), position.into());
        object.extend(found.object);
        writeln!(out, "{}", report::json_line(&object))?;
    } else {
        for line in found.lines {
            writeln!(out, "{line}")?;
        }
    }
    Ok(Status::Answered)
}
