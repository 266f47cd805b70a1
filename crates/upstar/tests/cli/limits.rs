//! Limits end a computation cleanly: a message, status 1, and the next question is answered.

use crate::program::{run, upstar};

const ENDLESS: &str = "while true do 1 end";

#[test]
fn time() {
    let run = run(upstar(["--time", "300ms", "eval", ENDLESS]), "");
    assert_eq!((run.stdout.as_str(), run.status), ("", Some(1)));
    assert!(run.stderr.contains("time limit"), "{}", run.stderr);
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

#[cfg(target_os = "linux")]
#[test]
fn ctrl_c_stops_a_computation() {
    use crate::program::{Running, seen, tell};
    use nix::sys::signal::Signal;
    use std::io::{Read, Write};
    use std::process::Stdio;

    let mut command = upstar(["eval", "-"]);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = Running::start(&mut command);
    let mut stdin = child.stdin.take().unwrap();
    let mut stdout = child.stdout.take().unwrap();
    // The answer to the first line shows that the program is at work on the second.
    writeln!(stdin, "1\n{ENDLESS}\n2").unwrap();
    let mut first = [0; 2];
    stdout.read_exact(&mut first).unwrap();
    seen::until_worked(&child, 10);
    tell(&child, Signal::SIGINT);
    assert_eq!(child.status(), Some(1));
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
    use crate::program::{Running, tell};
    use nix::sys::signal::Signal;
    use std::process::Stdio;
    use std::{thread, time::Duration};

    let answer = |pause: Option<Duration>| {
        let mut command = upstar(["moves", "domineering", "5x6", "--json"]);
        let child = Running::start(command.stdout(Stdio::piped()));
        if let Some(pause) = pause {
            thread::sleep(Duration::from_millis(50));
            tell(&child, Signal::SIGSTOP);
            thread::sleep(pause);
            tell(&child, Signal::SIGCONT);
        }
        child.output().stdout
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
    let mut command = crate::program::command("sh");
    command.args(["-c", question, program]);
    let run = run(command, "");
    assert_eq!(run.status, Some(1), "{run:?}");
    assert!(run.stderr.contains("memory limit"), "{}", run.stderr);
}

#[test]
fn time_holds_while_an_answer_is_written() {
    use std::process::Stdio;
    for code in [".77", "4.3[3]"] {
        let mut command = upstar(["--time", "300ms", "heaps", "values", code, "--to", "900000000"]);
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let status = crate::program::wait(&mut child);
        let mut said = String::new();
        std::io::Read::read_to_string(&mut child.stderr.take().unwrap(), &mut said).unwrap();
        assert_eq!(status, Some(1), "{said}");
        assert!(said.contains("time limit"), "{said}");
    }
}

#[test]
fn random_positions_are_made_one_by_one() {
    let folder = tempfile::tempdir().unwrap();
    let rules = folder.path().join("a.up");
    std::fs::write(
        &rules,
        "game A\ngrid . x o\nleft orthogonal xo -> .x\nright as left with x<->o\n",
    )
    .unwrap();
    let check = |games: &str| {
        let rules = rules.to_str().unwrap();
        let limits = ["--time", "300ms", "--memory", "100M", "rules", "check", rules];
        run(upstar(limits.into_iter().chain(["--games", games])), "")
    };
    let many = check("1000000");
    assert_eq!(many.status, Some(1), "{many:?}");
    assert!(many.stderr.contains("time limit"), "{}", many.stderr);
    let too_many = check("4294967295");
    assert_eq!(too_many.status, Some(2), "{too_many:?}");
    assert!(too_many.stderr.contains("at most 1000000 random positions"), "{}", too_many.stderr);
}

/// Ways to read a pipe that nobody writes to.
#[cfg(unix)]
fn readers(fifo: &str) -> Vec<Vec<String>> {
    let load = format!("load \"{fifo}\"");
    let lines: [&[&str]; 12] = [
        &["value", fifo, "3"],
        &["outcome", fifo, "3"],
        &["moves", fifo, "3"],
        &["table", fifo, "3"],
        &["compare", fifo, "3", "4"],
        &["draw", fifo, "3"],
        &["rules", fifo],
        &["rules", "check", fifo],
        &["play", fifo, "3"],
        &["misere", "genus", fifo, "3"],
        &["eval", &load],
        &["run", fifo],
    ];
    let certificate = vec!["verify".to_owned(), fifo.to_owned()];
    let lines = lines.iter().map(|line| line.iter().map(|&word| word.to_owned()).collect());
    lines.chain([certificate]).collect()
}

#[cfg(unix)]
#[test]
fn a_pipe_that_nobody_writes_to_ends_with_the_time() {
    let folder = tempfile::tempdir().unwrap();
    let fifo = folder.path().join("f.up");
    nix::unistd::mkfifo(&fifo, nix::sys::stat::Mode::S_IRWXU).unwrap();
    for line in readers(fifo.to_str().unwrap()) {
        let words = ["--time", "200ms"].into_iter().chain(line.iter().map(String::as_str));
        let run = run(upstar(words), "");
        assert_eq!(run.status, Some(1), "{line:?} {run:?}");
        assert!(run.stderr.contains("time limit"), "{line:?} {run:?}");
    }
}

/// To open a pipe waits for its other end: what is written needs a reader, and no database is one.
#[cfg(target_os = "linux")]
#[test]
fn a_pipe_that_nobody_reads_is_an_error() {
    use std::io::Read;
    let folder = tempfile::tempdir().unwrap();
    let fifo = folder.path().join("f.up");
    nix::unistd::mkfifo(&fifo, nix::sys::stat::Mode::S_IRWXU).unwrap();
    let name = fifo.to_str().unwrap();
    let writers: [&[&str]; 4] = [
        &["heaps", "values", ".77", "--to", "9", "--save", name],
        &["heaps", "period", ".77", "--certificate", name],
        &["misere", "solve", ".3", "--certificate", name],
        &["draw", "--thermograph", "+-1", "--format", "svg", "-o", name],
    ];
    for line in writers {
        let run = run(upstar(line.iter().copied()), "");
        assert_eq!(run.status, Some(1), "{line:?} {run:?}");
        assert!(run.stderr.contains("nobody reads this pipe"), "{line:?} {run:?}");
    }
    let databases: [&[&str]; 6] = [
        &["atlas", "query", name],
        &["atlas", "verify", name],
        &["atlas", "diff", name, name],
        &["atlas", "build", "--digits", "1", "--to", name],
        &["heaps", "survey", "--digits", "1", "--database", name],
        &["misere", "survey", "--digits", "1", "--database", name],
    ];
    for line in databases {
        let run = run(upstar(line.iter().copied()), "");
        assert_eq!(run.status, Some(2), "{line:?} {run:?}");
        assert!(run.stderr.contains("is not the database of a survey"), "{line:?} {run:?}");
    }
    // Open for both, so that neither end waits for the other.
    let mut reader = std::fs::OpenOptions::new().read(true).write(true).open(&fifo).unwrap();
    let run = run(upstar(["heaps", "values", ".77", "--to", "3", "--save", name]), "");
    assert_eq!(run.status, Some(0), "{run:?}");
    let mut read = [0; 2];
    reader.read_exact(&mut read).unwrap();
}

#[cfg(target_os = "linux")]
#[test]
fn ctrl_c_ends_the_reading_of_a_pipe() {
    use nix::sys::signal::{Signal, kill};
    use nix::unistd::Pid;
    use std::io::Read;
    use std::process::Stdio;

    let folder = tempfile::tempdir().unwrap();
    let fifo = folder.path().join("f.up");
    nix::unistd::mkfifo(&fifo, nix::sys::stat::Mode::S_IRWXU).unwrap();
    for line in readers(fifo.to_str().unwrap()) {
        let mut command = upstar(line.iter().map(String::as_str));
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        // This waits until the program reads.
        let silent = std::fs::OpenOptions::new().write(true).open(&fifo).unwrap();
        kill(Pid::from_raw(i32::try_from(child.id()).unwrap()), Signal::SIGINT).unwrap();
        let status = crate::program::wait(&mut child);
        let mut said = String::new();
        child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
        drop(silent);
        assert_eq!(status, Some(1), "{line:?} {said}");
        assert!(said.contains("interrupted"), "{line:?} {said}");
    }
}

#[cfg(unix)]
#[test]
fn a_silent_stdin_ends_with_the_time() {
    use std::process::Stdio;
    for line in
        [&["value", "nim", "-"][..], &["value", "-", "3"], &["moves", "nim", "-"], &["run", "-"]]
    {
        let mut command = upstar(["--time", "200ms"].into_iter().chain(line.iter().copied()));
        command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let _silent = child.stdin.take().unwrap();
        let status = crate::program::wait(&mut child);
        let mut said = String::new();
        std::io::Read::read_to_string(&mut child.stderr.take().unwrap(), &mut said).unwrap();
        assert_eq!(status, Some(1), "{line:?} {said}");
        assert!(said.contains("time limit"), "{line:?} {said}");
    }
}

/// A line is not charged while it is read, and this one is longer than the program may hold.
#[cfg(unix)]
#[test]
fn the_memory_of_the_process_is_limited() {
    let input = vec![b'1'; 60 << 20];
    let plain = run(upstar(["--memory", "1M", "eval", "-"]), input.clone());
    assert_eq!((plain.status, plain.stdout.as_str()), (Some(1), ""), "{}", plain.stderr);
    assert_eq!(plain.stderr, "error: stopped: the memory limit of 1 MB was reached\n");
    let json = run(upstar(["--memory", "1M", "--json", "eval", "-"]), input.clone());
    assert_eq!((json.status, json.stderr.as_str()), (Some(1), ""));
    assert!(json.stdout.starts_with("{\"error\":{\"kind\":\"stopped\""), "{}", json.stdout);
    let quiet = run(upstar(["--memory", "1M", "--quiet", "eval", "-"]), input);
    assert_eq!((quiet.status, quiet.stdout + &quiet.stderr), (Some(1), String::new()));
}
