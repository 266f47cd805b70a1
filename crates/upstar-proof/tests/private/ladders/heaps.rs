//! Tests of what is private to `ladders::heaps`.
#![allow(clippy::unwrap_used)]
use super::*;
use upstar_base::{Budget, Random};

fn any_claim(random: &mut Random) -> MisereLadders {
    let (preperiod, period) = (1 + random.under(4), 1 + random.under(4));
    let mut label = |heap: u64| match random.under(if heap < preperiod { 3 } else { 6 }) {
        0 => [0, 0, 1 + random.under(9), 0],
        1 => [1, 0, 0, 1 + random.under(9)],
        _ => [random.under(2), random.under(3), 0, 0],
    };
    let labels = (1..preperiod + period).map(&mut label).collect();
    let code = ["0.54", "0.7", "0.44", "4.07", "0.137"][random.below(5)].into();
    MisereLadders { code, near: random.under(3), period, preperiod, labels }
}

/// The bounds in the words of the theorem.
fn slow(heaps: &LadderHeaps<'_>, meter: &Meter<'_>) -> Option<[i64; 4]> {
    let (p, s, far) = (heaps.period, heaps.preperiod, 2 + heaps.near);
    let number = |heap: u64| heaps.label(heap).number;
    let linear = 2 * s + heaps.rules.reach() + p;
    let low = (1..linear).map(number).fold(far, i64::max);
    let is_large = |heap: u64| number(heap) == 0 || number(heap) > low + far + 1;
    let ends = |last: &u64| (last - p + 1..=*last).all(is_large);
    let last = (linear + 2 * p..).find(ends).unwrap();
    let (mut gap, mut is_far_above) = (far, false);
    for heap in 1..=last {
        let mut visit = |option: &[u64], left: Left| {
            if let (Some(other), true) = (left.number(), number(heap) > 0) {
                is_far_above = is_far_above || other - number(heap) > far;
                if !option.iter().any(|&part| number(part) == 0 && part >= s) {
                    gap = gap.max(number(heap) - other);
                }
            }
            Ok(())
        };
        heaps.each_option(heap, meter, &mut visit).unwrap();
    }
    (!is_far_above).then_some([far, low, last as i64, gap + far + 1])
}

#[test]
fn bounds_are_those_of_the_theorem() {
    let budget = Budget::unlimited();
    let meter = Meter::new(&budget);
    let mut random = Random::new(54);
    let mut bounded = 0;
    for _ in 0..400 {
        let claim = any_claim(&mut random);
        let rules = Rules::read(&claim.code).unwrap();
        let heaps = LadderHeaps::new(&claim, &rules);
        let bounds = heaps.bounds(&meter).unwrap();
        let found = bounds.map(|b| [b.far, b.low, b.last as i64, b.gap]);
        assert_eq!(found, slow(&heaps, &meter), "{claim:?}");
        bounded += usize::from(found.is_some());
        for heap in 1..30 {
            let numbers = (heap..heap + claim.period).map(|heap| heaps.label(heap).number);
            let least = numbers.filter(|&number| number != 0).min();
            assert_eq!(heaps.smallest_after(heap), least.unwrap_or(i64::MAX), "{claim:?}");
        }
    }
    assert!((50..380).contains(&bounded), "{bounded}");
}
