//! The classes of CGSuite: what a kind is called there, and the class of a value.
//!
//! A kind that is a class there is printed as such, `⟪game.Integer⟫`, and read back. Classes that
//! are no kinds of ours are kinds with that name all the same, so that `x is Zero` has an answer.

use super::kinds::Kind;
use super::loopy::are_stoppers;
use super::{Interpreter, KINDS, stopped};
use crate::error::{Evaluated, Span};
use crate::value::{Game, Value};
use rustc_hash::FxHashMap;
use std::sync::LazyLock;

static BY_NAME: LazyLock<FxHashMap<&str, &'static Kind>> =
    LazyLock::new(|| KINDS.iter().map(|kind| (kind.name, kind)).collect());

/// How a kind is printed: as the class that it is there, else with its name.
pub(crate) fn kind_text(kind: &str) -> String {
    match BY_NAME.get(kind) {
        Some(Kind { package, .. }) if !package.is_empty() => format!("⟪{package}.{kind}⟫"),
        _ => kind.to_owned(),
    }
}

/// The kind with this name, or with this name as it is printed.
pub(super) fn kind_called(name: &str) -> Option<&'static Kind> {
    let inside = name.strip_prefix('⟪').and_then(|rest| rest.strip_suffix('⟫'));
    let plain = match inside {
        Some(full) => full.rsplit_once('.').map_or(full, |(_, last)| last),
        None => name,
    };
    let kind = *BY_NAME.get(plain)?;
    (inside.is_none() || kind_text(kind.name) == name).then_some(kind)
}

/// The kind with this name as a value.
pub(super) fn kind_named(name: &str) -> Option<Value> {
    kind_called(name).map(|kind| Value::Kind(kind.name))
}

impl Interpreter {
    /// The class of a value there; our kind if there is no such thing.
    pub(crate) fn class_of(&mut self, value: &Value, span: Span) -> Evaluated<&'static str> {
        let kind = self.kind(value).map_err(stopped(span))?;
        Ok(match (kind, value) {
            ("Integer", Value::Game(Game::Integer(n))) if n.is_zero() => "Zero",
            ("Dyadic", _) => "DyadicRational",
            (_, Value::Game(Game::Surreal(x))) => match x.as_generalized_ordinal() {
                Some(_) => "GeneralizedOrdinal",
                None => "SurrealNumber",
            },
            ("NumberUpStar", _) => "Uptimal",
            ("OrdinalNimber", _) => "Nimber",
            ("ShortGame", _) => "CanonicalShortGame",
            (_, Value::Game(Game::Sided(sides))) => match sides.as_stopper() {
                Some(g) if self.stoppers.as_pseudonumber(g).is_some() => "Pseudonumber",
                Some(_) => "CanonicalStopper",
                None if are_stoppers(*sides) => "StopperSidedValue",
                None => "SidedValue",
            },
            ("MisereGame", _) => "MisereCanonicalGame",
            ("Form", _) => "ExplicitGame",
            ("Kind", _) => "Class",
            _ => kind,
        })
    }
}
