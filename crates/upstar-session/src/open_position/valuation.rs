//! Values of compounds in words and as data.
//!
//! In words they are as the calculator reads them, or as a function of the calculator does:
//! `Entailed("1,8>")`, `Loopy("inf")`.

use super::ValuationText;
use crate::query::value::{Cell, More};
use upstar_base::Verdict;
use upstar_calculator::{Game, Paced};
use upstar_rules::MoveKind;
use upstar_theory::theory;
use upstar_values::{LoopyNimber, Tally};

fn tally(tally: &Tally) -> (String, u32) {
    (tally.toll.to_string(), tally.timer)
}

/// A value that no store must be asked for, and what kind of move leads to the position.
pub(super) fn of(found: theory::Valuation, misere: bool, arrival: MoveKind) -> ValuationText {
    let text = found.value.text().unwrap_or_default();
    let cell = cell(&found, arrival).unwrap_or_else(|| Cell::Text(text.clone()));
    let (more, note) = (more(&found), note(&found));
    ValuationText { text, kind: kind(&found, misere), cell, more, note, found }
}

fn kind(found: &theory::Valuation, misere: bool) -> &'static str {
    match &found.value {
        Game::Outcome(_) if misere => "MisereOutcome",
        Game::Outcome(_) => "Outcome",
        // A draw is infinitely remote.
        Game::Infinity { .. } => "Remoteness",
        // Sums with moves out of turn are nimbers, or loony.
        Game::Loopy(_) if found.prospect.is_none() => "Nimber",
        value => value.name(),
    }
}

fn cell(found: &theory::Valuation, arrival: MoveKind) -> Option<Cell> {
    Some(match &found.value {
        Game::Paced(Paced { left, right: None, .. }) => Cell::Number(u64::from(*left)),
        Game::Paced(Paced { left, right: Some(right), .. }) => Cell::Pair([*left, *right]),
        Game::Tallies(tallies) => Cell::Tallies([tally(&tallies.left), tally(&tallies.right)]),
        Game::Loopy(nimber) if found.prospect.is_none() => match (&***nimber, arrival) {
            // The player who moves there moves on: what he wins is everything else.
            (LoopyNimber::Nim { size, .. }, MoveKind::Complimenting) => {
                Cell::Text(format!("not{size}"))
            }
            (LoopyNimber::Nim { size, .. }, _) => Cell::Number(u64::from(*size)),
            (_, MoveKind::Complimenting) => Cell::Text("sunny".to_owned()),
            _ => Cell::Text("loony".to_owned()),
        },
        _ => return None,
    })
}

fn more(found: &theory::Valuation) -> More {
    let Some(prospect) = found.prospect else { return More::default() };
    let mut more = More { proved: Some(prospect.proved), ..More::default() };
    if matches!(found.value, Game::Loopy(_)) {
        more.remoteness = match prospect.verdict {
            Verdict::Draw => Some(None),
            // Of a sum it may not be known.
            _ => prospect.remoteness.map(Some),
        };
    } else if prospect.is_union {
        more.longest = Some(prospect.remoteness);
    }
    more
}

/// What is said of an outcome that an infinite graph only suggests.
pub(crate) const NOT_PROVED: &str =
    "the graph is infinite: this outcome is not proved, two cuts agree on it";

/// What an infinite graph only suggests.
fn note(found: &theory::Valuation) -> Option<String> {
    let prospect = found.prospect.filter(|prospect| !prospect.proved)?;
    let what = match found.value {
        Game::Loopy(_) => "that this is loopy",
        _ if prospect.is_union => "that this is a draw",
        _ => "this remoteness",
    };
    Some(format!("the graph is infinite: {what} is not proved, two cuts agree on it"))
}

/// What a turn leaves, where that has a name.
pub(super) fn left(left: &theory::Valuation) -> Option<String> {
    match &left.value {
        Game::Paced(paced) => Some(paced.left.to_string()),
        value => value.text(),
    }
}
