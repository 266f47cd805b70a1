//! Ctrl-C and SIGTERM end every command soon, and what was computed is kept.
//!
//! Times are those of the processor, so that a busy machine fails no test.

use crate::program::{upstar, wait};
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use std::fs;
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

/// Questions that nobody waits for, one of each command.
const ENDLESS: [&[&str]; 18] = [
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
fn a_reader_that_does_not_read() {
    let mut command = upstar(["heaps", "values", ".77", "--to", "3000000"]);
    let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
    let full = Instant::now();
    // The pipe is full when the program does not work any more.
    let (mut last, mut idle) = (Duration::ZERO, 0);
    while idle < 5 {
        thread::sleep(Duration::from_millis(200));
        let now = worked(&child).unwrap();
        idle = if now == last { idle + 1 } else { 0 };
        last = now;
        assert!(full.elapsed().as_secs() < 60);
    }
    tell(&child, Signal::SIGTERM);
    assert_eq!(wait(&mut child), Some(143));
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
