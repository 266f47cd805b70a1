//! Joins and unions against exhaustive search: trees of the reference tables, random trees, and
//! every ruleset in every compound. The search here knows nothing of the engines' turns.
#![allow(clippy::unwrap_used)]

use serde_json::Value as Json;
use std::collections::HashMap;
use std::sync::Arc;
use upstar_base::{Budget, Options, Play, Player, Verdict};
use upstar_rules::erased::Erased;
use upstar_rules::registry::{self, About};
use upstar_rules::tree::{Tree, Trees};
use upstar_rules::{MoveKind, Nature, Rules, split_sum};
use upstar_testing::{Random, on_all_cores};
use upstar_theory::compound::Compound;
use upstar_theory::compound::solver::{CompoundPosition, CompoundSolver, Valuation};
use upstar_theory::theory::Theory;
use upstar_values::value::Paced;
use upstar_values::{Charged, Tallies, Value};

/// Exhaustive search by the rules of each compound, word for word.
struct Plain<'r, R: Rules> {
    rules: &'r R,
    compound: Compound,
    play: Play,
    memo: HashMap<(Vec<R::Position>, Player), bool>,
    limit: usize,
}

/// What a mover may do with one component: (pieces, is it a move, decided?).
type Ways<P> = Vec<(Vec<P>, bool, Option<bool>)>;

impl<R: Rules> Plain<'_, R> {
    fn options(&self, p: &R::Position, who: Player) -> Vec<R::Position> {
        let mut out = Vec::new();
        self.rules.options(p, who, &mut out);
        out.sort();
        out.dedup();
        out
    }

    fn pieces(&self, p: &R::Position) -> Vec<R::Position> {
        let mut parts = Vec::new();
        if self.compound == Compound::Subselective {
            return vec![p.clone()];
        }
        self.rules.compound_parts(p, &mut parts);
        let mut pieces = Vec::new();
        for (part, count) in parts {
            for _ in 0..count {
                pieces.push(part.clone());
            }
        }
        if pieces.is_empty() {
            pieces.push(p.clone());
        }
        pieces
    }

    fn wins(&mut self, components: &[R::Position], who: Player) -> Option<bool> {
        let mut sorted = components.to_vec();
        sorted.sort();
        let key = (sorted, who);
        if let Some(&answer) = self.memo.get(&key) {
            return Some(answer);
        }
        if self.memo.len() > self.limit {
            return None;
        }
        let state = key.0.clone();
        for component in &state {
            if let Some(winner) = self.rules.decided(component) {
                return Some(winner == who);
            }
        }
        let mine: Vec<_> = state.iter().map(|c| self.options(c, who)).collect();
        let theirs: Vec<_> = state.iter().map(|c| self.options(c, !who)).collect();
        let dead = |i: usize| mine[i].is_empty() && theirs[i].is_empty();
        let n = state.len();
        let over = match self.compound {
            Compound::Join | Compound::UrgentUnionStuck => (0..n).any(|i| mine[i].is_empty()),
            Compound::JoinPass | Compound::UrgentUnion => (0..n).any(dead),
            Compound::SlowJoin => (0..n).all(dead),
            _ => false,
        };
        let mut turns: Vec<(Vec<R::Position>, usize, Option<bool>)> = vec![(Vec::new(), 0, None)];
        for i in 0..n {
            let mut ways: Ways<R::Position> = Vec::new();
            for option in &mine[i] {
                let pieces = self.pieces(option);
                let kind = self.rules.move_kind(&state[i], who, option);
                let ends = self.compound == Compound::UrgentUnion
                    && pieces.iter().any(|p| {
                        self.options(p, who).is_empty() && self.options(p, !who).is_empty()
                    });
                let decided = match kind {
                    MoveKind::Overriding => Some(true),
                    MoveKind::Suiciding => Some(false),
                    _ if ends => Some(self.play == Play::Normal),
                    _ => None,
                };
                ways.push((pieces, true, decided));
            }
            let may_stay = match self.compound {
                Compound::Join => false,
                Compound::JoinPass | Compound::SlowJoin => mine[i].is_empty(),
                _ => true,
            };
            if may_stay {
                ways.push((vec![state[i].clone()], false, None));
            }
            let mut longer = Vec::new();
            for (before, moves, decided) in &turns {
                for (pieces, moved, here) in &ways {
                    let mut after = before.clone();
                    after.extend(pieces.iter().cloned());
                    longer.push((after, moves + usize::from(*moved), decided.or(*here)));
                }
            }
            if longer.len() > 4_000 {
                return None;
            }
            turns = longer;
        }
        let (mut stuck, mut answer) = (true, false);
        for (after, moves, decided) in turns {
            let legal = match self.compound {
                Compound::Sum => moves == 1,
                Compound::Union | Compound::UrgentUnion | Compound::UrgentUnionStuck => moves > 0,
                Compound::Subselective => moves > 0 && moves < n,
                _ => true,
            };
            if over || !legal {
                continue;
            }
            stuck = false;
            let wins = match decided {
                Some(wins) => wins,
                None => !self.wins(&after, !who)?,
            };
            if wins {
                answer = true;
                break;
            }
        }
        // In an urgent union it is the end of a component that counts for misère play: who cannot
        // move while all are alive has lost.
        let ended = over || self.compound != Compound::UrgentUnion;
        let answer = answer || stuck && ended && self.play == Play::Misere;
        self.memo.insert(key, answer);
        Some(answer)
    }
}

fn plain<R: Rules>(
    rules: &Arc<R>,
    compound: Compound,
    play: Play,
    components: &[R::Position],
    who: Player,
) -> Option<bool> {
    let mut search = Plain { rules: &**rules, compound, play, memo: HashMap::new(), limit: 800 };
    let pieces: Vec<_> = components.iter().flat_map(|c| search.pieces(c)).collect();
    search.wins(&pieces, who)
}

fn referee<R: Rules>(rules: &Arc<R>, compound: Compound, play: Play) -> CompoundSolver<R> {
    CompoundSolver::new(rules, compound, play, Arc::new(Budget::unlimited())).unwrap()
}

fn stand<P: Clone>(components: &[P]) -> CompoundPosition<P> {
    CompoundPosition { components: components.to_vec(), entailed: None }
}

fn wins<R: Rules>(
    referee: &mut CompoundSolver<R>,
    components: &[R::Position],
    who: Player,
) -> bool {
    referee.verdict(&stand(components), who).unwrap() == Verdict::Win
}

fn load(name: &str) -> Json {
    upstar_testing::golden::read(&format!("compounds/{name}"))
}

fn tree(json: &Json) -> Tree {
    match json {
        Json::String(letter) if letter == "W" => Tree::Won,
        Json::String(_) => Tree::Lost,
        _ => {
            let side = |i: usize| json[i].as_array().unwrap().iter().map(tree).collect();
            Tree::new(side(0), side(1))
        }
    }
}

fn trees(json: &Json) -> Vec<Tree> {
    json["components"].as_array().unwrap().iter().map(tree).collect()
}

fn winner(json: &Json) -> Player {
    if json == "L" { Player::Left } else { Player::Right }
}

#[test]
fn joins_of_the_reference_trees() {
    let rules = Arc::new(Trees::default());
    let file = load("ch9-random-joins.json");
    let mut checked = 0;
    for row in file["values"].as_array().unwrap() {
        let components = trees(row);
        let compounds = [
            ("rapid", Compound::Join),
            ("rapid_with_pass", Compound::JoinPass),
            ("slow_with_pass", Compound::SlowJoin),
        ];
        for (name, compound) in compounds {
            for (play_name, play) in [("normal", Play::Normal), ("misere", Play::Misere)] {
                let expected = &row[name][play_name];
                let mut referee = referee(&rules, compound, play);
                let numbers = |worth: Valuation| match worth.value {
                    Value::Paced(Paced { left, right: Some(right), .. }) => vec![left, right],
                    other => panic!("{other:?}"),
                };
                let both = numbers(referee.worth(&stand(&components)).unwrap());
                assert_eq!(serde_json::json!(both), expected["compound"]);
                for (component, expected) in
                    components.iter().zip(expected["components"].as_array().unwrap())
                {
                    let both =
                        numbers(referee.worth(&stand(std::slice::from_ref(component))).unwrap());
                    assert_eq!(serde_json::json!(both), *expected);
                }
                for (who, key) in [
                    (Player::Left, "winner_if_left_starts"),
                    (Player::Right, "winner_if_right_starts"),
                ] {
                    let wins = wins(&mut referee, &components, who);
                    assert_eq!(wins, winner(&expected[key]) == who);
                    checked += 1;
                }
            }
        }
    }
    assert_eq!(checked, 120 * 12);
}

#[test]
fn unions_of_the_reference_trees() {
    let rules = Arc::new(Trees::from_parameters("deciding").unwrap());
    let file = load("ch10-random-unions.json");
    let read = |json: &Json| -> Tallies {
        let side = |i: usize| format!("{}_{}", json[i][0].as_str().unwrap(), json[i][1]);
        format!("{} {}", side(0), side(1)).parse().unwrap()
    };
    let mut checked = 0;
    for row in file["values"].as_array().unwrap() {
        let components = trees(row);
        let mut referee = referee(&rules, Compound::Union, Play::Normal);
        let worth = referee.worth(&stand(&components)).unwrap();
        assert_eq!(worth.value, Value::Tallies(Charged::free(read(&row["union"]))));
        for (component, tallies) in components.iter().zip(row["tallies"].as_array().unwrap()) {
            let worth = referee.worth(&stand(std::slice::from_ref(component))).unwrap();
            assert_eq!(worth.value, Value::Tallies(Charged::free(read(tallies))));
        }
        for (who, key) in
            [(Player::Left, "left_starts_winner"), (Player::Right, "right_starts_winner")]
        {
            assert_eq!(wins(&mut referee, &components, who), winner(&row[key]) == who);
            checked += 1;
        }
    }
    assert_eq!(checked, 300);
}

fn random_tree(random: &mut Random, depth: usize, deciding: bool, impartial: bool) -> Tree {
    let side = |random: &mut Random| -> Vec<Tree> {
        let n = if depth == 0 { 0 } else { random.below(3) };
        (0..n)
            .map(|_| match random.below(12) {
                0 if deciding => Tree::Won,
                1 if deciding => Tree::Lost,
                _ => random_tree(random, depth - 1, deciding, impartial),
            })
            .collect()
    };
    let left = side(random);
    let right = if impartial { left.clone() } else { side(random) };
    Tree::new(left, right)
}

/// Trees whose two players always have the same options.
struct Both;

impl Rules for Both {
    type Position = Tree;
    fn options(&self, tree: &Tree, who: Player, out: &mut dyn Options<Tree>) {
        Trees::default().options(tree, who, out);
    }
    fn parse(&self, text: &str) -> Result<Tree, upstar_rules::PositionError> {
        Trees::default().parse(text)
    }
    fn show(&self, tree: &Tree) -> String {
        Trees::default().show(tree)
    }
    fn picture(&self, tree: &Tree) -> upstar_rules::Picture {
        Trees::default().picture(tree)
    }
    fn nature(&self) -> Nature {
        Nature { impartial: true, ..Nature::PARTIZAN }
    }
}

/// Compares thousands of random compounds; answers how many were checked.
fn compare<R: Rules<Position = Tree>>(
    rules: &Arc<R>,
    compound: Compound,
    play: Play,
    deciding: bool,
    rounds: usize,
) -> usize {
    let mut random = Random::new(0x5eed_0000_0001 ^ (compound as u64) << 8 ^ (play as u64));
    let mut referee = referee(rules, compound, play);
    let mut checked = 0;
    for round in 0..rounds {
        let components: Vec<Tree> = (0..1 + round % 3)
            .map(|_| {
                let depth = 2 + random.below(3);
                random_tree(&mut random, depth, deciding, rules.nature().impartial)
            })
            .collect();
        for who in Player::BOTH {
            let Some(expected) = plain(rules, compound, play, &components, who) else { continue };
            let shown: Vec<_> = components.iter().map(|t| rules.show(t)).collect();
            let wins = wins(&mut referee, &components, who);
            assert_eq!(wins, expected, "{compound} {play} {who:?} {shown:?}");
            let listing = referee.turns(&stand(&components), who).unwrap();
            if listing.complete && !listing.turns.is_empty() {
                let some = listing.turns.iter().any(|turn| turn.wins());
                assert_eq!(some, expected, "turns: {compound} {play} {shown:?}");
            }
            for turn in listing.turns.iter().filter(|turn| !turn.decides).take(3) {
                let loses = plain(rules, compound, play, &turn.to.components, !who);
                assert_ne!(loses, Some(turn.wins()), "a turn: {compound} {play} {shown:?}");
            }
            checked += 1;
        }
    }
    checked
}

#[test]
fn random_trees() {
    for compound in &Compound::ALL[1..] {
        for play in [Play::Normal, Play::Misere] {
            let checked = compare(&Arc::new(Trees::default()), *compound, play, false, 2000);
            assert!(checked > 3000, "{compound} {play}: {checked}");
            let checked = compare(&Arc::new(Both), *compound, play, false, 700);
            assert!(checked > 1000, "impartial {compound} {play}: {checked}");
        }
    }
    let deciding = Arc::new(Trees::from_parameters("deciding").unwrap());
    for (compound, play) in [
        (Compound::Union, Play::Normal),
        (Compound::Union, Play::Misere),
        (Compound::UrgentUnion, Play::Normal),
        (Compound::UrgentUnion, Play::Misere),
        (Compound::UrgentUnionStuck, Play::Normal),
        (Compound::UrgentUnionStuck, Play::Misere),
    ] {
        assert!(compare(&deciding, compound, play, true, 2000) > 3000);
    }
}

/// One ruleset in every compound.
struct Matrix;

/// How many positions can be reached, counted up to a limit.
fn reach<R: Rules>(rules: &Arc<R>, position: &R::Position, limit: usize) -> usize {
    let mut seen = vec![position.clone()];
    let (mut next, mut options) = (0, Vec::new());
    while next < seen.len() && seen.len() < limit {
        for who in Player::BOTH {
            rules.options(&seen[next], who, &mut options);
        }
        for option in options.drain(..) {
            if seen.len() < limit && !seen.contains(&option) {
                seen.push(option);
            }
        }
        next += 1;
    }
    seen.len()
}

/// Positions from which not much can be reached, the smallest first: of random games from the
/// examples, and the least of the family.
fn small<R: Rules>(about: &About, rules: &Arc<R>, random: &mut Random) -> Vec<R::Position> {
    const LIMIT: usize = 40;
    let mut positions = Vec::new();
    for n in 0..6 {
        positions.extend(rules.family().member(&[n]));
        positions.extend((0..6).filter_map(|m| rules.family().member(&[n, m])));
    }
    for example in about.examples {
        for _ in 0..4 {
            let Ok(mut position) = rules.parse(split_sum(example).unwrap()[0].1) else { continue };
            let mut who = Player::BOTH[random.below(2)];
            let mut game = Vec::new();
            for _ in 0..60 {
                game.push(position.clone());
                let mut options = Vec::new();
                rules.options(&position, who, &mut options);
                if options.is_empty() {
                    break;
                }
                position = options.swap_remove(random.below(options.len()));
                who = !who;
            }
            positions.extend(game.into_iter().rev().take(8));
        }
    }
    positions.sort_unstable();
    positions.dedup();
    let mut counted: Vec<(usize, R::Position)> =
        positions.into_iter().map(|p| (reach(rules, &p, LIMIT), p)).collect();
    counted.sort_unstable();
    let few = counted.iter().filter(|(n, _)| *n < LIMIT).count();
    counted.truncate(few.max(6));
    counted.into_iter().map(|(_, position)| position).collect()
}

impl Matrix {
    fn visit(self, about: &About<'_>, rules: Erased) {
        let rules = Arc::new(rules);
        let mut random = Random::new(0x0123_4567_89ab_cdef);
        let positions = small(about, &rules, &mut random);
        for compound in &Compound::ALL[1..] {
            for play in [Play::Normal, Play::Misere] {
                let budget = Arc::new(Budget::unlimited());
                if let Err(reason) = CompoundSolver::new(&rules, *compound, play, budget) {
                    let plain = rules.nature().special_moves.is_empty() && !rules.nature().infinite;
                    assert!(rules.nature().loopy || !plain, "{reason}");
                    continue;
                }
                if rules.nature().loopy {
                    // This search would not end; the tests of loopy games have another.
                    continue;
                }
                let mut referee = referee(&rules, *compound, play);
                let mut checked = 0;
                for round in 0..60 {
                    let terms: Vec<_> = (0..1 + round % 2)
                        .map(|_| {
                            let most = positions.len().min(4 + 2 * round);
                            positions[random.below(most)].clone()
                        })
                        .collect();
                    for who in Player::BOTH {
                        let components = referee.standing(&terms).unwrap().components;
                        if components.len() > 6 {
                            continue;
                        }
                        // No play leads to a compound that both have won already.
                        let won =
                            |player| components.iter().any(|c| rules.decided(c) == Some(player));
                        if Player::BOTH.into_iter().all(won) {
                            continue;
                        }
                        let Some(expected) = plain(&rules, *compound, play, &components, who)
                        else {
                            continue;
                        };
                        let wins = wins(&mut referee, &components, who);
                        let shown: Vec<_> = terms.iter().map(|t| rules.show(t)).collect();
                        let name = about.name;
                        assert_eq!(wins, expected, "{name} {compound} {play} {who:?} {shown:?}");
                        checked += 1;
                    }
                }
                assert!(checked >= 20, "{} {compound} {play}: only {checked}", about.name);
            }
        }
    }
}

#[test]
fn every_ruleset_in_every_compound() {
    on_all_cores(registry::all(), |about| {
        registry::open(about.name, about.examples[0])
            .map(|(about, rules)| Matrix.visit(about, rules))
            .unwrap();
    });
}
