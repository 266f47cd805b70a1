//! A game as text: what was played, from where, and the moves by their names.
//!
//! ```text
//! rules: nim
//! position: 7+5+3
//! first: left
//!
//! Left 7->6
//! Right 6->4
//! result: Left wins
//! ```
//! First the fields of a [`PositionSpec`] as in JSON, one a line, and who moved first; then a line for each
//! move. What follows `#` at the beginning of a line is a remark. The result is not needed: a game
//! without one goes on.

use crate::question::PositionSpec;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::fmt::Write as _;
use upstar_base::Player;

/// A move that was made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Made {
    /// Who made it.
    pub player: Player,
    /// Its name, or where it leads.
    #[serde(rename = "move")]
    pub name: String,
}

/// A game as it was played so far.
///
/// ```
/// use upstar_session::Record;
/// let text = "rules: nim\nposition: 3+2\n\nLeft 3->2\n";
/// let record = Record::read(text)?;
/// assert_eq!(record.moves[0].name, "3->2");
/// assert_eq!(Record::read(&record.text())?, record);
/// assert_eq!(Record::read("rules: nim\nMiddle 3->2\n").unwrap_err().line, 2);
/// # Ok::<(), upstar_session::NoRecord>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Record {
    /// Where it began.
    pub place: PositionSpec,
    /// Who moved first.
    pub first: Player,
    /// The moves.
    pub moves: Vec<Made>,
    /// How it ended, if it has.
    pub result: Option<String>,
}

/// A text that is no record of a game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {message}")]
pub struct NoRecord {
    /// The line, counted from 1.
    pub line: usize,
    /// What is wrong with it.
    pub message: String,
}

fn player(word: &str) -> Option<Player> {
    Player::BOTH.into_iter().find(|player| player.to_string().eq_ignore_ascii_case(word))
}

impl Record {
    /// A game that begins.
    pub fn new(place: PositionSpec, first: Player) -> Record {
        Record { place, first, moves: Vec::new(), result: None }
    }

    /// Reads what [`Record::text`] writes.
    pub fn read(text: &str) -> Result<Record, NoRecord> {
        let (mut fields, mut moves) = (Map::new(), Vec::new());
        let (mut first, mut result) = (Player::Left, None);
        let mut number = 0;
        for line in text.lines().map(str::trim) {
            number += 1;
            let wrong = |message: String| NoRecord { line: number, message };
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
            if let Some(player) = player(word) {
                let name = rest.trim().to_owned();
                if name.is_empty() {
                    return Err(wrong(format!("expected the name of a move after `{word}`")));
                }
                moves.push(Made { player, name });
                continue;
            }
            let Some((key, value)) = line.split_once(':') else {
                let message = "expected a field such as `rules: nim`, or a move such as \
                               `Left 7->5`";
                return Err(wrong(message.to_owned()));
            };
            let (key, value) = (key.trim().to_lowercase(), value.trim());
            match key.as_str() {
                "first" => {
                    let found = player(value);
                    first = found.ok_or_else(|| wrong("expected `left` or `right`".to_owned()))?;
                }
                "result" => result = Some(value.to_owned()),
                "rules" | "position" => {
                    fields.insert(key, Value::String(value.to_owned()));
                }
                known if FIELDS.contains(&known) => {
                    fields.insert(key, field(value));
                }
                _ => {
                    let known = format!("rules, position, first, {}", FIELDS.join(", "));
                    return Err(wrong(format!("there is no field `{key}`: expected {known}")));
                }
            }
        }
        let place: PositionSpec = serde_json::from_value(Value::Object(fields))
            .map_err(|error| NoRecord { line: number.max(1), message: error.to_string() })?;
        Ok(Record { place, first, moves, result })
    }

    /// Writes it.
    pub fn text(&self) -> String {
        let mut text = String::new();
        if let Ok(Value::Object(fields)) = serde_json::to_value(&self.place) {
            for (key, value) in fields.iter().filter(|(_, value)| !value.is_null()) {
                let _ = match value {
                    Value::String(value) => writeln!(text, "{key}: {value}"),
                    other => writeln!(text, "{key}: {other}"),
                };
            }
        }
        let _ = writeln!(text, "first: {}\n", self.first.to_string().to_lowercase());
        for made in &self.moves {
            let _ = writeln!(text, "{} {}", made.player, made.name);
        }
        if let Some(result) = &self.result {
            let _ = writeln!(text, "result: {result}");
        }
        text
    }
}

/// How a game can be played, besides its rules and its position.
const FIELDS: [&str; 6] = ["compound", "play", "variant", "whole", "endless", "entailed"];

fn field(value: &str) -> Value {
    match value {
        "true" => Value::Bool(true),
        "false" => Value::Bool(false),
        _ => value.parse::<u64>().map_or_else(|_| Value::String(value.to_owned()), Value::from),
    }
}
