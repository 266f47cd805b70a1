//! Maps and their entries.

use super::rows::{AnswerSet, Arg, rows};
use crate::value::{Map, Value};
use std::sync::Arc;

rows! { pub(super) TABLE |m, c|
    Map.ContainsKey(map: &Map, key) "is there an entry with this key?"
        ["{7 => true} ContainsKey 7", "true"] {
            let found = m.find(map.entries(), |entry| &entry.0, c.arg(1), c.span)?;
            found.is_ok()
        };
    Map.Get(map: &Map, key) "the value of a key, or Nothing"
        ["{1 => 2}.Get(3) === Nothing", "true"] {
            let found = m.find(map.entries(), |entry| &entry.0, c.arg(1), c.span)?;
            found.map_or(Value::Nothing, |at| map.entries()[at].1.clone())
        };
    Map.Entries(map: &Map) "the set of entries"
        ["{7 => true, 1/2 => ^}.Entries", "{1/2 => ^,7 => true}"]
            AnswerSet(map.entries().iter().map(|entry| Value::Entry(Arc::new(entry.clone()))));
    Map.Keys(map: &Map) "the set of keys"
        ["{7 => true, 1/2 => ^}.Keys", "{1/2,7}"]
            AnswerSet(map.entries().iter().map(|entry| entry.0.clone()));
    Map.Values(map: &Map) "the set of values"
        ["{7 => true, 1/2 => ^}.Values", "{^,true}"]
            AnswerSet(map.entries().iter().map(|entry| entry.1.clone()));
    Map.Reversed(map: &Map) "the map with keys and values exchanged"
        ["{1 => 2}.Reversed", "{2 => 1}"] {
            let pairs = map.entries().iter().map(|(key, value)| (value.clone(), key.clone()));
            m.map(pairs.collect(), c.span)
        };
    Map.Updated(_, "key or map", value = Nothing)
        "the map with an entry set, or with all entries of another map"
        ["{1 => 2}.Updated(3, 4)", "{1 => 2, 3 => 4}"] {
            let mut pairs = <&Map>::get(m, c, 0)?.entries().to_vec();
            if c.arguments.len() == 3 {
                pairs.push((c.arg(1).clone(), c.arg(2).clone()));
            } else {
                pairs.extend_from_slice(<&Map>::get(m, c, 1)?.entries());
            }
            m.map(pairs, c.span)
        };
    Map.Removed(map: &Map, key) "the map without this key"
        ["{1 => 2, 3 => 4}.Removed(1)", "{3 => 4}"] {
            let mut pairs = map.entries().to_vec();
            if let Ok(at) = m.find(&pairs, |entry| &entry.0, c.arg(1), c.span)? {
                pairs.remove(at);
            }
            m.map(pairs, c.span)
        };
    MapEntry.Key(entry: &(Value, Value)) "the key of an entry"
        ["[e.Key for e in {1 => 2}]", "[1]"] entry.0.clone();
    MapEntry.Value(entry: &(Value, Value)) "the value of an entry"
        ["[e.Value for e in {1 => 2}]", "[2]"] entry.1.clone();
}
