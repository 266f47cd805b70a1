//! What can be asked about misère play. The comments here are the text of `--help`.

use crate::args::{CodeArgs, MisereSurveyArgs, SolveArgs, WrittenArgs};
use clap::{Args, Subcommand};
use upstar_session::misere::{CanonicalQuery, FriskyQuery, MovesQuery, OutcomeQuery};

#[derive(Debug, Subcommand)]
pub(crate) enum MisereCommand {
    /// The genus and the class of heaps, of a sum of heaps, or of a position of any ruleset
    ///
    /// The class is told in the words of Winning Ways, chapter 13, all that apply: `nim`, equal to a
    /// nim-heap; `tame`, in every sum of tame games like a position of Nim; `tameable`, tame but for
    /// options that can be taken back to tameable games, so that its sums with tame games are like
    /// Nim; `restive` and `restless`, not tame for the mixture of their fickle and firm options;
    /// `half-tame`, not tame, though two of it are; `wild`, none of these.
    Genus(GenusArgs),
    /// The canonical form of a sum of heaps or of a position of any ruleset
    Canonical(CanonicalQuery),
    /// Where misère play differs from normal play when there are few heaps, of any size
    Frisky(FriskyArgs),
    /// The misère quotient of a game, proved; of all heaps where that is possible
    Solve(SolveArgs),
    /// Who wins a sum of heaps
    Outcome(OutcomeQuery),
    /// Every winning move in a sum of heaps, and why it wins
    Moves(MovesQuery),
    /// The quotients of all games with few digits, class by class, into a database
    Survey(MisereSurveyArgs),
}

#[derive(Debug, Args)]
pub(crate) struct GenusArgs {
    #[command(flatten)]
    pub(crate) game: CodeArgs,
    /// A sum of heaps such as 9+8+5+3, or a position of the impartial ruleset that stands for the
    /// code; `-` reads from stdin: sums of heaps one a line, or the rows of one position
    #[arg(value_name = "POSITION", conflicts_with_all = ["to", "position", "tokens"])]
    pub(crate) board: Option<String>,
    /// The largest heap, also of a ruleset with heaps; of other rulesets a size such as 9x9
    #[arg(long, value_name = "N", required_unless_present_any = ["position", "tokens", "board"])]
    pub(crate) to: Option<String>,
    /// The genera of all sums with at most this many tokens, each with the first sum that has it
    #[arg(long, value_name = "N", conflicts_with_all = ["to", "position", "blurry", "why"])]
    pub(crate) tokens: Option<u32>,
    /// Tell superscripts above 1 no further apart
    #[arg(long)]
    pub(crate) blurry: bool,
    /// The same, with Allemang's 2 and 3 before a 0 and a 1
    #[arg(long)]
    pub(crate) digits: bool,
    /// The genera of all sums of two heaps
    #[arg(long, requires = "to")]
    pub(crate) pairs: bool,
    /// Tell the genera of all options, and the carries
    #[arg(long, conflicts_with = "to")]
    pub(crate) options: bool,
    /// A sum of heaps such as 9+8+5+3 or 2*7+4 instead of single heaps
    #[arg(long, value_name = "HEAPS", conflicts_with = "to")]
    pub(crate) position: Option<String>,
    /// Tell the options that are not tame and the moves that take them back
    #[arg(long, conflicts_with = "to")]
    pub(crate) why: bool,
    #[command(flatten)]
    pub(crate) written: WrittenArgs,
}

#[derive(Debug, Args)]
pub(crate) struct FriskyArgs {
    #[command(flatten)]
    pub(crate) query: FriskyQuery,
    /// A sum of heaps such as 22+50+67 instead of tables
    #[arg(long, value_name = "HEAPS")]
    pub(crate) position: Option<String>,
}
