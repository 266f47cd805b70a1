//! Laws of ordinal sums, powers, varieties and grafts of stoppers, on random games; the cases in which
//! a law says something are counted.
#![allow(clippy::unwrap_used)]

use std::sync::Arc;
use upstar_base::Budget;
use upstar_testing::Random;
use upstar_values::stopper::{Draft, Ending, LoopyError, Ref, Stopper, Stoppers, Suit};
use upstar_values::{Calc, Dyadic, Short};

struct Desk {
    store: Stoppers,
    calc: Calc,
    random: Random,
    shorts: Vec<Short>,
    stoppers: Vec<Stopper>,
}

impl Desk {
    /// Some short games and some stoppers, all different.
    fn new(seed: u64, size: usize) -> Desk {
        let store = Stoppers::new(Arc::new(Budget::unlimited()));
        let mut calc = Calc::default();
        let shorts = vec![calc.integer(0).unwrap()];
        let mut desk =
            Desk { store, calc, random: Random::new(seed), shorts, stoppers: vec![Stopper::ZERO] };
        while desk.shorts.len() < size {
            let mut pick = || -> Vec<Short> { (0..desk.below(3)).map(|_| desk.short()).collect() };
            let (left, right) = (pick(), pick());
            let game = desk.calc.make(&left, &right).unwrap();
            if !desk.shorts.contains(&game) {
                desk.shorts.push(game);
            }
        }
        while desk.stoppers.len() < size {
            let draft = desk.draft();
            for g in desk.store.canonical(&draft).unwrap() {
                if !desk.stoppers.contains(&g) {
                    desk.stoppers.push(g);
                }
            }
        }
        desk
    }

    fn below(&mut self, n: usize) -> usize {
        self.random.below(n)
    }

    fn draft(&mut self) -> Draft {
        let nodes = 2 + self.below(4);
        loop {
            let mut draft = Draft::new();
            for _ in 0..nodes {
                let mut side = || -> Vec<Ref> {
                    (0..self.below(3)).map(|_| Ref::Node(self.below(nodes) as u32)).collect()
                };
                let (left, right) = (side(), side());
                draft.add(left, right);
            }
            if draft.is_stopper() {
                return draft;
            }
        }
    }

    fn short(&mut self) -> Short {
        let i = self.below(self.shorts.len());
        self.shorts[i]
    }

    fn stopper(&mut self) -> Stopper {
        let i = self.below(self.stoppers.len());
        self.stoppers[i]
    }

    fn of(&mut self, g: Short) -> Stopper {
        self.store.of_short(&mut self.calc, g).unwrap()
    }

    fn ge(&mut self, g: Stopper, h: Stopper) -> bool {
        self.store.ge(g, h).unwrap()
    }
}

#[test]
fn ordinal_sums_of_games_that_end() {
    let mut desk = Desk::new(0x1111_2222_3333_4445, 60);
    let mut different = 0;
    for _ in 0..1000 {
        let (g, h) = (desk.short(), desk.short());
        let sum = desk.calc.ordinal_sum(g, h).unwrap();
        let expected = desk.of(sum);
        let (a, b) = (desk.of(g), desk.of(h));
        assert_eq!(desk.store.ordinal_sum(a, b).unwrap(), expected);
        different += usize::from(expected != a && expected != b);
    }
    assert!(different > 600, "{different}");
}

/// The colon principle: `g:h >= g:k` iff `h >= k`, for a base that ends. On a loopy one it is
/// only monotone: `over:1` is `over`.
#[test]
fn ordinal_sums_are_monotone() {
    let mut desk = Desk::new(0x8765_4321_0fed_cba9, 60);
    let (mut larger, mut loopy) = (0, 0);
    for _ in 0..1500 {
        let (short, base) = (desk.short(), desk.stopper());
        let (h, k) = (desk.stopper(), desk.stopper());
        for (g, ends) in [(desk.of(short), true), (base, false)] {
            let (gh, gk) =
                (desk.store.ordinal_sum(g, h).unwrap(), desk.store.ordinal_sum(g, k).unwrap());
            let (above, below) = (desk.ge(gh, gk), desk.ge(h, k));
            assert!(if ends { above == below } else { above || !below });
            larger += usize::from(below && h != k);
            loopy += usize::from(desk.store.is_loopy(g) && desk.store.is_loopy(h));
        }
    }
    assert!(larger > 200 && loopy > 300, "{larger} {loopy}");
}

/// Norton's Lemma: for an `h` that ends and does not involve `g`, `g:x` is to `h` as `g` is.
#[test]
fn nortons_lemma() {
    let mut desk = Desk::new(0x0f0f_1e1e_2d2d_3c3d, 60);
    let (mut checked, mut confused, mut larger) = (0, 0, 0);
    for _ in 0..2500 {
        let (g, x, h) = (desk.short(), desk.stopper(), desk.short());
        let (g, h) = (desk.of(g), desk.of(h));
        if desk.store.followers(h).contains(&g) {
            continue;
        }
        let sum = desk.store.ordinal_sum(g, x).unwrap();
        let order = [desk.ge(g, h), desk.ge(h, g)];
        assert_eq!(order, [desk.ge(sum, h), desk.ge(h, sum)]);
        checked += usize::from(sum != g);
        confused += usize::from(order == [false, false]);
        larger += usize::from(order[0] != order[1]);
    }
    assert!(checked > 1000 && confused > 100 && larger > 500, "{checked} {confused} {larger}");
}

/// What stands on a base is found again, and what is found is right.
#[test]
fn subordinates() {
    let mut desk = Desk::new(0x1357_9bdf_0246_8ace, 50);
    let (mut found, mut loopy, mut none) = (0, 0, 0);
    for _ in 0..600 {
        let (base, h) = (desk.short(), desk.stopper());
        let base = desk.of(base);
        let sum = desk.store.ordinal_sum(base, h).unwrap();
        match desk.store.subordinate(sum, base) {
            Ok(part) => {
                assert_eq!(part, h);
                found += 1;
                loopy += usize::from(desk.store.is_loopy(h));
            }
            Err(error) => {
                assert_eq!(error, LoopyError::NotSubordinate);
                none += 1;
            }
        }
        // Of any two games: right, or none.
        let g = desk.stopper();
        if let Ok(part) = desk.store.subordinate(g, base) {
            assert_eq!(desk.store.ordinal_sum(base, part).unwrap(), g);
        }
    }
    assert!(none == 0 && found > 500 && loopy > 200, "{found} {loopy} {none}");
}

#[test]
fn powers_with_exponents_that_end() {
    let mut desk = Desk::new(0x4242_4242_1717_1717, 40);
    let mut checked = 0;
    for h in desk.shorts.clone() {
        let g = desk.calc.make(&[Short::ZERO], &[h]).unwrap();
        let base = desk.of(g);
        for (numerator, exponent) in [(1, 0), (2, 0), (3, 0), (3, 1), (7, 2), (1, 1), (0, 0)] {
            let x = Dyadic::new(numerator, exponent);
            let short = desk.calc.number(&x).unwrap();
            let number = desk.of(short);
            match desk.calc.pow_to(g, &x) {
                Ok(power) => {
                    let power = desk.of(power);
                    assert_eq!(desk.store.pow_to(base, number).unwrap(), power);
                    checked += 1;
                }
                Err(_) => assert!(desk.store.pow_to(base, number).is_err()),
            }
            match desk.calc.pow(g, &x) {
                Ok(power) => {
                    let power = desk.of(power);
                    assert_eq!(desk.store.pow(base, number).unwrap(), [power, power]);
                }
                Err(_) => assert!(desk.store.pow(base, number).is_err()),
            }
        }
    }
    assert!(checked > 40, "{checked}");
}

/// A graft has the sides that it was made for.
#[test]
fn grafts() {
    let mut desk = Desk::new(0x6b6b_7c7c_8d8d_9e9f, 80);
    let (mut grafted, mut loopy, mut refused) = (0, 0, 0);
    for _ in 0..2500 {
        let (g, h) = (desk.stopper(), desk.stopper());
        let ordered = desk.ge(g, h);
        match desk.store.graft(g, h).unwrap() {
            Some(draft) => {
                assert!(ordered);
                for (side, ending) in [(g, Ending::Left), (h, Ending::Right)] {
                    assert!(desk.store.is_side(&draft, 0, side, ending).unwrap(), "{draft:?}");
                }
                grafted += usize::from(g != h);
                loopy += usize::from(desk.store.is_loopy(g) && desk.store.is_loopy(h));
            }
            None => {
                assert!(!ordered);
                refused += 1;
            }
        }
    }
    assert!(grafted > 300 && loopy > 100 && refused > 500, "{grafted} {loopy} {refused}");
}

/// Games of a stable degree have a variety, which is its own variety; the ends of a class have the
/// smallest and the largest one.
#[test]
fn varieties() {
    let mut desk = Desk::new(0x2468_1357_8642_7531, 150);
    let (mut stable, mut unstable) = (0, 0);
    for g in desk.stoppers.clone() {
        let Some(degree) = desk.store.degree(g).unwrap() else { continue };
        if degree == Stopper::ZERO {
            assert_eq!(desk.store.variety(g).unwrap(), Stopper::ZERO);
            continue;
        }
        if !desk.store.is_stable(degree).unwrap() {
            assert_eq!(desk.store.variety(g), Err(LoopyError::Unstable));
            unstable += 1;
            continue;
        }
        stable += 1;
        let variety = desk.store.variety(g).unwrap();
        assert_eq!(desk.store.degree(variety).unwrap(), Some(degree));
        assert_eq!(desk.store.variety(variety).unwrap(), variety);
        let minus = desk.store.neg(degree).unwrap();
        assert!(desk.ge(variety, minus) && desk.ge(degree, variety));
        for (ending, end) in [(Ending::Left, degree), (Ending::Right, minus)] {
            let last = desk.store.class_end(g, degree, ending).unwrap();
            assert_eq!(desk.store.variety(last).unwrap(), end);
        }
    }
    assert!(stable > 60, "{stable} {unstable}");
}

/// Varieties add: that of an upsum of games of one stable degree is the upsum of theirs, and the
/// same for downsums.
#[test]
fn varieties_add() {
    let mut desk = Desk::new(0x1f2e_3d4c_5b6a_7988, 2);
    let upon = desk.store.upon().unwrap();
    let mut games = vec![upon, desk.store.neg(upon).unwrap(), desk.store.over().unwrap()];
    for suit in Suit::ALL {
        games.extend((-1..=1).map(|number| desk.store.card(suit, number).unwrap()));
    }
    let known: Vec<[Stopper; 3]> = games
        .iter()
        .map(|&g| [g, desk.store.degree(g).unwrap().unwrap(), desk.store.variety(g).unwrap()])
        .collect();
    let mut checked = 0;
    for (i, &[g, degree, a]) in known.iter().enumerate() {
        for &[h, other, b] in &known[i..] {
            if other != degree {
                continue;
            }
            for ending in [Ending::Left, Ending::Right] {
                let sum = desk.store.sum_side(g, h, ending).unwrap();
                let varieties = desk.store.sum_side(a, b, ending).unwrap();
                assert_eq!(desk.store.variety_to(sum, degree, ending).unwrap(), varieties);
                checked += 1;
            }
        }
    }
    assert_eq!(checked, 2 * (78 + 3 + 1));
}

#[test]
fn cards_have_numbers_within_bounds() {
    let mut desk = Desk::new(5, 2);
    for number in [1001, -1001, i32::MAX, i32::MIN] {
        assert_eq!(desk.store.card(Suit::Heart, number), Err(LoopyError::Card(1000)));
    }
    for number in [-1000, -500, 0, 3, 1000] {
        let card = desk.store.card(Suit::Spade, number).unwrap();
        assert_eq!(desk.store.as_card(card).unwrap(), Some((Suit::Spade, number)));
    }
    // What only looks like a card.
    let (ace, joker) = (desk.store.ace().unwrap(), desk.store.joker().unwrap());
    let club = desk.store.card(Suit::Club, 0).unwrap();
    let others = [
        desk.store.make(&[Stopper::ZERO], &[club]).unwrap(),
        ace,
        joker,
        desk.store.tiny().unwrap(),
        desk.store.on().unwrap(),
    ];
    for g in others {
        assert_eq!(desk.store.as_card(g).unwrap(), None, "{g:?}");
    }
}

#[test]
fn a_number_moves_the_graph_of_a_stopper() {
    let mut desk = Desk::new(0x00ab_cdef_9876_5431, 160);
    let numbers = [(1, 0), (-3, 0), (1, 1), (-5, 2), (7, 3)].map(|(n, e)| Dyadic::new(n, e));
    let mut loopy = 0;
    for g in desk.stoppers.clone() {
        for x in &numbers {
            let number = desk.store.number(x).unwrap();
            assert_eq!(desk.store.as_number(number), Some(x));
            // The sum as the graph of all pairs, which knows nothing of translation.
            let pairs = desk.store.sum_draft(g, number).unwrap();
            let expected = desk.store.sides(&pairs).unwrap()[0].as_stopper();
            let moved = desk.store.translate(g, x).unwrap();
            let expected = if g == Stopper::ZERO { Some(number) } else { expected };
            assert_eq!(Some(moved), expected, "{x}");
            assert_eq!(desk.store.translate(moved, &-x).unwrap(), g);
            loopy += usize::from(desk.store.is_loopy(g));
        }
        // Where it lies moves along.
        if let Some(place) = desk.store.anchor(g).unwrap() {
            let moved = desk.store.translate(g, &numbers[2]).unwrap();
            assert_eq!(desk.store.anchor(moved).unwrap(), Some(&place + &numbers[2]));
        }
    }
    assert!(loopy > 200, "{loopy}");
}

#[test]
fn atomic_weights_of_stoppers_are_those_of_short_games_and_of_cards() {
    let mut desk = Desk::new(0x0012_3456_789a_bcdf, 120);
    let mut weighed = 0;
    let mut games = desk.shorts.clone();
    for (up, nim) in [(0, 0), (0, 1), (1, 0), (1, 1), (-2, 0), (2, 3), (-3, 1), (0, 5)] {
        let marks = upstar_values::NumberUpStar { number: Dyadic::zero(), up, nim };
        games.push(desk.calc.number_up_star(&marks).unwrap());
    }
    for g in games {
        if !desk.calc.is_infinitesimal(g) {
            continue;
        }
        let stopper = desk.store.of_short(&mut desk.calc, g).unwrap();
        let found = desk.store.atomic_weight(&mut desk.calc, stopper).unwrap();
        let known = desk.calc.atomic_weight(g).ok().and_then(|w| desk.calc.as_integer(w));
        let known = known.and_then(|w| i32::try_from(&w).ok());
        assert_eq!(found, known);
        weighed += usize::from(found.is_some());
    }
    assert!(weighed > 7, "{weighed}");
    for suit in [Suit::Club, Suit::Diamond, Suit::Heart, Suit::Spade] {
        for n in -4..=4 {
            let card = desk.store.card(suit, n).unwrap();
            assert_eq!(desk.store.atomic_weight(&mut desk.calc, card).unwrap(), Some(n));
        }
    }
    let over = desk.store.over().unwrap();
    assert_eq!(desk.store.atomic_weight(&mut desk.calc, over).unwrap(), None);
}

#[test]
fn sweeps_come_to_the_sides_or_stay_beyond_them() {
    let mut desk = Desk::new(0x0076_5432_10fe_dcb1, 4);
    let mut limits = 0;
    for _ in 0..120 {
        let draft = desk.draft();
        let sides = desk.store.sides(&draft).unwrap();
        for ending in [Ending::Left, Ending::Right] {
            let sweeps = desk.store.sweeps(&draft, ending, 12).unwrap();
            let last = sweeps.values.last().unwrap().clone();
            for (g, sides) in last.into_iter().zip(&sides) {
                let Some(side) = sides.of(ending) else { continue };
                if sweeps.limit {
                    assert_eq!(g, side);
                }
                let (high, low) = if ending == Ending::Left { (g, side) } else { (side, g) };
                assert!(desk.store.ge(high, low).unwrap());
            }
            limits += usize::from(sweeps.limit);
        }
    }
    assert!(limits > 60, "{limits}");
}

#[test]
fn upons_add_up_as_their_graphs_do() {
    use upstar_values::stopper::upons::Upons;
    let mut store = Stoppers::new(Arc::new(Budget::unlimited()));
    let mut all = Vec::new();
    for count in -4i64..=4 {
        for star in [false, true] {
            for (onside, offside) in [(false, false), (true, true), (true, false)] {
                all.push(Upons { count, star, onside, offside });
            }
        }
    }
    for &a in &all {
        let g = store.upons(a).unwrap();
        assert_eq!(store.as_upons(g).unwrap(), Some(a));
        let negative = store.neg_sides(g).unwrap();
        assert_eq!(store.upons(a.negated()).unwrap(), negative, "{a:?}");
        for &b in &all {
            let h = store.upons(b).unwrap();
            let sum = store.add_sides(g, h).unwrap();
            assert_eq!(store.upons(a.plus(b).unwrap()).unwrap(), sum, "{a:?} {b:?}");
            assert_eq!(store.sides_ge(g, h).unwrap(), a.at_least(b), "{a:?} {b:?}");
        }
    }
}
