//! Every number of every argument, at the ends of what can be written: the program ends within its
//! limits, with an answer or with a message, and never takes more memory than it may.
//!
//! The arguments are those that `--help` lists, so that a new one is tried too. Memory is judged by
//! what the system says about all processes that ended; how long they take is not judged, but one
//! that does not end at all is killed and fails the test.

#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used)]

#[path = "../cli/program.rs"]
#[allow(dead_code)]
mod program;

use nix::sys::resource::{UsageWho, getrusage};
use program::{run, upstar};
use std::collections::BTreeSet;
use std::sync::Mutex;
use std::thread;

/// What is written instead of a number.
const EXTREMES: [&str; 4] = ["0", "4294967295", "18446744073709551615", "100000000000000000000"];
const LIMITS: [(&str, &str); 2] = [("--time", "300ms"), ("--memory", "150M")];
/// Options that every command has.
const GLOBAL: [&str; 3] = ["--time", "--memory", "--threads"];
/// The most that a process may hold: the limit, the allowance, and the program itself, in KB.
const MOST: i64 = (150 + 32 + 42) << 10;
const THREADS: usize = 3;

/// A command, with arguments that ask for little, and options that it needs.
type Base = (&'static str, &'static [&'static str], &'static [&'static str]);

/// Every command.
const COMMANDS: &[Base] = &[
    ("eval", &["1+1"], &[]),
    ("run", &["/dev/null"], &[]),
    ("rules", &["nim"], &[]),
    ("rules check", &["nim"], &[]),
    ("rules new", &["a"], &[]),
    ("value", &["nim", "3+5"], &[]),
    ("outcome", &["nim", "3+5"], &[]),
    ("moves", &["nim", "3+5"], &[]),
    ("legal", &["nim", "3+5"], &[]),
    ("compare", &["nim", "3", "4"], &[]),
    ("table", &["nim", "9"], &[]),
    ("positions", &["nim", "6"], &[]),
    ("play", &["nim", "3+5"], &[]),
    ("lab", &[], &["--no-open"]),
    ("draw", &["nim", "3"], &["--text"]),
    ("heaps values", &[".77"], &["--to", "20"]),
    ("heaps period", &[".77"], &[]),
    ("heaps info", &[".77"], &[]),
    ("heaps sparse", &[".77"], &[]),
    ("heaps survey", &[], &["--digits", "1", "--database", "survey.db"]),
    ("misere genus", &[".77"], &["--to", "9"]),
    ("misere canonical", &[".77", "5"], &[]),
    ("misere pretend", &[".77"], &[]),
    ("misere sibert-conway", &[".77"], &[]),
    ("misere frisky", &[".33"], &[]),
    ("misere equal", &["2_2 1", "2 1"], &[]),
    ("misere rows", &["2_2 1"], &["--base", "2"]),
    ("misere construct", &["1##0"], &[]),
    ("misere p-positions", &[".77"], &["--to", "9"]),
    ("misere solve", &[".77"], &[]),
    ("misere outcome", &[".77", "5+3"], &[]),
    ("misere moves", &[".77", "5+3"], &[]),
    ("misere survey", &[], &["--digits", "1", "--database", "misere.db"]),
    ("atlas build", &[], &["--digits", "1", "--to", "atlas.db"]),
    ("atlas add", &["atlas.db", "/dev/null"], &[]),
    ("atlas query", &[], &[]),
    ("atlas show", &[".77"], &[]),
    ("atlas verify", &[], &[]),
    ("atlas diff", &["atlas.db"], &[]),
    ("verify", &["/dev/null"], &[]),
    ("schema", &[], &[]),
    ("completions", &["bash"], &[]),
    ("man", &["value"], &[]),
];

/// Options that take the place of others.
const INSTEAD: &[(&str, &str)] = &[
    ("misere genus", "--tokens"),
    ("misere genus", "--position"),
    ("draw", "--thermograph"),
    ("draw", "--number-tree"),
];

fn help(command: &str) -> String {
    let run = run(upstar(command.split(' ').filter(|word| !word.is_empty()).chain(["--help"])), "");
    assert_eq!(run.status, Some(0), "{command}");
    run.stdout
}

/// The commands below a command, as its help lists them.
fn below(help: &str) -> Vec<String> {
    let Some((_, list)) = help.split_once("\nCommands:\n") else { return Vec::new() };
    let list = list.lines().take_while(|line| !line.is_empty());
    let name = |line: &str| {
        line.strip_prefix("  ")
            .filter(|line| !line.starts_with(' '))?
            .split(' ')
            .next()
            .map(str::to_owned)
    };
    list.filter_map(name).filter(|name| name != "help").collect()
}

/// The options with values that a command has: those that are neither files nor words of a list.
fn options(help: &str) -> Vec<String> {
    let mut found: Vec<(String, bool)> = Vec::new();
    for line in help.lines() {
        let text = line.trim_start();
        let text = text.get(4..).filter(|_| text.as_bytes().get(2) == Some(&b',')).unwrap_or(text);
        if text.starts_with("--") && line.starts_with("  ") {
            let mut words = text.split_whitespace();
            let (name, value) = (words.next().unwrap(), words.next().unwrap_or_default());
            let name = name.trim_end_matches("...");
            let is_number = value.starts_with('<') && !["<FILE>", "<DIR>"].contains(&value);
            found.push((name.to_owned(), is_number));
        }
        if text.to_lowercase().starts_with("possible values")
            || text.to_lowercase().contains("[possible values")
        {
            // The words of an argument stand before all options.
            if let Some(option) = found.last_mut() {
                option.1 = false;
            }
        }
    }
    found.into_iter().filter(|(_, is_number)| *is_number).map(|(name, _)| name).collect()
}

/// A command line.
type Line = Vec<String>;

fn line(command: &str, arguments: &[&str], options: &[&str], more: &[&str]) -> Line {
    let words = command.split(' ').chain(arguments.iter().copied());
    let mut line: Line = words
        .chain(options.iter().copied())
        .chain(more.iter().copied())
        .map(str::to_owned)
        .collect();
    for (option, value) in LIMITS {
        if !more.contains(&option) {
            line.extend([option.to_owned(), value.to_owned()]);
        }
    }
    line
}

/// The command lines of a command: each number in turn is replaced.
fn lines(&(command, arguments, needed): &Base, all: &mut Vec<Line>) {
    let options = options(&help(command));
    for extreme in EXTREMES {
        for i in 0..arguments.len() {
            let mut changed = arguments.to_vec();
            changed[i] = extreme;
            all.push(line(command, &changed, needed, &[]));
        }
        for option in &options {
            // Port 0 is a free one, which is then served until somebody ends it.
            if (command, option.as_str(), extreme) == ("lab", "--port", "0") {
                continue;
            }
            let is_instead = INSTEAD.contains(&(command, option.as_str()));
            let arguments = if command == "draw" && is_instead { &[] } else { arguments };
            let mut given =
                if is_instead && command != "draw" { Vec::new() } else { needed.to_vec() };
            let mut more = vec![option.as_str(), extreme];
            if let Some(at) = given.iter().position(|known| known == option) {
                given[at + 1] = extreme;
                more.clear();
            }
            // The options of every command are tried with one that takes no time without limits.
            if command == "eval" || !GLOBAL.contains(&option.as_str()) {
                all.push(line(command, arguments, &given, &more));
            }
        }
    }
}

/// Every command that the program has is in the list above.
#[test]
fn all_commands_are_known() {
    let mut found = BTreeSet::new();
    let mut open = vec![String::new()];
    while let Some(command) = open.pop() {
        let inner = below(&help(&command));
        // `rules` does something without a command below it.
        if (inner.is_empty() || command == "rules") && !command.is_empty() {
            found.insert(command.clone());
        }
        open.extend(inner.iter().map(|name| format!("{command} {name}").trim_start().to_owned()));
    }
    assert_eq!(found, COMMANDS.iter().map(|(command, ..)| (*command).to_owned()).collect());
}

#[test]
fn options_are_found_in_the_help() {
    assert!(options(&help("rules check")).contains(&"--games".to_owned()));
    let period = options(&help("heaps period"));
    assert!(
        period.contains(&"--claim".to_owned()) && !period.contains(&"--certificate".to_owned())
    );
    assert!(!options(&help("value")).contains(&"--play".to_owned()));
    assert!(options(&help("eval")).contains(&"--threads".to_owned()));
}

/// What is wrong with a run, if something is.
fn judge(line: &Line, folder: &std::path::Path) -> Option<String> {
    let mut command = upstar(line.iter().map(String::as_str));
    command.current_dir(folder);
    let run = run(command, "");
    let used = getrusage(UsageWho::RUSAGE_CHILDREN).unwrap().max_rss();
    let said = format!("{} {}", run.stderr, run.stdout);
    let wrong = match run.status {
        _ if said.contains("panicked") => "it panics",
        Some(0) => return (used > MOST).then(|| format!("{used} KB were held")),
        Some(1 | 2) if said.trim().is_empty() => "it says nothing",
        Some(1 | 2) if used > MOST => return Some(format!("{used} KB were held")),
        Some(1 | 2) => return None,
        _ => "it ends otherwise",
    };
    Some(format!("{wrong}: {:?} {}", run.status, run.stderr))
}

#[test]
fn every_number_of_every_argument() {
    let mut all = Vec::new();
    COMMANDS.iter().for_each(|command| lines(command, &mut all));
    println!("{} command lines", all.len());
    assert!(all.len() > 350);
    let folder = tempfile::tempdir().unwrap();
    let next = Mutex::new(all.iter());
    let wrong: Vec<String> = thread::scope(|scope| {
        let worker = |i: usize| {
            let folder = folder.path().join(i.to_string());
            std::fs::create_dir(&folder).unwrap();
            let mut wrong = Vec::new();
            loop {
                let Some(line) = next.lock().unwrap().next() else { return wrong };
                if let Some(why) = judge(line, &folder) {
                    wrong.push(format!("upstar {}: {why}", line.join(" ")));
                }
            }
        };
        let workers: Vec<_> = (0..THREADS).map(|i| scope.spawn(move || worker(i))).collect();
        workers.into_iter().flat_map(|worker| worker.join().unwrap()).collect()
    });
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
