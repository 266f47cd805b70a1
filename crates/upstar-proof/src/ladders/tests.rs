#![allow(clippy::unwrap_used)]
use super::rule::Sum;
use super::*;
use upstar_base::Budget;

fn verdict(claim: &MisereLadders) -> Verdict {
    check(claim, &Meter::new(&Budget::unlimited())).unwrap()
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
        let verdict = check(&claim, &Meter::new(&budget)).unwrap();
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

/// The rule in the words of the theorem, for numbers that are all known.
fn is_p(odd: bool, twos: u64, ys: &[i64], xs: &[i64], near: i64) -> bool {
    let even = !odd;
    let mut ys = ys.to_vec();
    let mut xs = xs.to_vec();
    ys.sort_unstable();
    xs.sort_unstable_by(|a, b| b.cmp(a));
    let pair = xs.len() > 1 && xs[0] - xs[1] <= near;
    match (ys.len(), twos) {
        (0, 0) => xs.is_empty() && odd || pair && even,
        (0, _) => even && twos.is_multiple_of(2),
        (1, 0) if odd => match xs.first() {
            None => ys[0] >= 2 + near,
            Some(&x) => x > ys[0] + near && !pair || x <= ys[0] - 2 - near,
        },
        (1, _) => false,
        (2, _) if ys[1] - ys[0] > near => odd && twos % 2 == 1,
        (2, 0) => even && xs.first().is_none_or(|&x| x <= ys[0] + near || pair),
        (2, _) => even && twos.is_multiple_of(2),
        (count, _) => even && twos.is_multiple_of(2) && count % 2 == 0,
    }
}

/// What the rule says with numbers that are known is what its words say; with fewer it says the
/// same or nothing.
#[test]
fn the_rule_in_words() {
    let lists = |most: usize| {
        let mut all: Vec<Vec<i64>> = vec![Vec::new()];
        let mut from = 0;
        for _ in 0..most {
            let to = all.len();
            for i in from..to {
                for number in 1..=6 {
                    let longer = [&all[i][..], &[number]].concat();
                    all.push(longer);
                }
            }
            from = to;
        }
        all
    };
    for ys in lists(3) {
        for xs in lists(3) {
            for (plain, twos, near) in
                [(false, 0, 0), (true, 0, 1), (false, 1, 1), (true, 3, 0), (true, 2, 0)]
            {
                let odd = plain != (xs.len() % 2 == 1);
                let right = is_p(odd, twos, &ys, &xs, near);
                let sum = |known_ys: bool, known_xs: usize| {
                    let mut sum = Sum::NOTHING.plus(plain, twos);
                    for &y in &ys {
                        sum = sum.plus_first(known_ys.then_some(y));
                    }
                    let mut falling = xs.clone();
                    falling.sort_unstable_by(|a, b| b.cmp(a));
                    falling.truncate(known_xs);
                    sum.with_seconds(xs.len(), &falling)
                };
                let one_by_one =
                    xs.iter().fold(sum(true, 0).without_seconds(xs.len()), |sum, &x| {
                        sum.plus_second(Some(x))
                    });
                assert_eq!(one_by_one.is_p(near), Some(right), "{ys:?} {xs:?} {twos} {odd}");
                assert_eq!(sum(true, 3).is_p(near), Some(right), "{ys:?} {xs:?} {twos} {odd}");
                for known in 0..3 {
                    for known_ys in [false, true] {
                        let said = sum(known_ys, known).is_p(near);
                        assert!(said.is_none_or(|said| said == right), "{ys:?} {xs:?} {known}");
                    }
                }
            }
        }
    }
}
