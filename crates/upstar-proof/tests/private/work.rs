//! The work and the memory of some checks are counted as ever, to the last unit.
#![allow(clippy::unwrap_used)]

use crate::Certificate;
use crate::meter::Meter;
use std::fmt::Write;
use upstar_base::Budget;
use upstar_testing::golden;

/// What checks of the golden certificates and of the claims of `tests/steps.rs` count: steps, work that
/// makes no step yet, and bytes. `UPSTAR_BLESS=1` writes down new numbers.
#[test]
fn work_is_counted_as_ever() {
    let claims: Vec<[serde_json::Value; 3]> =
        serde_json::from_str(&golden::text("attack/separating.json")).unwrap();
    let claims = claims.into_iter().map(|[what, _, value]| (what.as_str().unwrap().into(), value));
    let mut lines = Vec::new();
    for (name, value) in golden::all("certificates").into_iter().chain(claims) {
        let certificate = Certificate::read(&value.to_string()).unwrap();
        if certificate.claim.values().is_some_and(|values| values > 5_000) {
            continue;
        }
        let budget = Budget::unlimited();
        let meter = Meter::new(&budget);
        // The verdicts are tested elsewhere.
        let _ = certificate.claim.check(&meter, None);
        lines.push(format!("  {name:?}: {:?}", meter.counted()));
    }
    let mut text = String::new();
    writeln!(text, "{{\n{}\n}}", lines.join(",\n")).unwrap();
    if std::env::var_os("UPSTAR_BLESS").is_some() {
        std::fs::write(golden::path("attack/counted.json"), &text).unwrap();
    }
    assert_eq!(golden::text("attack/counted.json"), text, "`UPSTAR_BLESS=1` accepts other numbers");
}
