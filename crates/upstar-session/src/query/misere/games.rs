//! Games given by themselves, as queries name them.

use super::{position, ruleset};
use crate::query::prelude::*;
use std::borrow::Cow;
use upstar_misere::form::{Form, Forms, NotAForm};
use upstar_misere::heaps::{PartForms, Parts};

/// Reads a sum of games: in the notation of Winning Ways, `:4` for an adder, `*4` for a nim-heap,
/// `.77(9+8)` for heaps of a game with a code, `cram:2x3` or `wythoff(3,5)` for a position.
pub(super) fn read(
    state: &mut SessionState,
    forms: &mut Forms,
    text: &str,
) -> Result<Form, QueryError> {
    let mut sum = Form::ZERO;
    for (at, term) in terms(text) {
        let game = one(state, forms, term).map_err(|failure| match failure {
            UnreadTerm::Refused(refusal) => *refusal,
            UnreadTerm::Stopped(stopped) => QueryError::limit(stopped),
            UnreadTerm::Wrong(place, message) => {
                let start = (at + place).min(text.len());
                wrong(text, Span::new(start, text.len().min(start + 1)), message)
            }
        })?;
        sum = forms.add(sum, game).map_err(QueryError::limit)?;
    }
    Ok(sum)
}

/// Why a term could not be read: a position that is refused, a limit, or what is wrong at which
/// place.
enum UnreadTerm {
    Refused(Box<QueryError>),
    Stopped(Stopped),
    Wrong(usize, String),
}

impl From<Stopped> for UnreadTerm {
    fn from(stopped: Stopped) -> UnreadTerm {
        UnreadTerm::Stopped(stopped)
    }
}

/// The terms of a sum with their places. A `+` after `_` is a mark of a game, as in `2_+`.
fn terms(text: &str) -> Vec<(usize, &str)> {
    let mut terms = Vec::new();
    let (mut start, mut depth, mut before) = (0, 0i32, ' ');
    for (at, c) in text.char_indices() {
        match c {
            '(' | '{' | '[' => depth += 1,
            ')' | '}' | ']' => depth -= 1,
            '+' if depth == 0 && before != '_' => {
                terms.push((start, &text[start..at]));
                start = at + 1;
            }
            _ => {}
        }
        before = c;
    }
    terms.push((start, &text[start..]));
    terms
}

/// A position of a ruleset as a term of the ruleset `sum`, if this is one.
fn position_of_rules<'a>(state: &SessionState, text: &'a str) -> Option<Cow<'a, str>> {
    let is_named = |name: &str| {
        let name = name.split('(').next().unwrap_or_default().trim();
        name.ends_with(".up") || state.registry().about(name).is_ok()
    };
    if text.split_once(':').is_some_and(|(name, _)| is_named(name)) {
        return Some(Cow::Borrowed(text));
    }
    let (name, position) = text.strip_suffix(')')?.split_once('(')?;
    is_named(name).then(|| Cow::Owned(format!("{}:{position}", name.trim())))
}

/// Reads one term.
fn one(state: &mut SessionState, forms: &mut Forms, term: &str) -> Result<Form, UnreadTerm> {
    let blank = term.len() - term.trim_start().len();
    let text = term.trim();
    let number = |digits: &str| -> Result<u32, UnreadTerm> {
        let wrong = || UnreadTerm::Wrong(blank + 1, "expected a number up to 1000".to_owned());
        digits.parse().ok().filter(|&n| n <= 1000).ok_or_else(wrong)
    };
    if let Some(adder) = text.strip_prefix(':') {
        return Ok(forms.adder(number(adder)?)?);
    }
    if let Some(heap) = text.strip_prefix('*') {
        return Ok(forms.nim_heap(number(heap)?)?);
    }
    let heaps = text.strip_suffix(')').and_then(|text| text.split_once('('));
    if let Some((name, heaps)) = heaps
        && let Ok(code) = name.trim().parse::<HeapCode>()
    {
        let place = blank + name.len() + 1;
        let sum = position(heaps).map_err(|_| {
            UnreadTerm::Wrong(place, "expected heaps such as 9+8 or 3*9".to_owned())
        })?;
        let largest = sum.first().map_or(0, |&(heap, _)| heap);
        let mut parts = Parts::new(code);
        parts.extend(largest, state.budget())?;
        return Ok(PartForms::default().of(&parts, forms, &parts.sum(&sum)?)?);
    }
    let spelled = position_of_rules(state, text)
        .map(|position| ruleset::spelled(state, &position))
        .transpose()
        .map_err(|refusal| UnreadTerm::Refused(Box::new(refusal)))?;
    let text = spelled.as_deref().unwrap_or(text);
    forms.read(text).map_err(|error| match error {
        NotAForm::Stopped(stopped) => UnreadTerm::Stopped(stopped),
        NotAForm::Syntax { at, .. } | NotAForm::NoDifference { at } => {
            UnreadTerm::Wrong(blank + at, error.to_string())
        }
    })
}

/// Reads games with semicolons between them.
pub(super) fn read_base(
    state: &mut SessionState,
    forms: &mut Forms,
    base: &str,
) -> Result<(Vec<String>, Vec<Form>), QueryError> {
    let texts: Vec<String> = base.split(';').map(|text| text.trim().to_owned()).collect();
    let mut games = Vec::new();
    for text in &texts {
        games.push(read(state, forms, text)?);
    }
    Ok((texts, games))
}
