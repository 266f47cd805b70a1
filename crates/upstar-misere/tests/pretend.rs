//! Pretending tables and decompositions against the literature and against search.
#![allow(clippy::unwrap_used)]

use crate::by_definition::frisky;
use serde_json::Value;
use upstar_base::Budget;
use upstar_misere::decomposition::family::{NormalPlay, decompose, nim_values};
use upstar_misere::decomposition::label;
use upstar_misere::genus::{Genera, Genus};
use upstar_misere::knots::Knots;
use upstar_misere::pretend::{MOST_SUMS, Name, Pretension};
use upstar_misere::quotient::solve;

fn table(name: &str) -> Value {
    upstar_testing::golden::read(&format!("misere/{name}.json"))
}

fn keys(text: &str) -> Vec<u32> {
    let inner = text.trim_matches(['(', ')']);
    let numbers = inner.split(',').map(str::trim).filter(|number| !number.is_empty());
    numbers.map(|number| number.parse().unwrap()).collect()
}

const GAMES: [&str; 16] = [
    ".0122",
    ".0123",
    ".1023",
    ".1032",
    ".123",
    ".1232",
    ".3101",
    ".312",
    ".34",
    ".35-heap7",
    ".351",
    ".512",
    ".53",
    ".71",
    ".72",
    ".75",
];

#[test]
fn pretending_tables() {
    let budget = Budget::unlimited();
    for name in GAMES {
        let table = table(&format!("pl-pretend-{name}"));
        let code: upstar_rules::heap::code::HeapCode =
            table["game"].as_str().unwrap().parse().unwrap();
        let symbols = table["symbols"].as_object().unwrap();
        let largest = symbols
            .values()
            .flat_map(|symbol| symbol["heaps"].as_array().unwrap())
            .map(|heap| heap.as_u64().unwrap() as u32)
            .chain(table["adder_heaps"].as_object().unwrap().keys().map(|k| k.parse().unwrap()))
            .max()
            .unwrap();
        let partial = name == ".35-heap7";
        let quotient = solve(&code, if partial { 7 } else { 1000 }, &budget);
        let mut genera = Genera::new(code);
        let pretension =
            Pretension::new(&quotient, &mut genera, largest, MOST_SUMS, &budget).unwrap();
        let most_terms = (name == ".72").then_some(5);
        assert_eq!(pretension.most_terms, most_terms, "{name}");
        assert_eq!(pretension.period.is_some(), !partial, "{name}");
        // Heaps with an adder in the book have it here.
        for (heap, adder) in table["adder_heaps"].as_object().unwrap() {
            let heap: usize = heap.parse().unwrap();
            let adder = adder.as_str().unwrap()[1..].parse().unwrap();
            assert_eq!(pretension.names[heap], Name::Adder(adder), "{name} {heap}");
        }
        let mut firsts = Vec::new();
        for (letter, symbol) in symbols {
            let heaps: Vec<u64> =
                symbol["heaps"].as_array().unwrap().iter().map(|h| h.as_u64().unwrap()).collect();
            firsts.push(heaps[0] as u32);
            let class = quotient.class(heaps[0]).unwrap();
            let (p, s) = (symbol["p"].as_u64().unwrap(), symbol["s"].as_u64().unwrap());
            let (low, high) =
                (quotient.monoid().power(class, s), quotient.monoid().power(class, p + s));
            assert_eq!(low, high, "{name} {letter} ({p},{s})");
            for heap in &heaps {
                // Heaps 11 and 20 of .53 have one symbol in the book, but 14+11 and 14+20 differ.
                let same = quotient.class(*heap).unwrap() == class;
                assert!(same || (name == ".53" && letter == "B"), "{name} {letter} {heap}");
            }
            let minimal = &table["quotient_check"]["minimal_laws_p_s"][letter];
            if let Some(law) = minimal.as_array().filter(|laws| laws.len() == 1) {
                let (s, p) = quotient.monoid().index_and_period(class);
                assert_eq!(law[0], serde_json::json!([p, s]), "{name} {letter}");
            }
        }
        for (key, expected) in table["computed"].as_object().unwrap() {
            let heaps: Vec<(u32, u32)> = firsts.iter().copied().zip(keys(key)).collect();
            let word = genera.sum(&heaps, &budget).unwrap();
            let genus = genera.of(&word, &budget).unwrap().to_string();
            assert_eq!(genus, expected.as_str().unwrap(), "{name} {key}");
        }
        compare_addition(&pretension, &table, &firsts);
        let worst = table["exceptions"].as_object().unwrap().len();
        // The book has one symbol too few for .53.
        if table["approximator"].is_object() && name != ".53" {
            assert!(pretension.exceptions.len() <= worst, "{name}: {:?}", pretension.exceptions);
        }
    }
}

/// The rows of the addition table that the book's multiplicities lead to.
fn compare_addition(pretension: &Pretension, table: &Value, firsts: &[u32]) {
    let symbol = |&heap: &u32| match pretension.names[heap as usize] {
        Name::Symbol(i) => i,
        Name::Adder(a) => panic!("heap {heap} is the adder :{a}"),
    };
    let places: Vec<usize> = firsts.iter().map(symbol).collect();
    for (key, expected) in table["computed"].as_object().unwrap() {
        let mut counts = vec![0; pretension.symbols.len()];
        for (&place, n) in places.iter().zip(keys(key)) {
            counts[place] += u64::from(n);
        }
        // The laws of the book are sometimes larger than need be.
        let reduced = pretension.symbols.iter().zip(&counts).all(|(s, &n)| n < s.p + s.s);
        let listed = pretension.most_terms.is_none_or(|most| counts.iter().sum::<u64>() <= most);
        let row = pretension.addition.iter().find(|(other, _)| *other == counts);
        assert_eq!(row.is_some(), reduced && listed, "{key}");
        if let Some((_, genus)) = row
            && places.iter().zip(firsts).all(|(&i, &heap)| pretension.symbols[i].heaps[0] == heap)
        {
            assert_eq!(genus.to_string(), expected.as_str().unwrap(), "{key}");
        }
    }
}

/// The genus of a sum of adders and firm nim-heaps as the approximators of the book name them.
fn approximation(stands: &[&Value], counts: &[u32]) -> Genus {
    let (mut twos, mut ones, mut firm) = (0, 0, None);
    for (stand, &n) in stands.iter().zip(counts) {
        match stand.as_u64() {
            Some(adder) => {
                twos += adder as u32 / 2 * n;
                ones += adder as u32 % 2 * n;
            }
            None if n > 0 => {
                let g: u32 = stand.as_str().unwrap()[1..].parse().unwrap();
                firm = Some(firm.unwrap_or(0) ^ if n % 2 == 1 { g } else { 0 });
            }
            None => {}
        }
    }
    let adder = Genus::of_nothing().plus(twos, ones % 2 == 1);
    match firm {
        None => adder,
        Some(g) => {
            let g = g ^ adder.base();
            Genus::new(g, &[g, g ^ 2]).unwrap()
        }
    }
}

/// The approximators of the book fail exactly for the exceptions, and the printed entries are
/// right but for one exception of .35.
#[test]
fn approximators_of_the_book() {
    let (mut approximators, mut printed_cells, mut wrong) = (0, 0, Vec::new());
    for name in GAMES {
        let table = table(&format!("pl-pretend-{name}"));
        let computed = table["computed"].as_object().unwrap();
        if let Some(approximator) = table["approximator"].as_object() {
            approximators += 1;
            let symbols: Vec<&String> = table["symbols"].as_object().unwrap().keys().collect();
            let stands: Vec<&Value> = symbols.iter().map(|&letter| &approximator[letter]).collect();
            // Exceptions are listed as (1, 0, 1) or as A+G.
            let exceptions: Vec<Vec<u32>> = table["exceptions"]
                .as_object()
                .unwrap()
                .keys()
                .map(|key| {
                    if key.starts_with('(') {
                        keys(key)
                    } else {
                        let count = |s: &&String| key.split('+').filter(|t| t == s).count() as u32;
                        symbols.iter().map(count).collect()
                    }
                })
                .collect();
            for (key, genus) in computed {
                let right = approximation(&stands, &keys(key)).to_string() == *genus;
                assert_eq!(right, !exceptions.contains(&keys(key)), "{name} {key} {genus}");
            }
        }
        let exceptions = table["exceptions"].as_object();
        for (key, genus) in table["printed"].as_object().into_iter().chain(exceptions).flatten() {
            let Some(computed) = computed.get(key) else { continue };
            printed_cells += 1;
            if genus != computed {
                wrong.push((name, key.clone(), genus.clone(), computed.clone()));
            }
        }
    }
    assert!(approximators >= 8 && printed_cells > 50, "{approximators} {printed_cells}");
    let error = (".35-heap7", "(1, 0, 1, 1)".to_owned(), "3^02".into(), "3^20".into());
    assert_eq!(wrong, [error]);
}

#[test]
fn decompositions() {
    let budget = Budget::unlimited();
    for (file, tokens, repeats) in [("pl-sc-.75", 30, (1, 2)), ("ww13-sc-kayles", 32, (71, 12))] {
        let table = table(file);
        let code: upstar_rules::heap::code::HeapCode =
            table["game"].as_str().unwrap().parse().unwrap();
        let quotient = solve(&code, 1000, &budget);
        let mut genera = Genera::new(code);
        let values = nim_values(&mut genera, 300, &budget).unwrap();
        let normal = NormalPlay { values: &values, repeats: Some(repeats) };
        let families = decompose(&quotient, &normal, &budget).unwrap();
        assert_eq!(families.heaps, None);
        label::each_position(&mut genera, tokens, &budget, &mut |heaps, label| {
            let expected = label.is_frisky().then_some(label);
            assert_eq!(frisky(&families, heaps), expected, "{file} {heaps:?}");
            Ok(())
        })
        .unwrap();
    }
}

#[test]
fn counts_of_labels() {
    let budget = Budget::unlimited();
    let knots = Knots::find(&"4.7".parse().unwrap(), &budget).unwrap().unwrap();
    for file in ["pl-sc-.75", "pl-sc-4.7-corrected", "ww13-sc-kayles"] {
        let table = table(file);
        let mut genera = Genera::new(table["game"].as_str().unwrap().parse().unwrap());
        let tokens = table["total_tokens"].as_u64().unwrap() as u32;
        let mut total = 0;
        let counts = label::each_position(&mut genera, tokens, &budget, &mut |heaps, label| {
            total += 1;
            if table["game"] == "4.7" {
                let sum = knots.sum(heaps.iter().map(|&heap| (heap, 1)));
                assert_eq!(sum.is_previous_win(), label.misere_p, "{heaps:?}");
            }
            Ok(())
        })
        .unwrap();
        let expected = &table["counts"];
        let computed = serde_json::json!({
            "PN": counts.pn, "NP": counts.np, "NN": counts.nn, "PP": counts.pp,
        });
        for key in ["PN", "NP", "NN", "PP"] {
            assert_eq!(computed[key], expected[key], "{file} {key} {total}");
        }
    }
}
