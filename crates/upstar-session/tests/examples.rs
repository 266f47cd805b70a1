//! The list of queries: names, examples, schema, errors in terms of fields, and the example of the
//! guide for contributors.

#![allow(clippy::unwrap_used)]

use serde_json::{Map, Value, json};
use std::collections::BTreeSet;
use std::time::Duration;
use upstar_session::{
    Limits, Notation, Query, QueryError, QueryInfo, Question, Remedy, SCHEMA_VERSION, Session,
    schema,
};

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

/// What a field may hold besides, to no good in most queries.
fn others(name: &str) -> Vec<Value> {
    let texts: &[&str] = match name {
        "rules" | "code" => {
            &["zzzzzz", "kay", "kayles(", "hotcakes", "cram", "domineering", "file.up"]
        }
        "position" | "first" | "second" | "left" | "right" => &["?", "3+", "*3", "2x3", "h"],
        "compound" => &["join", "union", "slow-join", "subselective"],
        "endless" => &["left"],
        "variant" => &["dicotic", "twisted"],
        "play" => &["misere"],
        "by" => &["remoteness", "heads", "components"],
        "outcome" => &["Q"],
        "input" => &["BakedAlaska(\"2x3\")", "Zzzzzz(\"3\")", "1/0", "{1|"],
        _ => &["?", "9x9", "100001", "40"],
    };
    let texts = texts.iter().map(|&text| Value::from(text));
    texts.chain([json!(["Nonsense"]), json!(0), json!(1 << 30), json!(9)]).collect()
}

#[test]
fn no_error_speaks_of_a_command_line() {
    let (mut heard, mut told) = (Vec::<Remedy>::new(), BTreeSet::new());
    let mut hear = |error: QueryError| {
        let text = format!("{error} {} {:?}", serde_json::to_string(&error).unwrap(), error.hint);
        assert!(!text.contains("--") && !text.contains("upstar "), "{text}");
        heard.extend(error.remedy);
        told.insert(error.kind.name());
    };
    let mut ask = |query: Value, time: u64| {
        let Ok(question) = serde_json::from_value::<Question>(query) else { return };
        let limits = Limits {
            time: Some(Duration::from_millis(time)),
            memory: Some(32 << 20),
            threads: Some(1),
        };
        if let Err(error) = Session::new(limits, Notation::Ascii).ask(&question) {
            hear(*error);
        }
    };
    walk(&Question::info(), &Map::new(), &mut |info, query| {
        // Whether rules do what they should is asked of many positions.
        if info.name == "check-rules" {
            return;
        }
        let kind = kind(&schema(), query).clone();
        let fields = kind["properties"].as_object().unwrap();
        for name in fields.iter().filter(|(_, field)| field.get("const").is_none()).map(|(n, _)| n)
        {
            for other in others(name) {
                let mut query = query.clone();
                query[name] = other;
                ask(query, 20);
            }
        }
    });
    let place = |ask: &str, rules: &str, position: &str, name: &str, value: &str| json!({"ask": ask, "rules": rules, "position": position, name: value});
    ask(place("value", "domineering", "....|....", "compound", "subselective"), 1000);
    ask(place("value", "domineering", &["............"; 12].join("|"), "play", "normal"), 1);
    ask(place("value", "domineering", &["............"; 12].join("|"), "play", "normal"), 60_000);
    ask(place("value", "baked-alaska", "2x3", "compound", "sum"), 1000);
    ask(
        json!({"ask": "positions", "rules": "turning-turtles", "size": "60", "outcome": "N"}),
        1000,
    );
    ask(json!({"ask": "positions", "rules": "nim", "size": "2x3", "by": "remoteness"}), 1000);
    ask(json!({"ask": "misere", "misere": "genus-table", "code": "cram", "to": "3"}), 1000);
    for remedy in [
        Remedy::Set("compound", "union"),
        Remedy::Remoteness("compound", "join"),
        Remedy::Search,
        Remedy::ListRules,
        Remedy::Count,
        Remedy::Board(3),
        Remedy::Time,
        Remedy::Memory,
    ] {
        assert!(heard.contains(&remedy), "{remedy:?}");
    }
    assert!(heard.len() > 50 && told.len() > 6, "{} {told:?}", heard.len());
}
