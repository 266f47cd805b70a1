//! Heaps of any size have the values of the plain rule, and the options found are all there are.
#![allow(clippy::unwrap_used)]

use proptest::prelude::*;
use upstar_base::{Budget, Stopped};
use upstar_heaps::{AnyHeap, Replies, engine};
use upstar_rules::heap::code::HeapCode;
use upstar_testing::golden;

fn table() -> serde_json::Value {
    golden::read("octal-periods.json")
}

/// Beyond the preperiod, at random and far away, values are those of the periods of the
/// literature.
#[test]
fn large_heaps_follow_the_periods_of_the_literature() {
    let budget = Budget::unlimited();
    let mut checked = 0;
    for row in table()["solved"].as_array().unwrap() {
        let game = row["game"].as_str().unwrap();
        let (start, period) = (row["preperiod"].as_u64().unwrap(), row["period"].as_u64().unwrap());
        if start + period > 20_000 {
            continue;
        }
        checked += 1;
        let code: HeapCode = game.parse().unwrap();
        let mut values = engine(&code);
        values.extend(start + 3 * period + 100, &budget).unwrap();
        let mut heap = AnyHeap::new(&code);
        for n in [10u128.pow(9), 10u128.pow(18) + 7, 10u128.pow(30), u128::MAX] {
            for n in (n - 40)..=n {
                let same = u128::from(start) + (n - u128::from(start)) % u128::from(period);
                let wanted = u128::from(values.value(same as u64).unwrap());
                assert_eq!(heap.value(n, &budget).unwrap(), wanted, "{game} {n}");
            }
        }
        for n in 0..values.len() {
            let wanted = u128::from(values.value(n).unwrap());
            assert_eq!(heap.value(n.into(), &budget).unwrap(), wanted, "{game} {n}");
        }
        let found = heap.period().unwrap();
        assert_eq!((found.preperiod, found.period), (start, period), "{game}");
        assert!(heap.because().unwrap().contains("proved"), "{game}");
    }
    assert!(checked > 30, "{checked}");
}

#[test]
fn closed_forms_and_common_divisors() {
    let budget = Budget::unlimited();
    for (text, n, value) in [
        ("0.[3]", 10u128.pow(30), 10u128.pow(30)),
        (".33[3]", 77, 77),
        ("4.[3]", 10u128.pow(30) + 3, 10u128.pow(30) + 4),
        ("4.[3]", 10u128.pow(30), 10u128.pow(30) - 1),
        ("sub(1000000000)", 10u128.pow(9), 1),
        ("sub(1000000000)", 2 * 10u128.pow(9), 0),
        ("sub(1000000000,2000000000)", 5 * 10u128.pow(9) + 1, 2),
        ("sub(4000000000)", u128::MAX, u128::MAX / 4_000_000_000 % 2),
    ] {
        let mut heap = AnyHeap::new(&text.parse().unwrap());
        assert_eq!(heap.value(n, &budget).unwrap(), value, "{text} {n}");
    }
}

/// Without a period the truth is a limit, not a guess.
#[test]
fn a_heap_without_a_period_is_refused() {
    let budget = Budget::new(Some(std::time::Duration::from_millis(300)), None);
    let stopped = AnyHeap::new(&".06".parse().unwrap()).value(10u128.pow(20), &budget);
    assert!(matches!(stopped, Err(Stopped::Time(_) | Stopped::Limit { .. })), "{stopped:?}");
}

/// Codes that cannot be listed digit by digit are read and used at once.
#[test]
fn giant_codes_cost_nothing() {
    let budget = Budget::unlimited();
    for text in ["sub(1000000000)", "sub(2,4294967295)", "sub(all-but 4000000000)", "sub(primes)"] {
        let code: HeapCode = text.parse().unwrap();
        let mut values = engine(&code);
        values.extend(50, &budget).unwrap();
        let answer = upstar_heaps::search(&code, 200, &budget, &mut ());
        assert!(answer.computed >= 64, "{text}");
    }
}

/// The options worth a value, by the definition.
fn by_definition(code: &HeapCode, n: u32, value: u128) -> Replies {
    let mut values = upstar_heaps::plain::MexEngine::new(code.clone());
    upstar_heaps::Engine::extend(&mut values, u64::from(n) + 1, &Budget::unlimited()).unwrap();
    let (mut options, mut all) = (Vec::new(), 0);
    code.each_option(n, &mut |heaps| {
        all += 1;
        let sum = heaps.iter().fold(0, |sum, &heap| sum ^ values.values()[heap as usize]);
        if u128::from(sum) == value {
            let mut heaps: Vec<u128> = heaps.iter().map(|&heap| heap.into()).collect();
            heaps.sort_unstable();
            options.push(heaps);
        }
    });
    options.sort();
    Replies { count: Some(options.len() as u128), options, all: Some(all) }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(80))]

    #[test]
    fn options_worth_a_value(
        text in r"(0|4|4!)\.([0-7][!=?]?){1,3}|0\.\[3\]|4\.\[3\]|\.3F|sub\(2,[3-9]\)|sub\(4,6\)|\.[37]\[2\]|\.2\{3\+\}",
        n in 0u32..40,
        far in any::<bool>(),
    ) {
        let code: HeapCode = text.parse().unwrap();
        let budget = Budget::unlimited();
        let mut heap = AnyHeap::new(&code);
        if far && text.len() < 9 && code.most_heaps().is_some_and(|most| most <= 2) && code.reach().is_some() {
            // With a period, if there is one, the list must be the same.
            let part = Budget::new(Some(std::time::Duration::from_millis(20)), None);
            let _ = heap.value(1 << 60, &part);
        }
        for value in 0..6 {
            let mut found = heap.options_worth(n.into(), value, usize::MAX, &budget).unwrap();
            found.options.iter_mut().for_each(|heaps| heaps.sort_unstable());
            found.options.sort();
            let mut wanted = by_definition(&code, n, value);
            // The number of all options may be unknown where none is worth the value.
            wanted.all = wanted.all.filter(|_| found.all.is_some());
            prop_assert_eq!(found, wanted, "{} {} {}", text, n, value);
        }
    }

    /// Where there are too many options to list, those that are listed are worth the value, and
    /// counting by residues agrees with counting one by one.
    #[test]
    fn many_options_are_counted(code in prop::sample::select(vec![".77", ".07", ".26", ".17", ".53"]), n in 500u32..3000, value in 0u128..9) {
        let code: HeapCode = code.parse().unwrap();
        let budget = Budget::unlimited();
        let mut heap = AnyHeap::new(&code);
        heap.value(1 << 100, &budget).unwrap();
        let found = heap.options_worth(n.into(), value, 10, &budget).unwrap();
        let all = by_definition(&code, n, value);
        prop_assert_eq!((found.count, found.all), (all.count, all.all));
        prop_assert_eq!(found.options.len(), all.options.len().min(10));
        for mut heaps in found.options {
            heaps.sort_unstable();
            prop_assert!(all.options.contains(&heaps));
        }
    }
}
