//! What the calculator answers: a game, or data about games.

use super::error::stopped;
use super::game::Game;
use super::session::{Refusal, Session};
use std::fmt;
use upstar_calculator::Calculator;
use upstar_session::Notation;

/// The result of statements of the calculator.
#[derive(Clone, Debug)]
pub struct Evaluation {
    /// The value of the last statement.
    pub value: Value,
    /// The lines that `print` wrote.
    pub printed: Vec<String>,
    /// What is suspicious about the input.
    pub warnings: Vec<String>,
}

/// A value of the calculator.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Value {
    /// No value: a definition, a loop, a missing key.
    Nothing,
    /// `true` or `false`.
    Boolean(bool),
    /// A string.
    Text(String),
    /// The elements of a list or a set.
    List(Vec<Value>),
    /// The entries of a map.
    Map(Vec<(Value, Value)>),
    /// A game of any kind, numbers included.
    Game(Game),
    /// Everything else, as it is printed.
    Other {
        /// The name of its kind.
        kind: &'static str,
        /// Its text.
        text: String,
    },
}

impl Value {
    /// What the calculator found, in a session.
    pub(crate) fn new(
        session: &Session,
        calculator: &mut Calculator,
        value: upstar_calculator::Value,
    ) -> Result<Value, Refusal> {
        use upstar_calculator::Value as Found;
        let mut all = |items: &[Found]| -> Result<Vec<Value>, Refusal> {
            items.iter().map(|item| Value::new(session, calculator, item.clone())).collect()
        };
        Ok(match value {
            Found::Nothing => Value::Nothing,
            Found::Boolean(yes) => Value::Boolean(yes),
            Found::Text(text) => Value::Text(text.as_str().to_owned()),
            Found::List(items) | Found::Set(items) => Value::List(all(items.as_slice())?),
            Found::Map(map) => {
                let (keys, values): (Vec<_>, Vec<_>) = map.entries().iter().cloned().unzip();
                Value::Map(all(&keys)?.into_iter().zip(all(&values)?).collect())
            }
            Found::Game(game) => Value::Game(Game::new(session, game)),
            other => {
                let kind = calculator.kind(&other);
                let text = calculator.show(&other, Notation::Ascii).map_err(stopped)?;
                Value::Other { kind, text }
            }
        })
    }

    /// Whether other calculators of the session know all games in it.
    pub(crate) fn is_portable(&self) -> bool {
        match self {
            Value::Game(game) => game.is_portable(),
            Value::List(items) => items.iter().all(Value::is_portable),
            Value::Map(items) => items.iter().all(|(k, v)| k.is_portable() && v.is_portable()),
            _ => true,
        }
    }

    /// Returns the name of its kind.
    pub fn kind(&self) -> &'static str {
        match self {
            Value::Nothing => "Nothing",
            Value::Boolean(_) => "Boolean",
            Value::Text(_) => "String",
            Value::List(_) => "List",
            Value::Map(_) => "Map",
            Value::Game(game) => game.kind().unwrap_or("Game"),
            Value::Other { kind, .. } => kind,
        }
    }

    /// Returns the game, if it is one.
    pub fn as_game(&self) -> Option<&Game> {
        match self {
            Value::Game(game) => Some(game),
            _ => None,
        }
    }
}

/// Writes the value as the calculator prints it; nothing for [`Value::Nothing`].
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let entries = |f: &mut fmt::Formatter<'_>, items: &[Value]| {
            items
                .iter()
                .enumerate()
                .try_for_each(|(i, item)| write!(f, "{}{item}", if i > 0 { "," } else { "" }))
        };
        match self {
            Value::Nothing => Ok(()),
            Value::Boolean(yes) => write!(f, "{yes}"),
            Value::Text(text) => write!(f, "\"{text}\""),
            Value::List(items) => {
                f.write_str("[")?;
                entries(f, items)?;
                f.write_str("]")
            }
            Value::Map(items) => {
                f.write_str("{")?;
                for (i, (key, value)) in items.iter().enumerate() {
                    write!(f, "{}{key} => {value}", if i > 0 { "," } else { "" })?;
                }
                f.write_str("}")
            }
            Value::Game(game) => write!(f, "{game}"),
            Value::Other { text, .. } => f.write_str(text),
        }
    }
}
