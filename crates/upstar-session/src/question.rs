//! What can be asked. A question is plain data: it can be typed, sent and kept.
//!
//! Text in it is what a person types; reading it is part of answering, so that every front end
//! has the same notation and the same errors.

use crate::play::Level;
use crate::positions::By;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::time::Duration;
use upstar_base::{Play, Player};
use upstar_rules::erased::Erased;
use upstar_rules::variant::{Dicotic, Impartial, Twisted, Whole};
use upstar_theory::compound::Compound;

/// A question about games.
///
/// ```
/// use upstar_session::{PositionSpec, Question};
/// let question = Question::Outcome(PositionSpec::new("nim", "3+5+7"));
/// let text = serde_json::to_string(&question).unwrap();
/// assert_eq!(text, r#"{"ask":"outcome","rules":"nim","position":"3+5+7"}"#);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "ask", rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Question {
    /// What a position is worth.
    Value {
        /// The position.
        #[serde(flatten)]
        place: PositionSpec,
        /// What else to tell of the value: methods of the calculator.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        show: Vec<String>,
    },
    /// Who wins.
    Outcome(PositionSpec),
    /// The winning moves, or every move.
    Moves {
        /// The position.
        #[serde(flatten)]
        place: PositionSpec,
        /// Whose moves; both players' where all are asked for and nobody is named.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        player: Option<Player>,
        /// Every move, the best first.
        #[serde(default)]
        all: bool,
        /// Every move, with a reply that refutes it where there is one.
        #[serde(default)]
        replies: bool,
    },
    /// Everything about a position for somebody at a board, part by part: who wins, what each
    /// move gets and why, and what everything is worth.
    Analyse(PositionSpec),
    /// The options of a position with their values, and which of them count.
    Options(PositionSpec),
    /// Statements of the calculator, with all that can be told of the last value.
    Study {
        /// The statements.
        input: String,
    },
    /// The canonical form of a game as a graph.
    Graph {
        /// An expression of the calculator.
        input: String,
        /// The most positions that are shown.
        #[serde(default = "most_nodes")]
        most: usize,
    },
    /// The move that the program would make in a game.
    ///
    /// ```
    /// use upstar_session::{Level, PositionSpec, Player, Question, Session};
    /// let (place, player) = (PositionSpec::new("nim", "3+5+7"), Player::Left);
    /// let question = Question::Choose { place, player, level: Level::Master, seed: 0 };
    /// let answer = Session::default().ask(&question)?;
    /// assert_eq!(answer.text(), "7->6  leaves nim-sum 0\n");
    /// # Ok::<(), Box<upstar_session::QueryError>>(())
    /// ```
    Choose {
        /// Where.
        #[serde(flatten)]
        place: PositionSpec,
        /// Who is to move.
        player: Player,
        /// How well it plays.
        #[serde(default)]
        level: Level,
        /// What the dice of the weaker levels begin with.
        #[serde(default)]
        seed: u64,
    },
    /// Which of two positions is better for Left.
    Compare {
        /// The ruleset.
        rules: String,
        /// A position.
        left: String,
        /// Another.
        right: String,
        /// Another game with the same positions.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        variant: Option<Variant>,
    },
    /// The values of a family of positions.
    Table {
        /// The ruleset.
        rules: String,
        /// The largest size: `8x8`, `40`.
        size: String,
        /// How they are played.
        #[serde(flatten)]
        manner: PlayMode,
        /// Say with which period the rows repeat, as far as they go.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        periods: bool,
    },
    /// The positions of a family with an outcome, or how many there are.
    Positions {
        /// The ruleset.
        rules: String,
        /// The size of the family: `18`, `2x20`; or a position, whose followers are meant.
        size: String,
        /// The outcome class that is wanted; none is all.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        outcome: Option<String>,
        /// Count them by this.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<By>,
        /// Are only numbers wanted?
        #[serde(default)]
        count: bool,
        /// How they are played.
        #[serde(flatten)]
        manner: PlayMode,
    },
    /// A picture of a position, perhaps with the winning moves of a player marked on it.
    Picture {
        /// The position.
        #[serde(flatten)]
        place: PositionSpec,
        /// Whose winning moves are marked.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        winning: Option<Player>,
    },
    /// Which rulesets there are, or all about one of them.
    Rules {
        /// Its name.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name: Option<String>,
    },
    /// Adds rules that somebody wrote under a name; the answer is the page on them.
    Furnish {
        /// What questions call them from now on: `my.up`.
        #[serde(alias = "rules")]
        name: String,
        /// The text of the file.
        text: String,
    },
    /// Whether the rules of a file are what they say: known values, and what was found out about
    /// them against plain play.
    CheckRules {
        /// The name of the file, or of a ruleset.
        rules: String,
        /// How many random positions are tried; none is some hundred.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        games: Option<u32>,
        /// Which random positions.
        #[serde(default)]
        seed: u64,
    },
    /// Statements of the calculator; variables stay from question to question.
    Eval {
        /// The statements.
        input: String,
    },
    /// What the word before a place of an input may become.
    Complete {
        /// The input.
        input: String,
        /// The place, in bytes.
        at: usize,
    },
    /// The thermographs of games, in one picture.
    Thermographs {
        /// Expressions of the calculator.
        games: Vec<String>,
    },
    /// The tree of the numbers born by some day, with a ruler and their Hackenbush strings.
    NumberTree {
        /// The day.
        days: u32,
    },
    /// What a code of a heap game means and what is known of it.
    HeapInfo {
        /// The code.
        code: String,
    },
    /// The nim-values of heaps of 0 to so many tokens.
    HeapValues {
        /// The code.
        code: String,
        /// The largest heap.
        to: String,
    },
    /// The period of a nim-sequence, proved.
    HeapPeriod {
        /// The code.
        code: String,
        /// How many values are looked at; none is 2^28.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        limit: Option<String>,
    },
    /// The same with a certificate of what is proved.
    HeapCertificate {
        /// The code.
        code: String,
        /// How many values are looked at; none is 2^28.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        limit: Option<String>,
    },
    /// The rare values of a nim-sequence.
    HeapSparse {
        /// The code.
        code: String,
        /// The largest heap that is looked at.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        to: Option<String>,
    },
    /// The misère quotient of heaps up to some size, in tables.
    QuotientTables {
        /// The code.
        code: String,
        /// The largest heap that is looked at.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        heaps: Option<String>,
    },
    /// A question about misère play of heaps or impartial games.
    Misere(crate::misere::Question),
    /// Whether a certificate holds.
    Verify {
        /// Its text.
        certificate: String,
        /// Derive step by step also what takes hours.
        #[serde(default)]
        long: bool,
    },
}

fn most_nodes() -> usize {
    crate::explore::MOST_NODES
}

/// A ruleset, a position, and how it is played.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
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

impl PositionSpec {
    /// A position, or a sum of positions, in normal play.
    pub fn new(rules: impl Into<String>, position: impl Into<String>) -> PositionSpec {
        PositionSpec { rules: rules.into(), position: position.into(), ..PositionSpec::default() }
    }

    /// The same in another manner.
    #[must_use]
    pub fn played(self, manner: PlayMode) -> PositionSpec {
        PositionSpec { manner, ..self }
    }
}

/// How positions are played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
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

    /// The first option that asks for something else than the sum in normal play.
    pub fn first_option(&self) -> Option<&'static str> {
        let options = [
            ("--compound", self.compound != Compound::default()),
            ("--play", self.play != Play::default()),
            ("--variant", self.variant.is_some()),
            ("--whole", self.whole),
            ("--endless", self.endless != Endless::default()),
        ];
        options.into_iter().find_map(|(option, is_set)| is_set.then_some(option))
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
