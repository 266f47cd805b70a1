//! Files of rules on the command line: where they are found, what is said of mistakes.

use crate::program::{Run, run, upstar};
use std::fs;
use std::path::Path;

const CLOBBER: &str = "game Clobber\n\"Stones take stones.\"\ngrid . x o\nleft orthogonal xo -> .x\n\
     right as left with x<->o\nstart checkerboard x o\nknown \"xo\" = *\n";

/// Runs the program in a folder with a file `my.up`.
fn at(folder: &Path, args: &[&str], input: &str) -> Run {
    let mut command = upstar(args.iter().copied());
    command.current_dir(folder).env_remove("UPSTAR_RULES");
    run(command, input)
}

fn folder(text: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("my.up"), text).unwrap();
    folder
}

#[test]
fn every_command_takes_a_file() {
    let folder = folder(CLOBBER);
    for (args, stdout) in [
        (&["value", "my.up", "xxo"][..], "^\n"),
        (&["value", "./my.up", "xo + nim:2"], "*3\n"),
        (&["value", "sum", "my.up:xo + *"], "0\n"),
        (&["value", "my.up", "xo + oo"], "*\n"),
    ] {
        let run = at(folder.path(), args, "");
        assert_eq!((run.status, run.stderr.as_str()), (Some(0), ""), "{args:?}");
        assert_eq!(run.stdout, stdout, "{args:?}");
    }
    for args in [
        &["outcome", "my.up", "xo"][..],
        &["moves", "my.up", "xo", "--all"],
        &["draw", "my.up", "xo", "--text"],
        &["compare", "my.up", "xxo", "oox"],
        &["table", "my.up", "2x3"],
        &["outcome", "my.up", "xo", "--play", "misere", "--compound", "join"],
        &["rules", "my.up"],
        &["--json", "rules", "my.up"],
        &["--json", "value", "my.up", "xo"],
    ] {
        let run = at(folder.path(), args, "");
        assert_eq!((run.status, run.stderr.as_str()), (Some(0), ""), "{args:?}");
    }
    let run = at(folder.path(), &["value", "my.up", "--each"], "xo\nxxo\n");
    assert_eq!((run.status, run.stdout.as_str()), (Some(0), "*\n^\n"));
    let run = at(folder.path(), &["play", "my.up", "xo"], "#1\n");
    assert_eq!(run.status, Some(0), "{run:?}");
}

#[test]
fn files_are_found() {
    let folder = folder(CLOBBER);
    let run = at(folder.path(), &["value", "-", "xo"], CLOBBER);
    assert_eq!((run.status, run.stdout.as_str()), (Some(0), "*\n"));
    let mut command = upstar(["value", "my", "xo"]);
    command.env("UPSTAR_RULES", folder.path());
    assert_eq!(self::run(command, "").stdout, "*\n");
    for name in ["./no.up", "no.up", "/no/such/no.up"] {
        let run = at(folder.path(), &["value", name, "xo"], "");
        assert_eq!(run.status, Some(2), "{run:?}");
        assert!(run.stderr.contains("there is no file of rules"), "{run:?}");
    }
}

#[test]
fn mistakes_are_shown_with_their_lines() {
    let folder = folder("game G\ngrid . x\nleft q. -> .x\nright x -> y\n");
    let run = at(folder.path(), &["value", "my.up", "x."], "");
    assert_eq!((run.status, run.stdout.as_str()), (Some(2), ""));
    assert!(run.stderr.contains("`q` is no kind of square; the kinds are . x"), "{run:?}");
    assert!(run.stderr.contains("line 4: `y` is no kind of square"), "{run:?}");
    let run = at(folder.path(), &["--json", "value", "my.up", "x."], "");
    assert!(run.stdout.contains(r#""line":3"#), "{run:?}");
}

#[test]
fn rules_are_checked() {
    let folder = folder(CLOBBER);
    let run = at(folder.path(), &["rules", "check", "my.up", "--games", "20", "--seed", "3"], "");
    assert_eq!(run.status, Some(0), "{run:?}");
    assert!(run.stdout.contains("ok: 1 known value, "), "{run:?}");
    fs::write(folder.path().join("my.up"), format!("{CLOBBER}known \"xxo\" = 5\n")).unwrap();
    let run = at(folder.path(), &["rules", "check", "my.up"], "");
    assert_eq!(run.status, Some(1), "{run:?}");
    assert!(run.stdout.contains("wrong at xxo: the file says 5, it is ^"), "{run:?}");
    // Symmetries that are declared and do not hold are found.
    let text = "game G\nstrip . x o\nleft for i in squares where b[i] == \"x\" yield b with i => \".\"\n\
                right for i in squares where b[i] == \"o\" yield b with 1..i => \".\"\nsame x<->o players\n";
    fs::write(folder.path().join("my.up"), text).unwrap();
    let run = at(folder.path(), &["rules", "check", "my.up"], "");
    assert_eq!(run.status, Some(1), "{run:?}");
    assert!(run.stdout.contains("wrong at "), "{run:?}");
}

#[test]
fn a_new_file_is_right_and_never_written_over_another() {
    let folder = tempfile::tempdir().unwrap();
    let run = at(folder.path(), &["rules", "new", "Tag Two"], "");
    assert_eq!((run.status, run.stdout.as_str()), (Some(0), "tag-two.up\n"));
    let run = at(folder.path(), &["rules", "check", "tag-two.up", "--games", "10"], "");
    assert_eq!(run.status, Some(0), "{run:?}");
    let run = at(folder.path(), &["rules", "new", "Tag Two"], "");
    assert_eq!(run.status, Some(2));
    assert!(run.stderr.contains("tag-two.up exists already"), "{run:?}");
}

/// A move that decides everything is a matter of unions, as in the rulesets that have such moves.
#[test]
fn who_reaches_the_goal_has_won() {
    let race = "game Race\ntuple (m, n)\nleft -> (m-k, n) for k from 1 to min(m,2)\n\
         right -> (m, n-k) for k from 1 to min(n,2)\nwins left if m == 0\nwins right if n == 0\n";
    let folder = folder(race);
    for (position, class) in [("4,4", "N"), ("1,4", "L"), ("3,3", "N"), ("3,1", "R")] {
        let args = ["outcome", "my.up", position, "--compound", "union"];
        let run = at(folder.path(), &args, "");
        assert!(run.stdout.starts_with(class), "{position}: {}{}", run.stdout, run.stderr);
    }
    for command in ["value", "outcome", "moves"] {
        let refused = at(folder.path(), &[command, "my.up", "4,4"], "");
        assert_eq!((refused.status, refused.stdout.as_str()), (Some(1), ""), "{command}");
        assert!(refused.stderr.contains("--compound union"), "{}", refused.stderr);
    }
}
