//! Maps and their entries.

use super::{Builtin, Call, On, method};
use crate::error::Evaluated;
use crate::eval::Machine;
use crate::value::{Map, Value};
use std::sync::Arc;

fn map(m: &mut Machine, c: &Call<'_>, i: usize) -> Evaluated<Arc<Map>> {
    match c.arg(i) {
        Value::Map(map) => Ok(map.clone()),
        other => Err(m.wrong_kind("a map", other, c.at(i))),
    }
}

pub(super) static TABLE: &[Builtin] = &[
    method(
        "ContainsKey",
        On::Map,
        &["key"],
        "is there an entry with this key?",
        ["{7 => true} ContainsKey 7", "true"],
        |m, c| {
            let map = map(m, c, 0)?;
            let found = m.find(map.entries(), |entry| &entry.0, c.arg(1), c.span)?;
            Ok(Value::Boolean(found.is_ok()))
        },
    ),
    method(
        "Get",
        On::Map,
        &["key"],
        "the value of a key, or Nothing",
        ["{1 => 2}.Get(3) === Nothing", "true"],
        |m, c| {
            let map = map(m, c, 0)?;
            let found = m.find(map.entries(), |entry| &entry.0, c.arg(1), c.span)?;
            Ok(found.map_or(Value::Nothing, |at| map.entries()[at].1.clone()))
        },
    ),
    method(
        "Entries",
        On::Map,
        &[],
        "the set of entries",
        ["{7 => true, 1/2 => ^}.Entries", "{1/2 => ^,7 => true}"],
        |m, c| {
            let map = map(m, c, 0)?;
            let entries = map.entries().iter().map(|entry| Value::Entry(Arc::new(entry.clone())));
            m.set(entries, c.span)
        },
    ),
    method(
        "Keys",
        On::Map,
        &[],
        "the set of keys",
        ["{7 => true, 1/2 => ^}.Keys", "{1/2,7}"],
        |m, c| {
            let map = map(m, c, 0)?;
            m.set(map.entries().iter().map(|entry| entry.0.clone()), c.span)
        },
    ),
    method(
        "Values",
        On::Map,
        &[],
        "the set of values",
        ["{7 => true, 1/2 => ^}.Values", "{^,true}"],
        |m, c| {
            let map = map(m, c, 0)?;
            m.set(map.entries().iter().map(|entry| entry.1.clone()), c.span)
        },
    ),
    method(
        "Reversed",
        On::Map,
        &[],
        "the map with keys and values exchanged",
        ["{1 => 2}.Reversed", "{2 => 1}"],
        |m, c| {
            let map = map(m, c, 0)?;
            let pairs = map.entries().iter().map(|(key, value)| (value.clone(), key.clone()));
            m.map(pairs.collect(), c.span)
        },
    ),
    method(
        "Updated",
        On::Map,
        &["key or map", "value"],
        "the map with an entry set, or with all entries of another map",
        ["{1 => 2}.Updated(3, 4)", "{1 => 2, 3 => 4}"],
        |m, c| {
            let mut pairs = map(m, c, 0)?.entries().to_vec();
            if c.arguments.len() == 3 {
                pairs.push((c.arg(1).clone(), c.arg(2).clone()));
            } else {
                pairs.extend_from_slice(map(m, c, 1)?.entries());
            }
            m.map(pairs, c.span)
        },
    )
    .optional(1),
    method(
        "Removed",
        On::Map,
        &["key"],
        "the map without this key",
        ["{1 => 2, 3 => 4}.Removed(1)", "{3 => 4}"],
        |m, c| {
            let map = map(m, c, 0)?;
            let mut pairs = map.entries().to_vec();
            if let Ok(at) = m.find(&pairs, |entry| &entry.0, c.arg(1), c.span)? {
                pairs.remove(at);
            }
            m.map(pairs, c.span)
        },
    ),
    method(
        "Key",
        On::Entry,
        &[],
        "the key of an entry",
        ["[e.Key for e in {1 => 2}]", "[1]"],
        |_, c| {
            Ok(match c.arg(0) {
                Value::Entry(entry) => entry.0.clone(),
                _ => Value::Nothing,
            })
        },
    ),
    method(
        "Value",
        On::Entry,
        &[],
        "the value of an entry",
        ["[e.Value for e in {1 => 2}]", "[2]"],
        |_, c| {
            Ok(match c.arg(0) {
                Value::Entry(entry) => entry.1.clone(),
                _ => Value::Nothing,
            })
        },
    ),
];
