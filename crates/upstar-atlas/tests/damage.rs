//! A damaged atlas is refused, or answers as the undamaged one does.
#![allow(clippy::unwrap_used)]

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use upstar_atlas::build::{Plan, build};
use upstar_atlas::look::Filter;
use upstar_atlas::verify::Sample;
use upstar_atlas::{Atlas, SurveyError, heaps, misere};
use upstar_base::Budget;
use upstar_testing::Random;

const PLAN: Plan = Plan {
    digits: 1,
    hexadecimal: Some(1),
    values: 100,
    hexadecimal_values: 30,
    steps: 20,
    only: Vec::new(),
};

/// How many random damages are tried.
const DAMAGES: usize = 3000;

fn small(folder: &Path) -> PathBuf {
    let file = folder.join("atlas.db");
    build(&file, &PLAN, 1, &Arc::new(Budget::unlimited()), &mut |_, _, _, _| ()).unwrap();
    file
}

/// All that can be asked of an atlas.
fn answers(file: &Path) -> Result<String, SurveyError> {
    let atlas = Atlas::open(file)?;
    let mut said = String::new();
    for (misere, hex) in [(false, false), (false, true), (true, false)] {
        for each in [false, true] {
            let found = atlas.look(&Filter { misere, hex, each, ..Filter::default() })?;
            writeln!(said, "{} {:?} {:?}", found.total, found.digits, found.rows).unwrap();
        }
    }
    for code in ["0.1", "0.2", "0.6", "0.7", "4.7", "0.8", "C.F"] {
        writeln!(said, "{:?}", atlas.show(code)?).unwrap();
        for misere in [false, true] {
            writeln!(said, "{:?}", atlas.certificate(code, misere)?).unwrap();
        }
    }
    Ok(said)
}

/// A flipped bit, bytes that are gone, a stretch of one byte, or 16 bytes from elsewhere.
fn damaged(bytes: &[u8], random: &mut Random) -> (String, Vec<u8>) {
    let mut other = bytes.to_vec();
    // Half of the damages hit the first pages, where the tables are described.
    let most = if random.below(2) == 0 { bytes.len() } else { bytes.len().min(8192) };
    let at = random.below(most);
    let what = match random.below(5) {
        0 => {
            let bit = random.below(8);
            other[at] ^= 1 << bit;
            format!("bit {bit} of byte {at}")
        }
        1 => {
            let end = (at + 1 + random.below(200)).min(other.len());
            other.drain(at..end);
            format!("{at}..{end} deleted")
        }
        2 => {
            let (end, byte) =
                ((at + 1 + random.below(300)).min(other.len()), [0, 255][random.below(2)]);
            other[at..end].fill(byte);
            format!("{at}..{end} filled with {byte}")
        }
        3 => {
            let from = random.below(bytes.len() - 16);
            let to = at.min(bytes.len() - 16);
            other.copy_within(from..from + 16, to);
            format!("16 bytes from {from} to {to}")
        }
        _ => {
            other.truncate(at);
            format!("cut off at {at}")
        }
    };
    (what, other)
}

#[test]
fn random_damage_is_refused_or_changes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let file = small(folder.path());
    let (bytes, right) = (fs::read(&file).unwrap(), answers(&file).unwrap());
    assert!(right.len() > 20_000);
    let mut random = Random::new(31);
    let (mut refused, mut same) = (0, 0);
    for _ in 0..DAMAGES {
        let (what, other) = damaged(&bytes, &mut random);
        let place = folder.path().join("damaged.db");
        fs::write(&place, &other).unwrap();
        match answers(&place) {
            Ok(said) => {
                assert!(said == right, "{what}: other answers");
                same += 1;
            }
            Err(error) => {
                assert!(
                    error.is_wrong_file() || error.to_string().contains("cannot"),
                    "{what}: {error}"
                );
                assert!(!error.to_string().contains(char::is_control), "{what}: {error}");
                refused += 1;
            }
        }
        for log in ["damaged.db-wal", "damaged.db-shm", "damaged.db-journal"] {
            let _ = fs::remove_file(folder.path().join(log));
        }
    }
    assert!(refused > DAMAGES / 2 && same > 0, "{refused} refused, {same} the same");
}

/// Every byte of the tables themselves matters.
#[test]
fn pages_that_change_places_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let file = small(folder.path());
    let (bytes, right) = (fs::read(&file).unwrap(), answers(&file).unwrap());
    let size = 4096;
    let pages = bytes.len() / size;
    assert_eq!(bytes.len() % size, 0);
    for page in 0..pages {
        for other in 0..pages {
            let mut copy = bytes.clone();
            copy[page * size..][..size].copy_from_slice(&bytes[other * size..][..size]);
            fs::write(&file, &copy).unwrap();
            if let Ok(said) = answers(&file) {
                assert!(said == right, "page {other} in the place of {page}");
            }
        }
    }
}

/// Rows that go missing without any damage to a page.
#[test]
fn rows_that_are_changed_by_others_are_noticed() {
    let folder = tempfile::tempdir().unwrap();
    let file = small(folder.path());
    let bytes = fs::read(&file).unwrap();
    let changes = [
        "delete from class where representative = '0.2'",
        "delete from code where code = '0.2'",
        "delete from misere_code where code = '0.3'",
        "delete from misere_plan where code = '0.3'",
        "update class set largest = 99 where representative = '0.6'",
        "update code set shift = 1 where code = '0.2'",
        "insert into code values (8, 1, '0.99', '0.6', 0)",
        "drop table code",
        "drop table seal",
        "delete from seal",
        "update seal set digest = x'00'",
    ];
    for change in changes {
        fs::write(&file, &bytes).unwrap();
        let database = rusqlite::Connection::open(&file).unwrap();
        database.pragma_update(None, "foreign_keys", false).unwrap();
        database.execute_batch(change).unwrap();
        drop(database);
        let refused = [
            Atlas::open(&file).map(drop),
            heaps::Survey::open(&file, 1, &Budget::unlimited()).map(drop),
            misere::Survey::tolerant(&file, (1, None), &Budget::unlimited()).map(drop),
        ];
        for refused in refused {
            assert!(matches!(refused, Err(SurveyError::Damaged(..))), "{change}: {refused:?}");
        }
    }
    // An empty file is no atlas; a survey can begin in it.
    fs::write(&file, "").unwrap();
    assert!(matches!(Atlas::open(&file), Err(SurveyError::Foreign(_))));
    assert!(heaps::Survey::open(&file, 1, &Budget::unlimited()).is_ok());
}

/// A file of the last version has no seal; it can be read, and gets one with the first change.
#[test]
fn files_of_the_last_version_get_a_seal() {
    let folder = tempfile::tempdir().unwrap();
    let file = small(folder.path());
    let right = answers(&file).unwrap();
    unseal(&file, "");
    assert_eq!(answers(&file).unwrap(), right);
    let verify = || {
        let atlas = Atlas::open(&file).unwrap();
        atlas.verify(Sample { size: Some(1), seed: 1 }, 1, &Arc::new(Budget::unlimited())).unwrap()
    };
    assert!(!verify().sealed && verify().text().contains("no seal"), "{}", verify().text());
    small(folder.path());
    assert_eq!(answers(&file).unwrap(), right);
    assert!(verify().sealed && !verify().text().contains("seal"), "{}", verify().text());
    let version: i32 = rusqlite::Connection::open(&file)
        .unwrap()
        .pragma_query_value(None, "user_version", |row| row.get(0))
        .unwrap();
    assert_eq!(version, 5);
}

/// What is not sealed is compared with the lists of all codes.
#[test]
fn rows_that_are_missing_are_found_by_verify() {
    let folder = tempfile::tempdir().unwrap();
    let file = small(folder.path());
    let bytes = fs::read(&file).unwrap();
    let verify = || {
        let atlas = Atlas::open(&file).unwrap();
        atlas.verify(Sample::default(), 1, &Arc::new(Budget::unlimited())).unwrap()
    };
    let whole = verify();
    assert!(whole.is_verified() && whole.rows.is_empty(), "{}", whole.text());
    assert_eq!((whole.listed, whole.waiting), (15 + 48 + 15, 0), "{}", whole.text());
    let changes = [
        (
            "delete from code where code = '0.3'",
            "0.3 (normal): missing in the list of base 8 with 1 digits",
        ),
        (
            "delete from code where code = '4.8'",
            "4.8 (normal): missing in the list of base 16 with 1 digits",
        ),
        (
            "delete from class where representative = '0.2'",
            "0.2 (normal): the row of its class is missing",
        ),
        ("update code set class = '0.6' where code = '0.3'", "0.3 (normal): wrong class or shift"),
        ("update code set shift = 5 where code = '0.3'", "0.3 (normal): wrong class or shift"),
        (
            "insert into code values (8, 1, '0.99', '0.6', 0)",
            "0.99 (normal): does not belong in the list",
        ),
        (
            "insert into code values (8, 77, '0.99', '0.6', 0)",
            "(normal): the list of base 8 with 77 digits is not one",
        ),
        (
            "insert into code values (10, 1, '0.9', '0.6', 0)",
            "(normal): the list of base 10 with 1 digits is not one",
        ),
        (
            "update class set standard = '0.1' where representative = '0.2'",
            "0.2 (normal): its standard form is wrong",
        ),
        (
            "delete from misere_plan where code = '4.3'",
            "4.3 (misere): missing in the list of 1 digits",
        ),
        ("update misere_plan set class = '0.6' where code = '4.3'", "4.3 (misere): wrong class"),
        (
            "insert into misere_plan values (1, 0, '0.9', '0.6')",
            "0.9 (misere): does not belong in the list",
        ),
        (
            "update misere_code set code = '0.77' where code = '4.7'",
            "0.77 (misere): does not belong in any list",
        ),
        (
            "update class set certificate = null where representative = '0.2'",
            "0.2 (normal): step \"row\": it has no certificate",
        ),
        (
            "update class set status = 'open' where representative = '0.2'",
            "0.2 (normal): step \"row\": it says something else",
        ),
        (
            "update misere_code set status = 'partial' where code = '0.3'",
            "0.3 (misere): step \"row\": it says something else",
        ),
    ];
    for (change, expected) in changes {
        fs::write(&file, &bytes).unwrap();
        unseal(&file, change);
        let checked = verify();
        assert!(!checked.is_verified(), "{change}");
        assert!(checked.text().contains(expected), "{change}: {}", checked.text());
    }
    // A code that was not tried yet is not wrong, but it is counted.
    fs::write(&file, &bytes).unwrap();
    unseal(&file, "delete from misere_code where code = '0.3'");
    let checked = verify();
    assert!(checked.is_verified() && checked.waiting == 1, "{}", checked.text());
    assert!(checked.text().contains("1 results not computed yet"), "{}", checked.text());
}

/// Changes a file as one of the last version, which had no seal.
pub(crate) fn unseal(file: &Path, change: &str) {
    let database = rusqlite::Connection::open(file).unwrap();
    database.pragma_update(None, "foreign_keys", false).unwrap();
    database.execute_batch("drop table if exists seal; pragma user_version = 4").unwrap();
    database.execute_batch(change).unwrap();
}
