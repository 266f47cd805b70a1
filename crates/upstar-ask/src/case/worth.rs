//! Values of compounds in words and as data.
//!
//! In words they are as the calculator reads them, or as a function of the calculator does:
//! `Entailed("1,8>")`, `Loopy("inf")`.

use super::Worth;
use crate::value::{Cell, More};
use upstar_base::{Outcome, Verdict};
use upstar_rules::MoveKind;
use upstar_theory::compound::referee::{self, Left, Turn};
use upstar_theory::loopy::values::Label;
use upstar_values::{LoopyNimber, Tally};

/// Only who wins.
pub(super) fn outcome(outcome: Outcome, kind: &'static str) -> Worth {
    Worth::plain(outcome.to_string(), kind)
}

fn nim(value: Option<u32>) -> String {
    match value {
        None => "loony".to_owned(),
        Some(n) => LoopyNimber::nim(n).to_string(),
    }
}

fn tally(tally: &Tally) -> (String, u32) {
    (tally.toll.to_string(), tally.timer)
}

/// A value, and what kind of move leads to the position.
pub(super) fn of(worth: &referee::Worth, arrival: MoveKind) -> Worth {
    let plain = |text, kind, cell| Worth { cell, ..Worth::plain(text, kind) };
    match worth {
        referee::Worth::Numbers { pace, left, right } => {
            let kind = if pace.name() == "remoteness" { "Remoteness" } else { "Suspense" };
            match right {
                None => plain(format!("{kind}({left})"), kind, Cell::Number(u64::from(*left))),
                Some(right) => {
                    plain(format!("{kind}({left},{right})"), kind, Cell::Pair([*left, *right]))
                }
            }
        }
        referee::Worth::Tallies(tallies) => {
            let cell = Cell::Tallies([tally(&tallies.left), tally(&tallies.right)]);
            plain(tallies.to_string(), "Tallies", cell)
        }
        referee::Worth::Loopy(Label { value, remoteness, proved }) => {
            let text = value.to_string();
            let note = match proved {
                true => None,
                false => Some(
                    "the graph is infinite: that this is loopy is not proved, two cuts agree on it"
                        .to_owned(),
                ),
            };
            let (remoteness, proved) = (Some(*remoteness), Some(*proved));
            let more = More { remoteness, proved, longest: None };
            Worth { more, note, ..Worth::plain(text, "LoopyNimber") }
        }
        referee::Worth::Endless(prospect) => {
            let note = match (prospect.proved, prospect.is_union) {
                (true, _) => None,
                (false, true) => Some(
                    "the graph is infinite: that this is a draw is not proved, two cuts agree on it"
                        .to_owned(),
                ),
                (false, false) => Some(
                    "the graph is infinite: this remoteness is not proved, two cuts agree on it"
                        .to_owned(),
                ),
            };
            let far = match prospect.remoteness {
                Some(far) => format!("Remoteness({far})"),
                None => "inf".to_owned(),
            };
            let proved = Some(prospect.proved);
            if prospect.is_union {
                let more = More { longest: Some(prospect.remoteness), proved, remoteness: None };
                let text = prospect.outcome.to_string();
                return Worth { more, note, ..Worth::plain(text, "Outcome") };
            }
            let number = prospect.remoteness.map(|far| Cell::Number(u64::from(far)));
            let cell = number.unwrap_or_else(|| Cell::Text(far.clone()));
            let more = More { proved, ..More::default() };
            Worth { cell, more, note, ..Worth::plain(far, "Remoteness") }
        }
        referee::Worth::Entailed(set) => Worth::plain(set.to_string(), "Entailed"),
        referee::Worth::Nim(value) => {
            let cell = match (value, arrival) {
                // The player who moves there moves on: what he wins is everything else.
                (None, MoveKind::Complimenting) => Cell::Text("sunny".to_owned()),
                (Some(n), MoveKind::Complimenting) => Cell::Text(format!("not{n}")),
                (Some(n), _) => Cell::Number(u64::from(*n)),
                (None, _) => Cell::Text("loony".to_owned()),
            };
            plain(nim(*value), "Nimber", cell)
        }
        // Printed by the desk, which knows the store.
        referee::Worth::Sides(_) => plain(String::new(), "Loopy", Cell::Nothing),
        referee::Worth::Outcome(found) => outcome(*found, "Outcome"),
    }
}

/// What a turn leaves, where that has a name.
pub(super) fn left(left: &Left) -> Option<String> {
    match left {
        Left::Number(_, number) => Some(number.to_string()),
        Left::Tally(tally) => Some(tally.to_string()),
        Left::Loopy(label) => Some(label.value.to_string()),
        Left::Remoteness(_) => None,
        Left::Nim(value) => Some(nim(*value)),
        Left::Endless(prospect) if prospect.is_union => Some(prospect.outcome.to_string()),
        Left::Endless(prospect) => {
            Some(prospect.remoteness.map_or("inf".to_owned(), |far| far.to_string()))
        }
        Left::Level | Left::Lost | Left::Nothing => None,
    }
}

/// One line of reason for a turn: what it leaves, and who gains by that.
pub(super) fn why<P>(turn: &Turn<P>, opponent: &str) -> String {
    match turn.verdict {
        Verdict::Win => why_it_wins(turn, opponent),
        Verdict::Draw | Verdict::Loss => why_not(turn, opponent),
    }
}

/// Why a turn does not win.
fn why_not<P>(turn: &Turn<P>, opponent: &str) -> String {
    let drawn = turn.verdict == Verdict::Draw;
    if turn.decides {
        return "loses at once".to_owned();
    }
    if turn.to.entailed.is_some() {
        let answer = if drawn { "holds the draw" } else { "wins" };
        return format!("{opponent} must answer there, and one answer {answer}");
    }
    if turn.again {
        let best = if drawn { "the best of them draws" } else { "none of them wins" };
        return format!("gives another move, but {best}");
    }
    let gains = if drawn { "can hold the draw" } else { "wins" };
    match &turn.leaves {
        Left::Number(pace, number) => {
            format!("leaves {opponent} {} {number}, and who is to move wins that", pace.name())
        }
        Left::Tally(tally) => format!("leaves {opponent} the tally {tally}, which wins"),
        Left::Loopy(label) => format!("leaves {}: {opponent}, to move, {gains}", label.value),
        Left::Remoteness(Some(moves)) if !drawn => {
            format!("{opponent} wins in {moves} moves at most")
        }
        Left::Remoteness(_) if drawn => "nobody can force a win".to_owned(),
        Left::Remoteness(_) => format!("{opponent} wins, as the sides tell"),
        Left::Nim(Some(value)) => format!("leaves nim-sum {value}"),
        Left::Nim(None) => format!("leaves a loony position: {opponent}, to move, wins"),
        Left::Level => "leaves different nim-values in the components".to_owned(),
        Left::Lost => format!("leaves {opponent} a union with a component that can be won"),
        Left::Endless(_) => format!("{opponent}, to move, {gains}"),
        Left::Nothing => format!("{opponent} has a reply that {gains} (by search)"),
    }
}

/// Why a turn wins.
fn why_it_wins<P>(turn: &Turn<P>, opponent: &str) -> String {
    if turn.decides {
        return "wins at once".to_owned();
    }
    if turn.to.entailed.is_some() {
        return format!("{opponent} must answer there, and every answer loses");
    }
    if turn.again {
        return "gives another move, and one of them wins".to_owned();
    }
    match &turn.leaves {
        Left::Number(pace, number) => {
            format!("leaves {opponent} {} {number}, and who is to move loses that", pace.name())
        }
        Left::Tally(tally) => format!("leaves {opponent} the tally {tally}, which loses"),
        Left::Loopy(Label { remoteness: Some(0), .. }) => {
            format!("leaves {opponent} without a move")
        }
        Left::Loopy(Label { remoteness: Some(remoteness), .. }) => {
            format!("leaves 0: {opponent} loses in {remoteness} moves at most")
        }
        Left::Remoteness(Some(moves)) => {
            format!("{opponent} loses in {moves} moves at most")
        }
        Left::Remoteness(None) => format!("{opponent} loses, as the sides tell"),
        Left::Loopy(Label { value, .. }) => match value.stage() {
            Some(stage) => format!("leaves 0, seen at stage {stage}"),
            None => "leaves 0; from there every move can be answered nearer to the end".to_owned(),
        },
        Left::Nim(_) => "leaves nim-sum 0".to_owned(),
        Left::Level => "leaves the same nim-value in all components".to_owned(),
        Left::Lost => format!("leaves {opponent} a union that is lost: no component can be won"),
        Left::Endless(prospect) => {
            let far = prospect.remoteness.unwrap_or(0);
            match prospect.is_union {
                true => format!(
                    "leaves {opponent} only components that lose for who is to move there: at \
                     most {far} more moves"
                ),
                false => {
                    format!("leaves {opponent} remoteness {far}, and who is to move loses that")
                }
            }
        }
        Left::Nothing => format!("every reply of {opponent} loses (by search)"),
    }
}
