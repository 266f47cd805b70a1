//! Loopy games: the named ones of Winning Ways ch. 11, and laws on random graphs.
#![allow(clippy::unwrap_used)]

use std::sync::Arc;
use upstar_base::{Budget, Player};
use upstar_testing::Random;
use upstar_values::stopper::{Draft, Ending, Ref, Sides, Stopper, Stoppers};
use upstar_values::{Calc, Dyadic};

struct Desk {
    store: Stoppers,
    calc: Calc,
}

impl Desk {
    fn new() -> Desk {
        Desk { store: Stoppers::new(Arc::new(Budget::unlimited())), calc: Calc::default() }
    }

    fn number(&mut self, numerator: i64, exponent: u32) -> Stopper {
        let short = self.calc.number(&Dyadic::new(numerator, exponent)).unwrap();
        self.store.of_short(&mut self.calc, short).unwrap()
    }

    fn make(&mut self, left: &[Stopper], right: &[Stopper]) -> Stopper {
        self.store.make(left, right).unwrap()
    }

    fn add(&mut self, g: Stopper, h: Stopper) -> Sides {
        self.store.add(g, h).unwrap()
    }

    fn up(&mut self) -> Stopper {
        let star = self.store.star().unwrap();
        self.make(&[Stopper::ZERO], &[star])
    }
}

fn sides(onside: Stopper, offside: Stopper) -> Sides {
    Sides::new(onside, offside)
}

#[test]
fn named_games() {
    let mut desk = Desk::new();
    let (on, off) = (desk.store.on().unwrap(), desk.store.off().unwrap());
    let (over, upon, star) =
        (desk.store.over().unwrap(), desk.store.upon().unwrap(), desk.store.star().unwrap());
    let up = desk.up();
    assert_eq!(desk.store.neg(on).unwrap(), off);
    assert_eq!(desk.add(on, off), sides(on, off));
    assert_eq!(desk.add(on, on), Sides::stopper(on));
    assert_eq!(desk.add(over, over), Sides::stopper(over));
    // upon* = {0, pass | 0}
    let zero = Stopper::ZERO;
    let upon_star = desk.store.with_pass(&[zero], &[zero], &[Player::Left]).unwrap();
    assert_eq!(desk.add(upon, star), Sides::stopper(upon_star));
    // ^ < upon < ^^
    let up2 = desk.add(up, up).as_stopper().unwrap();
    for (less, more) in [(up, upon), (upon, up2), (up2, over)] {
        assert!(desk.store.ge(more, less).unwrap());
        assert!(!desk.store.ge(less, more).unwrap());
    }
    // n.^ < over < 2^-n
    let mut ups = zero;
    for n in 0..6 {
        let small = desk.number(1, n);
        assert!(desk.store.ge(small, over).unwrap() && !desk.store.ge(over, small).unwrap());
        assert!(desk.store.ge(over, ups).unwrap() && !desk.store.ge(ups, over).unwrap());
        ups = desk.add(ups, up).as_stopper().unwrap();
    }
    // hot = {on | off}, and on + hot = on & hot
    let hot = desk.make(&[on], &[off]);
    assert_eq!(desk.add(on, hot), sides(on, hot));
    // The degree of upon is {0 | -upon*}.
    let negative = desk.store.neg(upon_star).unwrap();
    let uponth = desk.make(&[zero], &[negative]);
    assert_eq!(desk.store.degree(upon).unwrap(), Some(uponth));
    assert_eq!(desk.store.degree(up).unwrap(), Some(zero));
}

/// tis = {tisn | }, tisn = { | tis}: 1 & 0 and 0 & -1.
#[test]
fn tis_and_tisn() {
    let mut desk = Desk::new();
    let mut draft = Draft::new();
    draft.add(vec![Ref::Node(1)], vec![]);
    draft.add(vec![], vec![Ref::Node(0)]);
    let found = desk.store.sides(&draft).unwrap();
    let (one, minus) = (desk.number(1, 0), desk.number(-1, 0));
    assert_eq!(found, [sides(one, Stopper::ZERO), sides(Stopper::ZERO, minus)]);
}

/// Fig. 7: a = {0|d}, b = {a|}, c = {a|b}, d = {c|}.
#[test]
fn sidling() {
    let mut desk = Desk::new();
    let mut draft = Draft::new();
    draft.add(vec![Ref::Known(Stopper::ZERO)], vec![Ref::Node(3)]);
    draft.add(vec![Ref::Node(0)], vec![]);
    draft.add(vec![Ref::Node(0)], vec![Ref::Node(1)]);
    draft.add(vec![Ref::Node(2)], vec![]);
    let found = desk.store.sides(&draft).unwrap();
    let (one, two, half) = (desk.number(1, 0), desk.number(2, 0), desk.number(3, 1));
    let star = desk.store.star().unwrap();
    let up = desk.up();
    let down = desk.store.neg(up).unwrap();
    let zero = Stopper::ZERO;
    assert_eq!(found, [sides(one, star), sides(two, zero), sides(half, down), sides(two, zero)]);
}

/// A canonical form with a cycle of four positions: each of them is found again by its options.
#[test]
fn positions_on_a_long_cycle() {
    let mut desk = Desk::new();
    let (zero, star) = (Stopper::ZERO, desk.store.star().unwrap());
    // a = {0|b}, b = {0|c}, c = {d|*}, d = {a|*}
    let mut draft = Draft::new();
    draft.add(vec![Ref::Known(zero)], vec![Ref::Node(1)]);
    draft.add(vec![Ref::Known(zero)], vec![Ref::Node(2)]);
    draft.add(vec![Ref::Node(3)], vec![Ref::Known(star)]);
    draft.add(vec![Ref::Node(0)], vec![Ref::Known(star)]);
    let values = desk.store.canonical(&draft).unwrap();
    for (i, &g) in values.iter().enumerate() {
        assert!(desk.store.is_on_cycle(g));
        let left = desk.store.options(g, Player::Left).to_vec();
        let right = desk.store.options(g, Player::Right).to_vec();
        assert_eq!(desk.make(&left, &right), g, "node {i}");
        assert_eq!(desk.store.followers(g).len(), 6);
    }
    assert_eq!(desk.store.canonical(&draft).unwrap(), values);
}

fn any_draft(random: &mut Random, nodes: usize) -> Draft {
    let mut draft = Draft::new();
    for _ in 0..nodes {
        let mut side = || {
            let n = random.below(3);
            let mut side: Vec<Ref> =
                (0..n).map(|_| Ref::Node(random.below(nodes) as u32)).collect();
            side.sort_unstable();
            side.dedup();
            side
        };
        let (left, right) = (side(), side());
        draft.add(left, right);
    }
    draft
}

fn any_stopper(random: &mut Random, nodes: usize) -> Draft {
    loop {
        let draft = any_draft(random, nodes);
        if draft.is_stopper() {
            return draft;
        }
    }
}

/// `x >= y` by the definition: the states that Right can force to Left's loss, found by repeating.
fn plain_ge(draft: &Draft, x: u32, y: u32) -> bool {
    let n = draft.len() as u32;
    let at = |x: u32, y: u32, left: bool| ((x * n + y) * 2 + u32::from(left)) as usize;
    let node = |option: &Ref| match option {
        Ref::Node(node) => *node,
        Ref::Known(_) => panic!("only nodes"),
    };
    let mut lost = vec![false; (2 * n * n) as usize];
    loop {
        let mut changed = false;
        for x in 0..n {
            for y in 0..n {
                for left in [false, true] {
                    if lost[at(x, y, left)] {
                        continue;
                    }
                    let (mine, theirs) = if left {
                        (Player::Left, Player::Right)
                    } else {
                        (Player::Right, Player::Left)
                    };
                    let first = draft.of_node(x, mine).iter().map(|o| at(node(o), y, !left));
                    let second = draft.of_node(y, theirs).iter().map(|o| at(x, node(o), !left));
                    let mut moves = first.chain(second);
                    let loses = if left {
                        moves.all(|state| lost[state])
                    } else {
                        moves.any(|state| lost[state])
                    };
                    if loses {
                        lost[at(x, y, left)] = true;
                        changed = true;
                    }
                }
            }
        }
        if !changed {
            return !lost[at(x, y, false)];
        }
    }
}

#[test]
fn canonical_forms_of_random_stoppers() {
    let mut random = Random::new(0x1234_5678_9abc_def1);
    let mut desk = Desk::new();
    let (mut equal, mut loopy, mut checked) = (0, 0, 0);
    for _ in 0..400 {
        let draft = any_stopper(&mut random, 5);
        let values = desk.store.canonical(&draft).unwrap();
        for x in 0..5 {
            loopy += usize::from(desk.store.is_loopy(values[x as usize]));
            for y in 0..5 {
                let (g, h) = (values[x as usize], values[y as usize]);
                let both = plain_ge(&draft, x, y) && plain_ge(&draft, y, x);
                assert_eq!(g == h, both, "{draft:?}: {x} {y}");
                assert_eq!(desk.store.ge(g, h).unwrap(), plain_ge(&draft, x, y));
                equal += usize::from(both && x != y);
                checked += 1;
            }
        }
        // Canonical forms are stoppers and do not change.
        for &g in &values {
            let left = desk.store.options(g, Player::Left).to_vec();
            let right = desk.store.options(g, Player::Right).to_vec();
            assert_eq!(desk.make(&left, &right), g);
            let negative = desk.store.neg(g).unwrap();
            assert_eq!(desk.store.neg(negative).unwrap(), g);
        }
    }
    assert!(equal > 300 && loopy > 300 && checked == 10_000, "{equal} {loopy}");
}

#[test]
fn games_that_end_are_short_games() {
    let mut random = Random::new(0xfeed_beef_1234_4321);
    let mut desk = Desk::new();
    let mut shorts = vec![desk.calc.integer(0).unwrap()];
    for _ in 0..300 {
        let mut pick = || -> Vec<_> {
            (0..random.below(3)).map(|_| shorts[random.below(shorts.len())]).collect()
        };
        let (left, right) = (pick(), pick());
        let short = desk.calc.make(&left, &right).unwrap();
        let mut map = |side: &[_]| -> Vec<Stopper> {
            let map = |&g| desk.store.of_short(&mut desk.calc, g).unwrap();
            side.iter().map(map).collect()
        };
        let (left, right) = (map(&left), map(&right));
        let stopper = desk.make(&left, &right);
        assert_eq!(desk.store.of_short(&mut desk.calc, short).unwrap(), stopper);
        assert_eq!(desk.store.to_short(&mut desk.calc, stopper).unwrap(), Some(short));
        if shorts.len() < 60 {
            shorts.push(short);
        }
    }
}

/// Sides of random graphs are certified by comparing the fixed games.
#[test]
fn sides_of_random_graphs() {
    let mut random = Random::new(0x9999_8888_7777_6661);
    let mut desk = Desk::new();
    let (mut found, mut missing, mut different) = (0, 0, 0);
    for _ in 0..400 {
        let draft = any_draft(&mut random, 4);
        for (node, sides) in desk.store.sides(&draft).unwrap().into_iter().enumerate() {
            for ending in [Ending::Left, Ending::Right] {
                match sides.of(ending) {
                    Some(side) => {
                        assert!(desk.store.is_side(&draft, node as u32, side, ending).unwrap());
                        found += 1;
                    }
                    None => missing += 1,
                }
            }
            if let (Some(on), Some(off)) = (sides.of(Ending::Left), sides.of(Ending::Right)) {
                assert!(desk.store.ge(on, off).unwrap());
                different += usize::from(on != off);
            }
        }
    }
    assert!(found > 2500 && different > 200, "{found} found, {missing} missing, {different}");
}

/// Sums: they commute, associate as far as sides are known, and `G - G` has the degree as onside.
#[test]
fn laws_of_sums() {
    let mut random = Random::new(0x4444_3333_2222_1111);
    let mut desk = Desk::new();
    let mut loopy = 0;
    for _ in 0..60 {
        let draft = any_stopper(&mut random, 4);
        let values = desk.store.canonical(&draft).unwrap();
        let (a, b, c) = (values[0], values[1], values[2]);
        assert_eq!(desk.add(a, b), desk.add(b, a));
        let (ab, bc) = (desk.add(a, b), desk.add(b, c));
        let left = desk.store.add_sides(ab, Sides::stopper(c)).unwrap();
        let right = desk.store.add_sides(Sides::stopper(a), bc).unwrap();
        assert!(desk.store.sides_ge(left, right).unwrap(), "{draft:?}");
        assert!(desk.store.sides_ge(right, left).unwrap(), "{draft:?}");
        let draft = desk.store.sum_draft(a.min(b), a.max(b)).unwrap();
        for ending in [Ending::Left, Ending::Right] {
            if let Some(side) = ab.of(ending) {
                assert!(desk.store.is_side(&draft, 0, side, ending).unwrap());
            }
        }
        if desk.store.is_loopy(a) {
            loopy += 1;
            let degree = desk.store.degree(a).unwrap().unwrap();
            assert!(degree != Stopper::ZERO && desk.store.ge(degree, Stopper::ZERO).unwrap());
            let negative = desk.store.neg(degree).unwrap();
            let minus = desk.store.neg(a).unwrap();
            assert_eq!(desk.add(a, minus), sides(degree, negative));
        }
    }
    assert!(loopy > 10, "{loopy}");
}

/// Thermographs of stoppers: those of short games that end, and what cycles change.
#[test]
fn thermographs() {
    let mut random = Random::new(0x7777_1234_4321_8888);
    let mut desk = Desk::new();
    let mut shorts = vec![desk.calc.integer(0).unwrap()];
    let mut hot = 0;
    for _ in 0..3000 {
        let mut pick = || -> Vec<_> {
            (0..random.below(3)).map(|_| shorts[random.below(shorts.len())]).collect()
        };
        let (left, right) = (pick(), pick());
        let short = desk.calc.make(&left, &right).unwrap();
        let stopper = desk.store.of_short(&mut desk.calc, short).unwrap();
        let expected = desk.calc.thermograph(short).unwrap();
        let found = desk.store.thermograph(stopper).unwrap();
        assert_eq!(found.mean(), expected.mean());
        for eighths in 0..40 {
            let t = Dyadic::new(eighths, 3);
            for who in Player::BOTH {
                assert_eq!(found.wall(who).at(&t), expected.wall(who).at(&t), "{found} {expected}");
            }
        }
        hot += usize::from(expected.temperature() > Dyadic::new(0, 0));
        if shorts.len() < 200 {
            shorts.push(short);
        }
    }
    assert!(hot > 400, "{hot}");
    // A pass gains nothing when moves cost something.
    let (five, minus) = (desk.number(5, 0), desk.number(-5, 0));
    let plain = desk.make(&[five], &[minus]);
    let passing = desk.store.with_pass(&[five], &[minus], &[Player::Left]).unwrap();
    assert_ne!(plain, passing);
    assert_eq!(desk.store.thermograph(plain).unwrap(), desk.store.thermograph(passing).unwrap());
    let on = desk.store.on().unwrap();
    assert!(desk.store.thermograph(on).is_err());
}

/// The mean of a sum of loopy games is the sum of their means.
#[test]
fn means_add() {
    let mut random = Random::new(0x1357_9bdf_0246_8ace);
    let mut desk = Desk::new();
    let numbers: Vec<Stopper> = (-3..4).map(|n| desk.number(n, 0)).collect();
    let (over, upon) = (desk.store.over().unwrap(), desk.store.upon().unwrap());
    let mut pool: Vec<Stopper> = numbers.iter().copied().chain([over, upon]).collect();
    let mut games = Vec::new();
    for _ in 0..120 {
        let mut side = || vec![pool[random.below(pool.len())]];
        let (left, right) = (side(), side());
        let pass: &[Player] = match random.below(3) {
            0 => &[Player::Left],
            1 => &[Player::Right],
            _ => &[],
        };
        let g = desk.store.with_pass(&left, &right, pass).unwrap();
        if desk.store.is_loopy(g) && desk.store.followers(g).len() < 12 {
            games.push(g);
            pool.push(g);
        }
    }
    let mut hot = 0;
    for pair in games.windows(2) {
        let sum = desk.add(pair[0], pair[1]);
        let means: Vec<_> = pair.iter().map(|&g| desk.store.thermograph(g)).collect();
        let (Some(sum), [Ok(a), Ok(b)]) = (sum.as_stopper(), &means[..]) else { continue };
        let whole = desk.store.thermograph(sum).unwrap();
        assert_eq!(whole.mean(), &a.mean() + &b.mean());
        assert!(whole.temperature() <= a.temperature().max(b.temperature()));
        hot += usize::from(whole.temperature() > Dyadic::new(0, 0));
    }
    assert!(hot > 20, "{hot}");
}
