//! The second checker, in Python, agrees with this one.
//!
//! It is slow, so the largest certificates are left out, and of changed ones only some are compared.
#![allow(clippy::unwrap_used)]

use std::collections::BTreeMap;
use upstar_base::{Budget, Random};
use upstar_proof::{AnyClaim, Certificate, Verdict, check};
use upstar_testing::child::{command, run};
use upstar_testing::golden;

/// Returns the verdicts of the second checker on certificates, in their order.
///
/// # Panics
/// If there is no `python3`, or the second checker fails.
fn second(certificates: &[Certificate]) -> Vec<String> {
    let mut lines = String::new();
    for certificate in certificates {
        let value: serde_json::Value = serde_json::from_str(&certificate.write()).unwrap();
        lines.push_str(&value.to_string());
        lines.push('\n');
    }
    let mut python = command("python3");
    python.arg(golden::path("../scripts/second-checker")).arg("-");
    let run = run(python, lines);
    assert!(run.status == Some(1), "status {:?}: {}", run.status, run.stderr);
    let verdicts: Vec<String> = run.stdout.lines().map(str::to_owned).collect();
    assert_eq!(verdicts.len(), certificates.len(), "{}", run.stderr);
    verdicts
}

/// The kind of a certificate, and whether the second checker is quick with it.
fn kind(certificate: &Certificate) -> (&'static str, bool) {
    match &certificate.claim {
        AnyClaim::NimPeriod(claim) => ("nim-period", claim.computed < 200),
        AnyClaim::MisereQuotient(claim) => ("misere-quotient", claim.order < 500),
        AnyClaim::MisereKnots(_) => ("misere-knots", true),
        AnyClaim::MisereLadders(claim) => ("misere-ladders", claim.code == "0.54"),
        AnyClaim::MisereCounters(claim) => ("misere-counters", claim.code == "0.544"),
    }
}

/// The certificates that the second checker is quick with.
fn short() -> Vec<Certificate> {
    let all = golden::all::<serde_json::Value>("certificates").into_iter();
    let all = all.map(|(_, value)| Certificate::read(&value.to_string()).unwrap());
    all.filter(|certificate| kind(certificate).1).collect()
}

/// One number of a claim changed, sealed again.
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

#[test]
fn both_checkers_agree() {
    let mut all = short();
    let mut random = Random::new(31);
    for certificate in short() {
        if !matches!(kind(&certificate).0, "misere-ladders" | "misere-counters") {
            all.extend((0..6).filter_map(|_| changed(&certificate, &mut random)));
        }
    }
    let mut both: BTreeMap<&str, usize> = BTreeMap::new();
    for (certificate, other) in all.iter().zip(second(&all)) {
        let verdict = check(certificate, &Budget::unlimited());
        let agree = match verdict {
            Verdict::Verified(_) => other == "verified",
            Verdict::Refuted { .. } => other.starts_with("refuted: "),
            Verdict::Unknown(_) => other != "verified",
        };
        assert!(agree, "{verdict} but {other}: {}", certificate.write());
        if verdict.is_verified() && other == "verified" {
            *both.entry(kind(certificate).0).or_default() += 1;
        }
    }
    let least = [
        ("nim-period", 25),
        ("misere-quotient", 15),
        ("misere-knots", 8),
        ("misere-ladders", 1),
        ("misere-counters", 1),
    ];
    for (kind, least) in least {
        assert!(both.get(kind) >= Some(&least), "both verify too few: {both:?}");
    }
}
