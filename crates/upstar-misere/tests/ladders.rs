//! The rule of two ladders that fits .54, .541 and .145 (`docs/discoveries.md`): what it says is
//! what their proved quotients say. It is not proved for all heaps.
#![allow(clippy::unwrap_used)]

use upstar_base::Budget;
use upstar_misere::quotient::Solver;

/// Y(i) is the heap of `period` i tokens, X(k) has `offset` more; those whose numbers differ by
/// `near` or less count as equal. The least heap like *2 is `two`.
struct Ladders {
    period: u64,
    offset: u64,
    near: u64,
    two: u64,
}

/// A sum: how many heaps of 1 and of `two`, and the numbers of its Y and X, falling.
struct Sum<'a> {
    ones: u64,
    twos: u64,
    ys: &'a [u64],
    xs: &'a [u64],
}

impl Ladders {
    fn is_previous_win(&self, sum: &Sum) -> bool {
        let even = (sum.ones + sum.xs.len() as u64).is_multiple_of(2);
        let like_nim = even && sum.twos.is_multiple_of(2) && sum.ys.len().is_multiple_of(2);
        let pair = matches!(sum.xs, [first, second, ..] if first - second <= self.near);
        match (sum.ys, sum.xs) {
            (&[j, i], _) if j - i > self.near => !even && !sum.twos.is_multiple_of(2),
            _ if sum.ys.len() > 2 || sum.twos > 0 => like_nim,
            (&[_, i], &[first, ..]) if first > i + self.near => even && pair,
            ([_, _], _) => even,
            (&[i], &[first, ..]) if first > i + self.near => !even && !pair,
            (&[i], xs) => {
                let is_far = xs.first().is_none_or(|first| first + 2 + self.near <= i);
                !even && is_far && i >= 2 + self.near
            }
            (_, []) => !even,
            _ => even && pair,
        }
    }
}

/// All falling lists of at most `most` numbers from 1 to `to`.
fn lists(most: usize, to: u64) -> Vec<Vec<u64>> {
    let mut all = vec![Vec::new()];
    let mut longest = all.clone();
    for _ in 0..most {
        let longer = |list: &Vec<u64>| {
            let list = list.clone();
            let last = list.last().copied().unwrap_or(to);
            (1..=last).map(move |n| [&list[..], &[n]].concat())
        };
        longest = longest.iter().flat_map(longer).collect();
        all.extend(longest.iter().cloned());
    }
    all
}

#[test]
fn the_rule_of_two_ladders_fits() {
    for (code, ladders) in [
        (".54", Ladders { period: 7, offset: 3, near: 0, two: 4 }),
        (".541", Ladders { period: 7, offset: 3, near: 0, two: 4 }),
        (".145", Ladders { period: 9, offset: 4, near: 1, two: 5 }),
    ] {
        const HIGHEST: u64 = 6;
        let Ladders { period, offset, two, .. } = ladders;
        let most = HIGHEST * period + offset;
        let mut solver = Solver::new(&code.parse().unwrap());
        let quotient = solver.run(most as u32, &Budget::unlimited());
        let class = |heaps: &[(u64, u64)]| quotient.class_of_sum(heaps.iter().copied()).unwrap();
        for heap in 2 * period + 1..=most {
            let like: &[(u64, u64)] = match heap % period {
                0 => continue,
                rest if rest == offset => continue,
                rest if rest < offset => &[(1, 1), (two, 2)],
                _ => &[(two, 1)],
            };
            assert_eq!(class(&[(heap, 1)]), class(like), "{code} {heap}");
        }
        for ys in lists(3, HIGHEST) {
            for xs in lists(3, HIGHEST) {
                for (ones, twos) in [(0, 0), (1, 0), (0, 1), (1, 1), (0, 2), (1, 2), (1, 3)] {
                    let y = ys.iter().map(|&i| (period * i, 1));
                    let x = xs.iter().map(|&k| (period * k + offset, 1));
                    let heaps: Vec<_> =
                        [(1, ones), (two, twos)].into_iter().chain(y).chain(x).collect();
                    let sum = Sum { ones, twos, ys: &ys, xs: &xs };
                    let is_p = quotient.monoid().is_p(class(&heaps));
                    assert_eq!(is_p, ladders.is_previous_win(&sum), "{code} {heaps:?}");
                }
            }
        }
    }
}
