//! The plain rule, against lists of options and printed values.

use upstar_base::{Budget, Stopped};
use upstar_heaps::Engine;
use upstar_heaps::plain::MexEngine;
use upstar_rules::heap::code::HeapCode;

fn values(code: &str, len: u64) -> Vec<u32> {
    let mut plain = MexEngine::new(code.parse().unwrap());
    plain.extend(len, &Budget::unlimited()).unwrap();
    plain.values().to_vec()
}

/// By definition: list the options, take the mex.
fn by_options(code: &str, len: u32) -> Vec<u32> {
    let code: HeapCode = code.parse().unwrap();
    let mut values: Vec<u32> = vec![0];
    for n in 1..len {
        let sum = |heaps: Vec<u32>| heaps.iter().fold(0, |s, &h| s ^ values[h as usize]);
        let seen: std::collections::BTreeSet<u32> = code.options(n).into_iter().map(sum).collect();
        values.push((0..).find(|v| !seen.contains(v)).unwrap());
    }
    values
}

#[test]
fn both_ways_to_walk_through_the_options_agree() {
    for code in [".77", "4.", "4!.0", "4=.3", ".6", ".137", "4.3[3]", ".34!", "4=.[2]", ".04=3"] {
        assert_eq!(values(code, 80), by_options(code, 80), "{code}");
    }
}

#[test]
fn subtraction_games() {
    let text = |code: &str, len| values(code, len).iter().map(u32::to_string).collect::<String>();
    for (code, start) in [
        ("sub(1)", "0101010101"),
        ("sub(2)", "00110011001100"),
        ("sub(3)", "0001110001110001110"),
        ("sub(1,2)", "0120120120120"),
        ("sub(1,2,3)", "0123012301230"),
        ("sub(1,2,3,4)", "0123401234012340"),
        ("sub(2,4,7)", "00112203102102102"),
        ("sub(2,5,6)", "00110213021001102130210"),
        ("sub(4,10,12)", "00001111002211330022110000"),
        ("nim", "0123456789"),
        ("4.[3]", "0124356879"),
        (".3F", "0120123453456786789"),
        (".8", "0000111222333444"),
        (".E", "001234153215826514"),
    ] {
        let want: String = start.to_owned();
        assert!(text(code, 30).starts_with(&want), "{code}: {}", text(code, 30));
    }
}

#[test]
fn limits() {
    let mut plain = MexEngine::new(".77".parse().unwrap());
    let budget = Budget::unlimited();
    assert!(matches!(plain.extend(1 << 40, &budget), Err(Stopped::Limit { .. })));
    budget.interrupt();
    assert!(plain.extend(1 << 20, &budget).is_err());
    assert!(plain.len() <= 1024);
}
