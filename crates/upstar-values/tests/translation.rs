//! Games plus numbers, against the definition of a sum.

use proptest::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};
use upstar_base::Player;
use upstar_values::{Calc, Dyadic, NumberUpStar, Short};

/// A number, its exponent, ups; and which of the games made before are options.
type Step = (i64, u32, i32, Vec<usize>, Vec<usize>);

fn random_game(calc: &mut Calc, recipe: &[Step]) -> Short {
    let mut made = vec![Short::ZERO];
    for (n, exponent, up, left, right) in recipe {
        let number = Dyadic::new(*n, *exponent);
        let simple = NumberUpStar { number, up: *up, nim: *exponent };
        made.push(calc.number_up_star(&simple).unwrap());
        let pick = |list: &[usize]| list.iter().map(|i| made[i % made.len()]).collect();
        let [left, right]: [Vec<Short>; 2] = [pick(left), pick(right)];
        made.push(calc.make(&left, &right).unwrap());
    }
    made[made.len() - 1]
}

/// `g + x` by the definition of a sum, through all options.
fn add_by_hand(calc: &mut Calc, g: Short, x: &Dyadic) -> Short {
    if let Some(mut v) = calc.as_number_up_star(g) {
        v.number = &v.number + x;
        return calc.number_up_star(&v).unwrap();
    }
    let [left, right] = Player::BOTH.map(|who| {
        let options = calc.options(g, who).unwrap();
        options.iter().map(|&o| add_by_hand(calc, o, x)).collect::<Vec<_>>()
    });
    calc.make(&left, &right).unwrap()
}

/// No two handles that can be reached from these without passing through a number have the same
/// options.
fn check_handles(calc: &mut Calc, games: &[Short]) {
    let mut seen = FxHashMap::default();
    let mut reached: FxHashSet<Short> = games.iter().copied().collect();
    let mut list: Vec<Short> = reached.iter().copied().collect();
    while let Some(g) = list.pop() {
        let options = Player::BOTH.map(|who| calc.options(g, who).unwrap());
        if !calc.is_number(g) {
            list.extend(options.iter().flatten().filter(|&&option| reached.insert(option)));
        }
        assert_eq!(seen.insert(options, g), None, "two handles for one game");
    }
}

proptest! {
    #[test]
    fn a_translate_is_the_game_with_translated_options(
        recipe in prop::collection::vec(
            (
                -5i64..6,
                0u32..3,
                -1i32..2,
                prop::collection::vec(0usize..100, 1..4),
                prop::collection::vec(0usize..100, 1..4),
            ),
            1..5,
        ),
        moves in prop::collection::vec((any::<bool>(), 0usize..6), 1..6),
    ) {
        let mut calc = Calc::default();
        let mut g = random_game(&mut calc, &recipe);
        let numbers =
            [(1, 0), (-3, 0), (5, 3), (-1, 50), (1i64 << 40, 0)].map(|(n, e)| Dyadic::new(n, e));
        let mut met = Vec::new();
        for (by_hand_first, which) in moves {
            let x = numbers.get(which).cloned().unwrap_or_else(|| numbers[4].shl(60));
            let handle = calc.number(&x).unwrap();
            let (h, by_hand) = if by_hand_first {
                let by_hand = add_by_hand(&mut calc, g, &x);
                (calc.add(g, handle).unwrap(), by_hand)
            } else {
                (calc.add(g, handle).unwrap(), add_by_hand(&mut calc, g, &x))
            };
            prop_assert_eq!(h, by_hand);
            prop_assert_eq!(calc.sub(h, handle).unwrap(), g);
            let (minus, minus_g) = (calc.neg(h).unwrap(), calc.neg(g).unwrap());
            prop_assert_eq!(add_by_hand(&mut calc, minus, &x), minus_g);
            prop_assert_eq!(&calc.mean(h).unwrap() - &calc.mean(g).unwrap(), x);
            met.extend([g, h, minus]);
            g = h;
        }
        check_handles(&mut calc, &met);
    }
}
