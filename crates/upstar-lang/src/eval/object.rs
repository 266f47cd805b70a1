//! Objects of the user's classes, and what those that are games are worth.
//!
//! A class with a method `Options` tells the moves of a game; its objects are positions. Their values
//! are kept until a global variable changes or the input ends, because what a method answers may
//! depend on both. An object is recognised by its text, where that says all of it.

use super::bind::Arguments;
use super::{Machine, fail, stopped};
use crate::code::ClassCode;
use crate::data::Data;
use crate::data::object::{Class, Object};
use crate::error::{ErrorKind, Evaluated, Span};
use crate::value::{Charge, Value};
use rustc_hash::FxHashMap;
use std::sync::Arc;
use upstar_base::Player;
use upstar_values::Short;

/// The values of objects.
#[derive(Debug, Default)]
pub(crate) struct Played {
    /// Texts and values; none as long as it is being found.
    known: FxHashMap<String, Option<Short>>,
    /// The number of changes of globals that `known` is right for.
    changes: u64,
    charge: Option<Charge>,
}

/// The object in a value.
pub(crate) fn object(value: &Value) -> Option<&Object> {
    match value {
        Value::Data(data) => match &***data {
            Data::Object(object) => Some(object),
            _ => None,
        },
        _ => None,
    }
}

/// Is it an object that is a position of a game?
pub(crate) fn is_played(value: &Value) -> bool {
    object(value).is_some_and(Object::is_game)
}

impl Machine {
    pub(super) fn class(&mut self, code: &ClassCode, span: Span) -> Evaluated<Value> {
        let maker = self.function(&code.maker, span)?;
        let mut methods = Vec::with_capacity(code.methods.len());
        for (name, routine) in &code.methods {
            methods.push((name.clone(), self.function(routine, span)?));
        }
        let (name, fields) = (code.name.clone(), code.fields.clone());
        let class = Class { name, fields, maker, methods, impartial: code.impartial };
        self.data(Data::Class(Arc::new(class)), span)
    }

    /// An object of a class.
    pub(super) fn new_object(
        &mut self,
        class: &Arc<Class>,
        arguments: Arguments,
        span: Span,
    ) -> Evaluated<Value> {
        let fields = match self.call(&class.maker, arguments, span)? {
            Value::List(fields) => fields.as_slice().to_vec(),
            _ => Vec::new(),
        };
        self.data(Data::Object(Object { class: class.clone(), fields }), span)
    }

    /// A member that the class of `receiver` has.
    pub(super) fn member_of_object(
        &mut self,
        receiver: &Value,
        name: &str,
        receiver_span: Span,
        arguments: &mut Arguments,
        span: Span,
    ) -> Option<Evaluated<Value>> {
        let object = object(receiver)?;
        if let Some(method) = object.class.method(name) {
            let mut arguments = std::mem::take(arguments);
            arguments.values.insert(0, receiver.clone());
            arguments.spans.insert(0, receiver_span);
            return Some(self.call(method, arguments, span));
        }
        let field = object.field(name)?;
        let bare = arguments.values.is_empty() && arguments.named.is_empty();
        Some(match bare {
            true => Ok(field.clone()),
            false => self.call(field, std::mem::take(arguments), span),
        })
    }

    /// A value that is no object: of a position its worth.
    pub(crate) fn unplayed(&mut self, value: &Value, span: Span) -> Evaluated<Value> {
        if !is_played(value) {
            return Ok(value.clone());
        }
        let g = self.object_value(value, span)?;
        Ok(self.demote(g))
    }

    /// What an object is worth whose class tells its options.
    pub(super) fn object_value(&mut self, value: &Value, span: Span) -> Evaluated<Short> {
        let Some(object) = object(value).filter(|object| object.is_game()) else {
            return Err(self.wrong_kind("a game", value, span));
        };
        if self.calls >= self.settings.max_calls {
            let message =
                format!("the game goes on for more than {} moves", self.settings.max_calls);
            return Err(fail(ErrorKind::Size, span, message));
        }
        if self.played.changes != self.changes {
            self.played.changes = self.changes;
            self.played.known.retain(|_, value| value.is_none());
        }
        let key = match object.is_told_by_text() {
            true => Some(self.plain(value, span)?),
            false => None,
        };
        if let Some(text) = &key {
            match self.played.known.get(text) {
                Some(Some(known)) => return Ok(*known),
                Some(None) => {
                    let message = format!("{text} comes again: only games that end have values");
                    return Err(fail(ErrorKind::Domain, span, message));
                }
                None => {
                    let charge =
                        self.played.charge.get_or_insert_with(|| Charge::new(self.calc.budget()));
                    charge.add(text.len() as u64 + 64).map_err(stopped(span))?;
                    self.played.known.insert(text.clone(), None);
                }
            }
        }
        self.calls += 1;
        let found = upstar_base::deeper(|| self.value_by_options(value, object, span));
        self.calls -= 1;
        if let Some(text) = key {
            match &found {
                Ok(g) => self.played.known.insert(text, Some(*g)),
                Err(_) => self.played.known.remove(&text),
            };
        }
        found
    }

    fn value_by_options(&mut self, value: &Value, object: &Object, span: Span) -> Evaluated<Short> {
        let left = self.options_of_object(value, object, Player::Left, span)?;
        let right = match object.class.impartial {
            true => left.clone(),
            false => self.options_of_object(value, object, Player::Right, span)?,
        };
        self.calc.make(&left, &right).map_err(stopped(span))
    }

    fn options_of_object(
        &mut self,
        value: &Value,
        object: &Object,
        who: Player,
        span: Span,
    ) -> Evaluated<Vec<Short>> {
        let Some(method) = object.class.method("Options") else { return Ok(Vec::new()) };
        let takes_player = match method {
            Value::Function(function) => function.routine.parameters.len() > 1,
            _ => false,
        };
        let player = takes_player.then_some(Value::Player(who));
        let options = self.call_value(method, [value.clone()].into_iter().chain(player), span)?;
        let mut cursor = self.cursor(&options, span)?;
        let mut games = Vec::new();
        while let Some(option) = cursor.next(self, span)? {
            games.push(self.game(&option, span)?);
        }
        Ok(games)
    }

    /// Is this the name of a class?
    pub(super) fn is_class(&self, name: &str) -> bool {
        self.globals.named(name).is_some_and(is_class)
    }
}

/// Is it a class of the user?
pub(crate) fn is_class(value: &Value) -> bool {
    matches!(value, Value::Data(data) if matches!(***data, Data::Class(_)))
}
