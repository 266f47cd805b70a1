//! Questions about positions: what they have in common.
//!
//! [`with_position`] reads the rules, the variant and the position, and runs a query on it.

use crate::error::{PositionFailure, QueryError};
use crate::open_position::{OpenPosition, evaluator, mode};
use crate::question::{PlayMode, PositionSpec};
use crate::state::SessionState;
use std::borrow::Cow;
use std::sync::Arc;
use upstar_base::Stopped;
use upstar_engine::{Evaluator, OpenRules, RulesKey};
use upstar_rules::erased::Erased;
use upstar_rules::registry::{self, About, Registry};
use upstar_rules::{
    MoveKind, PositionError, Rules, obligation, read_sum, split_sum, sum, without_blanks,
};

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

/// Opens a position and runs a query on it, with the results of earlier ones. `what` is what a
/// terminal shows in the meantime.
pub(crate) fn with_position<T>(
    state: &mut SessionState,
    place: &PositionSpec,
    what: &'static str,
    run: impl FnOnce(&mut OpenPosition<'_>) -> Result<T, PositionFailure>,
) -> Result<T, QueryError> {
    let found = answer(state, place, what, run);
    if let Err(PositionFailure::Fault(_) | PositionFailure::Stopped(Stopped::Memory(_), _)) = &found
    {
        // What went wrong, or fills the memory, need not be in the way of the next query.
        state.session().evaluators().clear();
    }
    found.map_err(|failure| failure.of(&place.rules, &place.position))
}

fn answer<T>(
    state: &mut SessionState,
    place: &PositionSpec,
    what: &'static str,
    run: impl FnOnce(&mut OpenPosition<'_>) -> Result<T, PositionFailure>,
) -> Result<T, PositionFailure> {
    let registry = state.registry();
    let marked = marked(&registry, place)?;
    let place = marked.as_ref().map_or(place, |(place, _)| place);
    let obligation = marked.as_ref().map(|&(_, term)| term);
    let PositionSpec { rules, position, manner, .. } = place;
    let run = |case: &mut OpenPosition<'_>| {
        case.entail_as_told(place.entailed, obligation)?;
        run(case)
    };
    if is_alone(rules, position) {
        let opened = registry.open(rules, position).map_err(PositionFailure::Rules)?;
        let opened = Arc::new(open_rules(opened, manner)?);
        return ask(&mut evaluator(&opened, state, manner)?, state, place, what, run);
    }
    let size = registry::shape(position);
    let key = RulesKey::new(&registry, rules, size, &manner.other_rules());
    let opened = state.session().evaluators().rules(&key, || {
        open_rules(registry.open_sized(rules, size).map_err(PositionFailure::Rules)?, manner)
    })?;
    let mode = mode(state, manner);
    let mut found = match state.session().evaluators().take(&key, &mode) {
        Some(known) => known,
        None => evaluator(&opened, state, manner)?,
    };
    let answer = ask(&mut found, state, place, what, run);
    state.session().evaluators().keep(&key, found);
    answer
}

fn ask<T>(
    evaluator: &mut Evaluator,
    state: &mut SessionState,
    place: &PositionSpec,
    what: &'static str,
    run: impl FnOnce(&mut OpenPosition<'_>) -> Result<T, PositionFailure>,
) -> Result<T, PositionFailure> {
    let rules = Arc::clone(evaluator.rules());
    let terms = read_sum(&**rules.rules(), &place.position)?;
    state.begin(what);
    let found = OpenPosition::new(evaluator, state, &terms)
        .and_then(|mut case| run(&mut case).map_err(|failure| failure.knowing(|| case.progress())));
    state.end();
    // What comes after something went wrong is no answer.
    rules.fault().map_or(found, |fault| Err(PositionFailure::Fault(fault)))
}

/// The position without the mark of the term that must be answered, `(4)! + (3)`, and which term
/// that is; `None` if nothing is marked, or `!` means something else in these rules.
pub(crate) fn marked(
    registry: &Registry,
    place: &PositionSpec,
) -> Result<Option<(PositionSpec, usize)>, PositionFailure> {
    if !place.position.contains(obligation::MARK) {
        return Ok(None);
    }
    let bare = place.position.replace(obligation::MARK, " ");
    // What is wrong with the rules is told when they are opened for an answer.
    let Ok((_, rules)) = registry.open(&place.rules, &bare) else { return Ok(None) };
    let found = obligation::unmarked_for(&rules, &place.position)?;
    Ok(found.map(|found| (PositionSpec { position: found.text, ..place.clone() }, found.term)))
}

/// The text of a position for rules, without the mark of a term that must be answered.
pub(crate) fn without_mark<'t>(
    rules: &Erased,
    text: &'t str,
) -> Result<Cow<'t, str>, PositionError> {
    let found = obligation::unmarked_for(rules, text)?;
    Ok(found.map_or(Cow::Borrowed(text), |found| Cow::Owned(found.text)))
}

/// Are the rules made for this very position?
fn is_alone(rules: &str, text: &str) -> bool {
    let is_sum = registry::find(rules).is_some_and(|about| about.name == sum::NAME);
    is_sum || sum::is_mixed(text) || !sum::files(text).is_empty()
}

fn open_rules(
    (about, rules): (About<'_>, Erased),
    manner: &PlayMode,
) -> Result<OpenRules, PositionFailure> {
    must_have_variant(&about, &rules, manner)?;
    Ok(OpenRules::new(&about, manner.varied(rules)))
}

/// Refuses variants that have no meaning: moves that win for one player and lose for the other
/// cannot belong to both.
pub(crate) fn must_have_variant(
    about: &About,
    rules: &Erased,
    manner: &PlayMode,
) -> Result<(), PositionFailure> {
    let special = rules.nature().special_moves;
    let both =
        [MoveKind::Overriding, MoveKind::Suiciding].iter().all(|kind| special.contains(kind));
    match manner.variant {
        Some(_) if rules.nature().infinite => Err(PositionFailure::unsupported(format!(
            "{}: a position can have infinitely many options, so there are no variants",
            about.title
        ))),
        Some(_) if both && !rules.nature().impartial => Err(PositionFailure::unsupported(format!(
            "{}: what a move decides depends on who makes it, so there are no variants",
            about.title
        ))),
        _ => Ok(()),
    }
}
