//! Objects of the user's classes, and what those that are games are worth.
//!
//! A class with a method `Options` tells the moves of a game; its objects are positions. Their values
//! are kept until the input ends or anything changes that the methods have read. An object is
//! recognised by its text and by the classes and rules that the names in it mean, where these say
//! all of it.

use super::bind::Arguments;
use super::{Interpreter, fail, stopped};
use crate::code::{Board, ClassCode, Depends, ReadWatch};
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
    /// Values; none as long as it is being found.
    known: FxHashMap<Identity, Option<Short>>,
    /// What the values depend on.
    depends: Depends,
    /// What is read by the methods that run, if any.
    watch: Option<ReadWatch>,
    charge: Option<Charge>,
}

/// Tells an object apart from all that are not the same: its text, and the numbers of
/// [`Object::identify`].
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Identity {
    text: String,
    numbers: Vec<u64>,
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

impl Interpreter {
    /// A class, or its only object.
    pub(super) fn class(&mut self, code: &ClassCode, span: Span) -> Evaluated<Value> {
        let class = self.new_class(code, span)?;
        if code.singleton {
            self.new_object(&class, None, Arguments::default(), span)
        } else {
            self.data(Data::Class(class), span)
        }
    }

    fn new_class(&mut self, code: &ClassCode, span: Span) -> Evaluated<Arc<Class>> {
        let mut bases = Vec::with_capacity(code.bases.len());
        for (name, at) in &code.bases {
            let Some(base) = self.globals.named(name).and_then(class_in) else {
                return Err(fail(ErrorKind::Name, *at, format!("`{name}` is no longer a class")));
            };
            bases.push(base);
        }
        let maker = self.function(&code.maker, span)?;
        let mut methods = Vec::with_capacity(code.methods.len());
        for (name, routine) in &code.methods {
            methods.push((name.clone(), self.function(routine, span)?));
        }
        let mut nested = Vec::with_capacity(code.nested.len());
        for inner in &code.nested {
            nested.push(self.new_class(inner, span)?);
        }
        let (name, fields) = (code.name.clone(), code.fields.clone());
        let ClassCode { impartial, board, singleton, .. } = *code;
        Ok(Arc::new(Class {
            name,
            fields,
            maker,
            methods,
            bases,
            nested,
            impartial,
            board,
            singleton,
        }))
    }

    /// An object of a class, which belongs to another one if the class stands inside.
    pub(super) fn new_object(
        &mut self,
        class: &Arc<Class>,
        outer: Option<&Value>,
        mut arguments: Arguments,
        span: Span,
    ) -> Evaluated<Value> {
        let object = |fields| Object { class: class.clone(), fields, outer: outer.cloned() };
        if let (Some(board), [text @ Value::Text(_)]) = (class.board(), &arguments.values[..]) {
            let letters = match class.method("CharMap") {
                Some(method) => {
                    let unknown = vec![Value::Nothing; class.made_by().fields.len()];
                    let nobody = self.data(Data::Object(object(unknown)), span)?;
                    self.call_value(method, [nobody], span)?
                }
                None => self.string(".xo", span)?,
            };
            let kind = match board {
                Board::Grid => Value::Kind("Grid"),
                Board::Strip => Value::Kind("Strip"),
            };
            let parse = Arguments {
                values: [text.clone(), letters].into_iter().collect(),
                spans: [span, span].into_iter().collect(),
                named: Vec::new(),
            };
            arguments.values[0] = self.method_named(kind, span, "Parse", span, parse)?;
        }
        let fields = match self.call(&class.made_by().maker, arguments, span)? {
            Value::List(fields) => fields.as_slice().to_vec(),
            _ => Vec::new(),
        };
        self.data(Data::Object(object(fields)), span)
    }

    /// What an object is called with makes one of the class inside: of rules a position.
    pub(super) fn call_object(
        &mut self,
        callee: &Value,
        arguments: Arguments,
        span: Span,
    ) -> Evaluated<Value> {
        let inside = object(callee).and_then(|object| {
            let position = object.class.nested("Position");
            position.or_else(|| object.class.nested.first()).cloned()
        });
        match inside {
            Some(class) => self.new_object(&class, Some(callee), arguments, span),
            None => Err(self.wrong_kind("a function", callee, span)),
        }
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
        if let Some(class) = object.class.nested(name) {
            let arguments = std::mem::take(arguments);
            return Some(self.new_object(class, Some(receiver), arguments, span));
        }
        if name == "EnclosingObject"
            && let Some(outer) = &object.outer
        {
            return Some(Ok(outer.clone()));
        }
        let field = object.field(name)?;
        let bare = arguments.values.is_empty() && arguments.named.is_empty();
        Some(if bare {
            Ok(field.clone())
        } else {
            self.call(field, std::mem::take(arguments), span)
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
        let outermost = self.played.watch.is_none();
        let watch = match self.played.watch {
            Some(watch) => {
                if !self.globals.is_as_at(watch) {
                    self.globals.seen(&mut self.played.depends, watch, false);
                }
                watch
            }
            None => self.globals.watch(),
        };
        if !self.globals.holds(&self.played.depends) {
            self.played.known.retain(|_, value| value.is_none());
            self.played.depends = Depends::default();
        }
        self.played.watch = Some(watch);
        let found = self.object_value_in_watch(value, object, span);
        if outermost {
            self.played.watch = None;
        }
        let volatile = object.class.nesting().mutable;
        if outermost || volatile {
            self.globals.seen(&mut self.played.depends, watch, volatile);
        }
        if outermost {
            self.globals.read_again(&self.played.depends);
        }
        found
    }

    fn object_value_in_watch(
        &mut self,
        value: &Value,
        object: &Object,
        span: Span,
    ) -> Evaluated<Short> {
        let mut numbers = Vec::new();
        let key = if object.identify(&mut numbers) {
            Some(Identity { text: self.plain(value, span)?, numbers })
        } else {
            None
        };
        if let Some(key) = &key {
            match self.played.known.get(key) {
                Some(Some(known)) => return Ok(*known),
                Some(None) => {
                    let message =
                        format!("{} comes again: only games that end have values", key.text);
                    return Err(fail(ErrorKind::Domain, span, message));
                }
                None => {
                    let charge =
                        self.played.charge.get_or_insert_with(|| Charge::new(self.calc.budget()));
                    let bytes = key.text.len() + 8 * key.numbers.len() + 96;
                    charge.add(bytes as u64).map_err(stopped(span))?;
                    self.played.known.insert(key.clone(), None);
                }
            }
        }
        self.calls += 1;
        let found = upstar_base::deeper(|| self.value_by_options(value, object, span));
        self.calls -= 1;
        if let Some(key) = key {
            match &found {
                Ok(g) => self.played.known.insert(key, Some(*g)),
                Err(_) => self.played.known.remove(&key),
            };
        }
        found
    }

    fn value_by_options(&mut self, value: &Value, object: &Object, span: Span) -> Evaluated<Short> {
        let left = self.options_of_object(value, object, Player::Left, span)?;
        let right = if object.class.is_impartial() {
            left.clone()
        } else {
            self.options_of_object(value, object, Player::Right, span)?
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
        self.globals.named(name).is_some_and(|value| class_in(value).is_some())
    }
}

/// The class of the user that a value is, or of which it is the only object.
pub(crate) fn class_in(value: &Value) -> Option<Arc<Class>> {
    let Value::Data(data) = value else { return None };
    match &***data {
        Data::Class(class) => Some(class.clone()),
        Data::Object(object) if object.class.singleton => Some(object.class.clone()),
        _ => None,
    }
}
