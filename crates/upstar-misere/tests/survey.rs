//! A survey that is run again: what is solved stays, the rest gets better, and the file is the
//! atlas of the heap survey.
#![allow(clippy::unwrap_used)]

use rusqlite::{Connection, params};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;
use upstar_base::Budget;
use upstar_misere::survey::{Row, Survey};
use upstar_proof::{Certificate, check};

const SHORT: Duration = Duration::from_millis(15);
const LONG: Duration = Duration::from_millis(400);

fn run(path: &Path, time: Duration) -> (Vec<Row>, usize) {
    let mut survey = Survey::open(path, 1, None).unwrap();
    let mut done = 0;
    let stopped = survey.run(time, 1, &Arc::new(Budget::unlimited()), |_| done += 1).unwrap();
    assert_eq!(stopped, None);
    (survey.rows().unwrap(), done)
}

/// All columns of a class, as text.
fn columns(path: &Path, class: &str) -> Vec<Option<String>> {
    let database = Connection::open(path).unwrap();
    let sql = "select cast(codes as text), status, cast(milliseconds as text), cast(heaps as text),
        cast(elements as text), cast(p_elements as text), cast(tame as text),
        cast(preperiod as text), cast(period as text), growths, cast(at_least as text), why,
        certificate from misere_class where representative = ?";
    database.query_row(sql, [class], |row| (0..13).map(|i| row.get(i)).collect()).unwrap()
}

#[test]
fn more_time_improves_what_is_not_solved_and_nothing_else() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("atlas.db");
    let (first, done) = run(&path, SHORT);
    assert_eq!(done, first.len());
    let solved: Vec<&Row> = first.iter().filter(|row| row.status == "complete").collect();
    assert!(solved.len() >= 5 && solved.len() < first.len(), "{first:?}");
    let before: Vec<_> = first.iter().map(|row| columns(&path, &row.code)).collect();

    let (same, done) = run(&path, SHORT);
    assert_eq!((&same, done), (&first, 0));

    let (second, done) = run(&path, LONG);
    assert_eq!(done, first.len() - solved.len());
    let mut better = 0;
    for ((old, new), before) in first.iter().zip(&second).zip(before) {
        assert_eq!(old.code, new.code);
        if old.status == "complete" {
            assert_eq!(before, columns(&path, &old.code));
            continue;
        }
        assert_eq!(new.milliseconds, LONG.as_millis() as u64, "{new:?}");
        assert!(new.heaps >= old.heaps && new.order >= old.order, "{old:?} {new:?}");
        better += u32::from(new.status == "complete" || new.heaps > old.heaps);
    }
    // 4.7 grows with every moment.
    assert!(better > 0, "{second:?}");
}

#[test]
fn less_reached_with_more_time_takes_nothing_away() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("atlas.db");
    run(&path, SHORT);
    let database = Connection::open(&path).unwrap();
    let known = params![1_000_000, "kept", "4.7"];
    let sql = "update misere_class set heaps = ?, certificate = ? where representative = ?";
    assert_eq!(database.execute(sql, known).unwrap(), 1);
    let before = columns(&path, "4.7");
    run(&path, 2 * SHORT);
    let mut after = columns(&path, "4.7");
    assert_eq!(after[2], Some((2 * SHORT).as_millis().to_string()));
    after[2].clone_from(&before[2]);
    assert_eq!(before, after);
}

#[test]
fn a_stopped_survey_keeps_what_it_has_and_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("atlas.db");
    let mut survey = Survey::open(&path, 1, None).unwrap();
    let budget = Arc::new(Budget::unlimited());
    let mut done = 0;
    let stopped = survey.run(SHORT, 1, &budget, |_| {
        done += 1;
        if done == 3 {
            budget.interrupt();
        }
    });
    assert!(stopped.unwrap().is_some());
    let rows = survey.rows().unwrap();
    let waiting = rows.iter().filter(|row| row.status == "waiting").count();
    assert_eq!(waiting, rows.len() - done);
    // Some were done before the third was known to be.
    assert!(done >= 3, "{done}");
    drop(survey);
    let (rows, done) = run(&path, SHORT);
    assert_eq!(done, waiting);
    assert!(rows.iter().all(|row| row.status != "waiting"), "{rows:?}");
}

/// Classes of more digits are added to what is there; certificates are accepted by the checker.
#[test]
fn one_atlas_for_all() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("atlas.db");
    let heaps = upstar_heaps::survey::Survey::open(&path, 1).unwrap();
    let classes = heaps.rows().unwrap();
    drop(heaps);
    let (rows, _) = run(&path, SHORT);
    let again = upstar_heaps::survey::Survey::open(&path, 1).unwrap();
    assert_eq!(again.rows().unwrap(), classes);
    let survey = Survey::open(&path, 2, Some(3)).unwrap();
    let all = survey.rows().unwrap();
    assert!(all.len() > 3 * rows.len());
    for row in &rows {
        let now = all.iter().find(|other| other.code == row.code).unwrap();
        assert_eq!((&now.status, now.heaps, now.order), (&row.status, row.heaps, row.order));
        let certificate = survey.certificate(&row.code).unwrap().unwrap();
        let certificate = Certificate::read(&certificate).unwrap();
        let verdict = check(&certificate, &Budget::unlimited());
        assert!(verdict.is_verified(), "{}: {verdict}", row.code);
    }
}
