//! The rule of Knots.

use upstar_base::Budget;
use upstar_proof::{Certificate, MisereKnots, Verdict, check};

fn verdict(claim: &MisereKnots) -> Verdict {
    check(&Certificate::new(claim.clone()), &Budget::unlimited())
}

fn knots() -> MisereKnots {
    // Allemang: t(n) = n - 3 and m = 2n - 9 from heap 7 on; odd heaps have d = 1.
    let labels = vec![
        [1, 0, 0],
        [0, 1, 0],
        [1, 0, 0],
        [0, 1, 0],
        [1, 2, 3],
        [0, 3, 0],
        [1, 4, 5],
        [0, 5, 7],
    ];
    MisereKnots { code: "4.7".into(), period: 2, step: 2, preperiod: 7, labels }
}

#[test]
fn knots_holds() {
    let verdict = verdict(&knots());
    assert!(verdict.is_verified(), "{verdict}");
}

#[test]
fn wrong_labels_fail() {
    for heap in 0..8 {
        for place in 0..3 {
            let mut claim = knots();
            claim.labels[heap][place] += if place == 2 { 2 } else { 1 };
            let verdict = verdict(&claim);
            assert!(!verdict.is_verified(), "{claim:?}");
        }
    }
    for code in ["4.3", "0.77", "4.73", "0.7", "8.7", "4!.7", "x"] {
        let verdict = verdict(&MisereKnots { code: code.into(), ..knots() });
        assert!(!verdict.is_verified(), "{code}");
    }
}
