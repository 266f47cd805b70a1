//! The command line of questions about positions. The comments here are the text of `--help`.

use clap::Args;
use std::path::PathBuf;
use upstar_session::{Format, Level, OutcomeQuery, PlayMode, Player, Seats, TableQuery};

/// Whether a query is asked of many positions.
#[derive(Debug, Args)]
pub(crate) struct EachArgs {
    /// Answer for each line of stdin, a position each, with one line of output, in the same order
    #[arg(long)]
    pub(crate) each: bool,
}

#[derive(Debug, Args)]
pub(crate) struct OutcomeArgs {
    #[command(flatten)]
    pub(crate) query: OutcomeQuery,
    #[command(flatten)]
    pub(crate) each: EachArgs,
    /// Keep what a long search has proved in this file, now and then and when it is stopped; go
    /// on from it if it exists
    #[arg(long, value_name = "FILE", conflicts_with = "each")]
    pub(crate) checkpoint: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub(crate) struct TableArgs {
    #[command(flatten)]
    pub(crate) query: TableQuery,
    /// Show this of every position and not its value; for misère play, the genus
    #[arg(long, value_name = "WHAT", value_parser = ["genus"], conflicts_with = "periods")]
    pub(crate) show: Option<String>,
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
