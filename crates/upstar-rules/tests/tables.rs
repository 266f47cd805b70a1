//! Tables of the literature, by adding components and nothing cleverer.
#![allow(clippy::unwrap_used)]

use proptest::prelude::*;
use std::collections::HashMap;
use upstar_base::{Outcome, Player};
use upstar_rules::Rules;
use upstar_rules::cake::{cutcake::Cutcake, maundy::MaundyCake};
use upstar_rules::graph::multigraph::{Edge, Graph};
use upstar_rules::graph::partizan_arc_kayles::PartizanArcKayles;
use upstar_rules::graph::{arc_kayles::ArcKayles, col::Col, hackenbush, node_kayles::NodeKayles};
use upstar_rules::graph::{childish_hackenbush::ChildishHackenbush, snort::Snort};
use upstar_rules::seating::chairs::SeatingCouples;
use upstar_values::{Calc, Dyadic, NumberUpStar, Short};

/// Values of the positions of one game.
struct Desk<R: Rules> {
    rules: R,
    calc: Calc,
    memo: HashMap<R::Position, Short>,
}

impl<R: Rules> Desk<R> {
    fn new(rules: R) -> Self {
        Desk { rules, calc: Calc::default(), memo: HashMap::new() }
    }

    fn of(&mut self, position: R::Position) -> Short {
        let mut parts = Vec::new();
        self.rules.sum_components(position, &mut parts);
        parts.into_iter().fold(Short::ZERO, |sum, part| {
            let (part, negated) = self.rules.normal_form(part);
            let value = self.part(part);
            let value = if negated { self.calc.neg(value).unwrap() } else { value };
            self.calc.add(sum, value).unwrap()
        })
    }

    fn part(&mut self, part: R::Position) -> Short {
        if let Some(&value) = self.memo.get(&part) {
            return value;
        }
        let [left, right] = Player::BOTH.map(|who| {
            let mut options = Vec::new();
            self.rules.options(&part, who, &mut options);
            options.into_iter().map(|option| self.of(option)).collect::<Vec<_>>()
        });
        let value = self.calc.make(&left, &right).unwrap();
        self.memo.insert(part, value);
        value
    }

    fn read(&mut self, text: &str) -> Short {
        let position = self.rules.parse(text).unwrap();
        self.of(position)
    }

    /// `x`, `*m`, `x*`, `^` and their like; `?` for everything else.
    fn shown(&mut self, text: &str) -> String {
        let value = self.read(text);
        written(&self.calc, value)
    }
}

fn written(calc: &Calc, value: Short) -> String {
    let Some(NumberUpStar { number, up, nim }) = calc.as_number_up_star(value) else {
        return "?".to_owned();
    };
    let number = if number == Dyadic::zero() && (up, nim) != (0, 0) {
        String::new()
    } else {
        number.to_string()
    };
    let ups = if up < 0 { "v" } else { "^" }.repeat(up.unsigned_abs() as usize);
    let star = match nim {
        0 => String::new(),
        1 => "*".to_owned(),
        m => format!("*{m}"),
    };
    number + &ups + &star
}

fn golden(name: &str) -> Vec<Vec<String>> {
    let table: serde_json::Value = upstar_testing::golden::read(name);
    serde_json::from_value(table["rows"].clone()).unwrap()
}

fn same_table<R: Rules>(rules: R, expected: &[Vec<String>]) {
    let mut desk = Desk::new(rules);
    for (r, row) in expected.iter().enumerate() {
        for (c, expected) in row.iter().enumerate() {
            let position = desk.rules.family().member(&[r + 1, c + 1]).unwrap();
            let value = desk.of(position);
            assert_eq!(&written(&desk.calc, value), expected, "row {}, column {}", r + 1, c + 1);
        }
    }
}

#[test]
fn cutcake_table() {
    same_table(Cutcake::default(), &golden("rules/cutcake.json"));
    assert_eq!(Desk::new(Cutcake::default()).shown("5x10+7x11+4x2"), "1");
}

#[test]
fn maundy_cake_table() {
    same_table(MaundyCake::default(), &golden("rules/maundy-cake.json"));
    assert_eq!(Desk::new(MaundyCake::default()).shown("5x12"), "4");
}

#[test]
fn seating_couples_table() {
    same_table(SeatingCouples::default(), &golden("rules/seating-couples.json"));
    let mut desk = Desk::new(SeatingCouples::default());
    assert_eq!(desk.shown("L0R"), "0");
    assert_eq!(desk.shown("R5L"), "*");
    assert_eq!(desk.shown("O2"), "*");
    // The first couple at a round table makes it a row.
    let (left, right) = (desk.read("L10L"), desk.read("R10R"));
    let expected = desk.calc.make(&[left], &[right]).unwrap();
    assert_eq!(desk.read("O12"), expected);
}

#[test]
fn hackenbush_values() {
    let mut desk = Desk::new(hackenbush::Hackenbush::default());
    let known = [
        ("_", "0"),
        ("eeeeee", "*6"),
        ("lr", "1/2"),
        ("lrr", "1/4"),
        ("lr;lrrr", "5/8"),
        ("rlr", "-3/4"),
        ("el", "^*"),
        ("e(l;r)", "*"),
        ("e(e;e;ee)", "*3"),
        ("e:A;e:A", "0"),
        ("e:Ae;e:A", "*"),
        ("l:Al:A", "2"),
        ("l_;r_", "0"),
    ];
    for (position, value) in known {
        assert_eq!(desk.shown(position), value, "{position}");
    }
}

/// Blue and red petals on a green stalk, against 1/128 (Winning Ways ch. 2, fig. 11).
#[test]
fn flowers_are_small() {
    let mut desk = Desk::new(hackenbush::Hackenbush::default());
    for flower in ["e(l;r;l)", "ee(l;l;l)", "e(r;r;r;l)"] {
        let value = desk.read(&format!("{flower};rlllllll"));
        assert_eq!(desk.calc.outcome(value), Outcome::R, "{flower}");
        let value = desk.read(&format!("{flower};lrrrrrrr"));
        assert_eq!(desk.calc.outcome(value), Outcome::L, "{flower}");
    }
}

#[test]
fn other_graphs() {
    let mut desk = Desk::new(PartizanArcKayles::default());
    assert_eq!(desk.shown("llr"), "1/2");
    let value = desk.read("lrlr(ll;ree(rl;l))");
    let calc = &mut desk.calc;
    let mut x_star = |x: &str, nim| {
        calc.number_up_star(&NumberUpStar { number: x.parse().unwrap(), up: 0, nim }).unwrap()
    };
    let (a, b) = (x_star("3", 1), x_star("2", 1));
    let (c, d, e) = (x_star("3/2", 0), x_star("3/2", 1), x_star("1/2", 1));
    let (left, right) = (calc.make(&[a], &[b]).unwrap(), calc.make(&[c, d], &[e]).unwrap());
    assert_eq!(value, calc.make(&[left], &[right]).unwrap());

    // Dawson's Kayles from rows of 2.
    let dawson = [1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2, 2, 4, 0, 5, 2, 2, 3, 3u32];
    let (mut nodes, mut arcs) = (Desk::new(NodeKayles::default()), Desk::new(ArcKayles::default()));
    for (n, &nim) in dawson.iter().enumerate() {
        let expected = nodes.calc.nimber(nim).unwrap();
        assert_eq!(nodes.read(&vec!["."; n + 1].join("-")), expected, "{n}");
        let expected = arcs.calc.nimber(nim).unwrap();
        assert_eq!(arcs.read(&vec!["."; n + 2].join("-")), expected, "{n}");
    }
    assert_eq!(arcs.shown("....|....|....|...."), "0");
    assert_eq!(arcs.shown(".....|.....|....."), "*");

    let mut snort = Desk::new(Snort::default());
    assert_eq!(snort.shown("."), "*");
    let (one, minus_one) = (snort.read("L"), snort.read("R"));
    let switch = snort.calc.make(&[one], &[minus_one]).unwrap();
    assert_eq!(snort.read(".-."), switch);
    assert_eq!(snort.shown("L-L-L"), "3");
    let mut childish = Desk::new(ChildishHackenbush::default());
    assert_eq!(childish.shown("lr"), "0");
    assert_eq!(childish.shown("rll"), "1");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    /// The theorem on Col: every value is `x` or `x*` (Winning Ways ch. 2, Extras).
    #[test]
    fn col_is_a_number_or_a_number_and_star(
        kinds in prop::collection::vec(0u8..3, 1..8),
        pairs in prop::collection::vec((0usize..8, 0usize..8), 0..10),
    ) {
        let n = kinds.len();
        let mut edges: Vec<Edge> = pairs
            .into_iter()
            .map(|(a, b)| Edge::new((a % n) as u16, (b % n) as u16, 0))
            .filter(|edge| !edge.is_loop())
            .collect();
        edges.sort_unstable();
        edges.dedup();
        let mut desk = Desk::new(Col::default());
        let value = desk.of(Graph::new(kinds, edges));
        let form = desk.calc.as_number_up_star(value);
        prop_assert!(form.is_some_and(|form| form.up == 0 && form.nim <= 1));
    }
}
