//! Games with heaps: moves, parameters, places of errors.

mod dim {
    use std::ops::ControlFlow;
    use upstar_rules::heap::dim::Dim;
    use upstar_rules::heap::independent::Heap;

    #[test]
    fn every_divisor_once_in_order() {
        for whole_heap in [true, false] {
            for size in 0..200 {
                let mut left = Vec::new();
                let _ = Dim { whole_heap }.moves(size, &mut |heaps: &[u128]| {
                    left.extend_from_slice(heaps);
                    ControlFlow::Continue(())
                });
                let expected: Vec<u128> = (1..=size)
                    .filter(|&d| size % d == 0 && (d < size || whole_heap))
                    .map(|d| size - d)
                    .collect();
                assert_eq!(left, expected, "{size}");
            }
        }
    }
}

mod euclid {
    use upstar_rules::Rules;
    use upstar_rules::heap::euclid::Euclid;

    #[test]
    fn bad_pairs() {
        let rules = Euclid::from_parameters("").unwrap();
        for (text, at) in [("", 0), ("25", 0), ("25,x", 3), ("8,5+0,3", 4), ("8,5+", 4)] {
            assert_eq!(rules.parse(text).unwrap_err().at, at, "{text}");
        }
        assert!(Euclid::from_parameters("negative").is_err());
    }
}

mod fibonacci_nim {
    use upstar_base::Player;
    use upstar_rules::Rules;
    use upstar_rules::heap::fibonacci_nim::FibonacciNim;

    #[test]
    fn limits_follow_the_moves() {
        let rules = FibonacciNim::from_parameters("").unwrap();
        let mut options = Vec::new();
        rules.options(&rules.parse("7:3").unwrap(), Player::Left, &mut options);
        let shown: Vec<String> = options.iter().map(|to| rules.show(to)).collect();
        assert_eq!(shown, ["6:2", "5", "4:4"]);
        assert_eq!(rules.show(&rules.parse("1+0+3:9").unwrap()), "3:3");
        for (text, at) in [("", 0), ("7:", 2), ("7:x", 2), ("3+7;2", 2)] {
            assert_eq!(rules.parse(text).unwrap_err().at, at, "{text}");
        }
        let [heap, rest] = ["20", "16:8"].map(|text| rules.parse(text).unwrap());
        assert_eq!(rules.name_move(&heap, Player::Left, &rest), "20->16");
    }
}

mod heaps {
    use upstar_rules::heap::heaps::{Heaps, LargeHeaps};
    use upstar_rules::{PositionError, Shape};

    fn small(text: &str) -> Result<Heaps, PositionError> {
        Heaps::parse(text)
    }

    #[test]
    fn order_and_empty_heaps_do_not_matter() {
        assert_eq!(small("2+0+3*7").unwrap(), small("7+2+7+7").unwrap());
        assert_eq!(small("0").unwrap().show(), "0");
        assert_eq!(small("3+1+2").unwrap().show(), "3+2+1");
        assert_eq!(small("5+3").unwrap().replaced(0, &[1, 0, 4]).show(), "4+3+1");
        assert_eq!(small("7+5+5+2").unwrap().without(&small("7+5+4+1").unwrap()), [5, 2]);
    }

    #[test]
    fn large_heaps_are_read_back() {
        let heaps = LargeHeaps::parse("10^30+2*2^100+7").unwrap();
        assert_eq!(heaps.sizes(), [1 << 100, 1 << 100, 10u128.pow(30), 7].map(|n: u128| n));
        assert_eq!(LargeHeaps::parse(&heaps.show()).unwrap(), heaps);
        let most = format!("{}+1", u128::MAX);
        assert_eq!(LargeHeaps::parse(&most).unwrap().show(), most);
    }

    #[test]
    fn a_move_touches_the_beans_that_it_takes() {
        let centres = |from: &str, to: &str, rows: bool| {
            let heaps = small(from).unwrap();
            let picture = if rows { heaps.rows() } else { heaps.picture() };
            let touched = heaps.touched(&small(to).unwrap(), &picture, rows).into_iter();
            let places = touched.map(|shape| match shape {
                Shape::Disc { x, y, .. } => (x, y),
                other => panic!("{other:?}"),
            });
            places.collect::<Vec<_>>()
        };
        // The upper beans of a column, all of a heap that goes.
        assert_eq!(centres("4+2", "2+1", false).len(), 3);
        assert_eq!(centres("4+2", "3+2", false), [(5, 5)]);
        assert_eq!(centres("4+2", "2+2", false), [(5, 15), (5, 5)]);
        assert_eq!(centres("4+2", "4", false), [(15, 35), (15, 25)]);
        // Those between the rests of a row; where a heap is only split, all of it.
        assert_eq!(centres("5", "2+1", true), [(25, 5), (35, 5)]);
        assert_eq!(centres("5", "3+2", true).len(), 5);
    }

    #[test]
    fn bad_heaps() {
        assert_eq!(small("").unwrap_err().at, 0);
        assert_eq!(small("3+x+1").unwrap_err().at, 2);
        assert!(small("-3").is_err());
        let message = |error: PositionError| error.message;
        assert!(message(small("99999999999").unwrap_err()).contains("more than 4294967295 beans"));
        let error = LargeHeaps::parse("5+10^40").unwrap_err();
        assert_eq!((error.at, error.len), (2, 5));
        assert!(error.message.contains("at most 340282366920938463463374607431768211455 beans"));
        assert!(message(small("99999999999999999999999*2").unwrap_err()).contains("65536 heaps"));
        assert!(small("100000*1").is_err());
    }
}

mod independent {
    use upstar_base::{Options, Player};
    use upstar_rules::Rules;
    use upstar_rules::heap::code::HeapCode;
    use upstar_rules::heap::dim::Dim;
    use upstar_rules::heap::dividing_rulers::DividingRulers;
    use upstar_rules::heap::grundys_game::GrundysGame;
    use upstar_rules::heap::heaps::LargeHeaps;
    use upstar_rules::heap::independent::Independent;
    use upstar_rules::heap::lasker_nim::LaskerNim;
    use upstar_rules::heap::nim::Nim;
    use upstar_rules::heap::prim::Prim;
    use upstar_rules::heap::subtraction::Take;

    fn games() -> Vec<Independent> {
        let code = |text: &str| Independent::new(text.parse::<HeapCode>().unwrap());
        let mut games: Vec<Independent> =
            [".77", "4.[3]", "4!.0", ".3F?", ".0{2?,3=}", "80.1", ".{0,2+}", "sub(squares)"]
                .map(code)
                .into();
        games.extend([Independent::new(Nim), Independent::new(LaskerNim)]);
        games.extend([Independent::new(GrundysGame), Independent::new(DividingRulers)]);
        for convention in [true, false] {
            games.push(Independent::new(Dim { whole_heap: convention }));
            games.push(Independent::new(Prim { last_bean: convention }));
        }
        games.push(Independent::new(Take::parse("2,5").unwrap()));
        games.push(Independent::new(Take::parse("all-but 2,5").unwrap()));
        games
    }

    /// Every set of at most three heaps with at most `most` beans.
    fn heaps(most: u128) -> Vec<LargeHeaps> {
        let mut all = Vec::new();
        for a in 0..=most {
            for b in 0..=a.min(most - a) {
                all.extend((0..=b.min(most - a - b)).map(|c| LargeHeaps::new([a, b, c])));
            }
        }
        all
    }

    #[test]
    fn moves_that_are_listed_are_those_that_are_allowed() {
        for game in games() {
            for from in heaps(8) {
                let mut listed = Vec::new();
                game.options(&from, Player::Left, &mut listed);
                assert!(listed.len() as u128 <= game.most_options(&from), "{game:?} {from:?}");
                for to in heaps(9) {
                    let can = game.can_move(&from, Player::Left, &to);
                    assert_eq!(can, listed.contains(&to), "{game:?} {from:?} {to:?}");
                }
            }
        }
    }

    /// Wants a few and no more.
    struct Few(Vec<LargeHeaps>);

    impl Options<LargeHeaps> for Few {
        fn push(&mut self, option: LargeHeaps) -> bool {
            self.0.push(option);
            !self.is_closed()
        }

        fn is_closed(&mut self) -> bool {
            self.0.len() >= 50
        }
    }

    #[test]
    fn some_moves_of_a_heap_that_nobody_can_list() {
        for game in games() {
            for size in [10u128.pow(30), u128::MAX] {
                let mut some = Few(Vec::new());
                let heaps = LargeHeaps::new([size]);
                if game.most_options(&heaps) > 1 << 40 && game.heap::<Dim>().is_none() {
                    game.options(&heaps, Player::Left, &mut some);
                    assert_eq!(some.0.len(), 50, "{game:?}");
                    assert!(some.0.iter().all(|to| game.can_move(&heaps, Player::Left, to)));
                }
            }
        }
    }
}

mod moore_nim {
    use upstar_base::Player;
    use upstar_rules::Rules;
    use upstar_rules::heap::moore_nim::MooreNim;

    #[test]
    fn options_are_distinct() {
        let rules = MooreNim::from_parameters("2").unwrap();
        let heaps = rules.parse("3+2+1").unwrap();
        let mut options = Vec::new();
        rules.options(&heaps, Player::Left, &mut options);
        let mut distinct = options.clone();
        distinct.dedup();
        assert_eq!(options, distinct);
        assert!(options.iter().any(|to| to.show() == "3") && !options.contains(&heaps));
        assert!(!options.iter().any(|to| to.show() == "0"));
    }

    #[test]
    fn too_many_moves() {
        let rules = MooreNim::from_parameters("3").unwrap();
        assert!(rules.parse("100+100+100").is_ok());
    }

    #[test]
    fn bad_parameters() {
        assert_eq!(MooreNim::from_parameters(" 0").unwrap_err().at, 1);
        assert!(MooreNim::from_parameters("2;3").is_err());
        assert_eq!(MooreNim::from_parameters("").unwrap().most, 2);
    }
}

mod partizan_heaps {
    use upstar_base::Player;
    use upstar_rules::Rules;
    use upstar_rules::heap::partizan_heaps::PartizanHeaps;
    use upstar_rules::heap::partizan_heaps::{splittles, take_and_break};

    fn options(rules: &PartizanHeaps, heap: &str, who: Player) -> Vec<String> {
        let mut options = Vec::new();
        rules.options(&rules.parse(heap).unwrap(), who, &mut options);
        options.iter().map(|to| rules.show(to)).collect()
    }

    #[test]
    fn each_player_has_his_own_moves() {
        let rules = take_and_break::rules("0.3, .07").unwrap();
        assert_eq!(options(&rules, "4", Player::Left), ["3"]);
        assert_eq!(options(&rules, "4", Player::Right), ["2", "1+1"]);
        let rules = splittles::rules("3;1").unwrap();
        assert_eq!(options(&rules, "5", Player::Left), ["2", "1+1"]);
        assert_eq!(options(&rules, "4", Player::Right), ["3", "2+1"]);
        for (from, who, to) in [("5", Player::Left, "1+1"), ("5", Player::Right, "3+1")] {
            let [from, to] = [from, to].map(|text| rules.parse(text).unwrap());
            assert!(rules.can_move(&from, who, &to));
            assert!(!rules.can_move(&from, !who, &to));
        }
    }

    #[test]
    fn bad_parameters() {
        for (text, at) in [(".3", 0), (".3;domineering", 3), (".3,.7,.7", 0), (".3;x", 3)] {
            let error = take_and_break::rules(text).unwrap_err();
            assert_eq!(error.at, at, "{text}");
        }
        for (text, at) in [("1,2", 0), ("1;x", 2), ("0;1", 0)] {
            assert_eq!(splittles::rules(text).unwrap_err().at, at, "{text}");
        }
    }
}

mod remembering {
    use upstar_base::Player;
    use upstar_rules::Rules;
    use upstar_rules::heap::fibonacci_nim::FibonacciNim;
    use upstar_rules::heap::remembering::{mem, take_away};

    fn options<R: Rules>(rules: &R, text: &str) -> Vec<String> {
        let mut options = Vec::new();
        rules.options(&rules.parse(text).unwrap(), Player::Left, &mut options);
        options.iter().map(|to| rules.show(to)).collect()
    }

    #[test]
    fn bounds_follow_the_moves() {
        let mem = mem::rules("").unwrap();
        assert_eq!(options(&mem, "5:2"), ["3:2", "0", "0", "0"]);
        assert_eq!(options(&mem::rules("more").unwrap(), "4"), ["3:2", "0", "0", "0"]);
        let thrice = take_away::rules("3").unwrap();
        assert_eq!(options(&thrice, "7:2"), ["6:3", "5:5"]);
        assert_eq!(mem.show(&mem.parse("5+3:4+0").unwrap()), "5");
        for (text, at) in [("", 0), ("7:", 2), ("7:x", 2), ("3+7;2", 2)] {
            assert_eq!(mem.parse(text).unwrap_err().at, at, "{text}");
        }
        assert!(take_away::rules("0").is_err());
    }

    #[test]
    fn twice_is_fibonacci_nim() {
        let twice = take_away::rules("").unwrap();
        assert_eq!(twice.memory(), FibonacciNim::MEMORY);
        assert_eq!(options(&twice, "12:4"), ["11:2", "10:4", "9:6", "8:8"]);
    }
}

mod spawning {
    use std::ops::ControlFlow;
    use upstar_rules::coin::turning_rule::TurningRule;
    use upstar_rules::heap::spawning::Spawning;

    #[test]
    fn heaps_are_the_coins_that_are_turned() {
        for text in ["3", "1-3", "2-2", "1,4", "ruler", "turnips", "kayles"] {
            let rule = TurningRule::parse(0, text).unwrap();
            let rules = Spawning::from_parameters(text).unwrap();
            let game = rules.each();
            for size in 1..9usize {
                let (mut heaps, mut coins) = (Vec::new(), Vec::new());
                let end = game.moves(size as u128, &mut |left: &[u128]| {
                    let mut left: Vec<u128> = left.iter().copied().filter(|&n| n > 0).collect();
                    left.sort_unstable_by(|a, b| b.cmp(a));
                    assert!(game.allows(size as u128, &left), "{text} {size} {left:?}");
                    // Two equal heaps are a coin turned twice.
                    left.dedup_by(|a, b| {
                        a == b && {
                            *b = 0;
                            true
                        }
                    });
                    left.retain(|&n| n > 0);
                    heaps.push(left);
                    ControlFlow::Continue(())
                });
                assert!(end.is_continue());
                rule.turns(size - 1, &mut |set| {
                    coins.push(set[1..].iter().map(|&coin| coin as u128 + 1).collect::<Vec<_>>());
                    true
                });
                heaps.sort();
                coins.sort();
                assert_eq!(heaps, coins, "{text} {size}");
                assert!(heaps.len() as u128 <= game.most_moves(size as u128), "{text}");
            }
        }
        assert!(Spawning::from_parameters("3-1").is_err());
    }
}

mod subtraction {
    use upstar_rules::heap::independent::Heap;
    use upstar_rules::heap::subtraction::Take;

    #[test]
    fn sets() {
        let taken = |text: &str| Take::parse(text).unwrap().up_to(20).collect::<Vec<u128>>();
        assert_eq!(taken("6, 2,5,200"), [2, 5, 6]);
        assert_eq!(taken("squares"), [1, 4, 9, 16]);
        assert_eq!(taken("primes"), [2, 3, 5, 7, 11, 13, 17, 19]);
        assert_eq!(taken("powers-of-2"), [1, 2, 4, 8, 16]);
        assert_eq!(taken(" all-but 2,3,7").len(), 17);
        assert_eq!(taken(""), [1, 2, 3]);
    }

    #[test]
    fn the_largest_amounts() {
        for set in ["4294967295", "squares", "powers-of-2"] {
            let take = Take::parse(set).unwrap();
            let most = u128::from(u32::MAX);
            let last = take.up_to(most).last().unwrap();
            assert!(last >= 1 << 31 || last == 65535 * 65535, "{set}");
            assert_eq!(take.up_to(most).count() as u128, take.most_moves(most));
        }
    }

    #[test]
    fn bad_sets() {
        for (text, at) in [("2,x", 2), ("0", 0), ("all-but", 7), ("all-but 2,-1", 10), ("cubes", 0)]
        {
            assert_eq!(Take::parse(text).unwrap_err().at, at, "{text}");
        }
    }
}
