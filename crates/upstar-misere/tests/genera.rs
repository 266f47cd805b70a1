//! Blurry genera.

use proptest::prelude::*;
use upstar_base::Budget;
use upstar_misere::form::Forms;
use upstar_misere::genus::{Blurry, Genus, NotAdmissible, NotBlurry, construct};

/// Random games as nested lists of genera.
fn games() -> impl Strategy<Value = (Genus, Blurry)> {
    let nothing = (Genus::of_nothing(), Blurry::of_options(&[]));
    Just(nothing).prop_recursive(7, 200, 5, |inner| {
        prop::collection::vec(inner, 0..6).prop_map(|options| {
            let (sharp, blurry): (Vec<_>, Vec<_>) = options.into_iter().unzip();
            (Genus::of_options(&sharp), Blurry::of_options(&blurry))
        })
    })
}

proptest! {
    #[test]
    fn the_two_rules_agree((sharp, blurry) in games(), k in 0u64..9) {
        prop_assert_eq!(&Blurry::from(&sharp), &blurry);
        let shifted = sharp.plus((k / 2) as u32, k % 2 == 1);
        prop_assert_eq!(Blurry::from(&shifted), blurry.plus(k));
        prop_assert!(Blurry::new(blurry.entries(), blurry.repeats()).is_ok());
        for i in 0..20 {
            let sum = sharp.plus((i / 2) as u32, i % 2 == 1);
            prop_assert_eq!(sum.is_previous_win(), blurry.contains(i));
        }
    }
}

#[test]
fn texts() {
    for text in ["1#0", "##", "0##", "#1##0", "1##0", "20", "1#31", "120"] {
        let blurry: Blurry = text.parse().unwrap();
        let plain = text.replace(['2', '3'], "#");
        assert_eq!(blurry.to_string(), plain, "{text}");
        assert_eq!(blurry.in_digits().parse(), Ok(blurry), "{text}");
    }
    assert_eq!("10".parse::<Blurry>(), Err(NotBlurry::NotAdmissible { at: 1 }));
    assert_eq!("#01#".parse::<Blurry>(), Err(NotBlurry::NotAdmissible { at: 2 }));
    for (text, at) in [("", 0), ("0", 1), ("0x#", 1), ("4#", 0), ("#é", 1)] {
        assert_eq!(text.parse::<Blurry>(), Err(NotBlurry::Syntax { at }), "{text}");
    }
}

#[test]
fn what_is_not_admissible() {
    assert_eq!(Blurry::new(&[0, 3], true), Err(NotAdmissible(3)));
    assert_eq!(Blurry::new(&[1, 3], true), Err(NotAdmissible(3)));
    assert!(Blurry::new(&[1, 4], true).is_ok());
    assert_eq!(Blurry::new(&[2, 6, 10], true).unwrap().entries(), [2]);
    assert_eq!(Blurry::new(&[], false).unwrap().vertical(), "inf");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]
    #[test]
    fn every_admissible_sequence(gaps in prop::collection::vec(0u64..4, 0..4), repeats: bool) {
        let mut entries: Vec<u64> = Vec::new();
        for gap in gaps {
            let least = entries.last().map_or(0, |&n| if n % 2 == 0 { n + 4 } else { n + 3 });
            entries.push(least + gap);
        }
        let wanted = Blurry::new(&entries, repeats).unwrap();
        let mut forms = Forms::default();
        let game = construct(&mut forms, &wanted, &Budget::unlimited()).unwrap();
        prop_assert_eq!(Blurry::from(&forms.genus(game).unwrap()), wanted);
    }
}
