//! Tests of what is private to `sums`.
#![allow(clippy::unwrap_used)]
use super::*;

/// The mex rule over divisions that are listed one by one.
fn slow(code: &str, len: usize) -> Vec<u64> {
    fn each(tokens: usize, least: usize, now: &mut Vec<usize>, visit: &mut dyn FnMut(&[usize])) {
        if tokens == 0 {
            visit(now);
        }
        for part in least..=tokens {
            now.push(part);
            each(tokens - part, part, now, visit);
            now.pop();
        }
    }
    let digits = CodeDigits::read(code).unwrap();
    let mut values: Vec<u64> = vec![0];
    for n in 1..len {
        let mut seen = NimSet::default();
        for k in 0..=n {
            let digit = if k < digits.head.len() || digits.goes_on() {
                digits.at(k).clone()
            } else {
                HeapNumbers::default()
            };
            each(n - k, 1, &mut Vec::new(), &mut |heaps| {
                if digit.contains(heaps.len() as u64) {
                    seen.insert(heaps.iter().fold(0, |sum, &heap| sum ^ values[heap]));
                }
            });
        }
        values.push(seen.least_missing());
    }
    values
}

/// A digit that allows as many heaps as a level that is open must not use that level.
#[test]
fn the_last_level_is_above_every_number_of_heaps() {
    for (code, last, open) in [
        ("0.8{2+}", 4, true),
        ("0.{5+}", 5, true),
        ("0.{3+}{6}", 7, true),
        ("0.77", 2, false),
        ("0.[19]", 3, false),
    ] {
        let levels = SumLevels::of(&CodeDigits::read(code).unwrap());
        assert_eq!((levels.last, levels.open), (last, open), "{code}");
    }
}

#[test]
fn values_are_those_of_all_divisions() {
    for code in [
        "0.3F",
        "0.8",
        "4.[3]",
        "0.{1,5+}[{2,3,4+}]",
        "{3+}.{2,5+}9",
        "0.*",
        "0.[19]",
        "0.&48;7",
        "0.8{2+}",
        "{2+}.8",
        "8.{2+}",
        "0.{2+}0{4}",
    ] {
        let digits = CodeDigits::read(code).unwrap();
        let budget = upstar_base::Budget::unlimited();
        let sums = Sums::compute(&digits, 16, &Meter::new(&budget)).unwrap();
        assert_eq!(sums.values, slow(code, 16), "{code}");
    }
}
