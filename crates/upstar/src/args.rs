//! The command line: what can be asked. The comments here are the text of `--help`.

use crate::limits::{Amount, Span};
use clap::{Args, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;
use std::path::PathBuf;
use upstar_lang::print;

/// A laboratory for combinatorial games.
///
/// Without a command it starts an interactive calculator; type `help` there.
#[derive(Debug, Parser)]
#[command(name = "upstar", version, max_term_width = 100)]
#[command(after_help = "Exit status: 0 answered, 1 no answer within the limits, 2 wrong input.")]
pub(crate) struct Cli {
    #[command(flatten)]
    pub(crate) global: Global,
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

/// Options of every command.
#[derive(Debug, Args)]
pub(crate) struct Global {
    /// Write each answer as one JSON object on one line
    #[arg(long, global = true)]
    pub(crate) json: bool,
    /// Use at most this many threads, where a command can use several
    #[arg(long, global = true, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub(crate) threads: Option<u16>,
    /// Stop when the tables take more than this: 500M, 2G [default: half of the RAM]
    #[arg(long, global = true, value_name = "SIZE")]
    pub(crate) memory: Option<Amount>,
    /// Stop when one answer takes longer than this: 500ms, 2s, 1m
    #[arg(long, global = true, value_name = "DURATION")]
    pub(crate) time: Option<Span>,
    /// How values are written
    #[arg(long, global = true, value_enum, default_value_t, value_name = "NOTATION")]
    pub(crate) notation: Notation,
    /// Write no messages to stderr
    #[arg(long, global = true)]
    pub(crate) quiet: bool,
}

/// Names of the notations on the command line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Notation {
    /// What the field types: 1^*, +-2
    #[default]
    Ascii,
    /// The arrows and signs of the books: 1↑*, ±2
    Unicode,
    /// For papers
    Latex,
}

impl From<Notation> for print::Notation {
    fn from(name: Notation) -> print::Notation {
        match name {
            Notation::Ascii => print::Notation::Ascii,
            Notation::Unicode => print::Notation::Unicode,
            Notation::Latex => print::Notation::Latex,
        }
    }
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Evaluate expressions of the calculator, one line of output each
    Eval(EvalArgs),
    /// Draw a picture as SVG
    Draw(DrawArgs),
    /// Write a completion script for a shell
    Completions {
        /// For which shell
        shell: Shell,
    },
    /// Write the manual page
    Man,
    /// Write the table of everything the calculator knows, in Markdown
    #[command(hide = true)]
    Reference,
}

#[derive(Debug, Args)]
pub(crate) struct EvalArgs {
    /// Expressions; `-` reads statements from stdin, one per line
    #[arg(required = true, value_name = "EXPR", allow_hyphen_values = true)]
    pub(crate) expressions: Vec<String>,
}

#[derive(Debug, Args)]
pub(crate) struct DrawArgs {
    /// The thermograph of each of these games, in one picture
    #[arg(
        long,
        required = true,
        value_name = "EXPR",
        num_args = 1..,
        allow_hyphen_values = true
    )]
    pub(crate) thermograph: Vec<String>,
    /// Write to this file instead of stdout
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// Draw with characters instead of SVG
    #[arg(long)]
    pub(crate) text: bool,
}
