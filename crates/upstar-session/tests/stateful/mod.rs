//! The field that says how an answer was found, which depends on what is known.

use serde_json::Value as Json;

/// See the table in docs/library.md.
const STATEFUL: &str = "why";

/// Takes this field out of an answer.
pub fn clean(json: &mut Json) {
    match json {
        Json::Array(items) => items.iter_mut().for_each(clean),
        Json::Object(fields) => {
            fields.remove(STATEFUL);
            fields.values_mut().for_each(clean);
        }
        _ => {}
    }
}
