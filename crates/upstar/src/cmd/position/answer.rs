//! Answers in words and as JSON, the same for all commands on positions.

use crate::args::PositionArgs;
use serde_json::{Value as Json, json};
use upstar_base::{OutcomeClass, Verdict};

/// The part of an answer that repeats the question.
pub(crate) fn question_json(args: &PositionArgs) -> Json {
    let mut question = json!({
        "rules": args.rules,
        "position": args.position,
        "compound": args.manner.compound.to_string(),
        "play": args.manner.play.to_string(),
    });
    if let Some(variant) = args.manner.variant {
        question = extend(question, json!({ "variant": variant.to_string() }));
    }
    if args.manner.whole {
        question = extend(question, json!({ "whole": true }));
    }
    if let Some(component) = args.entailed {
        question = extend(question, json!({ "entailed": component }));
    }
    if let Some(note) = super::reading(args) {
        question = extend(question, json!({ "note": note }));
    }
    question
}

/// What each player gets moving first.
pub(crate) fn verdicts_json([left, right]: [Verdict; 2]) -> Json {
    json!({"left_first": left.to_string(), "right_first": right.to_string()})
}

/// The outcome class and what it means.
pub(crate) fn told(verdicts: [Verdict; 2]) -> String {
    let class = OutcomeClass::from_first(verdicts);
    format!("{class}: {}", class.words())
}

/// Adds the entries of one JSON object to another.
pub(crate) fn extend(mut object: Json, more: Json) -> Json {
    if let (Some(object), Json::Object(more)) = (object.as_object_mut(), more) {
        object.extend(more);
    }
    object
}
