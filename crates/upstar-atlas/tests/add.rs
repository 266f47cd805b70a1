//! Certificates from elsewhere: what they prove is what a survey would have found, nothing is
//! replaced by less, and nothing false comes in.
#![allow(clippy::unwrap_used)]

use crate::damage::unseal;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;
use upstar_atlas::add::{Added, Certificate, Fate, add};
use upstar_atlas::build::{Plan, build};
use upstar_atlas::look::{Entry, Filter};
use upstar_atlas::verify::Sample;
use upstar_atlas::{Atlas, SurveyError, heaps, misere};
use upstar_base::Budget;
use upstar_proof::AnyClaim;

/// Too little work for almost anything.
const LITTLE: Plan = Plan {
    digits: 2,
    hexadecimal: None,
    values: 9,
    hexadecimal_values: 1,
    steps: 5,
    only: Vec::new(),
};

fn unlimited() -> Arc<Budget> {
    Arc::new(Budget::unlimited())
}

fn built(path: &Path, plan: &Plan) {
    build(path, plan, 2, &unlimited(), &mut |_, _, _, _| ()).unwrap();
}

fn rows(path: &Path, misere: bool) -> Vec<Entry> {
    let filter = Filter { misere, each: misere, ..Filter::default() };
    Atlas::open(path).unwrap().look(&filter).unwrap().rows
}

fn certificate(atlas: &Atlas, code: &str, misere: bool) -> Option<Certificate> {
    atlas.certificate(code, misere).unwrap().map(|text| Certificate::read(&text).unwrap())
}

fn added(path: &Path, certificate: &Certificate) -> Added {
    add(path, std::slice::from_ref(certificate), false, &unlimited()).unwrap().pop().unwrap()
}

#[test]
fn proofs_make_rows_as_if_they_had_been_found() {
    let folder = tempfile::tempdir().unwrap();
    let [less, more] = ["less.db", "more.db"].map(|name| folder.path().join(name));
    built(&less, &LITTLE);
    built(&more, &Plan { values: 2000, steps: 300, ..LITTLE });
    let atlas = Atlas::open(&more).unwrap();
    for misere in [false, true] {
        let before = rows(&less, misere);
        let codes = rows(&more, misere).into_iter().map(|row| row.code);
        let all: Vec<Certificate> =
            codes.filter_map(|code| certificate(&atlas, &code, misere)).collect();
        assert!(all.len() > 25, "{}", all.len());
        let found = add(&less, &all, false, &unlimited()).unwrap();
        assert!(found.iter().all(Added::is_known), "{found:?}");
        let new = found.iter().filter(|added| added.fate == Fate::Added).count();
        assert!(new > 10, "{new}");
        let mut better = 0;
        for ((old, now), wanted) in before.iter().zip(rows(&less, misere)).zip(rows(&more, misere))
        {
            assert_eq!((&now.code, &now.status), (&wanted.code, &wanted.status));
            let period = |row: &Entry| (row.preperiod, row.period, row.saltus, row.theorem.clone());
            assert_eq!(period(&now), period(&wanted), "{}", now.code);
            let rule = |row: &Entry| (row.rule.clone(), row.labels.clone(), row.linear_step);
            assert_eq!(rule(&now), rule(&wanted), "{}", now.code);
            if now.status != old.status && now.status == "complete" {
                let quotient = |row: &Entry| (row.computed, row.order, row.p_elements, row.tame);
                assert_eq!(quotient(&now), quotient(&wanted), "{}", now.code);
                assert_eq!(now.growths, wanted.growths, "{}", now.code);
                assert_eq!(now.first_not_tame, wanted.first_not_tame, "{}", now.code);
            }
            better += u32::from(now.status != old.status);
        }
        assert!(better > 10, "{better}");
        let again = add(&less, &all, false, &unlimited()).unwrap();
        assert!(again.iter().all(|added| added.fate == Fate::Known), "{again:?}");
    }
    let checked = Atlas::open(&less).unwrap().verify(Sample::default(), 2, &unlimited()).unwrap();
    assert!(checked.is_verified(), "{}", checked.text());
}

/// A quotient of more heaps is kept by a build that finds fewer, and replaced by one that finds
/// more.
#[test]
fn a_build_takes_nothing_away() {
    let folder = tempfile::tempdir().unwrap();
    let [file, other] = ["atlas.db", "other.db"].map(|name| folder.path().join(name));
    let plan = |steps| Plan { digits: 1, steps, ..LITTLE };
    built(&file, &plan(5));
    built(&other, &plan(60));
    let heaps = |path: &Path| {
        let shown = Atlas::open(path).unwrap().show(".6").unwrap().misere.unwrap().row;
        assert_eq!(shown.status, "partial");
        (shown.computed, shown.growths)
    };
    let (few, many) = (heaps(&file), heaps(&other));
    assert!(few.0 < many.0, "{few:?} {many:?}");
    let six = certificate(&Atlas::open(&other).unwrap(), ".6", true).unwrap();
    assert_eq!(added(&file, &six).fate, Fate::Added);
    assert_eq!(heaps(&file), many);
    built(&file, &plan(6));
    assert_eq!(heaps(&file), many);
    let less = certificate(&Atlas::open(&other).unwrap(), ".6", true).unwrap();
    assert_eq!(added(&file, &less).fate, Fate::Known);
    built(&file, &plan(400));
    assert!(heaps(&file).0 > many.0);
    built(&folder.path().join("new.db"), &plan(400));
    assert_eq!(heaps(&file), heaps(&folder.path().join("new.db")));
}

/// Rules of either kind, also of a code that was never tried.
#[test]
fn rules_are_kept_of_codes_that_were_not_tried() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("atlas.db");
    let only = [".57", ".543"].map(|code| code.parse().unwrap()).to_vec();
    built(&file, &Plan { digits: 3, only, ..LITTLE });
    let show = |code| Atlas::open(&file).unwrap().show(code).unwrap().misere.unwrap().row;
    let atlas = Atlas::shipped().unwrap();
    for (code, kind) in [("0.57", "knots"), ("0.543", "ladders")] {
        let found = show(code);
        assert_eq!((found.status.as_str(), found.rule.as_deref()), ("rule", Some(kind)));
        unseal(&file, &format!("delete from misere_code where code = '{code}'"));
        assert_eq!(show(code).status, "waiting");
        let proof = certificate(&atlas, code, true).unwrap();
        assert_eq!(added(&file, &proof).fate, Fate::Added);
        let kept = show(code);
        assert_eq!((&kept.labels, &kept.rule), (&found.labels, &found.rule));
        assert_eq!((kept.linear_from, kept.computed), (found.linear_from, Some(0)));
    }
    let checked = Atlas::open(&file).unwrap().verify(Sample::default(), 1, &unlimited()).unwrap();
    assert!(checked.is_verified() && checked.for_all_heaps > 3, "{}", checked.text());
}

#[test]
fn what_is_false_or_has_no_place_changes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("atlas.db");
    built(&file, &LITTLE);
    // Its rule is found with any number of steps.
    unseal(&file, "delete from misere_code where code = '0.54'");
    let before = std::fs::read(&file).unwrap();
    let atlas = Atlas::shipped().unwrap();
    let proof = |code, misere| certificate(&atlas, code, misere).unwrap();
    let changed = |code, misere, change: &dyn Fn(&mut Certificate), reseal: bool| {
        let mut certificate = proof(code, misere);
        change(&mut certificate);
        if reseal {
            certificate.reseal();
        }
        certificate
    };
    let double = |certificate: &mut Certificate| match &mut certificate.claim {
        AnyClaim::NimPeriod(claim) => claim.period *= 2,
        AnyClaim::MisereQuotient(claim) => claim.p_portion.truncate(1),
        AnyClaim::MisereKnots(claim) => claim.labels[4][0] ^= 1,
        AnyClaim::MisereLadders(claim) => claim.near += 1,
        AnyClaim::MisereCounters(claim) => claim.period += 1,
    };
    let called = |name: &'static str| {
        move |certificate: &mut Certificate| match &mut certificate.claim {
            AnyClaim::NimPeriod(claim) => claim.code = name.to_owned(),
            AnyClaim::MisereQuotient(claim) => claim.code = name.to_owned(),
            AnyClaim::MisereKnots(claim) => claim.code = name.to_owned(),
            AnyClaim::MisereLadders(claim) => claim.code = name.to_owned(),
            AnyClaim::MisereCounters(claim) => claim.code = name.to_owned(),
        }
    };
    let wrong = [
        // False, with a seal that fits and with one that does not.
        (changed("0.77", false, &double, true), Fate::Refuted),
        (changed("0.77", false, &double, false), Fate::Refuted),
        (changed("0.77", true, &double, true), Fate::Refuted),
        (changed("0.54", true, &double, true), Fate::Refuted),
        // What is true of one game is not of another.
        (changed("0.77", true, &called("0.75"), true), Fate::Refuted),
        (changed("0.54", true, &called("0.53"), true), Fate::Refuted),
        // Too many digits; another code of a class; in no list as it is written.
        (proof("4.064", false), Fate::Refused),
        (proof("0.123", true), Fate::Refused),
        (changed("0.4", false, &called("0.07"), true), Fate::Refused),
        (changed("0.77", true, &called(".77"), true), Fate::Refused),
    ];
    for (certificate, fate) in &wrong {
        let added = added(&file, certificate);
        assert_eq!(added.fate, *fate, "{added:?}");
        assert!(!added.is_known() && !added.message.is_empty());
    }
    let all: Vec<Certificate> = wrong.iter().map(|(certificate, _)| certificate.clone()).collect();
    let fates: Vec<Fate> =
        add(&file, &all, false, &unlimited()).unwrap().iter().map(|added| added.fate).collect();
    assert_eq!(fates, wrong.iter().map(|(_, fate)| *fate).collect::<Vec<_>>());
    let copy = folder.path().join("copy.db");
    std::fs::write(&copy, before).unwrap();
    let found = Atlas::open(&file).unwrap().diff(&Atlas::open(&copy).unwrap()).unwrap();
    assert!(found.differences.is_empty(), "{}", found.text());

    // No time: nothing is told of it, and nothing kept.
    let budget = Arc::new(Budget::new(Some(Duration::ZERO), None));
    let found = add(&file, &[proof("0.77", false)], false, &budget).unwrap();
    assert_eq!(found[0].fate, Fate::Unknown);
    assert_eq!(added(&file, &proof("0.77", false)).fate, Fate::Added);
    assert_eq!(added(&file, &changed("0.77", false, &double, true)).fate, Fate::Refused);
}

#[test]
fn a_file_that_cannot_be_written_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("atlas.db");
    let kayles = certificate(&Atlas::shipped().unwrap(), "0.77", false).unwrap();
    let with = |path: &Path| add(path, std::slice::from_ref(&kayles), false, &unlimited());
    assert!(matches!(with(&file), Err(SurveyError::Missing(..))));
    assert!(!file.exists());
    built(&file, &LITTLE);
    let survey = heaps::Survey::open(&file, 1, &Budget::unlimited()).unwrap();
    assert!(matches!(with(&file), Err(SurveyError::Busy(_))));
    drop(survey);
    let letter = folder.path().join("letter");
    std::fs::write(&letter, "no database at all, and long enough: ".repeat(40)).unwrap();
    assert!(matches!(with(&letter), Err(SurveyError::Foreign(_))));
    // A file with misère games alone has no place for it.
    let other = folder.path().join("other.db");
    drop(misere::Survey::open(&other, 2, None, &Budget::unlimited()).unwrap());
    assert_eq!(with(&other).unwrap()[0].fate, Fate::Refused);
    assert_eq!(with(&file).unwrap()[0].fate, Fate::Added);
}

/// A rule says nothing about whether a game is tame, and does not end the work on its quotient.
#[test]
fn a_survey_goes_on_where_a_rule_came_from_elsewhere() {
    let folder = tempfile::tempdir().unwrap();
    let [grown, fresh] = ["grown.db", "fresh.db"].map(|name| folder.path().join(name));
    let plan = Plan { digits: 1, steps: 300, ..LITTLE };
    built(&fresh, &plan);
    built(&grown, &Plan { only: vec![".1".parse().unwrap()], ..plan.clone() });
    let knots = certificate(&Atlas::shipped().unwrap(), "4.7", true).unwrap();
    assert_eq!(added(&grown, &knots).fate, Fate::Added);
    let row = |path: &Path| {
        let mut rows = rows(path, true);
        rows.retain(|row| row.code == "4.7");
        rows.pop().unwrap()
    };
    let rule = row(&grown);
    assert_eq!((rule.status.as_str(), rule.order, rule.tame), ("rule", None, None));
    built(&grown, &plan);
    assert_eq!(row(&grown).tame, Some(false));
    assert_eq!(rows(&grown, true), rows(&fresh, true));
}
