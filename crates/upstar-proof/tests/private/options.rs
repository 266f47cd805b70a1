//! Tests of what is private to `options`.
#![allow(clippy::unwrap_used)]
use super::*;
use upstar_base::Budget;

fn options(code: &str, size: u64) -> Vec<Vec<u64>> {
    let budget = Budget::unlimited();
    let mut all = Vec::new();
    let mut visit = |option: &[u64]| {
        all.push(option.to_vec());
        Ok(())
    };
    Rules::read(code).unwrap().each_option(size, &Meter::new(&budget), &mut visit).unwrap();
    all
}

#[test]
fn options_of_some_heaps() {
    assert_eq!(options("0.77", 4), [vec![3], vec![1, 2], vec![2], vec![1, 1]]);
    assert_eq!(options("0.77", 1), [Vec::<u64>::new()]);
    assert_eq!(options("4.3", 3), [vec![1, 2], vec![2]]);
    assert_eq!(options("4!.0", 6), [[1, 5], [2, 4]]);
    assert_eq!(options("0.8", 7), [[1, 1, 4], [1, 2, 3], [2, 2, 2]]);
    assert_eq!(options("0.8!", 7), [[1, 2, 3]]);
    assert_eq!(options("0.8?", 7), [[1, 1, 4], [1, 2, 3]]);
    assert_eq!(options("0.8=", 7), [[2, 2, 2]]);
    assert_eq!(options("0.3?", 2), [[1]]);
    assert_eq!(options("4=.0", 6), [[3, 3]]);
    assert_eq!(options("0.7=", 1), [Vec::<u64>::new()]);
    assert_eq!(options("0.07", 1), Vec::<Vec<u64>>::new());
}

#[test]
fn options_that_add_tokens() {
    assert_eq!(options("80.3", 3), [vec![2], vec![1, 1, 2]]);
    assert_eq!(options("&16;00.0", 2), [[1, 1, 1, 1]]);
}
