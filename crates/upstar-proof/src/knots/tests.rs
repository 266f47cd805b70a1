#![allow(clippy::unwrap_used)]
use super::*;
use upstar_base::Budget;

fn verdict(claim: &MisereKnots) -> Verdict {
    check(claim, &Meter::new(&Budget::unlimited())).unwrap()
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

/// The set by bounds is the set by definition.
#[test]
fn contexts_by_bounds() {
    let budget = Budget::unlimited();
    let meter = Meter::new(&budget);
    let labels = Labels::new(&knots(), 40, &meter).unwrap();
    for heap in 1..20u64 {
        let mut options = Vec::new();
        let rules = Rules::read("4.7").unwrap();
        let mut visit = |option: &[u64]| {
            options.push(labels.sum(option));
            Ok(())
        };
        rules.each_option(heap, &meter, &mut visit).unwrap();
        for most in [0, 1, 3, 5, 7, 9, 15, 31] {
            let set = conditions::winning(&options, most);
            for t in 0..60 {
                for d in [false, true] {
                    let wins = |option: &Label| {
                        Label::is_p(option.d != d, option.t + t, option.m.max(most))
                    };
                    assert_eq!(set(d, t), options.iter().any(wins), "{heap} {d} {t} {most}");
                }
            }
        }
    }
}
