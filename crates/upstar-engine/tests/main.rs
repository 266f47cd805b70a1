//! Evaluators and their cache: which rules share results, and where values live.
#![allow(clippy::unwrap_used)]

use std::sync::Arc;
use upstar_base::{Budget, Player, Stopped};
use upstar_engine::{Evaluator, EvaluatorCache, OpenRules, PlayMode, RulesKey};
use upstar_rules::erased::Erased;
use upstar_rules::heap::independent::Heap;
use upstar_rules::heap::nim::Nim;
use upstar_rules::registry::{self, About, Registry, Ruleset};
use upstar_rules::{PositionError, read_sum};
use upstar_values::stopper::{Sides, Stoppers};
use upstar_values::{Calc, Value};

/// Nim under another name.
struct Marbles(About<'static>);

impl Ruleset for Marbles {
    fn about(&self) -> About<'_> {
        About { name: "marbles", aliases: &[], ..self.0 }
    }

    fn rules(&self, parameters: &str) -> Result<Erased, PositionError> {
        Ok(Erased::new(Nim::from_parameters(parameters)?))
    }
}

fn open(registry: &Registry, name: &str) -> OpenRules {
    let (about, rules) = registry.open_sized(name, (1, 1)).unwrap();
    OpenRules::new(&about, rules)
}

#[test]
fn rulesets_of_one_name_share_nothing() {
    let mut registry = Registry::default();
    let mut cache = EvaluatorCache::default();
    let nim = *registry::about("nim").unwrap();
    let marbles: Arc<dyn Ruleset> = Arc::new(Marbles(nim));
    registry.add(Arc::clone(&marbles)).unwrap();
    let first = RulesKey::new(&registry, "marbles", (1, 1), "");
    let rules = cache.rules(&first, || Ok::<_, ()>(open(&registry, "marbles"))).unwrap();
    let again = cache.rules(&first.clone(), || Err(())).unwrap();
    assert!(Arc::ptr_eq(&rules, &again));
    registry.remove("marbles");
    registry.add(Arc::new(Marbles(nim))).unwrap();
    let second = RulesKey::new(&registry, "marbles", (1, 1), "");
    assert!(first != second);
    assert_eq!(cache.rules(&second, || Err(7)).err(), Some(7));
    let sum = |registry| RulesKey::of_sum(registry, &[("marbles".to_owned(), 0)], &[]);
    assert!(sum(&registry) == sum(&registry) && sum(&registry) != sum(&Registry::default()));
    cache.forget(&marbles);
    assert!(cache.is_empty());
}

#[test]
fn the_variant_the_size_and_the_mode_tell_evaluators_apart() {
    let registry = Registry::default();
    let key = |size, variant| RulesKey::new(&registry, "clobber", size, variant);
    assert!(key((2, 9), "") == key((3, 11), ""));
    assert!(key((2, 9), "") != key((2, 17), ""));
    assert!(key((2, 9), "") != key((2, 9), " twisted"));
    let mut cache = EvaluatorCache::default();
    let here = key((2, 2), "");
    let rules = cache.rules(&here, || Ok::<_, ()>(open(&registry, "clobber"))).unwrap();
    let mode = PlayMode { threads: 2, ..PlayMode::default() };
    cache.keep(&here, Evaluator::new(&rules, &mode, Calc::default()).unwrap());
    let loses = PlayMode { play: upstar_base::Play::Misere, ..mode };
    assert!(cache.take(&here, &loses).is_none());
    assert!(cache.take(&here, &PlayMode { threads: 4, ..mode }).is_none());
    assert!(cache.take(&here, &PlayMode { threads: 1, ..mode }).is_some());
    assert!(cache.take(&here, &mode).is_none(), "it was taken out");
}

#[test]
fn few_rulesets_are_kept() {
    let registry = Registry::default();
    let mut cache = EvaluatorCache::default();
    let key = |n: usize| RulesKey::new(&registry, &format!("subtraction(1,{n})"), (1, 1), "");
    let mut opened = 0;
    for n in (2..40).flat_map(|n| [n, 2]) {
        let name = format!("subtraction(1,{n})");
        let rules = cache.rules(&key(n), || {
            opened += 1;
            Ok::<_, ()>(open(&registry, &name))
        });
        assert!(rules.is_ok());
    }
    assert_eq!(opened, 38, "rules that are used again and again stay");
    assert_eq!(cache.rules(&key(3), || Err(())).err(), Some(()), "others do not");
}

/// The sides of a position.
fn sides(evaluator: &mut Evaluator, stoppers: &mut Stoppers, text: &str) -> Sides {
    let terms = read_sum(&**evaluator.rules().rules(), text).unwrap();
    let at = evaluator.theory().standing(&terms).unwrap();
    match evaluator.ask(stoppers, |theory| theory.worth(&at)).unwrap().value {
        Value::Sided(sides) => sides,
        other => panic!("{other:?}"),
    }
}

#[test]
fn loopy_values_belong_to_the_store_of_the_session() {
    let registry = Registry::default();
    let rules = Arc::new(open(&registry, "backsliding-toads-and-frogs"));
    let new = || Evaluator::new(&rules, &PlayMode::default(), Calc::default()).unwrap();
    let (mut one, mut other) = (new(), new());
    let mut stoppers = Stoppers::new(Default::default());
    for text in ["t.f", "tf.", "t..f", "t.f + t.f", "tf.t"] {
        let found = sides(&mut one, &mut stoppers, text);
        let known = stoppers.len();
        assert!(known > 1, "{text}");
        // What is known already has the same handle whoever finds it.
        assert_eq!(sides(&mut other, &mut stoppers, text), found, "{text}");
        assert_eq!(sides(&mut one, &mut stoppers, text), found, "{text}");
        assert_eq!(stoppers.len(), known, "{text}");
        let wins = stoppers.left_wins(found, Player::Left).unwrap();
        let turned = stoppers.neg_sides(found).unwrap();
        let loses = stoppers.left_wins(turned, Player::Right).unwrap();
        assert_eq!(wins, loses.map(|left| !left), "{text}");
    }
}

#[test]
fn a_query_that_ends_early_gives_the_store_back() {
    let registry = Registry::default();
    let rules = Arc::new(open(&registry, "backsliding-toads-and-frogs"));
    let mut evaluator = Evaluator::new(&rules, &PlayMode::default(), Calc::default()).unwrap();
    let mut stoppers = Stoppers::new(Default::default());
    let on = stoppers.on().unwrap();
    let known = stoppers.len();
    // A part of the budget ends; the store's own budget goes on.
    let whole = Arc::new(Budget::unlimited());
    evaluator.set_budget(&Arc::new(Budget::steps_of(&whole, 1)));
    let terms = read_sum(&**rules.rules(), "tt..ff").unwrap();
    let at = evaluator.theory().standing(&terms).unwrap();
    let stopped = evaluator.ask(&mut stoppers, |theory| theory.verdict(&at, Player::Left));
    assert!(matches!(stopped, Ok(_) | Err(Stopped::Steps(_))), "{stopped:?}");
    assert_eq!(stoppers.budget().check(), Ok(()));
    let panics = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        evaluator.ask(&mut stoppers, |_| panic!("on purpose"));
    }));
    assert!(panics.is_err());
    assert!(stoppers.len() >= known && stoppers.is_loopy(on));
}
