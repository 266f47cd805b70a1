//! Classes of octal games, and the survey of them.
#![allow(clippy::unwrap_used)]

use upstar_base::Budget;
use upstar_heaps::survey::{Survey, SurveyError, classes};
use upstar_heaps::{Engine, plain::Plain};

/// Codes in one class have the same values, codes in different classes do not.
#[test]
fn all_codes_with_three_digits() {
    let classes = classes(3);
    let start = |code: &upstar_rules::heap::code::HeapCode| -> Vec<u32> {
        let mut plain = Plain::new(code.clone());
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
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../golden/octal-periods.json");
    let table: serde_json::Value =
        serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
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
    let budget = Budget::unlimited();
    let mut survey = Survey::open(&file, 2).unwrap();
    let mut count = 0;
    survey.run(500, 2, &budget, |_| count += 1).unwrap();
    assert_eq!(count, survey.progress().unwrap().classes);
    let first = survey.progress().unwrap();
    drop(survey);
    let mut survey = Survey::open(&file, 2).unwrap();
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
    let stopped = Budget::unlimited();
    stopped.interrupt();
    assert!(survey.run(10_000, 2, &stopped, |_| ()).unwrap().is_some());
}

/// Stopped by its budget, a survey keeps what it had of the class under way and goes on from there.
#[test]
fn a_class_under_way_is_kept() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("atlas.db");
    let limit = 1 << 20;
    let mut survey = Survey::open(&file, 1).unwrap();
    survey.run(2000, 1, &Budget::unlimited(), |_| ()).unwrap();
    let officers =
        |survey: &Survey| survey.rows().unwrap().into_iter().find(|row| row.code == "0.6").unwrap();
    let mut before = officers(&survey).computed;
    let mut rounds = 0;
    let mut grown = 0;
    while officers(&survey).computed < limit && rounds < 200 {
        let budget = Budget::new(Some(std::time::Duration::from_millis(20)), None);
        survey.run(limit, 1, &budget, |_| ()).unwrap();
        drop(survey);
        survey = Survey::open(&file, 1).unwrap();
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
    let mut direct = Survey::open(&other, 1).unwrap();
    direct.run(limit, 1, &Budget::unlimited(), |_| ()).unwrap();
    assert_eq!(officers(&direct).largest, row.largest);
    assert_eq!(direct.progress().unwrap(), survey.progress().unwrap());
}

#[test]
fn foreign_files_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("letter");
    std::fs::write(&file, "Dear friend, this is not a database at all, as you see.").unwrap();
    let before = std::fs::read(&file).unwrap();
    assert!(Survey::open(&file, 1).is_err());
    assert_eq!(std::fs::read(&file).unwrap(), before);
    let other = folder.path().join("other.db");
    let database = rusqlite::Connection::open(&other).unwrap();
    database.execute_batch("create table letters (text)").unwrap();
    drop(database);
    assert!(matches!(Survey::open(&other, 1), Err(SurveyError::Foreign(_))));
}
