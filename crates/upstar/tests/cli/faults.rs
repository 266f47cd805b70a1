//! Every write of every command fails once, or is the last thing that the process does: the old file
//! is there or the new one, nothing else is left, and the same command then gives the right answer.
//!
//! The program is told to fail by its environment (`upstar_base::file::faults`), and by the limit of
//! the system for the length of files, which databases meet as well.

use crate::program::{Run, run, upstar};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;

/// A command that writes.
struct Writer {
    /// Its arguments; `FILE` is the file.
    args: &'static [&'static str],
    input: &'static str,
    /// A command whose file is there before, for the second round.
    before: &'static [&'static str],
    /// Whether the file is a database, which is changed in place.
    is_database: bool,
}

const PLAIN: Writer = Writer { args: &[], input: "", before: &[], is_database: false };

const WRITERS: [Writer; 13] = [
    Writer {
        args: &["heaps", "values", ".77", "--to", "3000", "--checkpoint", "FILE"],
        before: &["heaps", "values", ".77", "--to", "1000", "--checkpoint", "FILE"],
        ..PLAIN
    },
    Writer {
        args: &["heaps", "values", ".77", "--to", "30", "--save", "FILE"],
        before: &["heaps", "values", ".76", "--to", "30", "--save", "FILE"],
        ..PLAIN
    },
    Writer {
        args: &["heaps", "period", ".77", "--certificate", "FILE"],
        before: &["heaps", "period", ".7", "--certificate", "FILE"],
        ..PLAIN
    },
    Writer {
        args: &["outcome", "domineering", "4x5", "--checkpoint", "FILE"],
        before: &["outcome", "domineering", "4x5", "--checkpoint", "FILE"],
        ..PLAIN
    },
    Writer {
        args: &["misere", "solve", ".123", "--certificate", "FILE"],
        before: &["misere", "solve", ".3", "--certificate", "FILE"],
        ..PLAIN
    },
    Writer {
        args: &["atlas", "show", "4.7", "--misere", "--certificate", "FILE"],
        before: &["atlas", "show", ".77", "--certificate", "FILE"],
        ..PLAIN
    },
    Writer {
        args: &["draw", "--thermograph", "+-1", "--format", "svg", "-o", "FILE"],
        before: &["draw", "--thermograph", "+-2", "--format", "svg", "-o", "FILE"],
        ..PLAIN
    },
    Writer { args: &["play", "nim", "1", "--record", "FILE"], input: "1->0\n", ..PLAIN },
    Writer { args: &["rules", "new", "FILE"], ..PLAIN },
    Writer {
        args: &["heaps", "survey", "--digits", "1", "--limit", "60", "--database", "FILE"],
        before: &["heaps", "survey", "--digits", "1", "--limit", "20", "--database", "FILE"],
        is_database: true,
        ..PLAIN
    },
    Writer {
        args: &["misere", "survey", "--digits", "1", "--steps", "20", "--database", "FILE"],
        is_database: true,
        ..PLAIN
    },
    Writer {
        args: &[
            "atlas", "build", "--digits", "1", "--only", ".4,4.3", "--steps", "20", "--to", "FILE",
        ],
        before: &[
            "atlas", "build", "--digits", "1", "--only", ".1", "--steps", "5", "--to", "FILE",
        ],
        is_database: true,
        ..PLAIN
    },
    Writer {
        args: &["atlas", "add", "FILE", "../four.json"],
        before: &[
            "atlas", "build", "--digits", "1", "--only", ".1", "--steps", "5", "--to", "FILE",
        ],
        is_database: true,
        ..PLAIN
    },
];

/// The name of the file that all commands write.
const FILE: &str = "kept.up";
/// No command writes more often.
const MOST: usize = 400;

impl Writer {
    fn command(&self, args: &[&'static str], folder: &Path) -> Command {
        let mut command = upstar(args.iter().map(|&arg| if arg == "FILE" { FILE } else { arg }));
        command.current_dir(folder);
        if !args.contains(&"--json") {
            command.args(["--threads", "1"]);
        }
        command
    }

    fn run(&self, folder: &Path) -> Run {
        run(self.command(self.args, folder), self.input)
    }

    fn fail(&self, folder: &Path, variable: &str, value: &str) -> Run {
        let mut command = self.command(self.args, folder);
        command.env(variable, value);
        run(command, self.input)
    }

    /// Empties the folder, and puts into it what is there before.
    fn prepare(&self, folder: &Path, before: Option<&[u8]>) {
        let _ = fs::remove_dir_all(folder);
        fs::create_dir(folder).unwrap();
        if let Some(bytes) = before {
            fs::write(folder.join(FILE), bytes).unwrap();
        }
    }

    /// Whether the file is written after every move.
    fn is_game(&self) -> bool {
        self.args.contains(&"play")
    }

    /// What may be there before: nothing, and what an earlier command left.
    fn states(&self, folder: &Path) -> Vec<Option<Vec<u8>>> {
        self.prepare(folder, None);
        let mut states = vec![None];
        if !self.before.is_empty() {
            let earlier = run(self.command(self.before, folder), "");
            assert_eq!(earlier.status, Some(0), "{earlier:?}");
            states.push(Some(fs::read(folder.join(FILE)).unwrap()));
        }
        if self.args.contains(&"add") {
            states.remove(0);
        }
        states
    }
}

/// The files of a folder.
fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = fs::read_dir(folder).unwrap();
    let read = |entry: fs::DirEntry| {
        (entry.file_name().into_string().unwrap(), fs::read(entry.path()).unwrap())
    };
    entries.map(|entry| read(entry.unwrap())).collect()
}

/// The answer, without what depends on what was known before.
fn answer(said: &Run) -> (&str, Option<i32>) {
    (&said.stdout, said.status)
}

/// A failure is told in one line, and the status says so.
fn assert_told(failed: &Run, what: &str) {
    assert!(matches!(failed.status, Some(1 | 2)), "{what}: {failed:?}");
    let errors = failed.stderr.lines().filter(|line| line.starts_with("error: ")).count();
    assert_eq!(errors, 1, "{what}: {failed:?}");
    assert!(failed.stderr.contains("cannot "), "{what}: {failed:?}");
    assert!(!failed.stderr.contains("panicked"), "{what}: {failed:?}");
}

/// What is there is an atlas that can be opened, and all that is in it holds.
fn assert_sound(folder: &Path, what: &str) {
    // Who reads a database may leave files of its log beside it, so a copy is read.
    let copy = folder.with_file_name("copy");
    let _ = fs::remove_dir_all(&copy);
    fs::create_dir(&copy).unwrap();
    for (name, bytes) in files(folder) {
        fs::write(copy.join(name), bytes).unwrap();
    }
    if fs::metadata(copy.join(FILE)).is_ok_and(|file| file.len() > 0) {
        let mut verify = upstar(["atlas", "verify", FILE]);
        verify.current_dir(&copy);
        let verified = run(verify, "");
        assert_eq!(verified.status, Some(0), "{what}: {verified:?}");
    }
}

/// A file is the old one, or the new one, or the record of fewer moves.
fn assert_whole(
    writer: &Writer,
    left: &BTreeMap<String, Vec<u8>>,
    before: Option<&[u8]>,
    after: &BTreeMap<String, Vec<u8>>,
    what: &str,
) {
    let (file, new) = (left.get(FILE).map(Vec::as_slice), &after[FILE]);
    let is_record = || file.is_some_and(|file| writer.is_game() && new.starts_with(file));
    assert!(file == before || file == Some(new) || is_record(), "{what}: {:?}", left.keys());
}

/// The same command, or the game continued, gives the right answer.
fn assert_resumed(
    writer: &Writer,
    folder: &Path,
    left: &BTreeMap<String, Vec<u8>>,
    right: &Run,
    what: &str,
) {
    let again = if writer.is_game() && left.contains_key(FILE) {
        let mut command = upstar(["play", "--record", FILE]);
        command.current_dir(folder);
        let again = run(command, "");
        assert_eq!(again.status, Some(0), "{what}: {again:?}");
        again
    } else {
        writer.run(folder)
    };
    if writer.args.contains(&"new") && left.contains_key(FILE) {
        // The file was complete, and is not written over another one.
        assert_eq!(again.status, Some(2), "{what}: {again:?}");
    } else if writer.args.contains(&"add") && again.stdout.contains("known already") {
        // The proof was stored before the failure.
        assert_eq!(again.status, Some(0), "{what}: {again:?}");
    } else if !writer.is_game() {
        assert_eq!(answer(&again), answer(right), "{what}: {again:?}");
    }
    assert_eq!(files(folder).keys().collect::<Vec<_>>(), [FILE], "{what}");
}

/// The certificate that is added to an atlas.
fn four(folder: &Path) {
    let mut command = upstar(["heaps", "period", ".4", "--certificate", "four.json"]);
    command.current_dir(folder);
    assert_eq!(run(command, "").status, Some(0));
}

fn each_writer(
    mut check: impl FnMut(&Writer, &Path, Option<&[u8]>, &Run, &BTreeMap<String, Vec<u8>>),
) {
    let top = tempfile::tempdir().unwrap();
    four(top.path());
    let folder = top.path().join("work");
    for writer in &WRITERS {
        for before in writer.states(&folder) {
            writer.prepare(&folder, before.as_deref());
            let right = writer.run(&folder);
            assert_eq!(right.status, Some(0), "{:?}: {right:?}", writer.args);
            let after = files(&folder);
            assert_eq!(after.keys().collect::<Vec<_>>(), [FILE], "{:?}", writer.args);
            check(writer, &folder, before.as_deref(), &right, &after);
        }
    }
}

#[test]
fn every_write_may_fail() {
    let mut failures = 0;
    each_writer(|writer, folder, before, right, after| {
        for rest in ["", ".."] {
            let mut reached = 0;
            for n in 1..MOST {
                writer.prepare(folder, before);
                let failed = writer.fail(folder, "UPSTAR_FAIL_WRITE", &format!("{n}{rest}"));
                if failed.status == Some(0) {
                    break;
                }
                reached = n;
                let what = format!("{:?}, step {n}{rest}", writer.args);
                assert_told(&failed, &what);
                let left = files(folder);
                if writer.is_database {
                    assert_sound(folder, &what);
                    if writer.args.contains(&"survey") {
                        assert_eq!(failed.stdout, right.stdout, "{what}");
                    }
                } else {
                    assert_whole(writer, &left, before, after, &what);
                    assert_eq!(left.len(), usize::from(left.contains_key(FILE)), "{what}");
                }
                assert_resumed(writer, folder, &left, right, &what);
            }
            assert!((1..MOST - 1).contains(&reached), "{:?}: {reached}", writer.args);
            failures += reached;
        }
    });
    assert!(failures > 150, "{failures}");
}

#[test]
fn a_process_may_be_killed_in_every_write() {
    let mut kills = 0;
    each_writer(|writer, folder, before, right, after| {
        let mut reached = 0;
        for n in 1..MOST {
            writer.prepare(folder, before);
            let killed = writer.fail(folder, "UPSTAR_KILL_WRITE", &n.to_string());
            if killed.status.is_some() {
                assert_eq!(answer(&killed), answer(right));
                break;
            }
            reached = n;
            let what = format!("{:?}, killed in step {n}", writer.args);
            let left = files(folder);
            if writer.is_database {
                assert_sound(folder, &what);
            } else {
                assert_whole(writer, &left, before, after, &what);
            }
            assert_resumed(writer, folder, &left, right, &what);
        }
        assert!((1..MOST - 1).contains(&reached), "{:?}: {reached}", writer.args);
        kills += reached;
    });
    assert!(kills > 150, "{kills}");
}

/// The system allows so many blocks of 512 bytes in a file.
#[cfg(target_os = "linux")]
#[test]
fn files_may_not_grow() {
    let mut failures = 0;
    each_writer(|writer, folder, before, right, after| {
        // Databases grow by pages, and the log beside them is several times as long.
        let (most, step) = if writer.is_database { (1600, 37) } else { (16, 1) };
        for blocks in (0..most).step_by(step) {
            writer.prepare(folder, before);
            let plain = writer.command(writer.args, folder);
            let mut command = crate::program::command("sh");
            command.args(["-c", "ulimit -f \"$0\"; exec \"$@\"", &blocks.to_string()]);
            command.arg(plain.get_program()).args(plain.get_args()).current_dir(folder);
            let failed = run(command, writer.input);
            let what = format!("{:?}, at most {blocks} blocks", writer.args);
            if failed.status == Some(0) {
                assert_eq!(answer(&failed), answer(right), "{what}");
                continue;
            }
            failures += 1;
            assert_told(&failed, &what);
            let left = files(folder);
            if writer.is_database {
                assert_sound(folder, &what);
                if writer.args.contains(&"survey") {
                    assert_eq!(failed.stdout, right.stdout, "{what}");
                }
            } else {
                assert_whole(writer, &left, before, after, &what);
                assert_eq!(left.len(), usize::from(left.contains_key(FILE)), "{what}");
            }
            assert_resumed(writer, folder, &left, right, &what);
        }
    });
    assert!(failures > 50, "{failures}");
}

/// Whatever is printed, a full disk is not the end of a command that went well.
#[cfg(target_os = "linux")]
#[test]
fn output_that_cannot_be_written_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    four(folder.path());
    let commands: [(&[&str], &str); 32] = [
        (&["--help"], ""),
        (&["-h"], ""),
        (&["--version"], ""),
        (&["help"], ""),
        (&["help", "heaps"], ""),
        (&["heaps", "--help"], ""),
        (&["heaps", "values", "-h"], ""),
        (&["--json", "--help"], ""),
        (&["man"], ""),
        (&["man", "heaps", "values"], ""),
        (&["completions", "bash"], ""),
        (&["completions", "fish"], ""),
        (&["reference"], ""),
        (&["rules"], ""),
        (&["rules", "nim"], ""),
        (&["eval", "1+1"], ""),
        (&["eval", "--json", "1+1"], ""),
        (&["eval", "-"], "1\n2\n"),
        (&["value", "nim", "3+5"], ""),
        (&["value", "nim", "--each"], "3\n5\n"),
        (&["outcome", "nim", "3+5", "--json"], ""),
        (&["moves", "nim", "3+5"], ""),
        (&["table", "domineering", "2x2"], ""),
        (&["heaps", "values", ".77", "--to", "9"], ""),
        (&["heaps", "period", ".77"], ""),
        (&["misere", "solve", ".3"], ""),
        (&["atlas", "query", "--limit", "2"], ""),
        (&["atlas", "show", ".77"], ""),
        (&["verify", "four.json"], ""),
        (&["draw", "--thermograph", "+-1"], ""),
        (&["play", "nim", "1"], "1->0\n"),
        (&[], "1+1\n"),
    ];
    for (args, input) in commands {
        let plain = upstar(args.iter().copied());
        let mut command = Command::new("sh");
        command.args(["-c", "exec \"$0\" \"$@\" > /dev/full"]);
        command.arg(plain.get_program()).args(plain.get_args()).current_dir(folder.path());
        let full = run(command, input);
        assert_eq!(full.status, Some(1), "{args:?}: {full:?}");
        assert!(full.stderr.contains("No space left on device"), "{args:?}: {full:?}");
        assert!(!full.stderr.contains("panicked"), "{args:?}: {full:?}");
    }
    // A reader that leaves is no error, of the help neither.
    let piped = Command::new("sh")
        .args(["-c", "\"$0\" --help | true; \"$0\" --help > /dev/null; echo $?"])
        .arg(env!("CARGO_BIN_EXE_upstar"))
        .output()
        .unwrap();
    assert_eq!(String::from_utf8_lossy(&piped.stdout), "0\n");
    assert!(piped.stderr.is_empty(), "{piped:?}");
}

/// What a killed process left in the folder goes with the next one that writes there.
#[test]
fn what_killed_processes_left_is_removed() {
    let folder = tempfile::tempdir().unwrap();
    let args = ["heaps", "values", ".77", "--to", "900", "--checkpoint", "state"];
    let command = |kill: Option<usize>| {
        let mut command = upstar(args);
        command.current_dir(folder.path());
        if let Some(step) = kill {
            command.env("UPSTAR_KILL_WRITE", step.to_string());
        }
        run(command, "")
    };
    let mut left = 0;
    for step in 1..MOST {
        if command(Some(step)).status.is_some() {
            break;
        }
        let names = files(folder.path());
        left += usize::from(names.keys().any(|name| name.ends_with(".new")));
        // There is never more than what the last one left.
        assert!(names.keys().filter(|name| name.ends_with(".new")).count() <= 1, "{step}");
    }
    assert!(left > 2, "{left}");
    assert_eq!(command(None).status, Some(0));
    assert_eq!(files(folder.path()).keys().collect::<Vec<_>>(), ["state"]);
}

/// A damaged atlas is refused by every command that reads it, in one line.
#[test]
fn a_damaged_atlas_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    four(folder.path());
    let atlas = |args: &[&str]| {
        let mut command = upstar(["atlas"].iter().chain(args).copied());
        command.current_dir(folder.path());
        run(command, "")
    };
    let build = ["build", "--digits", "1", "--values", "20", "--steps", "5", "--to", "a.db"];
    assert_eq!(atlas(&build).status, Some(0));
    let database = rusqlite::Connection::open(folder.path().join("a.db")).unwrap();
    database.execute("delete from code where code = '0.3'", []).unwrap();
    drop(database);
    let before = fs::read(folder.path().join("a.db")).unwrap();
    let commands: [&[&str]; 7] = [
        &["query", "a.db"],
        &["query", "a.db", "--misere"],
        &["show", "a.db", ".4"],
        &["verify", "a.db"],
        &["diff", "a.db"],
        &["add", "a.db", "four.json"],
        &build,
    ];
    for args in commands {
        let refused = atlas(args);
        assert_eq!(
            (refused.status, refused.stdout.as_str()),
            (Some(2), ""),
            "{args:?}: {refused:?}"
        );
        let expected = "error: a.db is damaged: the table `code` has 14 rows instead of 15";
        assert!(refused.stderr.starts_with(expected), "{args:?}: {refused:?}");
        assert_eq!(refused.stderr.lines().count(), 1, "{args:?}: {refused:?}");
        assert!(fs::read(folder.path().join("a.db")).unwrap() == before, "{args:?}");
    }
}

/// The laboratory ends with the status of every command that a signal ends.
#[cfg(target_os = "linux")]
#[test]
fn the_laboratory_ends_by_a_signal_like_every_command() {
    use nix::sys::signal::{Signal, kill};
    use nix::unistd::Pid;
    use std::io::{BufRead, BufReader};
    use std::process::Stdio;
    for signal in [Signal::SIGINT, Signal::SIGTERM, Signal::SIGHUP] {
        let mut command = upstar(["lab", "--no-open"]);
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        assert!(line.starts_with("http://127.0.0.1:"), "{line}");
        kill(Pid::from_raw(child.id() as i32), signal).unwrap();
        assert_eq!(crate::program::wait(&mut child), Some(1), "{signal}");
    }
}
