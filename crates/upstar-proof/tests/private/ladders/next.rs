//! Tests of what is private to `ladders::next`.

use super::*;

#[test]
fn one_heap_is_left_out() {
    let kinds = [HeapRole::Plain(true, 0), HeapRole::Plain(true, 1), HeapRole::Plain(true, 2)];
    let plain = kinds.into_iter().zip([2, 3, 1]).collect();
    let position = PartialSum { plain, firsts: 2, seconds: 3, ys: vec![4, 6], xs: vec![9, 8] };
    let sum = |odd: bool, twos: u64, ys: &[i64], count: usize, xs: &[i64]| {
        let plain = LadderSum::NOTHING.plus(odd, twos);
        ys.iter().fold(plain, |sum, &y| sum.plus_first(Some(y))).with_seconds(count, xs)
    };
    let both = [4, 6];
    assert_eq!(position.without(None), sum(false, 5, &both, 3, &[9, 8]));
    assert_eq!(position.without(Some(MovingHeap::Plain(0))), sum(true, 5, &both, 3, &[9, 8]));
    assert_eq!(position.without(Some(MovingHeap::Plain(1))), sum(true, 4, &both, 3, &[9, 8]));
    assert_eq!(position.without(Some(MovingHeap::First(0))), sum(false, 5, &[6], 3, &[9, 8]));
    assert_eq!(position.without(Some(MovingHeap::Second(1))), sum(false, 5, &both, 2, &[9]));
    assert_eq!(position.without(Some(MovingHeap::Second(2))), sum(false, 5, &both, 2, &[9, 8]));
}
