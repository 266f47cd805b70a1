//! Huge positions of every ruleset, grown from its examples.
//!
//! An example is grown in several ways: its numbers become large, its text is repeated or padded,
//! it is added to itself. Of each way the largest position that the ruleset reads is taken.

use upstar_rules::erased::Erased;
use upstar_rules::registry::{self, About};

/// Positions that growing does not find.
pub const SPECIAL: [(&str, &str); 24] = [
    ("nim", "3+5+999999"),
    ("kayles", "100000"),
    ("wythoff", "20000,20000"),
    ("euclid", "1000000,1"),
    ("nimble", "1000000"),
    ("welter", "3,1000000"),
    ("staircase-nim", "1000000,1"),
    ("fibonacci-nim", "60000"),
    ("top-entails", "60000"),
    ("subtraction(squares)", "1000000000"),
    ("subtraction(primes)", "2000000"),
    ("subtraction(1000000000)", "1000000"),
    ("heaps(sub(1000000000))", "1000000"),
    ("heaps(sub(all-but 1000000000))", "1000000"),
    ("heaps(0.[3])", "1000000"),
    ("heaps(4.[7])", "100000"),
    ("heaps(.FFF)", "60"),
    ("heaps(0.{1,5+}[{2,3,4+}])", "60"),
    ("chomp", "200x200"),
    (
        "amazons",
        "x.............................o|...............................|x.............................o",
    ),
    ("domineering", "200x200"),
    ("hotcakes", "2000x2000"),
    ("maundy-cake", "65536x65536"),
    ("moore-nim(3)", "100+100+100"),
];

const NUMBERS: [&str; 7] =
    ["1000000000000000000", "4294967295", "1000000000", "2097152", "1000000", "60000", "1000"];
const SQUARES: [usize; 5] = [65_536, 50_000, 40_000, 4_096, 900];
const TERMS: [usize; 4] = [65_536, 5_000, 500, 50];

/// Every run of digits replaced.
fn with_numbers(example: &str, number: &str) -> Option<String> {
    let mut text = String::new();
    let mut digits = false;
    for c in example.chars() {
        if !c.is_ascii_digit() {
            text.push(c);
        } else if !digits {
            text.push_str(number);
        }
        digits = c.is_ascii_digit();
    }
    (text != example).then_some(text)
}

/// Only the first run of digits replaced.
fn with_one_number(example: &str, number: &str) -> Option<String> {
    let start = example.find(|c: char| c.is_ascii_digit())?;
    let rest = &example[start..];
    let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
    Some(format!("{}{number}{}", &example[..start], &rest[end..]))
}

/// A board or strip repeated to about so many squares.
fn repeated(example: &str, squares: usize) -> Option<String> {
    if example.contains(['+', '(', ' ', '-', ',']) || example.is_empty() {
        return None;
    }
    let rows: Vec<&str> = example.split('|').collect();
    if rows.len() == 1 {
        return Some(example.repeat(squares / example.len() + 1));
    }
    let side = squares.isqrt();
    let width = rows[0].len().max(1);
    let row = |row: &&str| row.repeat(side.div_ceil(width));
    let all: Vec<String> = rows.iter().map(row).collect();
    let lines: Vec<&str> = (0..side).map(|i| all[i % all.len()].as_str()).collect();
    Some(lines.join("|"))
}

/// A long empty strip before the example.
fn padded(example: &str, squares: usize) -> Option<String> {
    let plain = !example.contains(['|', '+', '(', ' ', '-']) && example.contains('.');
    plain.then(|| format!("{}{example}", ".".repeat(squares)))
}

/// The example with a sign between as often as possible: long paths, many heaps.
fn joined(example: &str, sign: &str, terms: usize) -> String {
    vec![example; terms].join(sign)
}

/// Different numbers, as many as there may be.
fn staircase(sign: &str, terms: usize) -> String {
    (1..=terms).map(|n| n.to_string()).collect::<Vec<_>>().join(sign)
}

struct Grow;

impl Grow {
    fn visit(self, about: &About<'_>, rules: Erased) -> Vec<String> {
        let mut ways: Vec<Vec<String>> = Vec::new();
        for example in about.examples.iter().take(3) {
            let numbers = NUMBERS.iter();
            ways.push(numbers.clone().filter_map(|n| with_numbers(example, n)).collect());
            ways.push(numbers.filter_map(|n| with_one_number(example, n)).collect());
            ways.push(SQUARES.iter().filter_map(|&n| repeated(example, n)).collect());
            ways.push(SQUARES.iter().filter_map(|&n| padded(example, n)).collect());
            for sign in ["+", " + ", "-", ";", ","] {
                ways.push(TERMS.iter().map(|&n| joined(example, sign, n)).collect());
            }
        }
        ways.push(["255x255", "200x200", "31x31", "8x8"].map(str::to_owned).to_vec());
        for sign in ["+", ","] {
            ways.push(TERMS.iter().map(|&n| staircase(sign, n)).collect());
        }
        let reads = |text: &&String| upstar_rules::read_sum(&rules, text).is_ok();
        let mut found: Vec<String> =
            ways.iter().filter_map(|way| way.iter().find(reads).cloned()).collect();
        found.sort_by_key(|text| std::cmp::Reverse(text.len()));
        found.dedup();
        found
    }
}

/// Rulesets and positions, the positions of a ruleset one after the other.
pub fn positions() -> Vec<(String, String)> {
    let mut list = Vec::new();
    for about in registry::all() {
        let grown = registry::open_sized(about.name, (255, 65_536))
            .map(|(about, rules)| Grow.visit(about, rules))
            .unwrap();
        let mut of_one: Vec<String> = grown.into_iter().take(6).collect();
        let special = SPECIAL.iter().filter(|(rules, _)| *rules == about.name);
        of_one.extend(special.map(|(_, position)| (*position).to_owned()));
        // A command line holds no more.
        of_one.retain(|position| position.len() < 120_000);
        list.extend(of_one.into_iter().map(|position| (about.name.to_owned(), position)));
    }
    let parametrised = SPECIAL.iter().filter(|(rules, _)| rules.contains('('));
    list.extend(
        parametrised.map(|(rules, position)| ((*rules).to_owned(), (*position).to_owned())),
    );
    list
}
