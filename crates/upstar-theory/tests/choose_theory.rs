//! Every theory that `choose_theory` finds, in every compound and for both endings: what it says of a
//! position follows from what it says of the turns, and it agrees with the engines behind it.
#![allow(clippy::unwrap_used)]

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use upstar_base::{Budget, Outcome, Play, Player, Verdict};
use upstar_rules::erased::Erased;
use upstar_rules::registry::{self, About};
use upstar_rules::{Rules, split_sum};
use upstar_testing::{Random, on_all_cores};
use upstar_theory::compound::Compound;
use upstar_theory::compound::solver::CompoundSolver;
use upstar_theory::sum_solver::SumSolver;
use upstar_theory::theory::{
    CompoundPosition, Move, NamedValue, PlayMode, Theory, TurnListing, Valuation, choose_theory,
};
use upstar_values::value::Paced;
use upstar_values::{Calc, LoopyNimber, Value};

/// Steps that a question gets.
const STEPS: u64 = 50_000;
/// More components together have too many turns.
const MOST_COMPONENTS: usize = 4;
/// Longer lists are not compared turn by turn.
const MOST_TURNS: usize = 300;

/// The last positions of random games from the examples.
fn small<R: Rules>(about: &About, rules: &R, random: &mut Random) -> Vec<R::Position> {
    let mut positions = Vec::new();
    for example in about.examples {
        let Ok(start) = rules.parse(split_sum(example).unwrap()[0].1) else { continue };
        for _ in 0..2 {
            let (mut game, mut who) = (vec![start.clone()], Player::BOTH[random.below(2)]);
            for _ in 0..40 {
                let mut options = Vec::new();
                rules.options(game.last().unwrap(), who, &mut options);
                if options.is_empty() {
                    break;
                }
                game.push(options.swap_remove(random.below(options.len())));
                who = !who;
            }
            positions.extend(game.into_iter().rev().take(5));
        }
    }
    for n in 0..4 {
        positions.extend(rules.family().member(&[n]));
        positions.extend((0..4).filter_map(|m| rules.family().member(&[n, m])));
    }
    positions.sort_unstable();
    positions.dedup();
    positions
}

/// What the player to move gets by the best of his turns; if there is none, by being stuck.
fn best<P>(listing: &TurnListing<P>) -> Option<Verdict> {
    [Verdict::Win, Verdict::Draw, Verdict::Loss]
        .into_iter()
        .find(|&verdict| listing.turns.iter().any(|turn| turn.verdict == Some(verdict)))
}

/// What the engines say, asked without the trait.
fn direct<R: Rules>(
    rules: &Arc<R>,
    manner: &PlayMode,
    at: &CompoundPosition<R::Position>,
    who: Player,
    calc: Calc,
) -> Option<Verdict> {
    let PlayMode { compound, play, .. } = *manner;
    match CompoundSolver::new(rules, compound, play, Arc::clone(calc.budget())) {
        Ok(mut referee) => referee.verdict(at, who).ok(),
        Err(_) if rules.nature().infinite => None,
        Err(_) => {
            Some(Verdict::of(SumSolver::new(rules, play, calc).wins(&at.components, who).ok()?))
        }
    }
}

/// Does a value, where it tells the outcome, agree with the verdicts?
fn agrees(worth: &Valuation, verdicts: [Verdict; 2], calc: &mut Calc, play: Play) -> bool {
    let [left, right] = verdicts;
    let mover = |outcome: Outcome| {
        Player::BOTH.map(|who| Verdict::of(outcome.winner(who) == who)) == [left, right]
    };
    match &worth.value {
        Value::Short(value) => mover(calc.outcome(*value)),
        Value::Nimber(nim) => [left, right] == [Verdict::of(nim.size() != 0); 2],
        Value::Outcome(class) => {
            let outcomes = [Outcome::L, Outcome::R, Outcome::N, Outcome::P];
            let outcome = outcomes.into_iter().find(|&outcome| *class == outcome.into());
            outcome.is_none_or(mover)
        }
        Value::Paced(Paced { left: a, right: b, .. }) if worth.prospect.is_none() => {
            let wins = |n: u32| Verdict::of(upstar_values::mover_wins(play, n));
            left == wins(*a) && right == wins(b.unwrap_or(*a))
        }
        Value::Tallies(tallies) => {
            let wins = |who| Verdict::of(tallies.of(who).winner(who) == who);
            [left, right] == Player::BOTH.map(wins)
        }
        Value::Loopy(nim) if worth.prospect.is_none() => {
            [left, right] == [Verdict::of(***nim != LoopyNimber::nim(0)); 2]
        }
        _ => true,
    }
}

struct Laws(PlayMode);

impl Laws {
    fn visit(self, about: &About<'_>, rules: Erased) -> usize {
        let (rules, manner) = (Arc::new(rules), self.0);
        let mut random = Random::new(0x0f0f_1234_5678_9abd);
        let whole = Arc::new(Budget::new(None, Some(1 << 30)));
        let store = Calc::new(Arc::default(), Arc::clone(&whole));
        let fitted = choose_theory(&rules, &manner, store.fork());
        let Ok(mut theory) = fitted else { return usize::MAX };
        let positions = small(about, &*rules, &mut random);
        let mut checked = 0;
        for round in 0..10 {
            let terms: Vec<_> = (0..1 + round % 2)
                .map(|_| positions[random.below(positions.len())].clone())
                .collect();
            if terms.len() > 1 && theory.is_one_position() {
                continue;
            }
            theory.set_budget(&Arc::new(Budget::steps_of(&whole, STEPS)));
            let Ok(at) = theory.standing(&terms) else { continue };
            if at.components.len() > MOST_COMPONENTS {
                continue;
            }
            let shown: Vec<_> = terms.iter().map(|t| rules.show(t)).collect();
            let what = format!("{} {} {} {shown:?}", about.name, manner.compound, manner.play);
            checked += usize::from(laws(&rules, &manner, &mut *theory, &at, &store, &what));
        }
        checked
    }
}

/// Checks one standing; false where a limit ended it.
fn laws<R: Rules>(
    rules: &Arc<R>,
    manner: &PlayMode,
    theory: &mut dyn Theory<R>,
    at: &CompoundPosition<R::Position>,
    store: &Calc,
    what: &str,
) -> bool {
    let Ok((verdicts, _)) = theory.verdicts(at) else { return false };
    let whole = Arc::clone(store.budget());
    let limited = || {
        let mut calc = store.fork();
        calc.set_budget(Arc::new(Budget::steps_of(&whole, STEPS)));
        calc
    };
    for who in Player::BOTH {
        let verdict = verdicts[who as usize];
        if let Ok(alone) = theory.verdict(at, who) {
            assert_eq!(alone, verdict, "{what}: {who}");
        }
        if let Some(direct) = direct(rules, manner, at, who, limited()) {
            assert_eq!(direct, verdict, "{what}: {who} by the engine itself");
        }
        let Ok(listing) = theory.turns(at, who) else { return false };
        if let Some(best) = best(&listing)
            && listing.complete
        {
            assert_eq!(best, verdict, "{what}: the best turn of {who}");
        }
        let steady = store.fork();
        let mut show = |named: NamedValue<'_>| match named {
            NamedValue::Short(value) => Ok(format!("{:?}", steady.outcome(value))),
            NamedValue::Ordinal(nimber) => Ok(nimber.to_string()),
        };
        for turn in listing.turns.iter().take(20) {
            let (reason, verdict) = (turn.reason.as_ref().unwrap(), turn.verdict.unwrap());
            let words = reason.words(verdict, who, rules.nature().impartial, &mut show).unwrap();
            assert!(!words.is_empty(), "{what}");
            follows(theory, turn, who, what);
        }
        if listing.complete && listing.turns.len() < MOST_TURNS {
            let legal = theory.legal(at, who, MOST_TURNS).unwrap();
            assert_eq!(legal.len(), listing.turns.len(), "{what}: turns of {who}");
            let listed = |to| listing.turns.iter().any(|turn| turn.to == to);
            assert!(legal.into_iter().all(|legal| listed(legal.to)), "{what}: turns of {who}");
        }
    }
    // Where somebody has won already, tallies still speak of a union that goes on.
    let decided = at.components.iter().any(|component| rules.decided(component).is_some());
    if let Ok(worth) = theory.worth(at)
        && !decided
    {
        assert!(agrees(&worth, verdicts, &mut store.fork(), manner.play), "{what}: {worth:?}");
    }
    true
}

/// A turn gets what the opponent does not get after it.
fn follows<R: Rules>(
    theory: &mut dyn Theory<R>,
    turn: &Move<CompoundPosition<R::Position>>,
    who: Player,
    what: &str,
) {
    if turn.decides {
        return;
    }
    let next = if turn.again { who } else { !who };
    let Ok(after) = theory.verdict(&turn.to, next) else { return };
    let gets = if turn.again { after } else { !after };
    assert_eq!(turn.verdict, Some(gets), "{what}: {:?}", turn.to);
    assert_eq!(turn.bonus.is_some(), turn.again && turn.wins(), "{what}");
    if let Some(bonus) = &turn.bonus {
        let next = theory.turns(&turn.to, who).unwrap().turns;
        let wins = |next: &Move<_>| next.to == *bonus && next.wins();
        assert!(next.iter().any(wins), "{what}: {bonus:?}");
    }
}

#[test]
fn what_is_said_of_a_position_follows_from_its_turns() {
    let total = AtomicUsize::new(0);
    on_all_cores(registry::all(), |about| {
        let (mut fitting, mut all) = (0, 0);
        for compound in Compound::ALL {
            for play in [Play::Normal, Play::Misere] {
                let manner = PlayMode { compound, play, ..PlayMode::default() };
                let checked = registry::open(about.name, about.examples[0])
                    .map(|(about, rules)| Laws(manner).visit(about, rules))
                    .unwrap();
                if checked != usize::MAX {
                    fitting += 1;
                    all += checked;
                }
            }
        }
        assert!(fitting > 0, "{} fits nothing", about.name);
        total.fetch_add(all, Ordering::Relaxed);
    });
    let total = total.into_inner();
    assert!(total > 500, "only {total} positions");
}
