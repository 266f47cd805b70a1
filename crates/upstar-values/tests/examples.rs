//! Known values, closed forms and refusals.
#![allow(clippy::unwrap_used)]

use crate::common;

use common::{game, games};
use std::cmp::Ordering;
use std::sync::Arc;
use upstar_base::{Budget, Outcome, Player, Stopped};
use upstar_values::{Calc, Dyadic, NumberUpStar, OpError, Short, Uptimal};

fn dyadic(text: &str) -> Dyadic {
    text.parse().unwrap()
}

#[test]
fn the_first_values_of_winning_ways() {
    let mut calc = Calc::default();
    for (form, value) in [
        ("{0|1}", "1/2"),
        ("{5/4|2}", "3/2"),
        ("{5/2|}", "3"),
        ("{-5/2|}", "0"),
        ("{0,*|1}", "1/2"),
        ("{1|1}", "1*"),
        ("{0|*}", "^"),
        ("{0,*|0}", "^*"),
        ("{0|^*}", "^^"),
        ("{^|*}", "^[2]"),
        ("{0|v*}", "^<2>"),
        ("{0||0|-2}", "Tiny(2)"),
    ] {
        assert_eq!(game(&mut calc, form), game(&mut calc, value), "{form} = {value}");
    }
}

#[test]
fn switches_have_straight_walls() {
    let mut calc = Calc::default();
    for (x, y) in [(1, -1), (7, 2), (3, -8)] {
        let g = game(&mut calc, &format!("{{{x}|{y}}}"));
        let (mean, temperature) = (Dyadic::new(x + y, 1), Dyadic::new(x - y, 1));
        assert_eq!(
            calc.thermograph(g).unwrap().to_string(),
            format!("Thermograph({mean},[{temperature}],[0,-1],{mean},[{temperature}],[0,1])")
        );
    }
}

#[test]
fn thermographs_reach_below_zero() {
    let mut calc = Calc::default();
    for (form, walls) in [
        ("5", "5,[],[0],5,[],[0]"),
        ("1/2", "1/2,[-1/2],[0,-1],1/2,[-1/2],[0,1]"),
        ("1/4", "1/4,[-1/4],[0,-1],1/4,[-1/4,-1/2],[0,1,0]"),
        ("*", "0,[0],[0,-1],0,[0],[0,1]"),
        ("^*6", "0,[0],[0,-1],0,[],[0]"),
        ("{1|^^||^}", "0,[0],[0,-1],0,[],[0]"),
        ("{3||2|1}", "9/4,[3/4],[0,-1],9/4,[3/4,1/2],[0,1,0]"),
        ("{3||2*|1*}", "9/4,[3/4],[0,-1],9/4,[3/4,1/2,0],[0,1,0,1]"),
    ] {
        let g = game(&mut calc, form);
        let thermograph = calc.thermograph(g).unwrap();
        assert_eq!(thermograph.to_string(), format!("Thermograph({walls})"), "{form}");
    }
}

#[test]
fn cooling_and_heating() {
    let mut calc = Calc::default();
    let g = game(&mut calc, "{3||2*|1*}");
    assert_eq!(calc.cool(g, &dyadic("1/4")).unwrap(), game(&mut calc, "{11/4||2|3/2}"));
    assert_eq!(calc.cool(g, &dyadic("3/4")).unwrap(), game(&mut calc, "9/4*"));
    assert_eq!(calc.cool(g, &dyadic("1")).unwrap(), game(&mut calc, "9/4"));
    assert_eq!(calc.freeze(g).unwrap(), game(&mut calc, "9/4*"));
    let (minus_one, star, one_star) =
        (game(&mut calc, "-1"), game(&mut calc, "*"), game(&mut calc, "1*"));
    assert_eq!(calc.heat(g, minus_one).unwrap(), game(&mut calc, "9/4"));
    assert_eq!(calc.heat(g, star).unwrap(), game(&mut calc, "{3*||2|1}"));
    let over = calc.overheat(g, star, one_star).unwrap();
    assert_eq!(over, game(&mut calc, "{1||+-(1*)|-1,{-1|-3}}"));
    let refused = calc.cool(g, &Dyadic::from(-1));
    assert_eq!(refused, Err(OpError::CooledTooLittle(Dyadic::from(-1))));
}

/// `*14` heated by 1 has the shape of `*14`: the options `*k` for k = 0..13 become `heat(*k) ± 1`.
#[test]
fn a_large_nimber_is_heated_at_once() {
    let whole = Arc::new(Budget::unlimited());
    let mut calc = Calc::new(Arc::default(), Arc::new(Budget::steps_of(&whole, 1 << 20)));
    let one = calc.integer(1).unwrap();
    let star = calc.nimber(14).unwrap();
    let heated = calc.heat(star, one).unwrap();
    let mut expected = vec![Short::ZERO];
    for k in 1..=14 {
        let left: Vec<_> = expected.iter().map(|&g| calc.add(g, one).unwrap()).collect();
        let right: Vec<_> = expected.iter().map(|&g| calc.sub(g, one).unwrap()).collect();
        let g = calc.make(&left, &right).unwrap();
        assert_eq!(calc.cool(g, &Dyadic::one()).unwrap(), calc.nimber(k).unwrap());
        expected.push(g);
    }
    assert_eq!(heated, expected[14]);
    assert_eq!(calc.neg(heated).unwrap(), heated);
    assert_eq!(calc.temperature(heated).unwrap(), Dyadic::one());
}

/// The sum of ±3^i for i = 0..15 is played hottest first, so its Left stop is the alternating
/// sum and its mean is 0.
#[test]
fn a_sum_of_switches() {
    let mut calc = Calc::default();
    let mut sum = Short::ZERO;
    let mut stop = 0i64;
    for i in 0..=15u32 {
        let x = 3i64.pow(i);
        let switch = game(&mut calc, &format!("+-{x}"));
        sum = calc.add(sum, switch).unwrap();
        stop = x - stop;
    }
    assert_eq!(calc.stop(sum, Player::Left), Dyadic::from(stop));
    assert_eq!(calc.stop(sum, Player::Right), Dyadic::from(-stop));
    assert!(calc.mean(sum).unwrap().is_zero());
    assert_eq!(calc.temperature(sum).unwrap(), Dyadic::from(3i64.pow(15)));
    assert_eq!(calc.outcome(sum), Outcome::N);
}

#[test]
fn products() {
    let mut calc = Calc::default();
    let up = game(&mut calc, "^");
    let tiny = game(&mut calc, "Tiny(2)");
    assert_eq!(calc.norton_product(up, up).unwrap(), game(&mut calc, "{^^*||0|v4}"));
    assert_eq!(calc.norton_product(tiny, up).unwrap(), game(&mut calc, "{^^*||0|v6}"));
    let star = game(&mut calc, "*");
    assert_eq!(calc.norton_product(up, star), Err(OpError::UnitNotPositive(star)));
    let double_up = game(&mut calc, "^^");
    let square = calc.conway_product(double_up, double_up).unwrap();
    assert_eq!(square, game(&mut calc, "{0||0,*|0,{0,*|0,*2}}"));
}

#[test]
fn powers() {
    let mut calc = Calc::default();
    let (up, tiny) = (game(&mut calc, "^"), game(&mut calc, "Tiny(2)"));
    for n in 1..8 {
        let x = Dyadic::from(i64::from(n));
        assert_eq!(calc.pow(up, &x).unwrap(), calc.up_power(n).unwrap());
        assert_eq!(calc.pow_to(up, &x).unwrap(), calc.up_sum(n).unwrap());
        for base in [up, tiny] {
            let mut sum = Short::ZERO;
            for k in 1..=n {
                let power = calc.pow(base, &Dyadic::from(i64::from(k))).unwrap();
                sum = calc.add(sum, power).unwrap();
            }
            assert_eq!(calc.pow_to(base, &x).unwrap(), sum);
        }
    }
    let third = game(&mut calc, "{Tiny(2)||0|-2|||0|-2}");
    assert_eq!(calc.pow_to(tiny, &Dyadic::from(3)).unwrap(), third);
    let fraction = game(&mut calc, "{Tiny(2)|{0|-2},{Tiny(2)||0|-2}||{0|-2},{Tiny(2)||0|-2}}");
    assert_eq!(calc.pow_to(tiny, &dyadic("7/4")).unwrap(), fraction);
    let switch = game(&mut calc, "+-1");
    assert_eq!(calc.pow(switch, &Dyadic::from(3)), Err(OpError::NotZeroOver(switch)));
    assert_eq!(calc.pow(up, &Dyadic::zero()), Err(OpError::Exponent(1)));
    assert_eq!(calc.pow_to(up, &Dyadic::from(-1)), Err(OpError::Exponent(0)));
}

#[test]
fn subordinates() {
    let mut calc = Calc::default();
    for (g, base, h) in [("1/8", "1", "-3"), ("+-1", "+-1", "0"), ("^*", "*", "1"), ("7", "0", "7")]
    {
        let (g, base) = (game(&mut calc, g), game(&mut calc, base));
        assert_eq!(calc.subordinate(g, base).unwrap(), game(&mut calc, h));
    }
    let (game_, base) = (game(&mut calc, "*"), game(&mut calc, "1"));
    assert_eq!(calc.subordinate(game_, base), Err(OpError::NotSubordinate { game: game_, base }));
}

#[test]
fn atomic_weights() {
    let mut calc = Calc::default();
    for (g, weight) in [
        ("0", "0"),
        ("*8", "0"),
        ("v9*8", "-9"),
        ("^<2>", "0"),
        ("^[3]*", "1"),
        ("{^3|vv}", "{1|0}"),
        ("Tiny(3/2)", "0"),
        ("Tiny({3|1})", "0"),
        ("{1|^^||^}", "2"),
    ] {
        let (g, weight) = (game(&mut calc, g), game(&mut calc, weight));
        assert_eq!(calc.atomic_weight(g), Ok(weight));
        assert!(calc.is_atomic(g).unwrap());
    }
    for g in ["1", "9/8*", "+-1", "{3||2*|1*}", "{1|^3||^}"] {
        let g = game(&mut calc, g);
        assert_eq!(calc.atomic_weight(g), Err(OpError::NotAtomic(g)));
        assert!(!calc.is_atomic(g).unwrap());
    }
}

/// Each operation with a shortcut for numbers, ups and nimbers, against its definition.
#[test]
fn shortcuts() {
    let mut calc = Calc::default();
    for (n, (up, nim)) in
        (-20..21).flat_map(|n| (-3..4).flat_map(move |up| (0..4).map(move |nim| (n, (up, nim)))))
    {
        let number = Dyadic::new(n, 2);
        let g = calc.number_up_star(&NumberUpStar { number, up, nim }).unwrap();
        let [left, right] = Player::BOTH.map(|who| calc.options(g, who).unwrap());
        let each = |calc: &mut Calc, f: &mut dyn FnMut(&mut Calc, Short) -> Short| {
            [&left, &right].map(|side| side.iter().map(|&o| f(calc, o)).collect::<Vec<_>>())
        };

        let mut comp = each(&mut calc, &mut |calc, o| calc.companion(o).unwrap());
        for (who, side) in Player::BOTH.into_iter().zip(&mut comp) {
            let outcome = calc.outcome(g);
            if outcome == Outcome::P || outcome == [Outcome::L, Outcome::R][who as usize] {
                side.push(Short::ZERO);
            }
        }
        let companion = calc.make(&comp[0], &comp[1]).unwrap();
        assert_eq!(calc.companion(g).unwrap(), companion);

        let first = Player::BOTH.map(|who| {
            let options = calc.options(g, who).unwrap();
            let mut outcomes = options.iter().map(|&o| calc.misere_outcome(o).unwrap());
            options.is_empty() || outcomes.any(|outcome| outcome.winner(!who) == who)
        });
        assert_eq!(calc.misere_outcome(g).unwrap(), Outcome::from_first(first[0], first[1]));

        let options = || left.iter().chain(&right);
        let even = options().all(|&o| calc.is_odd(o).unwrap());
        assert_eq!(calc.is_even(g).unwrap(), even);
        let odd = g != Short::ZERO && options().all(|&o| calc.is_even(o).unwrap());
        assert_eq!(calc.is_odd(g).unwrap(), odd);
        let number = calc.is_number(g);
        let even = number || options().all(|&o| calc.is_odd_tempered(o).unwrap());
        assert_eq!(calc.is_even_tempered(g).unwrap(), even);
        let odd = !number && options().all(|&o| calc.is_even_tempered(o).unwrap());
        assert_eq!(calc.is_odd_tempered(g).unwrap(), odd);
        let small = left.is_empty() == right.is_empty()
            && options().all(|&o| calc.is_all_small(o).unwrap());
        assert_eq!(calc.is_all_small(g).unwrap(), small);
    }
}

/// Every number, nimber and ups in closed form against the lists they stand for.
#[test]
fn closed_forms() {
    let mut calc = Calc::default();
    for exponent in 0..4 {
        for numerator in -9..10 {
            for (up, nim) in (-4..5).flat_map(|up| (0..5).map(move |nim| (up, nim))) {
                let number = Dyadic::new(numerator, exponent);
                let g = calc.number_up_star(&NumberUpStar { number, up, nim }).unwrap();
                let count = calc.followers(g).unwrap().len();
                assert_eq!(calc.follower_count(g).unwrap(), count.into());
                let (mut born, mut stops) = (0.into(), 0u8.into());
                for who in Player::BOTH {
                    for option in calc.options(g, who).unwrap() {
                        let later = calc.birthday(option).unwrap() + dashu_int::IBig::ONE;
                        born = later.max(born);
                        stops += calc.stop_count(option).unwrap();
                    }
                }
                assert_eq!(calc.birthday(g).unwrap(), born);
                if !calc.is_number(g) {
                    assert_eq!(calc.stop_count(g).unwrap(), stops);
                }
            }
        }
    }
}

#[test]
fn large_numbers_are_instant() {
    let mut calc = Calc::default();
    let n = calc.integer(-1_823_437_481_924).unwrap();
    assert_eq!(calc.birthday(n).unwrap(), 1_823_437_481_924u64.into());
    assert_eq!(calc.follower_count(n).unwrap(), 1_823_437_481_925u64.into());
    assert_eq!(calc.stop_count(n).unwrap(), 1u8.into());
    assert_eq!(calc.misere_outcome(n).unwrap(), Outcome::L);
    assert_eq!(calc.companion(n).unwrap(), n);
    assert!(calc.is_even(n).unwrap());
    let thermograph = calc.thermograph(n).unwrap().to_string();
    assert!(thermograph.starts_with("Thermograph(-1823437481924,[],[0],"));
    assert!(matches!(calc.followers(n), Err(Stopped::Limit { .. })));
    let one = calc.integer(1).unwrap();
    let sum = calc.ordinal_sum(one, n);
    assert!(matches!(sum, Err(Stopped::Limit { .. })));
    let huge = calc.multiple(one, &(dashu_int::IBig::ONE << 200)).unwrap();
    let hot = calc.make(&[huge], &[Short::ZERO]).unwrap();
    assert_eq!(calc.mean(hot).unwrap().to_string(), (dashu_int::IBig::ONE << 199).to_string());
    assert_eq!(
        calc.follower_count(hot).unwrap(),
        (dashu_int::UBig::ONE << 200) + dashu_int::UBig::from(2u8)
    );
    assert_eq!(calc.subordinate(huge, one).unwrap(), calc.sub(huge, one).unwrap());
}

#[test]
fn games_born_by_each_day() {
    let mut calc = Calc::default();
    for (day, count) in [(0, 1), (1, 4), (2, 22), (3, 1474)] {
        let games = calc.born_by(day).unwrap();
        assert_eq!(games.len(), count);
        for &g in &games {
            assert!(calc.birthday(g).unwrap() <= day.into());
        }
    }
    assert!(matches!(calc.born_by(4), Err(Stopped::Limit { .. })));
}

#[test]
fn the_companion_is_an_automorphism_of_day_2() {
    let mut calc = Calc::default();
    let day = calc.born_by(2).unwrap();
    let mut images = Vec::new();
    for &g in &day {
        let companion = calc.companion(g).unwrap();
        assert!(day.contains(&companion));
        assert!(!images.contains(&companion));
        images.push(companion);
    }
    for (&g, &a) in day.iter().zip(&images) {
        for (&h, &b) in day.iter().zip(&images) {
            assert_eq!(calc.compare(g, h).unwrap(), calc.compare(a, b).unwrap());
        }
    }
}

#[test]
fn small_uptimals_are_recognised() {
    let mut calc = Calc::default();
    let digits = -2..=2;
    for (a, b, c) in digits.clone().flat_map(|a| {
        let digits = digits.clone();
        digits.clone().flat_map(move |b| digits.clone().map(move |c| (a, b, c)))
    }) {
        for (nim, number) in [(0, "0"), (1, "-3"), (2, "5/8"), (5, "0")] {
            let mut ups = vec![a, b, c];
            while ups.last() == Some(&0) {
                ups.pop();
            }
            let u = Uptimal { number: dyadic(number), nim, ups };
            let g = calc.uptimal(&u).unwrap();
            assert_eq!(calc.as_uptimal(g).unwrap(), Some(u));
        }
    }
}

/// Among all games born by day 3 and among the options `{uptimal|uptimal}`, those recognised as
/// uptimals are those that a search over all small expansions finds.
#[test]
fn nothing_else_is_an_uptimal() {
    let mut calc = Calc::default();
    let mut known = std::collections::HashMap::new();
    let coefficient = |n: usize, i: u32| (n / 9usize.pow(i) % 9) as i32 - 4;
    for n in 0..9usize.pow(3) {
        for nim in 0..4 {
            let mut ups: Vec<_> = (0..3).map(|i| coefficient(n, i)).collect();
            while ups.last() == Some(&0) {
                ups.pop();
            }
            let u = Uptimal { number: Dyadic::zero(), nim, ups };
            known.insert(calc.uptimal(&u).unwrap(), u);
        }
    }
    let parts = games(&mut calc, "0,*,*2,^,v,^*,v*,^<2>,v<2>,^[2],v[2]*,^<2>*");
    let mut found = 0;
    for &g in &parts {
        for &h in &parts {
            let game = calc.make(&[g], &[h]).unwrap();
            if !calc.is_infinitesimal(game) {
                continue;
            }
            let recognised = calc.as_uptimal(game).unwrap();
            assert_eq!(recognised.as_ref(), known.get(&game));
            found += usize::from(recognised.is_some_and(|u| u.ups.len() > 1));
        }
    }
    assert!(found > 5);
}

#[test]
fn expansions_print() {
    let mut calc = Calc::default();
    for (g, expansion) in [
        ("73/16v9*8", "73/16*8.9-"),
        ("^", "0.1"),
        ("v*", "*.1-"),
        ("^[4]", "0.1111"),
        ("^<3>", "0.001"),
        ("v12", "0.c-"),
        ("*8", "*8"),
        ("0", "0"),
        ("5/2", "5/2"),
    ] {
        let g = game(&mut calc, g);
        assert_eq!(calc.uptimal_expansion(g).unwrap().to_string(), expansion);
    }
    let g = game(&mut calc, "{0||0|vvv}");
    assert_eq!(calc.uptimal_expansion(g), Err(OpError::NotUptimal(g)));
}

#[test]
fn lists_are_in_house_order() {
    let mut calc = Calc::default();
    for list in [
        "-2,-3/2,-1,0,{0|-3/2},Tiny(3/2)",
        "0,1,*,^,^*,^^,{1|^^},{1|^^||^}",
        "0,*,^,^[2],^[3],^[4]",
        "0,1,9/8,5/4,3/2,2,9/8*",
        "{{0||0,v*|vv|||vv,{0,v*|vv}},{0||0,v*|vv}|-9},{{0||0,v*|vv}|-9}",
    ] {
        let expected = games(&mut calc, list);
        let mut sorted = expected.clone();
        sorted.reverse();
        calc.sort_house(&mut sorted).unwrap();
        assert_eq!(sorted, expected, "{list}");
    }
    let (negative, confused) = (game(&mut calc, "-5"), game(&mut calc, "*9"));
    assert_eq!(calc.cmp_house(negative, confused).unwrap(), Ordering::Less);
}

#[test]
fn tinies_are_read() {
    let mut calc = Calc::default();
    for (g, tiny) in [
        ("5Tiny(2)", true),
        ("-1/2Miny({3|1})", true),
        ("7", true),
        ("{0||0|vvv}", false),
        ("^<2>", false),
        ("*", false),
    ] {
        let g = game(&mut calc, g);
        assert_eq!(calc.is_number_tiny(g).unwrap(), tiny);
        if let Some(read) = calc.as_number_tiny(g).unwrap() {
            let number = calc.number(&read.number).unwrap();
            let tiny = match read.favours {
                Player::Left => calc.tiny(read.subscript).unwrap(),
                Player::Right => calc.miny(read.subscript).unwrap(),
            };
            assert_eq!(calc.add(number, tiny).unwrap(), g);
        }
    }
}

/// A game nested beyond any stack, and a budget that ends.
#[test]
fn deep_games_and_small_budgets() {
    let mut calc = Calc::default();
    let (mut g, star) = (Short::ZERO, calc.nimber(1).unwrap());
    for _ in 0..100_000 {
        g = calc.make(&[g], &[star]).unwrap();
    }
    assert_eq!(calc.birthday(g).unwrap(), 100_001.into());
    assert!(calc.is_all_small(g).unwrap());
    // Right moves to `*`, from which Left must make the last move.
    assert_eq!(calc.misere_outcome(g).unwrap(), Outcome::R);

    let budget = Arc::new(Budget::unlimited());
    let mut calc = Calc::new(Arc::default(), Arc::clone(&budget));
    budget.interrupt();
    let million = calc.integer(200_000).unwrap();
    assert_eq!(calc.followers(million), Err(Stopped::Interrupted));
    budget.resume();
    assert_eq!(calc.followers(million).unwrap().len(), 200_001);
}
