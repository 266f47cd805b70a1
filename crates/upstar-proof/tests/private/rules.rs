//! Tests of what is private to `rules`.
#![allow(clippy::unwrap_used)]
use super::*;

#[test]
fn codes() {
    let rules = Rules::read("4!.07").unwrap();
    assert_eq!((rules.reach(), rules.most_heaps(), rules.any_sizes()), (2, 2, false));
    assert_eq!(Rules::read("0.3F").unwrap().most_heaps(), 3);
    assert_eq!(Rules::read("0.&32;").unwrap().most_heaps(), 5);
    assert_eq!(Rules::read("0.30").unwrap().reach(), 1);
    let unread = ["77", ".7", "0.[3]", "0.&7", "0.&x;", "0.&+7;", "0.&;", "0.7 ", "0.é", "x", ""];
    for bad in unread {
        assert!(matches!(Rules::read(bad), Err(CodeError::Unread(_))), "{bad}");
    }
    for bad in ["1.5", "9.", "20.0", "40.0", "10.3", "800.0", "F0.7", "&8;&4;0.7"] {
        assert!(matches!(Rules::read(bad), Err(CodeError::Endless(_))), "{bad}");
    }
}

#[test]
fn codes_that_add_tokens() {
    let numbers = |code: &str| {
        let rules = Rules::read(code).unwrap();
        (rules.adding.len(), rules.reach(), rules.most_heaps(), rules.is_octal())
    };
    assert_eq!(numbers("80.0"), (1, 0, 3, false));
    assert_eq!(numbers("80.3"), (1, 1, 3, false));
    assert_eq!(numbers("&16;00.0"), (2, 0, 4, false));
    assert_eq!(numbers("00.77"), (0, 2, 2, true));
    assert_eq!(numbers("0.7!"), (0, 1, 2, false));
}
