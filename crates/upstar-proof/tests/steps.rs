//! Claims that a single step rejects, and claims that just hold.
#![allow(clippy::unwrap_used)]

use serde_json::{Value, json};
use std::sync::Arc;
use upstar_base::Budget;
use upstar_proof::{AnyClaim, Certificate, MisereQuotient, Periodic, Verdict, check, is_short};
use upstar_testing::golden;

/// The quotient of .75, with more heaps than the theorem needs.
fn quotient() -> MisereQuotient {
    let text = golden::text("certificates/quotient-0.75.json");
    let AnyClaim::MisereQuotient(mut claim) = Certificate::read(&text).unwrap().claim else {
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
    match check(&Certificate::new(claim), &Budget::unlimited()) {
        Verdict::Verified(_) => "",
        Verdict::Refuted { step, .. } => step,
        Verdict::Unknown(_) => "unknown",
    }
}

/// Claims that came near to passing for another reason than the one that is recorded, or near to failing:
/// what is special about each, the verdict and the certificate. They were chosen against changes of the
/// checker that no other test noticed. `UPSTAR_BLESS=1` writes down new verdicts.
#[test]
fn each_claim_gets_its_verdict() {
    let name = "attack/separating.json";
    let rows: Vec<[Value; 3]> = serde_json::from_str(&golden::text(name)).unwrap();
    let found = rows.iter().map(|[what, _, value]| {
        let certificate = Certificate::read(&value.to_string()).unwrap();
        let budget = Budget::steps_of(&Arc::new(Budget::unlimited()), 400_000);
        json!([what, check(&certificate, &budget).to_string(), value]).to_string()
    });
    let text = format!("[\n{}\n]\n", found.collect::<Vec<_>>().join(",\n"));
    if std::env::var_os("UPSTAR_BLESS").is_some() {
        std::fs::write(golden::path(name), &text).unwrap();
    }
    assert_eq!(golden::text(name), text, "`UPSTAR_BLESS=1` accepts other verdicts");
}

/// Nothing else is looked at in a file that was changed.
#[test]
fn a_broken_seal_is_refused() {
    let text = golden::text("certificates/quotient-0.75.json");
    let broken = Certificate::read(&text.replace("\"heaps\": ", "\"heaps\": 1")).unwrap();
    assert!(!broken.seal_fits());
    let verdict = check(&broken, &Budget::unlimited()).to_string();
    assert_eq!(verdict, "refuted at step \"seal\": the file was changed after it was written");
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

/// A claim is about the code in its certificate, says how many values are derived where there are
/// any, and is short where a rule is claimed.
#[test]
fn claims_describe_themselves() {
    let mut kinds = [0; 5];
    for path in std::fs::read_dir(golden::path("certificates")).unwrap() {
        let text = std::fs::read_to_string(path.unwrap().path()).unwrap();
        let fields: Value = serde_json::from_str(&text).unwrap();
        let certificate = Certificate::read(&text).unwrap();
        let claim = &certificate.claim;
        assert_eq!(claim.code(), fields["claim"]["code"]);
        assert_eq!(claim.values(), fields["claim"]["computed"].as_u64());
        let (kind, is_rule) = match claim {
            AnyClaim::NimPeriod(_) => (0, false),
            AnyClaim::MisereQuotient(_) => (1, false),
            AnyClaim::MisereKnots(_) => (2, true),
            AnyClaim::MisereLadders(_) => (3, true),
            AnyClaim::MisereCounters(_) => (4, true),
        };
        assert!(is_short(&certificate) || !is_rule, "{}", claim.code());
        kinds[kind] += 1;
    }
    assert!(kinds.iter().all(|&count| count > 0), "{kinds:?}");
}
