//! Families of frisky positions against plain play, with heaps beyond those that the quotient looked
//! at.
#![allow(clippy::unwrap_used)]

use crate::by_definition::frisky;
use std::collections::HashMap;
use std::sync::Arc;
use upstar_base::Budget;
use upstar_misere::decomposition::family::{Decomposition, NormalPlay, decompose};
use upstar_misere::decomposition::label;
use upstar_misere::genus::Genera;
use upstar_misere::quotient::{End, Quotient, Solver};
use upstar_rules::heap::code::HeapCode;

/// Who wins sums of heaps by the rules alone: every move from every position, both endings.
struct Play<'a> {
    code: &'a HeapCode,
    /// Does the previous player win in normal play, in misère play?
    known: HashMap<Vec<u32>, (bool, bool)>,
}

impl Play<'_> {
    fn outcomes(&mut self, heaps: &[u32]) -> (bool, bool) {
        let mut sum: Vec<u32> = heaps.iter().copied().filter(|&heap| heap > 0).collect();
        sum.sort_unstable();
        if let Some(&known) = self.known.get(&sum) {
            return known;
        }
        let mut options: Vec<Vec<u32>> = Vec::new();
        for (i, &heap) in sum.iter().enumerate() {
            if i > 0 && sum[i - 1] == heap {
                continue;
            }
            self.code.each_option(heap, &mut |left| {
                let rest = sum.iter().enumerate().filter(|&(j, _)| j != i).map(|(_, &heap)| heap);
                options.push(rest.chain(left.iter().copied()).collect());
            });
        }
        let (mut normal, mut misere) = (true, !options.is_empty());
        for option in options {
            let (normal_p, misere_p) = self.outcomes(&option);
            normal &= !normal_p;
            misere &= !misere_p;
        }
        self.known.insert(sum, (normal, misere));
        (normal, misere)
    }
}

/// Nim-values by the mex rule, and how they repeat as far as they go.
fn normal_play(code: &HeapCode, heaps: u32) -> (Vec<u32>, Option<(u64, u64)>) {
    let mut values: Vec<u32> = vec![0];
    for heap in 1..=heaps {
        let mut seen = Vec::new();
        code.each_option(heap, &mut |left| {
            seen.push(left.iter().fold(0, |sum, &part| sum ^ values[part as usize]));
        });
        values.push((0..).find(|value| !seen.contains(value)).unwrap());
    }
    let n = values.len();
    let from =
        |p: usize| (0..n - p).rev().find(|&i| values[i] != values[i + p]).map_or(0, |i| i + 1);
    let period = (1..n / 4).map(|p| (from(p), p)).find(|&(from, p)| 2 * (from + p) + 8 < n);
    (values, period.map(|(from, p)| (from as u64, p as u64)))
}

/// A solved code with its families.
struct Solved {
    code: HeapCode,
    quotient: Quotient,
    families: Decomposition,
}

/// Solves a code, if so many steps are enough.
fn solved(text: &str, steps: u64) -> Option<Solved> {
    let code: HeapCode = text.parse().unwrap();
    let budget = Arc::new(Budget::unlimited());
    let quotient = Solver::new(&code).run(2000, &Budget::steps_of(&budget, steps));
    if !matches!(quotient.end(), End::Complete { .. }) {
        return None;
    }
    let (values, repeats) = normal_play(&code, 420);
    let normal = NormalPlay { values: &values, repeats };
    let families = decompose(&quotient, &normal, &budget).ok()?;
    Some(Solved { code, quotient, families })
}

fn expected((normal, misere): (bool, bool)) -> Option<String> {
    let letter = |p: bool| if p { "P" } else { "N" };
    (normal != misere).then(|| format!("{}{}", letter(normal), letter(misere)))
}

impl Solved {
    fn says(&self, sum: &[u32]) -> Option<String> {
        frisky(&self.families, sum).map(|label| label.to_string())
    }

    /// The largest heap that the quotient has looked at.
    fn known(&self) -> u32 {
        self.quotient.heaps()
    }
}

/// The heaps that a list without its period leaves out.
#[test]
fn heaps_beyond_the_lists() {
    for (code, heaps, shown) in [
        (".33", &[7, 9, 10, 12][..], "1+3k"),
        (".123", &[15, 17, 20, 22], "+5k"),
        (".71", &[19, 21, 27], "k"),
        (".351", &[27, 33], "k"),
        (".22", &[], "k"),
    ] {
        let game = solved(code, 100_000).unwrap();
        assert_eq!(game.families.heaps, None, "{code}");
        let mut play = Play { code: &game.code, known: HashMap::new() };
        for &heap in heaps {
            let truth = expected(play.outcomes(&[heap]));
            assert!(truth.is_some(), "{code} {heap} is frisky");
            assert_eq!(game.says(&[heap]), truth, "{code} {heap}");
        }
        let texts: Vec<String> =
            game.families.families.iter().map(|family| game.families.show(family)).collect();
        assert!(texts.iter().any(|text| text.contains(shown)), "{code}: {texts:?}");
    }
}

/// The codes with two digits, and those with three up to .264: all small sums by plain play, and
/// heaps beyond those that the quotient has looked at by search.
#[test]
fn all_codes_with_few_digits() {
    let two = (0o01..0o100).map(|digits: u32| format!(".{digits:02o}"));
    let three = (0o001..=0o264).map(|digits: u32| format!(".{digits:03o}"));
    let budget = Arc::new(Budget::unlimited());
    let (mut claims, mut endless, mut compared) = (0, 0, 0u32);
    for text in two.chain(three) {
        // A quotient that is found at all is found soon.
        let Some(game) = solved(&text, 250) else { continue };
        if game.families.heaps.is_some() {
            continue;
        }
        claims += 1;
        endless += u32::from(game.families.lists.iter().any(|list| list.step > 0));
        // All positions with few tokens.
        let mut play = Play { code: &game.code, known: HashMap::new() };
        let mut genera = Genera::new(game.code.clone());
        label::each_position(&mut genera, 15, &budget, &mut |sum, _| {
            assert_eq!(game.says(sum), expected(play.outcomes(sum)), "{text} {sum:?}");
            compared += 1;
            Ok(())
        })
        .unwrap();
        // Larger heaps, alone and with small ones.
        let beyond = game.known() + 1;
        let large = (0..6).map(|i| beyond + 7 * i).filter(|&heap| heap < 130);
        for heap in large.chain([16, 19, 23, 27]) {
            for rest in [&[][..], &[1], &[2], &[1, 2], &[3], &[heap], &[heap, 1]] {
                let sum: Vec<u32> = std::iter::once(heap).chain(rest.iter().copied()).collect();
                let pairs: Vec<(u32, u32)> = sum.iter().map(|&heap| (heap, 1)).collect();
                let part = Budget::steps_of(&budget, 1000);
                let Ok(truth) = label::label(&mut genera, &pairs, &part) else { continue };
                let truth = expected((truth.normal_p, truth.misere_p));
                assert_eq!(game.says(&sum), truth, "{text} {sum:?}");
                compared += 1;
            }
        }
    }
    assert!(claims >= 40, "{claims}");
    assert!(endless >= 20, "{endless}");
    assert!(compared > 20_000, "{compared}");
}

/// Without a period of the nim-values nothing is said about larger heaps.
#[test]
fn families_of_some_heaps() {
    let code: HeapCode = ".33".parse().unwrap();
    let budget = Arc::new(Budget::unlimited());
    let quotient = Solver::new(&code).run(2000, &budget);
    let (values, _) = normal_play(&code, 40);
    let normal = NormalPlay { values: &values, repeats: None };
    let found = decompose(&quotient, &normal, &budget).unwrap();
    let known = u64::from(quotient.heaps());
    assert_eq!(found.heaps, Some(known));
    assert!(found.lists.iter().all(|list| list.step == 0));
    // A false period is not found here, but what contradicts the values of the period is not used.
    let short = NormalPlay { values: &values[..4], repeats: Some((1, 3)) };
    assert!(decompose(&quotient, &short, &budget).unwrap().heaps.is_none());
    let shorter = NormalPlay { values: &values[..3], repeats: Some((1, 3)) };
    assert_eq!(decompose(&quotient, &shorter, &budget).unwrap().heaps, Some(2));
}
