//! Moves of cake games.

mod product {
    use upstar_base::Player;
    use upstar_rules::Rules;
    use upstar_rules::cake::Cakes;
    use upstar_rules::cake::product::{Product, acrostic, cake, direct, join};

    fn options(rules: &Product, who: Player, text: &str) -> Vec<String> {
        let mut options = Vec::new();
        rules.options(&rules.parse(text).unwrap(), who, &mut options);
        options.iter().map(|to| rules.show(to)).collect()
    }

    #[test]
    fn moves_of_the_four_products() {
        const GAMES: &str = "4.0;.07";
        let cake = cake::rules(GAMES).unwrap();
        assert_eq!(options(&cake, Player::Left, "3x4"), ["1x4+2x4"]);
        assert_eq!(options(&cake, Player::Right, "3x4"), ["3x2", "2*3x1"]);
        let acrostic = options(&acrostic::rules(GAMES).unwrap(), Player::Left, "3x4");
        assert_eq!(acrostic, ["1x4+2x4", "3x2", "2*3x1"]);
        let direct = options(&direct::rules(GAMES).unwrap(), Player::Right, "3x4");
        assert_eq!(direct, ["1x2+2x2", "2*1x1+2*2x1"]);
        let join = options(&join::rules(GAMES).unwrap(), Player::Left, "3x4");
        assert_eq!(join, [&acrostic[..], &direct[..]].concat());
    }

    /// Cutting cakes is dividing heaps, and eating them Kayles with one skittle.
    #[test]
    fn cakes_are_products() {
        use upstar_rules::cake::{cutcake::Cutcake, eatcake::Eatcake};
        let sorted = |mut list: Vec<String>| {
            list.sort();
            list.dedup();
            list
        };
        fn all<R: Rules<Position = Cakes>>(rules: &R, who: Player, text: &str) -> Vec<String> {
            let mut options = Vec::new();
            rules.options(&rules.parse(text).unwrap(), who, &mut options);
            options.iter().map(|to| rules.show(to)).collect()
        }
        // Left's direction is the second number of a cake and the first of a product.
        let turned = |text: &str| text.split('x').rev().collect::<Vec<_>>().join("x");
        for text in ["3x4", "5x2", "1x6"] {
            let count = |who, code: &str| {
                let rules = cake::rules(&format!("{code};{code}")).unwrap();
                sorted(options(&rules, who, &turned(text))).len()
            };
            for who in Player::BOTH {
                let cut = Cutcake::from_parameters("").unwrap();
                assert_eq!(count(who, "4.0"), sorted(all(&cut, who, text)).len(), "{text}");
                let eat = Eatcake::from_parameters("").unwrap();
                assert_eq!(count(who, ".7"), sorted(all(&eat, who, text)).len(), "{text}");
            }
        }
    }
}

mod turn_and_eatcake {
    use upstar_base::Player;
    use upstar_rules::Rules;
    use upstar_rules::cake::turn_and_eatcake::TurnAndEatcake;

    #[test]
    fn pieces_are_turned() {
        let rules = TurnAndEatcake::default();
        let shown = |who| {
            let mut options = Vec::new();
            rules.options(&rules.parse("2x4").unwrap(), who, &mut options);
            options.iter().map(|to| rules.show(to)).collect::<Vec<_>>()
        };
        assert_eq!(shown(Player::Left), ["3x2", "1x2+2x2"]);
        assert_eq!(shown(Player::Right), ["4x1"]);
    }
}
