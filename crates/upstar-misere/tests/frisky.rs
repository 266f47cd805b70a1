//! Frisky positions with few heaps: the tau tables of .3102, and labels against search.
#![allow(clippy::unwrap_used)]

use serde_json::Value;
use upstar_base::Budget;
use upstar_misere::decomposition::eventually::Nest;
use upstar_misere::decomposition::frisky::{FewHeaps, NoLabels, Tau};
use upstar_misere::decomposition::label;
use upstar_misere::genus::Genera;
use upstar_rules::heap::code::HeapCode;

fn table() -> Value {
    upstar_testing::golden::read("misere/pl-.3102-tau.json")
}

fn taus(heaps: usize) -> Nest<Tau> {
    let code: HeapCode = ".3102".parse().unwrap();
    FewHeaps::new(&code, heaps, &Budget::unlimited()).unwrap().taus(5).unwrap()
}

/// Every cell of a figure; later columns and rows repeat those given.
fn compare(taus: &Nest<Tau>, before: &[usize], figure: &Value) -> usize {
    let figure = figure.as_object().unwrap();
    for (x, expected) in figure {
        let place: Vec<usize> =
            before.iter().copied().chain([x.parse::<usize>().unwrap()]).collect();
        assert_eq!(taus.at(&place).unwrap().to_string(), expected.as_str().unwrap(), "{place:?}");
    }
    figure.len()
}

#[test]
fn tau_tables() {
    let table = table();
    let (two, three) = (taus(2), taus(3));
    let mut cells = compare(&two, &[], &table["two_heap"]);
    for t in [1usize, 2, 6, 7] {
        cells += compare(&three, &[t], &table[format!("three_heap_t{t}")]);
    }
    assert_eq!(cells, 16 + 25 + 50 + 25 + 50);
    // Figures 66 and 67, and the claim that nothing is frisky when t is a multiple of 5.
    for (t, row) in [(3, [6, 6, 0, 0, 2]), (4, [0, 0, 12, 9, 3]), (5, [0; 5])] {
        for t in [t, t + 5, t + 500] {
            for s in 0..40 {
                let tau = three.at(&[t, s]).unwrap().to_string();
                assert_eq!(tau, row[s % 5].to_string(), "{t} {s}");
            }
        }
    }
    // Figures 64 and 65 do not depend on t from 6 and 7 on.
    for t in [6, 7] {
        for s in 0..100 {
            assert_eq!(three.at(&[t, s]), three.at(&[t + 5, s]));
            assert_eq!(three.at(&[t, s]), three.at(&[t + 5000, s]));
        }
    }
    let Nest::Row(by_smallest) = &two else { panic!("two heaps have one coordinate") };
    assert_eq!((by_smallest.start(), by_smallest.period()), (3, 5));
    let Nest::Row(by_smallest) = &three else { panic!("three heaps have two coordinates") };
    assert_eq!((by_smallest.start(), by_smallest.period()), (3, 5));
}

#[test]
fn errors_of_the_figures() {
    let (two, three) = (taus(2), taus(3));
    // Figure 62 as printed, under the columns 0 to 4: right for t = 1 to 5 and so on.
    let printed = ["16_24", "2_18", "6", "6", "0", "0", "2", "6", "6", "0"];
    let at = |t: usize| two.at(&[t]).unwrap().to_string();
    assert!((0..10).all(|t| at(t + 1) == printed[t]));
    assert!((0..10).any(|t| at(t) != printed[t]));
    // Figure 65: each wrong entry is right for t = 7, and there are no more.
    let mut wrong = 0;
    for error in table()["discrepancies"].as_array().unwrap() {
        let Some(s) = error["s"].as_u64() else { continue };
        wrong += 1;
        let at = |t: usize| three.at(&[t, s as usize]).unwrap().to_string();
        assert_eq!(at(2), error["computed"].as_str().unwrap());
        assert_eq!(at(7), error["printed"].as_str().unwrap());
    }
    let differ = (0..200).filter(|&s| three.at(&[2, s]) != three.at(&[7, s])).count();
    assert_eq!((wrong, differ), (8, 8));
}

#[test]
fn labels_against_search() {
    let budget = Budget::unlimited();
    for code in [".3102", ".3101", ".123", ".1232", ".0123", ".32", ".3312", ".2", ".02", ".1"] {
        let most = if code.len() > 3 { 3 } else { 4 };
        let code: HeapCode = code.parse().unwrap();
        let mut genera = Genera::new(code.clone());
        let mut frisky = 0;
        for heaps in 1..=most {
            let labels = FewHeaps::new(&code, heaps, &budget).unwrap();
            label::each_position(&mut genera, 30, &budget, &mut |sizes, label| {
                if sizes.len() <= heaps {
                    assert_eq!(labels.label(sizes), Some(label), "{code} {sizes:?}");
                    frisky += usize::from(label.is_frisky());
                } else {
                    assert_eq!(labels.label(sizes), None);
                }
                Ok(())
            })
            .unwrap();
        }
        assert!(frisky > 0);
    }
}

#[test]
fn games_of_another_kind_are_refused() {
    let budget = Budget::unlimited();
    for code in [".77", "grundy", "sub(squares)", "4.0"] {
        let code: HeapCode = code.parse().unwrap();
        assert_eq!(FewHeaps::new(&code, 2, &budget).unwrap_err(), NoLabels::Splits, "{code}");
    }
    let code: HeapCode = ".3102".parse().unwrap();
    for heaps in [0, 6, usize::MAX] {
        assert_eq!(FewHeaps::new(&code, heaps, &budget).unwrap_err(), NoLabels::Heaps);
    }
}
