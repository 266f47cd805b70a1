//! Questions about positions: what they have in common.
//!
//! [`with_position`] reads the rules, the variant and the position, and runs a query on it.

use crate::error::{Failure, QueryError};
use crate::open_position::{LoadedTheory, OpenPosition};
use crate::question::{PlayMode, PositionSpec};
use crate::state::SessionState;
use std::sync::Arc;
use upstar_rules::erased::Erased;
use upstar_rules::registry::{self, About};
use upstar_rules::{MoveKind, Rules, read_sum, split_sum, without_blanks};

/// What is to be said of how a question was read: parameters that were not typed, blanks that
/// make a sum, a colon that means something else elsewhere.
pub fn reading(place: &PositionSpec) -> Option<String> {
    let assumed = registry::assumed(&place.rules)
        .map(|rules| format!("`{}` is read as `{rules}`", place.rules));
    let position = &place.position;
    let opened = registry::open(&place.rules, position).ok();
    let blanks = opened.and_then(|(_, rules)| without_blanks(&rules, position)).map(|one| {
        let terms = split_sum(position).map_or(0, |terms| terms.len());
        format!(
            "the blanks make this a sum of {terms} positions; `{one}` is one position, another game"
        )
    });
    let terms = split_sum(&place.position).unwrap_or_default();
    let heap = terms.iter().find(|(_, term)| {
        let digits = term.strip_prefix(':').filter(|digits| !digits.is_empty());
        digits.is_some_and(|digits| digits.bytes().all(|byte| byte.is_ascii_digit()))
    });
    let colon = heap.map(|(_, term)| {
        let heap = term.trim_start_matches(':');
        format!("`{term}` is the nim-heap `*{heap}` here; in `upstar misere` it is an adder")
    });
    let notes: Vec<String> = [assumed, blanks, colon].into_iter().flatten().collect();
    (!notes.is_empty()).then(|| notes.join("; "))
}

/// Opens a position afresh and runs a query on it. `what` is what a terminal shows in the meantime.
pub(crate) fn with_position<T>(
    state: &mut SessionState,
    place: &PositionSpec,
    what: &'static str,
    run: impl FnOnce(&mut OpenPosition<'_>) -> Result<T, Failure>,
) -> Result<T, QueryError> {
    opened(state, place, what, run).map_err(|failure| failure.of(&place.rules, &place.position))
}

fn opened<T>(
    state: &mut SessionState,
    place: &PositionSpec,
    what: &'static str,
    run: impl FnOnce(&mut OpenPosition<'_>) -> Result<T, Failure>,
) -> Result<T, Failure> {
    let registry = state.registry();
    let (about, rules) = registry.open(&place.rules, &place.position).map_err(Failure::Rules)?;
    must_have_variant(&about, &rules, &place.manner)?;
    let rules = Arc::new(place.manner.varied(rules));
    let terms = read_sum(&*rules, &place.position)?;
    let mut table = LoadedTheory::new(&about, Arc::clone(&rules), state, &place.manner)?;
    let mut case = table.case(state, &terms)?;
    case.entail_as_told(place.entailed)?;
    case.state.begin(what);
    let found = run(&mut case);
    case.state.end();
    let found = found.map_err(|failure| failure.knowing(|| case.progress()));
    // What comes after something went wrong is no answer.
    rules.fault().map_or(found, |fault| Err(Failure::Fault(fault)))
}

/// Refuses variants that have no meaning: moves that win for one player and lose for the other
/// cannot belong to both.
pub(crate) fn must_have_variant(
    about: &About,
    rules: &Erased,
    manner: &PlayMode,
) -> Result<(), Failure> {
    let special = rules.special_moves();
    let both =
        [MoveKind::Overriding, MoveKind::Suiciding].iter().all(|kind| special.contains(kind));
    match manner.variant {
        Some(_) if rules.is_infinite() => Err(Failure::Unsupported(format!(
            "{}: a position can have infinitely many options, so there are no variants",
            about.title
        ))),
        Some(_) if both && !rules.is_impartial() => Err(Failure::Unsupported(format!(
            "{}: what a move decides depends on who makes it, so there are no variants",
            about.title
        ))),
        _ => Ok(()),
    }
}
