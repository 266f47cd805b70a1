//! Games with coins: moves, parameters, places of errors.

mod coins {
    use upstar_rules::coin::coins::Coins;

    #[test]
    fn coins_are_read_and_written() {
        let long = "th".repeat(70);
        for text in ["h", "tth", "th|ht|tt", &long] {
            assert_eq!(Coins::parse(text).unwrap().show(), text);
        }
        assert_eq!(Coins::parse(&long).unwrap().count(), 70);
        assert_eq!(Coins::parse("tht|ttt").unwrap().trimmed().show(), "th");
        assert_eq!(Coins::parse("ttt|ttt").unwrap().trimmed().show(), "t");
        assert_eq!(Coins::parse("thx").unwrap_err().at, 2);
        assert_eq!(Coins::parse("th|t").unwrap_err().at, 3);
        assert!(Coins::parse("").is_err());
    }
}

mod kotzig {
    use upstar_base::Player;
    use upstar_rules::Rules;
    use upstar_rules::coin::kotzig::Kotzig;

    #[test]
    fn steps_go_round() {
        let rules = Kotzig::from_parameters("1,3,6").unwrap();
        let mut options = Vec::new();
        rules.options(&rules.parse("o..@.").unwrap(), Player::Left, &mut options);
        let shown: Vec<String> = options.iter().map(|to| rules.show(to)).collect();
        assert_eq!(shown, ["o@.o.", "o..o@"]);
    }

    #[test]
    fn bad_circles() {
        let rules = Kotzig::from_parameters("").unwrap();
        for (text, at) in
            [("", 0), ("..x", 2), ("o..", 0), ("@.@", 2), ("0", 0), ("1000000", 0), ("..|..", 2)]
        {
            assert_eq!(rules.parse(text).unwrap_err().at, at, "{text}");
        }
        assert!(Kotzig::from_parameters("1,0").is_err());
    }
}

mod tartan {
    use upstar_base::Player;
    use upstar_rules::Rules;
    use upstar_rules::coin::tartan::Tartan;

    #[test]
    fn a_move_turns_a_rectangle() {
        let rules = Tartan::from_parameters("2-2;ruler").unwrap();
        let mut options = Vec::new();
        rules.options(&rules.parse("tt|th").unwrap(), Player::Left, &mut options);
        let shown: Vec<String> = options.iter().map(|to| rules.show(to)).collect();
        assert_eq!(shown, ["tt|ht", "hh|ht"]);
    }

    #[test]
    fn bad_products() {
        for (text, at) in [("moebius", 0), ("moebius,x", 8), ("1-3;1,0", 6), ("1,2,3", 0)] {
            assert_eq!(Tartan::from_parameters(text).unwrap_err().at, at, "{text}");
        }
    }
}

mod turning_rule {
    use upstar_rules::coin::turning_rule::TurningRule;

    #[test]
    fn counts_are_right() {
        for text in ["3", "1-3", "2-2", "1,4", "6", "ruler", "turnips"] {
            let rule = TurningRule::parse(0, text).unwrap();
            for last in 0..10 {
                let mut sets = Vec::new();
                rule.turns(last, &mut |set| {
                    sets.push(set.to_vec());
                    true
                });
                assert_eq!(sets.len() as u64, rule.count(last), "{text} {last}");
                assert!(sets.iter().all(|set| set[0] == last));
                assert!(sets.iter().all(|set| set.windows(2).all(|w| w[0] > w[1])));
                sets.sort_unstable();
                sets.dedup();
                assert_eq!(sets.len() as u64, rule.count(last), "{text} {last}");
            }
        }
        let count = |text, last| TurningRule::parse(0, text).unwrap().count(last);
        assert_eq!(count("41-41", 1 << 16), u64::MAX);
        assert_eq!(count("12-12", 23), 1352078);
    }

    #[test]
    fn rules_are_read() {
        let read = |text| TurningRule::parse(0, text);
        assert_eq!(read("5"), read("moebius"));
        assert_eq!(read("1-3"), read("mock-turtles"));
        assert_eq!(read("3-3,1"), Ok(TurningRule::Counts(vec![1, 3])));
        for (text, at) in
            [("", 0), ("0", 0), ("x", 0), ("1-", 2), ("3-1", 0), ("1,x", 2), ("99", 0)]
        {
            assert_eq!(read(text).unwrap_err().at, at, "{text}");
        }
    }
}

mod welter {
    use upstar_rules::Rules;
    use upstar_rules::coin::welter::Welter;

    #[test]
    fn notation() {
        let read = |text| Welter.parse(text).map(|coins| Welter.show(&coins));
        assert_eq!(read(".o.oo").unwrap(), "1,3,4");
        assert_eq!(read("5, 3,1").unwrap(), "1,3,5");
        assert_eq!(read("..").unwrap(), ".");
        for (text, at) in [("", 0), ("1,x", 2), ("1,,2", 2), (".ox", 2), ("..|..", 2), ("-1", 0)] {
            assert_eq!(read(text).unwrap_err().at, at, "{text}");
        }
        assert!(read("3,3").is_err());
        assert!(read("99999999").is_err());
        assert_eq!(Welter.normal_form(Welter.parse("0,1,3,5").unwrap()).0[..], [1, 3]);
    }
}
