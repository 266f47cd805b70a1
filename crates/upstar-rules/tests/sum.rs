//! Plain values in sums.

mod plain {
    use upstar_base::Player;
    use upstar_rules::Rules;
    use upstar_rules::sum::PlainValues;

    const VALUES: PlainValues = PlainValues { impartial: false };

    fn shown(text: &str) -> String {
        VALUES.show(&VALUES.parse(text).unwrap())
    }

    fn options(text: &str, who: Player) -> Vec<String> {
        let mut out = Vec::new();
        VALUES.options(&VALUES.parse(text).unwrap(), who, &mut out);
        out.iter().map(|option| VALUES.show(option)).collect()
    }

    #[test]
    fn values_read_back() {
        for text in ["0", "-3", "3/4", "-7/8", "*", "*5", "^", "v3*", "1/2^*", "{3|1}", "{|}"] {
            assert_eq!(shown(text), text);
        }
        assert_eq!(shown("4/8"), "1/2");
        assert_eq!(shown(":6"), "*6");
        assert_eq!(shown("+-1"), "{1|-1}");
        assert_eq!(shown("{3||2|1}"), "{3|{2|1}}");
        assert_eq!(shown("{0,*|||1|0||-1}"), "{0,*|{{1|0}|-1}}");
        assert_eq!(shown("-^2*3"), "v2*3");
        for text in ["-3^", "-1/2v2*", "-2*3"] {
            assert_eq!(shown(text), text);
        }
        assert_eq!(shown("{^^*||0|vv*}"), "{^2*|{0|v2*}}");
        assert_eq!(shown("+-(1*)"), "{1*|-1*}");
        assert_eq!(shown("Tiny(2)"), "{0|{0|-2}}");
        assert_eq!(shown("Miny({3|1})"), "{{{3|1}|0}|0}");
        assert_eq!(options("-3^", Player::Left), ["-3"]);
    }

    #[test]
    fn options_are_those_of_canonical_forms() {
        use Player::{Left, Right};
        assert_eq!((options("2", Left), options("2", Right)), (vec!["1".to_owned()], vec![]));
        assert_eq!((options("3/4", Left), options("3/4", Right)).0, ["1/2"]);
        assert_eq!(options("3/4", Right), ["1"]);
        assert_eq!(options("-1/2", Left), ["-1"]);
        assert_eq!(options("*3", Right), ["0", "*", "*2"]);
        assert_eq!((options("^", Left), options("^", Right)), (vec!["0".into()], vec!["*".into()]));
        assert_eq!(options("^*", Left), ["0", "*"]);
        assert_eq!(options("^*", Right), ["0"]);
        assert_eq!(options("v2", Left), ["v*"]);
        assert_eq!(options("1^2*", Right), ["1^"]);
        assert_eq!(options("{3||2|1}", Right), ["{2|1}"]);
    }

    #[test]
    fn errors_name_the_place() {
        let at = |text: &str| VALUES.parse(text).unwrap_err().at;
        assert_eq!(at("{1,?|0}"), 3);
        assert_eq!(at("1/3"), 2);
        assert_eq!(at("{1|0"), 4);
        assert_eq!(at("{10}"), 1);
        assert_eq!(at("5 6"), 2);
        assert_eq!(at("*99999999999"), 1);
        assert_eq!(at(""), 0);
        assert_eq!(at("{1|2|3}"), 4);
        assert_eq!(at("{1|2||3|4||5}"), 9);
        assert_eq!(at("Tony(2)"), 0);
        assert_eq!(at("+-(1"), 4);
    }
}
