//! Endless partizan games: `cargo run --release -p upstar-bench --bin loopy [LARGE]`.
//!
//! Random stoppers are drawn so that they are loopy and do not collapse. The `2n` states of `n`
//! nodes, each with a player to move, are put into a random order, and a player may move from a
//! node to another only if the state that arises, with the opponent to move, comes earlier in it. So
//! no alternating play is endless, while a player who moves twice in a row can go round in
//! circles. Options are taken from the nearest few dozen earlier states: options from all over
//! the order would make most nodes `on`, `off` or small numbers. The lines tell how many different
//! values and how many loopy ones are left. With `LARGE` also the first position of Fox and Geese
//! on the full board.
#![allow(clippy::unwrap_used, clippy::float_arithmetic)]

use std::collections::BTreeSet;
use std::sync::Arc;
use upstar_base::{Budget, Player};
use upstar_bench::{peak_megabytes, report, timed};
use upstar_rules::Rules;
use upstar_rules::loopy::{backsliding::Backsliding, fox_and_geese::FoxAndGeese};
use upstar_rules::loopy::{no_highway::NoHighway, sisyphus::Sisyphus};
use upstar_testing::Random;
use upstar_theory::compound::theory::CompoundTheory;
use upstar_theory::loopy::partizan::SidedValues;
use upstar_values::stopper::{Draft, Ref, Stopper, Stoppers};

/// How far back in the order options are taken from.
const WINDOW: usize = 48;

/// A random stopper with so many nodes.
fn random_stopper(nodes: usize, random: &mut Random) -> Draft {
    let mut order: Vec<(u32, Player)> =
        (0..nodes as u32).flat_map(|node| Player::BOTH.map(|who| (node, who))).collect();
    for i in (1..order.len()).rev() {
        order.swap(i, random.below(i + 1));
    }
    let mut options = vec![[Vec::new(), Vec::new()]; nodes];
    for (place, &(node, who)) in order.iter().enumerate() {
        let earlier = &order[place.saturating_sub(WINDOW)..place];
        let reach: Vec<u32> =
            earlier.iter().filter(|(_, next)| *next == !who).map(|(to, _)| *to).collect();
        let wanted = if random.below(16) == 0 { 0 } else { 1 + random.below(3) };
        let list = &mut options[node as usize][who as usize];
        for _ in 0..wanted.min(reach.len()) {
            let to = Ref::Node(reach[random.below(reach.len())]);
            if !list.contains(&to) {
                list.push(to);
            }
        }
    }
    let mut draft = Draft::new();
    for [left, right] in options {
        draft.add(left, right);
    }
    assert!(draft.is_stopper());
    draft
}

fn store() -> Stoppers {
    Stoppers::new(Arc::new(Budget::unlimited()))
}

fn different(values: &[Stopper]) -> BTreeSet<Stopper> {
    values.iter().copied().collect()
}

fn canonical_forms() {
    for (seed, nodes, target) in
        [(1, 100, None), (2, 300, None), (3, 1000, Some(1.0)), (4, 1000, Some(1.0))]
    {
        let draft = random_stopper(nodes, &mut Random::new(seed));
        let mut store = store();
        let (values, seconds) = timed(|| store.canonical(&draft).unwrap());
        let all = different(&values);
        let loopy = all.iter().filter(|&&value| store.is_loopy(value)).count();
        let largest = all.iter().map(|&value| store.followers(value).len()).max().unwrap_or(0);
        let answer =
            format!("{} values, {loopy} loopy, the largest with {largest} nodes", all.len());
        report(&format!("canonical form of {nodes} nodes"), seconds, target, &answer);
    }
}

fn sums() {
    let mut store = store();
    let mut found: Vec<Stopper> = Vec::new();
    for seed in 4..40 {
        let draft = random_stopper(1000, &mut Random::new(seed));
        for value in different(&store.canonical(&draft).unwrap()) {
            let size = store.followers(value).len();
            if (28..=32).contains(&size) && store.is_loopy(value) && !found.contains(&value) {
                found.push(value);
            }
        }
    }
    let (mut slowest, mut total, mut sums, mut without) = (0f64, 0f64, 0u32, 0);
    for pair in found.chunks_exact(2).take(40) {
        let (sides, seconds) = timed(|| store.add(pair[0], pair[1]).unwrap());
        without += u32::from(sides.as_stopper().is_none());
        (slowest, total, sums) = (slowest.max(seconds), total + seconds, sums + 1);
    }
    let answer = format!("slowest of {sums}; {without} are no stoppers");
    report("sum of two stoppers with 30 nodes", slowest, Some(0.05), &answer);
    report("  the same on average", total / f64::from(sums.max(1)), Some(0.05), "");
}

/// The values of all positions, and how many different ones there are.
fn all_of<R: Rules>(what: &str, rules: &Arc<R>, positions: Vec<R::Position>, target: Option<f64>) {
    let ((known, unknown), seconds) = timed(|| {
        let mut values = SidedValues::new(rules, Arc::new(Budget::unlimited()));
        let mut unknown = 0;
        for position in &positions {
            let sides = values.of_sum(std::slice::from_ref(position)).unwrap();
            unknown += usize::from(
                [upstar_values::stopper::Ending::Left, upstar_values::stopper::Ending::Right]
                    .iter()
                    .any(|&ending| sides.of(ending).is_none()),
            );
        }
        (values.known(), unknown)
    });
    let answer = format!("{known} positions, {unknown} without known sides");
    report(what, seconds, target, &answer);
}

fn rows(longest: usize) -> Vec<String> {
    let mut all = vec![String::new()];
    let mut from = 0;
    for _ in 0..longest {
        let to = all.len();
        for i in from..to {
            all.extend(["T", "F", "."].map(|next| all[i].clone() + next));
        }
        from = to;
    }
    all.split_off(1)
}

fn main() {
    canonical_forms();
    sums();
    let backsliding = rows(7).iter().map(|row| Backsliding.parse(row).unwrap()).collect();
    all_of("Backsliding, all rows up to 7", &Arc::new(Backsliding), backsliding, Some(10.0));
    let board = |rows: usize, columns: usize| {
        (1..=rows).flat_map(move |r| (1..=columns).map(move |c| [r, c]))
    };
    let sisyphus = Sisyphus::from_parameters("").unwrap();
    let squares = board(6, 6).filter_map(|cell| sisyphus.family().cell(&[6, 6], &cell)).collect();
    all_of("Sisyphus 6x6", &Arc::new(sisyphus), squares, Some(0.01));
    let highway = NoHighway::from_parameters("").unwrap();
    let squares = board(6, 6).filter_map(|cell| highway.family().cell(&[6, 6], &cell)).collect();
    all_of("No Highway 6x6", &Arc::new(highway), squares, None);
    let fox = Arc::new(FoxAndGeese::from_parameters("").unwrap());
    let start = |side: usize| fox.family().member(&[side, side]).into_iter().collect();
    all_of("Fox and Geese 6x6", &fox, start(6), None);
    if std::env::args().any(|argument| argument == "LARGE") {
        all_of("Fox and Geese 8x8", &fox, start(8), Some(4.0));
    }
    println!("peak memory {} MB", peak_megabytes());
}
