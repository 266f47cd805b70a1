//! Looking into an atlas: the rows are those of the survey, filters take away what they should,
//! and nothing that is typed becomes part of a statement.
#![allow(clippy::unwrap_used)]

use std::sync::Arc;
use upstar_atlas::look::{Between, Entry, Filter, SortColumn};
use upstar_atlas::{Atlas, SurveyError, heaps, misere};
use upstar_base::Budget;

#[test]
fn rows_are_those_of_the_survey() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("atlas.db");
    let mut survey = heaps::Survey::open(&file, 2, &Budget::unlimited()).unwrap();
    survey.run(500, 1, &Arc::new(Budget::unlimited()), |_| ()).unwrap();
    let rows = survey.rows().unwrap();
    let progress = survey.progress().unwrap();
    // A survey has the file alone.
    assert!(matches!(Atlas::open(&file), Err(SurveyError::Busy(_))));
    drop(survey);
    let look = |filter: &Filter| Atlas::open(&file).unwrap().look(filter);
    let with = |filter: Filter| look(&filter).unwrap();
    let found = with(Filter::default());
    assert_eq!(found.total as usize, rows.len());
    assert_eq!(found.digits, [2]);
    for row in &rows {
        let entry = found.rows.iter().find(|entry| entry.code == row.code).unwrap();
        let period = row.period.map(|(_, period)| period);
        assert_eq!((&entry.status, entry.period), (&row.status, period), "{}", row.code);
        assert_eq!((entry.codes, entry.saltus), (row.codes, row.saltus), "{}", row.code);
    }
    let open = with(Filter { status: Some("open".into()), ..Filter::default() });
    assert_eq!(open.total, progress.open);
    let twelve = Between { least: Some(12), most: Some(12) };
    let twelve = with(Filter { period: Some(twelve), ..Filter::default() });
    assert!(twelve.rows.iter().all(|entry| entry.period == Some(12)) && twelve.total > 0);
    // A class is found by any of its codes.
    let named = with(Filter { code: Some("0.07".into()), ..Filter::default() });
    assert_eq!(named.rows.iter().map(|entry| &*entry.code).collect::<Vec<_>>(), ["0.4"]);
    assert_eq!(with(Filter { digits: Some(3), ..Filter::default() }).total, 0);
    let hostile =
        Filter { code: Some("' or 1=1; drop table class; --".into()), ..Filter::default() };
    assert_eq!(with(hostile).total, 0);
    assert_eq!(with(Filter { from: u64::MAX, ..Filter::default() }).rows.len(), 0);
    assert_eq!(with(Filter::default()), found);
    // There is no survey of misère games or of hexadecimal codes in it.
    assert_eq!(with(Filter { misere: true, ..Filter::default() }).total, 0);
    assert_eq!(with(Filter { hex: true, ..Filter::default() }).total, 0);
}

#[test]
fn misere_rows_have_their_quotients() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("atlas.db");
    let mut survey = misere::Survey::open(&file, 1, None, &Budget::unlimited()).unwrap();
    survey.run(20_000, 1, &Arc::new(Budget::unlimited()), |_| ()).unwrap();
    let rows = survey.rows().unwrap();
    drop(survey);
    let atlas = Atlas::open(&file).unwrap();
    let found = atlas.look(&Filter { misere: true, ..Filter::default() }).unwrap();
    assert_eq!(found.total as usize, rows.len());
    for row in &rows {
        let entry = found.rows.iter().find(|entry| entry.code == row.code).unwrap();
        assert_eq!(entry.codes, row.codes, "{}", row.code);
        assert_eq!(entry.status, row.status, "{}", row.code);
        assert_eq!(entry.order, row.order, "{}", row.code);
    }
    let knots = found.rows.iter().find(|entry| entry.code == "4.7").unwrap();
    assert!(knots.labels.as_ref().unwrap().starts_with("-0 +1 -0 +1 -2/3 +3 -4/5"));
    assert_eq!(
        (knots.linear_from, knots.linear_period, knots.tame),
        (Some(7), Some(2), Some(false))
    );
}

/// Every filter, alone and with another, against a scan of all rows.
#[test]
fn filters_take_what_a_scan_takes() {
    let atlas = Atlas::shipped().unwrap();
    type Wanted = (Filter, Box<dyn Fn(&Entry) -> bool>);
    let between = |text: &str| -> Option<Between> { Some(text.parse().unwrap()) };
    for base in [
        Filter::default(),
        Filter { hex: true, ..Filter::default() },
        Filter { misere: true, ..Filter::default() },
        Filter { misere: true, each: true, ..Filter::default() },
        Filter { each: true, ..Filter::default() },
    ] {
        let all = atlas.look(&base).unwrap();
        assert_eq!(all.total as usize, all.rows.len());
        assert!(all.total > 100, "{base:?}");
        let mut filters: Vec<Wanted> = vec![
            (
                Filter { period: between("2..12"), ..base.clone() },
                Box::new(|row| row.period.is_some_and(|p| (2..=12).contains(&p))),
            ),
            (
                Filter { period: between("100.."), ..base.clone() },
                Box::new(|row| row.period.is_some_and(|p| p >= 100)),
            ),
            (
                Filter { period: between("..1"), ..base.clone() },
                Box::new(|row| row.period.is_some_and(|p| p <= 1)),
            ),
        ];
        if base.each {
            let filter = Filter { code: Some("12".into()), ..base.clone() };
            filters.push((filter, Box::new(|row| row.code.contains("12"))));
        }
        if base.misere {
            for status in ["complete", "rule", "partial", "waiting"] {
                let filter = Filter { status: Some(status.into()), ..base.clone() };
                filters.push((filter, Box::new(move |row| row.status == status)));
            }
            for rule in ["knots", "ladders"] {
                let filter = Filter { rule: Some(rule.into()), ..base.clone() };
                filters.push((filter, Box::new(move |row| row.rule.as_deref() == Some(rule))));
            }
            filters.push((
                Filter { tame: true, ..base.clone() },
                Box::new(|row| row.tame == Some(true)),
            ));
            filters.push((
                Filter { wild: true, ..base.clone() },
                Box::new(|row| row.tame == Some(false)),
            ));
            filters.push((
                Filter { order: between("8..40"), wild: true, ..base.clone() },
                Box::new(|row| {
                    row.order.is_some_and(|n| (8..=40).contains(&n)) && row.tame == Some(false)
                }),
            ));
        } else {
            for status in ["proved", "open", "waiting"] {
                let filter = Filter { status: Some(status.into()), ..base.clone() };
                filters.push((filter, Box::new(move |row| row.status == status)));
            }
        }
        for (filter, wanted) in filters {
            let found = atlas.look(&filter).unwrap();
            let scan: Vec<&Entry> = all.rows.iter().filter(|row| wanted(row)).collect();
            assert_eq!(found.rows.iter().collect::<Vec<_>>(), scan, "{filter:?}");
            assert_eq!(found.total as usize, scan.len());
            let page = Filter { from: 3, limit: Some(4), ..filter };
            let page = atlas.look(&page).unwrap();
            assert_eq!(page.total, found.total);
            let some: Vec<&Entry> = scan.into_iter().skip(3).take(4).collect();
            assert_eq!(page.rows.iter().collect::<Vec<_>>(), some);
        }
    }
}

#[test]
fn rows_are_sorted() {
    let atlas = Atlas::shipped().unwrap();
    let sorted = |misere, sort, desc| {
        let filter = Filter { misere, sort: Some(sort), desc, ..Filter::default() };
        atlas.look(&filter).unwrap().rows
    };
    for desc in [false, true] {
        let orders: Vec<Option<u64>> =
            sorted(true, SortColumn::Order, desc).iter().map(|row| row.order).collect();
        let known = orders.iter().take_while(|order| order.is_some()).count();
        // What has none comes last, either way.
        assert!(known > 100 && orders[known..].iter().all(Option::is_none));
        let wrong = |pair: &[Option<u64>]| if desc { pair[0] < pair[1] } else { pair[0] > pair[1] };
        assert!(!orders[..known].windows(2).any(wrong));
    }
    let periods = sorted(false, SortColumn::Period, true);
    assert!(periods[0].period > Some(1000));
}

#[test]
fn what_no_row_can_pass_is_refused() {
    let atlas = Atlas::shipped().unwrap();
    let order = Some(Between { least: Some(2), most: None });
    let status = |status: &str| Some(status.to_owned());
    for filter in [
        Filter { status: status("prooved"), ..Filter::default() },
        Filter { status: status("complete"), ..Filter::default() },
        Filter { status: status("proved"), misere: true, ..Filter::default() },
        Filter { order, ..Filter::default() },
        Filter { wild: true, ..Filter::default() },
        Filter { sort: Some(SortColumn::Order), ..Filter::default() },
        Filter { sort: Some(SortColumn::Largest), misere: true, ..Filter::default() },
        Filter { misere: true, hex: true, ..Filter::default() },
        Filter { rule: status("snakes"), misere: true, ..Filter::default() },
        Filter { rule: status("ladders"), ..Filter::default() },
    ] {
        let found = atlas.look(&filter);
        assert!(matches!(found, Err(SurveyError::Question(_))), "{filter:?}");
    }
    for (text, least, most) in [
        ("12", Some(12), Some(12)),
        ("2..40", Some(2), Some(40)),
        ("9..", Some(9), None),
        ("..9", None, Some(9)),
    ] {
        assert_eq!(text.parse(), Ok(Between { least, most }));
    }
    for text in ["", "..", "x", "1..x", "5..3", "-1", "99999999999999999999", "1...3"] {
        assert!(text.parse::<Between>().is_err(), "{text}");
    }
}

#[test]
fn what_is_no_atlas_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("text.db");
    std::fs::write(&file, "this is no database, and long enough to be read as one: ".repeat(20))
        .unwrap();
    assert!(matches!(Atlas::open(&file), Err(SurveyError::Foreign(_))));
    let none = folder.path().join("none.db");
    assert!(matches!(Atlas::open(&none), Err(SurveyError::Missing(..))));
    assert!(!none.exists());
}
