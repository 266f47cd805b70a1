//! Periods in the literature and of every solved class in `golden/`.
#![allow(clippy::unwrap_used)]

use upstar_base::Budget;
use upstar_heaps::{SearchAnswer, search};
use upstar_proof::Theorem;
use upstar_rules::heap::code::HeapCode;
use upstar_testing::golden;

fn period(code: &str, limit: u64) -> SearchAnswer {
    search(&code.parse().unwrap(), limit, &Budget::unlimited(), &mut ())
}

#[test]
fn subtraction_games() {
    for (code, p) in [
        ("sub(1)", 2),
        ("sub(2)", 4),
        ("sub(3)", 6),
        ("sub(1,2)", 3),
        ("sub(1,2,3)", 4),
        ("sub(1,2,3,4)", 5),
        ("sub(2,4,7)", 3),
        ("sub(2,5,6)", 11),
        ("sub(4,10,12)", 22),
        ("sub(2,3,7)", 5),
    ] {
        let found = period(code, 1000).period.unwrap();
        assert_eq!(found.period, p, "{code}");
        assert!(matches!(found.proof, Some(Theorem::BoundedHeaps { heaps: 1, .. })), "{code}");
    }
    assert_eq!(period("sub(2,4,7)", 1000).period.unwrap().preperiod, 8);
    assert_eq!(period("sub(2,3,7)", 1000).period.unwrap().preperiod, 0);
}

#[test]
fn table_3() {
    for (code, pre, p) in [
        (".77", 71, 12),
        (".137", 52, 34),
        (".07", 53, 34),
        (".077", 142, 24),
        (".7777", 142, 24),
        (".156", 3479, 349),
        (".165", 5181, 1550),
    ] {
        let found = period(code, 40_000).period.unwrap();
        assert!(found.proof.is_some(), "{code}");
        assert_eq!((found.preperiod, found.period, found.saltus), (pre, p, 0), "{code}");
    }
}

/// Where a move leaves two equal heaps the windows are an even distance apart, also if the period is
/// odd; and what the finder calls proved is verified. So are codes that add tokens.
#[test]
fn equal_heaps_and_tokens_that_are_added() {
    for code in ["4.7=34=", "4=.57=2", "4=.5=", "4=.55=", "80.0", "80.3", "&16;00.0"] {
        let code: HeapCode = code.parse().unwrap();
        let answer = search(&code, 20_000, &Budget::unlimited(), &mut ());
        let Some(found) = &answer.period else { panic!("{code} has a period") };
        match found.proof {
            Some(Theorem::SparseSpace { distance, .. }) => assert_eq!(distance % 2, 0, "{code}"),
            Some(_) => {}
            None => panic!("the period of {code} is proved"),
        }
        let certificate = found.certificate(&code, answer.computed).unwrap();
        let verdict = upstar_proof::check(&certificate, &Budget::unlimited());
        assert!(verdict.is_verified(), "{code}: {verdict}");
    }
}

/// A claim is checked with two windows; false ones are refuted.
#[test]
fn claims() {
    use upstar_heaps::claim::{Claim, Claimed};
    let code = "4.406".parse().unwrap();
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("run");
    let check = |preperiod, period, file: Option<&std::path::Path>, budget: &Budget| {
        Claim { preperiod, period }.check(&code, 2, file, budget, &mut ()).unwrap()
    };
    let unlimited = Budget::unlimited();
    let Claimed::Holds(answer) = check(294_097, 44, None, &unlimited) else { panic!() };
    let found = answer.period.unwrap();
    assert_eq!((found.preperiod, found.period), (294_097, 44));
    for (preperiod, period) in [(294_097, 88), (294_098, 44), (294_096, 44), (294_097, 43)] {
        let answer = check(preperiod, period, None, &unlimited);
        assert!(matches!(answer, Claimed::Refuted(_)), "{preperiod} {period}");
    }
    // Interrupted again and again, it still comes to its end.
    /// Interrupts the run when it is so many values further.
    struct After(std::sync::Arc<Budget>, Option<u64>);
    impl upstar_heaps::Watch for After {
        fn progress(&mut self, len: u64, _: upstar_heaps::Statistics) {
            let end = *self.1.get_or_insert(len + 50_000);
            if len >= end {
                self.0.interrupt();
            }
        }
    }
    let mut rounds = 0;
    loop {
        let budget = std::sync::Arc::new(Budget::unlimited());
        let mut after = After(std::sync::Arc::clone(&budget), None);
        let claim = Claim { preperiod: 294_097, period: 44 };
        match claim.check(&code, 2, Some(&file), &budget, &mut after).unwrap() {
            Claimed::Holds(_) => break,
            Claimed::Stopped(..) => rounds += 1,
            other => panic!("{other:?}"),
        }
        assert!(rounds < 100);
    }
    assert!(rounds > 2, "{rounds}");
}

/// Every period that is known and can be found in a moment is proved as a claim, and the same
/// claim with a wrong number is refuted.
#[test]
fn short_claims_of_the_literature() {
    use upstar_heaps::claim::{Claim, Claimed};
    let table: serde_json::Value = golden::read("octal-periods.json");
    let budget = Budget::unlimited();
    let mut checked = 0;
    for row in table["solved"].as_array().unwrap() {
        let game = row["game"].as_str().unwrap();
        let (preperiod, period) =
            (row["preperiod"].as_u64().unwrap(), row["period"].as_u64().unwrap());
        if preperiod + period > 200_000 {
            continue;
        }
        checked += 1;
        let code: HeapCode = game.parse().unwrap();
        let claim = |preperiod, period| {
            Claim { preperiod, period }.check(&code, 1, None, &budget, &mut ()).unwrap()
        };
        let proved = claim(preperiod, period);
        assert!(matches!(proved, Claimed::Holds(_)), "{game}: {proved:?}");
        for (preperiod, period) in
            [(preperiod + 1, period), (preperiod + 29, period), (preperiod, 2 * period)]
        {
            let refuted = claim(preperiod, period);
            assert!(matches!(refuted, Claimed::Refuted(_)), "{game}: {refuted:?}");
        }
        if preperiod > 0 {
            let refuted = claim(preperiod - 1, period);
            assert!(matches!(refuted, Claimed::Refuted(_)), "{game}: {refuted:?}");
        }
    }
    assert!(checked > 40, "{checked}");
}
