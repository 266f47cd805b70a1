//! A certificate that was changed anywhere is not accepted, even with a new seal.
#![allow(clippy::unwrap_used)]

use serde_json::Value;
use std::sync::Arc;
use upstar_base::Budget;
use upstar_misere::knots::Knots;
use upstar_misere::ladders::Ladders;
use upstar_misere::quotient::solve;
use upstar_proof::{Certificate, Verdict, check};

/// All changed copies of a value: each number one up and one down, each list with an entry less
/// and one twice, each `null` and each text other.
fn mutants(value: &Value, out: &mut Vec<Value>) {
    match value {
        Value::Number(n) => {
            let n = n.as_u64().unwrap();
            out.push(Value::from(n + 1));
            out.extend(n.checked_sub(1).map(Value::from));
        }
        Value::String(text) => out.push(Value::from(format!("{text}7"))),
        Value::Array(items) => {
            for (i, item) in items.iter().enumerate() {
                let mut inner = Vec::new();
                mutants(item, &mut inner);
                for changed in inner {
                    let mut copy = items.clone();
                    copy[i] = changed;
                    out.push(Value::Array(copy));
                }
                let mut less = items.clone();
                less.remove(i);
                out.push(Value::Array(less));
                let mut more = items.clone();
                more.insert(i, item.clone());
                out.push(Value::Array(more));
            }
        }
        Value::Object(fields) => {
            for (name, field) in fields {
                let mut inner = Vec::new();
                mutants(field, &mut inner);
                for changed in inner {
                    let mut copy = fields.clone();
                    copy.insert(name.clone(), changed);
                    out.push(Value::Object(copy));
                }
            }
        }
        Value::Null | Value::Bool(_) => {
            out.push(serde_json::json!({"preperiod": 1, "period": 1}));
        }
    }
}

fn no_mutant_survives(text: &str, heaps: u32) {
    let code = text.parse().unwrap();
    none_survives(text, &solve(&code, heaps, &Budget::unlimited()).certificate(&code), 50);
}

fn none_survives(text: &str, certificate: &Certificate, least: usize) {
    assert_eq!(Certificate::read(&certificate.write()).unwrap(), *certificate);
    let whole = serde_json::to_value(certificate).unwrap();
    let mut claims = Vec::new();
    mutants(&whole["claim"], &mut claims);
    assert!(claims.len() > least);
    for claim in claims {
        let mut copy = whole.clone();
        copy["claim"] = claim.clone();
        let Ok(mut changed) = Certificate::read(&copy.to_string()) else { continue };
        let broken = check(&changed, &Budget::unlimited());
        assert!(matches!(broken, Verdict::Refuted { step: "seal", .. }), "{broken}");
        changed.reseal();
        let verdict = check(&changed, &Budget::unlimited());
        assert!(!verdict.is_verified(), "{text}: {claim} {verdict}");
    }
    let mut copy = whole.clone();
    copy["version"] = 2.into();
    assert!(Certificate::read(&copy.to_string()).is_err());
    copy = whole.clone();
    copy["more"] = 2.into();
    assert!(Certificate::read(&copy.to_string()).is_err());
}

#[test]
fn complete_quotients() {
    for code in [".77", ".75", "4.3", ".1232", ".0122"] {
        no_mutant_survives(code, 1000);
    }
}

#[test]
fn partial_quotients() {
    for (code, heaps) in [(".07", 14), (".36", 15), ("4.7", 15), ("grundy", 13)] {
        no_mutant_survives(code, heaps);
    }
}

#[test]
fn rules_like_that_of_knots() {
    for text in ["4.7", ".26", ".57", "4.757", ".355", "4.16"] {
        let code = text.parse().unwrap();
        let rule = Knots::find(&code, &Budget::unlimited()).unwrap().unwrap();
        none_survives(text, &rule.certificate(&code), 40);
    }
}

#[test]
fn rules_of_two_ladders() {
    for text in [".54", ".541", ".145"] {
        let code = text.parse().unwrap();
        let rule = Ladders::find(&code, &Arc::new(Budget::unlimited())).unwrap().unwrap();
        none_survives(text, &rule.certificate(&code), 100);
    }
}
