//! False claims that a single step rejects.
#![allow(clippy::unwrap_used)]

use upstar_base::Budget;
use upstar_proof::{Certificate, MisereQuotient, Periodic, Verdict, check};
use upstar_testing::golden;

/// The quotient of .75, with more heaps than the theorem needs.
fn quotient() -> MisereQuotient {
    let text = golden::text("certificates/quotient-0.75.json");
    let Certificate::MisereQuotient { mut claim, .. } = Certificate::read(&text).unwrap() else {
        panic!("this is not the certificate of a quotient");
    };
    let period = claim.periodic.unwrap().period as usize;
    for _ in 0..40 {
        claim.pretending.push(claim.pretending[claim.pretending.len() - period]);
    }
    claim.heaps += 40;
    claim
}

/// The step that rejects a claim; nothing if it is verified.
fn step(claim: MisereQuotient) -> &'static str {
    match check(&Certificate::misere_quotient(claim), &Budget::unlimited()) {
        Verdict::Verified(_) => "",
        Verdict::Refuted { step, .. } => step,
        Verdict::Unknown(_) => "unknown",
    }
}

#[test]
fn numbers_of_a_quotient_are_least() {
    let periodic = quotient().periodic.unwrap();
    let with = |preperiod: u64, period: u64| {
        step(MisereQuotient { periodic: Some(Periodic { preperiod, period }), ..quotient() })
    };
    let Periodic { preperiod, period } = periodic;
    assert_eq!(with(preperiod, period), "");
    assert_eq!(with(preperiod + 1, period), "least preperiod");
    assert_eq!(with(preperiod - 1, period), "classes repeat");
    assert_eq!(with(preperiod, 2 * period), "least period");
    assert_eq!(with(preperiod, 3 * period), "least period");
    assert_eq!(with(preperiod, period + 1), "classes repeat");
}

#[test]
fn lists_of_a_quotient_have_no_entry_twice() {
    let mut twice = quotient();
    twice.p_portion.push(*twice.p_portion.last().unwrap());
    assert_eq!(step(twice), "P-elements");
    let mut twice = quotient();
    twice.generators.push(*twice.generators.last().unwrap());
    twice.steps.iter_mut().for_each(|row| row.push(*row.last().unwrap()));
    assert_eq!(step(twice), "generators");
}
