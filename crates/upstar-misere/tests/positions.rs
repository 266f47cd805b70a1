//! Positions of rulesets.
#![allow(clippy::unwrap_used)]

use std::sync::Arc;
use upstar_base::Budget;
use upstar_misere::class::{Classifier, WordPositions};
use upstar_misere::position::ReducedPositions;
use upstar_rules::Rules;
use upstar_rules::heap::dividing_rulers::DividingRulers;
use upstar_rules::heap::independent::Independent;
use upstar_rules::strip::wythoff::Wythoff;

#[test]
fn wyt_queens_are_tame() {
    let table: serde_json::Value = upstar_testing::golden::read("misere/ww13-wytqueens.json");
    let rules = Arc::new(Wythoff::from_parameters("").unwrap());
    let budget = Budget::unlimited();
    let mut positions = ReducedPositions::new(&rules).unwrap();
    let mut classifier = Classifier::default();
    for (i, row) in table["computed"].as_array().unwrap().iter().enumerate() {
        for (j, expected) in row.as_array().unwrap().iter().enumerate() {
            let queen = rules.parse(&format!("{i},{j}")).unwrap();
            let word = positions.word(&queen, &budget).unwrap();
            let genus = positions.genera().of(&word, &budget).unwrap();
            assert_eq!(genus.to_string(), expected.as_str().unwrap(), "{i},{j}");
            let mut words = WordPositions::new(positions.genera(), &budget);
            assert!(classifier.is_tame(&mut words, &word).unwrap(), "{i},{j}");
        }
    }
}

#[test]
fn dividing_rulers() {
    let table: serde_json::Value = upstar_testing::golden::read("misere/ww13-rulers.json");
    let budget = Budget::unlimited();
    let rules = Arc::new(Independent::new(DividingRulers));
    let mut positions = ReducedPositions::new(&rules).unwrap();
    for (sum, expected) in table["computed"].as_object().unwrap() {
        let position = rules.parse(sum).unwrap();
        let word = positions.word(&position, &budget).unwrap();
        let genus = positions.genera().of(&word, &budget).unwrap();
        assert_eq!(genus.to_string(), expected.as_str().unwrap(), "{sum}");
    }
}
