//! What queries about positions have in common: which position, how it is played, and what an
//! answer may cost.

use crate::query::describe::described;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::time::Duration;
use upstar_base::{Play, Player};
use upstar_rules::erased::Erased;
use upstar_rules::sum;
use upstar_rules::variant::{Dicotic, Impartial, Twisted, Whole};
use upstar_theory::compound::Compound;

described! {
/// A ruleset, a position, and how it is played.
#[derive(Default)]
pub struct PositionSpec {
    /// The ruleset, perhaps with parameters: domineering, 'subtraction(2,5,6)'
    pub rules: String,
    /// The position, or a sum of positions with ` + ` between them; `-` reads it from stdin, a
    /// board with one row a line
    #[cfg_attr(
        feature = "clap",
        arg(allow_hyphen_values = true, default_value = "", hide_default_value = true)
    )]
    #[serde(default)]
    pub position: String,
    /// How it is played.
    #[cfg_attr(feature = "clap", command(flatten))]
    #[serde(flatten)]
    pub manner: PlayMode,
    /// The component, counted from 1, that must be answered: the last move there was an
    /// entailing one
    #[cfg_attr(feature = "clap", arg(long, value_name = "N"))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub entailed: Option<usize>,
}
}

impl PositionSpec {
    /// A position, or a sum of positions, in normal play.
    pub fn new(rules: impl Into<String>, position: impl Into<String>) -> PositionSpec {
        PositionSpec { rules: rules.into(), position: position.into(), ..PositionSpec::default() }
    }

    /// Returns the rulesets and rule files that it names.
    pub fn rulesets(&self) -> Vec<&str> {
        std::iter::once(self.rules.as_str()).chain(sum::files(&self.position)).collect()
    }

    /// The same in another manner.
    #[must_use]
    pub fn played(self, manner: PlayMode) -> PositionSpec {
        PositionSpec { manner, ..self }
    }
}

described! {
/// How positions are played.
#[derive(Copy, Default, Hash)]
pub struct PlayMode {
    /// How several components are played at once
    #[cfg_attr(feature = "clap", arg(long, value_enum, default_value_t))]
    #[serde(default, skip_serializing_if = "is_default")]
    pub compound: Compound,
    /// Who wins when a player cannot move: the other (normal) or that one (misere)
    #[cfg_attr(feature = "clap", arg(long, value_enum, default_value_t))]
    #[serde(default, skip_serializing_if = "is_default")]
    pub play: Play,
    /// Play another game with the same positions
    #[cfg_attr(feature = "clap", arg(long, value_enum))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub variant: Option<Variant>,
    /// Play each position as one component, whatever pieces it has; what falls apart stays
    /// together. `upstar rules NAME` says what the pieces are
    #[cfg_attr(feature = "clap", arg(long))]
    #[serde(default, skip_serializing_if = "is_default")]
    pub whole: bool,
    /// Who wins play that never ends
    #[cfg_attr(feature = "clap", arg(long, value_enum, default_value_t))]
    #[serde(default, skip_serializing_if = "is_default")]
    pub endless: Endless,
}
}

/// Who wins play that never ends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
pub enum Endless {
    /// Left, so that a game is worth its onside
    Left,
    /// Right, so that a game is worth its offside
    Right,
    /// Nobody
    #[default]
    Draw,
}

impl Endless {
    /// The player who wins.
    pub fn winner(self) -> Option<Player> {
        match self {
            Endless::Left => Some(Player::Left),
            Endless::Right => Some(Player::Right),
            Endless::Draw => None,
        }
    }
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

impl PlayMode {
    /// Does it make a difference that a position is one component? A sum is the same.
    fn keeps_whole(&self) -> bool {
        self.whole && self.compound != Compound::Sum
    }

    /// The first field that asks for something else than the sum in normal play.
    pub fn first_field(&self) -> Option<&'static str> {
        let fields = [
            ("compound", self.compound != Compound::default()),
            ("play", self.play != Play::default()),
            ("variant", self.variant.is_some()),
            ("whole", self.whole),
            ("endless", self.endless != Endless::default()),
        ];
        fields.into_iter().find_map(|(field, is_set)| is_set.then_some(field))
    }

    /// What tells the rules of the variant from those of the ruleset; nothing where they are those.
    pub(crate) fn other_rules(&self) -> String {
        let whole = if self.keeps_whole() { " whole" } else { "" };
        self.variant.map_or(whole.to_owned(), |variant| format!(" {variant:?}{whole}"))
    }

    /// The rules of the variant.
    pub(crate) fn varied(&self, rules: Erased) -> Erased {
        let whole = self.keeps_whole();
        match self.variant {
            None if whole => Erased::new(Whole(rules)),
            None => rules,
            Some(Variant::Impartial) if whole => Erased::new(Whole(Impartial(rules))),
            Some(Variant::Impartial) => Erased::new(Impartial(rules)),
            Some(Variant::Dicotic) => Erased::new(Dicotic(rules)),
            Some(Variant::Twisted) => Erased::new(Twisted(rules)),
        }
    }
}

/// Another game with the same positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
pub enum Variant {
    /// Both players may make the moves of either
    Impartial,
    /// Play ends as soon as one of the players cannot move
    Dicotic,
    /// After each move the players exchange their roles
    Twisted,
}

impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Variant::Impartial => "impartial",
            Variant::Dicotic => "dicotic",
            Variant::Twisted => "twisted",
        })
    }
}

/// What an answer may cost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// How long one question may take.
    pub time: Option<Duration>,
    /// How many bytes all tables may take.
    pub memory: Option<u64>,
    /// How many threads may work on one question; `None` is as many as there are cores.
    pub threads: Option<usize>,
}

impl Limits {
    /// How many threads may work.
    pub fn threads(&self) -> usize {
        let all = || std::thread::available_parallelism().map_or(1, usize::from);
        self.threads.unwrap_or_else(all)
    }
}
