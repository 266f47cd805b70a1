//! The fields that say how an answer was found, which depends on what is known.

use serde_json::Value as Json;

/// These fields with the fields in whose objects they stand, or `*`. They are those of the table in
/// docs/library.md.
const STATEFUL: [(&str, &str); 8] = [
    ("*", "why"),
    ("*", "because"),
    ("moves", "value"),
    ("moves", "genus"),
    ("winning", "value"),
    ("winning", "genus"),
    ("options", "value"),
    ("options", "genus"),
];

/// Takes these fields out of what is found in a field of this name.
pub fn clean(json: &mut Json, inside: &str) {
    match json {
        Json::Array(items) => items.iter_mut().for_each(|item| clean(item, inside)),
        Json::Object(fields) => {
            fields.retain(|key, _| {
                !STATEFUL
                    .iter()
                    .any(|&(place, name)| name == key && (place == inside || place == "*"))
            });
            for (key, value) in fields.iter_mut() {
                clean(value, key);
            }
        }
        _ => {}
    }
}
