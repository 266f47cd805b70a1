//! The command line of questions about positions. The comments here are the text of `--help`.

use clap::{Args, ValueEnum};
use std::fmt;
use upstar_rules::Rules;
use upstar_rules::erased::Erased;
use upstar_rules::variant::{Dicotic, Impartial, Twisted, Whole};
use upstar_theory::{compound, judge};

/// A ruleset, a position, and how it is played.
#[derive(Clone, Debug, Args)]
pub(crate) struct PositionArgs {
    /// The ruleset, perhaps with parameters: domineering, 'subtraction(2,5,6)'
    pub(crate) rules: String,
    /// The position, or a sum of positions with ` + ` between them; `-` reads it from stdin, a
    /// board with one row a line
    #[arg(allow_hyphen_values = true, default_value = "", hide_default_value = true)]
    pub(crate) position: String,
    /// Answer for each line of stdin, a position each, with one line of output, in the same order
    #[arg(long)]
    pub(crate) each: bool,
    #[command(flatten)]
    pub(crate) manner: Manner,
    /// The component, counted from 1, that must be answered: the last move there was an
    /// entailing one
    #[arg(long, value_name = "N")]
    pub(crate) entailed: Option<usize>,
}

/// How positions are played.
#[derive(Clone, Copy, Debug, Default, Args)]
pub(crate) struct Manner {
    /// How several components are played at once
    #[arg(long, value_enum, default_value_t)]
    pub(crate) compound: Compound,
    /// Who wins when a player cannot move: the other (normal) or that one (misere)
    #[arg(long, value_enum, default_value_t)]
    pub(crate) play: Play,
    /// Play another game with the same positions
    #[arg(long, value_enum)]
    pub(crate) variant: Option<Variant>,
    /// Play each position as one component, whatever pieces it has; what falls apart stays
    /// together. `upstar rules NAME` says what the pieces are
    #[arg(long)]
    pub(crate) whole: bool,
}

impl Manner {
    /// Does it make a difference that a position is one component? A sum is the same.
    fn keeps_whole(&self) -> bool {
        self.whole && self.compound != Compound::Sum
    }

    /// The first flag that asks for something else than the sum in normal play.
    pub(crate) fn first_flag(&self) -> Option<&'static str> {
        let flags = [
            ("--compound", self.compound != Compound::default()),
            ("--play", self.play != Play::default()),
            ("--variant", self.variant.is_some()),
            ("--whole", self.whole),
        ];
        flags.into_iter().find_map(|(flag, is_set)| is_set.then_some(flag))
    }

    /// The rules of the variant, if it is not that of the rules themselves.
    pub(crate) fn varied<R: Rules>(&self, rules: R) -> Result<Erased, R> {
        let whole = self.keeps_whole();
        Ok(match self.variant {
            None if whole => Erased::new(Whole(rules)),
            None => return Err(rules),
            Some(Variant::Impartial) if whole => Erased::new(Whole(Impartial(rules))),
            Some(Variant::Impartial) => Erased::new(Impartial(rules)),
            Some(Variant::Dicotic) => Erased::new(Dicotic(rules)),
            Some(Variant::Twisted) => Erased::new(Twisted(rules)),
        })
    }
}

/// How several components are played at once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Compound {
    /// A move in one of them
    #[default]
    Sum,
    /// A move in each of them, until one cannot
    Join,
    /// A move in each of them where one can, until one is over
    JoinPass,
    /// A move in each of them where one can, until all are over
    SlowJoin,
    /// A move in one or more of them
    Union,
    /// A move in one or more of them, until one is over
    UrgentUnion,
    /// A move in one or more of them, but not in all
    Subselective,
}

/// Who wins when a player cannot move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Play {
    /// The other player
    #[default]
    Normal,
    /// That player
    Misere,
}

/// Another game with the same positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Variant {
    /// Both players may make the moves of either
    Impartial,
    /// Play ends as soon as one of the players cannot move
    Dicotic,
    /// After each move the players exchange their roles
    Twisted,
}

/// A player on the command line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Player {
    /// Left
    #[default]
    Left,
    /// Right
    Right,
}

impl fmt::Display for Compound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        compound::Compound::from(*self).fmt(f)
    }
}

impl From<Compound> for compound::Compound {
    fn from(compound: Compound) -> compound::Compound {
        match compound {
            Compound::Sum => compound::Compound::Sum,
            Compound::Join => compound::Compound::Join,
            Compound::JoinPass => compound::Compound::JoinPass,
            Compound::SlowJoin => compound::Compound::SlowJoin,
            Compound::Union => compound::Compound::Union,
            Compound::UrgentUnion => compound::Compound::UrgentUnion,
            Compound::Subselective => compound::Compound::Subselective,
        }
    }
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

impl fmt::Display for Play {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Play::Normal => "normal",
            Play::Misere => "misere",
        })
    }
}

impl From<Play> for judge::Play {
    fn from(play: Play) -> judge::Play {
        match play {
            Play::Normal => judge::Play::Normal,
            Play::Misere => judge::Play::Misere,
        }
    }
}

impl From<Player> for upstar_base::Player {
    fn from(player: Player) -> upstar_base::Player {
        match player {
            Player::Left => upstar_base::Player::Left,
            Player::Right => upstar_base::Player::Right,
        }
    }
}

#[derive(Debug, Args)]
pub(crate) struct ValueArgs {
    #[command(flatten)]
    pub(crate) place: PositionArgs,
    /// Show more of the value: outcome, or any method of the calculator without arguments, such
    /// as Temperature, Mean, Thermograph, AtomicWeight; in misère play outcome, genus, class,
    /// canonical
    #[arg(long, value_delimiter = ',', value_name = "WHAT")]
    pub(crate) show: Vec<String>,
}

#[derive(Debug, Args)]
pub(crate) struct MovesArgs {
    #[command(flatten)]
    pub(crate) place: PositionArgs,
    /// Who is to move [default: left; with --all both in turn]
    #[arg(long, value_enum)]
    pub(crate) player: Option<Player>,
    /// List every move, the best first, with what it leaves and who gains by it
    #[arg(long)]
    pub(crate) all: bool,
    /// List every move with a reply that refutes it, where there is one
    #[arg(long)]
    pub(crate) replies: bool,
}

#[derive(Debug, Args)]
pub(crate) struct CompareArgs {
    /// The ruleset, perhaps with parameters
    pub(crate) rules: String,
    /// A position, or a sum of positions with ` + ` between them
    #[arg(allow_hyphen_values = true)]
    pub(crate) left: String,
    /// What it is compared with
    #[arg(allow_hyphen_values = true)]
    pub(crate) right: String,
    /// Play another game with the same positions
    #[arg(long, value_enum)]
    pub(crate) variant: Option<Variant>,
}

#[derive(Debug, Args)]
pub(crate) struct TableArgs {
    /// The ruleset, perhaps with parameters
    pub(crate) rules: String,
    /// The largest size: 8x8, or 40 for a family with one parameter
    pub(crate) size: String,
    #[command(flatten)]
    pub(crate) manner: Manner,
}

#[derive(Debug, Args)]
pub(crate) struct PlayArgs {
    #[command(flatten)]
    pub(crate) place: PositionArgs,
    /// Your side
    #[arg(long, value_enum, default_value_t)]
    pub(crate) side: Player,
    /// Who moves first
    #[arg(long, value_enum, default_value_t)]
    pub(crate) first: Player,
}
