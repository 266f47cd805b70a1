//! `upstar value RULES POSITION`: what a position is worth.
//! ```text
//! $ upstar value domineering '...|...|...|...'
//! 3/2
//! ```

use super::answer::{extend, question_json, told, verdicts_json};
use super::case::{Case, Worth};
use super::{Failure, Question, batch, show_misere};
use crate::args::{Global, Play, PositionArgs, ValueArgs};
use crate::report::{self, Status};
use anyhow::Result;
use serde_json::json;
use std::io::Write;
use upstar_base::{Player, Verdict};
use upstar_lang::{Error, ErrorKind, Span};
use upstar_rules::Rules;
use upstar_theory::structure::theorem::Known as Theorem;
use upstar_values::Short;

struct Asked<'a> {
    play: Play,
    show: &'a [String],
}

struct Found {
    worth: Worth,
    verdicts: [Verdict; 2],
    /// What `--show` asks for, by name.
    shown: Vec<(String, String)>,
    /// Why this is the value, where that is worth a word.
    because: Option<String>,
    /// Can play be endless?
    endless: bool,
}

/// A value that methods of the calculator can be asked about.
#[derive(Clone, Copy)]
enum Known {
    Short(Short),
    Nim(u128),
}

impl Question for Asked<'_> {
    type Answer = Found;
    const WHAT: &'static str = "the value";

    fn put<R: Rules>(self, case: &mut Case<'_, R>) -> Result<Found, Failure> {
        let is_outcome = |name: &String| name.eq_ignore_ascii_case("outcome");
        let short = self.play == Play::Normal && case.judge().is_some();
        let misere = self.play == Play::Misere && case.judge().is_some();
        let sided = case.has_sides();
        if !short
            && !misere
            && !sided
            && let Some(name) = self.show.iter().find(|&name| !is_outcome(name))
        {
            let message = "this belongs to the values of partizan games and nimbers, those of sums in normal play";
            let error = Error::new(ErrorKind::Domain, Span::new(0, name.len()), message);
            return Err(Failure::Argument("--show", name.clone(), Box::new(error)));
        }
        let impartial = case.rules.is_impartial();
        let worth = case.worth(self.play)?;
        let terms = case.standing.components.clone();
        let (verdicts, value) = match case.judge() {
            Some(judge) if short && impartial => {
                let nim = judge.nim_value(&terms)?;
                ([Verdict::of(nim != 0); 2], Some(Known::Nim(nim)))
            }
            Some(judge) if short => {
                let value = judge.value(&terms)?;
                let outcome = judge.calc().outcome(value);
                let first = |who| Verdict::of(outcome.winner(who) == who);
                (Player::BOTH.map(first), Some(Known::Short(value)))
            }
            _ => (case.verdicts()?.0, None),
        };
        let mut shown = Vec::new();
        for name in self.show {
            match value {
                Some(value) if !is_outcome(name) => {
                    let answer = match value {
                        Known::Short(value) => case.desk.method_of_short(value, name),
                        Known::Nim(nim) => case.desk.method_of_nim(nim, name),
                    };
                    let wrong = |error| Failure::Argument("--show", name.clone(), error);
                    shown.push((name.clone(), answer.map_err(wrong)?));
                }
                None if sided && !is_outcome(name) => {
                    shown.push((name.clone(), case.method_of_sides(name)?));
                }
                None if !is_outcome(name) => {
                    shown.push((name.clone(), show_misere::show(case, name)?));
                }
                _ => {
                    shown.push((name.clone(), told(verdicts)));
                }
            }
        }
        let endless = case.rules.is_loopy() && short;
        let theorem = Theorem::of(case.rules).filter(|_| endless);
        let because = match theorem {
            Some(theorem) => Some(theorem.statement().to_owned()),
            None => case.because().filter(|_| short),
        };
        Ok(Found { worth, verdicts, shown, because, endless })
    }
}

/// Answers the command.
pub(crate) fn run(global: &Global, args: &ValueArgs, out: &mut impl Write) -> Result<Status> {
    let question = || Asked { play: args.place.manner.play, show: &args.show };
    batch::answer(global, &args.place, out, question, |place, found, out| {
        say(global, place, found, out)
    })
}

/// Writes an answer; of a batch on one line and without notes.
fn say(global: &Global, place: &PositionArgs, found: Found, out: &mut impl Write) -> Result<()> {
    let Worth { text, kind, more, note, .. } = found.worth;
    let outcome = json!({"outcome": verdicts_json(found.verdicts)});
    if global.json {
        let mut answer = extend(question_json(place), json!({"value": text, "kind": kind}));
        answer = extend(extend(answer, outcome.clone()), more);
        for (name, value) in found.shown {
            answer = extend(answer, json!({ name.to_lowercase(): value }));
        }
        // `outcome` keeps its shape whatever --show says.
        answer = extend(answer, outcome);
        if let Some(because) = found.because {
            answer = extend(answer, json!({ "because": because }));
        }
        writeln!(out, "{answer}")?;
    } else if place.each {
        let shown = found.shown.into_iter().map(|(_, value)| value);
        writeln!(out, "{}", std::iter::once(text).chain(shown).collect::<Vec<_>>().join("\t"))?;
    } else {
        writeln!(out, "{text}")?;
        for (name, value) in found.shown {
            writeln!(out, "{name}: {value}")?;
        }
        if let Some(because) = found.because.filter(|_| !global.quiet) {
            let note = if found.endless { "play can be endless, but " } else { "" };
            report::say(&format!("note: {note}{because}\n"));
        }
        if let Some(note) = note.filter(|_| !global.quiet) {
            report::say(&format!("note: {note}\n"));
        }
    }
    Ok(())
}
