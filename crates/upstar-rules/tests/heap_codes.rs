//! Codes of heap games: reading, moves, sets, names.

mod names {
    use upstar_rules::heap::code::{HeapCode, NAMES};

    #[test]
    fn every_name_is_read() {
        for named in NAMES {
            for name in named.names {
                let code: HeapCode = name.parse().unwrap();
                assert_eq!(code, named.code.parse().unwrap(), "{name}");
            }
        }
    }
}

mod options {
    use upstar_rules::heap::code::{HeapCode, Sizes};

    #[test]
    fn partition_counts_are_upper_bounds() {
        for total in 0..24u32 {
            for heaps in 0..8 {
                for sizes in [Sizes::Any, Sizes::Distinct, Sizes::Equal, Sizes::NotAllEqual] {
                    // Taking one token from a heap leaves a partition.
                    let code = format!(".{{{heaps}{}}}", sizes.mark());
                    let code: HeapCode = code.parse().unwrap();
                    let (mut seen, mut wrong) = (std::collections::BTreeSet::new(), 0);
                    for parts in code.options(total + 1) {
                        let same = parts.windows(2).filter(|w| w[0] == w[1]).count();
                        let sorted = parts.windows(2).all(|w| w[0] <= w[1]);
                        let fits = match sizes {
                            Sizes::Any => true,
                            Sizes::Distinct => same == 0,
                            Sizes::Equal => heaps < 2 || same == heaps - 1,
                            Sizes::NotAllEqual => heaps < 2 || same < heaps - 1,
                        };
                        let sum: u32 = parts.iter().sum();
                        let good = sorted && fits && sum == total && parts.len() == heaps;
                        wrong += u32::from(!good || !seen.insert(parts));
                    }
                    assert_eq!(wrong, 0, "{total} {heaps} {sizes:?}");
                    let bound = code.most_options(total + 1);
                    assert!(seen.len() as u64 <= bound, "{total} {heaps}");
                    if sizes == Sizes::Any && heaps > 3 {
                        assert_eq!(seen.len() as u64, bound);
                    }
                }
            }
        }
    }
}

mod parse {
    use proptest::prelude::*;
    use upstar_rules::heap::code::HeapCode;

    fn code(text: &str) -> HeapCode {
        text.parse().unwrap()
    }

    #[test]
    fn normal_forms() {
        for (text, normal) in [
            ("04.30", "4.3"),
            ("0.{1,2!}", "0.6!"),
            ("0.{0!,2!,3}", "0.{0,2!,3}"),
            ("0.{0!,2!,3!+}", "0.{0,2+}!"),
            ("0.{0,1!,2,3,4+}", "0.*"),
            (".77", "0.77"),
            (" 4!.0 ", "4!.0"),
            ("4.", "4.0"),
            ("0.[0]", "0.0"),
            ("0.3!", "0.3"),
            (".3f", "0.3F"),
            ("80.", "80.0"),
            ("4.3[3]", "4.3[3]"),
            ("base32:.8G", "0.8&16;"),
            (".8&16;", "0.8&16;"),
            ("grundy", "4!.0"),
            ("Dawson's Kayles", "0.07"),
            ("sub(2,3,7)", "0.0330003"),
            ("sub(all-but 2,3,7)", "0.3003330[3]"),
            ("sub( primes )", "sub(primes)"),
        ] {
            assert_eq!(code(text).to_string(), normal, "{text}");
            assert_eq!(code(normal), code(text), "{text}");
        }
    }

    #[test]
    fn options_of_one_heap() {
        for (text, size, options) in [
            ("0.3", 9, "8"),
            ("0.77", 9, "8  1,7  2,6  3,5  4,4  7  1,6  2,5  3,4"),
            ("4!.0", 8, "1,7  2,6  3,5"),
            ("0.3F?", 9, "8  7  1,6  2,5  3,4  1,1,5  1,2,4  1,3,3  2,2,3"),
            ("0.3f!", 11, "10  9  1,8  2,7  3,6  4,5  1,2,6  1,3,5  2,3,4"),
            ("0.[3]", 7, "6  5  4  3  2  1  -"),
            ("0.[2]", 7, "6  5  4  3  2  1"),
            ("0.3[1]", 7, "6  -"),
            ("80.0", 7, "1,1,6  1,2,5  1,3,4  2,2,4  2,3,3"),
            (".04=", 8, "3,3"),
            (".0{2?,3=}", 8, "1,5  2,4  2,2,2"),
            ("sub(squares)", 9, "8  5  -"),
            (".*", 4, "3  1,2  1,1,1"),
        ] {
            let heaps = |parts: &Vec<u32>| {
                if parts.is_empty() {
                    "-".to_owned()
                } else {
                    parts.iter().map(u32::to_string).collect::<Vec<_>>().join(",")
                }
            };
            let found = code(text).options(size);
            assert_eq!(found.iter().map(heaps).collect::<Vec<_>>().join("  "), options, "{text}");
            assert!(found.len() as u64 <= code(text).most_options(size), "{text}");
        }
        assert_eq!(code("sub(squares)").options(9).len(), 3);
        assert_eq!(code(".7").options(0), [] as [Vec<u32>; 0]);
    }

    #[test]
    fn bad_codes() {
        for (text, at) in [
            ("", 0),
            ("9.", 0),
            (".8G", 2),
            ("0.", 2),
            (".", 1),
            ("1.5", 0),
            (" 3.5", 1),
            ("6.3", 0),
            ("4.3x", 3),
            ("77", 2),
            ("40.1", 0),
            ("4.3[", 4),
            ("4.3[]", 3),
            ("4.3[3]3", 6),
            (".{2", 3),
            (".{2,1}", 4),
            (".{2+,3}", 5),
            (".{2!}=", 1),
            (".&99999999999999999999;", 2),
            (".&12", 4),
            (".{64}", 2),
            ("sub(0)", 4),
            ("sub(2,x)", 6),
            ("sub(2", 5),
            ("add(2)", 0),
            ("kails", 0),
            ("4.3é", 3),
        ] {
            let error = text.parse::<HeapCode>().unwrap_err();
            assert_eq!(error.at, at, "{text}: {error}");
        }
    }

    proptest! {
        /// What is printed reads back as the same code, and no text makes the reader fail badly.
        #[test]
        fn printing_reads_back(text in r"[04]?\.[0-9A-F!?=\[\]{},+&;*]{0,8}") {
            if let Ok(code) = text.parse::<HeapCode>() {
                prop_assert_eq!(code.to_string().parse::<HeapCode>().unwrap(), code);
            }
        }

        /// Every option keeps the count of tokens and leaves only smaller heaps.
        #[test]
        fn play_ends(text in r"(0|4|8|80)\.[0-9A-F]{1,3}[!?=]?", size in 1u32..30) {
            let code = code(&text);
            let reach = code.reach().unwrap();
            code.each_option(size, &mut |heaps| {
                let sum: u32 = heaps.iter().sum();
                assert!(heaps.iter().all(|&h| h > 0 && h < size));
                assert!(sum <= size + 1 && u64::from(sum) + reach >= u64::from(size));
            });
        }
    }
}

mod sets {
    use upstar_rules::heap::code::Set;

    #[test]
    fn members_listed_and_asked_for_are_the_same() {
        let sets = [
            Set::These(vec![2, 5, 6, 200]),
            Set::AllBut(vec![2, 3, 7]),
            Set::Squares,
            Set::Primes,
            Set::PowersOfTwo,
        ];
        for set in sets {
            let listed: Vec<u128> = set.up_to(150).collect();
            let asked: Vec<u128> = (0..=150).filter(|&s| set.contains(s)).collect();
            assert_eq!(listed, asked, "{set}");
            assert!(listed.len() as u128 <= set.count_up_to(150), "{set}");
        }
        assert_eq!(Set::Squares.up_to(u32::MAX.into()).last(), Some(65535 * 65535));
        assert_eq!(Set::PowersOfTwo.up_to(u128::MAX).last(), Some(1 << 127));
        assert!(!Set::Squares.contains(u128::MAX));
        assert!(!Set::These(vec![5]).contains(5 + (1 << 32)));
    }
}
