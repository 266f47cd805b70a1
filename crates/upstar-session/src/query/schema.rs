//! The JSON Schema of all queries and their answers, from the list of queries.
//!
//! The schema of a query comes from the definition of its data. The schema of an answer describes
//! the answers to the examples of its query: a field that they all have is required, and a field
//! that is null in one of them may hold anything.

use super::{Example, Query, QueryInfo, Question};
use crate::session::Session;
use serde_json::{Map, Value, json};

/// The version of the schema. It grows when a field changes its meaning or disappears.
pub const SCHEMA_VERSION: u32 = 1;

/// Returns the JSON Schema (draft 2020-12) of queries, with that of their answers in `$defs`.
///
/// ```
/// let schema = upstar_session::schema();
/// assert_eq!(schema["version"], upstar_session::SCHEMA_VERSION);
/// assert_eq!(schema["oneOf"][0]["properties"]["ask"]["const"], "value");
/// assert!(schema["$defs"]["value"]["properties"]["kind"].is_object());
/// ```
pub fn schema() -> Value {
    let mut schema = Map::new();
    schema.insert("$schema".into(), json!("https://json-schema.org/draft/2020-12/schema"));
    schema.insert("title".into(), json!("Upstar queries"));
    schema.insert("version".into(), json!(SCHEMA_VERSION));
    if let Value::Object(questions) = <Question as super::Described>::schema() {
        schema.extend(questions);
    }
    let mut answers = Map::new();
    describe_answers(&Question::info(), &Map::new(), &mut Session::default(), &mut answers);
    schema.insert("$defs".into(), Value::Object(answers));
    Value::Object(schema)
}

/// Describes the answers to queries of a kind; `tags` are the fields that name its parents.
fn describe_answers(
    info: &QueryInfo,
    tags: &Map<String, Value>,
    session: &mut Session,
    answers: &mut Map<String, Value>,
) {
    for kind in &info.nested {
        let tag = if info.name.is_empty() { "ask" } else { info.name };
        let mut tags = tags.clone();
        tags.insert(tag.to_owned(), json!(kind.name));
        describe_answers(kind, &tags, session, answers);
        let mut shape: Option<Value> = None;
        for example in kind.examples {
            let Some(answer) = answer(example, &tags, session) else { continue };
            let one = shape_of(&answer);
            shape = Some(shape.map_or_else(|| one.clone(), |shape| merged(shape, &one)));
        }
        if let Some(mut shape) = shape {
            shape["description"] = json!(format!("The answer to the query `{}`.", kind.name));
            let name = tags.values().filter_map(Value::as_str).collect::<Vec<_>>().join("/");
            answers.insert(name, shape);
        }
    }
}

/// Answers an example.
fn answer(example: &Example, tags: &Map<String, Value>, session: &mut Session) -> Option<Value> {
    let answer = session.ask(&example.question(tags)?).ok()?;
    serde_json::to_value(&answer).ok()
}

impl Example {
    /// Returns the query, with the fields that name its kind.
    fn question(&self, tags: &Map<String, Value>) -> Option<Question> {
        let mut all = tags.clone();
        if let Ok(Value::Object(fields)) = serde_json::from_str(self.json) {
            all.extend(fields);
        }
        serde_json::from_value(Value::Object(all)).ok()
    }
}

/// Returns a schema that a value fits.
fn shape_of(value: &Value) -> Value {
    match value {
        Value::Null => json!({}),
        Value::Bool(_) => json!({ "type": "boolean" }),
        Value::Number(_) => json!({ "type": "number" }),
        Value::String(_) => json!({ "type": "string" }),
        Value::Array(items) => {
            let shapes = items.iter().map(shape_of);
            match shapes.reduce(|one, other| merged(one, &other)) {
                Some(items) => json!({ "type": "array", "items": items }),
                None => json!({ "type": "array" }),
            }
        }
        Value::Object(fields) => {
            let shapes = fields.iter().map(|(name, field)| (name.clone(), shape_of(field)));
            let required: Vec<&String> = fields.keys().collect();
            json!({
                "type": "object",
                "properties": Map::from_iter(shapes),
                "required": required,
            })
        }
    }
}

/// Returns a schema that every value fits that fits one of two.
fn merged(mut one: Value, other: &Value) -> Value {
    if one.get("type") != other.get("type") {
        return json!({});
    }
    if let (Some(items), Some(others)) = (one.get_mut("items").map(Value::take), other.get("items"))
    {
        one["items"] = merged(items, others);
    } else if let Some(items) = other.get("items") {
        one["items"] = items.clone();
    }
    if let (Some(Value::Object(fields)), Some(Value::Object(others))) =
        (one.get_mut("properties"), other.get("properties"))
    {
        for (name, shape) in others {
            let known = fields.get_mut(name).map(Value::take);
            let shape = known.map_or_else(|| shape.clone(), |known| merged(known, shape));
            fields.insert(name.clone(), shape);
        }
    }
    if let (Some(Value::Array(names)), Some(Value::Array(others))) =
        (one.get_mut("required"), other.get("required"))
    {
        names.retain(|name| others.contains(name));
    }
    one
}
