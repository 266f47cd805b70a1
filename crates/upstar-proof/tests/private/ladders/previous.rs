//! Tests of what is private to `ladders::previous`.

use super::*;
use upstar_base::Budget;

/// z = 5 and c = 2. The numbers are those of the heap, of the option, of two Y and of two X.
#[test]
fn each_number_has_its_range() {
    let budget = Budget::unlimited();
    let meter = &Meter::new(&budget);
    let bounds = &LadderBounds { far: 2, low: 5, last: 30, gap: 6 };
    let left = Left { odd: false, twos: 0, firsts: vec![0], seconds: vec![] };
    let context = SumContext { odd: false, twos: 0, firsts: 2, seconds: 2 };
    let range = |own, below, numbers: &[i64]| {
        let change = &Change { kind: HeapRole::Second, own, left: left.clone(), below };
        NumberSearch { change, context, bounds, near: 0, meter }.range(numbers, 40)
    };
    assert_eq!(range(4, None, &[]), (4, 4));
    assert_eq!(range(6, None, &[]), (6, 40));
    assert_eq!(range(6, None, &[9]), (1, 40));
    assert_eq!(range(6, Some(-2), &[9]), (11, 11));
    assert_eq!(range(6, Some(1), &[9]), (8, 8));
    assert_eq!(range(6, Some(2), &[9]), (7, 7));
    assert_eq!(range(6, Some(3), &[9]), (1, 6));
    assert_eq!(range(1, Some(2), &[1]), (1, -1));
    assert_eq!(range(6, Some(1), &[9, 8]), (1, 40));
    assert_eq!(range(6, Some(1), &[9, 8, 3]), (3, 40));
    assert_eq!(range(6, Some(1), &[9, 8, 3, 7]), (1, 40));
    assert_eq!(range(6, Some(1), &[9, 8, 3, 7, 6]), (1, 6));
}

/// An option with an Y and an X: each gets its own number.
#[test]
fn numbers_go_to_their_heaps() {
    let budget = Budget::unlimited();
    let meter = &Meter::new(&budget);
    let bounds = &LadderBounds { far: 2, low: 5, last: 30, gap: 6 };
    let left = Left { odd: true, twos: 1, firsts: vec![0], seconds: vec![0, 0] };
    let change = &Change { kind: HeapRole::First, own: 6, left, below: None };
    let context = SumContext { odd: false, twos: 0, firsts: 1, seconds: 1 };
    let search = NumberSearch { change, context, bounds, near: 0, meter };
    let [before, after] = search.sums(&[9, 2, 3, 4, 5, 6]);
    let rest = LadderSum::NOTHING.with_seconds(1, &[6]).plus_first(Some(5));
    assert_eq!(before, rest.plus_first(Some(9)));
    let option = rest.plus(true, 1).plus_first(Some(2));
    assert_eq!(after, option.plus_second(Some(3)).plus_second(Some(4)));
}
