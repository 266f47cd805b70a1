//! What stands behind a statement.

use std::sync::Arc;
use upstar_base::Budget;
use upstar_proof::{
    AnyClaim, Certificate, MOST_PAIRS, MisereQuotient, NimPeriod, Register, Standing, Theorem,
    Unchecked, is_short, standing,
};

fn kayles(period: u64, computed: u64) -> Certificate {
    Certificate::new(NimPeriod {
        code: "0.77".to_owned(),
        preperiod: 71,
        period,
        saltus: 0,
        computed,
        theorem: Theorem::BoundedHeaps { heaps: 2, reach: 2 },
    })
}

#[test]
fn only_what_the_checker_accepts_is_verified() {
    let budget = Arc::new(Budget::unlimited());
    let right = standing(&kayles(12, 200), &budget);
    assert!(right.accepted().unwrap().statement().contains("period 12 from 71"));
    for period in [0, 6, 11, 13, 24, 36] {
        let wrong = standing(&kayles(period, 200), &budget);
        assert!(matches!(wrong.unchecked(), Some(Unchecked::Refuted(_))), "{period}: {wrong:?}");
    }
    let long = standing(&kayles(12, MOST_PAIRS + 1), &budget);
    assert_eq!(long.unchecked(), Some(&Unchecked::Long));
    assert_eq!(budget.used(), 0);
}

#[test]
fn what_is_short_is_counted() {
    let period = |computed: u64, theorem: Theorem| {
        let code = "0.77".to_owned();
        let claim = NimPeriod { code, preperiod: 1, period: 1, saltus: 0, computed, theorem };
        is_short(&Certificate::new(claim))
    };
    let sparse = Theorem::SparseSpace {
        reach: 2,
        mask: 15,
        position: None,
        last_rare: 0,
        longest_proof: 0,
        window: 2,
        distance: 1,
    };
    let heaps = |heaps| Theorem::BoundedHeaps { heaps, reach: 2 };
    let tails = Theorem::Tails { heaps: 1, head: 1, tail: 1, distance: 1 };
    let limits = [
        (sparse, 1_048_576),
        (heaps(1), 1_048_576),
        (heaps(2), 32_768),
        (heaps(3), 2_048),
        (tails, 2_048),
    ];
    for (theorem, most) in limits {
        assert!(period(most, theorem.clone()), "{theorem:?}");
        assert!(!period(most + 1, theorem.clone()), "{theorem:?}");
    }
    let quotient = |order: u64, heaps: u64| {
        is_short(&Certificate::new(MisereQuotient {
            code: "0.77".to_owned(),
            heaps,
            order,
            generators: vec![1],
            steps: Vec::new(),
            p_portion: Vec::new(),
            pretending: Vec::new(),
            periodic: None,
        }))
    };
    assert!(quotient(1 << 12, (1 << 12) - 1));
    assert!(!quotient(1 << 12, 1 << 12));
}

#[test]
fn what_is_said_of_a_standing() {
    let budget = Arc::new(Budget::unlimited());
    let right = standing(&kayles(12, 200), &budget);
    assert_eq!((right.status(), right.unchecked()), ("verified", None));
    assert_eq!(budget.headway().to_string(), "values checked: 199 of 200");
    let wrong = standing(&kayles(12, 100), &budget);
    assert_eq!((wrong.status(), wrong.accepted()), ("computed", None));
    let text = |standing: &Standing| standing.unchecked().unwrap().to_string();
    assert_eq!(
        text(&wrong),
        "but the checker refutes it: step \"range\": the theorem asks for 167 values, not 100"
    );
    let mut open = kayles(12, 200);
    if let AnyClaim::NimPeriod(claim) = &mut open.claim {
        claim.code = "77".to_owned();
    }
    open.reseal();
    let open = standing(&open, &budget);
    assert!(!open.was_stopped());
    assert_eq!(text(&open), "not checked: the code cannot be read: `77` has no point");
    let long = standing(&kayles(12, MOST_PAIRS + 1), &budget);
    assert_eq!(text(&long), "not yet checked: `upstar verify --long FILE`");
}

#[test]
fn a_register_does_not_grow_without_end() {
    let register = Register::default();
    let budget = Arc::new(Budget::unlimited());
    let kept = || register.len();
    for computed in 1..=1024 {
        register.standing(&kayles(12, computed + MOST_PAIRS), &budget);
    }
    assert_eq!(kept(), 1024);
    register.standing(&kayles(12, 1 << 40), &budget);
    assert_eq!(kept(), 1);
}

#[test]
fn a_register_keeps_verdicts_and_no_limits() {
    let register = Register::default();
    let stopped = Arc::new(Budget::unlimited());
    stopped.interrupt();
    let open = register.standing(&kayles(12, 200), &stopped);
    assert!(open.was_stopped(), "{open:?}");
    assert!(register.is_empty());
    let budget = Arc::new(Budget::unlimited());
    assert!(register.standing(&kayles(12, 200), &budget).is_verified());
    assert!(!register.is_empty());
    let steps = budget.steps();
    assert!(steps > 0);
    assert!(register.standing(&kayles(12, 200), &budget).is_verified());
    assert_eq!(budget.steps(), steps, "the second answer costs nothing");
    assert!(!register.standing(&kayles(24, 200), &budget).is_verified());
    assert!(!register.standing(&kayles(24, 200), &budget).is_verified());
}
