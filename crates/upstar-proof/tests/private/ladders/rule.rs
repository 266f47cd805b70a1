//! Tests of what is private to `ladders::rule`.

use super::*;

/// A number above one that is known is known, one below may be below unknown ones.
#[test]
fn numbers_beside_unknown_ones() {
    let three = |largest: &[i64]| LadderSum::NOTHING.with_seconds(3, largest);
    let two = LadderSum::NOTHING.with_seconds(2, &[5]);
    assert_eq!(two.plus_second(Some(7)), three(&[7, 5]));
    assert_eq!(two.plus_second(Some(5)), three(&[5]));
    assert_eq!(three(&[]).plus_second(Some(7)), LadderSum::NOTHING.with_seconds(4, &[]));
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
                    let mut sum = LadderSum::NOTHING.plus(plain, twos);
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
