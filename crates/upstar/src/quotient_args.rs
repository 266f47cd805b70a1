//! What can be asked about misère quotients. The comments here are the text of `--help`.

use crate::atlas_args::work;
use clap::Args;
use std::path::PathBuf;
use upstar_session::misere::SolveQuery;

#[derive(Debug, Args)]
pub(crate) struct SolveArgs {
    #[command(flatten)]
    pub(crate) query: SolveQuery,
    /// Write a certificate of the quotient to this file, also of a partial one
    #[arg(long, value_name = "FILE")]
    pub(crate) certificate: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub(crate) struct MisereSurveyArgs {
    /// How many digits after the point, for all codes d0.d1d2... with d0 = 0 or 4
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..=4))]
    pub(crate) digits: u32,
    /// Also all quaternary codes 0.d1d2... with so many digits
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=6))]
    pub(crate) quaternary: Option<u32>,
    /// The database; an unfinished survey in it goes on
    #[arg(long, value_name = "FILE")]
    pub(crate) database: PathBuf,
    /// The work for each code, in steps of the search for its quotient; codes that had as much
    /// are left alone
    #[arg(long, value_name = "N", default_value = "10000", value_parser = work)]
    pub(crate) steps: u64,
}
