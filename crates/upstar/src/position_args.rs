//! The command line of questions about positions. The comments here are the text of `--help`.

use clap::Args;
use std::path::PathBuf;
use upstar_session::{
    By, Format, LegalQuery, Level, PlayMode, Player, PositionSpec, Seats, Variant,
};

/// A ruleset, a position, and how it is played.
#[derive(Clone, Debug, Args)]
pub(crate) struct PositionArgs {
    #[command(flatten)]
    pub(crate) place: PositionSpec,
    /// Answer for each line of stdin, a position each, with one line of output, in the same order
    #[arg(long)]
    pub(crate) each: bool,
}

#[derive(Debug, Args)]
pub(crate) struct OutcomeArgs {
    #[command(flatten)]
    pub(crate) at: PositionArgs,
    /// Keep what a long search has proved in this file, now and then and when it is stopped; go
    /// on from it if it exists
    #[arg(long, value_name = "FILE", conflicts_with = "each")]
    pub(crate) checkpoint: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub(crate) struct ValueArgs {
    #[command(flatten)]
    pub(crate) at: PositionArgs,
    /// Show more of the value: outcome, or any method of the calculator without arguments, such
    /// as Temperature, Mean, Thermograph, AtomicWeight; in misère play outcome, genus, class,
    /// canonical
    #[arg(long, value_delimiter = ',', value_name = "WHAT")]
    pub(crate) show: Vec<String>,
}

#[derive(Debug, Args)]
pub(crate) struct MovesArgs {
    #[command(flatten)]
    pub(crate) at: PositionArgs,
    /// Who is to move [default: left; with --all both in turn]
    #[arg(long, value_enum)]
    pub(crate) player: Option<Player>,
    /// List every move, the best first, with what it leaves and who gains by it
    #[arg(long)]
    pub(crate) all: bool,
    /// List every move with a reply that refutes it, where there is one
    #[arg(long)]
    pub(crate) replies: bool,
    #[command(flatten)]
    pub(crate) written: WrittenArgs,
}

#[derive(Debug, Args)]
pub(crate) struct LegalArgs {
    #[command(flatten)]
    pub(crate) query: LegalQuery,
    /// Answer for each line of stdin, a position each, with one line of output, in the same order
    #[arg(long)]
    pub(crate) each: bool,
    #[command(flatten)]
    pub(crate) written: WrittenArgs,
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
    /// Show this of every position and not its value; for misère play, the genus
    #[arg(long, value_name = "WHAT", value_parser = ["genus"], conflicts_with = "periods")]
    pub(crate) show: Option<String>,
    /// Say with which period each row repeats, as far as the table goes
    #[arg(long, conflicts_with = "format")]
    pub(crate) periods: bool,
    #[command(flatten)]
    pub(crate) manner: PlayMode,
    #[command(flatten)]
    pub(crate) written: WrittenArgs,
}

#[derive(Debug, Args)]
pub(crate) struct PositionsArgs {
    /// The ruleset, perhaps with parameters
    pub(crate) rules: String,
    /// The family: 18 coins, 2x20 for two heaps of at most 20, or a position, for its followers
    pub(crate) size: String,
    /// Only those with this outcome class: P, N, L, R, ...
    #[arg(long, value_name = "CLASS")]
    pub(crate) outcome: Option<String>,
    /// Count them by this
    #[arg(long, value_enum, value_name = "WHAT")]
    pub(crate) by: Option<By>,
    /// Only say how many there are
    #[arg(long, conflicts_with = "by")]
    pub(crate) count: bool,
    #[command(flatten)]
    pub(crate) manner: PlayMode,
    #[command(flatten)]
    pub(crate) written: WrittenArgs,
}

/// How a table is written.
#[derive(Debug, Args)]
pub(crate) struct WrittenArgs {
    /// Write the table in a format of other programs
    #[arg(long, value_enum, value_name = "FORMAT", conflicts_with = "json")]
    pub(crate) format: Option<Format>,
}

#[derive(Debug, Args)]
pub(crate) struct PlayArgs {
    /// The ruleset, perhaps with parameters; left out where a record is gone on with
    #[arg(required_unless_present = "record")]
    pub(crate) rules: Option<String>,
    /// The position, or a sum of positions with ` + ` between them
    #[arg(allow_hyphen_values = true)]
    pub(crate) position: Option<String>,
    #[command(flatten)]
    pub(crate) manner: PlayMode,
    /// The component, counted from 1, that must be answered: the last move there was an
    /// entailing one
    #[arg(long, value_name = "N")]
    pub(crate) entailed: Option<usize>,
    /// Your side
    #[arg(long, value_enum, default_value = "left")]
    pub(crate) side: Seats,
    /// Who moves first
    #[arg(long, value_enum, default_value = "left")]
    pub(crate) first: Player,
    /// How well the program plays
    #[arg(long, value_enum, default_value = "master")]
    pub(crate) level: Level,
    /// What the dice of the weaker levels begin with [default: the time]
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,
    /// Keep the game in this file after every move; a game that is there already goes on
    #[arg(long, value_name = "FILE")]
    pub(crate) record: Option<PathBuf>,
}
