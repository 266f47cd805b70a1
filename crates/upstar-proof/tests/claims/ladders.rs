//! The rule of two ladders.

use upstar_base::Budget;
use upstar_proof::{Certificate, MisereLadders, Verdict, check};

fn verdict(claim: &MisereLadders) -> Verdict {
    check(&Certificate::new(claim.clone()), &Budget::unlimited())
}

/// Labels as people write them: sign and b, or the ladder and the number.
fn labels(text: &str) -> Vec<[u64; 4]> {
    let label = |word: &str| {
        let (kind, number) = word.split_at(1);
        let number = number.parse().unwrap();
        match kind {
            "+" => [0, number, 0, 0],
            "-" => [1, number, 0, 0],
            "Y" => [0, 0, number, 0],
            _ => [1, 0, 0, number],
        }
    };
    text.split_whitespace().map(label).collect()
}

fn claim() -> MisereLadders {
    let labels = labels("-0 +0 -0 +1 +1 +1 Y1 -0 -2 X1 +1 +1 +1 Y2 -2");
    MisereLadders { code: "0.54".into(), near: 0, period: 7, preperiod: 9, labels }
}

#[test]
fn it_holds_for_five_codes() {
    let other = labels("-0 +0 -0 -0 +1 +1 +1 +1 Y1 -0 -0 -2 X1 +1 +1 +1 +1 Y2 -2 -2");
    let other =
        MisereLadders { code: "0.145".into(), near: 1, period: 9, preperiod: 12, labels: other };
    let same = ["0.54", "0.541", "0.542", "0.543"]
        .map(|code| MisereLadders { code: code.into(), ..claim() });
    for claim in same.into_iter().chain([other]) {
        let budget = Budget::unlimited();
        let verdict = check(&Certificate::new(claim.clone()), &budget);
        assert!(verdict.is_verified(), "{verdict}");
        // Those who look for such rules allow two million steps for finding and checking.
        assert!(budget.steps() < 500_000, "{}: {} steps", claim.code, budget.steps());
    }
}

#[test]
fn it_fails_with_other_labels_and_codes() {
    for heap in 0..claim().labels.len() {
        for label in labels("+0 -0 +1 -1 +2 -2 Y1 Y2 Y3 X1 X2 X3") {
            let mut changed = claim();
            if std::mem::replace(&mut changed.labels[heap], label) != label {
                let verdict = verdict(&changed);
                assert!(!verdict.is_verified(), "{changed:?}");
            }
        }
    }
    for near in 1..7 {
        let verdict = verdict(&MisereLadders { near, ..claim() });
        assert!(!verdict.is_verified(), "{near}");
    }
    for code in ["0.145", "0.55", "0.544", "4.54", "0.5", "8.54", "4!.54", "x"] {
        let changed = MisereLadders { code: code.into(), ..claim() };
        let verdict = verdict(&changed);
        assert!(!verdict.is_verified(), "{code}");
    }
}
