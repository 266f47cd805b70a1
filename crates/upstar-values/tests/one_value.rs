//! One value over all kinds: the laws that hold whatever the kinds are, and the plain stores as a
//! second way to the same answers.

use dashu_int::IBig;
use std::cmp::Ordering;
use std::sync::Arc;
use upstar_base::{Budget, OutcomeClass, Player, Random};
use upstar_values::misere::form::Forms;
use upstar_values::stopper::{Draft, Ref, Stoppers};
use upstar_values::surreal::{Surreal, TransfiniteNimber};
use upstar_values::value::{Arranged, Genus, Nimber, Paced};
use upstar_values::{
    Calc, Charged, ComponentPace, Dyadic, Entailed, LoopyNimber, Short, Stores, SuperheavyStore,
    Tallies, Value,
};

/// The stores, owned.
struct Own {
    calc: Calc,
    stoppers: Stoppers,
    heavy: SuperheavyStore,
    misere: Forms,
}

impl Own {
    fn new() -> Own {
        let budget = Arc::new(Budget::unlimited());
        Own {
            calc: Calc::default(),
            stoppers: Stoppers::new(budget.clone()),
            heavy: SuperheavyStore::default(),
            misere: Forms::new(budget),
        }
    }

    fn stores(&mut self) -> Stores<'_> {
        let Own { calc, stoppers, heavy, misere } = self;
        Stores { calc, stoppers, heavy, misere, max_bits: 1 << 16 }
    }

    /// Some values of every kind, in normal form.
    fn all(&mut self) -> Vec<Value> {
        let mut draft = Draft::new();
        let over = draft.add(Vec::new(), Vec::new());
        let star = self.calc.nimber(1).unwrap();
        let switch = {
            let [one, minus] = [1, -1].map(|n| self.calc.integer(n).unwrap());
            self.calc.make(&[one], &[minus]).unwrap()
        };
        let up = self.calc.make(&[Short::ZERO], &[star]).unwrap();
        let zero = self.stoppers.of_short(&mut self.calc, Short::ZERO).unwrap();
        // over = {0|over}
        draft.set(0, Player::Left, vec![Ref::Known(zero)]);
        draft.set(0, Player::Right, vec![over]);
        let over = self.stoppers.sides(&draft).unwrap()[0];
        let misere = self.misere.read("2_2 2 1").unwrap();
        let mut stores = self.stores();
        let over = stores.sided(over).unwrap();
        let omega = Value::Surreal(Arc::new(Surreal::omega()));
        let up = Value::of_short(stores.calc, up);
        let wide = stores.nimber(1 << 40).unwrap();
        let loopy = stores.loopy("inf_{0,3}".parse::<LoopyNimber>().unwrap()).unwrap();
        let mut all = vec![
            Value::Integer(IBig::ZERO),
            Value::Integer(IBig::from(-7)),
            Value::dyadic(&Dyadic::new(3, 2)),
            Value::Infinity { negative: false },
            omega.clone(),
            Value::of_short(stores.calc, star),
            up.clone(),
            Value::of_short(stores.calc, switch),
            stores.sum(&omega, &up).unwrap(),
            over,
            wide,
            Value::Misere(misere),
            Value::Genus(Arc::new(Genus::read("2^1420").unwrap())),
            Value::Paced(Paced { pace: ComponentPace::Rapid, left: 3, right: Some(4) }),
            stores.tallies("5_5 -6_4".parse::<Tallies>().unwrap()).unwrap(),
            loopy.clone(),
            stores.loopy("2@11".parse::<LoopyNimber>().unwrap()).unwrap(),
            stores.entailed(Entailed::only(3)).unwrap(),
            Value::Integers,
            stores.make_superheavy([&[Value::Integers], &[Value::Integers]]).unwrap(),
            Value::Outcome(OutcomeClass::NHat),
        ];
        let far = TransfiniteNimber::new(Surreal::omega()).unwrap();
        all.push(stores.sum(&loopy, &Value::OrdinalNimber(Arc::new(far))).unwrap());
        all
    }
}

#[test]
fn every_kind_keeps_the_laws() {
    let mut own = Own::new();
    let all = own.all();
    let mut stores = own.stores();
    let zero = Value::Integer(IBig::ZERO);
    let (mut sums, mut orders) = (0, 0);
    let kinds: std::collections::BTreeSet<_> = all.iter().map(Value::name).collect();
    assert!(kinds.len() >= 16, "{kinds:?}");
    for a in &all {
        assert_eq!(stores.normal(a).as_ref(), Ok(a), "normal form");
        if let Ok(negative) = stores.negative(a) {
            assert_eq!(stores.negative(&negative).as_ref(), Ok(a), "the negative of the negative");
        }
        // A set of answers is worth the least of them in every sum, and prints as a set alone.
        if !matches!(a, Value::Entailed(_))
            && let Ok(sum) = stores.sum(a, &zero)
        {
            assert!(stores.equal(&sum, a).unwrap(), "{a:?} + 0");
        }
        for b in &all {
            let (there, back) = (stores.sum(a, b), stores.sum(b, a));
            assert_eq!(there.is_ok(), back.is_ok(), "{a:?} + {b:?}");
            if let (Ok(there), Ok(back)) = (&there, &back) {
                assert_eq!(there, back, "{a:?} + {b:?}");
                assert_eq!(stores.normal(there).as_ref(), Ok(there), "a sum is in normal form");
                sums += 1;
            }
            let (there, back) = (stores.compare(a, b), stores.compare(b, a));
            assert_eq!(there.is_ok(), back.is_ok(), "{a:?} <=> {b:?}");
            if let (Ok(there), Ok(back)) = (there, back) {
                assert_eq!(there, back.map(Ordering::reverse), "{a:?} <=> {b:?}");
                assert_eq!(there == Some(Ordering::Equal), a == b, "{a:?} <=> {b:?}");
                orders += 1;
            }
            match (stores.arrange(a, b).unwrap(), stores.arrange(b, a).unwrap()) {
                (Arranged::As(there), Arranged::As(back)) => {
                    assert_eq!(there, back.reverse(), "{a:?}, {b:?}");
                    assert_eq!(there.is_eq(), a == b, "{a:?}, {b:?}");
                }
                (Arranged::Texts(_), Arranged::Texts(_)) => {}
                other => panic!("{a:?}, {b:?}: {other:?}"),
            }
        }
    }
    assert!(sums > 90 && orders > 80, "{sums} sums, {orders} orders");
}

/// What a theory says in its own words has one normal form.
#[test]
fn normal_forms() {
    let mut own = Own::new();
    let three = own.calc.integer(3).unwrap();
    let mut stores = own.stores();
    let mut normal = |value: Value| stores.normal(&value).unwrap();
    assert_eq!(normal(Value::Nimber(0.into())), Value::Integer(IBig::ZERO));
    assert!(matches!(normal(Value::Nimber(5.into())), Value::UpStar(_)));
    assert!(matches!(normal(Value::Nimber((1 << 100).into())), Value::OrdinalNimber(_)));
    assert_eq!(Nimber::from(u128::MAX - 5).size(), u128::MAX - 5);
    assert_eq!(normal(Value::Short(three)), Value::Integer(IBig::from(3)));
    let heap = Value::Loopy(Charged::free(LoopyNimber::nim(4)));
    assert_eq!(normal(heap), normal(Value::Nimber(4.into())));
    let loony = Value::Loopy(Charged::free(LoopyNimber::Loony));
    assert_eq!(normal(loony), Value::Entailed(Charged::free(Entailed::loony())));
    let cold = Tallies::number(Dyadic::new(1, 1));
    assert_eq!(normal(Value::Tallies(Charged::free(cold))), Value::dyadic(&Dyadic::new(1, 1)));
    assert!(size_of::<Value>() <= 32);
}

/// Sums, multiples and the order of short games are those of the store, however they are kept.
#[test]
fn short_games_are_those_of_the_store() {
    let mut own = Own::new();
    let mut random = Random::new(14);
    let mut games = vec![Short::ZERO];
    for _ in 0..60 {
        let mut options = || -> Vec<Short> {
            (0..random.below(3)).map(|_| games[random.below(games.len())]).collect()
        };
        let (left, right) = (options(), options());
        games.push(own.calc.make(&left, &right).unwrap());
    }
    let mut stores = own.stores();
    for &g in &games {
        let a = Value::of_short(stores.calc, g);
        let negative = stores.calc.neg(g).unwrap();
        assert_eq!(stores.negative(&a).unwrap(), Value::of_short(stores.calc, negative));
        let thrice = stores.calc.multiple(g, &IBig::from(3)).unwrap();
        let multiple = stores.multiple(&IBig::from(3), &a).unwrap();
        assert_eq!(multiple, Value::of_short(stores.calc, thrice));
        for &h in &games {
            let b = Value::of_short(stores.calc, h);
            let sum = stores.calc.add(g, h).unwrap();
            assert_eq!(stores.sum(&a, &b).unwrap(), Value::of_short(stores.calc, sum));
            let order = stores.calc.compare(g, h).unwrap();
            assert_eq!(stores.compare(&a, &b).unwrap(), order);
        }
    }
}
