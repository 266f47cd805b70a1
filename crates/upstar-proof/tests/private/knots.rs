//! Tests of what is private to `knots`.
#![allow(clippy::unwrap_used)]
use super::*;
use upstar_base::{Budget, Random};

/// How often conditions are compared with those in words.
const CASES: usize = 3000;

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

/// The set by bounds is the set by definition.
#[test]
fn contexts_by_bounds() {
    let budget = Budget::unlimited();
    let meter = Meter::new(&budget);
    let labels = KnotLabels::new(&knots(), 40, &meter).unwrap();
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
                    let wins = |option: &KnotLabel| {
                        KnotLabel::is_p(option.d != d, option.t + t, option.m.max(most))
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
        let labels = KnotLabels::new(&claim, 40, &meter).unwrap();
        let window = FarHeaps { first: 30, last: 32, small: 5 };
        let options = [(false, 0), (false, 2), (true, 2), (true, 1)];
        let options: Vec<KnotLabel> = options.map(|(d, t)| KnotLabel { d, t, m: 0 }).into();
        let order = HeapOrder::ALL[0];
        let conditions = Conditions::new(&labels, window, order, 1, options.clone(), options);
        conditions.failure(&meter).unwrap().map(|(step, _)| step)
    };
    assert_eq!(failure(2), Some("N-positions"));
    // With t = 5 the contexts have T >= 5, so that M - T is 2 at most.
    assert_eq!(failure(5), Some("N-positions"));
    // With m = t + 1 no context is like that.
    assert_eq!(failure(6), None);
}

#[test]
fn so_many_labels_are_listed() {
    let budget = Budget::unlimited();
    let listed = |claim: &MisereKnots, heaps: usize| {
        KnotLabels::new(claim, heaps, &Meter::new(&budget)).unwrap().all().len() + 1
    };
    assert_eq!(listed(&knots(), 40), 6 * 40);
    assert_eq!(listed(&knots(), 10), 6 * (7 + 2 * 2));
    let labels = vec![[0, 1, 0]; 52];
    assert_eq!(listed(&MisereKnots { period: 50, preperiod: 3, labels, ..knots() }, 40), 6 * 103);
}

/// Labels that grow slowly over a long period: the table ends before all that are needed.
#[test]
fn a_table_that_is_too_short_is_not_used() {
    let budget = Budget::unlimited();
    let mut labels = KnotLabels::new(&knots(), 40, &Meter::new(&budget)).unwrap();
    let top = labels.top(20);
    assert!(!labels.shorten(20, 1_000_000));
    assert!(labels.shorten(20, conditions::FURTHER));
    assert!(labels.all().iter().rev().take(2).all(|label| label.t > top + conditions::FURTHER));
}

/// The conditions on one heap in the words of the theorem, context by context.
struct Slow<'a> {
    all: &'a [KnotLabel],
    label: KnotLabel,
    options: &'a [KnotLabel],
    /// The options that count as winning moves; without a list every context is won.
    near: Option<&'a [KnotLabel]>,
    /// The number of the order in `Order::ALL`.
    order: usize,
    /// Whether the exceptions (E2) and (E3) are used for M = 0 and T > 1.
    is_small: bool,
}

impl Slow<'_> {
    fn precedes(&self, label: KnotLabel) -> bool {
        let key = |label: KnotLabel| {
            let turned = label.m == 0 && self.order >= 2;
            (label.m, if turned { -label.t } else { label.t }, label.d != (self.order % 2 == 1))
        };
        key(label) <= key(self.label)
    }

    /// Which D occur with each T, in sums with this M of heaps other than units that are not after the heap.
    fn possible(&self, most: i64) -> Vec<[bool; 2]> {
        let fits = |label: &&KnotLabel| label.t > 0 && label.m <= most && self.precedes(**label);
        let heaps: Vec<KnotLabel> = self.all.iter().filter(fits).copied().collect();
        // By T, whether M is reached, and D.
        let mut sums = vec![[[false; 2]; 2]; 200];
        sums[0][usize::from(most == 0)][0] = true;
        for sum in 1..sums.len() {
            for heap in &heaps {
                let Some(before) = sum.checked_sub(heap.t as usize) else { continue };
                for (has, d) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
                    let now = has.max(usize::from(heap.m == most));
                    sums[sum][now][d ^ usize::from(heap.d)] |= sums[before][has][d];
                }
            }
        }
        sums.into_iter().map(|[_, with]| with).collect()
    }

    fn failure(&self) -> Option<&'static str> {
        let KnotLabel { d, t, m } = self.label;
        let nothing = KnotLabel::default();
        if self.label == (KnotLabel { d: true, ..nothing }) && !self.options.contains(&nothing) {
            return Some("units");
        }
        let top = self.options.iter().map(|option| option.m).fold(m, i64::max);
        let mut ms: Vec<i64> = self.all.iter().map(|label| label.m).filter(|&m| m < 60).collect();
        ms.push(0);
        ms.sort_unstable();
        ms.dedup();
        // Of contexts with large M the first condition comes before the others.
        let mut large = None;
        for most in ms {
            let with = self.all.iter().filter(|label| label.m == most).map(|label| label.t);
            let from = if most == 0 { 0 } else { with.min().unwrap_or(0) };
            let possible = self.near.map_or(vec![[true; 2]; 200], |_| self.possible(most));
            for sum in from..=top.max(most).max(from) + conditions::FURTHER + 2 {
                for other in [false, true] {
                    let is_p = |l: &KnotLabel, other: bool| {
                        KnotLabel::is_p(l.d != other, l.t + sum, l.m.max(most))
                    };
                    if is_p(&self.label, other) {
                        if self.options.iter().any(|option| is_p(option, other)) {
                            return Some("P-positions");
                        }
                        continue;
                    }
                    let exact = if most == 0 && sum > top + conditions::FURTHER {
                        let like = possible.iter().skip(sum as usize % 2).step_by(2);
                        like.fold([false; 2], |all, some| [all[0] || some[0], all[1] || some[1]])
                    } else {
                        possible[sum as usize]
                    };
                    let is_used = if most == 0 { self.is_small || sum < 2 } else { sum - from < 2 };
                    let e2 = is_used && is_p(&self.label, !other) && !exact[usize::from(other)];
                    let e3 = is_used && exact == [false; 2];
                    let e1 = m == sum + t + 1 && d == other && sum > 0;
                    let a = t > 0 && most <= m && !e1 && !e2 && !e3;
                    let b = t > 0 && sum > 0 && most == sum + t + 1 && d == other;
                    let c = t == 0 && d == other && sum == 0 && most == 0;
                    let wins = |near: &[KnotLabel]| near.iter().any(|option| is_p(option, other));
                    if (a || b || c) && !self.near.is_none_or(wins) {
                        if most <= top {
                            return Some("N-positions");
                        }
                        large = Some("N-positions");
                    }
                }
            }
        }
        large
    }
}

/// A label at random.
fn any_label(random: &mut Random, most: u64) -> KnotLabel {
    let (d, t) = (random.one_in(2), random.under(most) as i64);
    let m = if t > 0 && random.one_in(2) { (t + 1 + random.under(6) as i64) | 1 } else { 0 };
    KnotLabel { d, t, m }
}

#[test]
fn conditions_are_those_of_the_theorem() {
    let budget = Budget::unlimited();
    let meter = Meter::new(&budget);
    let mut random = Random::new(31);
    let mut found = std::collections::BTreeMap::<_, usize>::new();
    for round in 0..CASES {
        let listed = 2 + random.below(4);
        let mut listed: Vec<KnotLabel> = (0..listed).map(|_| any_label(&mut random, 5)).collect();
        if random.one_in(2) {
            listed.last_mut().unwrap().m = 0;
        }
        let labels = listed.iter().map(|l| [u64::from(l.d), l.t as u64, l.m as u64]).collect();
        let preperiod = listed.len() as u64;
        let claim = MisereKnots { code: "4.7".into(), period: 1, step: 1, preperiod, labels };
        let labels = KnotLabels::new(&claim, 40, &meter).unwrap();
        let heap = 1 + random.below(listed.len());
        let order = random.below(4);
        let window = FarHeaps { first: if random.one_in(3) { 0 } else { 50 }, last: 60, small: 5 };
        let slow = |options: &[KnotLabel], near: Option<&[KnotLabel]>| {
            let (all, label) = (labels.all(), labels.at(heap));
            Slow { all, label, options, near, order, is_small: heap <= window.first }.failure()
        };
        // Options that lead from no P-position to another one.
        let mut options: Vec<KnotLabel> = (0..24).map(|_| any_label(&mut random, 9)).collect();
        if !random.one_in(8) {
            options.retain(|&option| slow(&[option], None) != Some("P-positions"));
        }
        let mut near = options.clone();
        for _ in 0..random.below(3).min(near.len()) {
            near.remove(random.below(near.len()));
        }
        let right = slow(&options, Some(&near));
        let conditions =
            Conditions::new(&labels, window, HeapOrder::ALL[order], heap, options, near);
        let said = conditions.failure(&meter).unwrap();
        assert_eq!(
            said.as_ref().map(|(step, _)| *step),
            right,
            "round {round}: {said:?} {listed:?} {heap} {order}"
        );
        *found.entry(right).or_default() += 1;
    }
    assert!(found.len() == 4 && found.values().all(|&times| times > 50), "{found:?}");
}

/// A claim with random labels.
fn any_claim(random: &mut Random, period: usize) -> MisereKnots {
    let listed = period + 1 + random.below(4);
    let label = |_| any_label(random, 5);
    let labels: Vec<KnotLabel> = (0..listed).map(label).collect();
    let labels = labels.iter().map(|l| [u64::from(l.d), l.t as u64, l.m as u64]).collect();
    let (period, preperiod) = (period as u64, (listed - period + 1) as u64);
    MisereKnots { code: "4.7".into(), period, step: 1 + period % 2, preperiod, labels }
}

/// Which sums there are, in the words of the theorem.
#[test]
fn possible_sums_are_those_of_the_theorem() {
    let budget = Budget::unlimited();
    let meter = Meter::new(&budget);
    let mut random = Random::new(7);
    for _ in 0..300 {
        let claim = any_claim(&mut random, 1);
        let labels = KnotLabels::new(&claim, 40, &meter).unwrap();
        let (heap, order) = (1 + random.below(claim.labels.len()), random.below(4));
        let window = FarHeaps { first: 50, last: 60, small: 5 };
        let conditions =
            Conditions::new(&labels, window, HeapOrder::ALL[order], heap, Vec::new(), Vec::new());
        let (all, label) = (labels.all(), labels.at(heap));
        let slow = Slow { all, label, options: &[], near: Some(&[]), order, is_small: true };
        let (reached, sums) = (conditions.reached(&meter).unwrap(), slow.possible(0));
        assert_eq!(reached.exact[..], sums[..reached.exact.len()], "{claim:?} {heap} {order}");
        for (parity, found) in reached.by_parity.into_iter().enumerate() {
            let like = sums.iter().skip(parity).step_by(2);
            let right = like.fold([false; 2], |all, some| [all[0] || some[0], all[1] || some[1]]);
            assert_eq!(found, right, "{claim:?} {heap} {order} {parity}");
        }
        for most in all.iter().map(|label| label.m).filter(|m| (1..60).contains(m)) {
            let least = all.iter().filter(|label| label.m == most).map(|label| label.t).min();
            let sums = slow.possible(most);
            for above in 0..2 {
                let right = sums[(least.unwrap() + above) as usize];
                let found = conditions.possible_with(most, above);
                assert_eq!(found, Some(right), "{claim:?} {heap} {order} {most} {above}");
            }
            assert_eq!(conditions.possible_with(most, 2), None);
        }
    }
}

/// From where on heaps are large, in the words of the theorem.
#[test]
fn windows_are_those_of_the_theorem() {
    let budget = Budget::unlimited();
    let meter = Meter::new(&budget);
    let mut random = Random::new(11);
    let mut found = 0;
    for _ in 0..300 {
        let period = 1 + random.below(2);
        let claim = any_claim(&mut random, period);
        let labels = KnotLabels::new(&claim, 60, &meter).unwrap();
        // In 0.1 larger heaps have no moves.
        let code = ["4.7", "0.77", "0.26", "4.07", "0.1"][random.below(5)];
        let rules = Rules::read(code).unwrap();
        let (s, p, last) = (labels.preperiod, labels.period, 60);
        let at = |heap: u64| labels.at(heap as usize);
        let not_linear = 2 * labels.step + (1..(s + p) as u64).map(|n| at(n).m).fold(0, i64::max);
        let with = labels.all().iter().filter(|label| label.m > 0 && label.m <= not_linear);
        let sum = 2 + labels.step + with.map(|label| label.t).fold(0, i64::max);
        let is_large = |heap: usize| {
            let fits =
                |a: i64, b: KnotLabel| b.t > not_linear && (b.m == 0 || b.m - b.t - a > sum + 1);
            let mut large = fits(0, labels.at(heap));
            let mut visit = |option: &[u64]| {
                large = large
                    && match *option {
                        [] => false,
                        [b] => b as usize > s + 2 * p && fits(0, at(b)),
                        [a, _] if a as usize > s + p => true,
                        [a, b] => b as usize > s + 2 * p && fits(at(a).t, at(b)),
                        _ => false,
                    };
                Ok(())
            };
            rules.each_option(heap as u64, &meter, &mut visit).unwrap();
            large
        };
        let ends = |heap: &usize| *heap + 1 >= s + 2 * p && (heap + 1 - p..=*heap).all(is_large);
        let right = (s + p..=last).find(ends);
        let window = labels.window(&rules, last, &meter).unwrap();
        assert_eq!(window.map(|window| window.last), right, "{claim:?} {code}");
        assert!(window.is_none_or(|w| w.last - w.first == p && w.small as usize == s + p));
        found += usize::from(window.is_some());
    }
    assert!(found > 200, "{found}");
}

/// From (0, t, 0) to (1, u, 0) leads from P to P where M - T is between u and t. Larger heaps have
/// larger m, so M - T has no bound, even where the table ends.
#[test]
fn contexts_with_large_m_have_every_difference() {
    let budget = Budget::unlimited();
    let meter = Meter::new(&budget);
    for (t, u, right) in [(5, 2, Some("P-positions")), (40, 31, Some("P-positions")), (3, 2, None)]
    {
        let labels = vec![[0, t, 0], [1, 2, 3]];
        let claim = MisereKnots { code: "4.7".into(), period: 1, step: 1, preperiod: 2, labels };
        let labels = KnotLabels::new(&claim, 3, &meter).unwrap();
        let window = FarHeaps { first: 30, last: 32, small: 5 };
        let label = |(d, t)| KnotLabel { d, t, m: 0 };
        let near = [(false, 0), (false, 1), (true, 0), (true, 1)].map(label).into();
        let options = vec![label((true, u))];
        let conditions = Conditions::new(&labels, window, HeapOrder::ALL[0], 1, options, near);
        let said = conditions.failure(&meter).unwrap().map(|(step, _)| step);
        assert_eq!(said, right, "{t} {u}");
    }
}
