//! Outcomes that come from elsewhere, as text, late, twice, in any order or cut off on the way, give
//! the database of a survey that was run at once on one machine, row for row.
#![allow(clippy::unwrap_used)]

use rusqlite::types::Value;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;
use upstar_atlas::work::{SurveyKind, Task, TaskFinding, TaskOutcome, compute};
use upstar_atlas::{SurveyError, heaps, misere};
use upstar_base::Budget;
use upstar_testing::Random;

const LIMIT: u64 = 8_000;
const STEPS: u64 = 60;

fn unlimited() -> Arc<Budget> {
    Arc::new(Budget::unlimited())
}

/// Everything that is in a database, but for its seal.
pub(crate) fn dump(path: &Path) -> Vec<(String, Vec<Vec<Value>>)> {
    let database = rusqlite::Connection::open(path).unwrap();
    let mut names = database
        .prepare("select name from sqlite_schema where type = 'table' and name <> 'seal'")
        .unwrap();
    let mut sorted: Vec<String> =
        names.query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect();
    let rows = |name: &String| {
        let mut all = database.prepare(&format!("select * from {name}")).unwrap();
        let width = all.column_count();
        let read = |row: &rusqlite::Row<'_>| (0..width).map(|i| row.get(i)).collect();
        let mut rows: Vec<Vec<Value>> =
            all.query_map([], read).unwrap().map(Result::unwrap).collect();
        rows.sort_by_key(|row| format!("{row:?}"));
        rows
    };
    sorted.sort();
    sorted.iter().map(|name| (name.clone(), rows(name))).collect()
}

/// As it comes from another machine: by way of text, with the state beside it.
fn sent(outcome: &TaskOutcome) -> TaskOutcome {
    let text = serde_json::to_string(outcome).unwrap();
    TaskOutcome { state: outcome.state.clone(), ..serde_json::from_str(&text).unwrap() }
}

/// An order that has nothing to do with the one of the plan.
fn shuffled<T>(mut items: Vec<T>) -> Vec<T> {
    let mut random = Random::new(1);
    for i in (1..items.len()).rev() {
        items.swap(i, random.below(i + 1));
    }
    items
}

#[test]
fn periods_from_elsewhere() {
    let folder = tempfile::tempdir().unwrap();
    let (here, there) = (folder.path().join("here.db"), folder.path().join("there.db"));
    let mut survey = heaps::Survey::open(&here, 2, &Budget::unlimited()).unwrap();
    survey.run(LIMIT, 1, &unlimited(), |_| ()).unwrap();
    drop(survey);

    let mut survey = heaps::Survey::open(&there, 2, &Budget::unlimited()).unwrap();
    let mut late: Vec<TaskOutcome> = Vec::new();
    let mut rounds = 0;
    loop {
        let tasks = shuffled(survey.plan(LIMIT).unwrap());
        if tasks.is_empty() {
            break;
        }
        for task in tasks {
            let state = survey.state(&task).unwrap();
            // At first nobody begins, then nobody gets far, then all go on from where they are.
            let time = [0, 1, 2, 5, 10, 20].get(rounds).copied();
            let budget = Arc::new(Budget::new(time.map(Duration::from_millis), None));
            let outcome = compute(&task, state.as_deref(), &budget, &mut |_| ()).unwrap();
            let outcome = sent(&outcome);
            survey.record(&[outcome.clone(), outcome.clone()]).unwrap();
            late.push(outcome);
        }
        rounds += 1;
    }
    assert!(rounds > 1 && late.iter().any(|outcome| !outcome.done), "{rounds} rounds");
    survey.record(&shuffled(late)).unwrap();
    drop(survey);
    assert_eq!(dump(&there), dump(&here));
}

#[test]
fn quotients_from_elsewhere() {
    let folder = tempfile::tempdir().unwrap();
    let (here, there) = (folder.path().join("here.db"), folder.path().join("there.db"));
    let mut survey = misere::Survey::open(&here, 2, None, &Budget::unlimited()).unwrap();
    survey.run(STEPS, 2, &unlimited(), |_| ()).unwrap();
    drop(survey);

    let mut survey = misere::Survey::open(&there, 2, None, &Budget::unlimited()).unwrap();
    let mut late: Vec<TaskOutcome> = Vec::new();
    loop {
        let tasks = shuffled(survey.plan(STEPS).unwrap());
        if tasks.is_empty() {
            break;
        }
        for task in tasks {
            let outcome = compute(&task, None, &unlimited(), &mut |_| ()).unwrap();
            survey.record(std::slice::from_ref(&outcome)).unwrap();
            // What fewer steps find takes nothing away, whenever it comes.
            let fewer = Task { amount: STEPS / 4, ..task };
            late.push(sent(&compute(&fewer, None, &unlimited(), &mut |_| ()).unwrap()));
            late.push(sent(&outcome));
        }
    }
    survey.record(&shuffled(late)).unwrap();
    let fewer = Budget::steps_of(&unlimited(), 1);
    let task = Task { kind: SurveyKind::Misere, code: "0.15".into(), amount: STEPS };
    let stopped = compute(&task, None, &Arc::new(fewer), &mut |_| ()).unwrap();
    assert!(!stopped.done && stopped.found.is_none());
    survey.record(&[stopped]).unwrap();
    drop(survey);
    assert_eq!(dump(&there), dump(&here));
}

#[test]
fn foreign_work_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let mut survey =
        heaps::Survey::open(&folder.path().join("atlas.db"), 1, &Budget::unlimited()).unwrap();
    let task = |code: &str| Task { kind: SurveyKind::Misere, code: code.to_owned(), amount: 20 };
    assert!(compute(&task("0.8x"), None, &unlimited(), &mut |_| ()).is_err());
    let outcome = compute(&task("0.3"), None, &unlimited(), &mut |_| ()).unwrap();
    assert!(matches!(outcome.found, Some(TaskFinding::Misere(_))));
    assert!(matches!(survey.record(&[outcome]), Err(SurveyError::Task(_))));
    // Of a code that is not in the plan nothing is kept.
    let other = Task { kind: SurveyKind::Normal, code: "0.12345".into(), amount: 20 };
    let outcome = compute(&other, None, &unlimited(), &mut |_| ()).unwrap();
    survey.record(&[outcome]).unwrap();
    assert_eq!(survey.progress().unwrap().proved, 0);
    // A state that is nonsense costs time only.
    let task = Task { kind: SurveyKind::Normal, code: "0.77".into(), amount: 500 };
    let right = compute(&task, None, &unlimited(), &mut |_| ()).unwrap();
    let nonsense = compute(&task, Some(b"nonsense"), &unlimited(), &mut |_| ()).unwrap();
    assert_eq!(right, nonsense);
}
