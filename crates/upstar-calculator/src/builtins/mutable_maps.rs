//! Maps that can be changed. What changes them returns them. They hold nothing mutable.

use super::Call;
use super::rows::{AnswerSet, rows};
use crate::data::{Data, Entries};
use crate::error::{ErrorKind, Evaluated};
use crate::eval::{Interpreter, fail, stopped};
use crate::value::{Charge, Value};
use std::sync::{Mutex, MutexGuard, PoisonError};

fn entries<'c>(m: &mut Interpreter, c: &'c Call<'_>) -> Evaluated<MutexGuard<'c, Entries>> {
    if let Value::Data(data) = c.arg(0)
        && let Data::MutableMap(entries) = &***data
    {
        return Ok(entries.lock().unwrap_or_else(PoisonError::into_inner));
    }
    Err(m.wrong_kind("a mutable map", c.arg(0), c.at(0)))
}

/// A copy, so that nothing is locked while keys are compared.
fn snapshot(m: &mut Interpreter, c: &Call<'_>) -> Evaluated<Vec<(Value, Value)>> {
    entries(m, c).map(|entries| entries.list.clone())
}

fn put(m: &mut Interpreter, c: &Call<'_>, key: &Value, value: &Value) -> Evaluated<()> {
    for part in [key, value] {
        if !part.nesting().fits_mutable() {
            let message = "a mutable map cannot contain a mutable or deeply nested value";
            return Err(fail(ErrorKind::Kind, c.at(1), message));
        }
    }
    let bytes = key.weight() + value.weight();
    let old = snapshot(m, c)?;
    let place = m.find(&old, |entry| &entry.0, key, c.span)?;
    m.globals.other_change();
    let mut entries = entries(m, c)?;
    match place {
        Ok(at) => entries.list[at].1 = value.clone(),
        Err(at) => {
            entries.charge.add(bytes).map_err(stopped(c.span))?;
            entries.list.insert(at, (key.clone(), value.clone()));
        }
    }
    Ok(())
}

fn put_all(m: &mut Interpreter, c: &Call<'_>, i: usize) -> Evaluated<()> {
    let more = match c.arg(i) {
        Value::Map(map) => map.entries().to_vec(),
        Value::Entry(entry) => vec![(entry.0.clone(), entry.1.clone())],
        Value::Data(data) => match data.entries() {
            Some(entries) => entries,
            None => return Err(m.wrong_kind("a map", c.arg(i), c.at(i))),
        },
        other => {
            let mut pairs = Vec::new();
            for item in m.members(other, c.at(i))?.items {
                match item {
                    Value::Entry(entry) => pairs.push((entry.0.clone(), entry.1.clone())),
                    item => return Err(m.wrong_kind("an entry `k => v`", &item, c.at(i))),
                }
            }
            pairs
        }
    };
    for (key, value) in more {
        put(m, c, &key, &value)?;
    }
    Ok(())
}

fn get(m: &mut Interpreter, c: &Call<'_>) -> Evaluated<Option<Value>> {
    let entries = snapshot(m, c)?;
    let found = m.find(&entries, |entry| &entry.0, c.arg(1), c.span)?;
    Ok(found.ok().map(|at| entries[at].1.clone()))
}

rows! { pub(super) TABLE |m, c|
    fn MutableMap(map = Many) "a map that can be changed"
        ["MutableMap({1 => 2})", "MutableMap(1 => 2)"] {
            let empty = Entries { list: Vec::new(), charge: Charge::new(m.calc.budget()) };
            let map = m.data(Data::MutableMap(Mutex::new(empty)), c.span)?;
            let mut arguments = vec![map];
            arguments.extend(c.arguments.iter().cloned());
            let call = Call { arguments: &arguments, spans: &[], span: c.span };
            for i in 1..arguments.len() {
                put_all(m, &call, i)?;
            }
            arguments[0].clone()
        };
    MutableMap.Update(_, key, value) "sets the value of a key, also written `m[key] := value`"
        ["MutableMap(1 => *).Update(2, ^)", "MutableMap(1 => *, 2 => ^)"] {
            put(m, c, c.arg(1), c.arg(2))?;
            c.arg(0).clone()
        };
    MutableMap.Put(_, key, value) "sets the value of a key"
        ["MutableMap().Put(1, *)", "MutableMap(1 => *)"] {
            put(m, c, c.arg(1), c.arg(2))?;
            c.arg(0).clone()
        };
    MutableMap.PutAll(_, map) "sets the values of all keys of a map"
        ["MutableMap({1 => 2}).PutAll({1 => 3, 4 => 5})", "MutableMap(1 => 3, 4 => 5)"] {
            put_all(m, c, 1)?;
            c.arg(0).clone()
        };
    MutableMap.Remove(_, key) "removes a key, if it is there"
        ["MutableMap({1 => 2, 3 => 4}).Remove(1)", "MutableMap(3 => 4)"] {
            let old = snapshot(m, c)?;
            if let Ok(at) = m.find(&old, |entry| &entry.0, c.arg(1), c.span)? {
                m.globals.other_change();
                let mut entries = entries(m, c)?;
                let (key, value) = entries.list.remove(at);
                entries.charge.remove(key.weight() + value.weight());
            }
            c.arg(0).clone()
        };
    MutableMap.Clear(_) "removes all keys"
        ["MutableMap({1 => 2}).Clear()", "MutableMap()"] {
            m.globals.other_change();
            let mut entries = entries(m, c)?;
            for (key, value) in std::mem::take(&mut entries.list) {
                entries.charge.remove(key.weight() + value.weight());
            }
            c.arg(0).clone()
        };
    MutableMap.ContainsKey(_, key) "is there an entry with this key?"
        ["MutableMap({7 => true}).ContainsKey(7)", "true"] get(m, c)?.is_some();
    MutableMap.Get(_, key) "the value of a key, or Nothing"
        ["MutableMap({1 => 2}).Get(1)", "2"] get(m, c)?.unwrap_or(Value::Nothing);
    MutableMap.Keys(_) "the set of keys"
        ["MutableMap({7 => true, 1/2 => ^}).Keys", "{1/2,7}"] {
            let entries = snapshot(m, c)?;
            AnswerSet(entries.into_iter().map(|entry| entry.0))
        };
    MutableMap.Values(_) "the set of values"
        ["MutableMap({7 => true, 1/2 => ^}).Values", "{^,true}"] {
            let entries = snapshot(m, c)?;
            AnswerSet(entries.into_iter().map(|entry| entry.1))
        };
    MutableMap.Entries(_) "the set of entries"
        ["MutableMap({1 => 2}).Entries", "{1 => 2}"] {
            let entries = snapshot(m, c)?;
            AnswerSet(entries.into_iter().map(Value::entry))
        };
    MutableMap.ToMap(_) "the entries as a map that cannot be changed"
        ["MutableMap({1 => 2}).ToMap", "{1 => 2}"] {
            let entries = snapshot(m, c)?;
            m.map(entries, c.span)
        };
    MutableMap.Size(_) "how many keys there are"
        ["MutableMap({1 => 2}).Size", "1"] entries(m, c)?.list.len();
    MutableMap.IsEmpty(_) "are there no keys?"
        ["MutableMap().IsEmpty", "true"] entries(m, c)?.list.is_empty();
}
