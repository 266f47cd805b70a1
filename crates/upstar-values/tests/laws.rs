//! Laws that hold for all games, on random ones.
#![allow(clippy::unwrap_used)]

use crate::common;

use common::{all_small_game, any_game, game, small_game};
use proptest::prelude::*;
use std::cmp::Ordering;
use upstar_base::{Outcome, Player};
use upstar_values::{Calc, Dyadic, Short, Uptimal};

/// Winning Ways ch. 2, table 4: the outcomes a sum can have, given those of its terms.
fn outcomes_of_sum(g: Outcome, h: Outcome) -> &'static [Outcome] {
    use Outcome::{L, N, P, R};
    match (g, h) {
        (P, P) => &[P],
        (P, L) | (L, P) | (L, L) => &[L],
        (P, R) | (R, P) | (R, R) => &[R],
        (P, N) | (N, P) => &[N],
        (L, N) | (N, L) => &[L, N],
        (R, N) | (N, R) => &[R, N],
        (L, R) | (R, L) | (N, N) => &[L, R, N, P],
    }
}

/// The relation of a game to 0 that an outcome stands for (Winning Ways ch. 2, table 5: the
/// comparison of two games is the outcome of their difference).
fn relation(outcome: Outcome) -> Option<Ordering> {
    match outcome {
        Outcome::L => Some(Ordering::Greater),
        Outcome::R => Some(Ordering::Less),
        Outcome::P => Some(Ordering::Equal),
        Outcome::N => None,
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    #[test]
    fn outcomes_add_as_in_table_4(a in any_game(), b in any_game()) {
        let mut calc = Calc::default();
        let (g, h) = (a.cook(&mut calc), b.cook(&mut calc));
        let sum = calc.add(g, h).unwrap();
        let possible = outcomes_of_sum(calc.outcome(g), calc.outcome(h));
        prop_assert!(possible.contains(&calc.outcome(sum)));
    }

    #[test]
    fn comparisons_are_outcomes_of_differences(a in any_game(), b in any_game()) {
        let mut calc = Calc::default();
        let (g, h) = (a.cook(&mut calc), b.cook(&mut calc));
        let difference = calc.sub(g, h).unwrap();
        let compared = calc.compare(g, h).unwrap();
        prop_assert_eq!(compared, relation(calc.outcome(difference)));
        prop_assert_eq!(calc.compare(h, g).unwrap(), compared.map(Ordering::reverse));
    }

    #[test]
    fn games_are_a_group(a in any_game(), b in any_game(), c in any_game()) {
        let mut calc = Calc::default();
        let [g, h, k] = [&a, &b, &c].map(|recipe| recipe.cook(&mut calc));
        prop_assert_eq!(calc.sub(g, g).unwrap(), Short::ZERO);
        let (gh, hk) = (calc.add(g, h).unwrap(), calc.add(h, k).unwrap());
        prop_assert_eq!(calc.add(h, g).unwrap(), gh);
        prop_assert_eq!(calc.add(gh, k).unwrap(), calc.add(g, hk).unwrap());
        if calc.le(g, h).unwrap() {
            let (gk, hk) = (calc.add(g, k).unwrap(), calc.add(h, k).unwrap());
            prop_assert!(calc.le(gk, hk).unwrap());
        }
    }

    #[test]
    fn means_add_and_sums_are_no_hotter(a in any_game(), b in any_game()) {
        let mut calc = Calc::default();
        let (g, h) = (a.cook(&mut calc), b.cook(&mut calc));
        let sum = calc.add(g, h).unwrap();
        let (mean_g, mean_h) = (calc.mean(g).unwrap(), calc.mean(h).unwrap());
        prop_assert_eq!(calc.mean(sum).unwrap(), &mean_g + &mean_h);
        let hotter = calc.temperature(g).unwrap().max(calc.temperature(h).unwrap());
        prop_assert!(calc.temperature(sum).unwrap() <= hotter);
        let minus_g = calc.neg(g).unwrap();
        prop_assert_eq!(calc.mean(minus_g).unwrap(), -&mean_g);
        prop_assert_eq!(calc.temperature(minus_g).unwrap(), calc.temperature(g).unwrap());
    }

    /// The mast is between the stops, the stops are the walls at 0 when the game is not a
    /// number, and the walls never cross.
    #[test]
    fn walls_are_in_order(a in any_game()) {
        let mut calc = Calc::default();
        let g = a.cook(&mut calc);
        let thermograph = calc.thermograph(g).unwrap();
        let [left, right] = Player::BOTH.map(|who| thermograph.wall(who));
        prop_assert_eq!(left.mast(), right.mast());
        for (t, _) in left.corners().into_iter().chain(right.corners()) {
            prop_assert!(left.at(&t) >= right.at(&t));
        }
        let zero = Dyadic::zero();
        for who in Player::BOTH {
            prop_assert_eq!(thermograph.wall(who).at(&zero), calc.stop(g, who));
        }
        prop_assert_eq!(thermograph.temperature(), calc.temperature(g).unwrap());
        prop_assert_eq!(thermograph.mean(), calc.mean(g).unwrap());
    }

    /// Number avoidance: in `G + x` the player who moves first does as well without moving in
    /// the number, if `G` is not one.
    #[test]
    fn numbers_are_avoided(a in any_game(), n in -9i64..10, e in 0u32..3) {
        let mut calc = Calc::default();
        let g = a.cook(&mut calc);
        prop_assume!(!calc.is_number(g));
        let x = calc.number(&Dyadic::new(n, e)).unwrap();
        let sum = calc.add(g, x).unwrap();
        for who in Player::BOTH {
            let wins = calc.outcome(sum).winner(who) == who;
            let mut wins_in_g = false;
            for option in calc.options(g, who).unwrap() {
                let left = calc.add(option, x).unwrap();
                wins_in_g = wins_in_g || calc.outcome(left).winner(!who) == who;
            }
            prop_assert_eq!(wins, wins_in_g);
        }
    }

    /// Cooling is a homomorphism that keeps the order.
    #[test]
    fn cooling_adds(a in any_game(), b in any_game(), t in 0i64..20) {
        let mut calc = Calc::default();
        let (g, h) = (a.cook(&mut calc), b.cook(&mut calc));
        let t = Dyadic::new(t, 2);
        let (cool_g, cool_h) = (calc.cool(g, &t).unwrap(), calc.cool(h, &t).unwrap());
        let sum = calc.add(g, h).unwrap();
        prop_assert_eq!(calc.cool(sum, &t).unwrap(), calc.add(cool_g, cool_h).unwrap());
        if calc.le(g, h).unwrap() {
            prop_assert!(calc.le(cool_g, cool_h).unwrap());
        }
    }

    /// Cooling in two steps is cooling at once, for t >= 0.
    #[test]
    fn cooling_composes(a in any_game(), s in 0i64..9, t in 0i64..9) {
        let mut calc = Calc::default();
        let g = a.cook(&mut calc);
        let (s, t) = (Dyadic::new(s, 2), Dyadic::new(t, 2));
        let once = calc.cool(g, &(&s + &t)).unwrap();
        let first = calc.cool(g, &s).unwrap();
        prop_assert_eq!(calc.cool(first, &t).unwrap(), once);
    }

    /// The stops of the cooled game are the walls at that temperature.
    #[test]
    fn cooled_stops_are_walls(a in any_game(), t in 0i64..20) {
        let mut calc = Calc::default();
        let g = a.cook(&mut calc);
        let t = Dyadic::new(t, 3);
        let cooled = calc.cool(g, &t).unwrap();
        let thermograph = calc.thermograph(g).unwrap();
        for who in Player::BOTH {
            prop_assert_eq!(calc.stop(cooled, who), thermograph.wall(who).at(&t));
        }
    }

    /// Heating an infinitesimal by t >= 1/2 and cooling it back gives it again: with such t no
    /// follower other than a number becomes one.
    #[test]
    fn cooling_undoes_heating(a in all_small_game(), t in 1i64..9) {
        let mut calc = Calc::default();
        let g = a.cook(&mut calc);
        let t = Dyadic::from(t);
        let reward = calc.number(&t).unwrap();
        let heated = calc.heat(g, reward).unwrap();
        prop_assert_eq!(calc.cool(heated, &t).unwrap(), g);
    }

    #[test]
    fn heating_all_small_games_adds(a in all_small_game(), b in all_small_game(), t in 1i64..4) {
        let mut calc = Calc::default();
        let (g, h) = (a.cook(&mut calc), b.cook(&mut calc));
        let t = calc.integer(t).unwrap();
        let (heat_g, heat_h) = (calc.heat(g, t).unwrap(), calc.heat(h, t).unwrap());
        let sum = calc.add(g, h).unwrap();
        prop_assert_eq!(calc.heat(sum, t).unwrap(), calc.add(heat_g, heat_h).unwrap());
    }

    #[test]
    fn norton_products_distribute(a in small_game(), b in small_game()) {
        let mut calc = Calc::default();
        let (g, h) = (a.cook(&mut calc), b.cook(&mut calc));
        let up = game(&mut calc, "^");
        let sum = calc.add(g, h).unwrap();
        let (gu, hu) = (calc.norton_product(g, up).unwrap(), calc.norton_product(h, up).unwrap());
        prop_assert_eq!(calc.norton_product(sum, up).unwrap(), calc.add(gu, hu).unwrap());
        prop_assert_eq!(calc.le(g, h).unwrap(), calc.le(gu, hu).unwrap());
        // The product with up has the weight it was made of.
        prop_assert_eq!(calc.atomic_weight(gu).unwrap(), g);
    }

    #[test]
    fn atomic_weights_add(a in all_small_game(), b in all_small_game()) {
        let mut calc = Calc::default();
        let (g, h) = (a.cook(&mut calc), b.cook(&mut calc));
        let sum = calc.add(g, h).unwrap();
        let (wg, wh) = (calc.atomic_weight(g).unwrap(), calc.atomic_weight(h).unwrap());
        prop_assert_eq!(calc.atomic_weight(sum).unwrap(), calc.add(wg, wh).unwrap());
        let minus_g = calc.neg(g).unwrap();
        prop_assert_eq!(calc.atomic_weight(minus_g).unwrap(), calc.neg(wg).unwrap());
    }

    #[test]
    fn uptimals_are_recognised(
        mut ups in prop::collection::vec(-3i32..4, 0..5),
        nim in 0u32..9,
        n in -9i64..10,
        e in 0u32..3,
    ) {
        while ups.last() == Some(&0) {
            ups.pop();
        }
        let mut calc = Calc::default();
        let u = Uptimal { number: Dyadic::new(n, e), nim, ups };
        let g = calc.uptimal(&u).unwrap();
        prop_assert_eq!(calc.as_uptimal(g).unwrap(), Some(u));
    }

    /// Two ahead wins, whoever moves; one ahead wins with the move.
    #[test]
    fn two_ahead(a in all_small_game()) {
        let mut calc = Calc::default();
        let g = a.cook(&mut calc);
        let weight = calc.atomic_weight(g).unwrap();
        let two = calc.integer(2).unwrap();
        if calc.ge(weight, two).unwrap() {
            prop_assert_eq!(calc.outcome(g), Outcome::L);
        }
        let one = calc.integer(1).unwrap();
        if calc.ge(weight, one).unwrap() {
            prop_assert_eq!(calc.outcome(g).winner(Player::Left), Player::Left);
        }
    }

    #[test]
    fn colon_principle(a in small_game(), b in small_game(), c in small_game()) {
        let mut calc = Calc::default();
        let [base, g, h] = [&a, &b, &c].map(|recipe| recipe.cook(&mut calc));
        let on_g = calc.ordinal_sum(base, g).unwrap();
        let on_h = calc.ordinal_sum(base, h).unwrap();
        prop_assert_eq!(calc.compare(on_g, on_h).unwrap(), calc.compare(g, h).unwrap());
        prop_assert_eq!(calc.subordinate(on_g, base).unwrap(), g);
        // The closed form for numbers against the definition.
        let left = calc.options(base, Player::Left).unwrap();
        let right = calc.options(base, Player::Right).unwrap();
        prop_assert_eq!(calc.ordinal_sum_of_form(&left, &right, g).unwrap(), on_g);
    }

    #[test]
    fn ordinal_sums_are_associative(a in small_game(), b in small_game(), c in small_game()) {
        let mut calc = Calc::default();
        let [f, g, h] = [&a, &b, &c].map(|recipe| recipe.cook(&mut calc));
        // The base f:g is meant as the form {fL, f:gL | fR, f:gR}.
        let mut form = [Vec::new(), Vec::new()];
        for who in Player::BOTH {
            let side = &mut form[who as usize];
            side.extend(calc.options(f, who).unwrap());
            for option in calc.options(g, who).unwrap() {
                side.push(calc.ordinal_sum(f, option).unwrap());
            }
        }
        let gh = calc.ordinal_sum(g, h).unwrap();
        let tower = calc.ordinal_sum_of_form(&form[0], &form[1], h).unwrap();
        prop_assert_eq!(calc.ordinal_sum(f, gh).unwrap(), tower);
    }

    #[test]
    fn reduced_forms_differ_by_infinitesimals(a in any_game(), e in all_small_game()) {
        let mut calc = Calc::default();
        let (g, small) = (a.cook(&mut calc), e.cook(&mut calc));
        let reduced = calc.reduced_canonical_form(g).unwrap();
        let difference = calc.sub(g, reduced).unwrap();
        prop_assert!(calc.is_infinitesimal(difference));
        let near = calc.add(g, small).unwrap();
        prop_assert_eq!(calc.reduced_canonical_form(near).unwrap(), reduced);
        prop_assert_eq!(calc.reduced_canonical_form(reduced).unwrap(), reduced);
        let (early, late) = (calc.birthday(reduced).unwrap(), calc.birthday(g).unwrap());
        prop_assert!(early <= late);
    }

    #[test]
    fn house_order_is_total(a in any_game(), b in all_small_game(), c in any_game()) {
        let mut calc = Calc::default();
        let mut list = Vec::new();
        for recipe in [&a, &b, &c] {
            let g = recipe.cook(&mut calc);
            list.extend(calc.followers(g).unwrap());
        }
        list.truncate(25);
        for &g in &list {
            for &h in &list {
                let order = calc.cmp_house(g, h).unwrap();
                prop_assert_eq!(order == Ordering::Equal, g == h);
                prop_assert_eq!(calc.cmp_house(h, g).unwrap(), order.reverse());
                for &k in &list {
                    if order == Ordering::Less && calc.cmp_house(h, k).unwrap() == order {
                        prop_assert_eq!(calc.cmp_house(g, k).unwrap(), order);
                    }
                }
            }
        }
        calc.sort_house(&mut list).unwrap();
        for pair in list.windows(2) {
            prop_assert_ne!(calc.cmp_house(pair[0], pair[1]).unwrap(), Ordering::Greater);
        }
    }

    #[test]
    fn sizes_agree_with_lists(a in any_game()) {
        let mut calc = Calc::default();
        let g = a.cook(&mut calc);
        let followers = calc.followers(g).unwrap();
        prop_assert_eq!(calc.follower_count(g).unwrap(), followers.len().into());
        let birthday = calc.birthday(g).unwrap();
        let (mut latest, mut stops) = ((-1).into(), 0u8.into());
        for who in Player::BOTH {
            for option in calc.options(g, who).unwrap() {
                prop_assert!(followers.contains(&option));
                latest = calc.birthday(option).unwrap().max(latest);
                stops += calc.stop_count(option).unwrap();
            }
        }
        prop_assert_eq!(birthday, latest + dashu_int::IBig::ONE);
        let stops = if calc.is_number(g) { 1u8.into() } else { stops };
        prop_assert_eq!(calc.stop_count(g).unwrap(), stops);
    }

    #[test]
    fn incentives_are_gains(a in any_game()) {
        let mut calc = Calc::default();
        let g = a.cook(&mut calc);
        let minus_g = calc.neg(g).unwrap();
        let of_left = calc.incentives_of(g, Player::Left).unwrap();
        prop_assert_eq!(&calc.incentives_of(minus_g, Player::Right).unwrap(), &of_left);
        // Undominated, and every move gains at most one of them.
        let all = calc.incentives(g).unwrap();
        for &gain in &all {
            for &other in &all {
                prop_assert_eq!(calc.le(gain, other).unwrap(), gain == other);
            }
        }
        for option in calc.options(g, Player::Right).unwrap() {
            let gain = calc.sub(g, option).unwrap();
            prop_assert!(all.iter().any(|&best| calc.le(gain, best).unwrap()));
        }
    }

    #[test]
    fn conway_products_are_commutative(a in small_game(), b in small_game()) {
        let mut calc = Calc::default();
        let (g, h) = (a.cook(&mut calc), b.cook(&mut calc));
        let followers = |g, calc: &mut Calc| calc.followers(g).unwrap().len();
        prop_assume!(followers(g, &mut calc) * followers(h, &mut calc) <= 40);
        let gh = calc.conway_product(g, h).unwrap();
        prop_assert_eq!(calc.conway_product(h, g).unwrap(), gh);
        let minus_g = calc.neg(g).unwrap();
        let negative = calc.conway_product(minus_g, h).unwrap();
        prop_assert_eq!(calc.neg(negative).unwrap(), gh);
    }
}
