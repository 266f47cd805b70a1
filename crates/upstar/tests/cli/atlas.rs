//! `upstar atlas`: an atlas is built, killed, gone on with, asked, checked and compared.

use crate::program::{Run, Running, run, until, upstar};
use serde_json::Value;
use std::fs;
use std::path::Path;

fn atlas(args: &[&str]) -> Run {
    run(upstar(["atlas"].iter().chain(args).copied()), "")
}

fn json(run: &Run) -> Value {
    serde_json::from_str(&run.stdout).unwrap()
}

const SMALL: [&str; 10] =
    ["--digits", "1", "--values", "500", "--steps", "60", "--hex", "--hex-values", "30", "--quiet"];

fn build(file: &Path, more: &[&str]) -> Run {
    let to = ["build", "--to", file.to_str().unwrap()];
    atlas(&[&to[..], &SMALL, more].concat())
}

#[test]
fn a_build_that_was_killed_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let [whole, killed] = ["whole.db", "killed.db"].map(|name| folder.path().join(name));
    let answer = build(&whole, &["--threads", "1"]);
    assert_eq!(answer.status, Some(0), "{answer:?}");
    let lines: Vec<&str> = answer.stdout.lines().collect();
    assert_eq!(lines.len(), 3, "{lines:?}");
    assert_eq!(lines[0], "normal       8 classes: 7 proved periodic, 1 open");

    let name = killed.to_str().unwrap();
    let args = ["atlas", "build", "--to", name, "--digits", "2", "--values", "2^22", "--quiet"];
    let child = Running::start(&mut upstar(args));
    until("there is a database", || killed.exists());
    #[cfg(target_os = "linux")]
    crate::program::seen::until_worked(&child, 20);
    child.kill();
    let again = build(&killed, &["--json", "--threads", "2"]);
    assert_eq!(again.status, Some(0), "{again:?}");
    assert_eq!(json(&again)["normal"]["proved"], 7);
    assert_eq!(json(&again)["misere"], json(&build(&whole, &["--json"]))["misere"]);

    // What was stopped says so, and goes on.
    let stopped =
        atlas(&["build", "--to", name, "--digits", "2", "--values", "2^40", "--time", "200ms"]);
    assert_eq!(stopped.status, Some(1), "{stopped:?}");
    assert!(stopped.stderr.contains("the same command goes on from here"), "{stopped:?}");
}

#[test]
fn two_atlases_are_compared() {
    let folder = tempfile::tempdir().unwrap();
    let [one, two] = ["one.db", "two.db"].map(|name| folder.path().join(name));
    build(&one, &["--threads", "1"]);
    build(&two, &["--threads", "2"]);
    let (one, two) = (one.to_str().unwrap(), two.to_str().unwrap());
    let same = atlas(&["diff", one, two]);
    assert_eq!(same.status, Some(0), "{same:?}");
    assert!(same.stdout.ends_with("rows the same, 0 differ\n"));
    let other = atlas(&["diff", one, "--json"]);
    assert_eq!(other.status, Some(1));
    assert!(json(&other)["differences"].as_array().unwrap().len() > 1000);

    let checked = atlas(&["verify", one]);
    assert_eq!(checked.status, Some(0), "{checked:?}");
    let database = rusqlite::Connection::open(two).unwrap();
    // As a file of the last version, which has no seal.
    let change = "update class set period = 5 where representative = '4.7';
        drop table seal; pragma user_version = 4";
    database.execute_batch(change).unwrap();
    drop(database);
    let checked = atlas(&["verify", two, "--json"]);
    assert_eq!(checked.status, Some(1), "{checked:?}");
    assert_eq!(json(&checked)["refuted"][0]["code"], "4.7");
    let differs = atlas(&["diff", one, two]);
    assert_eq!(differs.status, Some(1));
    assert!(differs.stdout.starts_with("class 4.7: period: "), "{differs:?}");
}

#[test]
fn the_atlas_that_comes_along_answers() {
    let kayles = ["query", "--misere", "--status", "complete", "--order", "40", "--json"];
    let rows = json(&atlas(&kayles));
    assert_eq!((&rows["total"], &rows["rows"][0]["code"]), (&2.into(), &"4.4".into()));
    let csv = atlas(&["query", "--code", "0.77", "--format", "csv"]).stdout;
    assert_eq!(
        csv.lines().next().unwrap(),
        "code,codes,status,period,preperiod,theorem,computed,largest,rares,last rare,mask,position"
    );
    assert!(csv.lines().nth(1).unwrap().starts_with("0.77,18,proved,12,71,"), "{csv}");
    for format in ["markdown", "latex"] {
        assert!(atlas(&["query", "--limit", "2", "--format", format]).stdout.lines().count() > 3);
    }
    assert_eq!(atlas(&["query", "--format", "b-file"]).status, Some(2));
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("certificate.json");
    let name = file.to_str().unwrap();
    for misere in [&[][..], &["--misere"]] {
        let shown = atlas(&[&["show", "4.7", "--certificate", name][..], misere].concat());
        assert_eq!(shown.status, Some(0), "{shown:?}");
        assert_eq!(run(upstar(["verify", name]), "").status, Some(0));
    }
    let without = folder.path().join("none.json");
    let open = atlas(&["show", "0.6", "--certificate", without.to_str().unwrap()]);
    assert_eq!((open.status, without.exists()), (Some(1), false), "{open:?}");
    assert_eq!(atlas(&["show", ".12345"]).status, Some(1));
    assert_eq!(atlas(&["show", ".8x"]).status, Some(2));
    assert_eq!(atlas(&["verify", "--sample", "5", "--seed", "2"]).status, Some(0));
}

/// A certificate that the program wrote is added once; what is refused says why.
#[test]
fn certificates_are_added() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("atlas.db");
    let name = file.to_str().unwrap();
    let small = ["build", "--digits", "1", "--values", "20", "--steps", "5", "--to", name];
    assert_eq!(atlas(&small).status, Some(0));
    let kayles = folder.path().join("kayles.json");
    let four = folder.path().join("four.json");
    let (kayles, four) = (kayles.to_str().unwrap(), four.to_str().unwrap());
    for (code, to) in [(".77", kayles), (".4", four)] {
        assert_eq!(run(upstar(["heaps", "period", code, "--certificate", to]), "").status, Some(0));
    }
    let added = atlas(&["add", name, four]);
    assert_eq!(added.status, Some(0), "{added:?}");
    assert!(
        added.stdout.contains("four.json: added: in normal play, the nim-sequence of 0.4"),
        "{added:?}"
    );
    let both = atlas(&["add", name, four, kayles, "--json"]);
    assert_eq!(both.status, Some(1), "{both:?}");
    let told = json(&both);
    assert_eq!((&told[0]["fate"], &told[1]["fate"]), (&"known".into(), &"refused".into()));
    assert_eq!(atlas(&["verify", name]).status, Some(0));
    assert_eq!(json(&atlas(&["show", name, ".4", "--json"]))["normal"]["row"]["period"], 34);
}

#[test]
fn what_is_no_question_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let letter = folder.path().join("letter");
    fs::write(&letter, "Dear friend, this is not a database at all, as you see.").unwrap();
    let (letter, none) = (letter.to_str().unwrap(), folder.path().join("none.db"));
    let none = none.to_str().unwrap();
    let nowhere = folder.path().join("no folder").join("none.db");
    let wrong: [&[&str]; 25] = [
        &["build", "--to", nowhere.to_str().unwrap(), "--digits", "1"],
        &["query", letter],
        &["query", none],
        &["query", folder.path().to_str().unwrap()],
        &["show", none, "0.77"],
        &["verify", letter],
        &["diff", letter],
        &["diff", none, letter],
        &["build", "--to", letter],
        &["build", "--digits", "9"],
        &["build", "--values", "0", "--to", none],
        &["build", "--only", ".8x", "--to", none],
        &["build", "--hex-values", "9", "--to", none],
        &["query", "--status", "prooved"],
        &["query", "--order", "3.."],
        &["query", "--period", "9..2"],
        &["query", "--sort", "beauty"],
        &["query", "--desc"],
        &["query", "--misere", "--hex"],
        &["query", "--misere", "--rule", "snakes"],
        &["query", "--rule", "ladders"],
        &["add", none],
        &["add", none, letter],
        &["add", letter, letter],
        &["add", letter, none],
    ];
    for args in wrong {
        let answer = atlas(args);
        assert_eq!((answer.status, answer.stdout.as_str()), (Some(2), ""), "{args:?}: {answer:?}");
        assert!(!answer.stderr.is_empty());
    }
    assert!(!Path::new(none).exists());
}
