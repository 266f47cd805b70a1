//! The work and the memory of some checks are counted as ever, to the last unit.
#![allow(clippy::unwrap_used)]

use crate::meter::Meter;
use crate::{Certificate, Verdict};
use std::fmt::Write;
use upstar_base::Budget;
use upstar_testing::golden;

/// What checks of the golden certificates count: steps, work that makes no step yet, and bytes.
/// `UPSTAR_BLESS=1` writes down new numbers.
#[test]
fn work_is_counted_as_ever() {
    let mut lines = Vec::new();
    for (name, value) in golden::all::<serde_json::Value>("certificates") {
        let certificate = Certificate::read(&value.to_string()).unwrap();
        if matches!(&certificate, Certificate::NimPeriod { claim, .. } if claim.computed > 5_000) {
            continue;
        }
        let budget = Budget::unlimited();
        let meter = Meter::new(&budget);
        let verdict = crate::steps(&certificate, &meter, None).unwrap();
        assert!(matches!(verdict, Verdict::Verified(_)), "{name}: {verdict}");
        lines.push(format!("  {name:?}: {:?}", meter.counted()));
    }
    let mut text = String::new();
    writeln!(text, "{{\n{}\n}}", lines.join(",\n")).unwrap();
    if std::env::var_os("UPSTAR_BLESS").is_some() {
        std::fs::write(golden::path("attack/work.json"), &text).unwrap();
    }
    assert_eq!(golden::text("attack/work.json"), text, "`UPSTAR_BLESS=1` accepts other numbers");
}
