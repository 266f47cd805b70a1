//! The second checker, in Python, agrees with this one.
//!
//! It is slow, so the largest certificates are left out, and of changed ones only some are compared.
#![allow(clippy::unwrap_used)]

use std::io::Write;
use std::process::{Command, Stdio};
use upstar_base::{Budget, Random};
use upstar_proof::{Certificate, Verdict, check};
use upstar_testing::golden;

/// The verdicts of the second checker on certificates, in their order; `None` without Python.
fn second(certificates: &[Certificate]) -> Option<Vec<String>> {
    let script = golden::path("../scripts/second-checker");
    let mut child = Command::new("python3")
        .arg(script)
        .arg("-")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .ok()?;
    let mut lines = String::new();
    for certificate in certificates {
        let value: serde_json::Value = serde_json::from_str(&certificate.write()).unwrap();
        lines.push_str(&value.to_string());
        lines.push('\n');
    }
    child.stdin.take().unwrap().write_all(lines.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    Some(String::from_utf8(output.stdout).unwrap().lines().map(str::to_owned).collect())
}

/// The certificates that the second checker is quick with.
fn short() -> Vec<Certificate> {
    let all = golden::all::<serde_json::Value>("certificates").into_iter();
    let all = all.map(|(_, value)| Certificate::read(&value.to_string()).unwrap());
    all.filter(|certificate| match certificate {
        Certificate::NimPeriod { claim, .. } => claim.computed < 300,
        Certificate::MisereQuotient { claim, .. } => claim.order < 20,
        Certificate::MisereKnots { claim, .. } => claim.labels.len() < 10,
        Certificate::MisereLadders { .. } | Certificate::MisereCounters { .. } => false,
    })
    .collect()
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
    assert!(all.len() > 20, "{} certificates", all.len());
    let mut random = Random::new(31);
    for certificate in short() {
        all.extend((0..6).filter_map(|_| changed(&certificate, &mut random)));
    }
    let Some(verdicts) = second(&all) else {
        println!("there is no python3 to run the second checker with");
        return;
    };
    assert_eq!(verdicts.len(), all.len());
    let mut both = 0;
    for (certificate, other) in all.iter().zip(verdicts) {
        let verdict = check(certificate, &Budget::unlimited());
        let unknown = matches!(verdict, Verdict::Unknown(_)) || other.starts_with("unknown");
        let agree = unknown || verdict.is_verified() == (other == "verified");
        assert!(agree, "{verdict} but {other}: {}", certificate.write());
        both += usize::from(verdict.is_verified() && other == "verified");
    }
    assert!(both > 20, "both verify only {both}");
}
