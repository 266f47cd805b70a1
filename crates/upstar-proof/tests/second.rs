//! The second checker, in Python, agrees with this one: what one verifies the other does not refute.
//!
//! The usual test compares the certificates of `golden/` and changed ones, the long one all of
//! those, the built-in atlas, and the claims that the test `attack` wrote to files.
#![allow(clippy::unwrap_used)]

use std::collections::BTreeMap;
use upstar_base::{Budget, Random};
use upstar_proof::{AnyClaim, Certificate, check};
use upstar_testing::child::{command, run};
use upstar_testing::golden;

/// Prints the certificates of the built-in atlas, one per line: an SQLite database has them deflated.
const ATLAS: &str = "
import json, sqlite3, sys, zlib
atlas = sqlite3.connect(sys.argv[1])
for table in 'class', 'misere_code':
    for text, in atlas.execute(f'select certificate from {table} where certificate is not null'):
        print(json.dumps(json.loads(zlib.decompress(text))))
";

/// Returns the verdicts of the second checker on certificates, in their order.
///
/// # Panics
/// If there is no `python3`, or the second checker fails.
fn second(certificates: &[Certificate]) -> Vec<String> {
    let mut lines = String::new();
    for certificate in certificates {
        lines.extend(certificate.write().lines().map(str::trim));
        lines.push('\n');
    }
    let mut python = command("python3");
    python.arg(golden::path("../scripts/second-checker")).arg("-");
    let run = run(python, lines);
    assert!(run.status < Some(3), "status {:?}: {}", run.status, run.stderr);
    let verdicts: Vec<String> = run.stdout.lines().map(str::to_owned).collect();
    assert_eq!(verdicts.len(), certificates.len(), "{}", run.stderr);
    verdicts
}

/// Returns the kind of a certificate, and whether the second checker is quick with it and with
/// what a changed digit makes of it.
fn kind(certificate: &Certificate) -> (&'static str, bool) {
    match &certificate.claim {
        AnyClaim::NimPeriod(claim) => ("nim-period", claim.computed < 200),
        AnyClaim::MisereQuotient(claim) => ("misere-quotient", claim.order < 500),
        AnyClaim::MisereKnots(_) => ("misere-knots", true),
        AnyClaim::MisereLadders(_) => ("misere-ladders", false),
        AnyClaim::MisereCounters(_) => ("misere-counters", false),
    }
}

/// Returns the certificates of `golden/`.
fn golden_certificates() -> Vec<Certificate> {
    let all = golden::all::<serde_json::Value>("certificates").into_iter();
    all.map(|(_, value)| Certificate::read(&value.to_string()).unwrap()).collect()
}

/// Returns a certificate with one number of its claim changed, sealed again.
fn changed(certificate: &Certificate, random: &mut Random) -> Option<Certificate> {
    let text = certificate.write();
    let claim = text.find("\"claim\"")?..text.find("\"seal\"")?;
    let code = text.find("\"code\"")? + text[text.find("\"code\"")?..].find('\n')?;
    let digits: Vec<usize> =
        (code..claim.end).filter(|&i| text.as_bytes()[i].is_ascii_digit()).collect();
    let place = *random.pick(&digits)?;
    let digit = (text.as_bytes()[place] - b'0' + 1) % 10;
    let changed = format!("{}{digit}{}", &text[..place], &text[place + 1..]);
    let mut certificate = Certificate::read(&changed).ok()?;
    certificate.reseal();
    Some(certificate)
}

/// Compares verdicts with those of the second checker, and returns how often both verify each kind.
///
/// # Panics
/// If one checker verifies what the other refutes, or the second one does not verify what this one
/// does.
fn compare(all: &[(Certificate, String)]) -> BTreeMap<&'static str, usize> {
    let certificates: Vec<Certificate> = all.iter().map(|(one, _)| one.clone()).collect();
    let mut both = BTreeMap::new();
    let mut counts: BTreeMap<_, usize> = BTreeMap::new();
    for ((certificate, verdict), other) in all.iter().zip(second(&certificates)) {
        let kind = kind(certificate).0;
        let [word, other_word] =
            [verdict, &other].map(|said| said.split([' ', ':']).next().unwrap().to_owned());
        let agree = match word.as_str() {
            "verified" => other_word == "verified",
            "refuted" => ["refuted", "unknown"].contains(&other_word.as_str()),
            _ => true,
        };
        assert!(agree, "{verdict} but {other}: {}", certificate.write());
        *both.entry(kind).or_default() += usize::from(word == "verified");
        *counts.entry((kind, word, other_word)).or_default() += 1;
    }
    for ((kind, word, other), count) in counts {
        println!("{kind}: {count} {word} here and {other} there");
    }
    both
}

/// Returns certificates with the verdicts of this checker.
fn with_verdicts(all: Vec<Certificate>) -> Vec<(Certificate, String)> {
    let verdict = |one: &Certificate| check(one, &Budget::unlimited()).to_string();
    all.into_iter().map(|one| (one.clone(), verdict(&one))).collect()
}

#[test]
fn both_checkers_agree() {
    let mut random = Random::new(31);
    let mut all = vec![];
    for certificate in golden_certificates() {
        let is_example = match &certificate.claim {
            AnyClaim::MisereLadders(claim) => claim.code == "0.54",
            AnyClaim::MisereCounters(claim) => claim.code == "0.544",
            _ => false,
        };
        let is_quick = kind(&certificate).1;
        if is_quick {
            all.extend((0..6).filter_map(|_| changed(&certificate, &mut random)));
        }
        if is_quick || is_example {
            all.push(certificate);
        }
    }
    let both = compare(&with_verdicts(all));
    let least = [
        ("nim-period", 25),
        ("misere-quotient", 17),
        ("misere-knots", 8),
        ("misere-ladders", 1),
        ("misere-counters", 1),
    ];
    for (kind, least) in least {
        assert!(both.get(kind) >= Some(&least), "both verify too few: {both:?}");
    }
}

#[test]
#[ignore = "needs a quarter of an hour and UPSTAR_TEST_SECONDS=20000"]
fn both_checkers_agree_on_all_certificates() {
    let mut python = command("python3");
    python.args(["-c", ATLAS]).arg(golden::path("../crates/upstar-atlas/three-digits.db"));
    let atlas = run(python, "");
    assert!(atlas.status == Some(0), "{}", atlas.stderr);
    let mut all = golden_certificates();
    all.extend(atlas.stdout.lines().map(|line| Certificate::read(line).unwrap()));
    assert!(all.len() > 1000, "only {} certificates", all.len());
    compare(&with_verdicts(all));
}

#[test]
#[ignore = "needs some minutes, UPSTAR_TEST_SECONDS=20000, and the claims of the test `attack`"]
fn both_checkers_agree_on_attacks() {
    let folder = std::env::var("UPSTAR_ATTACK_LOG").expect("UPSTAR_ATTACK_LOG names a folder");
    for entry in std::fs::read_dir(folder).unwrap() {
        let claims = std::fs::read_to_string(entry.unwrap().path()).unwrap();
        let all: Vec<(Certificate, String)> = claims
            .lines()
            .map(|line| {
                let value: serde_json::Value = serde_json::from_str(line).unwrap();
                let certificate = Certificate::read(&value["certificate"].to_string()).unwrap();
                (certificate, value["verdict"].as_str().unwrap().to_owned())
            })
            .collect();
        assert!(all.len() >= 500, "only {} claims", all.len());
        compare(&all);
    }
}
