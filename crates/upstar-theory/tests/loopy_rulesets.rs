//! Every endless partizan ruleset: values against plain solutions of sums with random short games,
//! Li's rules against the graph, and winning moves played to the end.
#![allow(clippy::unwrap_used)]

use std::collections::HashMap;
use std::sync::Arc;
use upstar_base::{Budget, Play, Player, Verdict};
use upstar_rules::Rules;
use upstar_rules::erased::Erased;
use upstar_rules::loopy::loopy_hackenbush::LoopyHackenbush;
use upstar_rules::registry::{self, About};
use upstar_testing::Random;
use upstar_theory::compound::{Compound, solver::CompoundSolver};
use upstar_theory::loopy::partizan::SidedValues;
use upstar_theory::structure::loopy_hackenbush;
use upstar_theory::theory::Theory;
use upstar_values::Calc;
use upstar_values::stopper::{Ending, Sides, Stopper, Stoppers};

fn choose(random: &mut Random, symbols: &str) -> char {
    symbols.chars().nth(random.below(symbols.chars().count())).unwrap()
}

/// A board whose squares of the colour of the lower left corner are filled at random.
fn board(random: &mut Random, most: usize, symbols: &str) -> String {
    let (rows, columns) = (2 + random.below(most - 1), 2 + random.below(most - 1));
    let rows = (0..rows).map(|r| {
        let square = |c| match (rows - 1 - r + c) % 2 {
            0 => choose(random, symbols),
            _ => '.',
        };
        (0..columns).map(square).collect::<String>()
    });
    rows.collect::<Vec<_>>().join("|")
}

/// A picture with some edges, sometimes with circuits.
fn picture(random: &mut Random, edges: usize, colours: &str) -> String {
    let (mut text, mut open) = (String::new(), 0);
    for _ in 0..edges {
        if random.below(4) == 0 && !text.is_empty() && !text.ends_with('(') {
            text.push(';');
        }
        text.push(choose(random, colours));
        if random.below(3) == 0 {
            text.push_str(":A");
        }
        if random.below(5) == 0 {
            text.push('(');
            open += 1;
        }
    }
    for _ in 0..open {
        text.push_str(if text.ends_with('(') { "l)" } else { ")" });
    }
    text
}

/// A position of a ruleset as text; it need not be one.
fn position(random: &mut Random, name: &str) -> Option<String> {
    Some(match name {
        "sisyphus" | "no-highway" => {
            let (columns, rows) = (2 + random.below(3), 2 + random.below(3));
            let column = char::from(b'a' + random.below(columns) as u8);
            format!("{columns}x{rows}:{column}{}", 1 + random.below(rows))
        }
        "backsliding-toads-and-frogs" => {
            (0..2 + random.below(4)).map(|_| choose(random, "TF..")).collect()
        }
        "ceylonese-fox-and-geese" | "fox-and-geese" => board(random, 4, "G...F"),
        "checkers" => board(random, 4, "........bBwW"),
        "loopy-hackenbush" => {
            let edges = 1 + random.below(5);
            picture(random, edges, "lreppkk")
        }
        "carousel" => choose(random, "abcd").to_string(),
        "partizan-digraph" => {
            let mut side = |nodes: usize| -> String {
                let list: Vec<String> =
                    (0..random.below(3)).map(|_| format!("n{}", random.below(nodes))).collect();
                list.join(",")
            };
            let lines: Vec<String> =
                (0..4).map(|n| format!("n{n}={{{}|{}}}", side(4), side(4))).collect();
            format!("{} @ n0", lines.join(";"))
        }
        _ => return None,
    })
}

/// A short game: options of the nodes are nodes before; the last is the game.
fn short(random: &mut Random) -> Vec<[Vec<usize>; 2]> {
    let nodes = 1 + random.below(5);
    let mut side = |n: usize| (0..random.below(3).min(n)).map(|_| random.below(n)).collect();
    (0..nodes).map(|n| [side(n), side(n)]).collect()
}

/// Win, loss or draw for each player to move of a graph with an end wherever a player is stuck.
fn solved(moves: &[Vec<usize>]) -> Vec<Verdict> {
    let mut known: Vec<Option<bool>> = vec![None; moves.len()];
    loop {
        let mut changed = false;
        for (state, list) in moves.iter().enumerate() {
            if known[state].is_some() {
                continue;
            }
            if list.iter().any(|&next| known[next] == Some(false)) {
                (known[state], changed) = (Some(true), true);
            } else if list.iter().all(|&next| known[next] == Some(true)) {
                (known[state], changed) = (Some(false), true);
            }
        }
        if !changed {
            return known.into_iter().map(|k| k.map_or(Verdict::Draw, Verdict::of)).collect();
        }
    }
}

type State<P> = (Vec<P>, usize, Player);

/// What each player, to move, gets in a sum of positions and a short game; `None` if it is large.
fn plain<R: Rules>(
    rules: &Arc<R>,
    sum: &[R::Position],
    short: &[[Vec<usize>; 2]],
) -> Option<[Verdict; 2]> {
    let mut states: Vec<State<R::Position>> = Vec::new();
    let mut numbers: HashMap<State<R::Position>, usize> = HashMap::new();
    for who in Player::BOTH {
        let state = (sum.to_vec(), short.len() - 1, who);
        numbers.insert(state.clone(), states.len());
        states.push(state);
    }
    let mut moves: Vec<Vec<usize>> = Vec::new();
    while moves.len() < states.len() {
        if states.len() > 3000 {
            return None;
        }
        let (sum, at, who) = states[moves.len()].clone();
        let mut nexts: Vec<State<R::Position>> =
            short[at][who as usize].iter().map(|&to| (sum.clone(), to, !who)).collect();
        for place in 0..sum.len() {
            let mut options = Vec::new();
            rules.options(&sum[place], who, &mut options);
            nexts.extend(options.into_iter().map(|option| {
                let mut next = sum.clone();
                next[place] = option;
                (next, at, !who)
            }));
        }
        let list = nexts.into_iter().map(|next| {
            *numbers.entry(next).or_insert_with_key(|next| {
                states.push(next.clone());
                states.len() - 1
            })
        });
        let list = list.collect();
        moves.push(list);
    }
    let verdicts = solved(&moves);
    Some([verdicts[0], verdicts[1]])
}

/// What sides say each player gets, to move.
fn by_sides(store: &mut Stoppers, sides: Sides) -> Option<[Verdict; 2]> {
    let (on, off) = (sides.of(Ending::Left)?, sides.of(Ending::Right)?);
    let zero = Stopper::ZERO;
    let verdict = |wins, holds| match (wins, holds) {
        (true, _) => Verdict::Win,
        (false, true) => Verdict::Draw,
        (false, false) => Verdict::Loss,
    };
    let mut survives = |a, b| store.survives(a, b, Player::Left).unwrap();
    Some([
        verdict(survives(off, zero), survives(on, zero)),
        verdict(survives(zero, on), survives(zero, off)),
    ])
}

#[derive(Default, Debug)]
struct Count {
    checked: usize,
    drawn: usize,
    loopy: usize,
    played: usize,
    longest: usize,
}

struct Check<'a> {
    random: &'a mut Random,
    count: &'a mut Count,
}

impl Check<'_> {
    fn visit(self, about: &About<'_>, rules: Erased) {
        let rules = Arc::new(rules);
        let Check { random, count } = self;
        let mut values = SidedValues::new(&rules, Arc::new(Budget::unlimited()));
        let mut tried = 0;
        let mut pair = Vec::new();
        let wanted = if about.name == "checkers" { 150 } else { 300 };
        while tried < wanted {
            let text = position(random, about.name).unwrap();
            let Ok(position) = rules.parse(&text) else { continue };
            tried += 1;
            let short = short(random);
            let single = [position.clone()];
            let Some(expected) = plain(&rules, &single, &short) else { continue };
            let sides = values.of_sum(&single).unwrap();
            let store = values.store();
            let mut stoppers: Vec<Stopper> = Vec::new();
            for [left, right] in &short {
                let of = |list: &[usize]| list.iter().map(|&n| stoppers[n]).collect::<Vec<_>>();
                let (left, right) = (of(left), of(right));
                stoppers.push(store.make(&left, &right).unwrap());
            }
            let short_sides = Sides::stopper(*stoppers.last().unwrap());
            let total = store.add_sides(sides, short_sides).unwrap();
            if let Some(found) = by_sides(store, total) {
                assert_eq!(found, expected, "{}: {text} + {short:?}", about.name);
                count.checked += 1;
                count.drawn += usize::from(expected.contains(&Verdict::Draw));
                count.loopy += usize::from(sides.as_stopper().is_none_or(|s| store.is_loopy(s)));
            }
            pair.push(position);
            if pair.len() == 2 {
                played(about, &rules, &pair, random, count);
                pair.remove(0);
            }
            played(about, &rules, &pair, random, count);
        }
    }
}

/// Follows the first winning move against random replies: it must bring the end nearer.
fn played<R: Rules>(
    about: &About,
    rules: &Arc<R>,
    sum: &[R::Position],
    random: &mut Random,
    count: &mut Count,
) {
    let Some(expected) = plain(rules, sum, &[[vec![], vec![]]]) else { return };
    let budget = Arc::new(Budget::unlimited());
    let mut referee = CompoundSolver::new(rules, Compound::Sum, Play::Normal, budget).unwrap();
    let shown: Vec<String> = sum.iter().map(|p| rules.show(p)).collect();
    for who in Player::BOTH {
        let mut standing = referee.standing(sum).unwrap();
        let verdict = referee.verdict(&standing, who).unwrap();
        assert_eq!(verdict, expected[who as usize], "{}: {shown:?} {who}", about.name);
        if verdict != Verdict::Win {
            continue;
        }
        let mut moves = 0;
        loop {
            let turns = referee.turns(&standing, who).unwrap().turns;
            let first = turns.into_iter().find(|turn| turn.wins()).unwrap();
            standing = first.to;
            moves += 1;
            assert!(moves < 400, "{}: {shown:?} does not end", about.name);
            let replies = referee.legal(&standing, !who, usize::MAX).unwrap();
            if replies.is_empty() {
                break;
            }
            standing = replies[random.below(replies.len())].to.clone();
        }
        count.played += 1;
        count.longest = count.longest.max(moves);
    }
}

#[test]
fn values_and_winning_moves() {
    let mut random = Random::new(0x51ab_9d3c_77e1_0f25);
    let (mut rulesets, mut checked, mut played) = (0, 0, 0);
    for about in registry::all() {
        if position(&mut random, about.name).is_none() {
            continue;
        }
        rulesets += 1;
        let mut count = Count::default();
        let check = Check { random: &mut random, count: &mut count };
        registry::open(about.name, about.examples[0])
            .map(|(about, rules)| check.visit(about, rules))
            .unwrap();
        println!("{}: {count:?}", about.name);
        (checked, played) = (checked + count.checked, played + count.played);
        // The sides of the Carousel are not known.
        if about.name != "carousel" {
            assert!(count.checked > 100 && count.loopy > 50, "{}: {count:?}", about.name);
        }
    }
    assert!(rulesets == 9 && checked > 1500 && played > 1000, "{rulesets} {checked} {played}");
}

/// Li's rules against the sides of the graph of all positions.
#[test]
fn li() {
    let mut random = Random::new(0x0ddb_a11c_0ffe_e123);
    let rules = Arc::new(LoopyHackenbush::default());
    let mut calc = Calc::default();
    let (mut trees, mut circuits, mut sided) = (0, 0, 0);
    for round in 0..3000 {
        let colours = if round % 3 == 0 { "lrepk" } else { "lrpk" };
        let edges = 2 + random.below(4);
        let text = picture(&mut random, edges, colours);
        let Ok(graph) = rules.parse(&text) else { continue };
        let budget = Arc::new(Budget::unlimited());
        let mut values = SidedValues::new(&rules, budget).without_theorems();
        let sides = values.of_sum(std::slice::from_ref(&graph)).unwrap();
        let (form, negated) = rules.normal_form(graph.clone());
        for (ending, other) in [(Ending::Left, Ending::Right), (Ending::Right, Ending::Left)] {
            let of_form = if negated { other } else { ending };
            let of_form = loopy_hackenbush::value(&form, of_form, &calc).unwrap();
            let of_form = if negated { calc.neg(of_form).unwrap() } else { of_form };
            assert_eq!(of_form, loopy_hackenbush::value(&graph, ending, &calc).unwrap(), "{text}");
            let by_rule = loopy_hackenbush::value(&graph, ending, &calc).unwrap();
            let by_rule = values.store().of_short(&mut calc, by_rule).unwrap();
            assert_eq!(sides.of(ending), Some(by_rule), "{text}");
        }
        if graph.edges().len() < graph.order() {
            trees += 1
        } else {
            circuits += 1
        }
        sided += usize::from(sides.as_stopper().is_none());
    }
    println!("{trees} trees, {circuits} with circuits, {sided} with two sides");
    assert!(trees > 500 && circuits > 500 && sided > 500, "{trees} {circuits} {sided}");
}
