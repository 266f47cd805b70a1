//! Ctrl-C, SIGTERM and SIGHUP end every command, and what was computed is kept.
//!
//! No test here looks at a clock. How soon a command ends is for the program to see to: it cuts
//! off work that goes on for too long, and says so by its status. A command that ends with status
//! 1 has stopped by itself.

use crate::program::seen::{until_it_waits, until_worked};
use crate::program::{Running, run, tell, upstar};
use nix::sys::signal::Signal;
use std::fs;
use std::process::Stdio;

/// How much a command works before it is told to stop, in hundredths of a second.
const WARM: u64 = 25;

/// Starts a command that has no end, and waits until it is at work.
fn at_work(args: &[&str]) -> Running {
    let mut command = upstar(args.iter().copied());
    command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
    let child = Running::start(&mut command);
    until_worked(&child, WARM);
    child
}

/// Starts a command that has no end, tells it to stop, and returns its status.
fn stopped(args: &[&str], signal: Signal) -> Option<i32> {
    let child = at_work(args);
    tell(&child, signal);
    child.status()
}

/// A certificate that takes hours to check.
const LONG_PROOF: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../golden/certificates/106.json");

/// Questions that nobody waits for, one of each command.
const ENDLESS: [&[&str]; 19] = [
    &["eval", "while true do 1 end"],
    &["eval", "*300 ConwayProduct *301"],
    &["value", "domineering", "12x12"],
    &["value", "clobber", "7x7"],
    &["outcome", "clobber", "8x8"],
    &["outcome", "domineering", "15x15", "--play", "misere"],
    &["moves", "clobber", "8x8"],
    &["moves", "chomp", "200x200"],
    &["table", "domineering", "30x30"],
    &["play", "clobber", "8x8", "--first", "right", "--time", "1h"],
    &["heaps", "values", ".007", "--to", "900000000"],
    &["heaps", "period", ".106", "--limit", "10^14"],
    &["heaps", "values", "grundy", "--to", "900000000"],
    &["misere", "solve", ".3102"],
    &["misere", "genus", ".35", "--to", "100000"],
    &["misere", "canonical", ".77", "200"],
    &["misere", "pretend", ".3102"],
    &["draw", "--thermograph", "*300 ConwayProduct *301"],
    &["verify", "--long", LONG_PROOF],
];

#[test]
fn every_command_stops_by_itself() {
    for (i, args) in ENDLESS.into_iter().enumerate() {
        let signal = if i % 2 == 0 { Signal::SIGINT } else { Signal::SIGTERM };
        assert_eq!(stopped(args, signal), Some(1), "{args:?}");
    }
}

#[test]
fn sigterm_saves_the_state() {
    let folder = tempfile::tempdir().unwrap();
    for signal in [Signal::SIGTERM, Signal::SIGINT, Signal::SIGHUP] {
        let file = folder.path().join(signal.as_str());
        let place = file.to_str().unwrap();
        let args = ["heaps", "values", ".007", "--to", "900000000", "--checkpoint", place];
        assert_eq!(stopped(&args, signal), Some(1));
        assert!(fs::metadata(&file).unwrap().len() > 1000);
        assert!(!folder.path().join(format!("{}.lock", signal.as_str())).exists());
        let again = ["heaps", "values", ".007", "--to", "9", "--checkpoint", place];
        assert_eq!(run(upstar(again), "").status, Some(0));
    }
}

#[test]
fn a_search_that_is_stopped_can_go_on() {
    let folder = tempfile::tempdir().unwrap();
    for (signal, threads) in [(Signal::SIGTERM, "1"), (Signal::SIGINT, "2")] {
        let file = folder.path().join(signal.as_str());
        let place = file.to_str().unwrap();
        let args = ["outcome", "domineering", "10x10", "--checkpoint", place, "--threads", threads];
        for _ in 0..2 {
            assert_eq!(stopped(&args, signal), Some(1));
            assert!(file.exists());
        }
    }
}

/// A survey that is stopped keeps its database, which can be asked and goes on.
#[test]
fn surveys_keep_what_they_found() {
    let folder = tempfile::tempdir().unwrap();
    for (command, signal) in [("heaps", Signal::SIGINT), ("misere", Signal::SIGTERM)] {
        let files =
            ["stopped", "fresh"].map(|name| folder.path().join(format!("{command}-{name}")));
        let [database, fresh] = files.each_ref().map(|file| file.to_str().unwrap());
        let survey = [command, "survey", "--digits", "3", "--database", database];
        assert_eq!(stopped(&survey, signal), Some(1), "{command}");
        let ask = |database| {
            let args = [command, "survey", "--digits", "1", "--database", database, "--quiet"];
            run(upstar(args), "")
        };
        let (again, expected) = (ask(database), ask(fresh));
        assert_eq!((again.stdout, again.status), (expected.stdout, Some(0)), "{command}");
    }
}

/// Loops that keep every core busy, for as long as this lives.
fn busy_cores() -> Vec<Running> {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let busy = || {
        let mut shell = crate::program::command("sh");
        Running::start(shell.args(["-c", "while :; do :; done"]))
    };
    (0..2 * cores).map(|_| busy()).collect()
}

/// Commands that get next to nothing of the processor are slow to stop, and are not cut off.
#[test]
fn starved_work_is_not_cut_off() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (one, two, three) = (file("one"), file("two"), file("three"));
    let commands: [&[&str]; 5] = [
        &["heaps", "survey", "--digits", "3", "--database", &one],
        &["misere", "survey", "--digits", "3", "--database", &two],
        &["outcome", "domineering", "10x10", "--checkpoint", &three],
        &["value", "clobber", "7x7"],
        &["misere", "solve", ".3102"],
    ];
    let children = commands.map(at_work);
    for child in &children {
        // Every thread becomes the last in its queue.
        let threads = fs::read_dir(format!("/proc/{}/task", child.id())).unwrap();
        let mut renice = crate::program::command("renice");
        renice.args(["-n", "19", "-p"]).args(threads.map(|thread| thread.unwrap().file_name()));
        assert_eq!(Running::start(renice.stdout(Stdio::null())).status(), Some(0));
    }
    let busy = busy_cores();
    children.iter().for_each(|child| tell(child, Signal::SIGTERM));
    for (child, args) in children.iter().zip(commands) {
        assert_eq!(child.status(), Some(1), "{args:?}");
    }
    drop(busy);
}

/// Starts a command whose answer nobody reads, and waits until it is stuck.
fn stuck(args: &[&str]) -> Running {
    let mut command = upstar(args.iter().copied());
    let child = Running::start(command.stdout(Stdio::piped()).stderr(Stdio::piped()));
    until_it_waits(&child);
    child
}

/// Returns the status of a command that is stuck and was told to end, and what it said.
fn left(mut child: Running) -> (Option<i32>, String) {
    // Nobody reads the answer to the very end.
    let unread = child.stdout.take();
    let run = child.output();
    drop(unread);
    (run.status, run.stderr)
}

const UNREAD: [&str; 5] = ["heaps", "values", ".77", "--to", "3000000"];

#[test]
fn a_reader_that_does_not_read() {
    let child = stuck(&UNREAD);
    tell(&child, Signal::SIGTERM);
    let (status, message) = left(child);
    assert_eq!(status, Some(143));
    assert!(message.contains("did not come to an end and was cut off"), "{message}");
    assert_eq!(message.lines().count(), 1, "{message}");
    let quiet = stuck(&[&UNREAD[..], &["--quiet"]].concat());
    tell(&quiet, Signal::SIGINT);
    assert_eq!(left(quiet), (Some(130), String::new()));
}

/// The second signal is not waited for: it, and not the first, tells the status.
#[test]
fn a_second_signal_ends_the_program_at_once() {
    let child = stuck(&UNREAD);
    tell(&child, Signal::SIGINT);
    tell(&child, Signal::SIGTERM);
    assert_eq!(left(child), (Some(143), String::new()));
}

#[test]
fn waiting_for_input_ends_at_once() {
    for args in [&["eval", "-"][..], &["play", "nim", "3"], &[]] {
        let mut command = upstar(args.iter().copied());
        command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
        let child = Running::start(&mut command);
        until_it_waits(&child);
        tell(&child, Signal::SIGTERM);
        assert_eq!(child.status(), Some(143), "{args:?}");
    }
}

#[test]
fn what_was_ignored_stays_ignored() {
    use std::io::Write;
    let mut command = crate::program::command("sh");
    command.args(["-c", "trap '' HUP; exec \"$0\" eval -", env!("CARGO_BIN_EXE_upstar")]);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = Running::start(&mut command);
    until_it_waits(&child);
    let status = fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:")).unwrap();
    assert_eq!(u64::from_str_radix(ignored.trim(), 16).unwrap() & 1, 1, "{ignored}");
    tell(&child, Signal::SIGHUP);
    child.stdin.as_mut().unwrap().write_all(b"20+3\n").unwrap();
    let run = child.output();
    assert_eq!((run.stdout.as_str(), run.status), ("23\n", Some(0)));
}
