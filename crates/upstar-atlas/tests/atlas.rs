//! An atlas is the same however it was built; its certificates hold, and changed ones do not; the
//! one that comes along has the rows that are computed now.
#![allow(clippy::unwrap_used)]

use crate::damage::unseal;
use crate::work::dump;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;
use upstar_atlas::build::{Built, Plan, build};
use upstar_atlas::look::Filter;
use upstar_atlas::verify::Sample;
use upstar_atlas::work::{SurveyKind, Task, TaskFinding, compute};
use upstar_atlas::{Atlas, SurveyError};
use upstar_base::{Budget, Stopped};
use upstar_heaps::{Engine, plain::MexEngine};
use upstar_rules::heap::code::HeapCode;

const PLAN: Plan = Plan {
    digits: 2,
    hexadecimal: Some(1),
    values: 2000,
    hexadecimal_values: 100,
    steps: 60,
    only: Vec::new(),
};

/// Little work, for the codes with one digit.
const LITTLE: Plan = Plan {
    digits: 1,
    hexadecimal: None,
    values: 500,
    hexadecimal_values: 1,
    steps: 20,
    only: Vec::new(),
};

fn unlimited() -> Arc<Budget> {
    Arc::new(Budget::unlimited())
}

fn built(
    path: &Path,
    plan: Plan,
    threads: usize,
    budget: &Arc<Budget>,
) -> (Built, Option<Stopped>) {
    build(path, &plan, threads, budget, &mut |_, _, _, _| ()).unwrap()
}

#[test]
fn threads_stops_and_extensions_change_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name);
    let (whole, stopped) = built(&file("one.db"), PLAN, 1, &unlimited());
    assert_eq!(stopped, None);
    let normal = whole.normal.clone().unwrap();
    assert_eq!((normal.classes, normal.proved + normal.open), (40, 40));
    let sixteen = whole.hexadecimal.clone().unwrap();
    assert!(sixteen.proved > 5 && sixteen.open > 5, "{sixteen:?}");
    assert!(whole.misere.clone().unwrap().complete > 20);
    let rows = dump(&file("one.db"));

    assert_eq!(built(&file("two.db"), PLAN, 2, &unlimited()), (whole.clone(), None));
    assert_eq!(dump(&file("two.db")), rows);

    // Stopped again and again, and grown from less.
    let less = Plan { digits: 1, hexadecimal: None, ..PLAN };
    assert_eq!(built(&file("cut.db"), less, 1, &unlimited()).1, None);
    let mut cuts = 0;
    for classes in 1.. {
        let budget = unlimited();
        let mut done = 0;
        let tell = &mut |_: &'static str, _, _, _: &str| {
            done += 1;
            if done >= 6 * classes {
                budget.interrupt();
            }
        };
        let stopped = build(&file("cut.db"), &PLAN, 1 + classes % 2, &budget, tell).unwrap().1;
        let Some(_) = stopped else { break };
        cuts += 1;
        // What a process that is killed leaves: a transaction that was never committed.
        let mut database = rusqlite::Connection::open(file("cut.db")).unwrap();
        let half = database.transaction().unwrap();
        half.execute("update class set status = 'open', computed = 1", []).unwrap();
        half.execute("delete from code", []).unwrap();
        drop(half);
    }
    assert!(cuts > 2, "{cuts} cuts");
    // The plan of one digit is a list of its own, with other representatives.
    let lists = "delete from code where digits = 1 and base = 8;
        delete from misere_plan where digits = 1;
        delete from class where representative not in (select class from code)";
    unseal(&file("cut.db"), lists);
    assert_eq!(dump(&file("cut.db")), rows);

    let [one, two, cut] =
        ["one.db", "two.db", "cut.db"].map(|name| Atlas::open(&file(name)).unwrap());
    for other in [&two, &cut] {
        let found = one.diff(other).unwrap();
        assert!(found.differences.is_empty() && found.same > 100, "{}", found.text());
    }
}

#[test]
fn a_limit_of_time_stops_a_build() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("atlas.db");
    let budget = Arc::new(Budget::new(Some(Duration::from_millis(30)), None));
    let plan = Plan { values: 1 << 40, ..PLAN };
    assert!(built(&file, plan, 1, &budget).1.is_some());
    assert_eq!(built(&file, PLAN, 2, &unlimited()).1, None);
}

/// More work for one class changes its row and no other.
#[test]
fn work_can_be_confined() {
    let folder = tempfile::tempdir().unwrap();
    let [few, more] = ["few.db", "more.db"].map(|name| folder.path().join(name));
    built(&few, LITTLE, 1, &unlimited());
    std::fs::copy(&few, &more).unwrap();
    // 0.07 belongs to no list of one digit, so nothing is done for it.
    let only = ["0.6", "0.07"].map(|code| code.parse().unwrap()).to_vec();
    built(&more, Plan { values: 900, steps: 21, only, ..LITTLE }, 2, &unlimited());
    let found = Atlas::open(&few).unwrap().diff(&Atlas::open(&more).unwrap()).unwrap();
    let rows: Vec<(&str, &str)> = found.differences.iter().map(|d| (d.table, &*d.row)).collect();
    assert!(rows.contains(&("class", "0.6")) && rows.contains(&("misere_code", "0.6")), "{rows:?}");
    assert!(rows.iter().all(|(_, row)| *row == "0.6"), "{rows:?}");
}

/// A change anywhere, in a certificate or in its row, is noticed, and told of the right code.
#[test]
fn changed_certificates_are_refuted() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("atlas.db");
    let plan = Plan { hexadecimal: Some(1), hexadecimal_values: 60, steps: 200, ..LITTLE };
    built(&file, plan, 2, &unlimited());
    let verify = |size| {
        let atlas = Atlas::open(&file).unwrap();
        atlas.verify(Sample { size, seed: 7 }, 2, &unlimited()).unwrap()
    };
    let whole = verify(None);
    assert!(whole.is_verified() && whole.certificates > 30, "{}", whole.text());
    assert_eq!(whole.checked, whole.certificates);
    assert!(whole.for_all_heaps > 20 && whole.for_all_heaps < whole.verified);
    let some = verify(Some(9));
    assert_eq!((some.checked, some.verified, some.certificates), (9, 9, whole.certificates));
    assert_eq!(verify(Some(1 << 40)).checked, whole.certificates);

    let changes = [
        // The certificate of another code; one that is no certificate; one that is cut.
        (
            "update class set certificate = (select certificate from class where representative = '4.3') where representative = '0.2'",
            "0.2",
        ),
        ("update class set certificate = x'1234' where representative = '0.2'", "0.2"),
        (
            "update misere_code set certificate = substr(certificate, 1, 40) where code = '0.7'",
            "0.7",
        ),
        (
            "update misere_code set certificate = (select certificate from misere_code where code = '0.3') where code = '0.7'",
            "0.7",
        ),
        // Rows that say something else.
        ("update class set period = period + 1 where representative = '4.7'", "4.7"),
        ("update class set saltus = 1 where representative = '4.7'", "4.7"),
        ("update class set preperiod = 0 where representative = '4.4'", "4.4"),
        ("update misere_code set elements = elements + 2 where code = '0.3'", "0.3"),
        ("update misere_code set p_elements = 5 where code = '0.3'", "0.3"),
        ("update misere_code set period = 4 where code = '0.3'", "0.3"),
        ("update misere_code set labels = replace(labels, '+1', '-1') where code = '4.7'", "4.7"),
        ("update misere_code set linear_step = 4 where code = '4.7'", "4.7"),
        ("update misere_code set rule = 'ladders' where code = '4.7'", "4.7"),
        ("update misere_code set rule = null where code = '4.7'", "4.7"),
    ];
    let before = std::fs::read(&file).unwrap();
    for (change, code) in changes {
        unseal(&file, change);
        let checked = verify(None);
        let codes: Vec<&str> = checked.refuted.iter().map(|fault| &*fault.code).collect();
        assert_eq!(codes, [code], "{change}: {}", checked.text());
        assert!(!checked.is_verified());
        assert_eq!(checked.verified + 1, checked.checked);
        std::fs::write(&file, &before).unwrap();
    }
    assert!(verify(None).is_verified());
}

/// A certificate that says what a row says, with a seal that fits, and is false all the same.
#[test]
fn a_false_claim_is_refuted_by_the_checker() {
    use upstar_proof::{AnyClaim, Certificate};
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("atlas.db");
    built(&file, LITTLE, 1, &unlimited());
    let text = Atlas::open(&file).unwrap().certificate("4.7", false).unwrap().unwrap();
    let mut certificate = Certificate::read(&text).unwrap();
    if let AnyClaim::NimPeriod(claim) = &mut certificate.claim {
        (claim.period, claim.computed) = (2 * claim.period, 100);
    }
    certificate.reseal();
    let packed = miniz_oxide::deflate::compress_to_vec_zlib(certificate.write().as_bytes(), 6);
    let database = rusqlite::Connection::open(&file).unwrap();
    let sql = "update class set certificate = ?, period = 2 * period where representative = '4.7'";
    assert_eq!(database.execute(sql, [packed]).unwrap(), 1);
    drop(database);
    unseal(&file, "");
    let checked = Atlas::open(&file).unwrap().verify(Sample::default(), 1, &unlimited()).unwrap();
    let told: Vec<String> =
        checked.refuted.iter().map(|fault| format!("{} {}", fault.code, fault.reason)).collect();
    assert!(told.len() == 1 && told[0].starts_with("4.7 step \"least"), "{told:?}");
}

#[test]
fn differences_are_told() {
    let folder = tempfile::tempdir().unwrap();
    let [left, right] = ["left.db", "right.db"].map(|name| folder.path().join(name));
    built(&left, LITTLE, 1, &unlimited());
    std::fs::copy(&left, &right).unwrap();
    let diff = || Atlas::open(&left).unwrap().diff(&Atlas::open(&right).unwrap()).unwrap();
    let same = diff();
    assert!(same.differences.is_empty() && same.same > 40);
    let changes = "
        update class set largest = 9 where representative = '0.6';
        update misere_code set certificate = x'00' where code = '0.3';
        delete from misere_code where code = '0.7';
        insert into code values (8, 1, '0.99', '0.6', 0)";
    unseal(&right, changes);
    let found = diff();
    let told: Vec<(&str, &str, Option<&str>, bool, bool)> = found
        .differences
        .iter()
        .map(|d| (d.table, &*d.row, d.column.as_deref(), d.left.is_some(), d.right.is_some()))
        .collect();
    assert_eq!(
        told,
        [
            ("class", "0.6", Some("largest"), true, true),
            ("code", "8 1 0.99", None, false, true),
            ("misere_code", "0.3", Some("certificate"), true, true),
            ("misere_code", "0.7", None, true, false),
        ]
    );
    assert_eq!(found.same, same.same - 3);
    assert!(found.text().ends_with(&format!("{} rows the same, 4 differ\n", found.same)));
}

/// What comes along is what would be computed now, and its certificates hold.
#[test]
fn the_atlas_that_comes_along_is_that_of_this_program() {
    let atlas = Atlas::shipped().unwrap();
    let look = |filter: Filter| atlas.look(&filter).unwrap();
    let normal = look(Filter { each: true, ..Filter::default() });
    let misere = look(Filter { each: true, misere: true, ..Filter::default() });
    assert_eq!((normal.total, normal.digits.as_slice()), (1023, &[3][..]));
    assert_eq!((misere.total, misere.digits.as_slice()), (1023, &[3][..]));
    assert_eq!(look(Filter { each: true, hex: true, ..Filter::default() }).total, 896);
    assert_eq!(look(Filter { status: Some("waiting".into()), ..Filter::default() }).total, 0);

    let checked = atlas.verify(Sample { size: Some(60), seed: 3 }, 0, &unlimited()).unwrap();
    assert!(checked.is_verified() && checked.checked == 60, "{}", checked.text());

    // Rows that take little time are computed again.
    let mut again = 0;
    let sequences = look(Filter { status: Some("proved".into()), ..Filter::default() });
    for row in sequences.rows.iter().step_by(11) {
        let task = Task { kind: SurveyKind::Normal, code: row.code.clone(), amount: 20_000 };
        let outcome = compute(&task, None, &unlimited(), &mut |_| ()).unwrap();
        let Some(TaskFinding::Normal(found)) = outcome.found else { panic!() };
        if let Some((preperiod, period, theorem)) = found.period {
            assert_eq!(
                (row.preperiod, row.period),
                (Some(preperiod), Some(period)),
                "{}",
                row.code
            );
            assert_eq!((row.saltus, row.theorem.as_ref()), (found.saltus, Some(&theorem)));
            assert_eq!((row.computed, row.largest), (Some(found.computed), Some(found.largest.0)));
            assert_eq!(atlas.certificate(&row.code, false).unwrap(), found.certificate);
            again += 1;
        }
    }
    assert!(again >= 5, "{again}");
    let solved =
        look(Filter { misere: true, status: Some("complete".into()), ..Filter::default() });
    let rules = look(Filter { misere: true, status: Some("rule".into()), ..Filter::default() });
    let of_kind = |rule: &str| {
        look(Filter { misere: true, each: true, rule: Some(rule.into()), ..Filter::default() })
            .total
    };
    assert_eq!((of_kind("knots"), of_kind("ladders")), (143, 5));
    let cheap = solved.rows.iter().filter(|row| row.computed < Some(100)).step_by(23);
    let ladders = rules.rows.iter().filter(|row| row.rule.as_deref() == Some("ladders"));
    for row in cheap.chain(rules.rows.iter().step_by(40)).chain(ladders.take(1)) {
        let amount = row.steps_allowed.unwrap().min(2_000);
        let task = Task { kind: SurveyKind::Misere, code: row.code.clone(), amount };
        let outcome = compute(&task, None, &unlimited(), &mut |_| ()).unwrap();
        let Some(TaskFinding::Misere(found)) = outcome.found else { panic!() };
        let (kind, labels) = found.rule.map(|rule| (rule.kind, rule.labels)).unzip();
        assert_eq!((&row.rule, &row.labels), (&kind, &labels), "{}", row.code);
        if labels.is_none() {
            assert_eq!((row.order, row.period), (Some(found.order), found.period.map(|p| p.1)));
            assert_eq!(row.p_elements, Some(found.p_elements), "{}", row.code);
        }
        assert_eq!(atlas.certificate(&row.code, true).unwrap(), Some(found.certificate));
        again += 1;
    }
    assert!(again >= 12, "{again}");
}

/// The periods in the literature, and those with a saltus, each of the code that the table names.
#[test]
fn the_atlas_that_comes_along_has_the_golden_periods() {
    let atlas = Atlas::shipped().unwrap();
    let rows = |hex| atlas.look(&Filter { each: true, hex, ..Filter::default() }).unwrap().rows;
    let mut compared = [0, 0];
    let mut compare = |hex: bool, table: &serde_json::Value, name: &str| {
        let rows = rows(hex);
        for known in table.as_array().unwrap() {
            let code: HeapCode = known[name].as_str().unwrap().parse().unwrap();
            let row = rows.iter().find(|row| row.code == code.to_string());
            let Some(row) = row.filter(|row| row.status == "proved") else { continue };
            assert_eq!(row.preperiod, known["preperiod"].as_u64(), "{code}");
            assert_eq!(row.period, known["period"].as_u64(), "{code}");
            assert_eq!(row.saltus, known["saltus"].as_u64().or(Some(0)), "{code}");
            compared[usize::from(hex)] += 1;
        }
    };
    let octal: serde_json::Value = upstar_testing::golden::read("octal-periods.json");
    compare(false, &octal["solved"], "game");
    let arithmetic: serde_json::Value = upstar_testing::golden::read("arithmetic-periods.json");
    compare(true, &arithmetic["periods"], "code");
    // All but .106, whose period takes 8 * 10^11 values.
    assert!(compared[0] >= 51 && compared[1] > 30, "{compared:?}");
    let grow = rows(true).iter().filter(|row| row.saltus > Some(0)).count();
    assert_eq!(grow, 311);
}

/// From which heap on a code repeats is right for each code of a class, not for its first alone.
#[test]
fn each_code_has_its_own_preperiod() {
    let atlas = Atlas::shipped().unwrap();
    let mut shifted = 0;
    for hex in [false, true] {
        let rows = atlas.look(&Filter { each: true, hex, ..Filter::default() }).unwrap().rows;
        for row in rows.iter().filter(|row| row.period.is_some() && row.computed < Some(400)) {
            let (preperiod, period) =
                (row.preperiod.unwrap() as usize, row.period.unwrap() as usize);
            let mut plain = MexEngine::new(row.code.parse().unwrap());
            plain.extend((preperiod + 3 * period + 9) as u64, &Budget::unlimited()).unwrap();
            let saltus = row.saltus.unwrap() as u32;
            let values = plain.values();
            let holds = |n: usize| values[n + period] == values[n] + saltus;
            assert!((preperiod..values.len() - period).all(holds), "{}", row.code);
            assert!(preperiod == 0 || !holds(preperiod - 1), "{}", row.code);
            shifted += u32::from(row.code != row.class);
        }
    }
    assert!(shifted > 100, "{shifted}");
}

#[test]
fn a_code_is_shown_with_its_class() {
    let atlas = Atlas::shipped().unwrap();
    let shown = atlas.show(".07").unwrap();
    let (normal, misere) = (shown.normal.clone().unwrap(), shown.misere.clone().unwrap());
    assert_eq!(normal.class_codes[..2], ["0.4", "0.07"]);
    // Dawson's Kayles: 68 values of Dawson's Chess, of which the first is heap 1 here.
    assert_eq!((normal.row.preperiod, normal.row.period), (Some(53), Some(34)));
    let first = misere.first.unwrap();
    assert_eq!((misere.row.status.as_str(), &*first.code), ("waiting", "0.4"));
    assert_eq!((first.status.as_str(), first.tame), ("partial", Some(false)));
    assert!(shown.text().contains("period 34 from 53 on"), "{}", shown.text());
    assert!(!atlas.show(".12345").unwrap().is_known());
    assert!(matches!(atlas.show(".8x"), Err(SurveyError::Question(_))));
    let eight = atlas.show(".8").unwrap();
    assert!(eight.misere.is_none() && eight.normal.unwrap().row.saltus > Some(0));
    assert_eq!(atlas.certificate(".12345", true).unwrap(), None);
}

#[test]
fn tables_of_other_versions_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("atlas.db");
    built(&file, LITTLE, 1, &unlimited());
    let version = |n: i32| {
        let database = rusqlite::Connection::open(&file).unwrap();
        database.pragma_update(None, "user_version", n).unwrap();
    };
    version(3);
    assert!(matches!(Atlas::open(&file), Err(SurveyError::Old(_))));
    let again = build(&file, &LITTLE, 1, &unlimited(), &mut |_, _, _, _| ());
    assert!(matches!(again, Err(SurveyError::Old(_))));
    version(6);
    assert!(matches!(Atlas::open(&file), Err(SurveyError::New(_))));
}
