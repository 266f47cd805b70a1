//! The list of queries: names, examples, schema, and the example of the guide for contributors.

#![allow(clippy::unwrap_used)]

use serde_json::{Map, Value, json};
use upstar_session::{Query, QueryInfo, Question, SCHEMA_VERSION, Session, schema};

/// Calls `each` with every kind of query and the fields that name it.
fn walk(info: &QueryInfo, tags: &Map<String, Value>, each: &mut dyn FnMut(&QueryInfo, &Value)) {
    for kind in &info.nested {
        let tag = if info.name.is_empty() { "ask" } else { info.name };
        let mut tags = tags.clone();
        tags.insert(tag.to_owned(), kind.name.into());
        walk(kind, &tags, each);
        for example in kind.examples {
            let mut query = tags.clone();
            query.extend(serde_json::from_str::<Map<String, Value>>(example.json).unwrap());
            each(kind, &Value::Object(query));
        }
    }
}

#[test]
fn every_example_has_an_answer() {
    let mut asked = 0;
    walk(&Question::info(), &Map::new(), &mut |info, query| {
        let question: Question = serde_json::from_value(query.clone()).unwrap();
        let answer = Session::default().ask(&question);
        // The shortest certificate that holds is too long for an example.
        assert!(answer.is_ok() || info.name == "verify", "{query}: {answer:?}");
        asked += 1;
    });
    assert!(asked > 40, "{asked}");
}

/// Finds the kind of a query in a schema.
fn kind<'a>(schema: &'a Value, query: &Value) -> &'a Value {
    let is_kind = |kind: &&Value| {
        let properties = kind["properties"].as_object().unwrap();
        properties.iter().all(|(name, field)| match field.get("const") {
            Some(tag) => query.get(name) == Some(tag),
            None => true,
        })
    };
    let found = schema["oneOf"].as_array().unwrap().iter().find(is_kind).unwrap();
    if found.get("oneOf").is_some() { kind(found, query) } else { found }
}

#[test]
fn the_schema_knows_every_field_and_which_are_required() {
    let schema = schema();
    assert_eq!(schema["version"], json!(SCHEMA_VERSION));
    walk(&Question::info(), &Map::new(), &mut |_, query| {
        let kind = kind(&schema, query);
        for name in query.as_object().unwrap().keys().filter(|&name| name != "ask") {
            assert!(kind["properties"].get(name).is_some(), "{name} of {query}");
        }
        for name in kind["required"].as_array().unwrap().iter().filter_map(Value::as_str) {
            let mut without = query.clone();
            without.as_object_mut().unwrap().remove(name).unwrap();
            assert!(serde_json::from_value::<Question>(without).is_err(), "{name} of {query}");
        }
        for (name, field) in kind["properties"].as_object().unwrap() {
            assert!(field.get("const").is_some() || field.get("type").is_some(), "{name}");
            let is_told = field["description"].as_str().is_some_and(|text| !text.is_empty());
            assert!(is_told || field.get("const").is_some(), "{name} of {query}");
        }
    });
    let compounds = &kind(&schema, &json!({"ask": "value"}))["properties"]["compound"]["enum"];
    assert!(compounds.as_array().unwrap().contains(&json!("slow-join")), "{compounds}");
}

#[test]
fn the_guide_shows_the_query_as_it_is() {
    let guide = include_str!("../../../CONTRIBUTING.md");
    let shown = guide.split("## How to add a query").nth(1).unwrap();
    let shown = shown.split("```rust,ignore\n").nth(1).unwrap().split("```").next().unwrap();
    let source = include_str!("../src/query/legal.rs");
    for line in shown.lines() {
        assert!(source.lines().any(|own| own == line), "{line}");
    }
}
