//! Every question about huge positions of every ruleset keeps to its limits.
//!
//! Under `--time 300ms --memory 150M` a run ends within 200 MB above an empty start, with an answer,
//! without one, or with a refusal that names the limit. A run that goes on is killed by the system
//! when it has used its processor time, which fails the test; no clock is read. Positions are
//! grown from the examples of each ruleset, so a new ruleset is covered without a word here.
//!
//! The normal test takes a sample that has each ruleset with three commands and each compound with
//! each play; `cargo test -p upstar --test huge -- --ignored` takes all of them.

#![cfg(unix)]
#![allow(clippy::unwrap_used)]

mod grown;

use nix::sys::resource::{UsageWho, getrusage};
use nix::sys::signal::Signal;
use std::fmt::Write as _;
use std::os::unix::process::ExitStatusExt;
use std::process::Stdio;
use std::thread;
use upstar_rules::registry;
use upstar_testing::child::{Running, command, command_with_processor, patience};
use upstar_theory::compound::Compound;

/// The processor time after which a run is killed, in seconds. It has 300 ms to work; the rest is
/// for starting, printing, and a machine that is several times slower than those of today.
const MOST_SECONDS: u64 = 8;

/// The memory a run may take beyond an empty start, in kilobytes.
const MOST_KILOBYTES: i64 = 200 << 10;

/// The signals that end a process which has used its processor time.
const SIGXCPU: i32 = Signal::SIGXCPU as i32;
const SIGKILL: i32 = Signal::SIGKILL as i32;

const LIMITS: [&str; 4] = ["--time", "300ms", "--memory", "150M"];

/// What a human says in `play`.
const GAME: &str = "moves\nhint\n1\nboard\nundo\n2\ndraw\nquit\n";

/// One run of the program.
struct Case {
    limits: [&'static str; 4],
    args: Vec<String>,
    input: &'static str,
    /// May the program say that the input is wrong?
    refusable: bool,
}

impl Case {
    fn new(args: &[&str], input: &'static str) -> Case {
        let args = args.iter().map(|&arg| arg.to_owned()).collect();
        Case { limits: LIMITS, args, input, refusable: false }
    }
}

/// Questions about one position.
const COMMANDS: [&str; 5] = ["value", "outcome", "moves", "play", "draw"];

fn case(command: &str, rules: &str, position: &str) -> Case {
    let input = if command == "play" { GAME } else { "" };
    Case::new(&[command, rules, position], input)
}

fn compound_case(
    command: &str,
    rules: &str,
    position: &str,
    compound: Compound,
    play: &str,
) -> Case {
    let input = if command == "play" { GAME } else { "" };
    let compound = compound.to_string();
    Case::new(&[command, rules, position, "--compound", &compound, "--play", play], input)
}

/// Tables and the page of one ruleset.
fn pages(rules: &str) -> Vec<Case> {
    let mut list: Vec<Case> = ["1000000", "1000x1000", "31x31"]
        .iter()
        .map(|size| Case { refusable: true, ..Case::new(&["table", rules, size], "") })
        .collect();
    list.push(Case::new(&["rules", rules], ""));
    list
}

/// Everything.
fn all() -> Vec<Case> {
    let mut list = Vec::new();
    for (rules, position) in grown::positions() {
        for command in COMMANDS {
            list.push(case(command, &rules, &position));
        }
        for compound in Compound::ALL {
            for play in ["normal", "misere"] {
                for command in &COMMANDS[..4] {
                    list.push(compound_case(command, &rules, &position, compound, play));
                }
            }
        }
    }
    list.extend(registry::all().iter().flat_map(|about| pages(about.name)));
    list
}

/// Each ruleset with three commands, each compound with each play and command.
fn sample() -> Vec<Case> {
    let mut list = Vec::new();
    let positions = grown::positions();
    let mut rulesets: Vec<Vec<&(String, String)>> = Vec::new();
    for found in &positions {
        match rulesets.last_mut().filter(|list| list[0].0 == found.0) {
            Some(list) => list.push(found),
            None => rulesets.push(vec![found]),
        }
    }
    for (i, list_of_one) in rulesets.iter().enumerate() {
        // Three of the five commands, others for the next ruleset.
        for j in (0..COMMANDS.len()).step_by(2) {
            let (rules, position) = list_of_one[(i + j) % list_of_one.len()];
            list.push(case(COMMANDS[(i + j) % COMMANDS.len()], rules, position));
        }
    }
    let mut turn = 0;
    for compound in Compound::ALL {
        for play in ["normal", "misere"] {
            for command in &COMMANDS[..4] {
                for _ in 0..2 {
                    let (rules, position) = &positions[turn % positions.len()];
                    list.push(compound_case(command, rules, position, compound, play));
                    turn += 37;
                }
            }
        }
    }
    for (rules, position) in grown::SPECIAL {
        list.push(case("moves", rules, position));
        list.push(case("play", rules, position));
    }
    for (i, about) in registry::all().iter().enumerate() {
        list.extend(pages(about.name).into_iter().skip(i % 4).take(1));
    }
    list
}

/// Returns the memory of the largest child of this process so far, in kilobytes.
fn largest() -> i64 {
    getrusage(UsageWho::RUSAGE_CHILDREN).unwrap().max_rss()
}

/// Runs one case; says what is wrong with it.
fn run(case: &Case, most_seconds: u64, most_kilobytes: i64) -> Result<(), String> {
    let mut command = command_with_processor(env!("CARGO_BIN_EXE_upstar"), most_seconds);
    command.args(case.limits).args(&case.args);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = Running::start(&mut command);
    let mut stdin = child.stdin.take().unwrap();
    let _ = std::io::Write::write_all(&mut stdin, case.input.as_bytes());
    drop(stdin);
    let mut answers = child.stdout.take().unwrap();
    let counter = thread::spawn(move || std::io::copy(&mut answers, &mut std::io::sink()));
    let mut errors = child.stderr.take().unwrap();
    let mut message = Vec::new();
    std::io::Read::read_to_end(&mut errors, &mut message).unwrap();
    let message = String::from_utf8_lossy(&message);
    let written = counter.join().unwrap().unwrap();
    let status = child.end();
    let kilobytes = largest();
    let mut wrong = String::new();
    match status.code() {
        Some(0) if written > 0 => {}
        Some(0) => wrong.push_str("no answer and status 0; "),
        Some(1) if !message.is_empty() => {}
        Some(2) if case.refusable || message.contains(|c: char| c.is_ascii_digit()) => {}
        code => {
            let _ = write!(wrong, "status {code:?} with {:?}; ", message.lines().next());
        }
    }
    if matches!(status.signal(), Some(SIGXCPU | SIGKILL)) {
        let _ = write!(wrong, "more than {most_seconds} s of processor time; ");
    }
    // The most of all children: once it is too much, all later ones seem to be.
    if kilobytes > most_kilobytes {
        let _ = write!(wrong, "{} MB; ", kilobytes >> 10);
    }
    if wrong.is_empty() { Ok(()) } else { Err(wrong) }
}

/// Returns the kilobytes of a run that does nothing.
fn empty_start() -> i64 {
    run(&Case::new(&["rules", "nim"], ""), MOST_SECONDS, i64::MAX).unwrap();
    largest()
}

/// Searches that fill the memory: what positions, keys and values own counts.
fn memory_is_kept() {
    const FILLING: [&[&str]; 6] = [
        &["outcome", "domineering", "6x8", "--play", "misere"],
        &["outcome", "konane", "xoxoxo|oxoxox|xo..xo|oxoxox|xoxoxo|oxoxox"],
        &["outcome", "konane", "xoxoxo|oxoxox|xo..xo|oxoxox|xoxoxo|oxoxox", "--play", "misere"],
        &["value", "amazons", "x....|.....|.....|....o", "--compound", "join"],
        &["value", "node-kayles", ".......|.......|.......|.......|.......", "--compound", "union"],
        &["value", "fox-and-geese", "8x8"],
    ];
    let most = empty_start() + (150 << 10);
    for args in FILLING {
        let limits = ["--time", "4s", "--memory", "100M"];
        let case = Case { limits, refusable: true, ..Case::new(args, "") };
        assert_eq!(run(&case, 5 * MOST_SECONDS, most), Ok(()), "{args:?}");
    }
}

/// Runs the cases, shortened for the report.
fn check(cases: &[Case]) {
    let mut most = empty_start() + MOST_KILOBYTES;
    let mut wrong = Vec::new();
    for case in cases {
        if let Err(reason) = run(case, MOST_SECONDS, most) {
            let short = |arg: &String| arg.chars().take(40).collect::<String>();
            let args = case.args.iter().map(short).collect::<Vec<_>>().join(" ");
            eprintln!("{args}: {reason}");
            wrong.push(format!("{args}: {reason}"));
            most = most.max(largest());
        }
    }
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), cases.len(), wrong.join("\n"));
}

/// Every n-th of some cases: `UPSTAR_HUGE=2/10` asks for the second of ten parts.
fn part(cases: Vec<Case>) -> (usize, Vec<Case>) {
    let part = std::env::var("UPSTAR_HUGE").unwrap_or_else(|_| "1/1".to_owned());
    let (number, of) = part.split_once('/').unwrap();
    let (number, of): (usize, usize) = (number.parse().unwrap(), of.parse().unwrap());
    (number, cases.into_iter().skip(number - 1).step_by(of).collect())
}

/// In two processes at once: what children used is told for all children of a process together.
#[test]
fn a_sample_keeps_to_the_limits() {
    let halves = ["1/2", "2/2"].map(|half| {
        let mut command = command(std::env::current_exe().unwrap());
        command.args(["--ignored", "--exact", "a_part_of_the_sample", "--nocapture"]);
        command.env("UPSTAR_HUGE", half).stdout(Stdio::piped());
        Running::start_for(&mut command, 10 * patience())
    });
    for half in halves {
        let run = half.output();
        assert!(run.status == Some(0) && run.stdout.contains("1 passed"), "{}", run.stdout);
    }
}

#[test]
#[ignore = "the sample runs it"]
fn a_part_of_the_sample() {
    let (number, cases) = part(sample());
    // First, since the memory of the largest child so far is all that is told.
    if number == 1 {
        memory_is_kept();
    }
    check(&cases);
}

/// Takes hours.
#[test]
#[ignore = "takes hours"]
fn everything_keeps_to_the_limits() {
    check(&part(all()).1);
}
