//! No false proof, whatever files a claim is given: the checkpoints of every command that resumes.

use crate::program::{Run, run, upstar};
use serde_json::Value;
use std::fs;
use std::path::Path;

fn asked(args: &[&str]) -> Run {
    run(upstar(args.iter().copied()), "")
}

fn claim(numbers: &str, file: &str, more: &[&str]) -> Run {
    let args = ["heaps", "period", ".56", "--claim", numbers, "--checkpoint", file];
    asked(&[&args[..], more].concat())
}

/// A claim that is not true is never proved, nor status 0; the true one is never refuted.
fn not_proved(answer: &Run) {
    assert!(!answer.stdout.contains("proved"), "{answer:?}");
    assert_ne!(answer.status, Some(0), "{answer:?}");
    assert_eq!(answer.stderr.trim_end().lines().count(), 1, "{answer:?}");
}

fn copied(from: &Path, to: &Path) {
    for end in ["", ".window"] {
        let name = |path: &Path| format!("{}{end}", path.display());
        let _ = fs::remove_file(name(to));
        if fs::exists(name(from)).unwrap() {
            fs::copy(name(from), name(to)).unwrap();
        }
    }
}

#[test]
fn a_claim_with_the_files_of_another() {
    let folder = tempfile::tempdir().unwrap();
    let (long, file) = (folder.path().join("long"), folder.path().join("run"));
    let name = file.to_str().unwrap();
    let stopped = claim("326640,144000000000", long.to_str().unwrap(), &["--time", "500ms"]);
    assert_eq!(stopped.status, Some(1), "{stopped:?}");
    for wrong in ["326640,100", "326640,145", "326640,288", "200000,144", "326639,145"] {
        copied(&long, &file);
        let answer = claim(wrong, name, &["--time", "60s"]);
        not_proved(&answer);
    }
    // Values of a long claim are not all kept, and that is said.
    copied(&long, &file);
    let answer = asked(&["heaps", "values", ".56", "--to", "6", "--checkpoint", name]);
    match answer.status {
        Some(0) => assert_eq!(answer.stdout, "0 1 0 2 2 4 1\n", "{answer:?}"),
        _ => assert!(answer.stderr.contains("only the first and the last"), "{answer:?}"),
    }
    // The true claim, then others with its files.
    let _ = (fs::remove_file(&file), fs::remove_file(folder.path().join("run.window")));
    let answer = claim("326640,144", name, &[]);
    assert_eq!(answer.stdout, "period 144 from 326640 on: proved (sparse-space)\n", "{answer:?}");
    for wrong in ["326639,145", "326700,144", "326640,77"] {
        let answer = claim(wrong, name, &[]);
        not_proved(&answer);
        assert!(answer.stderr.contains("belongs to the claim 326640,144"), "{answer:?}");
    }
    let again = claim("326640,144", name, &[]);
    assert_eq!(again.status, Some(0), "{again:?}");
}

/// What a code says in its answer is what its certificate says, and the checker accepts it.
#[test]
fn statuses() {
    for (code, status) in [(".77", "verified"), ("grundy", "observed"), (".3F", "verified")] {
        let answer = asked(&["heaps", "period", code, "--limit", "4000", "--json"]);
        let found: Value = serde_json::from_str(answer.stdout.trim()).unwrap();
        let is_proved = status == "verified";
        assert_eq!(found["proved"], is_proved, "{code}: {found}");
        if is_proved {
            assert_eq!(found["status"], status, "{code}: {found}");
        } else {
            assert_ne!(found["status"], "verified", "{code}: {found}");
        }
    }
    let solved = asked(&["misere", "solve", ".77", "--json"]);
    let solved: Value = serde_json::from_str(solved.stdout.trim()).unwrap();
    assert_eq!((&solved["complete"], &solved["status"]), (&true.into(), &"verified".into()));
    let partial = asked(&["misere", "solve", ".77", "--heaps", "9", "--json"]);
    let partial: Value = serde_json::from_str(partial.stdout.trim()).unwrap();
    assert_eq!((&partial["complete"], &partial["status"]), (&false.into(), &"verified".into()));
}

/// Checkpoints that are longer, cut off, changed or of another code or command.
#[test]
fn checkpoints_of_other_commands() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (values, other) = (path("values"), path("other"));
    let saved = asked(&["heaps", "values", ".77", "--to", "5000", "--checkpoint", &values]);
    assert_eq!(saved.status, Some(0), "{saved:?}");
    // Longer, shorter, of another code, cut off, changed.
    let whole = fs::read(&values).unwrap();
    let short = asked(&["heaps", "values", ".77", "--to", "11", "--checkpoint", &values]);
    assert_eq!(short.stdout, "0 1 2 3 1 4 3 2 1 4 2 6\n", "{short:?}");
    for (name, bytes) in [
        ("cut off", whole[..whole.len() - 9].to_vec()),
        ("changed", {
            let mut bytes = whole.clone();
            let middle = bytes.len() / 2;
            bytes[middle] ^= 4;
            bytes
        }),
        ("longer", [&whole[..], &whole[..]].concat()),
    ] {
        fs::write(&other, &bytes).unwrap();
        let answer = asked(&["heaps", "values", ".77", "--to", "11", "--checkpoint", &other]);
        assert_eq!(answer.status, Some(2), "{name}: {answer:?}");
        assert_eq!(fs::read(&other).unwrap(), bytes, "{name}");
    }
    fs::write(&other, &whole).unwrap();
    let answer = asked(&["heaps", "values", ".76", "--to", "11", "--checkpoint", &other]);
    assert_eq!(answer.status, Some(2), "{answer:?}");
    // A checkpoint of a search for a winner is none of values, and the other way round.
    let board = ["outcome", "clobber", "2x3", "--checkpoint", &other];
    let answer = asked(&board);
    assert_eq!(answer.status, Some(2), "{answer:?}");
    assert_eq!(fs::read(&other).unwrap(), whole);
    for short in ["71,12", "71,24", "70,12", "71,6"] {
        fs::write(&other, &whole).unwrap();
        let args = ["heaps", "period", ".77", "--claim", short, "--checkpoint", &other];
        let answer = asked(&args);
        assert_eq!(answer.stdout.contains("proved"), short == "71,12", "{short}: {answer:?}");
    }
}
