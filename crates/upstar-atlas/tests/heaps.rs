//! Classes of octal games, and the survey of them.
#![allow(clippy::unwrap_used)]

use std::path::Path;
use std::sync::Arc;
use upstar_atlas::SurveyError;
use upstar_atlas::heaps::{HeapRow, Survey, classes};
use upstar_base::Budget;
use upstar_heaps::{Engine, plain::MexEngine};

fn unlimited() -> Arc<Budget> {
    Arc::new(Budget::unlimited())
}

/// Codes in one class have the same values, codes in different classes do not.
#[test]
fn all_codes_with_three_digits() {
    let classes = classes(3, &Budget::unlimited()).unwrap();
    let start = |code: &upstar_rules::heap::code::HeapCode| -> Vec<u32> {
        let mut plain = MexEngine::new(code.clone());
        plain.extend(560, &Budget::unlimited()).unwrap();
        plain.values().iter().copied().skip_while(|&v| v == 0).take(530).collect()
    };
    assert_eq!(classes.iter().map(|class| class.codes.len()).sum::<usize>(), 1023);
    let mut starts = std::collections::BTreeMap::new();
    for class in &classes {
        let first = start(&class.representative);
        for code in &class.codes {
            assert_eq!(start(code), first, "{code} and {}", class.representative);
        }
        if let Some(other) = starts.insert(first, class.representative.to_string()) {
            panic!("{other} and {} may be the same", class.representative);
        }
    }
    assert_eq!(classes.len(), 174);
    let table: serde_json::Value = upstar_testing::golden::read("octal-periods.json");
    for key in ["solved", "unsolved"] {
        for row in table[key].as_array().unwrap() {
            let game = row["game"].as_str().unwrap().parse().unwrap();
            let class = classes.iter().find(|class| class.codes.contains(&game)).unwrap();
            assert_eq!(class.codes.len(), row["codes"].as_array().unwrap().len(), "{game}");
        }
    }
}

#[test]
fn a_survey_is_resumed() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("atlas.db");
    let budget = unlimited();
    let mut survey = Survey::open(&file, 2, &Budget::unlimited()).unwrap();
    let mut count = 0;
    survey.run(500, 2, &budget, |_| count += 1).unwrap();
    assert_eq!(count, survey.progress().unwrap().classes);
    let first = survey.progress().unwrap();
    drop(survey);
    let mut survey = Survey::open(&file, 2, &Budget::unlimited()).unwrap();
    assert_eq!(survey.progress().unwrap(), first);
    let mut again = 0;
    survey.run(500, 2, &budget, |_| again += 1).unwrap();
    assert_eq!(again, 0);
    survey.run(5000, 2, &budget, |_| again += 1).unwrap();
    assert_eq!(again, first.open);
    let progress = survey.progress().unwrap();
    assert!(progress.proved > first.proved);
    let rows = survey.rows().unwrap();
    let kayles = rows.iter().find(|row| row.code == "0.77").unwrap();
    assert_eq!(kayles.period, Some((71, 12)));
    let stopped = unlimited();
    stopped.interrupt();
    assert!(survey.run(10_000, 2, &stopped, |_| ()).unwrap().is_some());
}

/// Stopped by its budget, a survey keeps what it had of the class under way and goes on from there.
#[test]
fn a_class_under_way_is_kept() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("atlas.db");
    let limit = 1 << 20;
    let mut survey = Survey::open(&file, 1, &Budget::unlimited()).unwrap();
    survey.run(2000, 1, &unlimited(), |_| ()).unwrap();
    let officers =
        |survey: &Survey| survey.rows().unwrap().into_iter().find(|row| row.code == "0.6").unwrap();
    let mut before = officers(&survey).computed;
    let mut rounds = 0;
    let mut grown = 0;
    while officers(&survey).computed < limit && rounds < 80 {
        // More and more steps.
        let budget = unlimited();
        budget.interrupt_after(1 << (rounds / 2));
        survey.run(limit, 1, &budget, |_| ()).unwrap();
        drop(survey);
        survey = Survey::open(&file, 1, &Budget::unlimited()).unwrap();
        let now = officers(&survey).computed;
        assert!(now >= before, "{now} {before}");
        grown += u32::from(now > before);
        (before, rounds) = (now, rounds + 1);
    }
    assert!(grown > 1, "{rounds} rounds were not cut off");
    let row = officers(&survey);
    assert_eq!((row.status.as_str(), row.computed), ("open", limit));
    // The same as without interruptions.
    let other = folder.path().join("other.db");
    let mut direct = Survey::open(&other, 1, &Budget::unlimited()).unwrap();
    direct.run(limit, 1, &unlimited(), |_| ()).unwrap();
    assert_eq!(officers(&direct).largest, row.largest);
    assert_eq!(direct.progress().unwrap(), survey.progress().unwrap());
}

#[test]
fn foreign_files_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("letter");
    std::fs::write(&file, "Dear friend, this is not a database at all, as you see.").unwrap();
    let before = std::fs::read(&file).unwrap();
    assert!(Survey::open(&file, 1, &Budget::unlimited()).is_err());
    assert_eq!(std::fs::read(&file).unwrap(), before);
    let other = folder.path().join("other.db");
    let database = rusqlite::Connection::open(&other).unwrap();
    database.execute_batch("create table letters (text)").unwrap();
    drop(database);
    assert!(matches!(Survey::open(&other, 1, &Budget::unlimited()), Err(SurveyError::Foreign(_))));
    // The tables of a program that kept classes by their first code.
    let old = folder.path().join("old.db");
    let database = rusqlite::Connection::open(&old).unwrap();
    let tables = "pragma application_id = 1433424758; create table class (representative text)";
    database.execute_batch(tables).unwrap();
    drop(database);
    assert!(matches!(Survey::open(&old, 1, &Budget::unlimited()), Err(SurveyError::Old(_))));
}

fn run(path: &Path, digits: u32) -> Vec<HeapRow> {
    let mut survey = Survey::open(path, digits, &Budget::unlimited()).unwrap();
    assert_eq!(survey.run(LIMIT, 2, &unlimited(), |_| ()).unwrap(), None);
    survey.rows().unwrap()
}

const LIMIT: u64 = 600;

/// More digits in the same file give the rows of a new file, and fewer digits theirs again.
#[test]
fn an_extended_survey_has_the_rows_of_a_new_one() {
    let folder = tempfile::tempdir().unwrap();
    let grown = folder.path().join("grown.db");
    let mut fresh = Vec::new();
    for (digits, classes) in [(1, 8), (2, 40), (3, 174)] {
        let rows = run(&folder.path().join(format!("{digits}.db")), digits);
        assert_eq!(rows.len(), classes);
        assert_eq!(run(&grown, digits), rows, "{digits} digits");
        fresh.push(rows);
    }
    for (digits, rows) in (1..).zip(&fresh) {
        let survey = Survey::open(&grown, digits, &Budget::unlimited()).unwrap();
        assert_eq!(survey.rows().unwrap(), *rows, "{digits} digits again");
        assert_eq!(survey.progress().unwrap().classes, rows.len() as u64);
    }
}

/// Cut off anywhere, with some classes done and a transaction under way, it goes on to the same end.
#[test]
fn a_survey_that_was_cut_has_the_rows_of_a_new_one() {
    let folder = tempfile::tempdir().unwrap();
    let fresh = run(&folder.path().join("fresh.db"), 2);
    let cut = folder.path().join("cut.db");
    for some in [1, 3, 7] {
        let mut survey =
            Survey::open(&cut, if some == 1 { 1 } else { 2 }, &Budget::unlimited()).unwrap();
        let budget = unlimited();
        let mut done = 0;
        survey
            .run(LIMIT, 1, &budget, |_| {
                done += 1;
                if done >= some {
                    budget.interrupt();
                }
            })
            .unwrap();
        drop(survey);
        // What a process that is killed leaves: a transaction that was never committed.
        let mut database = rusqlite::Connection::open(&cut).unwrap();
        let half = database.transaction().unwrap();
        half.execute("delete from code", []).unwrap();
        half.execute("update class set status = 'open', computed = 1", []).unwrap();
        drop(half);
    }
    assert_eq!(run(&cut, 2), fresh);
}

#[test]
fn one_at_a_time() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("atlas.db");
    let first = Survey::open(&file, 1, &Budget::unlimited()).unwrap();
    let second = Survey::open(&file, 1, &Budget::unlimited());
    assert!(matches!(second, Err(SurveyError::Busy(_))), "{second:?}");
    let other = upstar_atlas::misere::Survey::open(&file, 1, None, &Budget::unlimited());
    assert!(matches!(other, Err(SurveyError::Busy(_))), "{other:?}");
    drop(first);
    assert!(Survey::open(&file, 1, &Budget::unlimited()).is_ok());
}
