//! Tests of what is private to `outcome_search::lanes`.
#![allow(clippy::unwrap_used)]
use super::*;
use proptest::prelude::*;

/// A game of few options, from numbers and ups at the ends.
fn game(calc: &mut Calc, depth: usize, seeds: &mut impl Iterator<Item = u8>) -> Short {
    let seed = seeds.next().unwrap_or(0);
    if depth == 0 || seed.is_multiple_of(5) {
        let number = Dyadic::new(i64::from(seed / 5 % 17) - 8, u32::from(seed % 3));
        let (up, nim) = (i32::from(seed % 7) - 3, u32::from(seed % 4));
        return calc.number_up_star(&NumberUpStar { number, up, nim }).unwrap();
    }
    let mut side = || {
        let count = 1 + seeds.next().unwrap_or(0) % 2;
        (0..count).map(|_| game(calc, depth - 1, seeds)).collect::<Vec<_>>()
    };
    let (left, right) = (side(), side());
    calc.make(&left, &right).unwrap()
}

/// A total says that the better of the two players wins only if that is so.
fn is_true_of(calc: &Calc, sum: Short, total: &Total, who: Player) -> Result<(), TestCaseError> {
    let outcome = calc.outcome(sum);
    if total.wins_first() {
        prop_assert_eq!(outcome.winner(who), who, "first");
    }
    if total.wins_second() {
        prop_assert_eq!(outcome.winner(!who), who, "second");
    }
    Ok(())
}

/// The sum that `docs/boards.md` works out.
#[test]
fn a_sum_by_hand() {
    let (mut calc, mut lows) = (Calc::default(), Lows::default());
    let switch = [Dyadic::new(3, 1), Dyadic::from(-1)].map(|x| calc.number(&x).unwrap());
    let switch = calc.make(&switch[..1], &switch[1..]).unwrap();
    let number = |numerator, up| NumberUpStar { number: Dyadic::new(numerator, 3), up, nim: 0 };
    let term = calc.number_up_star(&number(9, 1)).unwrap();
    let walls = [switch, term].map(|g| LaneWalls::of(&mut calc, &mut lows, g).unwrap());
    assert_eq!(walls[0].r, [-513, -480, -384, -256, -128, 0, 128, 128]);
    assert_eq!(walls[0].l, [768, 736, 640, 512, 384, 256, 128, 128]);
    assert_eq!(walls[1].r, [577, 576, 576, 576, 576, 576, 576, 576]);
    let mut total = Total::new(&walls[0]);
    total.add(&walls[1]);
    assert_eq!(total.r, [64, 96, 192, 320, 448, 576, 704, 704]);
    assert!(total.wins_first() && total.wins_second());
    let of_code = |code| EighthsUps::of_code(code, EIGHTH, *UPS.start());
    let parts = [-513, 577, 64].map(of_code).map(|EighthsUps { eighths, ups }| [eighths, ups]);
    assert_eq!(parts, [[-8, -1], [9, 1], [1, 0]]);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn what_is_certain_is_true(
        seeds in proptest::collection::vec(any::<u8>(), 60),
        depths in proptest::collection::vec(0usize..3, 1..=5),
    ) {
        let (mut calc, mut lows) = (Calc::default(), Lows::default());
        let mut seeds = seeds.into_iter();
        let games: Vec<Short> =
            depths.iter().map(|&depth| game(&mut calc, depth, &mut seeds)).collect();
        let sum = games.iter().fold(Short::ZERO, |sum, &g| calc.add(sum, g).unwrap());
        let walls: Vec<LaneWalls> =
            games.iter().map(|&g| LaneWalls::of(&mut calc, &mut lows, g).unwrap()).collect();
        prop_assert!(walls.iter().all(LaneWalls::is_known));
        let mut total = Total::new(&walls[0]);
        walls[1..].iter().for_each(|walls| total.add(walls));
        is_true_of(&calc, sum, &total, Player::Left)?;
        is_true_of(&calc, sum, &Total::new(&added(walls.iter())), Player::Left)?;
        // As lines of a position, each a band of its own.
        let mut partition = Partition::new();
        for walls in &walls {
            partition.band(0, &Partition::suited(walls));
            partition.advance();
        }
        // It says no more than the sum, and the same where nothing is large.
        let (cut, whole) = (partition.walls(), added(walls.iter()));
        let is_less = |a: &[i16], b: &[i16]| a.iter().zip(b).all(|(a, b)| a <= b);
        prop_assert!(is_less(&cut.r, &whole.r) && is_less(&cut.l, &whole.l));
        if cut.is_known() {
            is_true_of(&calc, sum, &Total::new(&cut), Player::Left)?;
        }
        let small = |lanes: &[i16]| lanes.iter().all(|&x| x == NEVER || x.abs() < 2000);
        if walls.iter().all(|walls| small(&walls.r) && small(&walls.l)) {
            prop_assert_eq!(&cut.r[1..], &whole.r[1..]);
            prop_assert_eq!(&cut.l[1..], &whole.l[1..]);
        }
    }

    #[test]
    fn a_value_is_bounded_well(seeds in proptest::collection::vec(any::<u8>(), 20)) {
        let (mut calc, mut lows) = (Calc::default(), Lows::default());
        let g = game(&mut calc, 2, &mut seeds.into_iter());
        let walls = LaneWalls::of(&mut calc, &mut lows, g).unwrap();
        is_true_of(&calc, g, &Total::new(&walls), Player::Left)?;
        let low = i64::try_from(calc.stop(g, Player::Right).floor()).unwrap() - 1;
        is_true_of(&calc, g, &Total::new(&LaneWalls::at_least(low)), Player::Left)?;
        // Lane 0 says all there is to say of numbers with few ups.
        if let Some(NumberUpStar { number, up, nim: 0 }) = calc.as_number_up_star(g)
            && (-31..=2).contains(&up)
            && number.exponent() <= 3
        {
            let total = Total::new(&walls);
            prop_assert_eq!(total.wins_second(), calc.ge(g, Short::ZERO).unwrap());
        }
    }
}

#[test]
fn many_ups_do_not_make_a_number() {
    let mut calc = Calc::default();
    let mut lows = Lows::default();
    let up = |up| NumberUpStar { number: Dyadic::zero(), up, nim: 0 };
    let (ups, less) = (calc.number_up_star(&up(2)).unwrap(), Dyadic::new(-1, 3));
    let less = calc.number(&less).unwrap();
    let [ups, less] = [ups, less].map(|g| LaneWalls::of(&mut calc, &mut lows, g).unwrap());
    for terms in 1..MOST_TERMS {
        let mut total = Total::new(&less);
        (0..terms).for_each(|_| total.add(&ups));
        assert!(!total.wins_second(), "{terms}");
    }
    for lines in 1..=MOST_LINES {
        let mut partition = Partition::new();
        for line in 0..lines {
            let band = if line == lines / 2 { &less } else { &ups };
            partition.band(0, &Partition::suited(band));
            partition.advance();
        }
        let walls = partition.walls();
        assert!(walls.is_known() && !Total::new(&walls).wins_second(), "{lines} lines");
    }
    let long = added(std::iter::repeat_n(&ups, MOST_LINES - 1).chain([&less]));
    assert!(long.is_known() && !Total::new(&long).wins_second());
    assert!(!added(std::iter::repeat_n(&ups, MOST_LINES + 1)).is_known());
}

#[test]
fn what_is_too_much_for_a_partition_is_not_known() {
    let cut = |terms: &[i64]| {
        let mut partition = Partition::new();
        for &term in terms {
            partition.band(0, &Partition::suited(&LaneWalls::at_least(term)));
            partition.advance();
        }
        partition.walls()
    };
    assert!(cut(&[-20, 3]).is_known());
    for terms in [&[-30i64, 50, 50][..], &[-20, -20, -20, 50, 50], &[50, -20, -20, -20, 50]] {
        let walls = cut(terms);
        assert!(!walls.is_known() || terms.iter().sum::<i64>() >= 0, "{terms:?}");
        let is_won = walls.is_known() && Total::new(&walls).wins_second();
        assert!(!is_won || terms.iter().sum::<i64>() >= 0, "{terms:?}");
    }
    // A player without a move stays so, whatever else there is.
    let (mut calc, mut lows) = (Calc::default(), Lows::default());
    let minus = calc.integer(-3).unwrap();
    let minus = LaneWalls::of(&mut calc, &mut lows, minus).unwrap();
    let mut partition = Partition::new();
    for _ in 0..4 {
        partition.band(0, &Partition::suited(&minus));
        partition.advance();
    }
    assert_eq!(partition.walls().l[0], NEVER);
}

#[test]
fn a_player_without_a_move_does_not_move_first() {
    let (mut calc, mut lows) = (Calc::default(), Lows::default());
    let minus = calc.integer(-50).unwrap();
    let minus = LaneWalls::of(&mut calc, &mut lows, minus).unwrap();
    let mut total = Total::new(&minus);
    assert!(!total.wins_first());
    total.add(&minus);
    let much = LaneWalls::at_least(60);
    total.add(&much);
    total.add(&LaneWalls::at_least(40));
    assert!(total.wins_second());
    assert_eq!(LaneWalls::at_least(-61), LaneWalls::UNKNOWN);
}
