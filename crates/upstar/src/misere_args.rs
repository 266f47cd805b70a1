//! What can be asked about misère play. The comments here are the text of `--help`.

use crate::args::{MisereSurveyArgs, SolveArgs, SumArgs};
use clap::Subcommand;

#[derive(Debug, Subcommand)]
pub(crate) enum MisereCommand {
    /// The misère quotient of a game, proved; of all heaps where that is possible
    Solve(SolveArgs),
    /// Who wins a sum of heaps
    Outcome(SumArgs),
    /// Every winning move in a sum of heaps, and why it wins
    Moves(SumArgs),
    /// The quotients of all games with few digits, class by class, into a database
    Survey(MisereSurveyArgs),
}
