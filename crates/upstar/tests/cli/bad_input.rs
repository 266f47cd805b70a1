//! Wrong input: a clear message that shows the place, status 2, and no harm done.

use crate::program::{Running, eval, run, upstar};
use serde_json::Value as Json;
use std::process::Stdio;

#[track_caller]
fn is_refused(expression: &str, part_of_the_message: &str) {
    let run = eval(expression);
    assert_eq!((run.stdout.as_str(), run.status), ("", Some(2)), "{expression}: {}", run.stderr);
    assert!(
        run.stderr.to_lowercase().contains(part_of_the_message),
        "{expression}: {}",
        run.stderr
    );
    assert!(run.stderr.contains("input:1:"), "{expression} has no place: {}", run.stderr);
}

#[test]
fn mistakes_are_shown() {
    is_refused("{3|2|1}", "bars");
    is_refused("{1|", "expected");
    is_refused("0/0", "no value");
    is_refused("1 + Foo", "foo");
    is_refused("{3||2|1}.Temperatur", "did you mean");
    is_refused("*(-8)", "nimber");
    is_refused("2^(2^100)", "large");
    is_refused("1 | 0", "|");
    is_refused("\u{7}", "input");
}

#[test]
fn one_over_zero_is_wrong_input() {
    let run = eval("1/0");
    assert_eq!(run.status, Some(2));
    assert!(run.stderr.contains("1/0"));
}

#[test]
fn a_line_of_ten_megabytes() {
    for unit in ["1+", "{", "x", "(", "|", "\"", "^", "-", "é", "1 "] {
        let mut line = unit.repeat((10 << 20) / unit.len());
        line.push_str("\n1+1\n");
        let run = run(upstar(["eval", "-"]), line);
        let lines: Vec<_> = run.stdout.lines().collect();
        assert_eq!(lines.len(), 2, "{unit}");
        assert!(lines[0].starts_with("error: ") && lines[0].len() < 1000, "{unit}");
        assert_eq!(lines[1], "2", "{unit}");
        assert!(run.stderr.len() < 5000, "{unit}: {} bytes of message", run.stderr.len());
        assert_eq!(run.status, Some(2), "{unit}");
    }
}

#[test]
fn a_hundred_thousand_nested_braces() {
    for (open, close) in [("{", "}"), ("(", ")"), ("[", "]"), ("{0|", "}"), ("+-(", ")")] {
        let line = open.repeat(100_000) + "1" + &close.repeat(100_000);
        let run = run(upstar(["eval", "-"]), line);
        assert!(run.stdout.starts_with("error: "), "{open}: {:.200}", run.stdout);
        assert_eq!(run.status, Some(2), "{open}");
    }
}

#[test]
fn bytes_that_are_not_utf8() {
    let run = run(upstar(["eval", "-"]), b"1+\xff\xfe\n2\n".as_slice());
    let lines: Vec<_> = run.stdout.lines().collect();
    assert!(lines[0].starts_with("error: ") && lines[0].contains("UTF-8"));
    assert_eq!((lines[1], run.status), ("2", Some(2)));
}

#[cfg(unix)]
#[test]
fn an_argument_that_is_not_utf8() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    let mut command = upstar(["eval"]);
    command.arg(OsStr::from_bytes(b"1+\xff"));
    let run = run(command, "");
    assert_eq!(run.status, Some(2));
    assert!(run.stderr.contains("UTF-8"));
}

#[test]
fn a_closed_stdout_is_not_an_error() {
    for args in [["eval", "-"].as_slice(), &["man"], &["completions", "bash"], &[]] {
        let mut command = upstar(args.iter().copied());
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = Running::start(&mut command);
        drop(child.stdout.take());
        let mut stdin = child.stdin.take().unwrap();
        let _ = std::io::Write::write_all(&mut stdin, "1\n".repeat(100_000).as_bytes());
        drop(stdin);
        let run = child.output();
        assert_eq!((run.status, run.stderr.as_str()), (Some(0), ""), "{args:?}");
    }
}

#[test]
fn wrong_usage() {
    for args in [
        ["eval"].as_slice(),
        &["frobnicate"],
        &["eval", "1", "--memory", "2Q"],
        &["eval", "1", "--time", "soon"],
        &["eval", "1", "--notation", "runes"],
        &["eval", "1", "--threads", "0"],
        &["draw"],
    ] {
        let run = run(upstar(args.iter().copied()), "");
        assert_eq!((run.stdout.as_str(), run.status), ("", Some(2)), "{args:?}");
        assert!(!run.stderr.is_empty());
    }
}

/// For programs a wrong command line is an object like any other refusal.
#[test]
fn wrong_usage_for_programs() {
    for (args, part_of_the_message) in [
        (&["--json", "value"][..], "<RULES>"),
        (&["--json", "compare", "nim", "3"], "<RIGHT>"),
        (&["compare", "nim", "3", "--json"], "<RIGHT>"),
        (&["--json", "nosuch"], "'nosuch'"),
        (&["--json", "value", "nim", "3", "--compound", "foo"], "urgent-union"),
        (&["--json", "--time", "abc", "value", "nim", "3"], "unknown unit `abc`"),
        (&["--json", "--threads", "0", "value", "nim", "3"], "--threads"),
        (&["--json", "value", "nim", "3", "--plai", "misere"], "tip: a similar argument"),
        (&["--json", "eval"], "<EXPR>"),
        (&["--json", "heaps"], "a command is missing: "),
        (&["--json", "draw"], "<RULES>"),
    ] {
        let run = run(upstar(args.iter().copied()), "");
        assert_eq!((run.stderr.as_str(), run.status), ("", Some(2)), "{args:?}");
        assert_eq!(run.stdout.matches('\n').count(), 1, "{args:?}: {}", run.stdout);
        let object: Json = serde_json::from_str(&run.stdout).unwrap();
        assert_eq!(object["error"]["kind"], "argument", "{args:?}: {object}");
        assert_eq!(object["error"]["span"], Json::Null, "{args:?}: {object}");
        let message = object["error"]["message"].as_str().unwrap();
        assert!(message.contains(part_of_the_message), "{args:?}: {message}");
        for noise in ["\n", "\u{1b}", "\u{1}", "error:", "--help", "Usage"] {
            assert!(!message.contains(noise), "{args:?}: {message}");
        }
    }
    for args in [["--json", "--help"], ["--json", "--version"]] {
        let run = run(upstar(args), "");
        assert_eq!((run.stderr.as_str(), run.status), ("", Some(0)), "{args:?}");
        assert!(run.stdout.contains("upstar") && !run.stdout.starts_with('{'), "{}", run.stdout);
    }
    // A word after `--` is no option.
    let run = run(upstar(["value", "--", "nim", "3", "--json"]), "");
    assert_eq!((run.stdout.as_str(), run.status), ("", Some(2)), "{}", run.stderr);
}

/// A board on stdin that is no text.
#[test]
fn bytes_that_are_no_board() {
    let answer = run(upstar(["--json", "value", "domineering", "-"]), b"..\xff".as_slice());
    let object: Json = serde_json::from_str(&answer.stdout).unwrap();
    assert_eq!((&object["error"]["kind"], answer.status), (&"file".into(), Some(2)), "{object}");
    assert_eq!(answer.stderr, "");
}

/// Some programs write a mark of the byte order before a text.
#[test]
fn a_mark_before_the_text() {
    let each = run(upstar(["value", "nim", "--each"]), "\u{feff}3+5\n2\n");
    assert_eq!((each.stdout.as_str(), each.status), ("*6\n*2\n", Some(0)), "{each:?}");
    let each = run(upstar(["--json", "value", "nim", "--each"]), "\u{feff}3+x\n");
    assert!(each.stdout.starts_with("{\"position\":\"3+x\",\"line\":1,"), "{}", each.stdout);
    for args in [&["eval", "-"][..], &["run", "-"], &[]] {
        let answer = run(upstar(args.iter().copied()), "\u{feff}1+1\n");
        assert_eq!((answer.stdout.as_str(), answer.status), ("2\n", Some(0)), "{answer:?}");
    }
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("program");
    std::fs::write(&file, "\u{feff}x := 3\nx + *\n").unwrap();
    let answer = run(upstar(["run", file.to_str().unwrap()]), "");
    assert_eq!((answer.stdout.as_str(), answer.status), ("3\n3*\n", Some(0)), "{answer:?}");
    let board = run(upstar(["value", "domineering", "-"]), "\u{feff}..\n..\n");
    assert_eq!((board.stdout.as_str(), board.status), ("+-1\n", Some(0)), "{board:?}");
    let sums = run(upstar(["misere", "outcome", ".77", "-"]), "\u{feff}1+1\n");
    assert_eq!(sums.status, Some(0), "{sums:?}");
    // Elsewhere it is no part of a text.
    let second = run(upstar(["value", "nim", "--each"]), "3\n\u{feff}3\n");
    assert_eq!(second.status, Some(2), "{second:?}");
}
