//! Thermographs, against their definition: the walls of a game from those of its options.

use upstar_base::Player;
use upstar_values::{Calc, Dyadic, NumberUpStar, Short};

/// Checks the walls of `g`, which is not an integer, at every temperature where they or those of
/// its options may bend.
fn check_walls(calc: &mut Calc, g: Short) {
    let walls = calc.thermograph(g).unwrap();
    let options = Player::BOTH.map(|who| {
        let options = calc.options(g, who).unwrap();
        options.iter().map(|&option| calc.thermograph(option).unwrap()).collect::<Vec<_>>()
    });
    let bends = |walls: &upstar_values::Thermograph| {
        let both = Player::BOTH.map(|who| walls.wall(who).critical_temperatures().to_vec());
        both.concat()
    };
    let mut places =
        vec![Dyadic::from(-1), walls.temperature(), &walls.temperature() + &Dyadic::one()];
    places.extend(bends(&walls));
    places.extend(options.iter().flatten().flat_map(|option| bends(option)));
    places.sort_unstable();
    let middles: Vec<Dyadic> = places.windows(2).map(|pair| (&pair[0] + &pair[1]).half()).collect();
    for t in places.iter().chain(&middles) {
        let [left, right] = Player::BOTH.map(|who| walls.wall(who).at(t));
        if *t >= walls.temperature() {
            assert_eq!([&left, &right], [&walls.mean(); 2]);
        }
        if *t <= walls.temperature() {
            let best = options[0].iter().map(|option| option.wall(Player::Right).at(t)).max();
            assert_eq!(left, &best.unwrap() - t);
            let best = options[1].iter().map(|option| option.wall(Player::Left).at(t)).min();
            assert_eq!(right, &best.unwrap() + t);
            assert!(left > right || *t == walls.temperature());
        }
    }
}

/// Translation by integers.
#[test]
fn translates_have_translated_walls() {
    let mut calc = Calc::default();
    let day_two = calc.born_by(2).unwrap();
    for (&g, &h) in day_two.iter().flat_map(|g| day_two.iter().map(move |h| (g, h))) {
        let game = calc.make(&[g], &[h]).unwrap();
        for x in ["5", "-7", "3/8"] {
            let x = calc.number(&x.parse().unwrap()).unwrap();
            let moved = calc.add(game, x).unwrap();
            if !calc.is_number(moved) {
                check_walls(&mut calc, moved);
            }
        }
    }
}

/// Many ups and large nimbers, with numbers of all kinds.
#[test]
fn simplified_games_have_the_same_walls() {
    let mut calc = Calc::default();
    for exponent in 0..5 {
        for numerator in -20..20 {
            for (up, nim) in (-7..8).flat_map(|up| (0..9).map(move |nim| (up, nim))) {
                let number = Dyadic::new(numerator, exponent);
                let integer = number.is_integer() && up == 0 && nim == 0;
                let g = calc.number_up_star(&NumberUpStar { number, up, nim }).unwrap();
                if !integer {
                    check_walls(&mut calc, g);
                }
                let thermograph = calc.thermograph(g).unwrap();
                assert_eq!(thermograph.temperature(), calc.temperature(g).unwrap());
                assert_eq!(thermograph.mean(), calc.mean(g).unwrap());
            }
        }
    }
}
