//! Tests of what is private to `digits`.
#![allow(clippy::unwrap_used)]
use super::*;

#[test]
fn codes() {
    let shape = |code: &str| {
        let digits = CodeDigits::read(code).unwrap();
        (digits.head.len(), digits.tail.len(), digits.most_heaps(), digits.largest_from())
    };
    assert_eq!(shape("0.3[33]"), (1, 1, 1, None));
    assert_eq!(shape("4.[3]"), (1, 1, 2, None));
    assert_eq!(shape("0.121[01]"), (3, 2, 1, None));
    assert_eq!(shape("0.8"), (2, 1, 3, None));
    assert_eq!(shape("{3+}.{2,5+}9"), (3, 1, 3, Some(5)));
    assert_eq!(shape("0.&48;7*"), (4, 1, 5, Some(2)));
    assert_eq!(CodeDigits::read("0.{0,1,2+}"), CodeDigits::read("0.*"));
    let digits = CodeDigits::read("0.1[234]").unwrap();
    let first: Vec<Option<&u64>> = (1..9).map(|k| digits.at(k).these.first()).collect();
    assert_eq!(first, [0, 1, 0, 2, 1, 0, 2, 1].each_ref().map(Some));
    assert!(CodeDigits::read("0.[3]").unwrap().goes_on());
    assert!(!CodeDigits::read("0.3[0]").unwrap().goes_on());
    for bad in [
        "3", "1.3", "*.3", "{1,2+}.3", "44.3", "0.3[", "0.[3]3", "0.[]", "0.4!", "0.{}", "0.{2",
        "0.{-1}", "0.{+2}", "0.&+7;", "0.{64}", "0.&x;", "0.&7", "0.G", "0.é", "",
    ] {
        assert!(CodeDigits::read(bad).is_err(), "{bad}");
    }
}
