//! The same question has the same answer, byte for byte: on one thread or two, in a process that
//! was stopped in the midst, alone or among others.

use crate::program::{Running, run, upstar};
use std::io::{Read, Write};
use std::process::Stdio;

/// Questions whose answers come by way of patience, which must not be counted in seconds.
const QUESTIONS: [&[&str]; 6] = [
    &["moves", "domineering", "5x5"],
    &["moves", "amazons", "x...|....|...o", "--all"],
    &["outcome", "clobber", "xoxoxo|oxoxox|xoxoxo"],
    &["outcome", "cram", "4x5", "--play", "misere"],
    &["value", "domineering", "4x4 + 3x5", "--show", "thermograph"],
    &["misere", "moves", ".07", "21+17+12+10+7+4"],
];

#[test]
fn one_thread_and_two() {
    for question in QUESTIONS {
        let ask = |threads: &'static str| {
            let args = ["--json", "--threads", threads];
            run(upstar(args.into_iter().chain(question.iter().copied())), "")
        };
        let (one, two) = (ask("1"), ask("2"));
        assert_eq!((one.status, &one.stdout), (Some(0), &two.stdout), "{question:?}");
    }
}

/// A process that is stopped for five seconds, as a busy machine stops it for less.
#[cfg(target_os = "linux")]
#[test]
fn a_process_that_was_stopped() {
    use crate::program::tell;
    use nix::sys::signal::Signal;
    use std::thread;
    use std::time::Duration;
    thread::scope(|scope| {
        for question in QUESTIONS {
            scope.spawn(move || {
                let args = || ["--json"].into_iter().chain(question.iter().copied());
                let plain = run(upstar(args()), "").stdout;
                let mut command = upstar(args());
                let child = Running::start(command.stdin(Stdio::null()).stdout(Stdio::piped()));
                thread::sleep(Duration::from_millis(30));
                tell(&child, Signal::SIGSTOP);
                thread::sleep(Duration::from_secs(5));
                tell(&child, Signal::SIGCONT);
                let stopped = child.output();
                assert_eq!((stopped.status, stopped.stdout), (Some(0), plain), "{question:?}");
            });
        }
    });
}

/// All boards with three rows and columns, each square free or taken.
fn boards() -> String {
    let board = |n: u32| {
        let square = |i: u32| if n >> i & 1 == 1 { '#' } else { '.' };
        let row = |r: u32| (0..3).map(|c| square(3 * r + c)).collect::<String>();
        format!("{}|{}|{}\n", row(0), row(1), row(2))
    };
    (0..512).map(board).collect()
}

#[test]
fn a_batch_on_one_thread_and_on_several() {
    for question in [&["value", "domineering"][..], &["moves", "cram", "--all"]] {
        let ask = |threads: &'static str| {
            let args = question.iter().copied().chain(["--each", "--threads", threads]);
            let answer = run(upstar(args), boards());
            assert_eq!(answer.status, Some(0));
            answer.stdout
        };
        let one = ask("1");
        assert_eq!(one.lines().count(), 512);
        assert_eq!(one, ask("2"));
        assert_eq!(one, ask("4"));
    }
    // A line of a batch says what the question says alone.
    let batch = run(upstar(["--json", "value", "domineering", "--each"]), boards()).stdout;
    for (line, board) in batch.lines().zip(boards().lines()).step_by(37) {
        let alone = run(upstar(["--json", "value", "domineering", board]), "").stdout;
        assert_eq!(line, alone.trim_end());
    }
}

/// A program that waits for an answer before it writes the next line gets it.
#[test]
fn a_batch_is_a_conversation() {
    let mut command = upstar(["value", "nim", "--each"]);
    let mut child = Running::start(command.stdin(Stdio::piped()).stdout(Stdio::piped()));
    let (mut to, mut from) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
    for (line, answer) in [("3+5\n", "*6\n"), ("1+1\n", "0\n"), ("x\n", "error: ")] {
        to.write_all(line.as_bytes()).unwrap();
        to.flush().unwrap();
        let mut read = vec![0; answer.len()];
        from.read_exact(&mut read).unwrap();
        assert_eq!(String::from_utf8(read).unwrap(), answer);
    }
    drop(to);
    let mut rest = String::new();
    from.read_to_string(&mut rest).unwrap();
    assert_eq!(child.status(), Some(2));
}

#[test]
fn tables_for_other_programs() {
    let write = |args: &[&str]| {
        let answer = run(upstar(args.iter().copied()), "");
        (answer.status, answer.stdout)
    };
    let table = |format| write(&["table", "domineering", "2x2", "--format", format]);
    assert_eq!(table("csv"), (Some(0), ",1,2\n1,0,-1\n2,1,+-1\n".to_owned()));
    let markdown = "|  | 1 | 2 |\n|---|---|---|\n| 1 | 0 | -1 |\n| 2 | 1 | +-1 |\n";
    assert_eq!(table("markdown"), (Some(0), markdown.to_owned()));
    let latex = table("latex").1;
    assert!(latex.contains("2 & $1$ & $\\pm 1$ \\\\\n") || latex.contains("\\pm"), "{latex}");
    assert_eq!(table("b-file").0, Some(2));
    let kayles = write(&["table", "kayles", "4", "--format", "b-file"]);
    assert_eq!(kayles, (Some(0), "1 1\n2 2\n3 3\n4 1\n".to_owned()));
    let values = |format| write(&["heaps", "values", ".77", "--to", "3", "--format", format]);
    assert_eq!(values("b-file").1, "0 0\n1 1\n2 2\n3 3\n");
    assert_eq!(values("csv").1, "n,value\n0,0\n1,1\n2,2\n3,3\n");
    assert!(values("markdown").1.ends_with("| 3 | 3 |\n"));
    let genus = write(&["misere", "genus", ".77", "--to", "1", "--format", "csv"]).1;
    assert_eq!(genus, "heap,genus,class,value\n0,0^120,nim,:0\n1,1^031,nim,:1\n");
    let moves = write(&["moves", "nim", "1+2", "--format", "csv"]).1;
    assert_eq!(moves, "to,player,verdict,value,why\n1+1,Left,win,0,leaves nim-sum 0\n");
    let moves = write(&["moves", "clobber", "xoxo|oxox", "--all", "--format", "latex"]).1;
    let formula = r"$\{{\Uparrow}\mid {\ast}\}$";
    let row = format!(
        "xx.o\\textbar{{}}oxox & Left & win & {formula} & leaves {formula} \\textgreater{{}} 0: Left \
         wins, whoever moves \\\\\n"
    );
    assert!(moves.contains(&row), "{moves}");
    assert!(!moves.contains("textbackslash"), "{moves}");
    let moves = write(&["moves", "nim", "2+2", "--all", "--format", "latex"]).1;
    assert!(moves.contains(" & leaves nim-sum ${\\ast}2$ "), "{moves}");
    assert!(write(&["rules", "--format", "csv"]).1.starts_with("name,title,kind,example\n"));
    assert_eq!(write(&["rules", "nim", "--format", "csv"]).0, Some(2));
    assert_eq!(write(&["misere", "genus", ".77", "5", "--format", "csv"]).0, Some(2));
}
