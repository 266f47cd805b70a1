//! Limits end a computation cleanly: a message, status 1, and the next question is answered.

use crate::program::{run, upstar};

const ENDLESS: &str = "while true do 1 end";

#[test]
fn time() {
    let run = run(upstar(["--time", "300ms", "eval", ENDLESS]), "");
    assert_eq!((run.stdout.as_str(), run.status), ("", Some(1)));
    assert!(run.stderr.contains("time limit"), "{}", run.stderr);
    assert!(run.took.as_secs() < 10);
}

#[test]
fn time_is_for_each_question() {
    let input = format!("{ENDLESS}\n1+1\n{ENDLESS}\n2+2\n");
    let run = run(upstar(["--time", "300ms", "eval", "-"]), input);
    let lines: Vec<_> = run.stdout.lines().collect();
    assert_eq!([lines[1], lines[3]], ["2", "4"]);
    assert!([lines[0], lines[2]].iter().all(|l| l.starts_with("error: ") && l.contains("time")));
    assert_eq!(run.status, Some(1));
}

#[test]
fn time_ends_work_on_games() {
    // The products of large nimbers by their definition have no end in sight.
    let hard = "*300 ConwayProduct *301; for i from 1 to 10^9 do (i*2+1)/2^40 end";
    let run = run(upstar(["--time", "300ms", "eval", hard]), "");
    assert_eq!(run.status, Some(1), "{}", run.stderr);
    assert!(run.took.as_secs() < 10);
}

#[test]
fn memory() {
    let hungry = "x := [1]; while true do x := x.Concat(x) end";
    let run = run(upstar(["--memory", "50M", "eval", hungry]), "");
    assert_eq!(run.status, Some(1), "{}", run.stderr);
    assert!(run.stderr.contains("memory"), "{}", run.stderr);
}

#[test]
fn recursion_without_end() {
    let run = run(upstar(["--time", "20s", "eval", "def f(x) := f(x+1); f(0)"]), "");
    assert!(matches!(run.status, Some(1 | 2)), "{run:?}");
    assert!(!run.stderr.is_empty());
}

#[cfg(unix)]
#[test]
fn ctrl_c_stops_a_computation() {
    use nix::sys::signal::{Signal, kill};
    use nix::unistd::Pid;
    use std::io::{Read, Write};
    use std::process::Stdio;
    use std::{thread, time::Duration};

    let mut command = upstar(["eval", "-"]);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let mut stdout = child.stdout.take().unwrap();
    // The answer to the first line shows that the program is at work on the second.
    writeln!(stdin, "1\n{ENDLESS}\n2").unwrap();
    let mut first = [0; 2];
    stdout.read_exact(&mut first).unwrap();
    thread::sleep(Duration::from_millis(200));
    kill(Pid::from_raw(i32::try_from(child.id()).unwrap()), Signal::SIGINT).unwrap();
    assert_eq!(crate::program::wait(&mut child), Some(1));
    let mut rest = String::new();
    stdout.read_to_string(&mut rest).unwrap();
    assert!(rest.starts_with("error: ") && rest.contains("interrupted"), "{rest}");
    assert_eq!(rest.lines().count(), 1, "an interrupted script goes on: {rest}");
}
