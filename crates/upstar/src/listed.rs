//! Commands that follow from the list of queries.
//!
//! The examples of a query say which command asks it. Where the command line has no such command of
//! its own, the arguments are the data of the query; with a position among them there is `--each`,
//! with a table as answer `--format`. In the help it is where the query is in the list.

use crate::position_args::{EachArgs, WrittenArgs};
use clap::builder::Resettable;
use clap::error::ErrorKind;
use clap::{ArgMatches, Args, Command, Error, FromArgMatches};
use serde_json::{Map, Value};
use std::mem::take;
use upstar_session::{Format, Query, QueryArguments, QueryInfo, Question};

/// A query, with what its command says of the answer.
#[derive(Clone, Debug)]
pub(crate) struct ListedQuery {
    pub(crate) question: Question,
    pub(crate) each: bool,
    pub(crate) format: Option<Format>,
}

/// The command of a query.
struct ListedCommand {
    words: Vec<&'static str>,
    /// The fields that name the kind of the query.
    tags: Map<String, Value>,
    arguments: QueryArguments,
    is_table: bool,
}

/// The commands that follow from the list of queries.
pub(crate) struct ListedCommands(Vec<ListedCommand>);

impl ListedCommands {
    /// Adds them to a command line, and to the help of each command the examples of its queries.
    pub(crate) fn add_to(program: &mut Command) -> ListedCommands {
        let mut listed = Vec::new();
        add(&Question::info(), &Map::new(), program, &mut listed);
        ListedCommands(listed)
    }

    /// Returns the query of the command that was typed, if it is one of these.
    pub(crate) fn read(&self, matches: &ArgMatches) -> Result<Option<ListedQuery>, Error> {
        let found = self.0.iter().find_map(|listed| Some((listed, listed.matches(matches)?)));
        let Some((listed, matches)) = found else { return Ok(None) };
        let mut query = listed.tags.clone();
        if let Value::Object(fields) = (listed.arguments.read)(matches)? {
            query.extend(fields);
        }
        let question = serde_json::from_value(Value::Object(query))
            .map_err(|error| Error::raw(ErrorKind::ValueValidation, error))?;
        let each = listed.arguments.has_spec && EachArgs::from_arg_matches(matches)?.each;
        let format =
            if listed.is_table { WrittenArgs::from_arg_matches(matches)?.format } else { None };
        Ok(Some(ListedQuery { question, each, format }))
    }
}

impl ListedCommand {
    /// The arguments that were typed, if this command was.
    fn matches<'m>(&self, matches: &'m ArgMatches) -> Option<&'m ArgMatches> {
        self.words.iter().try_fold(matches, |matches, word| matches.subcommand_matches(word))
    }

    fn command(&self, name: &'static str) -> Command {
        let mut command = (self.arguments.define)(Command::new(name));
        // More arguments would say what they are themselves.
        let about = (command.get_about().cloned(), command.get_long_about().cloned());
        if self.arguments.has_spec {
            command = EachArgs::augment_args(command);
        }
        if self.is_table {
            command = WrittenArgs::augment_args(command);
        }
        command.about(Resettable::from(about.0)).long_about(Resettable::from(about.1))
    }
}

/// Adds the commands of some kinds of queries; `tags` are the fields that name them.
fn add(
    info: &QueryInfo,
    tags: &Map<String, Value>,
    program: &mut Command,
    listed: &mut Vec<ListedCommand>,
) {
    for (place, kind) in info.nested.iter().enumerate() {
        let tag = if info.name.is_empty() { "ask" } else { info.name };
        let mut tags = tags.clone();
        tags.insert(tag.to_owned(), kind.name.into());
        add(kind, &tags, program, listed);
        for example in kind.examples.iter().filter(|example| !example.command.is_empty()) {
            let words: Vec<&str> = example.command.split(' ').collect();
            let new = |group: &Command, words: &[&'static str]| {
                let (arguments, is_table) = (kind.arguments?, kind.is_table);
                let order = order(group, words, &info.nested, place);
                Some((
                    ListedCommand {
                        words: words.to_vec(),
                        tags: tags.clone(),
                        arguments,
                        is_table,
                    },
                    order,
                ))
            };
            listed.extend(show(program, 0, &words, example.command, &new));
        }
    }
}

/// A new command of a group, with its place among the others; none if no command asks the query.
type NewCommand<'n> = dyn Fn(&Command, &[&'static str]) -> Option<(ListedCommand, usize)> + 'n;

/// Adds an example to the help of the command that it begins with, which is new if there is none.
/// The first words have led to `command`.
fn show(
    command: &mut Command,
    depth: usize,
    words: &[&'static str],
    example: &str,
    new: &NewCommand<'_>,
) -> Option<ListedCommand> {
    let mut added = None;
    if let Some(word) = words.get(depth) {
        let is_group = depth == 0 || command.is_subcommand_required_set();
        if is_group
            && command.find_subcommand(word).is_none()
            && let Some((listed, order)) = new(command, &words[..=depth])
        {
            *command = inserted(take(command), listed.command(word), order);
            added = Some(listed);
        }
        if let Some(next) = command.find_subcommand_mut(word) {
            return show(next, depth + 1, words, example, new).or(added);
        }
    }
    let before = command.get_after_help().map_or("Examples:".to_owned(), ToString::to_string);
    *command = take(command).after_help(format!("{before}\n  upstar {example}"));
    added
}

/// The place of a new command among those of its group: after that of the query before it in the
/// list, or else before that of the next query.
fn order(group: &Command, words: &[&str], kinds: &[QueryInfo], place: usize) -> usize {
    let own = |kind: &QueryInfo| {
        let example = kind.examples.iter().find(|example| !example.command.is_empty())?;
        let mut typed = example.command.split(' ');
        let (_, above) = words.split_last()?;
        let is_here = above.iter().all(|&word| typed.next() == Some(word));
        let name = typed.next().filter(|_| is_here)?;
        Some(group.find_subcommand(name)?.get_display_order())
    };
    let before = kinds[..place].iter().rev().find_map(own).map(|order| order + 1);
    before.or_else(|| kinds[place..].iter().find_map(own)).unwrap_or_default()
}

/// A group with one more command, before those that have its place so far.
fn inserted(group: Command, new: Command, order: usize) -> Command {
    let moved = |command: Command| match command.get_display_order() {
        later if later >= order => command.display_order(later + 1),
        _ => command,
    };
    group.mut_subcommands(moved).subcommand(new.display_order(order))
}
