//! Every flag of every command changes something, and those of other commands are refused.

use crate::program::{Run, run, upstar};
use std::collections::BTreeSet;
use std::fs;

/// Stands for a file that does not exist.
const FILE: &str = "FILE";

/// A command, a flag with its value, and what stands on stdin: the flag changes the answer, or
/// writes the file that it names.
type Effect = (&'static [&'static str], &'static [&'static str], &'static str);

/// A game that goes on for ever.
const DRAWN: &str = "x={y|};y={|x} @ x";

const EFFECTS: &[Effect] = &[
    (&["value", "kayles"], &["--each"], "1\n2\n"),
    (&["value", "kayles", "3+4"], &["--compound", "join"], ""),
    (&["value", "kayles", "3+4"], &["--play", "misere"], ""),
    (&["value", "domineering", "2x3"], &["--variant", "impartial"], ""),
    (&["value", "kayles", "5+7", "--compound", "join"], &["--whole"], ""),
    (&["value", "top-entails", "5 + 9"], &["--entailed", "2"], ""),
    (&["value", "domineering", "2x2"], &["--show", "temperature"], ""),
    (&["outcome", "kayles"], &["--each"], "1\n2\n"),
    (&["outcome", "kayles", "1+1+2+2"], &["--compound", "join"], ""),
    (&["outcome", "nim", "1"], &["--play", "misere"], ""),
    (&["outcome", "domineering", "1x2"], &["--variant", "impartial"], ""),
    (&["outcome", "nim", "1+1", "--compound", "join"], &["--whole"], ""),
    (&["outcome", "top-entails", "2 + 3"], &["--entailed", "1"], ""),
    (&["moves", "kayles"], &["--each"], "1\n2\n"),
    (&["moves", "kayles", "3+4"], &["--compound", "join"], ""),
    (&["moves", "nim", "3+1"], &["--play", "misere"], ""),
    (&["moves", "domineering", "3x2"], &["--variant", "impartial"], ""),
    (&["moves", "nim", "2+3", "--compound", "join"], &["--whole"], ""),
    (&["moves", "top-entails", "5 + 9"], &["--entailed", "1"], ""),
    (&["moves", "domineering", "2x3"], &["--player", "right"], ""),
    (&["moves", "nim", "3+5"], &["--all"], ""),
    (&["moves", "nim", "3+5"], &["--replies"], ""),
    (&["legal", "kayles"], &["--each"], "1\n2\n"),
    (&["legal", "kayles", "3+4"], &["--compound", "join"], ""),
    (&["legal", "domineering", "3x2"], &["--variant", "impartial"], ""),
    (&["legal", "nim", "2+3", "--compound", "join"], &["--whole"], ""),
    (&["legal", "top-entails", "5 + 9"], &["--entailed", "1"], ""),
    (&["legal", "domineering", "2x3"], &["--player", "right"], ""),
    (&["legal", "nim", "3+5"], &["--most", "2"], ""),
    (&["legal", "nim", "3+5"], &["--format", "markdown"], ""),
    (&["compare", "domineering", "1x2", "2x1"], &["--variant", "impartial"], ""),
    (&["table", "kayles", "6"], &["--compound", "join"], ""),
    (&["table", "kayles", "100"], &["--periods"], ""),
    (&["table", "kayles", "6"], &["--play", "misere"], ""),
    (&["table", "wythoff", "4x4", "--play", "misere"], &["--show", "genus"], ""),
    (&["table", "domineering", "3x3"], &["--variant", "impartial"], ""),
    (&["table", "cutcake", "4x4", "--compound", "join"], &["--whole"], ""),
    (&["value", "partizan-digraph", DRAWN], &["--endless", "left"], ""),
    (&["outcome", "partizan-digraph", DRAWN], &["--endless", "left"], ""),
    (&["moves", "partizan-digraph", DRAWN], &["--endless", "left"], ""),
    (&["play", "partizan-digraph", DRAWN], &["--endless", "left"], "hint\n"),
    (&["draw", "partizan-digraph", DRAWN, "--moves"], &["--endless", "left"], ""),
    (&["table", "kayles", "6"], &["--format", "csv"], ""),
    (&["moves", "nim", "3+5"], &["--format", "markdown"], ""),
    (&["rules"], &["--format", "csv"], ""),
    (&["heaps", "values", ".77", "--to", "9"], &["--format", "b-file"], ""),
    (&["misere", "genus", ".77", "--to", "9"], &["--format", "latex"], ""),
    (&["play", "kayles", "3+4"], &["--compound", "join"], "moves\nhint\n"),
    (&["play", "nim", "3+1"], &["--play", "misere"], "hint\n"),
    (&["play", "domineering", "2x3"], &["--variant", "impartial"], "moves\n"),
    (&["play", "nim", "2+3", "--compound", "join"], &["--whole"], "moves\nhint\n"),
    (&["play", "top-entails", "5 + 9"], &["--entailed", "1"], "moves\nhint\n"),
    (&["play", "nim", "3+5"], &["--side", "right"], ""),
    (&["play", "nim", "3+5"], &["--first", "right"], ""),
    (&["play", "nim", "9+9", "--first", "right", "--seed", "3"], &["--level", "novice"], ""),
    (&["play", "nim", "3+5"], &["--record", FILE], "5->3\n"),
    (&["draw", "nim", "3"], &["--output", FILE], ""),
    (&["draw", "nim", "3"], &["--format", "tikz"], ""),
    (&["draw", "nim", "3"], &["--text"], ""),
    (&["draw", "nim", "3"], &["--moves"], ""),
    (&["draw", "domineering", "2x3", "--moves"], &["--player", "right"], ""),
    (&["draw", "kayles", "3+4", "--moves"], &["--compound", "join"], ""),
    (&["draw", "nim", "3+1", "--moves"], &["--play", "misere"], ""),
    (&["draw", "domineering", "3x2", "--moves"], &["--variant", "impartial"], ""),
    (&["draw", "nim", "2+3", "--moves", "--compound", "join"], &["--whole"], ""),
    (&["heaps", "values", ".77"], &["--to", "9"], ""),
    (&["heaps", "values", ".77", "--to", "9"], &["--save", FILE], ""),
    (&["heaps", "values", ".77", "--to", "9"], &["--checkpoint", FILE], ""),
    (&["outcome", "domineering", "4x4"], &["--checkpoint", FILE], ""),
    (&["positions", "nim", "2x3"], &["--outcome", "P"], ""),
    (&["positions", "nim", "2x3"], &["--by", "value"], ""),
    (&["positions", "nim", "2x3"], &["--count"], ""),
    (&["positions", "nim", "2x3"], &["--format", "csv"], ""),
    (&["positions", "kayles", "2x3", "--outcome", "P"], &["--compound", "join"], ""),
    (&["positions", "nim", "2x3", "--outcome", "P"], &["--play", "misere"], ""),
    (&["positions", "domineering", "..|..", "--by", "outcome"], &["--variant", "impartial"], ""),
    (&["positions", "nim", "2+3", "--by", "outcome", "--compound", "join"], &["--whole"], ""),
    (&["positions", "partizan-digraph", DRAWN, "--by", "outcome"], &["--endless", "left"], ""),
    (&["heaps", "sparse", ".77"], &["--to", "50"], ""),
    (&["heaps", "sparse", ".77"], &["--format", "csv"], ""),
    (&["draw"], &["--number-tree", "2"], ""),
    (&["heaps", "period", ".77"], &["--limit", "50"], ""),
    (&["heaps", "period", ".77"], &["--certificate", FILE], ""),
    (&["heaps", "period", ".77"], &["--claim", "71,13"], ""),
    (&["misere", "genus", ".77", "--to", "9"], &["--blurry"], ""),
    (&["misere", "genus", ".77", "11"], &["--why"], ""),
    (&["misere", "genus", ".77", "11"], &["--options"], ""),
    (&["misere", "genus", ".77", "--to", "9"], &["--digits"], ""),
    (&["misere", "genus", ".77", "--to", "3"], &["--pairs"], ""),
    (&["misere", "canonical", ".77", "10"], &["--named"], ""),
    (&["misere", "equal", ".57", "4.7"], &["--to", "4"], ""),
    (&["misere", "p-positions", ".77"], &["--to", "3"], ""),
    (&["misere", "p-positions", ".77", "--to", "3"], &["--heaps", "3"], ""),
    (&["misere", "moves", ".77", "3+3"], &["--replies"], ""),
    (&["misere", "pretend", ".123"], &["--heaps", "5"], ""),
    (&["misere", "sibert-conway", ".77"], &["--tokens", "9"], ""),
    (&["misere", "frisky", ".3102"], &["--heaps", "1"], ""),
    (&["misere", "frisky", ".3102"], &["--group", "3"], ""),
    (&["misere", "frisky", ".3102"], &["--position", "5+6"], ""),
    (&["misere", "rows", "2", "--base", "2_2"], &["--rows", "3"], ""),
    (&["misere", "solve", ".123"], &["--heaps", "3"], ""),
    (&["misere", "solve", ".123"], &["--certificate", FILE], ""),
    (&["atlas", "query"], &["--misere"], ""),
    (&["atlas", "query"], &["--hex"], ""),
    (&["atlas", "query"], &["--each"], ""),
    (&["atlas", "query"], &["--code", ".07"], ""),
    (&["atlas", "query"], &["--digits", "2"], ""),
    (&["atlas", "query"], &["--status", "open"], ""),
    (&["atlas", "query"], &["--period", "2..9"], ""),
    (&["atlas", "query", "--misere"], &["--order", "2..9"], ""),
    (&["atlas", "query", "--misere"], &["--tame"], ""),
    (&["atlas", "query", "--misere"], &["--wild"], ""),
    (&["atlas", "query", "--misere"], &["--rule", "ladders"], ""),
    (&["atlas", "query"], &["--sort", "period"], ""),
    (&["atlas", "query", "--sort", "period"], &["--desc"], ""),
    (&["atlas", "query"], &["--from", "5"], ""),
    (&["atlas", "query"], &["--limit", "5"], ""),
    (&["atlas", "query"], &["--format", "csv"], ""),
    (&["atlas", "show", "4.7"], &["--certificate", FILE], ""),
];

/// Flags that are needed, lengthen what takes long, or are tried elsewhere.
const ELSEWHERE: &[(&str, &str)] = &[
    // The tests of the laboratory start it.
    ("lab", "--port"),
    ("lab", "--atlas"),
    ("lab", "--no-open"),
    ("play", "--seed"),
    ("draw", "--thermograph"),
    // Moves are legal whoever wins; the answer repeats the play mode.
    ("legal", "--play"),
    ("legal", "--endless"),
    // No endless partizan ruleset has a table.
    ("table", "--endless"),
    ("heaps period", "--checkpoint"),
    ("heaps survey", "--digits"),
    ("heaps survey", "--database"),
    ("heaps survey", "--limit"),
    ("misere genus", "--to"),
    ("misere genus", "--tokens"),
    ("misere genus", "--position"),
    ("misere pretend", "--sums"),
    ("misere survey", "--digits"),
    ("misere survey", "--quaternary"),
    ("misere survey", "--database"),
    ("misere survey", "--steps"),
    ("misere equal", "--base"),
    ("misere rows", "--base"),
    ("verify", "--long"),
    ("atlas add", "--long"),
    // An atlas takes a while to build.
    ("atlas build", "--digits"),
    ("atlas build", "--hex"),
    ("atlas build", "--to"),
    ("atlas build", "--values"),
    ("atlas build", "--hex-values"),
    ("atlas build", "--steps"),
    ("atlas build", "--only"),
    ("atlas show", "--misere"),
    ("atlas verify", "--sample"),
    ("atlas verify", "--seed"),
    ("man", "--folder"),
];

/// The commands, those of `heaps`, `misere` and `atlas` with two words.
fn commands() -> Vec<String> {
    let listed = |args: &[&str]| {
        let help = run(upstar(args.iter().copied().chain(["-h"])), "").stdout;
        let list = help.split("Commands:\n").nth(1).unwrap().split("\n\n").next().unwrap();
        let entry = |line: &str| {
            let name = line.strip_prefix("  ")?.split_once(' ')?.0;
            (!name.is_empty() && name != "help").then(|| name.to_owned())
        };
        list.lines().filter_map(entry).collect::<Vec<String>>()
    };
    let mut all = Vec::new();
    for name in listed(&[]) {
        match name.as_str() {
            "heaps" | "misere" | "atlas" => {
                all.extend(listed(&[&name]).iter().map(|below| format!("{name} {below}")));
            }
            _ => all.push(name),
        }
    }
    all
}

/// The flags that a command has of its own.
fn flags(command: &str) -> BTreeSet<String> {
    let help = run(upstar(command.split(' ').chain(["-h"])), "").stdout;
    let own = help.split("Options of every command:").next().unwrap();
    let lines = own.lines().filter(|line| line.trim_start().starts_with('-'));
    let names = lines.filter_map(|line| line.split([' ', ',']).find(|word| word.starts_with("--")));
    names.map(str::to_owned).filter(|name| name != "--help").collect()
}

fn said(run: &Run) -> (String, Option<i32>) {
    (run.stdout.clone(), run.status)
}

#[test]
fn every_flag_changes_something() {
    let folder = tempfile::tempdir().unwrap();
    for (i, &(command, flag, input)) in EFFECTS.iter().enumerate() {
        let file = folder.path().join(i.to_string());
        let place = file.to_str().unwrap();
        let flag: Vec<&str> =
            flag.iter().map(|&word| if word == FILE { place } else { word }).collect();
        let with = run(upstar([command, &flag].concat()), input);
        assert_ne!(with.status, Some(2), "{command:?} {flag:?}: {with:?}");
        if flag.contains(&place) {
            assert!(fs::metadata(&file).unwrap().len() > 0, "{command:?} {flag:?}");
        } else {
            let without = run(upstar(command.iter().copied()), input);
            assert_ne!(said(&with), said(&without), "{command:?}: {flag:?} has no effect");
        }
    }
}

#[test]
fn every_flag_is_tried() {
    let mut missing = Vec::new();
    for command in commands() {
        for flag in flags(&command) {
            let words: Vec<&str> = command.split(' ').collect();
            let tried = |(base, tried, _): &Effect| base.starts_with(&words) && tried[0] == flag;
            let elsewhere = ELSEWHERE.iter().any(|&(c, f)| c == command && f == flag);
            if !EFFECTS.iter().any(tried) && !elsewhere {
                missing.push(format!("{command} {flag}"));
            }
        }
    }
    assert!(missing.is_empty(), "not tried: {missing:?}");
}

/// A flag of another command is wrong input.
#[test]
fn flags_of_others_are_refused() {
    let commands = commands();
    let all: BTreeSet<String> = commands.iter().flat_map(|command| flags(command)).collect();
    assert!(all.len() > 30, "{all:?}");
    for command in &commands {
        let own = flags(command);
        for flag in all.iter().filter(|flag| !own.contains(*flag)) {
            let run = run(upstar(command.split(' ').chain([flag.as_str(), "1"])), "");
            assert_eq!((run.stdout.as_str(), run.status), ("", Some(2)), "{command} {flag}");
            assert!(!run.stderr.is_empty(), "{command} {flag}");
        }
    }
}

/// Flags that would be passed over are refused.
#[test]
fn flags_without_effect_are_refused() {
    let refused: [&[&str]; 12] = [
        &["play", "nim", "5", "--each"],
        &["value", "nim", "5", "--each"],
        &["value", "nim", "3+5", "--entailed", "1"],
        &["draw", "nim", "3", "--player", "right"],
        &["draw", "nim", "3", "--play", "misere"],
        &["draw", "nim", "3", "--text", "--format", "svg"],
        &["heaps", "period", ".77", "--claim", "71,12", "--limit", "5"],
        &["heaps", "period", ".77", "--checkpoint", "x"],
        &["misere", "genus", "nim", "3+4", "--tokens", "3"],
        &["misere", "genus", ".77", "--tokens", "3", "--why"],
        &["misere", "genus", ".77", "--to", "5", "--why"],
        &["misere", "frisky", ".3102", "--position", "5+6", "--heaps", "4"],
    ];
    for args in refused {
        let run = run(upstar(args.iter().copied()), "");
        assert_eq!((run.stdout.as_str(), run.status), ("", Some(2)), "{args:?}");
        assert!(!run.stderr.is_empty(), "{args:?}");
    }
}
