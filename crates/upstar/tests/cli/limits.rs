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

#[test]
fn no_winner_is_announced_where_a_limit_came_first() {
    // Nobody can move, but who wins is a question that needs memory.
    let mut command = upstar(["--memory", "1", "play", "digraph", "a>b @ b", "--json"]);
    command.env_remove("UPSTAR_MEMORY");
    let run = run(command, "moves\nquit\n");
    assert_eq!(run.status, Some(1), "{run:?}");
    assert!(!run.stdout.contains("winner"), "{}", run.stdout);
    assert!(run.stdout.contains("memory"), "{}", run.stdout);
}

#[cfg(unix)]
#[test]
fn a_pause_changes_nothing() {
    use nix::sys::signal::{Signal, kill};
    use nix::unistd::Pid;
    use std::process::Stdio;
    use std::{thread, time::Duration};

    let answer = |pause: Option<Duration>| {
        let mut command = upstar(["moves", "domineering", "5x6", "--json"]);
        command.stdout(Stdio::piped());
        let child = command.spawn().unwrap();
        if let Some(pause) = pause {
            let pid = Pid::from_raw(i32::try_from(child.id()).unwrap());
            thread::sleep(Duration::from_millis(50));
            kill(pid, Signal::SIGSTOP).unwrap();
            thread::sleep(pause);
            kill(pid, Signal::SIGCONT).unwrap();
        }
        String::from_utf8(child.wait_with_output().unwrap().stdout).unwrap()
    };
    assert_eq!(answer(None), answer(Some(Duration::from_millis(3500))));
}

#[test]
fn strings_have_a_limit_however_they_grow() {
    let doubling = "s := \"abcdefgh\"; while true do s := s + s end";
    let run = run(upstar(["--memory", "200M", "eval", doubling]), "");
    assert_eq!(run.status, Some(2), "{}", run.stderr);
    assert!(run.stderr.contains("strings are limited to 16777216 bytes"), "{}", run.stderr);
}

#[cfg(target_os = "linux")]
#[test]
fn the_limits_of_the_process_count() {
    // An address space of 400 MB: without a look at it the program would abort.
    let program = env!("CARGO_BIN_EXE_upstar");
    let question = "ulimit -v 400000; exec \"$0\" outcome domineering 6x8 --play misere";
    let mut command = std::process::Command::new("sh");
    command.args(["-c", question, program]);
    let run = run(command, "");
    assert_eq!(run.status, Some(1), "{run:?}");
    assert!(run.stderr.contains("memory limit"), "{}", run.stderr);
}
