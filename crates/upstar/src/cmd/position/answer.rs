//! Answers in words and as JSON, the same for all commands on positions.

use crate::args::PositionArgs;
use serde_json::{Value as Json, json};
use upstar_base::{Outcome, Verdict};

/// The part of an answer that repeats the question.
pub(crate) fn question_json(args: &PositionArgs) -> Json {
    json!({
        "rules": args.rules,
        "position": args.position,
        "compound": args.manner.compound.to_string(),
        "play": args.manner.play.to_string(),
    })
}

/// What each player gets moving first.
pub(crate) fn verdicts_json([left, right]: [Verdict; 2]) -> Json {
    json!({"left_first": left.to_string(), "right_first": right.to_string()})
}

/// The outcome class of what Left and Right get moving first; `O` where play is drawn.
pub(crate) fn class(verdicts: [Verdict; 2]) -> String {
    match verdicts {
        [Verdict::Draw, _] | [_, Verdict::Draw] => "O".to_owned(),
        [left, right] => {
            Outcome::from_first(left == Verdict::Win, right == Verdict::Win).to_string()
        }
    }
}

/// An outcome class in words.
pub(crate) fn in_words(verdicts: [Verdict; 2]) -> &'static str {
    match verdicts {
        [Verdict::Draw, _] | [_, Verdict::Draw] => "nobody can force a win: a draw",
        [left, right] => match Outcome::from_first(left == Verdict::Win, right == Verdict::Win) {
            Outcome::L => "Left wins, whoever starts",
            Outcome::R => "Right wins, whoever starts",
            Outcome::N => "whoever starts wins",
            Outcome::P => "whoever starts loses",
        },
    }
}

/// Adds the entries of one JSON object to another.
pub(crate) fn extend(mut object: Json, more: Json) -> Json {
    if let (Some(object), Json::Object(more)) = (object.as_object_mut(), more) {
        object.extend(more);
    }
    object
}
