//! Answers in words and as JSON, the same for all commands on positions.

use crate::args::PositionArgs;
use serde_json::{Value as Json, json};
use upstar_base::{Outcome, Player};

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
pub(crate) fn outcome_json(outcome: Outcome) -> Json {
    let result = |who: Player| if outcome.winner(who) == who { "win" } else { "loss" };
    json!({"left_first": result(Player::Left), "right_first": result(Player::Right)})
}

/// An outcome class in words.
pub(crate) fn in_words(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::L => "Left wins, whoever starts",
        Outcome::R => "Right wins, whoever starts",
        Outcome::N => "whoever starts wins",
        Outcome::P => "whoever starts loses",
    }
}

/// Adds the entries of one JSON object to another.
pub(crate) fn extend(mut object: Json, more: Json) -> Json {
    if let (Some(object), Json::Object(more)) = (object.as_object_mut(), more) {
        object.extend(more);
    }
    object
}
