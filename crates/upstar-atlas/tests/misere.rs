//! A survey that is run again: what is solved stays, the rest gets better, and the file is the
//! atlas of the heap survey.
#![allow(clippy::unwrap_used)]

use std::path::Path;
use std::sync::Arc;
use upstar_atlas::misere::{MisereRow, Survey, SurveyStatus};
use upstar_base::{Budget, Random, Stopped};
use upstar_proof::{Certificate, check};

const FEW: u64 = 40;
const MANY: u64 = 400;

fn survey(
    path: &Path,
    digits: u32,
    steps: u64,
    threads: usize,
) -> (Vec<MisereRow>, SurveyStatus, usize) {
    let mut survey = Survey::open(path, digits, None, &Budget::unlimited()).unwrap();
    let mut done = 0;
    let budget = Arc::new(Budget::unlimited());
    assert_eq!(survey.run(steps, threads, &budget, |_| done += 1).unwrap(), None);
    (survey.rows().unwrap(), survey.progress().unwrap(), done)
}

fn run(path: &Path, steps: u64) -> (Vec<MisereRow>, usize) {
    let (rows, _, done) = survey(path, 1, steps, 1);
    (rows, done)
}

#[test]
fn more_steps_improve_what_is_not_solved_and_nothing_else() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("atlas.db");
    let (first, done) = run(&path, FEW);
    assert_eq!(done, first.len());
    let is_solved = |row: &MisereRow| matches!(&*row.status, "complete" | "rule");
    let solved = first.iter().filter(|row| is_solved(row)).count();
    assert!(solved >= 5 && solved < first.len(), "{first:?}");

    assert_eq!(run(&path, FEW), (first.clone(), 0));

    // A finite quotient stays; the quotient beside a rule goes on.
    let is_final = |row: &MisereRow| row.status == "complete";
    let (second, done) = run(&path, MANY);
    assert_eq!(done, first.iter().filter(|row| !is_final(row)).count());
    let mut better = 0;
    for (old, new) in first.iter().zip(&second) {
        if is_final(old) {
            assert_eq!(old, new);
            continue;
        }
        assert!(is_solved(new) || !is_solved(old), "{old:?} {new:?}");
        assert_eq!((&new.code, new.allowed), (&old.code, Some(MANY)));
        assert!(new.heaps >= old.heaps && new.order >= old.order, "{old:?} {new:?}");
        better += u32::from(is_solved(new) || new.heaps > old.heaps);
    }
    assert!(better > 0, "{second:?}");
    // Fewer steps than before take nothing away.
    assert_eq!(run(&path, FEW), (second, 0));
}

/// The number of threads, and what the file has seen before, change nothing.
#[test]
fn an_extended_survey_has_the_rows_of_a_new_one() {
    let folder = tempfile::tempdir().unwrap();
    let grown = folder.path().join("grown.db");
    let mut fresh = Vec::new();
    for digits in 1..=3 {
        let (rows, progress, _) =
            survey(&folder.path().join(format!("{digits}.db")), digits, FEW, 2);
        assert!(progress.complete_codes > 5, "{progress:?}");
        let (grown, now, _) = survey(&grown, digits, FEW, 1);
        assert_eq!((&grown, &now), (&rows, &progress), "{digits} digits");
        fresh.push((rows, progress));
    }
    for (digits, (rows, progress)) in (1..).zip(&fresh) {
        let survey = Survey::open(&grown, digits, None, &Budget::unlimited()).unwrap();
        assert_eq!(survey.rows().unwrap(), *rows, "{digits} digits again");
        assert_eq!(survey.progress().unwrap(), *progress, "{digits} digits again");
    }
}

#[test]
fn a_stopped_survey_keeps_what_it_has_and_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let (fresh, whole, _) = survey(&folder.path().join("fresh.db"), 2, FEW, 2);
    let path = folder.path().join("atlas.db");
    for (digits, some) in [(1, 90), (2, 150), (2, 400)] {
        let mut survey = Survey::open(&path, digits, None, &Budget::unlimited()).unwrap();
        let budget = Arc::new(Budget::steps_of(&Arc::new(Budget::unlimited()), some));
        let stopped = survey.run(FEW, 1, &budget, |_| ());
        assert_eq!(stopped.unwrap(), Some(Stopped::Steps(some)));
        let rows = survey.rows().unwrap();
        assert!(rows.iter().any(|row| row.status == "waiting"));
        drop(survey);
        let mut database = rusqlite::Connection::open(&path).unwrap();
        let half = database.transaction().unwrap();
        half.execute("delete from misere_plan", []).unwrap();
        half.execute("update misere_code set status = 'partial', allowed = 1000000", []).unwrap();
        drop(half);
    }
    let (rows, progress, _) = survey(&path, 2, FEW, 2);
    assert_eq!((rows, progress), (fresh, whole));
}

/// A class that needs more memory than there is waits for a run with more.
#[test]
fn too_little_memory_is_no_result() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("atlas.db");
    let mut survey = Survey::open(&path, 1, None, &Budget::unlimited()).unwrap();
    let budget = Arc::new(Budget::new(None, Some(1 << 14)));
    let stopped = survey.run(MANY, 1, &budget, |_| ()).unwrap();
    assert_eq!(stopped, Some(Stopped::Memory(1 << 14)));
    let rows = survey.rows().unwrap();
    assert!(rows.iter().any(|row| row.status == "waiting"), "{rows:?}");
    drop(survey);
    let (rows, _) = run(&path, MANY);
    let (fresh, _) = run(&folder.path().join("fresh.db"), MANY);
    assert_eq!(rows, fresh);
}

/// Both surveys in one file; certificates are accepted by the checker.
#[test]
fn one_atlas_for_all() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("atlas.db");
    let heaps = upstar_atlas::heaps::Survey::open(&path, 1, &Budget::unlimited()).unwrap();
    let classes = heaps.rows().unwrap();
    drop(heaps);
    let (rows, _) = run(&path, FEW);
    let again = upstar_atlas::heaps::Survey::open(&path, 1, &Budget::unlimited()).unwrap();
    assert_eq!(again.rows().unwrap(), classes);
    drop(again);
    let survey = Survey::open(&path, 2, Some(3), &Budget::unlimited()).unwrap();
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

/// The rows, but for the steps that were allowed when a complete quotient was found.
fn results(rows: &[MisereRow]) -> Vec<MisereRow> {
    let result = |row: &MisereRow| {
        let allowed = row.allowed.filter(|_| row.status != "complete");
        MisereRow { allowed, ..row.clone() }
    };
    rows.iter().map(result).collect()
}

/// Whether a game is tame is told from a quotient of all heaps, or not at all: 4.7 is wild from
/// heap 5 on, which few steps do not reach.
#[test]
fn a_survey_in_several_goes_has_the_rows_of_one_in_one_go() {
    let folder = tempfile::tempdir().unwrap();
    let (fresh, whole, _) = survey(&folder.path().join("fresh.db"), 1, 300, 1);
    assert_eq!((whole.tame, whole.wild, whole.undecided), (7, 1, 0));
    for (name, goes) in [("a.db", &[20, 300][..]), ("b.db", &[1, 7, 20, 5, 150, 300])] {
        let path = folder.path().join(name);
        for &steps in goes {
            let (rows, progress, _) = survey(&path, 1, steps, 1);
            let SurveyStatus { complete, tame, wild, undecided, .. } = progress;
            assert_eq!(tame + wild + undecided, complete, "{name} {steps}");
            for row in rows {
                let end = fresh.iter().find(|end| end.code == row.code).unwrap();
                assert!(row.tame.is_none() || row.tame == end.tame, "{row:?} {end:?}");
            }
        }
        let (rows, progress, done) = survey(&path, 1, 300, 1);
        assert_eq!((results(&rows), &progress, done), (results(&fresh), &whole, 0), "{name}");
    }
}

/// A random number with at most so many binary digits, each length as likely as the others.
fn up_to(dice: &mut Random, digits: usize) -> u64 {
    let digits = dice.below(digits);
    dice.under(1 << digits)
}

/// Wherever a survey is stopped, it ends with the same rows.
#[test]
fn a_survey_that_is_stopped_again_and_again_has_the_same_rows() {
    let folder = tempfile::tempdir().unwrap();
    let (fresh, whole, _) = survey(&folder.path().join("fresh.db"), 1, MANY, 1);
    let mut dice = Random::new(5);
    let mut stops = 0;
    for round in 0..6 {
        let path = folder.path().join(format!("{round}.db"));
        for _ in 0..12 {
            let budget = Arc::new(Budget::unlimited());
            budget.interrupt_after(up_to(&mut dice, 22));
            let mut survey = Survey::open(&path, 1, None, &Budget::unlimited()).unwrap();
            let steps = if dice.one_in(3) { FEW } else { MANY };
            stops += usize::from(survey.run(steps, 1, &budget, |_| ()).unwrap().is_some());
        }
        let (rows, progress, _) = survey(&path, 1, MANY, 1);
        assert_eq!((results(&rows), &progress), (results(&fresh), &whole), "round {round}");
    }
    assert!(stops > 5, "{stops}");
}
