//! The kind of certificate that the guide for contributors shows is compiled and checked.
#![allow(clippy::unwrap_used)]

#[path = "example_claim.rs"]
mod claim;

use crate::Verdict;
use crate::certificate::Claim;
use crate::meter::Meter;
use claim::NimValues;
use std::sync::Arc;
use upstar_base::Budget;

fn said(code: &str, values: &[u32]) -> String {
    let budget = Budget::unlimited();
    let claim = NimValues { code: code.to_owned(), values: values.to_vec() };
    claim.check(&Meter::new(&budget), None).unwrap().to_string()
}

#[test]
fn the_guide_shows_the_claim_as_it_is() {
    let guide = include_str!("../../../../CONTRIBUTING.md");
    assert!(guide.contains(include_str!("example_claim.rs")));
    let row = "    \"misere-counters\" => MisereCounters,\n";
    assert!(guide.contains(row) && include_str!("../../src/certificate.rs").contains(row));
}

#[test]
fn only_right_values_are_verified() {
    let kayles = [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6];
    let sentence = "verified: in normal play, the first 12 heaps of 0.77 have these nim-values";
    assert_eq!(said("0.77", &kayles), sentence);
    assert_eq!(said("0.77", &[0, 1, 2, 3, 4]), "refuted at step \"values\": G(4) = 1, not 4");
    assert!(said("0.7!", &[0]).starts_with("refuted at step \"sizes\""));
    assert!(said("0.77", &[]).starts_with("refuted at step \"length\""));
    assert!(said("kayles", &[0]).starts_with("unknown: the code cannot be read"));
}

#[test]
fn a_limit_says_nothing() {
    let budget = Budget::steps_of(&Arc::new(Budget::unlimited()), 0);
    let claim = NimValues { code: "0.77".to_owned(), values: vec![0; 2000] };
    let end: Result<Verdict, _> = claim.check(&Meter::new(&budget), None);
    assert!(end.is_err(), "{end:?}");
}
