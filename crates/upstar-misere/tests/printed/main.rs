//! The tables of the literature as they were printed: where they are right, and that they are
//! wrong exactly where `golden/misere/` says so.
#![allow(clippy::unwrap_used)]

mod allemang;

use serde_json::Value;
use std::collections::BTreeSet;
use upstar_base::Budget;
use upstar_misere::decomposition::{knots, label};
use upstar_misere::form::{Form, Forms};
use upstar_misere::genus::{Genera, Genus, first_sums};
use upstar_misere::heaps::{PartForms, Parts};

fn table(name: &str) -> Value {
    upstar_testing::golden::read(&format!("misere/{name}.json"))
}

fn all_tables() -> Vec<(String, Value)> {
    upstar_testing::golden::all("misere")
}

fn numbers(value: &Value) -> Vec<u64> {
    value.as_array().unwrap().iter().map(|n| n.as_u64().unwrap()).collect()
}

fn game(name: &str) -> Genera {
    match name {
        "dimminus" => Genera::over(Parts::of(|n: u32| {
            (1..n).filter(|d| n.is_multiple_of(*d)).map(|d| vec![n - d]).collect()
        })),
        "squares" => Genera::new("sub(squares)".parse().unwrap()),
        "rulers" => Genera::over(Parts::of(|n: u32| {
            let mut options: Vec<Vec<u32>> = (1..=n / 2).map(|a| vec![a, n - a]).collect();
            if n.is_multiple_of(2) && n > 0 {
                options.push(vec![n / 2]);
            }
            options
        })),
        code => Genera::new(code.parse().unwrap()),
    }
}

fn sum(genera: &mut Genera, heaps: &[u64]) -> Genus {
    let heaps: Vec<(u32, u32)> = heaps.iter().filter(|&&n| n > 0).map(|&n| (n as u32, 1)).collect();
    let word = genera.sum(&heaps, &Budget::unlimited()).unwrap();
    genera.of(&word, &Budget::unlimited()).unwrap()
}

/// What a genus in the short form of Winning Ways stands for: a bare number is a nim-heap, one
/// superscript a tame or restive game.
fn expand(text: &str) -> Option<Genus> {
    let Some((base, above)) = text.split_once('^') else {
        return Some(Genus::nim_heap(text.parse().ok()?));
    };
    let g: u32 = base.parse().ok()?;
    if base == above {
        return Genus::new(g, &[g, g ^ 2]);
    }
    let y: u32 = above.trim_matches(['[', ']']).parse().ok()?;
    if above.len() > 1 && !above.starts_with('[') {
        return text.parse().ok();
    }
    match (g, y) {
        (0, 1) => Some(Genus::nim_heap(0)),
        (1, 0) => Some(Genus::nim_heap(1)),
        (g, y) if g == y => Genus::new(g, &[g, g ^ 2]),
        (0 | 1, 2 | 3) => Genus::new(g, &[y, y ^ 2]),
        (0, y) => Genus::new(0, &[y, 2, 0]),
        (1, y) => Genus::new(1, &[y, 3, 1]),
        _ => None,
    }
}

#[test]
fn printed_heaps() {
    let (mut files, mut cells, mut wrong) = (0, 0, 0);
    for (name, table) in all_tables() {
        let (Some(start), Some(expanded)) =
            (table["start"].as_u64(), table["printed_expanded"].as_array())
        else {
            continue;
        };
        files += 1;
        let mut genera = game(table["game"].as_str().unwrap());
        let mut errors = BTreeSet::new();
        for ((printed, expanded), n) in
            table["printed"].as_array().unwrap().iter().zip(expanded).zip(start..)
        {
            let Some(expanded) = expanded.as_str() else { continue };
            let expanded: Genus = expanded.parse().unwrap();
            if let Some(read) = printed.as_str().and_then(expand) {
                assert_eq!(read, expanded, "{name} {n}");
            }
            cells += 1;
            if sum(&mut genera, &[n]) != expanded {
                errors.insert(n);
            }
        }
        let known = table["discrepancies"].as_array().unwrap();
        let known: BTreeSet<u64> = known.iter().map(|error| error["n"].as_u64().unwrap()).collect();
        assert_eq!(errors, known, "{name}");
        wrong += errors.len();
    }
    assert!(files >= 80 && cells >= 1800 && wrong == 8, "{files} {cells} {wrong}");
}

#[test]
fn printed_sums() {
    let (mut cells, mut wrong) = (0, 0);
    for (name, table) in all_tables() {
        let (Some(code), Some(printed), true) =
            (table["game"].as_str(), table["printed"].as_object(), table["classes"].is_object())
        else {
            continue;
        };
        let mut genera = game(code);
        let mut errors = BTreeSet::new();
        for (position, text) in printed {
            let heaps: Vec<u64> = position.split('+').map(|n| n.parse().unwrap()).collect();
            // Decorated texts are told from the computed value in the table.
            let Some(printed) = text.as_str().and_then(expand) else { continue };
            cells += 1;
            if sum(&mut genera, &heaps) != printed {
                errors.insert(heaps);
            }
        }
        let known = table["discrepancies"].as_array().unwrap();
        let known: BTreeSet<Vec<u64>> = known.iter().map(|error| numbers(&error["pos"])).collect();
        assert_eq!(errors, known, "{name}");
        wrong += errors.len();
    }
    assert!(cells >= 240 && wrong == 4, "{cells} {wrong}");
}

/// Heaps of several games in one store of canonical forms.
#[derive(Default)]
struct Shelf {
    forms: Forms,
    codes: std::collections::HashMap<String, (Parts, PartForms)>,
}

impl Shelf {
    fn heap(&mut self, code: &str, n: u32) -> Form {
        let new = || (Parts::new(code.parse().unwrap()), PartForms::default());
        let (parts, part_forms) = self.codes.entry(code.to_owned()).or_insert_with(new);
        parts.extend(n, &Budget::unlimited()).unwrap();
        let word = parts.heap(n).clone();
        part_forms.of(parts, &mut self.forms, &word).unwrap()
    }

    fn genus(&mut self, code: &str, n: u32) -> Genus {
        let form = self.heap(code, n);
        self.forms.genus(form).unwrap()
    }
}

#[test]
fn identities_between_quaternary_games() {
    let table = table("pl-identities");
    let mut shelf = Shelf::default();
    let mut checked = 0;
    for row in table["rows"].as_array().unwrap() {
        let claim = row["claim"].as_str().unwrap();
        let cycle = |tr: &'static [u32]| {
            let p = tr.len() as u32;
            move |n: u32| (n - 1) / p * p + tr[((n - 1) % p) as usize]
        };
        let words: Vec<&str> = claim.split(['=', '(', ')', ':', ' ', '?']).collect();
        let (first, second, place): (&str, &str, Box<dyn Fn(u32) -> u32>) = match claim {
            c if c.starts_with(".1032(7k") => {
                (".1032", ".1033", Box::new(cycle(&[3, 2, 1, 7, 6, 5, 4])))
            }
            c if c.starts_with(".123(5k") => (".123", ".1331", Box::new(cycle(&[1, 5, 4, 3, 2]))),
            c if c.starts_with(".2012(5k") => (".2012", ".123", Box::new(cycle(&[2, 5, 3, 6, 9]))),
            c if c.starts_with(".201 first") => (".31", ".201", Box::new(|n| n + 1)),
            c if c.starts_with(".211 first") => (".31", ".211", Box::new(|n| n + 1)),
            c if c.starts_with(".1321(n+1)") => (".123", ".1321", Box::new(|n| n + 1)),
            c if c.starts_with(".1323(n)=.1323(n+1)") => (".1323", ".1323", Box::new(|n| n + 1)),
            c if c.starts_with(".1323(n)=") => {
                let second = words.iter().filter(|word| word.starts_with('.')).nth(1).unwrap();
                let shift: i64 =
                    words.iter().find_map(|w| w.strip_prefix('n')?.parse().ok()).unwrap();
                (".1323", second, Box::new(move |n| (i64::from(n) + shift) as u32))
            }
            _ => (words[0], words[1], Box::new(|n| n)),
        };
        // The claims about .1323 are for n >= 2.
        let equal = |shelf: &mut Shelf| {
            (2..=40).all(|n| shelf.genus(first, n) == shelf.genus(second, place(n)))
        };
        assert_eq!(Value::from(equal(&mut shelf)), row["verified"], "{claim}");
        checked += 1;
    }
    assert_eq!(checked, 19);
    // A game that tells heaps 6 and 11 of .123 apart, though they have one symbol there.
    let t = shelf.forms.read("(2_+ 3) (2_+ 2 0) 3 1");
    let t = t.unwrap();
    let mut with = |n: u32| {
        let heap = shelf.heap(".123", n);
        let sum = shelf.forms.add(heap, t).unwrap();
        shelf.forms.genus(sum).unwrap().to_string()
    };
    assert_eq!(with(0), table["T"]["genus"].as_str().unwrap());
    assert_eq!(with(6), table["T"]["h6T"].as_str().unwrap());
    assert_eq!(with(11), table["T"]["h11T"].as_str().unwrap());
}

#[test]
fn shifts_in_the_guide_to_table_five() {
    let budget = Budget::unlimited();
    let mut claims = 0;
    for row in table("ww13-guide")["rows"].as_array().unwrap() {
        let Some(claim) = row["claim"].as_str() else {
            // The other rows: what is printed begins the computed values.
            if let (Some(printed), Some(computed)) =
                (row["printed"].as_str(), row["computed"].as_str())
            {
                assert!(computed.starts_with(printed), "{row}");
            }
            continue;
        };
        let (first, second) = claim.split_once(" vs ").unwrap();
        let (mut a, mut b) = (game(first), game(second));
        let shifts: Vec<u64> = (0..3u32)
            .filter(|s| {
                (1..=30).all(|n| a.heap(n + s, &budget).unwrap() == b.heap(n, &budget).unwrap())
            })
            .map(u64::from)
            .collect();
        assert_eq!(shifts, numbers(&row["shift_ok"]), "{claim}");
        claims += 1;
    }
    assert_eq!(claims, 16);
}

#[test]
fn quaternary_games_with_three_digits() {
    let budget = Budget::unlimited();
    let table = table("pl-quaternary-4digit");
    let tame = |genus: &Genus| {
        let (g, y) = (genus.base(), genus.exponents());
        matches!((g, y), (0, [1, 2, 0]) | (1, [0, 3, 1]))
            || *genus == Genus::new(g, &[g, g ^ 2]).unwrap()
    };
    let (mut others, mut wild) = (Vec::new(), serde_json::Map::new());
    for digits in 0..48u32 {
        let code = format!(".{}{}{}", digits / 12, digits / 3 % 4, digits % 3 + 1);
        let mut genera = game(&code);
        let heaps: Vec<Genus> = (0..=40).map(|n| genera.heap(n, &budget).unwrap()).collect();
        let nim = (1..=40).all(|n| {
            let word = genera.parts().heap(n);
            genera.parts().as_nim_heap(word).is_some()
        });
        if !nim {
            others.push(code.clone());
        }
        if let Some(n) = heaps.iter().position(|genus| !tame(genus)) {
            wild.insert(code, serde_json::json!([heaps[n].to_string(), n]));
        }
    }
    assert_eq!(Value::from(others.clone()), table["three_digit_nonnim_computed"]);
    assert_eq!(Value::from(others), table["three_digit_nonnim_printed"]);
    assert_eq!(Value::from(wild), table["three_digit_wild_computed"]);
    assert_eq!(table["printed"], table["computed"]);
}

#[test]
fn genera_of_3102_in_order() {
    let table = table("pl-.3102-genera");
    let found = first_sums(&mut game(".3102"), 32, &Budget::unlimited()).unwrap();
    let computed = table["computed"].as_object().unwrap();
    assert_eq!(found.len(), 28);
    for first in &found {
        let row = &computed[&first.genus.to_string()];
        assert_eq!(u64::from(first.tokens), row["tokens"].as_u64().unwrap(), "{first:?}");
        assert_eq!(first.heaps.iter().sum::<u32>(), first.tokens);
    }
    // Printed in the order of first occurrence, 1 before 0.
    let printed: Vec<&str> =
        table["printed"].as_array().unwrap().iter().map(|g| g.as_str().unwrap()).collect();
    let tokens: Vec<u64> =
        printed.iter().map(|g| computed[*g]["tokens"].as_u64().unwrap()).collect();
    assert_eq!((printed.len(), &tokens[..2]), (28, &[1, 0][..]));
    assert!(tokens[2..].is_sorted());
}

/// Plambeck's rule for 4.7, with the bound on the weight in the last row of PN given.
fn plambeck(heaps: &[u32], last_row: u32) -> Option<&'static str> {
    let weight = |n: u32| match n {
        0 | 1 | 3 => 0,
        2 => 1,
        n => n - 3,
    };
    let nim = |heaps: &[u32]| heaps.iter().fold(0, |nim, n| nim ^ if n % 2 == 0 { 2 } else { 1 });
    if heaps.iter().all(|n| [1, 3].contains(n)) {
        return Some(if heaps.len().is_multiple_of(2) { "PN" } else { "NP" });
    }
    let rest = |large: u32| -> Option<(u32, u32)> {
        let place = heaps.iter().position(|&n| n == large)?;
        let mut rest = heaps.to_vec();
        rest.remove(place);
        Some((nim(&rest), rest.iter().map(|&n| weight(n)).sum()))
    };
    for &n in heaps {
        let (nim, weight) = rest(n)?;
        let label = match (n, nim) {
            (5 | 7, 1) if weight == 0 => "PN",
            (n, 2) if n >= 8 && n % 2 == 0 && weight <= n - 7 => "PN",
            (n, 1) if n >= 9 && n % 2 == 1 && weight <= n - 9 + last_row => "PN",
            (n, 1) if n >= 8 && n % 2 == 0 && weight <= n - 8 => "NP",
            (n, 2) if n >= 9 && n % 2 == 1 && weight <= n - 8 => "NP",
            _ => continue,
        };
        return Some(label);
    }
    None
}

#[test]
fn rules_for_knots() {
    let budget = Budget::unlimited();
    let table_35 = table("pl-sc-4.7");
    let known: BTreeSet<Vec<u64>> = table_35["discrepancies"]
        .as_array()
        .unwrap()
        .iter()
        .map(|error| {
            assert_eq!((&error["claimed"], &error["actual"]), (&Value::Null, &Value::from("PN")));
            let mut heaps = numbers(&error["pos"]);
            heaps.sort_unstable();
            heaps
        })
        .collect();
    assert!(known.contains(&vec![5, 9]) && known.len() > 20);
    let mut genera = game("4.7");
    let tokens = table_35["total_tokens"].as_u64().unwrap() as u32;
    let mut errors = BTreeSet::new();
    label::each_position(&mut genera, tokens, &budget, &mut |heaps, label| {
        let label = label.is_frisky().then(|| label.to_string());
        assert_eq!(plambeck(heaps, 2), label.as_deref(), "{heaps:?}");
        if plambeck(heaps, 1) != label.as_deref() {
            let mut heaps: Vec<u64> = heaps.iter().map(|&n| u64::from(n)).collect();
            heaps.sort_unstable();
            errors.insert(heaps);
        }
        Ok(())
    })
    .unwrap();
    assert!(known.is_subset(&errors), "{} {}", known.len(), errors.len());
    let mut positions = 0;
    label::each_position(&mut genera, 30, &budget, &mut |heaps, label| {
        positions += 1;
        assert_eq!(knots::is_previous_win(heaps), label.misere_p, "{heaps:?}");
        Ok(())
    })
    .unwrap();
    assert_eq!(positions, table("allemang-knots-rule")["positions_tested"]);
}

#[test]
fn other_printed_tables() {
    // Winning Ways, Table 1: the first column holds y.
    let one = table("ww13-table1");
    let mut errors = Vec::new();
    let rows = one["printed"].as_array().unwrap().iter().zip(one["computed"].as_array().unwrap());
    for (y, (printed, computed)) in rows.enumerate() {
        let (printed, computed) = (numbers(printed), numbers(computed));
        assert_eq!((printed[0], printed.len()), (y as u64, computed.len() + 1));
        for (z, (printed, computed)) in printed[1..].iter().zip(&computed).enumerate() {
            if printed != computed {
                let error = serde_json::json!({
                    "y": y, "z": z, "printed": printed, "computed": computed,
                });
                errors.push(error);
            }
        }
    }
    assert_eq!(Value::from(errors), one["discrepancies"]);
    // Wyt Queens: all squares in the short form.
    let queens = table("ww13-wytqueens");
    let rows = |name: &str| queens[name].as_array().unwrap().clone();
    for (printed, computed) in rows("printed").iter().zip(&rows("computed")) {
        for (p, c) in printed.as_array().unwrap().iter().zip(computed.as_array().unwrap()) {
            let plain = p.as_str().unwrap().replace(' ', "^");
            let plain =
                plain.chars().map(|c| match "⁰¹²³⁴⁵⁶⁷⁸⁹".chars().position(|s| s == c)
                {
                    Some(digit) => char::from(b'0' + digit as u8),
                    None => c,
                });
            let read = expand(&plain.collect::<String>()).map(|genus| genus.to_string());
            assert_eq!(read.as_deref(), c.as_str(), "{p}");
        }
    }
    // Allemang's bigger genus sequences: only that of J is damaged.
    let bigger = table("allemang-bigger-genus");
    for (name, printed) in bigger["printed"].as_object().unwrap() {
        let printed = printed.as_array().unwrap();
        let computed = &bigger["computed"][name].as_array().unwrap()[..printed.len()];
        assert_eq!(printed == computed, name != "J", "{name}");
    }
}
