//! The command line: what can be asked. The comments here are the text of `--help`.
//!
//! Expressions may begin with a minus, `-1` or `-^`, and options may stand before or behind
//! them. So an argument that looks like an expression is marked before the parser of the
//! command line sees it, and the mark is taken off its value.

use clap::error::ErrorKind;
use clap::{Args, CommandFactory, FromArgMatches, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;
use std::convert::Infallible;
use std::ffi::{OsStr, OsString};
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::Arc;
use upstar_base::file::{FileError, Source, read_text};
use upstar_base::{Budget, Stopped};
use upstar_session::{
    Amount, CheckRulesQuery, Described, HeapPeriodQuery, HeapValuesQuery, Kind, Notation, PlayMode,
    Player, QueryError, TimeSpan, misere,
};

use crate::atlas_args::{AtlasCommand, work};
use crate::listed::{ListedCommands, ListedQuery};
pub(crate) use crate::misere_args::{FriskyArgs, MisereCommand};
pub(crate) use crate::position_args::{OutcomeArgs, PlayArgs, TableArgs, WrittenArgs};
pub(crate) use crate::quotient_args::{MisereSurveyArgs, SolveArgs};
use crate::report::{self, CommandStatus};
use crate::{limits, signals};

/// A laboratory for combinatorial games.
///
/// Without a command it starts an interactive calculator; type `help` there.
#[derive(Debug, Parser)]
#[command(name = "upstar", version, max_term_width = 100)]
#[command(after_help = "Exit status: 0 answered, 1 no answer within the limits, 2 wrong input.")]
pub(crate) struct Cli {
    #[command(flatten)]
    pub(crate) global: GlobalOptions,
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

/// Options of every command.
#[derive(Debug, Args)]
#[command(next_help_heading = "Options of every command")]
pub(crate) struct GlobalOptions {
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
    pub(crate) time: Option<TimeSpan>,
    /// How values are written
    #[arg(long, global = true, value_enum, default_value_t, value_name = "NOTATION")]
    pub(crate) notation: Notation,
    /// Write no messages to stderr
    #[arg(long, global = true)]
    pub(crate) quiet: bool,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// What follows from the list of queries
    #[command(skip)]
    Listed(ListedQuery),
    /// Evaluate expressions of the calculator, one line of output each
    Eval(EvalArgs),
    /// Run a program of the calculator
    Run {
        /// The file; `-` is stdin
        file: PathBuf,
    },
    /// List the rulesets, say all about one, check or begin a file of rules
    Rules(RulesArgs),
    /// Who wins a position, without its value where that is cheaper
    ///
    /// The answer begins with the outcome class: L and R are won by that player, N by the next
    /// and P by the previous player, D is drawn, whoever starts. Where only one starter decides
    /// an endless game and the other draws it, the class is half of N or P, with a hat if Left
    /// wins that half and a check if Right does: NHat and NCheck are won by Left and by Right,
    /// moving first, PHat and PCheck by Left and by Right, moving second
    Outcome(OutcomeArgs),
    /// The values of a family of positions
    Table(TableArgs),
    /// Play against the program
    Play(PlayArgs),
    /// Open the laboratory in the browser: boards, thermographs, heaps, a notebook
    ///
    /// It is served on this machine only, at the address that is printed, until Ctrl-C
    Lab {
        /// The port [default: a free one]
        #[arg(long, value_name = "N")]
        port: Option<u16>,
        /// The atlas to look into [default: the one that comes along]
        #[arg(long, value_name = "FILE")]
        atlas: Option<PathBuf>,
        /// Only print the address
        #[arg(long)]
        no_open: bool,
    },
    /// Draw a position or a thermograph: SVG, PNG, PDF, TikZ or characters
    Draw(DrawArgs),
    /// Taking-and-breaking games: nim-sequences and periods
    #[command(subcommand)]
    Heaps(HeapsCommand),
    /// Games with heaps when the last move loses: genus, canonical forms, solutions
    #[command(subcommand)]
    Misere(MisereCommand),
    /// All games with few digits in one file: build it, ask it, check it
    #[command(subcommand)]
    Atlas(AtlasCommand),
    /// Check a certificate
    Verify {
        /// The file with the certificate; `-` reads it from stdin
        file: PathBuf,
        /// Derive step by step also what takes hours, with few values kept
        #[arg(long)]
        long: bool,
    },
    /// Write the JSON Schema of all queries and their answers
    Schema,
    /// Write a completion script for a shell
    Completions {
        /// For which shell
        shell: Shell,
    },
    /// Write a manual page, or all of them
    Man(ManArgs),
    /// Write the table of everything the calculator knows, in Markdown
    #[command(hide = true)]
    Reference {
        /// Write a page and a picture of each ruleset into this folder instead
        #[arg(long, value_name = "DIR")]
        rules: Option<PathBuf>,
    },
}

impl Command {
    /// The position it asks about, where `-` stands for stdin.
    fn position(&mut self) -> Option<&mut String> {
        match self {
            Command::Listed(query) => query.question.spec_mut().map(|spec| &mut spec.position),
            Command::Outcome(args) => Some(&mut args.query.place.position),
            Command::Draw(args) => args.position.as_mut(),
            // Sums of heaps come one a line: `misere` reads them itself.
            Command::Misere(MisereCommand::Canonical(query)) if misere::is_ruleset(&query.code) => {
                Some(&mut query.position)
            }
            Command::Misere(MisereCommand::Genus(args)) if args.game.is_ruleset() => {
                args.board.as_mut()
            }
            _ => None,
        }
    }
}

#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true)]
pub(crate) struct RulesArgs {
    #[command(subcommand)]
    pub(crate) action: Option<RulesAction>,
    /// The name of a ruleset, or a file of rules: ./mygame.up
    pub(crate) name: Option<String>,
    #[command(flatten)]
    pub(crate) written: WrittenArgs,
}

#[derive(Debug, Subcommand)]
pub(crate) enum RulesAction {
    /// Check rules: known values, and what was found out about them against plain play
    Check(CheckRulesQuery),
    /// Write a file to begin with, NAME.up, with comments
    New {
        /// What the game is called
        name: String,
    },
}

#[derive(Debug, Args)]
pub(crate) struct ManArgs {
    /// The command that is described, as in `heaps values`; none is the program
    #[arg(value_name = "COMMAND", conflicts_with = "folder")]
    pub(crate) command: Vec<String>,
    /// Write the pages of all commands into this folder
    #[arg(long, value_name = "DIR")]
    pub(crate) folder: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub(crate) struct EvalArgs {
    /// Expressions; `-` reads statements from stdin, one per line
    #[arg(required = true, value_name = "EXPR", value_parser = unmarked)]
    pub(crate) expressions: Vec<String>,
}

#[derive(Debug, Args)]
pub(crate) struct DrawArgs {
    /// The ruleset of a position to draw
    #[arg(required_unless_present_any = ["thermograph", "number_tree"], requires = "position", value_parser = unmarked)]
    pub(crate) rules: Option<String>,
    /// The position; `-` reads it from stdin
    #[arg(conflicts_with = "thermograph", value_parser = unmarked)]
    pub(crate) position: Option<String>,
    /// The thermograph of each of these games, in one picture
    #[arg(long, value_name = "EXPR", num_args = 1.., value_parser = unmarked)]
    pub(crate) thermograph: Vec<String>,
    /// The tree of the numbers born by this day, with a ruler and Hackenbush strings
    #[arg(long, value_name = "DAY", conflicts_with_all = ["rules", "thermograph", "moves"])]
    pub(crate) number_tree: Option<u32>,
    /// Write to this file instead of stdout; .svg, .png, .pdf, .tex and .txt tell the format
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// What is written [default: what the name of the file tells, or svg]
    #[arg(long, value_enum, value_name = "FORMAT", conflicts_with = "text")]
    pub(crate) format: Option<DrawFormat>,
    /// Draw with characters: short for --format text
    #[arg(long)]
    pub(crate) text: bool,
    /// Mark the winning moves on the picture, with a legend that says why they win
    #[arg(long, conflicts_with = "thermograph")]
    pub(crate) moves: bool,
    /// Whose moves
    #[arg(long, value_enum, default_value = "left", requires = "moves")]
    pub(crate) player: Player,
    #[command(flatten)]
    pub(crate) manner: PlayMode,
}

/// The formats of pictures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum DrawFormat {
    /// For browsers and editors
    Svg,
    /// Dots
    Png,
    /// For printing
    Pdf,
    /// For papers: a tikzpicture
    Tikz,
    /// Characters
    Text,
}

#[derive(Debug, Subcommand)]
pub(crate) enum HeapsCommand {
    /// The nim-values of heaps of 0 to N tokens
    Values(ValuesArgs),
    /// Look for the period of a nim-sequence and prove it
    Period(PeriodArgs),
    /// All octal games with few digits, class by class, into a database
    Survey(SurveyArgs),
}

// In the help, `[3]` belongs to a code and is no link.
#[allow(rustdoc::broken_intra_doc_links)]
#[derive(Debug, Args)]
pub(crate) struct CodeArgs {
    /// A code (.77, 4.3[3], 4!.0, .3F), `sub(2,5,6)`, or a name (kayles, grundy)
    #[arg(value_name = "CODE")]
    pub(crate) code: String,
}

impl CodeArgs {
    /// Does this name a ruleset that is no code?
    pub(crate) fn is_ruleset(&self) -> bool {
        upstar_session::misere::is_ruleset(&self.code)
    }
}

#[derive(Debug, Args)]
pub(crate) struct ValuesArgs {
    #[command(flatten)]
    pub(crate) query: HeapValuesQuery,
    /// Write the values to this file in a compact form instead of printing them
    #[arg(long, value_name = "FILE")]
    pub(crate) save: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) written: WrittenArgs,
    /// Keep the state of the computation in this file and go on from it
    #[arg(long, value_name = "FILE")]
    pub(crate) checkpoint: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub(crate) struct PeriodArgs {
    #[command(flatten)]
    pub(crate) query: HeapPeriodQuery,
    /// Write a certificate to this file
    #[arg(long, value_name = "FILE")]
    pub(crate) certificate: Option<PathBuf>,
    /// Check this claim with little memory instead of searching: PREPERIOD,PERIOD
    #[arg(long, value_name = "S,P", conflicts_with = "limit")]
    pub(crate) claim: Option<String>,
    /// Keep the state of checking a claim in this file and go on from it
    #[arg(long, value_name = "FILE", requires = "claim")]
    pub(crate) checkpoint: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub(crate) struct SurveyArgs {
    /// How many digits after the point
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..=4))]
    pub(crate) digits: u32,
    /// The database; an unfinished survey in it goes on
    #[arg(long, value_name = "FILE")]
    pub(crate) database: PathBuf,
    /// How many values are computed of each game without a period
    #[arg(long, value_name = "N", default_value = "20000", value_parser = work)]
    pub(crate) limit: u64,
}

/// Reads the command line; ends the program with a message if it is wrong.
pub(crate) fn parse() -> Cli {
    let args: Vec<OsString> = std::env::args_os().collect();
    let json = args.iter().take_while(|arg| *arg != "--").any(|arg| arg == "--json");
    let (program, listed) = whole();
    let matches = program.try_get_matches_from(marked(args.into_iter()));
    let cli = matches.and_then(|matches| match listed.read(&matches)? {
        None => Cli::from_arg_matches(&matches),
        Some(query) => {
            let global = GlobalOptions::from_arg_matches(&matches)?;
            Ok(Cli { global, command: Some(Command::Listed(query)) })
        }
    });
    let mut cli = cli.unwrap_or_else(|error| refuse(&error, json));
    limits::keep_process(&cli.global);
    if let Some(position) = cli.command.as_mut().and_then(Command::position)
        && position == "-"
    {
        let budget = Arc::new(limits::budget(&cli.global));
        signals::begin(&budget);
        let board = read_board(&budget);
        signals::end();
        match board {
            Ok(text) => *position = text,
            Err(FileError::Stopped(stopped)) => leave(&cli.global, stopped),
            Err(error) => {
                let message = format!("cannot read a position: {error}\n");
                refuse(&Cli::command().error(ErrorKind::Io, message), json)
            }
        }
    }
    cli
}

/// Returns the command line, with the commands that follow from the list of queries.
pub(crate) fn command() -> clap::Command {
    whole().0
}

fn whole() -> (clap::Command, ListedCommands) {
    let mut program = Cli::command();
    let listed = ListedCommands::add_to(&mut program);
    (program, listed)
}

/// Ends the program: a limit came before the position.
fn leave(global: &GlobalOptions, stopped: Stopped) -> ! {
    let message = stopped.to_string();
    let mut out = io::stdout();
    let status = report::no_answer(global, &mut out, Kind::Stopped(stopped), &message);
    std::process::exit(status.unwrap_or(CommandStatus::NoAnswer) as i32)
}

/// Ends the program: with a text that was asked for, or because the command line is wrong.
fn refuse(error: &clap::Error, json: bool) -> ! {
    if !error.use_stderr() {
        let written = error.print().and_then(|()| io::stdout().flush());
        let status = written.map_err(anyhow::Error::from).err();
        let status = status.map_or(CommandStatus::Answered, |error| report::failure(&error));
        std::process::exit(status as i32)
    }
    if !json {
        error.exit()
    }
    let kind = if error.kind() == ErrorKind::Io { Kind::File } else { Kind::Argument };
    let line = report::json_line(&QueryError::plain(kind, one_line(error)));
    // If nobody listens that is that.
    let _ = writeln!(io::stdout(), "{line}");
    std::process::exit(CommandStatus::WrongInput as i32)
}

/// What is wrong with a command line, without the usage and the way to the help.
fn one_line(error: &clap::Error) -> String {
    let text = error.render().to_string().replace(MARK, "");
    let usage = "Usage: ";
    if error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
        let usage = text.lines().find_map(|line| line.strip_prefix(usage)).unwrap_or_default();
        return format!("a command is missing: {usage}");
    }
    let text = text.strip_prefix("error: ").unwrap_or(&text);
    let joined = |lines: &str| lines.lines().map(str::trim).collect::<Vec<_>>().join(" ");
    let parts = text.split("\n\n").map(joined);
    let told = |part: &String| {
        !part.is_empty() && ![usage, "For more information"].iter().any(|&s| part.starts_with(s))
    };
    parts.map(|part| part.trim().to_owned()).filter(told).collect::<Vec<_>>().join("; ")
}

/// The most bytes of a position that is read from stdin.
const MOST_BYTES: u64 = 1 << 24;

/// Reads a position over several lines: the rows of a board.
fn read_board(budget: &Budget) -> Result<String, FileError> {
    let text = read_text(&Source::Stdin, MOST_BYTES, budget)?;
    let rows: Vec<&str> = text.trim_end().lines().map(str::trim_end).collect();
    Ok(rows.join("|"))
}

const MARK: &str = "\u{1}";

fn marked(args: impl Iterator<Item = OsString>) -> impl Iterator<Item = OsString> {
    let mut command = None;
    args.enumerate().map(move |(i, arg)| {
        if i > 0 && command.is_none() && (arg == "eval" || arg == "draw") {
            command = Some(arg.clone());
        } else if command.as_ref().is_some_and(|command| is_expression(&arg, command)) {
            let mut marked = OsString::from(MARK);
            marked.push(arg);
            return marked;
        }
        arg
    })
}

/// Does this begin with a minus without being an option?
fn is_expression(arg: &OsStr, command: &OsStr) -> bool {
    let text = arg.as_encoded_bytes();
    match text {
        b"-" | b"--" | b"-h" | b"-V" => false,
        [b'-', b'o', ..] if command == "draw" => false,
        [b'-', b'-', next, ..] => !next.is_ascii_alphabetic(),
        [b'-', ..] => true,
        _ => false,
    }
}

fn unmarked(text: &str) -> Result<String, Infallible> {
    Ok(text.strip_prefix(MARK).unwrap_or(text).to_string())
}
