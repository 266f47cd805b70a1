//! Cousins and saturated codes.

use proptest::prelude::*;
use upstar_base::Budget;
use upstar_heaps::Engine;
use upstar_heaps::plain::MexEngine;
use upstar_heaps::standard::{cousins, saturated};
use upstar_rules::heap::code::HeapCode;

fn values(code: &HeapCode, len: u64) -> Vec<u32> {
    let mut plain = MexEngine::new(code.clone());
    plain.extend(len, &Budget::unlimited()).unwrap();
    plain.values().to_vec()
}

#[test]
fn examples_in_the_literature() {
    for (code, standard) in [
        (".4", "0.137"),
        (".07", "0.137"),
        (".6", "0.37"),
        (".45", "0.177"),
        (".44", "0.1377"),
        (".644", "0.3777"),
        (".77", "0.77"),
    ] {
        let chain = cousins(&code.parse().unwrap()).unwrap();
        assert_eq!(chain.last().unwrap().to_string(), standard, "{code}");
    }
    assert_eq!(cousins(&".04".parse().unwrap()).unwrap()[1].to_string(), "0.007");
    assert!(cousins(&"grundy".parse().unwrap()).is_none());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn a_cousin_is_the_same_game_shifted(text in r"(0|4|8)\.[0-9A-F]{1,3}") {
        let code: HeapCode = text.parse().unwrap();
        let chain = cousins(&code).unwrap();
        for pair in chain.windows(2) {
            prop_assert_eq!(&values(&pair[0], 41)[1..], &values(&pair[1], 40)[..]);
        }
    }

    #[test]
    fn saturation_changes_no_value(text in r"(0|4)\.[0-7]{1,4}") {
        let code: HeapCode = text.parse().unwrap();
        let full = saturated(&code, 8).unwrap();
        prop_assert_eq!(values(&code, 300), values(&full, 300));
    }
}
