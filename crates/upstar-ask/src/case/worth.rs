//! Values of compounds in words and as data.
//!
//! In words they are as the calculator reads them, or as a function of the calculator does:
//! `Entailed("1,8>")`, `Loopy("inf")`.

use super::Worth;
use crate::value::{Cell, More};
use upstar_rules::MoveKind;
use upstar_theory::loopy::values::Label;
use upstar_theory::theory;
use upstar_values::{LoopyNimber, Tally};

fn nim(value: Option<u32>) -> String {
    match value {
        None => "loony".to_owned(),
        Some(n) => LoopyNimber::nim(n).to_string(),
    }
}

fn tally(tally: &Tally) -> (String, u32) {
    (tally.toll.to_string(), tally.timer)
}

/// What an infinite graph only suggests.
fn suggested(what: &str) -> Option<String> {
    Some(format!("the graph is infinite: {what} is not proved, two cuts agree on it"))
}

/// A value, and what kind of move leads to the position.
pub(super) fn of(found: theory::Worth, arrival: MoveKind) -> Worth {
    let (text, kind) = text_and_kind(&found);
    let (mut more, mut note) = (More::default(), None);
    let cell = match &found {
        theory::Worth::Numbers { left, right: None, .. } => Some(Cell::Number(u64::from(*left))),
        theory::Worth::Numbers { left, right: Some(right), .. } => {
            Some(Cell::Pair([*left, *right]))
        }
        theory::Worth::Tallies(tallies) => {
            Some(Cell::Tallies([tally(&tallies.left), tally(&tallies.right)]))
        }
        theory::Worth::Loopy(Label { remoteness, proved, .. }) => {
            more = More { remoteness: Some(*remoteness), proved: Some(*proved), longest: None };
            note = if *proved { None } else { suggested("that this is loopy") };
            None
        }
        theory::Worth::Endless(prospect) => {
            more.proved = Some(prospect.proved);
            if prospect.is_union {
                more.longest = Some(prospect.remoteness);
            }
            note = match (prospect.proved, prospect.is_union) {
                (true, _) => None,
                (false, true) => suggested("that this is a draw"),
                (false, false) => suggested("this remoteness"),
            };
            let far = prospect.remoteness.filter(|_| !prospect.is_union);
            far.map(|far| Cell::Number(u64::from(far)))
        }
        theory::Worth::Loony(value) => Some(match (value, arrival) {
            // The player who moves there moves on: what he wins is everything else.
            (None, MoveKind::Complimenting) => Cell::Text("sunny".to_owned()),
            (Some(n), MoveKind::Complimenting) => Cell::Text(format!("not{n}")),
            (Some(n), _) => Cell::Number(u64::from(*n)),
            (None, _) => Cell::Text("loony".to_owned()),
        }),
        _ => None,
    };
    let cell = cell.unwrap_or_else(|| Cell::Text(text.clone()));
    Worth { text, kind, cell, more, note, found }
}

fn text_and_kind(found: &theory::Worth) -> (String, &'static str) {
    match found {
        theory::Worth::Numbers { pace, left, right } => {
            let kind = if pace.name() == "remoteness" { "Remoteness" } else { "Suspense" };
            match right {
                None => (format!("{kind}({left})"), kind),
                Some(right) => (format!("{kind}({left},{right})"), kind),
            }
        }
        theory::Worth::Tallies(tallies) => (tallies.to_string(), "Tallies"),
        theory::Worth::Loopy(label) => (label.value.to_string(), "LoopyNimber"),
        theory::Worth::Endless(prospect) if prospect.is_union => {
            (prospect.outcome.to_string(), "Outcome")
        }
        theory::Worth::Endless(prospect) => {
            let far = prospect.remoteness.map(|far| format!("Remoteness({far})"));
            (far.unwrap_or_else(|| "inf".to_owned()), "Remoteness")
        }
        theory::Worth::Entailed(set) => (set.to_string(), "Entailed"),
        theory::Worth::Loony(value) => (nim(*value), "Nimber"),
        theory::Worth::Outcome(outcome) => (outcome.to_string(), "Outcome"),
        theory::Worth::Misere(outcome) => (outcome.to_string(), "MisereOutcome"),
        theory::Worth::Number(_, number) => (number.to_string(), "Integer"),
        theory::Worth::Tally(tally) => (tally.to_string(), "Tally"),
        theory::Worth::Nim(value) => (value.to_string(), "Nimber"),
        // Printed by the desk, which knows the stores.
        theory::Worth::Short(_) => (String::new(), "ShortGame"),
        theory::Worth::Ordinal(_) => (String::new(), "Nimber"),
        theory::Worth::Sides(_) => (String::new(), "Loopy"),
    }
}

/// What a turn leaves, where that has a name.
pub(super) fn left(left: &theory::Worth) -> Option<String> {
    match left {
        theory::Worth::Number(_, number) => Some(number.to_string()),
        theory::Worth::Tally(tally) => Some(tally.to_string()),
        theory::Worth::Loopy(label) => Some(label.value.to_string()),
        theory::Worth::Loony(value) => Some(nim(*value)),
        theory::Worth::Endless(prospect) if prospect.is_union => Some(prospect.outcome.to_string()),
        theory::Worth::Endless(prospect) => {
            Some(prospect.remoteness.map_or("inf".to_owned(), |far| far.to_string()))
        }
        _ => None,
    }
}
