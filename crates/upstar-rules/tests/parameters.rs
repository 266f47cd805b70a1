//! Lists of numbers as parameters, and positions with too many moves.

use upstar_rules::entailing::tailed::TailedHeap;
use upstar_rules::entailing::top_entails::TopEntails;
use upstar_rules::heap::code::Set;
use upstar_rules::heap::subtraction::Take;
use upstar_rules::{MOST_MOVES, Rules};

#[test]
fn places_of_parts() {
    assert_eq!(Take::parse("5,2,5").unwrap(), Set::These(vec![2, 5]));
    for (text, at) in
        [(" 2, 15 ,x", 8), ("3,000", 2), ("3,+4", 2), ("3,,4", 2), ("3,４", 2), ("3,-4", 2)]
    {
        assert_eq!(Take::parse(text).unwrap_err().at, at, "{text}");
    }
    let error = Take::parse("5, 12x").unwrap_err();
    assert_eq!((error.at, error.len), (3, 3));
}

#[test]
fn large_positions_may_have_few_moves_only() {
    let rules = TopEntails::from_parameters("").unwrap();
    assert!(rules.parse(&MOST_MOVES.to_string()).is_ok());
    assert!(rules.parse(&(MOST_MOVES + 1).to_string()).is_err());
    assert!(rules.parse("60000+255*1").is_ok());
    let error = rules.parse("70000+255*1").unwrap_err();
    assert!(error.message.contains("65536 moves"), "{error}");
    assert!(rules.parse(&u32::MAX.to_string()).is_err());
}
