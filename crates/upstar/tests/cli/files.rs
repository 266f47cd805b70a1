//! Files: tried before the work, written after the answer, never half; read within limits.

use crate::program::{run, upstar};
use std::fs;
use std::path::Path;

/// Work that takes much longer than a look at a file name.
const LONG: [&str; 4] = ["heaps", "period", ".007", "--certificate"];

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let mut names: Vec<String> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort_unstable();
    names
}

#[test]
fn places_are_tried_before_the_work() {
    let folder = tempfile::tempdir().unwrap();
    let plain = folder.path().join("plain");
    fs::write(&plain, "mine").unwrap();
    let below_plain = plain.join("a");
    let wrong = [
        folder.path().to_str().unwrap(),
        "/no/such/folder/file",
        below_plain.to_str().unwrap(),
        "",
    ];
    let commands: [&[&str]; 7] = [
        &LONG,
        &["heaps", "values", ".007", "--to", "900000000", "--save"],
        &["heaps", "values", ".007", "--to", "900000000", "--checkpoint"],
        &["heaps", "period", ".106", "--claim", "465384263797,328226140474", "--checkpoint"],
        &["outcome", "domineering", "10x10", "--checkpoint"],
        &["misere", "solve", "4.7", "--certificate"],
        &["draw", "--thermograph", "{1|while true do 1 end}", "-o"],
    ];
    for command in commands {
        for place in wrong {
            let args = command.iter().copied().chain([place, "--time", "40s"]);
            let run = run(upstar(args), "");
            assert_eq!((run.stdout.as_str(), run.status), ("", Some(2)), "{command:?} {place}");
            assert!(run.stderr.starts_with("error: "), "{command:?} {place}: {}", run.stderr);
        }
    }
    assert_eq!(names(folder.path()), ["plain"]);
    assert_eq!(fs::read_to_string(plain).unwrap(), "mine");
}

#[test]
fn errors_of_files_in_json() {
    let args = ["heaps", "period", ".77", "--json", "--certificate", "/no/such/folder/file"];
    let run = run(upstar(args), "");
    assert!(run.stdout.starts_with("{\"error\":{\"kind\":\"file\","), "{run:?}");
    assert_eq!((run.stderr.as_str(), run.status), ("", Some(2)));
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_told_after_the_answer() {
    let answers: [(&[&str], &str); 4] = [
        (&["heaps", "period", ".77", "--certificate"], "period 12 from 71 on"),
        (&["misere", "solve", ".123", "--certificate"], "0.123 solved: order 20"),
        (&["heaps", "values", ".77", "--to", "5", "--save"], "0 1 2 3 1 4\n"),
        (&["draw", "--thermograph", "+-1", "-o"], ""),
    ];
    for (command, answer) in answers {
        let run = run(upstar(command.iter().copied().chain(["/dev/full"])), "");
        assert!(run.stdout.starts_with(answer), "{command:?}: {run:?}");
        assert!(run.stderr.contains("cannot write /dev/full"), "{command:?}: {run:?}");
        assert_eq!(run.status, Some(1), "{command:?}");
    }
    let run = run(upstar([]), ":plot +-1 /dev/full\n2\n");
    assert!(run.stderr.contains("/dev/full") && run.stdout.ends_with("2\n"), "{run:?}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_reader_that_leaves_does_not_lose_the_file() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("kayles.json");
    let mut command = upstar(["heaps", "period", ".77", "--certificate", file.to_str().unwrap()]);
    let full = fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let run =
        crate::program::Running::start(command.stdout(full).stderr(std::process::Stdio::null()));
    assert_eq!(run.status(), Some(1));
    assert!(fs::read_to_string(file).unwrap().contains("0.77"));
}

#[test]
fn files_are_replaced_whole() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a");
    fs::write(&file, "x".repeat(1 << 20)).unwrap();
    let place = file.to_str().unwrap();
    let commands: [&[&str]; 4] = [
        &["heaps", "period", ".77", "--certificate", place],
        &["heaps", "values", ".77", "--to", "9", "--save", place],
        &["misere", "solve", ".123", "--certificate", place],
        &["draw", "--thermograph", "+-1", "-o", place],
    ];
    for command in commands {
        let run = run(upstar(command.iter().copied()), "");
        assert_eq!(run.status, Some(0), "{run:?}");
        assert!(fs::read(&file).unwrap().len() < 1 << 16);
        assert_eq!(names(folder.path()), ["a"], "{command:?}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn endless_files_are_not_read_to_their_end() {
    for file in ["/dev/zero", "/dev/urandom"] {
        let run = run(upstar(["verify", file]), "");
        assert_eq!(run.status, Some(2), "{run:?}");
        assert!(run.stderr.contains(file), "{run:?}");
    }
    let small = run(upstar(["verify", "--memory", "20M", "/dev/zero"]), "");
    assert_eq!(small.status, Some(1), "{small:?}");
    assert!(small.stderr.contains("memory"), "{small:?}");
    let folder = tempfile::tempdir().unwrap();
    let fifo = folder.path().join("fifo");
    nix::unistd::mkfifo(&fifo, nix::sys::stat::Mode::S_IRWXU).unwrap();
    let run = run(upstar(["verify", "--time", "300ms", fifo.to_str().unwrap()]), "");
    assert_eq!(run.status, Some(1), "{run:?}");
    assert!(run.stderr.contains("time limit"), "{run:?}");
}

#[cfg(target_os = "linux")]
#[test]
fn checkpoints_are_ordinary_files() {
    for file in ["/dev/zero", "/dev/null"] {
        for args in [
            &["heaps", "values", ".77", "--to", "9", "--checkpoint", file][..],
            &["outcome", "domineering", "4x4", "--checkpoint", file],
        ] {
            let run = run(upstar(args.iter().copied()), "");
            assert_eq!(run.status, Some(2), "{run:?}");
        }
    }
}

#[test]
fn verify_reads_stdin() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("kayles.json");
    run(upstar(["heaps", "period", ".77", "--certificate", file.to_str().unwrap()]), "");
    let run = run(upstar(["verify", "-"]), fs::read(file).unwrap());
    assert!(run.stdout.starts_with("verified: ") && run.status == Some(0), "{run:?}");
}

#[test]
fn one_run_at_a_time_on_a_checkpoint() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("state");
    let args = ["heaps", "values", ".77", "--to", "9", "--checkpoint", file.to_str().unwrap()];
    let beside = folder.path().join("state.lock");
    let lock = fs::File::create(&beside).unwrap();
    fs::write(&beside, "4711").unwrap();
    lock.lock().unwrap();
    let locked = run(upstar(args), "");
    assert_eq!((locked.stdout.as_str(), locked.status), ("", Some(1)));
    assert!(locked.stderr.contains("in use by another run (process 4711)"), "{locked:?}");
    drop(lock);
    let free = run(upstar(args), "");
    assert_eq!(free.status, Some(0), "{free:?}");
    assert_eq!(names(folder.path()), ["state"]);
}

/// The place is fine when it is tried; what is written is longer than a file may be.
#[cfg(target_os = "linux")]
#[test]
fn a_checkpoint_that_cannot_be_written_does_not_lose_the_answer() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("state");
    let place = file.to_str().unwrap();
    let program = env!("CARGO_BIN_EXE_upstar");
    let mut command = crate::program::command("sh");
    command.args(["-c", "ulimit -f 1; exec \"$@\"", "sh", program]);
    command.args(["heaps", "values", ".77", "--to", "20000", "--checkpoint", place]);
    let run = run(command, "");
    assert!(run.stdout.starts_with("0 1 2 3 1 4 3 2 1 4 2 6 "), "{run:?}");
    assert_eq!(run.stdout.split_whitespace().count(), 20_001);
    assert!(run.stderr.contains(&format!("cannot write {place}")), "{}", run.stderr);
    assert_eq!(run.status, Some(1));
    assert_eq!(names(folder.path()), [""; 0]);
}

#[test]
fn manual_pages_of_all_commands() {
    let folder = tempfile::tempdir().unwrap();
    let pages = folder.path().join("man");
    let run_all = run(upstar(["man", "--folder", pages.to_str().unwrap()]), "");
    assert_eq!(run_all.status, Some(0), "{run_all:?}");
    let names = names(&pages);
    for page in ["upstar.1", "upstar-eval.1", "upstar-heaps-values.1", "upstar-misere-solve.1"] {
        assert!(names.iter().any(|name| name == page), "{page} in {names:?}");
    }
    assert!(!names.iter().any(|name| name.contains("help") || name.contains("reference")));
    let one = run(upstar(["man", "heaps", "values"]), "");
    assert!(one.stdout.contains("checkpoint") && one.status == Some(0), "{one:?}");
    let none = run(upstar(["man", "heaps", "vales"]), "");
    assert!(none.stderr.contains("expected values, period"), "{none:?}");
    assert_eq!(none.status, Some(2));
}

#[test]
fn help_keeps_common_options_apart() {
    for command in [&["heaps", "values"][..], &["value"], &["misere", "solve"], &["verify"]] {
        let run = run(upstar(command.iter().copied().chain(["-h"])), "");
        let (own, common) = run.stdout.split_once("Options of every command:").unwrap();
        assert!(own.contains("Options:") && !own.contains("--memory"), "{own}");
        assert!(common.contains("--memory") && common.contains("--quiet"), "{common}");
        assert!(!common.contains("--help") && !common.contains("--checkpoint"), "{common}");
    }
}
