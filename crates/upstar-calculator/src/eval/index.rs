//! `value[key]`: members of collections, letters of strings, cells of boards.

use super::{Interpreter, fail};
use crate::builtins;
use crate::error::{Error, ErrorKind, Evaluated, Span};
use crate::value::{Game, Value};
use dashu_int::IBig;

impl Interpreter {
    pub(super) fn index(&mut self, value: &Value, key: &Value, span: Span) -> Evaluated<Value> {
        match value {
            Value::Map(map) => self.value_at(map.entries(), key, span),
            Value::List(items) => {
                let at = self.position(key, items.as_slice().len(), span)?;
                Ok(items.as_slice()[at].clone())
            }
            Value::Data(data) => match data.entries() {
                Some(entries) => self.value_at(&entries, key, span),
                None => builtins::boards::cell_at(self, data, key, span),
            },
            Value::MutableList(items) => {
                let at = self.position(key, items.borrow().items.len(), span)?;
                Ok(items.borrow().items[at].clone())
            }
            Value::Text(text) => {
                let at = self.position(key, text.as_str().chars().count(), span)?;
                let letter: String = text.as_str().chars().skip(at).take(1).collect();
                self.string(letter, span)
            }
            Value::Coordinates(parts) => {
                let at = self.position(key, 2, span)?;
                Ok(Value::Game(Game::Integer(parts[at].clone())))
            }
            Value::Range(_) => {
                let n = self.integer(key, span)?;
                if n < IBig::ONE {
                    return Err(no_place(&n, "the first is 1", span));
                }
                let mut cursor = self.cursor(value, span)?;
                let mut at = IBig::ONE;
                while let Some(member) = cursor.next(self, span)? {
                    if at == n {
                        return Ok(member);
                    }
                    at += 1;
                }
                Err(no_place(&n, &format!("the last is {}", at - 1), span))
            }
            _ => {
                let message = format!("{} cannot be indexed", value.sort());
                Err(fail(ErrorKind::Kind, span, message))
            }
        }
    }

    /// The value of a key.
    fn value_at(
        &mut self,
        entries: &[(Value, Value)],
        key: &Value,
        span: Span,
    ) -> Evaluated<Value> {
        match self.find(entries, |entry| &entry.0, key, span)? {
            Ok(at) => Ok(entries[at].1.clone()),
            Err(_) => {
                let text = self.brief(key);
                Err(fail(ErrorKind::Name, span, format!("the map has no key {text}")))
            }
        }
    }

    /// The place `key`, counted from 1, among `length`, counted from 0.
    pub(crate) fn position(&mut self, key: &Value, length: usize, span: Span) -> Evaluated<usize> {
        let n = self.integer(key, span)?;
        match usize::try_from(&n) {
            Ok(at) if at >= 1 && at <= length => Ok(at - 1),
            _ if length == 0 => Err(no_place(&n, "there are none", span)),
            _ => Err(no_place(&n, &format!("they are 1 to {length}"), span)),
        }
    }
}

fn no_place(n: &IBig, range: &str, span: Span) -> Box<Error> {
    fail(ErrorKind::Domain, span, format!("there is no place {n}: {range}"))
}
