//! Families of positions counted by value, outcome and temperature.
#![allow(clippy::unwrap_used)]

use std::collections::BTreeMap;
use std::sync::Arc;
use upstar_base::Outcome;
use upstar_rules::Rules;
use upstar_rules::grid::domineering::Domineering;
use upstar_rules::grid::plane::{Row, Small};
use upstar_rules::strip::toads_and_frogs::ToadsAndFrogs;
use upstar_theory::values::Values;
use upstar_values::{Calc, Dyadic};

/// 65,536 boards of 4x4 squares, each square there or not: 717 values, the hottest of
/// temperature 7/4 on 8 boards.
#[test]
fn domineering_on_four_by_four() {
    let rules = Arc::new(Domineering::<Small>::new());
    let mut values = Values::new(&rules, Calc::default());
    let mut boards = BTreeMap::new();
    for bits in 0..1u32 << 16 {
        let cell = |i: u32| if bits >> i & 1 == 1 { '.' } else { '#' };
        let row = |r: u32| (0..4).map(|c| cell(4 * r + c)).collect::<String>();
        let board = (0..4).map(row).collect::<Vec<_>>().join("|");
        let value = values.of(rules.parse(&board).unwrap()).unwrap();
        boards.entry(value.index()).or_insert((value, 0)).1 += 1;
    }
    assert_eq!(boards.len(), 717);
    let mut heat: BTreeMap<Dyadic, u32> = BTreeMap::new();
    for &(value, count) in boards.values() {
        *heat.entry(values.calc().temperature(value).unwrap()).or_default() += count;
    }
    assert_eq!(heat.last_key_value(), Some((&"7/4".parse().unwrap(), &8)));
    assert_eq!(heat.values().sum::<u32>(), 65_536);
}

/// All rows of ten squares.
#[test]
fn toads_and_frogs_on_ten_squares() {
    let rules = Arc::new(ToadsAndFrogs::<Row>::from_parameters("").unwrap());
    let mut values = Values::new(&rules, Calc::default());
    let mut counts = [0; 4];
    let mut hottest = Dyadic::from(-1);
    for n in 0..3u32.pow(10) {
        let symbol = |i: u32| ['.', 't', 'f'][(n / 3u32.pow(i) % 3) as usize];
        let row: String = (0..10).map(symbol).collect();
        let value = values.of(rules.parse(&row).unwrap()).unwrap();
        counts[values.calc().outcome(value) as usize] += 1;
        hottest = hottest.max(values.calc().temperature(value).unwrap());
    }
    let of = |outcome: Outcome| counts[outcome as usize];
    assert_eq!([of(Outcome::L), of(Outcome::R)], [24_096; 2]);
    assert_eq!([of(Outcome::N), of(Outcome::P)], [4299, 6558]);
    assert_eq!(hottest, Dyadic::from(3));
}
