//! Ctrl-C and SIGTERM end every command soon, and what was computed is kept.
//!
//! Times are those of the processor, so that a busy machine fails no test.

use crate::program::{run, upstar, wait};
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use std::fs;
use std::io::Read;
use std::process::{Child, Stdio};
use std::thread;
use std::time::{Duration, Instant};

fn tell(child: &Child, signal: Signal) {
    kill(Pid::from_raw(i32::try_from(child.id()).unwrap()), signal).unwrap();
}

/// The time that a process has worked, from the statistics of the system.
fn worked(child: &Child) -> Option<Duration> {
    let stat = fs::read_to_string(format!("/proc/{}/stat", child.id())).ok()?;
    let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
    let ticks = fields[11].parse::<u64>().ok()? + fields[12].parse::<u64>().ok()?;
    Some(Duration::from_millis(10 * ticks))
}

/// Waits until a process has worked for a while.
fn warm_up(child: &mut Child, time: Duration) {
    let deadline = Instant::now() + Duration::from_secs(60);
    while worked(child).is_some_and(|worked| worked < time) {
        assert_eq!(child.try_wait().unwrap(), None, "it ended by itself");
        assert!(Instant::now() < deadline, "it does not work");
        thread::sleep(Duration::from_millis(10));
    }
}

/// Starts a command that has no end, tells it to stop, and returns its status and how long it
/// worked on.
fn stopped(args: &[&str], signal: Signal) -> (Option<i32>, Duration) {
    let mut command = upstar(args.iter().copied());
    command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
    let mut child = command.spawn().unwrap();
    warm_up(&mut child, Duration::from_millis(250));
    let before = worked(&child).unwrap();
    tell(&child, signal);
    let mut last = before;
    let deadline = Instant::now() + Duration::from_secs(60);
    loop {
        if let Some(status) = child.try_wait().unwrap() {
            return (status.code(), last.saturating_sub(before));
        }
        assert!(Instant::now() < deadline, "{args:?} does not end");
        last = worked(&child).unwrap_or(last).max(last);
        thread::sleep(Duration::from_millis(5));
    }
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
    &["play", "clobber", "8x8", "--first", "right"],
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
fn every_command_ends_soon() {
    for (i, args) in ENDLESS.into_iter().enumerate() {
        let signal = if i % 2 == 0 { Signal::SIGINT } else { Signal::SIGTERM };
        let (status, more) = stopped(args, signal);
        assert!(matches!(status, Some(1 | 130 | 143)), "{args:?}: {status:?}");
        // Two threads may work for half a second each.
        assert!(more < Duration::from_millis(1100), "{args:?} worked on for {more:?}");
    }
}

#[test]
fn sigterm_saves_the_state() {
    let folder = tempfile::tempdir().unwrap();
    for signal in [Signal::SIGTERM, Signal::SIGINT, Signal::SIGHUP] {
        let file = folder.path().join(signal.as_str());
        let place = file.to_str().unwrap();
        let args = ["heaps", "values", ".007", "--to", "900000000", "--checkpoint", place];
        let (status, _) = stopped(&args, signal);
        assert_eq!(status, Some(1));
        assert!(fs::metadata(&file).unwrap().len() > 1000);
        assert!(!folder.path().join(format!("{}.lock", signal.as_str())).exists());
        let again = ["heaps", "values", ".007", "--to", "9", "--checkpoint", place];
        assert_eq!(upstar(again).output().unwrap().status.code(), Some(0));
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
            let (status, _) = stopped(&args, signal);
            assert_eq!(status, Some(1));
            assert!(file.exists());
        }
    }
}

/// A survey that is stopped ends soon, and its database can be asked and goes on.
#[test]
fn surveys_keep_what_they_found() {
    let folder = tempfile::tempdir().unwrap();
    for (command, signal) in [("heaps", Signal::SIGINT), ("misere", Signal::SIGTERM)] {
        let files =
            ["stopped", "fresh"].map(|name| folder.path().join(format!("{command}-{name}")));
        let [database, fresh] = files.each_ref().map(|file| file.to_str().unwrap());
        let (status, more) =
            stopped(&[command, "survey", "--digits", "3", "--database", database], signal);
        assert_eq!(status, Some(1), "{command}");
        assert!(more < Duration::from_millis(1100), "{command} worked on for {more:?}");
        let ask = |database| {
            let args = [command, "survey", "--digits", "1", "--database", database, "--quiet"];
            run(upstar(args), "")
        };
        let (again, expected) = (ask(database), ask(fresh));
        assert_eq!((again.stdout, again.status), (expected.stdout, Some(0)), "{command}");
    }
}

/// A command that waits for somebody who does not read its answer.
fn stuck(args: &[&str]) -> Child {
    let mut command = upstar(args.iter().copied());
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let full = Instant::now();
    // The pipe is full when the program does not work any more.
    let (mut last, mut idle) = (Duration::ZERO, 0);
    while idle < 5 {
        thread::sleep(Duration::from_millis(200));
        let now = worked(&child).unwrap();
        idle = if now == last { idle + 1 } else { 0 };
        last = now;
        assert_eq!(child.try_wait().unwrap(), None, "it ended by itself");
        assert!(full.elapsed().as_secs() < 60);
    }
    child
}

/// What is left of a command that is stuck and was told to end, and what it said.
fn left(mut child: Child) -> (Option<i32>, String) {
    let status = wait(&mut child);
    let mut message = String::new();
    child.stderr.take().unwrap().read_to_string(&mut message).unwrap();
    (status, message)
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
    for (args, status) in [(&["eval", "-"][..], 143), (&["play", "nim", "3"], 143), (&[], 143)] {
        let mut command = upstar(args.iter().copied());
        command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
        let mut child = command.spawn().unwrap();
        let keyboard = child.stdin.take();
        warm_up_is_over(&child);
        tell(&child, Signal::SIGTERM);
        assert_eq!(wait(&mut child), Some(status), "{args:?}");
        drop(keyboard);
    }
}

/// Waits until a process sleeps.
fn warm_up_is_over(child: &Child) {
    for _ in 0..1000 {
        thread::sleep(Duration::from_millis(20));
        let stat = fs::read_to_string(format!("/proc/{}/stat", child.id())).unwrap();
        // Started, listening (more than one thread), and waiting.
        let fields: Vec<&str> = stat.rsplit_once(')').unwrap().1.split_whitespace().collect();
        if fields[0] == "S" && fields[17] != "1" {
            return;
        }
    }
    panic!("it does not wait");
}

#[test]
fn what_was_ignored_stays_ignored() {
    let mut command = std::process::Command::new("sh");
    command.args(["-c", "trap '' HUP; exec \"$0\" eval -", env!("CARGO_BIN_EXE_upstar")]);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = command.spawn().unwrap();
    warm_up_is_over(&child);
    tell(&child, Signal::SIGHUP);
    thread::sleep(Duration::from_millis(100));
    use std::io::Write;
    child.stdin.take().unwrap().write_all(b"20+3\n").unwrap();
    let run = child.wait_with_output().unwrap();
    assert_eq!((run.stdout.as_slice(), run.status.code()), (&b"23\n"[..], Some(0)));
}
