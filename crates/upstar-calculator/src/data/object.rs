//! Classes of the user and their objects.
//!
//! An object never changes, so that equal ones are interchangeable.

use super::Data;
use crate::code::Board;
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
    /// The classes that it extends.
    pub(crate) bases: Vec<Arc<Class>>,
    /// The classes inside.
    pub(crate) nested: Vec<Arc<Class>>,
    /// Have both players the same options?
    pub(crate) impartial: bool,
    /// What a text means that an object is made of.
    pub(crate) board: Option<Board>,
    /// Is its name that of its only object?
    pub(crate) singleton: bool,
}

impl Class {
    /// Tells it apart from all other classes of the session, also those of the same name.
    pub(crate) fn serial(&self) -> u64 {
        match &self.maker {
            Value::Function(maker) => maker.serial,
            _ => 0,
        }
    }

    pub(crate) fn method(&self, name: &str) -> Option<&Value> {
        let own = self.methods.iter().find(|(known, _)| **known == *name);
        let inherited = || self.bases.iter().find_map(|base| base.method(name));
        own.map(|(_, method)| method).or_else(inherited)
    }

    /// The class inside of this name.
    pub(crate) fn nested(&self, name: &str) -> Option<&Arc<Class>> {
        let own = self.nested.iter().find(|class| *class.name == *name);
        own.or_else(|| self.bases.iter().find_map(|base| base.nested(name)))
    }

    /// Is it the class of this name, or does it extend it?
    pub(crate) fn is(&self, name: &str) -> bool {
        *self.name == *name || self.bases.iter().any(|base| base.is(name))
    }

    /// The class that says what an object is made of: one without fields leaves that to what it
    /// extends.
    pub(crate) fn made_by(&self) -> &Class {
        match self.bases.first() {
            Some(base) if self.fields.is_empty() => base.made_by(),
            _ => self,
        }
    }

    pub(crate) fn is_impartial(&self) -> bool {
        self.impartial || self.bases.iter().any(|base| base.is_impartial())
    }

    /// What a text means that an object is made of.
    pub(crate) fn board(&self) -> Option<Board> {
        self.board.or_else(|| self.bases.iter().find_map(|base| base.board()))
    }

    pub(crate) fn nesting(&self) -> Nesting {
        let functions = self.methods.iter().map(|(_, method)| method).chain([&self.maker]);
        let inside = functions.map(Value::nesting).fold(Nesting::default(), Nesting::with);
        let classes = self.bases.iter().chain(&self.nested).map(|class| class.nesting());
        classes.fold(inside, Nesting::with).container()
    }
}

/// What a class was called with.
#[derive(Debug)]
pub struct Object {
    pub(crate) class: Arc<Class>,
    /// One for each of the class.
    pub(crate) fields: Vec<Value>,
    /// The object that it belongs to, if its class stands inside another one.
    pub(crate) outer: Option<Value>,
}

impl Object {
    pub(crate) fn field(&self, name: &str) -> Option<&Value> {
        let names = &self.class.made_by().fields;
        let at = names.iter().position(|known| **known == *name)?;
        self.fields.get(at)
    }

    /// Is it a position of a game?
    pub(crate) fn is_game(&self) -> bool {
        self.class.method("Options").is_some()
    }

    pub(crate) fn nesting(&self) -> Nesting {
        let fields = self.fields.iter().chain(&self.outer).map(Value::nesting);
        fields.fold(self.class.nesting(), Nesting::with).container()
    }

    /// Adds what its text does not say: which classes and rules the names in it mean, and of which
    /// kinds its parts are. `false` if text and numbers together do not say all of it.
    pub(crate) fn identify(&self, numbers: &mut Vec<u64>) -> bool {
        numbers.extend([OBJECT, self.class.serial()]);
        self.fields.iter().chain(&self.outer).all(|part| identify(part, numbers))
    }
}

/// The kinds of values whose parts have numbers of their own.
const OBJECT: u64 = 1;
const LIST: u64 = 2;
const SET: u64 = 3;
const MAP: u64 = 4;
const POSITION: u64 = 5;
const OTHER: u64 = 6;

fn identify(value: &Value, numbers: &mut Vec<u64>) -> bool {
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
        | Value::Game(Game::Outcome(_)) => {
            numbers.push(OTHER);
            true
        }
        Value::Position(position) => {
            let terms = position.terms();
            numbers.extend([POSITION, terms.len() as u64]);
            numbers.extend(terms.iter().map(|(term, _)| term.rules.serial()));
            true
        }
        Value::List(items) | Value::Set(items) => {
            let kind = if matches!(value, Value::List(_)) { LIST } else { SET };
            numbers.extend([kind, items.as_slice().len() as u64]);
            items.as_slice().iter().all(|item| identify(item, numbers))
        }
        Value::Map(map) => {
            numbers.extend([MAP, map.entries().len() as u64]);
            map.entries().iter().all(|(k, v)| identify(k, numbers) && identify(v, numbers))
        }
        Value::Data(data) => match &***data {
            Data::Strip(_) | Data::Grid(_) | Data::Graph(_) | Data::Symmetry(_) => {
                numbers.push(OTHER);
                true
            }
            Data::Object(object) => object.identify(numbers),
            _ => false,
        },
        _ => false,
    }
}
