//! The tables of the literature: the computed values of `golden/misere/`.
#![allow(clippy::unwrap_used)]

use serde_json::Value;
use upstar_base::Budget;
use upstar_misere::class::{Classifier, WordPositions};
use upstar_misere::genus::{Blurry, Genera, Genus};
use upstar_misere::heaps::{Parts, Word};
use upstar_testing::golden;

fn table(name: &str) -> Value {
    golden::read(&format!("misere/{name}"))
}

fn all_tables() -> Vec<(String, Value)> {
    golden::all("misere")
}

/// A game by the name it has in the tables.
fn game(name: &str) -> Genera {
    let divisors = |n: u32| (1..n).filter(move |d| n.is_multiple_of(*d));
    match name {
        "dimminus" => Genera::over(Parts::of(move |n| divisors(n).map(|d| vec![n - d]).collect())),
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

fn heaps(position: &str) -> Vec<(u32, u32)> {
    let sizes = position.split('+').map(|size| size.parse().unwrap());
    sizes.filter(|&size| size > 0).map(|size: u32| (size, 1)).collect()
}

/// A word in terms of adders and of the heaps that introduced its parts: `h7+h12+:2`.
fn value(parts: &Parts, word: &Word) -> String {
    let mut terms = Vec::new();
    for &(part, count) in &word.parts {
        terms.extend((0..count).map(|_| format!("h{}", parts.part_heap(part))));
    }
    if word.twos > 0 || word.one || terms.is_empty() {
        terms.push(format!(":{}", 2 * word.twos + u32::from(word.one)));
    }
    terms.join("+")
}

/// The class without what depends on doubles, which the tables tell by another definition.
fn core(class: &str) -> String {
    let double = ["half", "half-tame", "half-tame?", "tameable"];
    let words = class.split('+').filter(|word| !double.contains(word));
    let words: Vec<&str> = words.collect();
    if words.is_empty() { "wild".to_owned() } else { words.join("+") }
}

#[test]
fn single_heaps() {
    let budget = Budget::unlimited();
    let (mut files, mut entries) = (0, 0);
    for (file, table) in all_tables() {
        let (Some(start), Some(computed)) = (table["start"].as_u64(), table["computed"].as_array())
        else {
            continue;
        };
        files += 1;
        let mut genera = game(table["game"].as_str().unwrap());
        let mut classifier = Classifier::default();
        for (i, expected) in computed.iter().enumerate() {
            let size = start as u32 + i as u32;
            let genus = genera.heap(size, &budget).unwrap();
            assert_eq!(genus.to_string(), expected.as_str().unwrap(), "{file} {size}");
            let word = genera.parts().heap(size).clone();
            let expected = table["computed_value"][i].as_str().unwrap();
            assert_eq!(value(genera.parts(), &word), expected, "{file} {size}");
            let mut words = WordPositions::new(&mut genera, &budget);
            let class = classifier.class(&mut words, &word).unwrap();
            let expected = table["computed_class"][i].as_str().unwrap();
            assert_eq!(core(&class.to_string()), core(expected), "{file} {size}");
            entries += 1;
        }
    }
    assert!(files >= 80 && entries >= 1900, "{files} files with {entries} entries");
}

#[test]
fn sums_of_heaps() {
    let budget = Budget::unlimited();
    let mut entries = 0;
    for (file, table) in all_tables() {
        let (Some(name), Some(computed), None) =
            (table["game"].as_str(), table["computed"].as_object(), table["symbols"].as_object())
        else {
            continue;
        };
        if !computed.values().all(Value::is_string) {
            continue;
        }
        let mut genera = game(name);
        let mut classifier = Classifier::default();
        for (position, expected) in computed {
            let word = genera.sum(&heaps(position), &budget).unwrap();
            let genus = genera.of(&word, &budget).unwrap();
            assert_eq!(genus.to_string(), expected.as_str().unwrap(), "{file} {position}");
            if let Some(expected) = table["classes"][position].as_str()
                && !expected.is_empty()
            {
                let mut words = WordPositions::new(&mut genera, &budget);
                let class = classifier.class(&mut words, &word).unwrap().kind.to_string();
                // The tables do not tell nim-heaps and restless sums apart from others.
                let class = match &class[..] {
                    "nim" => "tame",
                    "restless" => "wild",
                    class => class,
                };
                assert_eq!(class, expected, "{file} {position}");
            }
            entries += 1;
        }
    }
    assert!(entries >= 250, "{entries} sums");
}

#[test]
fn allemang_grundy() {
    let budget = Budget::unlimited();
    let mut genera = game("grundy");
    let mut genus = |sum: &[u64]| {
        let heaps: Vec<(u32, u32)> = sum.iter().map(|&n| (n as u32, 1)).collect();
        let word = genera.sum(&heaps, &budget).unwrap();
        genera.of(&word, &budget).unwrap()
    };
    let numbers = |v: &Value| -> Vec<u64> {
        v.as_array().unwrap().iter().map(|n| n.as_u64().unwrap()).collect()
    };
    let iii = table("allemang-table-iii.json");
    for single in iii["singles"].as_array().unwrap() {
        let computed = genus(&[single["n"].as_u64().unwrap()]).to_string();
        assert_eq!(computed, single["computed"].as_str().unwrap());
    }
    for pair in iii["pairs"].as_array().unwrap() {
        let keys: Vec<u64> = match (&pair["a"], &pair["b"], &pair["pos"]) {
            (Value::Number(a), Value::Number(b), _) => {
                vec![a.as_u64().unwrap(), b.as_u64().unwrap()]
            }
            (_, _, pos) => numbers(pos),
        };
        assert_eq!(genus(&keys).to_string(), pair["computed"].as_str().unwrap(), "{keys:?}");
    }
    let i = table("allemang-table-i.json");
    for pair in i["computed_pairs"].as_array().unwrap() {
        assert!(genus(&numbers(pair)).is_previous_win(), "{pair}");
    }
    let ii = table("allemang-table-ii.json");
    for row in ii["rows"].as_array().unwrap() {
        let reply = genus(&numbers(&row["reply"]));
        assert_eq!(reply.to_string(), row["genus"].as_str().unwrap(), "{row}");
        assert_eq!(reply.is_previous_win(), row["P"].as_bool().unwrap());
    }
    assert!(genus(&[94]).is_previous_win());
}

#[test]
fn other_lists() {
    let budget = Budget::unlimited();
    for (file, start) in
        [("allemang-.04.json", 1), ("allemang-.17-g0.json", 0), ("allemang-guiles.json", 1)]
    {
        let table = table(file);
        let mut genera = game(table["game"].as_str().unwrap());
        for (expected, n) in table["computed"].as_array().unwrap().iter().zip(start..) {
            let genus = genera.heap(n, &budget).unwrap();
            assert_eq!(genus.to_string(), expected.as_str().unwrap(), "{file} {n}");
        }
    }
    for row in table("allemang-ww-errors.json")["rows"].as_array().unwrap() {
        let mut genera = game(row["game"].as_str().unwrap());
        let genus = genera.heap(row["heap"].as_u64().unwrap() as u32, &budget).unwrap();
        assert_eq!(genus.to_string(), row["computed"].as_str().unwrap(), "{row}");
    }
    for row in table("ww13-guide.json")["rows"].as_array().unwrap() {
        if row["computed"].is_null() || row["allnim"].is_null() {
            continue;
        }
        let mut genera = game(row["game"].as_str().unwrap());
        let mut all_nim = true;
        let mut text = String::new();
        for n in 1..=14 {
            let genus = genera.heap(n, &budget).unwrap();
            text += &genus.base().to_string();
            let word = genera.parts().heap(n).clone();
            all_nim &= genera.parts().as_nim_heap(&word) == Some(genus.base());
        }
        assert_eq!(text, row["computed"].as_str().unwrap(), "{row}");
        assert_eq!(all_nim, row["allnim"].as_bool().unwrap(), "{row}");
    }
}

#[test]
fn quaternary_games_that_are_not_tame() {
    let budget = Budget::unlimited();
    let table = table("pl-quaternary-4digit.json");
    for (code, first) in table["computed"].as_object().unwrap() {
        let mut genera = game(code);
        let tame = |genus: &Genus| {
            let (g, y) = (genus.base(), genus.exponents());
            match (g, y) {
                (0, [1, 2, 0]) | (1, [0, 3, 1]) => true,
                (g, &[y, z]) => y == g && z == g ^ 2,
                _ => false,
            }
        };
        let wild = (1..=40)
            .map(|n| (n, genera.heap(n, &budget).unwrap()))
            .find(|(_, genus)| !tame(genus))
            .unwrap();
        assert_eq!(wild.1.to_string(), first[0].as_str().unwrap(), "{code}");
        assert_eq!(u64::from(wild.0), first[1].as_u64().unwrap(), "{code}");
    }
}

/// Misère Nim with the heap {2+2, 2, 1} of Grundy's game added: the heap x that makes
/// G13 + x + y + z a P-position.
#[test]
fn winning_ways_table_one() {
    let budget = Budget::unlimited();
    let table = table("ww13-table1.json");
    let rows = table["computed"].as_array().unwrap();
    let width = rows[0].as_array().unwrap().len();
    let mut nim = Parts::of(|n: u32| match n {
        // Heap 1000 is {2+2, 2, 1}; others are nim-heaps.
        1000 => vec![vec![2, 2], vec![2], vec![1]],
        n => (0..n).map(|m| if m == 0 { vec![] } else { vec![m] }).collect(),
    });
    let largest = (width + rows.len()) as u32 + 2;
    nim.extend(largest, &budget).unwrap();
    let two = nim.heap(2).clone();
    let special = vec![two.plus(&two).unwrap(), two, nim.heap(1).clone()];
    let special = nim.make(special, 1000, &budget).unwrap();
    let mut genera = Genera::over(nim);
    for (y, row) in rows.iter().enumerate() {
        for (z, expected) in row.as_array().unwrap().iter().enumerate() {
            let (y, z) = (genera.parts().heap(y as u32).clone(), genera.parts().heap(z as u32));
            let sum = special.plus(&y).unwrap().plus(z).unwrap();
            let x = genera.of(&sum, &budget).unwrap().exponents()[0];
            assert_eq!(u64::from(x), expected.as_u64().unwrap(), "{sum}");
        }
    }
}

#[test]
fn grundy_pretending_holds_only_blurrily() {
    let table = table("ww13-grundy-pretending.json");
    let budget = Budget::unlimited();
    let mut genera = game("grundy");
    for failure in table["sharp_failures"].as_array().unwrap() {
        let position = failure["pos"].as_array().unwrap();
        let heaps: Vec<(u32, u32)> =
            position.iter().map(|n| (n.as_u64().unwrap() as u32, 1)).collect();
        let word = genera.sum(&heaps, &budget).unwrap();
        let genus = genera.of(&word, &budget).unwrap();
        let printed: Genus = failure["table"].as_str().unwrap().parse().unwrap();
        assert_eq!(genus.to_string(), failure["computed"].as_str().unwrap());
        assert_ne!(genus, printed);
        assert_eq!(Blurry::from(&genus), Blurry::from(&printed));
    }
}

#[test]
fn dawson_blurry() {
    let table = table("pl-dawson-blurry.json");
    for (position, printed) in table["printed"].as_object().unwrap() {
        let sharp: Genus = table["computed"][position].as_str().unwrap().parse().unwrap();
        let blurry = Blurry::from(&sharp);
        // Printed with four superscripts, some of them decorated.
        for (i, symbol) in printed.as_str().unwrap().chars().enumerate() {
            let i = 2 * i as u64;
            let expected = match (blurry.contains(i), blurry.contains(i + 1)) {
                (true, _) => "0",
                (_, true) => "1",
                _ => "#23",
            };
            assert!(expected.contains(symbol), "{position} {printed} {blurry}");
        }
    }
}

#[test]
fn genera_of_3102() {
    let budget = Budget::unlimited();
    let table = table("pl-.3102-genera.json");
    let mut genera = game(".3102");
    let rows = table["computed"].as_object().unwrap();
    assert_eq!(rows.len(), 28);
    for (expected, row) in rows {
        let heaps = row["first"].as_array().unwrap().iter();
        let heaps: Vec<(u32, u32)> = heaps.map(|n| (n.as_u64().unwrap() as u32, 1)).collect();
        let word = genera.sum(&heaps, &budget).unwrap();
        assert_eq!(genera.of(&word, &budget).unwrap().to_string(), *expected);
    }
}
