//! Loopy and entailing impartial games against plain solutions of the whole game.
#![allow(clippy::unwrap_used)]

use std::collections::HashMap;
use std::sync::Arc;
use upstar_base::{Budget, Options, OutcomeClass, Play, Player, Verdict};
use upstar_rules::entailing::tailed::TailedHeap;
use upstar_rules::entailing::top_entails::TopEntails;
use upstar_rules::{MoveKind, Nature, Picture, PositionError, Rules};
use upstar_testing::Random;
use upstar_theory::compound::Compound;
use upstar_theory::compound::search::Search;
use upstar_theory::compound::solver::{CompoundPosition, CompoundSolver};
use upstar_theory::entailing::Entailing;
use upstar_theory::loopy::graph::LoopyGraph;
use upstar_theory::loopy::remoteness::remoteness;
use upstar_theory::loopy::smith;
use upstar_theory::loopy::values::LoopyValues;
use upstar_theory::structure::top_entails::Stacks;
use upstar_theory::theory::Theory;
use upstar_values::LoopyNimber;

/// The place of an outcome among P, N and D.
fn place(outcome: OutcomeClass) -> usize {
    [OutcomeClass::P, OutcomeClass::N, OutcomeClass::D].iter().position(|o| *o == outcome).unwrap()
}

/// A graph with few arrows or with many: in the latter most positions are drawn.
fn impartial_graph(random: &mut Random, nodes: usize) -> Vec<Vec<u32>> {
    let most = 2 + random.below(3);
    (0..nodes)
        .map(|_| {
            let arrows = random.below(most) + random.below(2);
            (0..arrows).map(|_| random.below(nodes) as u32).collect()
        })
        .collect()
}

/// Win, loss or draw by repeating until nothing changes; 0 draw, 1 win, 2 loss, with remoteness.
fn solve(options: &[Vec<u32>], winning: &[bool]) -> Vec<(u8, u32)> {
    let mut state = vec![(0u8, 0u32); options.len()];
    for round in 0.. {
        let before = state.clone();
        for (node, list) in options.iter().enumerate() {
            if state[node].0 != 0 {
                continue;
            }
            if winning[node] && round >= 1 {
                state[node] = (1, 1);
            } else if !winning[node] && list.iter().any(|&o| before[o as usize].0 == 2) {
                state[node] = (1, round);
            } else if !winning[node] && list.iter().all(|&o| before[o as usize].0 == 1) {
                state[node] = (2, round);
            }
        }
        if round > 2 && state == before {
            break;
        }
    }
    state
}

/// The sum of graphs as one graph; also which of its nodes win at once.
fn product(parts: &[(&[Vec<u32>], &[bool])]) -> (Vec<Vec<u32>>, Vec<bool>) {
    let (mut options, mut winning) = (vec![Vec::new()], vec![false]);
    for (part, wins) in parts {
        let size = part.len() as u32;
        let mut next = Vec::new();
        let mut next_wins = Vec::new();
        for (node, list) in options.iter().enumerate() {
            for (own, own_list) in part.iter().enumerate() {
                let mut all: Vec<u32> = list.iter().map(|&o| o * size + own as u32).collect();
                all.extend(own_list.iter().map(|&o| node as u32 * size + o));
                next.push(all);
                next_wins.push(winning[node] || wins[own]);
            }
        }
        (options, winning) = (next, next_wins);
    }
    (options, winning)
}

fn nim(size: u32) -> Vec<Vec<u32>> {
    (0..=size).map(|n| (0..n).collect()).collect()
}

fn outcome(code: u8) -> OutcomeClass {
    [OutcomeClass::D, OutcomeClass::N, OutcomeClass::P][code as usize]
}

fn labels(options: &[Vec<u32>]) -> Vec<LoopyNimber> {
    smith::values(&LoopyGraph::new(options.to_vec()), |_| false, &Budget::unlimited()).unwrap()
}

#[test]
fn labels_of_the_reference_graphs() {
    let file: serde_json::Value = upstar_testing::golden::read("loopy/smith-random-graphs.json");
    let mut checked = 0;
    for graph in file["values"]["graphs"].as_array().unwrap() {
        let lists = graph["options"].as_object().unwrap();
        let list = |n: usize| -> Vec<u32> {
            serde_json::from_value(lists[&n.to_string()].clone()).unwrap()
        };
        let options: Vec<Vec<u32>> = (0..lists.len()).map(list).collect();
        let key = ["values", "labels", "value"].iter().find(|key| graph.get(**key).is_some());
        let expected = graph[*key.unwrap()].as_object().unwrap();
        for (node, label) in labels(&options).iter().enumerate() {
            assert_eq!(expected[&node.to_string()], label.to_string().as_str());
            checked += 1;
        }
    }
    assert!(checked > 200);
}

#[test]
fn sums_of_random_graphs() {
    let mut random = Random::new(0x1357_9bdf_2468_ace1);
    let mut seen = [0; 3];
    for _ in 0..1200 {
        let (a, b) = (impartial_graph(&mut random, 6), impartial_graph(&mut random, 5));
        let heap = random.below(4) as u32;
        let no = vec![false; 8];
        let (sum, _) = product(&[(&a, &no), (&b, &no), (&nim(heap), &no)]);
        let solved = solve(&sum, &vec![false; sum.len()]);
        let (of_a, of_b) = (labels(&a), labels(&b));
        for (i, x) in of_a.iter().enumerate() {
            for (j, y) in of_b.iter().enumerate() {
                for n in 0..=heap {
                    let total = x.plus(y).plus(&LoopyNimber::nim(n));
                    let node = (i * b.len() + j) * (heap as usize + 1) + n as usize;
                    let expected = outcome(solved[node].0);
                    assert_eq!(total.outcome(), expected, "{a:?} {b:?}: {x} + {y} + *{n}");
                    seen[place(expected)] += 1;
                }
            }
        }
    }
    assert!(seen.iter().all(|&n| n > 2000), "{seen:?}");
}

/// The stage of a position equal to *n is half the remoteness of its sum with *n.
#[test]
fn stages_are_half_a_remoteness() {
    let mut random = Random::new(0x0f1e_2d3c_4b5a_6978);
    let mut checked = 0;
    for _ in 0..4000 {
        let graph = impartial_graph(&mut random, 8);
        for (node, label) in labels(&graph).iter().enumerate() {
            if let LoopyNimber::Nim { size, stage: Some(stage) } = label {
                let heap = nim(*size);
                let (sum, _) = product(&[(&graph, &[false; 8]), (&heap, &[false; 8])]);
                let place = node * (*size as usize + 1) + *size as usize;
                let far = remoteness(&LoopyGraph::new(sum), |_| false)[place];
                assert_eq!(far, Some(2 * stage), "{graph:?}, node {node}: {label}");
                checked += 1;
            }
        }
    }
    assert!(checked > 5000);
}

#[test]
fn remoteness_of_random_graphs() {
    let mut random = Random::new(0x2222_3333_5555_7777);
    for _ in 0..1000 {
        let graph = impartial_graph(&mut random, 9);
        let solved = solve(&graph, &[false; 9]);
        for (node, far) in remoteness(&LoopyGraph::new(graph.clone()), |_| false).iter().enumerate()
        {
            let expected = (solved[node].0 != 0).then_some(solved[node].1);
            assert_eq!(*far, expected, "{graph:?}, node {node}");
        }
    }
}

/// Tokens on a graph whose arrows have kinds.
struct Arrows(Vec<Vec<(u32, MoveKind)>>);

impl Rules for Arrows {
    type Position = u32;
    fn options(&self, node: &u32, _: Player, out: &mut dyn Options<u32>) {
        out.extend(self.0[*node as usize].iter().map(|arrow| arrow.0));
    }
    fn parse(&self, text: &str) -> Result<u32, PositionError> {
        text.parse().map_err(|_| PositionError::whole(text, "a number"))
    }
    fn show(&self, node: &u32) -> String {
        node.to_string()
    }
    fn picture(&self, _: &u32) -> Picture {
        Picture::default()
    }

    fn nature(&self) -> Nature {
        Nature {
            impartial: true,
            special_moves: &[
                MoveKind::Entailing,
                MoveKind::Complimenting,
                MoveKind::Overriding,
                MoveKind::Suiciding,
            ],
            ..Nature::PARTIZAN
        }
    }

    fn move_kind(&self, node: &u32, _: Player, option: &u32) -> MoveKind {
        self.0[*node as usize].iter().find(|arrow| arrow.0 == *option).unwrap().1
    }
}

#[test]
fn moves_that_win_at_once_in_ordinal_sum() {
    let mut random = Random::new(0x7777_1234_9999_4321);
    let mut seen = [0; 3];
    for _ in 0..600 {
        let graphs = [impartial_graph(&mut random, 5), impartial_graph(&mut random, 5)];
        // A winning arrow leads to a post, node 5, without options.
        let wins: Vec<Vec<bool>> =
            (0..2).map(|_| (0..5).map(|_| random.below(5) == 0).collect()).collect();
        let rules: Vec<Arc<Arrows>> = graphs
            .iter()
            .zip(&wins)
            .map(|(graph, wins)| {
                let list = |(options, &wins): (&Vec<u32>, &bool)| {
                    let plain = options.iter().map(|&o| (o, MoveKind::Ordinary));
                    let mut list: Vec<_> = plain.collect();
                    if wins {
                        list.push((5, MoveKind::Overriding));
                    }
                    list
                };
                let mut all: Vec<_> = graph.iter().zip(wins).map(list).collect();
                all.push(Vec::new());
                Arc::new(Arrows(all))
            })
            .collect();
        let mut engines: Vec<_> = rules
            .iter()
            .map(|rules| LoopyValues::new(rules, Arc::new(Budget::unlimited())))
            .collect();
        let (sum, winning) = product(&[(&graphs[0], &wins[0]), (&graphs[1], &wins[1])]);
        let solved = solve(&sum, &winning);
        for i in 0..5 {
            for j in 0..5 {
                let a = engines[0].of(&i).unwrap().value;
                let b = engines[1].of(&j).unwrap().value;
                let expected = outcome(solved[(5 * i + j) as usize].0);
                assert_eq!(a.plus(&b).outcome(), expected, "{graphs:?} {wins:?}: {i} + {j}");
                seen[place(expected)] += 1;
            }
        }
    }
    assert!(seen.iter().all(|&n| n > 300), "{seen:?}");
}

/// Plain search through sums of games with entailing and complimenting moves.
struct Plain<'r> {
    rules: &'r Arrows,
    memo: HashMap<(Vec<u32>, Option<usize>), bool>,
}

impl Plain<'_> {
    fn wins(&mut self, tokens: &[u32], entailed: Option<usize>) -> bool {
        let key = (tokens.to_vec(), entailed);
        if let Some(&answer) = self.memo.get(&key) {
            return answer;
        }
        let mut answer = false;
        for place in 0..tokens.len() {
            if entailed.is_some_and(|entailed| entailed != place) {
                continue;
            }
            for &(to, kind) in &self.rules.0[tokens[place] as usize] {
                let mut after = tokens.to_vec();
                after[place] = to;
                answer |= match kind {
                    MoveKind::Ordinary => !self.wins(&after, None),
                    MoveKind::Entailing => !self.wins(&after, Some(place)),
                    MoveKind::Complimenting => self.wins(&after, None),
                    MoveKind::Overriding => true,
                    MoveKind::Suiciding => false,
                };
            }
        }
        self.memo.insert(key, answer);
        answer
    }
}

/// The same where the players have arrows of their own.
struct TwoSided([Arrows; 2]);

impl Rules for TwoSided {
    type Position = u32;
    fn options(&self, node: &u32, who: Player, out: &mut dyn Options<u32>) {
        self.0[who as usize].options(node, who, out);
    }
    fn parse(&self, text: &str) -> Result<u32, PositionError> {
        self.0[0].parse(text)
    }
    fn show(&self, node: &u32) -> String {
        node.to_string()
    }
    fn picture(&self, _: &u32) -> Picture {
        Picture::default()
    }

    fn nature(&self) -> Nature {
        Nature { special_moves: self.0[0].nature().special_moves, ..Nature::PARTIZAN }
    }

    fn move_kind(&self, node: &u32, who: Player, option: &u32) -> MoveKind {
        self.0[who as usize].move_kind(node, who, option)
    }
}

impl TwoSided {
    /// Does `who`, to move, win? By definition.
    fn wins(&self, tokens: &[u32], entailed: Option<usize>, who: Player) -> bool {
        let places = (0..tokens.len()).filter(|&place| entailed.is_none_or(|only| only == place));
        places.into_iter().any(|place| {
            self.0[who as usize].0[tokens[place] as usize].iter().any(|&(to, kind)| {
                let mut after = tokens.to_vec();
                after[place] = to;
                match kind {
                    MoveKind::Ordinary => !self.wins(&after, None, !who),
                    MoveKind::Entailing => !self.wins(&after, Some(place), !who),
                    MoveKind::Complimenting => self.wins(&after, None, who),
                    MoveKind::Overriding => true,
                    MoveKind::Suiciding => false,
                }
            })
        })
    }
}

#[test]
fn partizan_sums_with_moves_out_of_turn() {
    let mut random = Random::new(0x0dd5_0f51_de00_0001);
    let kinds = [
        MoveKind::Ordinary,
        MoveKind::Ordinary,
        MoveKind::Entailing,
        MoveKind::Complimenting,
        MoveKind::Overriding,
        MoveKind::Suiciding,
    ];
    let mut outcomes = [0; 4];
    for round in 0..300 {
        let most = if round % 3 == 0 { kinds.len() } else { 4 };
        let mut side = || {
            let node = |node: u32| {
                let to = (0..node).filter(|_| random.below(3) > 0).collect::<Vec<_>>();
                to.into_iter().map(|to| (to, kinds[random.below(most)])).collect()
            };
            Arrows((0..5u32).map(node).collect())
        };
        let rules = Arc::new(TwoSided([side(), side()]));
        let budget = Arc::new(Budget::unlimited());
        let mut search = Search::new(&rules, Compound::Sum, Play::Normal, budget);
        for _ in 0..12 {
            let tokens: Vec<u32> =
                (0..1 + random.below(3)).map(|_| random.below(5) as u32).collect();
            let entailed = random.one_in(3).then(|| random.below(tokens.len()));
            let standing = CompoundPosition { components: tokens.clone(), entailed };
            let wins = Player::BOTH.map(|who| {
                let wins = search.wins(&standing, who).unwrap();
                assert_eq!(wins, rules.wins(&tokens, entailed, who), "{tokens:?} {entailed:?}");
                wins
            });
            outcomes[usize::from(wins[0]) + 2 * usize::from(wins[1])] += 1;
        }
    }
    assert!(outcomes.iter().all(|&count| count > 100), "{outcomes:?}");
}

#[test]
fn sums_with_entailing_and_complimenting_moves() {
    let mut random = Random::new(0x1010_2020_4040_8081);
    let kinds = [
        MoveKind::Ordinary,
        MoveKind::Ordinary,
        MoveKind::Ordinary,
        MoveKind::Entailing,
        MoveKind::Entailing,
        MoveKind::Complimenting,
        MoveKind::Overriding,
        MoveKind::Suiciding,
    ];
    let (mut checked, mut won) = (0, 0);
    for round in 0..400 {
        // Rare overriding moves, or everything is loony.
        let most = if round % 3 == 0 { kinds.len() } else { 6 };
        let lists: Vec<Vec<(u32, MoveKind)>> = (0..9u32)
            .map(|node| {
                let to = (0..node).filter(|_| random.below(2) == 0).collect::<Vec<_>>();
                to.into_iter().map(|to| (to, kinds[random.below(most)])).collect()
            })
            .collect();
        let rules = Arc::new(Arrows(lists));
        let mut engine = Entailing::new(&rules, Arc::new(Budget::unlimited()));
        let mut plain = Plain { rules: &rules, memo: HashMap::new() };
        for _ in 0..60 {
            let tokens: Vec<u32> =
                (0..1 + random.below(3)).map(|_| random.below(9) as u32).collect();
            let entailed = (random.below(2) == 0).then(|| random.below(tokens.len()));
            let expected = plain.wins(&tokens, entailed);
            let answer = match entailed {
                None => engine.wins(&tokens, None),
                Some(place) => {
                    let mut rest = tokens.clone();
                    let answered = rest.remove(place);
                    engine.wins(&rest, Some(&answered))
                }
            };
            assert_eq!(answer.unwrap(), expected, "{:?}: {tokens:?} {entailed:?}", rules.0);
            checked += 1;
            won += usize::from(expected);
        }
    }
    assert!(won > 3000 && checked - won > 1500, "{won} of {checked}");
}

/// A token on a graph.
struct OnGraph(Vec<Vec<u32>>);

impl Rules for OnGraph {
    type Position = u32;
    fn options(&self, node: &u32, _: Player, out: &mut dyn Options<u32>) {
        out.extend(self.0[*node as usize].iter().copied());
    }
    fn parse(&self, text: &str) -> Result<u32, PositionError> {
        text.parse().map_err(|_| PositionError::whole(text, "a number"))
    }
    fn show(&self, node: &u32) -> String {
        node.to_string()
    }
    fn picture(&self, _: &u32) -> Picture {
        Picture::default()
    }
    fn nature(&self) -> Nature {
        Nature { impartial: true, loopy: true, ..Nature::PARTIZAN }
    }
}

/// All tokens on the same graph, as one graph; a turn moves all of them, or some.
fn together(graph: &[Vec<u32>], tokens: u32, all: bool) -> Vec<Vec<u32>> {
    let size = graph.len();
    let place = |state: usize, token: u32| state / size.pow(token) % size;
    (0..size.pow(tokens))
        .map(|state| {
            let mut turns = vec![(0, 0)];
            for token in 0..tokens {
                let here = place(state, token);
                let mut ways: Vec<(usize, u32)> =
                    graph[here].iter().map(|&to| (to as usize, 1)).collect();
                if !all {
                    ways.push((here, 0));
                }
                turns = turns
                    .iter()
                    .flat_map(|&(sum, moves)| {
                        let further = move |&(to, moved): &(usize, u32)| {
                            (sum + to * size.pow(token), moves + moved)
                        };
                        ways.iter().map(further).collect::<Vec<_>>()
                    })
                    .collect();
            }
            turns.retain(|&(_, moves)| moves > 0);
            turns.into_iter().map(|(to, _)| to as u32).collect()
        })
        .collect()
}

/// Joins and unions of loopy games against the graph of all tokens together; and who is said to
/// win does win, by the first winning turn of each list, in the time that is promised.
#[test]
fn joins_and_unions_of_random_graphs() {
    let mut random = Random::new(0x0bad_cafe_1234_8765);
    for compound in [Compound::Join, Compound::JoinPass, Compound::Union] {
        let mut seen = [0; 3];
        for round in 0..240 {
            let (size, tokens) = if round % 3 == 0 { (5, 3) } else { (8, 2) };
            let rules = Arc::new(OnGraph(impartial_graph(&mut random, size)));
            let whole = together(&rules.0, tokens, compound != Compound::Union);
            let solved = solve(&whole, &vec![false; whole.len()]);
            let budget = Arc::new(Budget::unlimited());
            let mut referee = CompoundSolver::new(&rules, compound, Play::Normal, budget).unwrap();
            for (state, &(code, far)) in solved.iter().enumerate() {
                let token = |i: u32| (state / size.pow(i) % size) as u32;
                let components: Vec<u32> = (0..tokens).map(token).collect();
                let standing = CompoundPosition { components, entailed: None };
                let prospect = referee.worth(&standing).unwrap().prospect.unwrap();
                let expected = outcome(code);
                let about = || format!("{compound} {:?} {:?}", rules.0, standing.components);
                assert_eq!(prospect.verdict, expected.first(Player::Left), "{}", about());
                assert!(prospect.proved);
                match (compound, prospect.remoteness) {
                    (_, None) => assert_eq!(expected, OutcomeClass::D),
                    (Compound::Union, Some(most)) => assert!(far <= most, "{}", about()),
                    (_, Some(exact)) => assert_eq!(far, exact, "{}", about()),
                }
                let turns = referee.turns(&standing, Player::Left).unwrap().turns;
                let best = turns.iter().filter_map(|turn| turn.verdict);
                let best = best.min_by_key(|verdict| match verdict {
                    Verdict::Win => 0,
                    Verdict::Draw => 1,
                    Verdict::Loss => 2,
                });
                let expected_best = [Verdict::Draw, Verdict::Win, Verdict::Loss][code as usize];
                assert_eq!(best.unwrap_or(Verdict::Loss), expected_best, "{}", about());
                seen[place(expected)] += 1;
                if code == 1 && state % 7 == 0 {
                    let most = prospect.remoteness.unwrap();
                    wins_in_time(&mut referee, &mut random, standing, most);
                }
            }
        }
        assert!(seen.iter().all(|&n| n > 1500), "{compound} {seen:?}");
    }
}

/// Plays the first winning turns against random replies.
fn wins_in_time(
    referee: &mut CompoundSolver<OnGraph>,
    random: &mut Random,
    mut standing: CompoundPosition<u32>,
    most: u32,
) {
    for moves in 0.. {
        let mut turns = referee.turns(&standing, Player::Left).unwrap().turns;
        if moves % 2 == 1 && turns.is_empty() {
            return;
        }
        assert!(moves < most, "{standing:?} after {moves} moves of {most}");
        let chosen = match moves % 2 {
            0 => turns.iter().position(|turn| turn.wins()).unwrap(),
            _ => random.below(turns.len()),
        };
        standing = turns.swap_remove(chosen).to;
    }
}

#[test]
fn what_endless_play_has_no_theory_for() {
    let rules = Arc::new(OnGraph(vec![vec![], vec![0, 1]]));
    let refused = |compound, play| {
        CompoundSolver::new(&rules, compound, play, Arc::new(Budget::unlimited())).err().is_some()
    };
    for compound in [Compound::SlowJoin, Compound::UrgentUnion, Compound::Subselective] {
        assert!(refused(compound, Play::Normal), "{compound}");
    }
    for compound in Compound::ALL {
        assert!(refused(compound, Play::Misere), "{compound}");
    }
    for compound in [Compound::Sum, Compound::Join, Compound::JoinPass, Compound::Union] {
        assert!(!refused(compound, Play::Normal), "{compound}");
    }
}

/// The quick engine for stacks against the general one.
#[test]
fn stacks_of_top_entails() {
    let rules = Arc::new(TopEntails::from_parameters("").unwrap());
    let budget = || Arc::new(Budget::unlimited());
    let mut general = Entailing::general(&rules, budget());
    let mut quick = Entailing::new(&rules, budget());
    for coins in 0..=300 {
        let stack = rules.family().member(&[coins]).unwrap();
        assert_eq!(quick.of(&stack).unwrap(), general.of(&stack).unwrap(), "{coins}");
    }
    let mut stacks = Stacks::without_sets();
    stacks.extend(2600, &Budget::unlimited()).unwrap();
    assert_eq!(stacks.loony(), [1, 3, 2403, 2505]);
    let last_zero = (0..=2600).rev().find(|&coins| stacks.least(coins) == Some(0));
    assert_eq!(last_zero, Some(1859));
    let limited = Arc::new(Budget::new(None, Some(1 << 12)));
    let mut limited = Entailing::new(&rules, limited);
    assert!(limited.of(&rules.family().member(&[5000]).unwrap()).is_err());
}

/// After a split each piece is a component: an entailing move in one must be answered there.
#[test]
fn pieces_of_a_split_are_components() {
    use upstar_base::{Play, Verdict};
    use upstar_rules::entailing::tailed::TailedHeap;
    use upstar_rules::entailing::top_entails::TopEntails;
    use upstar_theory::compound::Compound;
    use upstar_theory::compound::solver::CompoundSolver;
    let rules = Arc::new(TopEntails::from_parameters("").unwrap());
    let budget = Arc::new(Budget::unlimited());
    let mut referee = CompoundSolver::new(&rules, Compound::Sum, Play::Normal, budget).unwrap();
    let start = referee.standing(&[rules.parse("6").unwrap()]).unwrap();
    let listing = referee.turns(&start, Player::Left).unwrap();
    let split = listing.turns.iter().find(|turn| turn.to.components.len() == 2).unwrap();
    // From 5 and 1: every turn changes one of them, and an entailing one names the piece.
    for turn in referee.turns(&split.to, Player::Right).unwrap().turns {
        if let Some(place) = turn.to.entailed {
            let answers = referee.turns(&turn.to, Player::Left).unwrap().turns;
            for answer in &answers {
                let untouched = turn.to.components.iter().enumerate().filter(|&(i, _)| i != place);
                for (_, other) in untouched {
                    assert!(answer.to.components.contains(other));
                }
            }
            let wins = answers.iter().any(|answer| answer.wins());
            assert_eq!((turn.verdict == Some(Verdict::Loss)), wins);
        }
    }
}
