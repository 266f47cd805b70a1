//! Periods in the literature and of every solved class in `golden/`.
#![allow(clippy::unwrap_used)]

use upstar_base::Budget;
use upstar_heaps::{Answer, Proof, search};

fn period(code: &str, limit: u64) -> Answer {
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
        assert!(matches!(found.proof, Some(Proof::BoundedHeaps { heaps: 1, .. })), "{code}");
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
