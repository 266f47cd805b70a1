//! Ordinals and heaps of them.

mod heaps {
    use upstar_rules::infinite::heaps::OrdinalHeaps;
    use upstar_rules::infinite::ordinal::Ordinal;

    fn heaps(texts: &[&str]) -> OrdinalHeaps {
        OrdinalHeaps::new(texts.iter().map(|text| Ordinal::read(text).unwrap()))
    }

    #[test]
    fn moves() {
        let position = heaps(&["omega+1", "omega+1", "4"]);
        assert!(position.can_become(&heaps(&["omega", "omega+1", "4"])));
        assert!(position.can_become(&heaps(&["omega+1", "omega+1"])));
        assert!(position.can_become(&heaps(&["1000000", "omega+1", "4"])));
        for wrong in [
            heaps(&["omega+1", "omega+1", "4"]),
            heaps(&["omega+1", "omega+1", "5"]),
            heaps(&["omega+1", "3"]),
            heaps(&["omega+1", "4", "4", "4"]),
            heaps(&["omega+2", "omega+1", "4"]),
        ] {
            assert!(!position.can_become(&wrong), "{wrong:?}");
        }
        assert!(!heaps(&[]).can_become(&heaps(&[])));
        let mut options = Vec::new();
        position.some_options(&mut options);
        assert!(options.iter().all(|option| position.can_become(option)));
        assert!(options.contains(&heaps(&["omega+1", "omega+1"])));
    }
}

mod ordinal {
    use upstar_rules::infinite::ordinal::Ordinal;

    fn read(text: &str) -> Ordinal {
        Ordinal::read(text).unwrap()
    }

    #[test]
    fn what_is_written_is_read() {
        for text in [
            "0",
            "7",
            "omega",
            "omega*7+5",
            "omega^omega^2*5+omega^(omega*2+1)+omega^3*2+47",
            "omega^(omega^omega*2)",
        ] {
            assert_eq!(read(text).to_string(), text);
        }
        assert_eq!(read(" ω^2 × 3+w "), read("omega^2*3+omega"));
        assert_eq!(read("omega^0*4"), read("4"));
        assert_eq!(read("omega*0"), Ordinal::default());
    }

    #[test]
    fn errors_have_places() {
        for (text, at) in [
            ("", 0),
            ("omega+", 6),
            ("omega+omega^2", 6),
            ("5*omega", 1),
            ("omega^(2", 8),
            ("omega*18446744073709551616", 6),
            ("omega^x", 6),
            ("omega 5", 6),
        ] {
            assert_eq!(Ordinal::read(text).unwrap_err().at, at, "{text}");
        }
        assert!(Ordinal::read(&"omega^".repeat(100)).is_err());
        assert!(Ordinal::read(&"omega^(".repeat(10_000)).is_err());
    }

    #[test]
    fn order_and_what_is_below() {
        let texts = ["0", "1", "5", "omega", "omega+1", "omega*2", "omega^2", "omega^omega"];
        for pair in texts.windows(2) {
            assert!(read(pair[0]) < read(pair[1]));
        }
        for text in ["1", "9", "40", "omega", "omega^omega+omega*3+20", "omega^omega^omega"] {
            let size = read(text);
            let below = size.some_below();
            assert!(!below.is_empty() && below.iter().all(|smaller| *smaller < size));
            for smaller in below {
                assert_eq!(Ordinal::read(&smaller.to_string()), Ok(smaller));
            }
        }
        assert!(read("0").some_below().is_empty());
    }
}
