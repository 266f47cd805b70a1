//! Theorems against the general engines, on random positions of every ruleset that has one.
#![allow(clippy::unwrap_used)]

use proptest::prelude::*;
use std::collections::HashMap;
use std::sync::Arc;
use upstar_base::{Budget, Player};
use upstar_rules::erased::{Erased, boxed};
use upstar_rules::graph::hackenbush::{GROUND, Hackenbush};
use upstar_rules::graph::multigraph::{Edge, Graph};
use upstar_rules::grid::northcott::Northcott;
use upstar_rules::registry::{self, About};
use upstar_rules::variant::Impartial;
use upstar_rules::{Rules, split_sum};
use upstar_testing::Random;
use upstar_theory::grundy::Grundy;
use upstar_theory::outcome_search::OutcomeSearch;
use upstar_theory::structure::theorem::KnownTheorem;
use upstar_theory::sum_solver::{Play, SumSolver};
use upstar_theory::values::Values;
use upstar_values::Calc;

/// Rulesets with a theorem, with positions from which random play starts.
const STARTS: &[(&str, &[&str])] = &[
    ("nim", &["9+8+5+3", "14+2"]),
    ("lasker-nim", &["9+8+5+3", "16"]),
    ("prim", &["9+8+5+3", "31+30"]),
    ("prim(-)", &["9+8+5+3", "31+30"]),
    ("dim", &["12+8+6", "32"]),
    ("dim(-)", &["12+8+6", "32"]),
    ("dividing-rulers", &["12+8", "16+3"]),
    ("grundys-game", &["14+9", "21"]),
    ("take-and-break(.37)", &["14+9", "21"]),
    ("take-and-break(4.7)", &["9+5", "12"]),
    ("kayles", &["14+9", "21"]),
    ("dawsons-kayles", &["14+9", "21"]),
    ("dawsons-chess", &["14+9", "21"]),
    ("jelly-beans", &["14+9", "21"]),
    ("lemon-drops", &["14+9", "21"]),
    ("stalking", &["14+9", "21"]),
    ("adders", &["14+9", "21"]),
    ("subtraction", &["21+4"]),
    ("subtraction(2,4,7)", &["40+13"]),
    ("subtraction(all-but 2,3,7)", &["30"]),
    ("subtraction(squares)", &["50"]),
    ("poker-nim", &["3+2+1;2", "4+1;3"]),
    ("staircase-nim", &["3,1,2,2", "0,2,1"]),
    ("moore-nim", &["3+2+1+4", "5+5+5"]),
    ("moore-nim(3)", &["3+2+1+2"]),
    ("moore-nim(1)", &["6+5+4"]),
    ("wythoff", &["9,13", "12,20"]),
    ("euclid", &["25,7", "8,5+13,9"]),
    ("euclid(positive)", &["25,7", "8,5+13,9"]),
    ("fibonacci-nim", &["20", "12:4+7", "9+5:2"]),
    ("take-away(2)", &["20", "12:4+7", "9+5:2"]),
    ("nimble", &["0,2,2,3,5"]),
    ("nimble(stay)", &["0,2,2,3,5"]),
    ("welter", &["1,3,4,8", "2,5,9"]),
    ("silver-dollar", &["..o.oo..o", ".o..o...o", "b.o.$o"]),
    ("turning", &["htththh"]),
    ("turning(1,3)", &["htththh"]),
    ("turning(2-2)", &["htththh"]),
    ("moebius", &["hthtthhth"]),
    ("ruler", &["ththhtth"]),
    ("turnips", &["thhthtthh"]),
    ("tartan", &["thh|tht|hth"]),
    ("tartan(mock-turtles,ruler)", &["thh|tht|hth"]),
    ("tartan(1-3;1,4)", &["thh|tht|hth"]),
    ("tartan(turnips,moebius)", &["thht|htth|hthh"]),
    ("cutcake", &["5x10+4x2", "7x9"]),
    ("maundy-cake", &["6x12+4x9", "8x30"]),
    (
        "hackenbush",
        &[
            "l(r;ee);lr:A;lr:A",
            "e(l;r;l)",
            "lrrlr;rl",
            "e(e;ee)e:Ae_",
            "rl(l;ee:Be_)",
            "le:Ae:Be:A",
            "re(ee:A;e:A);eee",
            "e:Al:A",
            "ll:Ar_;e(r;e:A)",
        ],
    ),
];

/// Both engines with and without the theorem; returns how often the theorem spoke.
fn both_ways<R: Rules>(name: &str, rules: &Arc<R>, positions: &[R::Position]) -> usize {
    let known = KnownTheorem::of(rules).unwrap_or_else(|| panic!("{name} has lost its theorem"));
    let calc = Calc::default();
    let budget = Arc::new(Budget::unlimited());
    let (mut with, mut without) =
        (Values::new(rules, calc.fork()), Values::new(rules, calc.fork()).without_theorems());
    let mut nim = Grundy::new(rules, Arc::clone(&budget));
    let mut plain_nim = Grundy::new(rules, Arc::clone(&budget)).without_theorems();
    let mut winner = OutcomeSearch::new(rules, calc.fork());
    let mut spoken = 0;
    for position in positions {
        let shown = rules.show(position);
        let value = without.of(position.clone()).unwrap();
        assert_eq!(with.of(position.clone()).unwrap(), value, "{name} {shown}");
        let sum = std::slice::from_ref(position);
        assert_eq!(winner.outcome(sum).unwrap(), calc.outcome(value), "{name} {shown}");
        if rules.nature().impartial {
            let expected = plain_nim.of(position.clone()).unwrap();
            assert_eq!(nim.of(position.clone()).unwrap(), expected, "{name} {shown}");
            let said = known.nim_value(&boxed(position), &budget).unwrap();
            assert!(said.is_none_or(|said| said == expected), "{name} {shown}");
            let lost = known.previous_player_wins(&boxed(position));
            assert!(lost.is_none_or(|lost| lost == (expected == 0)), "{name} {shown}");
            spoken += usize::from(said.is_some() || lost.is_some());
        } else {
            let said = with.by_theorem(position).unwrap();
            assert!(said.is_none_or(|said| said == value), "{name} {shown}");
            spoken += usize::from(said.is_some());
        }
    }
    spoken
}

struct BothWays<'a>(&'a str, &'a [&'a str]);

impl BothWays<'_> {
    fn visit(self, _: &About<'_>, rules: Erased) -> usize {
        let rules = Arc::new(rules);
        let BothWays(name, starts) = self;
        let mut random = Random::new(0x2545_f491_4f6c_dd1d);
        let mut positions = Vec::new();
        for start in starts.iter().flat_map(|start| std::iter::repeat_n(start, 8)) {
            let mut position = rules.parse(start).unwrap();
            loop {
                positions.push(position.clone());
                let mut options = Vec::new();
                let who = Player::BOTH[random.below(2)];
                rules.options(&position, who, &mut options);
                if options.is_empty() {
                    break;
                }
                position = options.swap_remove(random.below(options.len()));
            }
        }
        both_ways(name, &rules, &positions)
    }
}

#[test]
fn theorems_agree_with_the_general_engines() {
    for (name, starts) in STARTS {
        let spoken = registry::open(name, starts[0])
            .map(|(about, rules)| BothWays(name, starts).visit(about, rules))
            .unwrap();
        assert!(spoken >= 10, "{name}: the theorem spoke only {spoken} times");
    }
}

struct HasTheorem;

impl HasTheorem {
    fn visit(self, _: &About<'_>, rules: Erased) -> bool {
        let rules = Arc::new(rules);
        if let Some(known) = KnownTheorem::of(&rules) {
            assert!(known.statement().len() > 20);
        }
        KnownTheorem::of(&rules).is_some()
    }
}

/// A sum of terms is worth what the terms are, whether theorems tell that or the options.
#[test]
fn sums_of_terms() {
    for (sum, nim) in [("kayles:9 + nim:4", 0), ("grundys-game:18 + *4", 0), ("nim:6 + dim:8", 2)] {
        struct Both<'a>(&'a str);
        impl Both<'_> {
            fn visit(self, _: &About<'_>, rules: Erased) -> [u128; 2] {
                let rules = Arc::new(rules);
                let position = rules.parse(self.0).unwrap();
                let budget = Arc::new(Budget::unlimited());
                let mut with = Grundy::new(&rules, Arc::clone(&budget));
                let mut without = Grundy::new(&rules, budget).without_theorems();
                [with.of(position.clone()).unwrap(), without.of(position).unwrap()]
            }
        }
        assert_eq!(
            registry::open("sum", sum).map(|(about, rules)| Both(sum).visit(about, rules)).unwrap(),
            [nim; 2],
            "{sum}"
        );
    }
}

/// Every ruleset with a theorem is tested here, Northcott's Game below.
#[test]
fn every_theorem_is_tested() {
    // Sums ask the theorems of their terms, which `sums_of_terms` tests.
    let same_engine =
        ["turning-turtles", "mock-turtles", "mogul", "moidores", "northcott", "coldcakes", "sum"];
    let mut wrong = Vec::new();
    for about in registry::all() {
        let has = registry::open(about.name, about.examples[0])
            .map(|(about, rules)| HasTheorem.visit(about, rules))
            .unwrap();
        let tested =
            STARTS.iter().any(|(name, _)| registry::about(name).unwrap().name == about.name)
                || same_engine.contains(&about.name);
        if has != tested {
            wrong.push((about.name, has));
        }
    }
    assert!(wrong.is_empty(), "{wrong:?}");
}

/// The part of a graph that stands on vertex 0, the ground.
fn picture(vertices: u16, edges: &[(u16, u16, u8)]) -> Graph {
    let mut kinds = vec![0; usize::from(vertices)];
    kinds[0] = GROUND;
    let edges = edges.iter().map(|&(a, b, kind)| Edge::new(a % vertices, b % vertices, kind));
    let graph = Graph::new(kinds, edges.collect());
    let parts = graph.parts(|_, _| true);
    graph.keep(|v| parts[v] == 0, |_, _| true)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn hackenbush_pictures(
        vertices in 2u16..7,
        edges in prop::collection::vec((0u16..7, 0u16..7, prop::sample::select(vec![1u8, 2, 3, 3, 3])), 1..8),
    ) {
        both_ways("hackenbush", &Arc::new(Hackenbush::default()), &[picture(vertices, &edges)]);
    }

    #[test]
    fn hackenbush_trees(
        edges in prop::collection::vec((0u16..7, 1u8..4), 1..8),
    ) {
        let grown: Vec<_> =
            (1u16..).zip(&edges).map(|(v, &(below, kind))| (below % v, v, kind)).collect();
        let tree = picture(edges.len() as u16 + 1, &grown);
        prop_assert_eq!(both_ways("hackenbush", &Arc::new(Hackenbush::default()), &[tree]), 1);
    }

    #[test]
    fn green_pictures(
        vertices in 2u16..8, edges in prop::collection::vec((0u16..8, 0u16..8), 1..11)
    ) {
        let green: Vec<_> = edges.iter().map(|&(a, b)| (a, b, 3)).collect();
        let graph = picture(vertices, &green);
        prop_assert_eq!(both_ways("hackenbush", &Arc::new(Hackenbush::default()), std::slice::from_ref(&graph)), 1);
        // Played by both on all edges, colours do not matter.
        let rules = Arc::new(Erased::new(Impartial(Erased::new(Hackenbush::default()))));
        let bare = Erased::new(Impartial(Erased::new(Hackenbush::default())));
        let mut rest = Grundy::new(&Arc::new(bare), Arc::new(Budget::unlimited())).without_theorems();
        let mixed: Vec<_> = (0u8..).zip(&green).map(|(i, &(a, b, _))| (a, b, 1 + i % 3)).collect();
        let coloured = rules.parse(&Hackenbush::default().show(&picture(vertices, &mixed))).unwrap();
        let mut engine = Grundy::new(&rules, Arc::new(Budget::unlimited()));
        prop_assert_eq!(engine.of(coloured.clone()).unwrap(), rest.of(coloured).unwrap());
    }
}

fn value(rules: &str, position: &str) -> String {
    struct Ask<'a>(&'a str);
    impl Ask<'_> {
        fn visit(self, _: &About<'_>, rules: Erased) -> String {
            let rules = Arc::new(rules);
            let mut session = upstar_calculator::Calculator::default();
            let mut judge = SumSolver::new(&rules, Play::Normal, session.calc().fork());
            let sum: Vec<_> = split_sum(self.0).unwrap();
            let sum: Vec<_> = sum.iter().map(|(_, term)| rules.parse(term).unwrap()).collect();
            let value = judge.value(&sum).unwrap();
            let value = session.value_of(value);
            session.show(&value, upstar_calculator::print::Notation::Ascii).unwrap()
        }
    }
    registry::open(rules, position).map(|(about, rules)| Ask(position).visit(about, rules)).unwrap()
}

#[test]
fn large_positions_have_values_at_once() {
    assert_eq!(value("nim", "1000000+999999+17"), format!("*{}", 1_000_000 ^ 999_999 ^ 17));
    assert_eq!(value("cutcake", "1000x1000"), "0");
    assert_eq!(value("cutcake", "1x60000"), "59999");
    assert_eq!(value("maundy-cake", "999x1000"), "6");
    assert_eq!(value("maundy-cake", "1000x1001"), "-31");
    assert_eq!(value("hackenbush", &"e".repeat(200)), "*200");
    // Sixty edges, blue and red in turn: 1 - 1/2 + 1/4 - ...
    let (above, below) = (((1i64 << 60) - 1) / 3, 1i64 << 59);
    assert_eq!(value("hackenbush", &"lr".repeat(30)), format!("{above}/{below}"));
    assert_eq!(value("welter", "1000,20000,300000,999"), "*318897");
    assert_eq!(value("northcott", &format!("x{}o", ".".repeat(60))), "*60");
    assert_eq!(value("subtraction(2,5,6)", "4000000000"), value("subtraction(2,5,6)", "7"));
    assert_eq!(value("silver-dollar", &format!("{}o", ".".repeat(1000))), "*1000");
    assert_eq!(value("ruler", &format!("{}h", "t".repeat(511))), "*512");
    let corner = format!("{}|{}h", vec!["t".repeat(20); 19].join("|"), "t".repeat(19));
    // Coin 20 of a row of Turning Turtles is worth 20.
    let square = upstar_values::nim::nim_product_u64(20, 20);
    assert_eq!(value("tartan", &corner), format!("*{square}"));
}

#[test]
fn winners_of_large_positions() {
    fn outcome(rules: &str, position: &str) -> String {
        struct Ask<'a>(&'a str);
        impl Ask<'_> {
            fn visit(self, _: &About<'_>, rules: Erased) -> String {
                let rules = Arc::new(rules);
                let mut judge = SumSolver::new(&rules, Play::Normal, Calc::default());
                judge.outcome(&[rules.parse(self.0).unwrap()]).unwrap().to_string()
            }
        }
        registry::open(rules, position)
            .map(|(about, rules)| Ask(position).visit(about, rules))
            .unwrap()
    }
    assert_eq!(outcome("moore-nim", "100+100+100"), "P");
    assert_eq!(outcome("moore-nim", "100+100+99"), "N");
    assert_eq!(outcome("euclid", "1000000,700000"), "P");
    assert_eq!(outcome("euclid", "1000000,600000"), "N");
    assert_eq!(outcome("fibonacci-nim", "832040"), "P");
    assert_eq!(outcome("fibonacci-nim", "832041"), "N");
    assert_eq!(outcome("hackenbush", &format!("{};rr", "lr".repeat(200))), "R");
    assert_eq!(outcome("northcott", "x...o|x.o.."), "N");
    assert_eq!(outcome("northcott", "x...o.|x..o..|.x.o.."), "P");
    assert_eq!(outcome("northcott", "x...o.|x..o..|.xo...|.x.o.."), "P");
}

/// Who wins small boards of Northcott's Game, by working backwards from the ends of play.
#[test]
fn northcott_backwards() {
    for (rows, columns) in [(1, 5), (2, 4)] {
        let rules = Arc::new(Northcott);
        let places = (0..columns).flat_map(|a| (0..columns).map(move |b| (a, b)));
        let places: Vec<(usize, usize)> = places.filter(|(a, b)| a != b).collect();
        let row = |&(a, b): &(usize, usize)| -> String {
            (0..columns)
                .map(|c| {
                    if c == a {
                        'x'
                    } else if c == b {
                        'o'
                    } else {
                        '.'
                    }
                })
                .collect()
        };
        let boards: Vec<String> = match rows {
            1 => places.iter().map(row).collect(),
            _ => places
                .iter()
                .flat_map(|a| places.iter().map(move |b| format!("{}|{}", row(a), row(b))))
                .collect(),
        };
        let boards: Vec<_> = boards.iter().map(|text| rules.parse(text).unwrap()).collect();
        let mut wins = HashMap::new();
        loop {
            let before = wins.len();
            for board in &boards {
                for who in Player::BOTH {
                    let mut options = Vec::new();
                    rules.options(board, who, &mut options);
                    let after = |option| wins.get(&(option, !who)).copied();
                    if options.iter().any(|to| after(to) == Some(false)) {
                        wins.insert((board, who), true);
                    } else if options.iter().all(|to| after(to) == Some(true)) {
                        wins.insert((board, who), false);
                    }
                }
            }
            if wins.len() == before {
                break;
            }
        }
        // Nobody can prevent the end, and the nim-sum of the gaps tells who wins.
        assert_eq!(wins.len(), 2 * boards.len());
        let mut judge = SumSolver::new(&rules, Play::Normal, Calc::default());
        for board in &boards {
            for who in Player::BOTH {
                let found = judge.wins(std::slice::from_ref(board), who).unwrap();
                assert_eq!(found, wins[&(board, who)], "{} {who}", rules.show(board));
            }
            let moves = judge.moves(std::slice::from_ref(board), Player::Left).unwrap();
            let wide: u32 = board.gaps().sum();
            if let Some(best) = moves.iter().find(|candidate| candidate.wins()) {
                assert!(best.to.gaps().sum::<u32>() < wide, "an advance comes first");
            }
        }
    }
}
