//! Looking into an atlas: the rows are those of the survey, filters take away what they should,
//! and nothing that is typed becomes part of a statement.
#![allow(clippy::unwrap_used)]

use std::sync::Arc;
use upstar_atlas::look::{Filter, look};
use upstar_atlas::{SurveyError, heaps, misere};
use upstar_base::Budget;

#[test]
fn rows_are_those_of_the_survey() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("atlas.db");
    let mut survey = heaps::Survey::open(&file, 2).unwrap();
    survey.run(500, 1, &Arc::new(Budget::unlimited()), |_| ()).unwrap();
    let rows = survey.rows().unwrap();
    let progress = survey.progress().unwrap();
    // A survey has the file alone.
    assert!(matches!(look(&file, &Filter::default()), Err(SurveyError::Busy(_))));
    drop(survey);
    let found = look(&file, &Filter::default()).unwrap();
    assert_eq!(found.total as usize, rows.len());
    assert_eq!(found.digits, [2]);
    for row in &rows {
        let entry = found.rows.iter().find(|entry| entry.code == row.code).unwrap();
        let period = row.period.map(|(_, period)| period);
        assert_eq!((&entry.status, entry.period), (&row.status, period), "{}", row.code);
    }
    let with = |filter: Filter| look(&file, &filter).unwrap();
    let open = with(Filter { status: Some("open".into()), ..Filter::default() });
    assert_eq!(open.total, progress.open);
    let twelve = with(Filter { least: Some(12), most: Some(12), ..Filter::default() });
    assert!(twelve.rows.iter().all(|entry| entry.period == Some(12)) && twelve.total > 0);
    let named = with(Filter { code: Some("77".into()), ..Filter::default() });
    assert!(named.rows.iter().all(|entry| entry.code.contains("77")));
    assert_eq!(with(Filter { digits: Some(3), ..Filter::default() }).total, 0);
    let hostile =
        Filter { code: Some("' or 1=1; drop table class; --".into()), ..Filter::default() };
    assert_eq!(with(hostile).total, 0);
    assert_eq!(with(Filter { from: u64::MAX, ..Filter::default() }).rows.len(), 0);
    assert_eq!(look(&file, &Filter::default()).unwrap(), found);
    // There is no survey of misère games in it yet.
    assert_eq!(with(Filter { misere: true, ..Filter::default() }).total, 0);
}

#[test]
fn misere_rows_have_their_quotients() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("atlas.db");
    let mut survey = misere::Survey::open(&file, 1, None).unwrap();
    survey.run(20_000, 1, &Arc::new(Budget::unlimited()), |_| ()).unwrap();
    let rows = survey.rows().unwrap();
    drop(survey);
    let found = look(&file, &Filter { misere: true, ..Filter::default() }).unwrap();
    assert_eq!(found.total as usize, rows.len());
    for row in &rows {
        let entry = found.rows.iter().find(|entry| entry.code == row.code).unwrap();
        assert_eq!(entry.codes, row.codes, "{}", row.code);
        assert_eq!(entry.status, row.status, "{}", row.code);
    }
}

#[test]
fn what_is_no_atlas_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("text.db");
    std::fs::write(&file, "this is no database, and long enough to be read as one: ".repeat(20))
        .unwrap();
    assert!(matches!(look(&file, &Filter::default()), Err(SurveyError::Foreign(_))));
    assert!(look(&folder.path().join("none.db"), &Filter::default()).is_err());
    assert!(!folder.path().join("none.db").exists());
}
