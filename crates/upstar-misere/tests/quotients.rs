//! Quotients against the table of known ones, and against play by the definition.
#![allow(clippy::unwrap_used)]

use proptest::prelude::*;
use serde_json::Value;
use std::collections::HashMap;
use upstar_base::Budget;
use upstar_misere::quotient::{End, Quotient, solve};
use upstar_rules::heap::code::HeapCode;

const TABLE: &str = "misere/quotients.json";

fn number(value: &Value) -> u64 {
    value.as_u64().unwrap()
}

fn numbers(value: &Value) -> Vec<u64> {
    value.as_array().unwrap().iter().map(number).collect()
}

/// The class of `h1+h3+h3` or `0`; `None` if a heap is not covered.
fn class(quotient: &Quotient, element: &Value) -> Option<u16> {
    let heaps = element.as_str().unwrap().split('+').filter(|term| *term != "0");
    let heaps = heaps.map(|term| (term[1..].parse().unwrap(), 1));
    quotient.class_of_sum(heaps)
}

/// Are the tables the same when elements are matched by the sums that represent them?
fn isomorphic(quotient: &Quotient, row: &Value) {
    let Some(elements) = row["elements"].as_array() else { return };
    let monoid = quotient.monoid();
    let image: Vec<Option<u16>> = elements.iter().map(|element| class(quotient, element)).collect();
    // Two elements of .355 are named by a heap beyond its range.
    let nameless = image.iter().filter(|x| x.is_none()).count();
    assert_eq!(nameless, if row["game"] == ".355" { 2 } else { 0 }, "{}", row["game"]);
    let mut all: Vec<u16> = image.iter().flatten().copied().collect();
    all.sort_unstable();
    all.dedup();
    assert_eq!(all.len() + nameless, monoid.order(), "{}", row["game"]);
    let p = numbers(&row["Pset"]);
    for (x, class) in (0u64..).zip(&image) {
        if let Some(class) = class {
            assert_eq!(p.contains(&x), monoid.is_p(*class), "{} {x}", row["game"]);
        }
    }
    for (heap, &x) in (1..).zip(&numbers(&row["phi"])) {
        assert_eq!(quotient.class(heap), image[x as usize], "{} {heap}", row["game"]);
    }
    for (x, products) in row["mul"].as_array().into_iter().flatten().enumerate() {
        for (y, z) in numbers(products).into_iter().enumerate() {
            let product = monoid.times(image[x].unwrap(), image[y].unwrap());
            assert_eq!(Some(product), image[z as usize], "{} {x} {y}", row["game"]);
        }
    }
}

#[test]
fn the_table_of_known_quotients() {
    let table: Value = upstar_testing::golden::read(TABLE);
    let rows = table["rows"].as_array().unwrap();
    assert_eq!(rows.len(), 29);
    for row in rows {
        let code: HeapCode = row["game"].as_str().unwrap().parse().unwrap();
        let complete = row["complete_for_all_heaps"].as_bool().unwrap();
        let heaps = number(&row["heaps_verified"]);
        let limit = if complete { 1000 } else { heaps as u32 };
        let quotient = solve(&code, limit, &Budget::unlimited());
        assert_eq!(quotient.monoid().order() as u64, number(&row["order"]), "{code}");
        let end = if complete {
            End::Complete { preperiod: number(&row["n0"]), period: number(&row["period"]) }
        } else {
            End::Heaps
        };
        assert_eq!(*quotient.end(), end, "{code}");
        if let Some(p) = row["P_count"].as_u64() {
            assert_eq!(quotient.monoid().p_portion().len() as u64, p, "{code}");
        }
        let orders = numbers(&row["order_by_heap"]);
        let known = quotient.orders().iter().map(|&order| u64::from(order));
        assert!(known.zip(&orders).all(|(a, &b)| a == b), "{code}");
        isomorphic(&quotient, row);
    }
}

#[test]
fn dawsons_kayles_to_heap_31() {
    let quotient = solve(&".07".parse().unwrap(), 31, &Budget::unlimited());
    let order = |heap: usize| quotient.orders()[heap - 1];
    assert_eq!([2, 4, 10, 14, 25, 27, 30, 31].map(order), [2, 6, 12, 24, 144, 176, 360, 520]);
    assert_eq!([13, 24, 26, 29].map(order), [12, 24, 144, 176]);
    let sum = [21, 17, 12, 10, 7, 4].map(|heap| (heap, 1));
    assert!(quotient.monoid().is_p(quotient.class_of_sum(sum).unwrap()));
}

/// About a minute: `cargo test --release -p upstar-misere --test all quotients -- --ignored`.
#[test]
#[ignore = "takes about a minute"]
fn large_partial_quotients() {
    for (code, heap, order) in [
        (".07", 33, 638),
        (".316", 18, 3760),
        (".357", 112, 684),
        (".54", 97, 504),
        ("4.7", 58, 1414),
        (".171", 20, 560),
        (".14", 21, 96),
        (".06", 16, 48),
    ] {
        let quotient = solve(&code.parse().unwrap(), heap, &Budget::unlimited());
        assert_eq!((quotient.heaps(), quotient.monoid().order()), (heap, order), "{code}");
    }
}

/// Misère play by the definition: a position is N if it has no move, or a move to P.
fn is_p(code: &HeapCode, position: &[u32], memo: &mut HashMap<Vec<u32>, bool>) -> bool {
    if let Some(&known) = memo.get(position) {
        return known;
    }
    let (mut moves, mut wins) = (false, false);
    for i in 0..position.len() {
        for option in code.options(position[i]) {
            moves = true;
            let mut next = position.to_vec();
            next.remove(i);
            next.extend(option);
            next.sort_unstable();
            wins = wins || is_p(code, &next, memo);
        }
    }
    let answer = moves && !wins;
    memo.insert(position.to_vec(), answer);
    answer
}

fn codes() -> impl Strategy<Value = HeapCode> {
    let digits = prop::collection::vec(0u64..8, 1..5);
    let code = |(first, digits): (bool, Vec<u64>)| {
        let bits: Vec<u64> = std::iter::once(4 * u64::from(first)).chain(digits).collect();
        HeapCode::from_bits(&bits).unwrap()
    };
    (any::<bool>(), digits).prop_map(code)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(120))]

    #[test]
    fn outcomes_agree_with_play_by_the_definition(
        code in codes(),
        sums in prop::collection::vec(prop::collection::vec(1u32..13, 1..6), 12),
    ) {
        let budget = Budget::new(Some(std::time::Duration::from_millis(200)), None);
        let quotient = solve(&code, 40, &budget);
        let mut memo = HashMap::new();
        for mut sum in sums {
            sum.sort_unstable();
            while sum.iter().sum::<u32>() > 22 {
                sum.pop();
            }
            let heaps = sum.iter().map(|&heap| (u64::from(heap), 1));
            if let Some(class) = quotient.class_of_sum(heaps) {
                let truth = is_p(&code, &sum, &mut memo);
                prop_assert_eq!(quotient.monoid().is_p(class), truth, "{} {:?}", &code, sum);
            }
        }
    }

    /// Heaps that were found congruent are interchangeable in any sum.
    #[test]
    fn congruent_heaps_are_interchangeable(code in codes(), rest in prop::collection::vec(1u32..8, 0..4)) {
        let budget = Budget::new(Some(std::time::Duration::from_millis(200)), None);
        let quotient = solve(&code, 10, &budget);
        let mut memo = HashMap::new();
        let mut first: HashMap<u16, u32> = HashMap::new();
        for heap in 1..=quotient.heaps() {
            let class = quotient.class(u64::from(heap)).unwrap();
            let other = *first.entry(class).or_insert(heap);
            let mut outcome = |heap: u32| {
                let mut sum = rest.clone();
                sum.push(heap);
                sum.sort_unstable();
                is_p(&code, &sum, &mut memo)
            };
            let rest_known = rest.iter().all(|&heap| heap <= quotient.heaps());
            if rest_known {
                prop_assert_eq!(outcome(heap), outcome(other), "{} {} {}", &code, heap, other);
            }
        }
    }
}

/// The complete solutions that must be found, with certificates that are accepted.
#[test]
fn complete_solutions_are_certified() {
    for (text, order, period) in [
        (".77", 40, 12),
        (".75", 8, 2),
        (".0122", 20, 7),
        (".0123", 20, 7),
        (".1023", 20, 7),
        (".1033", 20, 7),
        (".1231", 20, 5),
        (".1232", 46, 6),
        (".1321", 20, 5),
        (".1323", 46, 6),
        (".2012", 20, 5),
        (".351", 22, 8),
        (".353", 6, 2),
        (".373", 10, 28),
        (".147", 10, 8),
        (".52", 6, 4),
        ("4.3", 6, 2),
    ] {
        let code: HeapCode = text.parse().unwrap();
        let quotient = solve(&code, 1000, &Budget::unlimited());
        assert_eq!(quotient.monoid().order(), order, "{text}");
        assert!(
            matches!(quotient.end(), End::Complete { period: p, .. } if *p == period),
            "{text}"
        );
        let certificate = quotient.certificate(&code);
        let verdict = upstar_proof::check(&certificate, &Budget::unlimited());
        assert!(verdict.is_verified(), "{text}: {verdict}");
        let tame = [".353", ".373", ".147", ".52", "4.3"].contains(&text);
        assert_eq!(quotient.is_tame(), tame, "{text}");
        // Theorem of Plambeck and Siegel: one P-element in the kernel.
        let kernel = quotient.monoid().kernel();
        assert_eq!(kernel.iter().filter(|&&x| quotient.monoid().is_p(x)).count(), 1, "{text}");
    }
}

#[test]
fn partial_quotients_are_certified() {
    for (text, heaps) in [(".07", 27), (".316", 10), ("4.7", 25), ("grundy", 20), (".3F", 10)] {
        let code: HeapCode = text.parse().unwrap();
        let quotient = solve(&code, heaps, &Budget::unlimited());
        let verdict = upstar_proof::check(&quotient.certificate(&code), &Budget::unlimited());
        assert!(verdict.is_verified(), "{text}: {verdict}");
    }
}

#[test]
fn the_smallest_wild_quotient_has_the_relations_of_the_literature() {
    let quotient = solve(&".75".parse().unwrap(), 1000, &Budget::unlimited());
    let presentation = quotient.presentation();
    assert_eq!(presentation.generators.len(), 3);
    assert!(presentation.relations.len() <= 5, "{}", presentation.text(100));
    assert_eq!(presentation.normal.len(), 8);
}

/// Allemang's rule for Knots (4.7), as `upstar misere solve 4.7` tells it.
fn knots(sum: &[u64]) -> bool {
    let largest = sum.iter().copied().max().unwrap_or(0) as i64;
    let w = |n: i64| if n > 6 { n - 6 } else { i64::from(n == 5) };
    let t = |n: i64| if n > 3 { n - 3 } else { i64::from(n == 2) };
    let odd = sum.iter().filter(|n| *n % 2 == 1).count();
    let even = sum.len() - odd;
    if sum.iter().all(|n| [1, 3].contains(n)) {
        return sum.len() % 2 == 1;
    }
    let others: i64 = sum.iter().map(|&n| t(n as i64)).sum::<i64>() - t(largest);
    match w(largest) - others {
        a if a <= 0 => even.is_multiple_of(2) && odd.is_multiple_of(2),
        1 => false,
        _ => even % 2 == 1 && odd % 2 == 1,
    }
}

#[test]
fn allemangs_rule_for_knots_agrees_with_the_quotient() {
    let quotient = solve(&"4.7".parse().unwrap(), 14, &Budget::unlimited());
    let mut sums: Vec<Vec<u64>> = vec![vec![]];
    for _ in 0..5 {
        let longer: Vec<Vec<u64>> = sums
            .iter()
            .flat_map(|sum| {
                let least = sum.last().copied().unwrap_or(1);
                (least..=14).map(|n| sum.iter().copied().chain([n]).collect())
            })
            .collect();
        for sum in &longer {
            let class = quotient.class_of_sum(sum.iter().map(|&n| (n, 1))).unwrap();
            assert_eq!(quotient.monoid().is_p(class), knots(sum), "{sum:?}");
        }
        sums = longer;
    }
}

/// Quotients of single games born by day 4 agree with sums of canonical forms.
#[test]
fn quotients_of_single_games() {
    use upstar_misere::form::Forms;
    use upstar_misere::quotient::QuotientOfGames;
    let budget = Budget::unlimited();
    let mut forms = Forms::new(Budget::unlimited().into());
    let heaps: Vec<_> = (0..4).map(|n| forms.nim_heap(n).unwrap()).collect();
    for choice in 1u32..16 {
        let options: Vec<_> = (0..4).filter(|i| choice >> i & 1 == 1).map(|i| heaps[i]).collect();
        let game = forms.make(&options).unwrap();
        let found = QuotientOfGames::new(&forms, &[game], &budget);
        assert_eq!(*found.quotient.end(), End::Heaps);
        let followers = found.followers.clone();
        for &a in &followers {
            for &b in &followers {
                let ab = forms.add(a, b).unwrap();
                let sum = forms.add(ab, game).unwrap();
                let monoid = found.quotient.monoid();
                let class =
                    [a, b, game].iter().fold(0, |x, &g| monoid.times(x, found.class(g).unwrap()));
                assert_eq!(monoid.is_p(class), forms.is_previous_win(sum), "{choice}");
            }
        }
    }
}
