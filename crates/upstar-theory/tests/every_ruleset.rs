//! Every ruleset against plain game-tree search: positions reached by random play from its
//! examples, alone and in sums, in normal and misère play, for both starters. The search knows
//! nothing but `options`.
#![allow(clippy::unwrap_used)]

use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use upstar_base::{Budget, Outcome, Player};
use upstar_rules::erased::Erased;
use upstar_rules::registry::{self, About};
use upstar_rules::variant::{Dicotic, Impartial, Twisted};
use upstar_rules::{Rules, split_sum};
use upstar_testing::{Random, on_all_cores};
use upstar_theory::grundy::Grundy;
use upstar_theory::misere::Misere;
use upstar_theory::outcome_search::OutcomeSearch;
use upstar_theory::sum::SumWinner;
use upstar_theory::values::Values;
use upstar_values::Calc;

/// The most new states that plain search looks at for one answer.
const MOST: usize = 6000;

/// Plain search over sums of positions, up to a number of states. What it has learnt stays.
struct Plain<'r, R: Rules> {
    rules: &'r R,
    misere: bool,
    memo: HashMap<(Vec<R::Position>, Player), bool>,
    limit: usize,
}

impl<'r, R: Rules> Plain<'r, R> {
    fn new(rules: &'r R, misere: bool) -> Self {
        Plain { rules, misere, memo: HashMap::new(), limit: 0 }
    }

    fn outcome(&mut self, sum: &[R::Position]) -> Option<Outcome> {
        self.limit = self.memo.len() + MOST;
        let [left, right] = Player::BOTH.map(|who| self.wins(sum, who));
        Some(Outcome::from_first(left?, right?))
    }

    fn wins(&mut self, sum: &[R::Position], who: Player) -> Option<bool> {
        let key = (sum.to_vec(), who);
        if let Some(&answer) = self.memo.get(&key) {
            return Some(answer);
        }
        if self.memo.len() >= self.limit {
            return None;
        }
        let (mut stuck, mut answer) = (true, false);
        for i in 0..sum.len() {
            let mut options = Vec::new();
            self.rules.options(&sum[i], who, &mut options);
            for option in options {
                stuck = false;
                let mut next = sum.to_vec();
                next[i] = option;
                if !self.wins(&next, !who)? {
                    answer = true;
                }
            }
        }
        let answer = answer || (stuck && self.misere);
        self.memo.insert(key, answer);
        Some(answer)
    }
}

/// Positions on random ways from the examples to the end.
fn reached<R: Rules>(about: &About, rules: &Arc<R>, random: &mut Random) -> Vec<R::Position> {
    let mut positions = Vec::new();
    for example in about.examples {
        for _ in 0..6 {
            let terms = split_sum(example).unwrap();
            let Ok(mut position) = rules.parse(terms[0].1) else { continue };
            let mut who = Player::BOTH[random.below(2)];
            loop {
                positions.push(position.clone());
                let mut options = Vec::new();
                rules.options(&position, who, &mut options);
                if options.is_empty() || positions.len() > 400 {
                    break;
                }
                position = options.swap_remove(random.below(options.len()));
                who = if random.below(4) == 0 { who } else { !who };
            }
        }
    }
    // Ways meet, at the latest at the end.
    let mut seen = HashSet::new();
    positions.retain(|position| seen.insert(position.clone()));
    positions
}

fn agree<R: Rules>(
    name: &str,
    rules: &Arc<R>,
    [normal, misere]: &mut [Plain<'_, R>; 2],
    sum: &[R::Position],
) -> Option<()> {
    let shown: Vec<String> = sum.iter().map(|position| rules.show(position)).collect();
    let expected = normal.outcome(sum)?;
    let mut calc = Calc::default();
    if rules.nature().impartial {
        let mut grundy = Grundy::new(rules, Arc::new(Budget::unlimited()));
        let total = sum.iter().fold(0, |total, p| total ^ grundy.of(p.clone()).unwrap());
        let outcome = if total == 0 { Outcome::P } else { Outcome::N };
        assert_eq!(outcome, expected, "{name}: nim-values of {shown:?}");
    }
    let mut values = Values::new(rules, calc.fork());
    let terms: Vec<_> = sum.iter().map(|p| values.of(p.clone()).unwrap()).collect();
    let total = terms.iter().fold(upstar_values::Short::ZERO, |t, &v| calc.add(t, v).unwrap());
    assert_eq!(calc.outcome(total), expected, "{name}: value of {shown:?}");
    let by_sum = SumWinner::new(&mut calc).outcome(&terms).unwrap();
    assert_eq!(by_sum, expected, "{name}: sum of the values of {shown:?}");
    for exact_size in [0, 4] {
        let mut winner = OutcomeSearch::new(rules, Calc::default()).with_exact_size(exact_size);
        assert_eq!(winner.outcome(sum).unwrap(), expected, "{name}: winner of {shown:?}");
    }
    let expected = misere.outcome(sum)?;
    let mut misere = Misere::new(rules, Arc::new(Budget::unlimited()));
    assert_eq!(misere.outcome(sum).unwrap(), expected, "{name}: misère play of {shown:?}");
    Some(())
}

struct Check;

impl Check {
    fn visit(self, about: &About<'_>, rules: Erased) -> usize {
        let rules = Arc::new(rules);
        // Endless play, infinitely many options and moves out of turn have their own theories and tests.
        if rules.nature().loopy
            || rules.nature().infinite
            || !rules.nature().special_moves.is_empty()
        {
            return usize::MAX;
        }
        let mut random = Random::new(0x1234_5678_9abc_def1);
        let positions = reached(about, &rules, &mut random);
        let mut checked = 0;
        let mut plain = [false, true].map(|misere| Plain::new(&*rules, misere));
        for position in &positions {
            assert_eq!(rules.parse(&rules.show(position)).as_ref(), Ok(position), "{}", about.name);
            let alone = std::slice::from_ref(position);
            checked += usize::from(agree(about.name, &rules, &mut plain, alone).is_some());
        }
        for _ in 0..60 {
            let pick = |random: &mut Random| positions[random.below(positions.len())].clone();
            let sum = [pick(&mut random), pick(&mut random)];
            checked += usize::from(agree(about.name, &rules, &mut plain, &sum).is_some());
        }
        drop(plain);
        checked + variants(about, Arc::into_inner(rules).unwrap(), &positions)
    }
}

/// The variants of a ruleset are rulesets: their values against plain search.
fn variants<R: Rules>(about: &About, rules: R, positions: &[R::Position]) -> usize {
    fn check<V: Rules>(name: &str, rules: &Arc<V>, position: V::Position) -> usize {
        let alone = std::slice::from_ref(&position);
        let Some(expected) = Plain::new(&**rules, false).outcome(alone) else { return 0 };
        let shown = rules.show(&position);
        let outcome = if rules.nature().impartial {
            let mut grundy = Grundy::new(rules, Arc::new(Budget::unlimited()));
            if grundy.of(position).unwrap() == 0 { Outcome::P } else { Outcome::N }
        } else {
            let mut values = Values::new(rules, Calc::default());
            let value = values.of(position).unwrap();
            values.calc().outcome(value)
        };
        assert_eq!(outcome, expected, "{name}: variant of {shown}");
        1
    }
    let sample: Vec<_> =
        positions.iter().rev().step_by(5).take(20).map(|p| rules.show(p)).collect();
    let erased = Erased::new(rules);
    let sample: Vec<_> = sample.iter().map(|p| erased.parse(p).unwrap()).collect();
    let rules = Arc::new(Impartial(erased.clone()));
    let impartial = sample.iter().map(|p| check(about.name, &rules, p.clone())).sum::<usize>();
    let rules = Arc::new(Dicotic(erased.clone()));
    let dicotic = sample.iter().map(|p| check(about.name, &rules, p.clone())).sum::<usize>();
    let rules = Arc::new(Twisted(erased));
    let twisted = sample.iter().map(|p| check(about.name, &rules, (p.clone(), false)));
    impartial + dicotic + twisted.sum::<usize>()
}

#[test]
fn agrees_with_plain_search() {
    on_all_cores(registry::all(), |about| {
        let checked = registry::open(about.name, about.examples[0])
            .map(|(about, rules)| Check.visit(about, rules))
            .unwrap();
        assert!(checked >= 20, "{}: only {checked} positions were small enough", about.name);
    });
}
