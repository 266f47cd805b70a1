//! Checkpoints and certificates: what is written is read, what is damaged is refused.
#![allow(clippy::unwrap_used)]

use std::fs;
use upstar_base::Budget;
use upstar_heaps::checkpoint::{FileError, load, packed, save};
use upstar_heaps::{Breaks, Engine, engine, search, sparse::Sparse};
use upstar_proof::{AnyClaim, Certificate, check};
use upstar_rules::heap::code::HeapCode;

fn code(text: &str) -> HeapCode {
    text.parse().unwrap()
}

fn tail(engine: &dyn Engine) -> Vec<Option<u32>> {
    (engine.len() - 500..engine.len()).map(|n| engine.value(n)).collect()
}

#[test]
fn resumed_runs_give_the_same_values() {
    let folder = tempfile::tempdir().unwrap();
    let budget = Budget::unlimited();
    for text in [".77", ".06", "grundy", "sub(2,5,6)", ".3F", "4.[3]", ".104"] {
        let (file, code) = (folder.path().join("run"), code(text));
        let mut straight = engine(&code);
        straight.extend(700, &budget).unwrap();
        save(&file, &code, &*straight).unwrap();
        straight.extend(1500, &budget).unwrap();
        let mut resumed = load(&file, &code).unwrap().unwrap();
        assert_eq!(resumed.len(), 700, "{text}");
        resumed.extend(1500, &budget).unwrap();
        assert_eq!(tail(&*resumed), tail(&*straight), "{text}");
        assert_eq!(resumed.statistics().largest, straight.statistics().largest, "{text}");
        fs::remove_file(&file).unwrap();
        assert!(load(&file, &code).unwrap().is_none());
    }
}

#[test]
fn a_run_with_little_memory_is_resumed() {
    let folder = tempfile::tempdir().unwrap();
    let (file, budget, code) = (folder.path().join("run"), Budget::unlimited(), code(".104"));
    let mut straight = Sparse::new(Breaks::from_code(&code).unwrap());
    straight.extend(20_000, &budget).unwrap();
    straight.forget_beyond(100, 100);
    assert!(straight.values().is_none());
    save(&file, &code, &straight).unwrap();
    assert!(fs::metadata(&file).unwrap().len() < 40_000);
    straight.extend(60_000, &budget).unwrap();
    let mut resumed = load(&file, &code).unwrap().unwrap();
    resumed.extend(60_000, &budget).unwrap();
    assert_eq!(tail(&*resumed), tail(&straight));
}

/// Every file that is not the whole, unchanged checkpoint is refused and not touched.
#[test]
fn damaged_files_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let (file, budget) = (folder.path().join("run"), Budget::unlimited());
    let code_104 = code(".104");
    let mut sparse = Sparse::new(Breaks::from_code(&code_104).unwrap());
    sparse.extend(8_000, &budget).unwrap();
    sparse.forget_beyond(50, 50);
    save(&file, &code_104, &sparse).unwrap();
    let good = fs::read(&file).unwrap();
    assert!(load(&file, &code_104).unwrap().is_some());
    let refused = |bytes: &[u8]| {
        fs::write(&file, bytes).unwrap();
        let answer = load(&file, &code_104);
        assert!(matches!(answer, Err(FileError::Foreign { .. })), "{} bytes", bytes.len());
        assert_eq!(fs::read(&file).unwrap(), bytes);
    };
    for length in (0..good.len()).step_by(97) {
        refused(&good[..length]);
    }
    for place in (0..good.len()).step_by(61) {
        let mut bad = good.clone();
        bad[place] ^= 0x10;
        refused(&bad);
    }
    refused(b"a letter to a friend");
    refused(&[&good[..], b"x"].concat());
    fs::write(&file, &good).unwrap();
    let error = load(&file, &code(".77")).err().unwrap().to_string();
    assert!(error.contains("belongs to the code 0.104"), "{error}");
}

#[test]
fn saved_sequences() {
    let code = code(".77");
    let mut kayles = engine(&code);
    kayles.extend(12, &Budget::unlimited()).unwrap();
    let packed = packed(&code, &*kayles, &Budget::unlimited()).unwrap();
    let text = b"upstar-nim-sequence 1 0.77 12 1\n";
    let values = [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6];
    assert_eq!(packed, [&text[..], &values].concat());
}

fn certificate(text: &str, limit: u64) -> Certificate {
    let answer = search(&code(text), limit, &Budget::unlimited(), &mut ());
    answer.period.unwrap().certificate(&code(text), answer.computed).unwrap()
}

#[test]
fn certificates_are_verified() {
    for (text, limit) in [
        (".77", 1000),
        (".137", 1000),
        ("sub(2,4,7)", 100),
        (".127", 200_000),
        ("4.344", 5000),
        (".16", 400_000),
        ("4.064", 200_000),
    ] {
        let certificate = certificate(text, limit);
        let read = Certificate::read(&certificate.write()).unwrap();
        assert_eq!(read, certificate);
        let verdict = check(&read, &Budget::unlimited());
        assert!(verdict.is_verified(), "{text}: {verdict}");
    }
}

/// Changes every number and string of a certificate in several ways.
fn tampered(certificate: &Certificate) -> Vec<serde_json::Value> {
    fn paths(value: &serde_json::Value, at: String, out: &mut Vec<String>) {
        match value {
            serde_json::Value::Object(map) => {
                map.iter().for_each(|(key, inner)| paths(inner, format!("{at}/{key}"), out));
            }
            _ => out.push(at),
        }
    }
    let good: serde_json::Value = serde_json::from_str(&certificate.write()).unwrap();
    let mut places = Vec::new();
    paths(&good, String::new(), &mut places);
    let mut all = Vec::new();
    for place in places {
        let old = good.pointer(&place).unwrap().clone();
        let mut others = vec![serde_json::json!("0.6"), serde_json::json!(null)];
        if let Some(n) = old.as_u64() {
            others = [n + 1, n.wrapping_sub(1), 2 * n, n / 2, 0, u64::MAX, 1 << 40]
                .map(|n| serde_json::json!(n))
                .to_vec();
        }
        for other in others.into_iter().filter(|other| *other != old) {
            let mut bad = good.clone();
            *bad.pointer_mut(&place).unwrap() = other;
            all.push(bad);
        }
    }
    all
}

#[test]
fn tampered_certificates_are_rejected() {
    for (text, limit) in [(".77", 1000), ("4.344", 5000), ("sub(2,5,6)", 200), (".127", 200_000)] {
        let good = certificate(text, limit);
        let claim = |certificate: &Certificate| {
            let AnyClaim::NimPeriod(claim) = certificate.claim.clone() else { panic!() };
            (claim.code, claim.preperiod, claim.period, claim.saltus)
        };
        for bad in tampered(&good) {
            let Ok(mut read) = Certificate::read(&bad.to_string()) else { continue };
            let verdict = check(&read, &Budget::unlimited());
            assert!(!verdict.is_verified(), "{bad}");
            // Somebody who also renews the seal can make true statements only.
            read.reseal();
            let time = Some(std::time::Duration::from_millis(200));
            let verdict = check(&read, &Budget::new(time, Some(1 << 30)));
            assert!(!verdict.is_verified() || claim(&read) == claim(&good), "{bad}: {verdict}");
        }
    }
}
