//! Classes of the user and their objects.
//!
//! An object never changes, so that equal ones are interchangeable.

use super::Data;
use crate::value::{Game, Nesting, Value};
use std::sync::Arc;

/// Fields and methods.
#[derive(Debug)]
pub struct Class {
    pub(crate) name: Arc<str>,
    pub(crate) fields: Vec<Arc<str>>,
    /// The function that makes a list of the fields.
    pub(crate) maker: Value,
    /// Functions whose first parameter is the object.
    pub(crate) methods: Vec<(Arc<str>, Value)>,
    /// Have both players the same options?
    pub(crate) impartial: bool,
}

impl Class {
    pub(crate) fn method(&self, name: &str) -> Option<&Value> {
        self.methods.iter().find(|(known, _)| **known == *name).map(|(_, method)| method)
    }

    pub(crate) fn nesting(&self) -> Nesting {
        let functions = self.methods.iter().map(|(_, method)| method).chain([&self.maker]);
        let inside = functions.map(Value::nesting).fold(Nesting::default(), Nesting::with);
        inside.container()
    }
}

/// What a class was called with.
#[derive(Debug)]
pub struct Object {
    pub(crate) class: Arc<Class>,
    /// One for each of the class.
    pub(crate) fields: Vec<Value>,
}

impl Object {
    pub(crate) fn field(&self, name: &str) -> Option<&Value> {
        let at = self.class.fields.iter().position(|known| **known == *name)?;
        self.fields.get(at)
    }

    /// Is it a position of a game?
    pub(crate) fn is_game(&self) -> bool {
        self.class.method("Options").is_some()
    }

    pub(crate) fn nesting(&self) -> Nesting {
        let fields = self.fields.iter().map(Value::nesting);
        fields.fold(self.class.nesting(), Nesting::with).container()
    }

    /// Does its text say all of it?
    pub(crate) fn is_told_by_text(&self) -> bool {
        self.fields.iter().all(is_told_by_text)
    }
}

fn is_told_by_text(value: &Value) -> bool {
    match value {
        Value::Nothing
        | Value::Boolean(_)
        | Value::Game(
            Game::Integer(_)
            | Game::Rational(_)
            | Game::Infinity { .. }
            | Game::Surreal(_)
            | Game::OrdinalNimber(_)
            | Game::UpStar(_)
            | Game::Short(_),
        )
        | Value::Form(_)
        | Value::Text(_)
        | Value::Range(_)
        | Value::Coordinates(_)
        | Value::Player(_)
        | Value::Game(Game::Outcome(_))
        | Value::Position(_) => true,
        Value::List(items) | Value::Set(items) => items.as_slice().iter().all(is_told_by_text),
        Value::Map(map) => {
            map.entries().iter().all(|(k, v)| is_told_by_text(k) && is_told_by_text(v))
        }
        Value::Data(data) => match &***data {
            Data::Strip(_) | Data::Grid(_) | Data::Graph(_) | Data::Symmetry(_) => true,
            Data::Object(object) => object.is_told_by_text(),
            _ => false,
        },
        _ => false,
    }
}
