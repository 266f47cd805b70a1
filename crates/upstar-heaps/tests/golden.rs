//! The tables of octal games in `golden/`.
#![allow(clippy::unwrap_used)]

use serde_json::Value;
use sha2::{Digest, Sha256};
use upstar_base::Budget;
use upstar_heaps::known::known;
use upstar_heaps::{Breaks, Engine, Period, plain::MexEngine, search, sparse::Sparse};
use upstar_rules::heap::code::HeapCode;
use upstar_testing::golden;

fn digest(values: impl Iterator<Item = u32>) -> String {
    let bytes: Vec<u8> = values.flat_map(|v| u16::try_from(v).unwrap().to_le_bytes()).collect();
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

#[test]
fn sequences_of_half_of_the_classes() {
    let table = golden::read::<Value>("octal-sequences.json");
    for (game, row) in table["games"].as_object().unwrap() {
        let code: HeapCode = game.parse().unwrap();
        let len = row["n"].as_u64().unwrap();
        let mut sparse = Sparse::new(Breaks::from_code(&code).unwrap());
        sparse.extend(len, &Budget::unlimited()).unwrap();
        let values: Vec<u32> = (0..len).map(|n| sparse.value(n).unwrap()).collect();
        let first: Vec<u32> = serde_json::from_value(row["first64"].clone()).unwrap();
        assert_eq!(values[..64], first[..], "{game}");
        assert_eq!(digest(values.iter().copied()), row["sha256_u16le"], "{game}");
        assert_eq!(sparse.statistics().largest, row["max20000"], "{game}");
    }
}

#[test]
fn the_plain_rule_gives_the_same_sequences() {
    for game in [".77", ".6", ".06"] {
        let table = golden::read::<Value>("octal-sequences.json");
        let Some(row) = table["games"].get(game) else { continue };
        let mut plain = MexEngine::new(game.parse().unwrap());
        plain.extend(20_000, &Budget::unlimited()).unwrap();
        assert_eq!(digest(plain.values().iter().copied()), row["sha256_u16le"], "{game}");
    }
}

fn proved(code: &str, limit: u64) -> Period {
    let answer = search(&code.parse().unwrap(), limit, &Budget::unlimited(), &mut ());
    let period = answer.period.unwrap_or_else(|| panic!("{code}: no period to {limit}"));
    assert!(period.proof.is_some(), "{code}: only observed");
    period
}

/// Solved classes; those whose proof needs more than `most` values are left out.
fn solved(least: u64, most: u64) {
    for row in golden::read::<Value>("octal-periods.json")["solved"].as_array().unwrap() {
        let number = |key: &str| row[key].as_u64().unwrap();
        let needed = number("preperiod") + number("period");
        if !(least..most).contains(&needed) {
            continue;
        }
        let game = row["game"].as_str().unwrap();
        let period = proved(game, 3 * needed + 1_000_000);
        let found = (period.preperiod, period.period, period.saltus);
        assert_eq!(found, (number("preperiod"), number("period"), 0), "{game}");
    }
}

#[test]
fn solved_classes() {
    solved(0, 200_000);
}

/// `cargo test -p upstar-heaps --test all -- --ignored longer`: about 10 s.
#[test]
#[ignore = "takes about 10 s"]
fn longer_solved_classes() {
    solved(200_000, 1 << 30);
    for (game, preperiod, period) in [(".16", 105_351, 149_459), (".376", 2_268_248, 4)] {
        let found = proved(game, 1 << 24);
        assert_eq!((found.preperiod, found.period), (preperiod, period), "{game}");
    }
}

/// `cargo test -p upstar-heaps --test all -- --ignored longest`: about 15 s.
#[test]
#[ignore = "takes about 15 s"]
fn longest_solved_classes() {
    for (game, preperiod, period) in
        [(".104", 197_769_598, 11_770_282), (".454", 160_949_019, 60_620_715)]
    {
        let found = proved(game, 1 << 29);
        assert_eq!((found.preperiod, found.period), (preperiod, period), "{game}");
    }
}

/// Codes of one class have the same sequence up to leading zeros.
#[test]
fn codes_of_a_class_agree() {
    for key in ["solved", "unsolved"] {
        for row in golden::read::<Value>("octal-periods.json")[key].as_array().unwrap() {
            let start = |code: &str| -> Vec<u32> {
                let mut plain = MexEngine::new(code.parse().unwrap());
                plain.extend(400, &Budget::unlimited()).unwrap();
                plain.values().iter().copied().skip_while(|&v| v == 0).take(300).collect()
            };
            let first = start(row["game"].as_str().unwrap());
            for code in row["codes"].as_array().unwrap() {
                assert_eq!(start(code.as_str().unwrap()), first, "{code}");
            }
        }
    }
}

/// The table in the crate has the rows of the golden one.
#[test]
fn what_is_known_is_what_the_golden_table_says() {
    let table: Value = golden::read("octal-periods.json");
    for row in ["solved", "unsolved"].iter().flat_map(|key| table[key].as_array().unwrap()) {
        let game = row["game"].as_str().unwrap();
        let known = known(&[game.parse().unwrap()]).unwrap();
        assert_eq!(known.game, game);
        assert_eq!(known.period, row["preperiod"].as_u64().zip(row["period"].as_u64()), "{game}");
        assert_eq!(known.by.as_deref(), row["first_solved_by"].as_str(), "{game}");
    }
}
