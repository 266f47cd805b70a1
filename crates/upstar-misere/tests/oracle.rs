//! Genus and outcome of random sums of random codes against the definitions, without reduction.
#![allow(clippy::unwrap_used)]

use crate::by_definition::larger_genus;
use proptest::prelude::*;
use std::collections::HashMap;
use upstar_base::Budget;
use upstar_misere::genus::{Blurry, Genera};
use upstar_rules::heap::code::HeapCode;

/// Heap sizes, sorted, copies of `*2`, and a nim-heap of any size.
type State = (Vec<u32>, u32, u32);

/// Decides sums by looking at every move.
struct Oracle {
    code: HeapCode,
    known: HashMap<State, bool>,
}

impl Oracle {
    /// Does the player who has just moved win misère play?
    fn previous_wins(&mut self, state: &State) -> bool {
        if let Some(&known) = self.known.get(state) {
            return known;
        }
        let (heaps, twos, nim) = state;
        let mut moves: Vec<State> = Vec::new();
        for (i, &heap) in heaps.iter().enumerate() {
            for option in self.code.options(heap) {
                let mut next = heaps.clone();
                next.remove(i);
                next.extend(option);
                next.sort_unstable();
                moves.push((next, *twos, *nim));
            }
        }
        moves.extend((0..*nim).map(|smaller| (heaps.clone(), *twos, smaller)));
        if *twos > 0 {
            moves.push((heaps.clone(), twos - 1, *nim));
            // A heap of one more: *1 + *n is the nim-heap n^1.
            moves.push((heaps.clone(), twos - 1, nim ^ 1));
        }
        let answer = !moves.is_empty() && !moves.iter().any(|next| self.previous_wins(next));
        self.known.insert(state.clone(), answer);
        answer
    }

    /// The nim-heap that makes it a P-position.
    fn misere_nim_value(&mut self, heaps: &[u32], twos: u32) -> u32 {
        (0..).find(|&nim| self.previous_wins(&(heaps.to_vec(), twos, nim))).unwrap()
    }
}

fn codes() -> impl Strategy<Value = String> {
    let digit = prop_oneof![0u8..8, Just(3u8), Just(7u8)];
    (any::<bool>(), prop::collection::vec(digit, 1..4)).prop_map(|(splits, digits)| {
        let digits: String = digits.iter().map(u8::to_string).collect();
        format!("{}.{digits}", if splits { 4 } else { 0 })
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(120))]

    #[test]
    fn genera_are_those_of_the_definition(
        code in codes(),
        heaps in prop::collection::vec(1u32..9, 1..4),
    ) {
        let code: HeapCode = code.parse().unwrap();
        let budget = Budget::unlimited();
        let mut heaps: Vec<u32> = heaps;
        while heaps.iter().sum::<u32>() > 14 {
            heaps.pop();
        }
        heaps.sort_unstable();
        let mut genera = Genera::new(code.clone());
        let sum: Vec<(u32, u32)> = heaps.iter().map(|&heap| (heap, 1)).collect();
        let word = genera.sum(&sum, &budget).unwrap();
        let genus = genera.of(&word, &budget).unwrap();
        let mut oracle = Oracle { code, known: HashMap::new() };
        for twos in 0..4 {
            prop_assert_eq!(genus.exponent(twos as usize), oracle.misere_nim_value(&heaps, twos));
        }
        let outcome = genera.parts_mut().is_previous_win(&word, &budget).unwrap();
        prop_assert_eq!(outcome, oracle.previous_wins(&(heaps, 0, 0)));
    }
}

#[test]
fn a_bigger_genus() {
    let table: serde_json::Value =
        upstar_testing::golden::read("misere/allemang-bigger-genus.json");
    let rows = 7;
    let make = |options: &[&Vec<Blurry>]| {
        let options: Vec<&[Blurry]> = options.iter().map(|option| &option[..]).collect();
        larger_genus(&options, &[4, 1], rows)
    };
    let zero = make(&[]);
    let one = make(&[&zero]);
    let two = make(&[&zero, &one]);
    let two_plus = make(&[&two]);
    let g = make(&[&one, &two, &two_plus]);
    let h = make(&[&one, &g]);
    let j = make(&[&one, &h]);
    for (name, rows) in
        [("0", zero), ("1", one), ("2", two), ("2+", two_plus), ("G0", g), ("H", h), ("J", j)]
    {
        for (row, expected) in rows.iter().zip(table["computed"][name].as_array().unwrap()) {
            let expected: Vec<u64> =
                expected.as_array().unwrap().iter().map(|n| n.as_u64().unwrap()).collect();
            assert_eq!(row.entries(), expected, "{name}");
        }
    }
}
