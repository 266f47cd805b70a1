//! The core laws on random games: a partially ordered group, and canonical forms that are
//! equal exactly when games are.
#![allow(clippy::unwrap_used)]

use proptest::prelude::*;
use upstar_base::{Outcome, Player};
use upstar_values::{Calc, Dyadic, NumberUpStar, Short};

/// A recipe for games: each entry makes one game from earlier ones.
#[derive(Clone, Debug)]
enum Step {
    Simple(i64, u32, i32, u32),
    Braces(Vec<usize>, Vec<usize>),
}

fn recipe() -> impl Strategy<Value = Vec<Step>> {
    let simple =
        (-6i64..7, 0u32..3, -2i32..3, 0u32..4).prop_map(|(n, e, u, m)| Step::Simple(n, e, u, m));
    let index = prop::collection::vec(0usize..1000, 0..4);
    let braces = (index.clone(), index).prop_map(|(l, r)| Step::Braces(l, r));
    prop::collection::vec(prop_oneof![1 => simple, 3 => braces], 3..14)
}

fn cook(calc: &mut Calc, steps: &[Step]) -> Vec<Short> {
    let mut made = vec![Short::ZERO];
    for step in steps {
        let g = match step {
            Step::Simple(n, e, up, nim) => calc.number_up_star(&NumberUpStar {
                number: Dyadic::new(*n, *e),
                up: *up,
                nim: *nim,
            }),
            Step::Braces(l, r) => {
                let pick = |list: &Vec<usize>| {
                    list.iter().map(|i| made[i % made.len()]).collect::<Vec<_>>()
                };
                calc.make(&pick(l), &pick(r))
            }
        };
        made.push(g.unwrap());
    }
    made
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn partially_ordered_group(steps in recipe()) {
        let mut c = Calc::default();
        let games = cook(&mut c, &steps);
        let [g, h, k] = [games[games.len() - 1], games[games.len() - 2], games[games.len() - 3]];
        let minus_g = c.neg(g).unwrap();
        prop_assert_eq!(c.neg(minus_g).unwrap(), g);
        prop_assert_eq!(c.add(g, minus_g).unwrap(), Short::ZERO);
        let gh = c.add(g, h).unwrap();
        prop_assert_eq!(gh, c.add(h, g).unwrap());
        let hk = c.add(h, k).unwrap();
        prop_assert_eq!(c.add(gh, k).unwrap(), c.add(g, hk).unwrap());
        prop_assert_eq!(c.sub(gh, h).unwrap(), g);
        // G <= H iff H - G >= 0, which one stop and one flag decide.
        let difference = c.sub(h, g).unwrap();
        let nonnegative = matches!(c.outcome(difference), Outcome::L | Outcome::P);
        prop_assert_eq!(c.le(g, h).unwrap(), nonnegative);
        if c.le(g, h).unwrap() {
            let (gk, hk) = (c.add(g, k).unwrap(), c.add(h, k).unwrap());
            prop_assert!(c.le(gk, hk).unwrap());
        }
    }

    /// Rebuilding a game from its options changes nothing, and equal games have one handle.
    #[test]
    fn canonical_form_is_unique(steps in recipe()) {
        let mut c = Calc::default();
        let games = cook(&mut c, &steps);
        for &g in &games {
            let left = c.options(g, Player::Left).unwrap();
            let right = c.options(g, Player::Right).unwrap();
            prop_assert_eq!(c.make(&left, &right).unwrap(), g);
            for &h in &games {
                let equal = c.le(g, h).unwrap() && c.le(h, g).unwrap();
                prop_assert_eq!(equal, g == h);
            }
        }
    }

    #[test]
    fn multiples_are_repeated_sums(steps in recipe(), n in -5i64..6) {
        let mut c = Calc::default();
        let g = *cook(&mut c, &steps).last().unwrap();
        let mut total = Short::ZERO;
        for _ in 0..n.unsigned_abs() {
            total = if n > 0 { c.add(total, g) } else { c.sub(total, g) }.unwrap();
        }
        prop_assert_eq!(c.multiple(g, &n.into()).unwrap(), total);
    }
}

/// Threads that work at one store agree on every handle.
#[test]
fn threads_share_one_store() {
    let first = Calc::default();
    let work = |calc: &mut Calc| -> Vec<Short> {
        let mut sum = Short::ZERO;
        (0..10)
            .map(|i| {
                let (x, y) = (calc.integer(1 << i).unwrap(), calc.integer(-(1 << i)).unwrap());
                let switch = calc.make(&[x], &[y]).unwrap();
                sum = calc.add(sum, switch).unwrap();
                sum
            })
            .collect()
    };
    let results: Vec<_> = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..4)
            .map(|_| {
                let mut calc = first.fork();
                scope.spawn(move || work(&mut calc))
            })
            .collect();
        workers.into_iter().map(|w| w.join().unwrap()).collect()
    });
    assert!(results.windows(2).all(|pair| pair[0] == pair[1]));
}

/// Deep games do not exhaust the stack.
#[test]
fn a_long_chain_of_options() {
    let mut c = Calc::default();
    let mut g = c.make(&[Short::ZERO], &[Short::ZERO]).unwrap();
    let (hot, cold) = (c.integer(100_000).unwrap(), c.integer(-100_000).unwrap());
    for _ in 0..20_000 {
        let threat = c.make(&[hot], &[g]).unwrap();
        g = c.make(&[threat], &[cold]).unwrap();
    }
    let minus = c.neg(g).unwrap();
    assert_eq!(c.add(g, minus).unwrap(), Short::ZERO);
}
