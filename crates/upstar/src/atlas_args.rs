//! What can be asked about atlases. The comments here are the text of `--help`.

use crate::args::WrittenArgs;
use clap::{Args, Subcommand};
use std::path::PathBuf;
use upstar_atlas::look::Filter;
use upstar_rules::heap::code::HeapCode;
use upstar_session::amount;

#[derive(Debug, Subcommand)]
pub(crate) enum AtlasCommand {
    /// Compute all games with few digits into one file; a build that was stopped goes on
    Build(BuildArgs),
    /// Check certificates and keep what they prove in an atlas
    Add {
        /// The atlas
        file: PathBuf,
        /// The certificates, as `heaps period` and `misere solve` write them; stdin is `-`
        #[arg(required = true)]
        certificates: Vec<PathBuf>,
        /// Check even what takes hours
        #[arg(long)]
        long: bool,
    },
    /// The classes of codes that pass a filter, as a table
    Query {
        /// The atlas [default: the one that comes along, with three digits]
        file: Option<PathBuf>,
        #[command(flatten)]
        filter: Box<Filter>,
        #[command(flatten)]
        written: WrittenArgs,
    },
    /// Everything that is known of one code, and which codes are like it
    #[command(allow_missing_positional = true)]
    Show {
        /// The atlas [default: the one that comes along, with three digits]
        file: Option<PathBuf>,
        /// The code
        code: String,
        /// Write the certificate of its period, or of that of its class, to this file
        #[arg(long, value_name = "FILE")]
        certificate: Option<PathBuf>,
        /// Write that of its misère quotient instead
        #[arg(long, requires = "certificate")]
        misere: bool,
    },
    /// Check certificates, and that they say what the rows say
    Verify {
        /// The atlas [default: the one that comes along, with three digits]
        file: Option<PathBuf>,
        /// Check so many of them [default: all]
        #[arg(long, value_name = "N")]
        sample: Option<u64>,
        /// Draw others
        #[arg(long, value_name = "N", default_value_t = 0, requires = "sample")]
        seed: u64,
    },
    /// The rows in which two atlases differ; the exit status is 1 if there are any
    Diff {
        /// An atlas
        first: PathBuf,
        /// Another one [default: the one that comes along, with three digits]
        second: Option<PathBuf>,
    },
}

#[derive(Debug, Args)]
pub(crate) struct BuildArgs {
    /// How many digits after the point, for all codes d0.d1d2... with d0 = 0 or 4
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..=4))]
    pub(crate) digits: u32,
    /// Also all hexadecimal codes d0.d1d2 with d0 = 0, 4, 8 or C
    #[arg(long)]
    pub(crate) hex: bool,
    /// The file; an unfinished atlas in it goes on
    #[arg(long, value_name = "FILE", default_value = "atlas.db")]
    pub(crate) to: PathBuf,
    /// How many nim-values are computed of each octal code without a period
    #[arg(long, value_name = "N", default_value = "2^18", value_parser = work)]
    pub(crate) values: u64,
    /// How many nim-values are computed of each hexadecimal code without a period
    #[arg(long, value_name = "N", default_value = "2000", value_parser = work, requires = "hex")]
    pub(crate) hex_values: u64,
    /// The work for each misère quotient, in steps of the search for it
    #[arg(long, value_name = "N", default_value = "10000", value_parser = work)]
    pub(crate) steps: u64,
    /// Work on the classes of these codes alone: .56,.354
    #[arg(long, value_name = "CODES", value_delimiter = ',')]
    pub(crate) only: Vec<HeapCode>,
}

/// An amount of work: 20000 or 2^20.
pub(crate) fn work(text: &str) -> Result<u64, String> {
    amount(text, 1, "an amount of work").map_err(|refusal| refusal.message)
}
