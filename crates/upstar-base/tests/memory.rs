//! What memos and lists charge to a budget.

use smallvec::SmallVec;
use std::sync::Arc;
use upstar_base::{Budget, Listing, Memo, Options, SharedMemo, Stopped, Weigh, distinct};

#[test]
fn only_what_lies_on_the_heap_counts() {
    let short: SmallVec<[u32; 4]> = SmallVec::from_slice(&[1, 2, 3]);
    let long: SmallVec<[u32; 4]> = SmallVec::from_slice(&[0; 100]);
    assert_eq!(short.heap_bytes(), 0);
    assert!(long.heap_bytes() >= 400);
    assert_eq!(Vec::<u64>::new().heap_bytes(), 0);
    assert!((String::from("abc"), Some(vec![1u8])).heap_bytes() > 4);
    assert_eq!(Arc::new([0u8; 1000]).heap_bytes(), 0);
    assert!(Box::new(vec![0u8; 50]).heap_bytes() > 50 + size_of::<Vec<u8>>());
}

#[test]
fn everything_is_given_back() {
    let budget = Arc::new(Budget::unlimited());
    let memo = SharedMemo::new(&budget);
    let inserted = (0..10_000u32).try_for_each(|n| memo.insert(vec![n; 20], n));
    assert_eq!(inserted, Ok(()));
    assert_eq!(memo.len(), 10_000);
    assert!(budget.used() > 800_000);
    drop(memo);
    assert_eq!(budget.used(), 0);
}

#[test]
fn a_full_budget_ends_the_growth() {
    let budget = Arc::new(Budget::new(None, Some(1 << 20)));
    let mut memo = Memo::new(&budget);
    let end = (0u64..1 << 20).find_map(|n| memo.insert(n, n).err());
    assert_eq!(end, Some(Stopped::Memory(1 << 20)));
    assert!(memo.len() > 10_000);
    assert!(budget.used() <= 1 << 20);
    drop(memo);
    assert_eq!(budget.used(), 0);
}

#[test]
fn what_keys_own_is_charged() {
    let budget = Arc::new(Budget::new(None, Some(1 << 20)));
    let mut memo = Memo::new(&budget);
    let end = (0u32..1000).find_map(|n| memo.insert(vec![n; 2500], ()).err());
    assert_eq!(end, Some(Stopped::Memory(1 << 20)));
    assert!((90..110).contains(&memo.len()), "{}", memo.len());
}

#[test]
fn a_million_take_a_moment_and_end_when_told() {
    let budget = Arc::new(Budget::unlimited());
    let list = || {
        let mut list = Listing::new(&budget, 4);
        (&mut list as &mut dyn Options<u32>).extend((0..1_000_000).map(|n| n / 2));
        list.finish()
    };
    assert_eq!(distinct(list().unwrap(), &budget).unwrap().len(), 500_000);
    let full = list().unwrap();
    budget.interrupt();
    assert_eq!(distinct(full, &budget).err(), Some(Stopped::Interrupted));
}

#[test]
fn long_lists_are_counted_while_they_are_kept() {
    let budget = Arc::new(Budget::new(None, Some(1 << 20)));
    let list = |count: u64| {
        let mut list = Listing::new(&budget, 8);
        (&mut list as &mut dyn Options<u64>).extend(0..count);
        list.finish()
    };
    let short = list(10).unwrap();
    assert_eq!((short.len(), budget.used()), (10, 0));
    let kept = list(60_000).unwrap();
    assert!(budget.used() > 480_000);
    assert!(matches!(list(60_000), Err(Stopped::Memory(_))));
    drop(kept);
    assert_eq!(budget.used(), 0);
}

#[test]
fn large_things_are_looked_at_one_by_one() {
    let budget = Arc::new(Budget::new(None, Some(10 << 20)));
    let mut list = Listing::new(&budget, 1 << 20);
    let mut made = 0;
    (&mut list as &mut dyn Options<Vec<u8>>).extend((0..1000).map(|_| {
        made += 1;
        vec![0; 1 << 20]
    }));
    assert!(list.finish().is_err());
    assert!(made < 12, "{made}");
}

#[test]
fn who_finds_nothing_can_ask() {
    let budget = Arc::new(Budget::unlimited());
    let mut list: Listing<'_, u8> = Listing::new(&budget, 1);
    assert!(!list.is_closed());
    budget.interrupt();
    assert!(list.is_closed());
    assert!(!list.push(1));
    assert_eq!(list.finish().err(), Some(Stopped::Interrupted));
}
