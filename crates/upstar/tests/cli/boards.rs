//! Long searches for the winner of a board.

use crate::program::{Run, run, upstar};
use std::fs;

fn outcome(args: &[&str]) -> Run {
    run(upstar(["outcome"].into_iter().chain(args.iter().copied())), "")
}

/// Killed at any moment, a search goes on from its checkpoint to the same answer.
#[cfg(target_os = "linux")]
#[test]
fn searches_survive_a_kill() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("search");
    let place = file.to_str().unwrap();
    use crate::program::{Running, seen, until};
    for (work, threads) in [(5, "1"), (30, "2"), (60, "1")] {
        let args = ["outcome", "domineering", "7x7", "--checkpoint", place, "--threads", threads];
        let child = Running::start(&mut upstar(args));
        until("it has worked or ended", || {
            child.ended().is_some() || seen::worked(&child).is_some_and(|done| done >= work)
        });
        child.kill();
    }
    for threads in ["1", "2"] {
        let kept = outcome(&["domineering", "7x7", "--threads", threads, "--checkpoint", place]);
        let plain = outcome(&["domineering", "7x7", "--threads", threads]);
        assert_eq!((kept.status, &kept.stdout), (Some(0), &plain.stdout), "{kept:?}");
        assert!(file.exists());
        assert!(!folder.path().join("search.lock").exists());
    }
}

#[test]
fn a_checkpoint_belongs_to_one_search() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("search");
    let place = file.to_str().unwrap();
    // A size and the board itself are the same position.
    for board in ["5x6", "......|......|......|......|......"] {
        let answer = outcome(&["domineering", board, "--checkpoint", place, "--json"]);
        assert!(answer.stdout.contains("\"class\":\"R\""), "{answer:?}");
    }
    let before = fs::read(&file).unwrap();
    for args in [
        &["domineering", "6x5"][..],
        &["clobber", "4x4"],
        &["domineering", "5x6", "--variant", "dicotic"],
    ] {
        let args = args.iter().copied().chain(["--checkpoint", place]).collect::<Vec<_>>();
        let answer = outcome(&args);
        assert_eq!((answer.stdout.as_str(), answer.status), ("", Some(2)), "{answer:?}");
        let belongs = "it belongs to `outcome domineering ......|";
        assert!(answer.stderr.contains(belongs), "{answer:?}");
        assert!(answer.stderr.contains("it was left as it is"), "{answer:?}");
    }
    let heaps = run(upstar(["heaps", "values", ".77", "--to", "9", "--checkpoint", place]), "");
    assert_eq!(heaps.status, Some(2), "{heaps:?}");
    fs::write(&file, &before[..before.len() - 1]).unwrap();
    let answer = outcome(&["domineering", "5x6", "--checkpoint", place, "--json"]);
    assert!(answer.stdout.starts_with("{\"error\":{\"kind\":\"checkpoint\","), "{answer:?}");
    assert_eq!(answer.status, Some(2), "{answer:?}");
    assert_eq!(fs::read(&file).unwrap().len(), before.len() - 1);
}

#[test]
fn what_is_not_searched_has_no_checkpoint() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("search");
    let place = file.to_str().unwrap();
    for args in [
        &["nim", "3+5"][..],
        &["domineering", "3x3", "--play", "misere"],
        &["domineering", "3x3", "--compound", "join"],
    ] {
        let args = args.iter().copied().chain(["--checkpoint", place]).collect::<Vec<_>>();
        let answer = outcome(&args);
        assert_eq!((answer.stdout.as_str(), answer.status), ("", Some(2)), "{answer:?}");
        assert!(answer.stderr.contains("--checkpoint"), "{answer:?}");
        assert!(!file.exists());
    }
}
