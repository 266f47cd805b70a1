//! The classes of CGSuite: what a kind is called there, and the class of a value.
//!
//! A kind that is a class there is printed as such, `⟪game.Integer⟫`, and read back. Classes that
//! are no kinds of ours are kinds with that name all the same, so that `x is Zero` has an answer.

use super::loopy::are_stoppers;
use super::{Interpreter, KINDS, stopped};
use crate::error::{Evaluated, Span};
use crate::value::{Game, Value};
use rustc_hash::FxHashMap;
use std::sync::LazyLock;

/// Kinds and their packages there.
const CLASSES: &[(&str, &[&str])] = &[
    (
        "game",
        &[
            "CanonicalShortGame",
            "CanonicalStopper",
            "DyadicRational",
            "ExplicitGame",
            "Game",
            "GeneralizedOrdinal",
            "Integer",
            "Nimber",
            "OutcomeClass",
            "Player",
            "Pseudonumber",
            "Rational",
            "SidedValue",
            "StopperSidedValue",
            "SurrealNumber",
            "Uptimal",
            "Zero",
        ],
    ),
    ("game.misere", &["MisereCanonicalGame"]),
    (
        "cgsuite.lang",
        &[
            "Boolean",
            "Class",
            "Collection",
            "Coordinates",
            "Function",
            "List",
            "Map",
            "MapEntry",
            "Nothing",
            "Range",
            "Set",
            "String",
            "System",
        ],
    ),
    (
        "cgsuite.util",
        &[
            "DirectedGraph",
            "Graph",
            "Grid",
            "Icon",
            "MutableList",
            "MutableMap",
            "MutableSet",
            "Random",
            "Strip",
            "Symmetry",
            "Table",
            "Thermograph",
            "Trajectory",
            "UptimalExpansion",
        ],
    ),
];

static BY_NAME: LazyLock<FxHashMap<&str, &str>> =
    LazyLock::new(|| KINDS.iter().map(|kind| (kind.name, kind.name)).collect());

/// How a kind is printed: as the class that it is there, else with its name.
pub(crate) fn kind_text(kind: &str) -> String {
    match CLASSES.iter().find(|(_, names)| names.contains(&kind)) {
        Some((package, _)) => format!("⟪{package}.{kind}⟫"),
        None => kind.to_owned(),
    }
}

/// The kind with this name, or with this name as it is printed.
pub(crate) fn kind_named(name: &str) -> Option<&'static str> {
    let inside = name.strip_prefix('⟪').and_then(|rest| rest.strip_suffix('⟫'));
    let plain = match inside {
        Some(full) => full.rsplit_once('.').map_or(full, |(_, last)| last),
        None => name,
    };
    let kind = *BY_NAME.get(plain)?;
    (inside.is_none() || kind_text(kind) == name).then_some(kind)
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

    /// Is a value of a class that is no kind of ours? `None` if this is no such class.
    pub(super) fn is_of_class(
        &mut self,
        value: &Value,
        class: &str,
        span: Span,
    ) -> Evaluated<Option<bool>> {
        // From special to general.
        const NUMBERS: [&str; 5] =
            ["Zero", "Integer", "DyadicRational", "Rational", "SurrealNumber"];
        const GAMES: [&str; 8] = [
            "DyadicRational",
            "Nimber",
            "Uptimal",
            "CanonicalShortGame",
            "Pseudonumber",
            "CanonicalStopper",
            "StopperSidedValue",
            "SidedValue",
        ];
        let own = self.class_of(value, span)?;
        let number = |name: &str| NUMBERS.iter().position(|known| *known == name);
        let game = |name: &str| {
            let name = if matches!(name, "Zero" | "Integer") { "DyadicRational" } else { name };
            GAMES.iter().position(|known| *known == name)
        };
        Ok(Some(match class {
            "MisereCanonicalGame" | "ExplicitGame" | "Zero" => own == class,
            "DyadicRational" => number(own).is_some_and(|own| own <= 2),
            "GeneralizedOrdinal" => matches!(own, "GeneralizedOrdinal" | "Zero" | "Integer"),
            "SurrealNumber" => number(own).is_some() || own == "GeneralizedOrdinal",
            "Pseudonumber" => own == class || number(own).is_some_and(|own| own <= 2),
            "CanonicalShortGame" | "CanonicalStopper" | "StopperSidedValue" | "SidedValue" => {
                let (Some(own), Some(class)) = (game(own), game(class)) else {
                    return Ok(Some(false));
                };
                // A pseudonumber that is no number is loopy.
                own <= class
            }
            _ => return Ok(None),
        }))
    }
}
