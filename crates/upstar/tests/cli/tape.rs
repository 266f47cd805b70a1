//! The tape: what the program answered, command by command, kept so that a change of the house
//! behind the answers cannot change them unseen.
//!
//! `golden/tape.jsonl` has a line for each ruleset's examples in every compound and play, asked
//! for its value, its winner, its moves and its table: the arguments, the exit status and the
//! answer. `UPSTAR_BLESS=1` records it anew; read the difference before you commit it. Commands
//! that take long are recorded as such and not replayed. A part is replayed by default.

use crate::docs::{blessing, root};
use crate::program::{run, upstar};
use serde::{Deserialize, Serialize};
use std::fmt::Write as _;
use std::fs;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};
use upstar_rules::registry;
use upstar_theory::compound::Compound;

/// Answers longer than this are kept by length and sum.
const LONGEST: usize = 4_000;
/// One command in so many is replayed; all of them with `UPSTAR_TAPE` in the environment.
const PART: usize = 5;
/// A command that takes longer is not replayed.
const SLOW: Duration = Duration::from_secs(2);

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Record {
    args: Vec<String>,
    /// `None` for commands that take long.
    status: Option<i32>,
    answer: String,
}

/// Every command of the tape.
fn commands() -> Vec<Vec<String>> {
    let mut commands = Vec::new();
    let mut push = |question: &str, rules: &str, at: &str, compound: &str, play: &str| {
        let args = ["--json", question, rules, at, "--compound", compound, "--play", play];
        commands.push(args.map(str::to_owned).to_vec());
    };
    for about in registry::all() {
        for compound in Compound::ALL.map(|compound| compound.to_string()) {
            for play in ["normal", "misere"] {
                // All examples as sums, the first one in every other manner.
                let most = if compound == "sum" { usize::MAX } else { 1 };
                for example in about.examples.iter().take(most) {
                    for question in ["value", "outcome", "moves"] {
                        push(question, about.name, example, &compound, play);
                    }
                }
                if !about.tables.is_empty() {
                    push("table", about.name, "4", &compound, play);
                    push("table", about.name, "3x3", &compound, play);
                }
            }
        }
    }
    commands
}

fn ask(args: &[String]) -> Record {
    let begun = Instant::now();
    let limits = ["--memory", "1G", "--threads", "1"];
    let run = run(upstar(limits.into_iter().chain(args.iter().map(String::as_str))), "");
    if blessing() && begun.elapsed() > SLOW {
        return Record { args: args.to_vec(), status: None, answer: String::new() };
    }
    let answer = run.stdout;
    let answer = match answer.len() {
        0..=LONGEST => answer.trim_end().to_owned(),
        length => {
            let sum = answer.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |sum, byte| {
                (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
            });
            format!("{length} bytes, {sum:016x}")
        }
    };
    Record { args: args.to_vec(), status: run.status, answer }
}

/// Asks everything, on as many threads as there are.
fn ask_all(commands: &[Vec<String>]) -> Vec<Record> {
    let next = AtomicUsize::new(0);
    let worker = || {
        let mut records = Vec::new();
        loop {
            let i = next.fetch_add(1, Ordering::Relaxed);
            match commands.get(i) {
                Some(args) => records.push((i, ask(args))),
                None => return records,
            }
        }
    };
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let mut records = thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(worker)).collect();
        workers.into_iter().flat_map(|worker| worker.join().unwrap()).collect::<Vec<_>>()
    });
    records.sort_by_key(|(i, _)| *i);
    records.into_iter().map(|(_, record)| record).collect()
}

#[test]
fn the_tape_is_replayed() {
    let path = root().join("golden/tape.jsonl");
    if blessing() {
        let records = ask_all(&commands());
        let mut text = String::new();
        for record in records {
            writeln!(text, "{}", serde_json::to_string(&record).unwrap()).unwrap();
        }
        fs::write(path, text).unwrap();
        return;
    }
    let text = fs::read_to_string(path).unwrap();
    let recorded: Vec<Record> =
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let asked: Vec<Vec<String>> = recorded.iter().map(|record| record.args.clone()).collect();
    assert_eq!(asked, commands(), "the tape was recorded for other rulesets: bless it");
    let every = if std::env::var_os("UPSTAR_TAPE").is_some() { 1 } else { PART };
    let quick: Vec<Record> =
        recorded.into_iter().step_by(every).filter(|record| record.status.is_some()).collect();
    let commands: Vec<Vec<String>> = quick.iter().map(|record| record.args.clone()).collect();
    let mut differences = String::new();
    for (recorded, replayed) in quick.iter().zip(ask_all(&commands)) {
        if *recorded != replayed {
            let Record { args, status, answer } = recorded;
            let _ = writeln!(differences, "upstar {}", args.join(" "));
            let _ = writeln!(differences, "  was {status:?} {answer}");
            let _ = writeln!(differences, "  is  {:?} {}", replayed.status, replayed.answer);
        }
    }
    assert!(differences.is_empty(), "{differences}");
}
