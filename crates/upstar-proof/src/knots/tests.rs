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

/// A heap whose conditions hold in all contexts without m, and fail in a context with a large M: by
/// (B), with T = 5 and M = 7 it must have a winning move. Larger heaps have m = 0.
#[test]
fn contexts_with_large_m_count_also_if_few_heaps_have_m() {
    let budget = Budget::unlimited();
    let meter = Meter::new(&budget);
    let failure = |t: u64| {
        let labels = vec![[0, 1, 0], [1, 0, 0], [0, t, 7], [0, 3, 0]];
        let claim = MisereKnots { code: "4.7".into(), period: 1, step: 1, preperiod: 4, labels };
        let labels = Labels::new(&claim, 40, &meter).unwrap();
        let window = Window { first: 30, last: 32, small: 5 };
        let options = [(false, 0), (false, 2), (true, 2), (true, 1)];
        let options: Vec<Label> = options.map(|(d, t)| Label { d, t, m: 0 }).into();
        let order = Order::ALL[0];
        let conditions = Conditions::new(&labels, window, order, 1, options.clone(), options);
        conditions.failure(&meter).unwrap().map(|(step, _)| step)
    };
    assert_eq!(failure(2), Some("N-positions"));
    // With t = 5 the contexts have T >= 5, so that M - T is 2 at most.
    assert_eq!(failure(5), Some("N-positions"));
    // With m = t + 1 no context is like that.
    assert_eq!(failure(6), None);
}

/// Labels that grow slowly over a long period: the table ends before all that are needed.
#[test]
fn a_table_that_is_too_short_is_not_used() {
    let budget = Budget::unlimited();
    let mut labels = Labels::new(&knots(), 40, &Meter::new(&budget)).unwrap();
    let top = labels.top(20);
    assert!(!labels.shorten(20, 1_000_000));
    assert!(labels.shorten(20, conditions::FURTHER));
    assert!(labels.all().iter().rev().take(2).all(|label| label.t > top + conditions::FURTHER));
}
