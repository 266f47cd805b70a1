//! Every question about huge positions of every ruleset keeps to its limits.
//!
//! Under `--time 300ms --memory 150M` a run ends within 2 s of processor time and 200 MB above an
//! empty start, with an answer, without one, or with a refusal that names the limit. Positions
//! are grown from the examples of each ruleset, so a new ruleset is covered without a word here.
//!
//! The normal test takes a sample that has each ruleset with three commands and each compound with
//! each play; `cargo test -p upstar --test huge -- --ignored` takes all of them.

#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::float_arithmetic)]

mod grown;

use nix::sys::resource::{UsageWho, getrusage};
use std::fmt::Write as _;
use std::io::{Read, Write};
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};
use upstar_rules::registry;
use upstar_theory::compound::Compound;

/// The processor time a run may take, in seconds, on a machine of today with nothing else to do.
const MOST_SECONDS: f64 = 2.0;

/// How much slower the machine that runs the sample may be.
const SLOWER: f64 = 4.0;

/// The memory a run may take beyond an empty start, in kilobytes.
const MOST_KILOBYTES: i64 = 200 << 10;

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

/// What children of this process used so far: seconds, and the most kilobytes of one.
fn used() -> (f64, i64) {
    let usage = getrusage(UsageWho::RUSAGE_CHILDREN).unwrap();
    let seconds = [usage.user_time(), usage.system_time()]
        .map(|time| time.tv_sec() as f64 + time.tv_usec() as f64 / 1e6);
    (seconds[0] + seconds[1], usage.max_rss())
}

/// Runs one case; says what is wrong with it.
fn run(case: &Case, most_seconds: f64, most_kilobytes: i64) -> Result<(), String> {
    let before = used().0;
    let mut command = Command::new(env!("CARGO_BIN_EXE_upstar"));
    command.args(case.limits).args(&case.args);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let _ = stdin.write_all(case.input.as_bytes());
    drop(stdin);
    let mut errors = child.stderr.take().unwrap();
    let mut answers = child.stdout.take().unwrap();
    let reader = thread::spawn(move || {
        let mut text = Vec::new();
        errors.read_to_end(&mut text).unwrap();
        String::from_utf8_lossy(&text).into_owned()
    });
    let counter = thread::spawn(move || std::io::copy(&mut answers, &mut std::io::sink()));
    let deadline = Instant::now() + Duration::from_secs(60);
    let status = loop {
        if let Some(status) = child.try_wait().unwrap() {
            break status;
        }
        if Instant::now() > deadline {
            child.kill().unwrap();
            child.wait().unwrap();
            return Err("still running after a minute".to_owned());
        }
        thread::sleep(Duration::from_millis(2));
    };
    let message = reader.join().unwrap();
    let written = counter.join().unwrap().unwrap();
    let (after, kilobytes) = used();
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
    if after - before > most_seconds {
        let _ = write!(wrong, "{:.1} s; ", after - before);
    }
    // The most of all children: once it is too much, all later ones seem to be.
    if kilobytes > most_kilobytes {
        let _ = write!(wrong, "{} MB; ", kilobytes >> 10);
    }
    if wrong.is_empty() { Ok(()) } else { Err(wrong) }
}

/// The kilobytes of a run that does nothing.
fn empty_start() -> i64 {
    run(&Case::new(&["rules", "nim"], ""), MOST_SECONDS, i64::MAX).unwrap();
    used().1
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
        assert_eq!(run(&case, SLOWER * 10.0, most), Ok(()), "{args:?}");
    }
}

/// Runs the cases, shortened for the report.
fn check(cases: &[Case], most_seconds: f64) {
    let mut most = empty_start() + MOST_KILOBYTES;
    let mut wrong = Vec::new();
    for case in cases {
        if let Err(reason) = run(case, most_seconds, most) {
            let short = |arg: &String| arg.chars().take(40).collect::<String>();
            let args = case.args.iter().map(short).collect::<Vec<_>>().join(" ");
            eprintln!("{args}: {reason}");
            wrong.push(format!("{args}: {reason}"));
            most = most.max(used().1);
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
        let mut command = Command::new(std::env::current_exe().unwrap());
        command.args(["--ignored", "--exact", "a_part_of_the_sample", "--nocapture"]);
        command.env("UPSTAR_HUGE", half).stdout(Stdio::piped()).spawn().unwrap()
    });
    for half in halves {
        let output = half.wait_with_output().unwrap();
        let text = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success() && text.contains("1 passed"), "{text}");
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
    check(&cases, SLOWER * MOST_SECONDS);
}

/// Takes hours.
#[test]
#[ignore = "takes hours"]
fn everything_keeps_to_the_limits() {
    check(&part(all()).1, MOST_SECONDS);
}
