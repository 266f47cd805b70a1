//! Masks, codes under a mask, and sets of values.

use upstar_base::Budget;
use upstar_heaps::Mask;
use upstar_heaps::arithmetic::Digits;
use upstar_heaps::arithmetic::sets::{HeapCount, SetTable};
use upstar_heaps::kernel::coding::Coding;
use upstar_heaps::mask::Histogram;
use upstar_heaps::value_set::{contains, insert, or_translated};

#[test]
fn the_transform_counts_rares() {
    let values: Vec<u32> = (0..500u32).map(|n| (n * n / 7 + n) % 29).collect();
    for parity in [None, Some(0), Some(1)] {
        let mut histogram = Histogram::new(parity);
        (0..).zip(&values).for_each(|(n, &v)| histogram.add(n, v));
        let rares =
            |mask: Mask| (0..).zip(&values).filter(|&(n, &v)| mask.is_rare(n, v)).count() as u64;
        let (best, count) = histogram.best_mask(5);
        assert_eq!(count, rares(best));
        let positions = [None, parity];
        let masks = (0..32).flat_map(|bits| positions.map(|position| Mask { bits, position }));
        assert_eq!(masks.map(rares).min(), Some(count));
    }
}

#[test]
fn codes_are_linear_and_keep_the_order_inside_a_class() {
    for position in [None, Some(0), Some(1)] {
        for width in 1..=8u32 {
            for bits in [1, 2, 3, 5, 0x16, 0xfe, 0x1fe, 0x14] {
                let Some(coding) = Coding::new(Mask { bits, position }, width) else {
                    assert!(bits >> (width + 1) != 0);
                    continue;
                };
                let size = 1u16 << (width + 1);
                for v in 0..size {
                    let w = v.wrapping_mul(37) % size;
                    let code = |v| coding.code(v).unwrap();
                    assert_eq!(code(v ^ w), code(v) ^ code(w));
                    for n in 0..2 {
                        let rare = |v| coding.mask().is_rare(n, u32::from(v));
                        assert_eq!(coding.value(n, code(v), rare(v)), v);
                        if rare(v) == rare(w) {
                            assert_eq!(code(v).cmp(&code(w)), v.cmp(&w));
                        } else if rare(w) && usize::from(code(v)) < coding.capacity() {
                            let need = coding.need(n)[usize::from(code(v))];
                            assert_eq!(code(w) < need, w < v, "{v} {w}");
                        }
                    }
                }
                assert_eq!(coding.code(size), None);
                // Both classes, at places in and behind the lanes.
                for from in 0..2 {
                    let at = |v: u16| from + u64::from(v);
                    let values: Vec<u16> = (0..size)
                        .filter(|&v| {
                            coding.flagged() || !coding.mask().is_rare(at(v), u32::from(v))
                        })
                        .collect();
                    for &v in &values {
                        let bytes = vec![coding.byte(at(v), v).unwrap(); 71];
                        let mut read = vec![0u32; bytes.len()];
                        coding.values(at(v), &bytes, &mut read);
                        for (n, &value) in (at(v)..).zip(&read).step_by(2) {
                            assert_eq!(value, u32::from(v), "{n}");
                        }
                    }
                }
            }
        }
    }
}

#[test]
fn translation_moves_every_bit() {
    for x in 0..64 {
        let word = 0x8000_1234_0F1E_2D3C;
        let moved: u64 =
            (0..64).filter(|b| (word >> b) & 1 == 1).map(|b: u32| 1u64 << (b ^ x)).sum();
        let mut to = [0];
        or_translated(&mut to, &[word], x);
        assert_eq!(to, [moved]);
    }
}

#[test]
fn a_small_set_moves_into_a_large_one() {
    let mut to = [0; 4];
    or_translated(&mut to, &[1 << 5 | 1], 200);
    let members: Vec<u32> = (0..256).filter(|&v| contains(&to, v)).collect();
    assert_eq!(members, [200, 205]);
    insert(&mut to, 64);
    assert!(contains(&to, 64) && !contains(&to, 1 << 20));
}

/// All divisions into parts of at least `least`.
fn divisions(tokens: usize, least: usize, all: &mut Vec<Vec<usize>>, now: &mut Vec<usize>) {
    if tokens == 0 {
        all.push(now.clone());
    }
    for part in least..=tokens {
        now.push(part);
        divisions(tokens - part, part, all, now);
        now.pop();
    }
}

#[test]
fn sets_are_those_of_all_divisions() {
    let budget = Budget::unlimited();
    let digits = Digits::of(&"0.{2,3,5}{4+}".parse().unwrap()).unwrap();
    let values: Vec<u32> = (0..14).map(|n: u32| (n * n * 5 + n) % 11).collect();
    let table = SetTable::values(&digits, &values, &budget).unwrap();
    let climbing = table.climbing(&digits, &values, 3, 1, &budget).unwrap();
    for tokens in 0..values.len() {
        let mut all = Vec::new();
        divisions(tokens, 1, &mut all, &mut Vec::new());
        for heaps in table.levels() {
            let fits = |division: &&Vec<usize>| match heaps {
                HeapCount::Exactly(number) => division.len() == number,
                HeapCount::AtLeast(number) => division.len() >= number,
            };
            let xor = |heaps: &[usize]| heaps.iter().fold(0, |sum, &a| sum ^ values[a]);
            let climbs = |division: &&Vec<usize>| {
                division.iter().any(|&a| a >= 3 && xor(division) ^ values[a] < 2)
            };
            let fitting: Vec<&Vec<usize>> = all.iter().filter(fits).collect();
            for v in 0..16 {
                let some = fitting.iter().any(|division| xor(division) == v);
                assert_eq!(contains(table.set(heaps, tokens), v), some, "{heaps:?} {tokens}");
                let some = fitting.iter().filter(|d| climbs(d)).any(|d| xor(d) == v);
                assert_eq!(contains(climbing.set(heaps, tokens), v), some, "{heaps:?} {tokens}");
            }
        }
    }
}
