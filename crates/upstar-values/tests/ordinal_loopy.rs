//! Sums of loopy nimbers with infinite sizes behave like those with finite ones.

use proptest::prelude::*;
use upstar_values::LoopyNimber;
use upstar_values::surreal::{GeneralizedOrdinal, OrdinalLoopy, TransfiniteNimber};

/// The size with ω written as 16, of what is below ω^2 with small coefficients.
fn finite(n: u32) -> GeneralizedOrdinal {
    let rows = GeneralizedOrdinal::omega().mul(&i64::from(n / 16).into()).unwrap();
    rows.add(&i64::from(n % 16).into()).unwrap()
}

fn infinite(value: &LoopyNimber) -> OrdinalLoopy {
    match value {
        LoopyNimber::Nim { size, .. } => {
            OrdinalLoopy::Nim(TransfiniteNimber::new(finite(*size).into()).unwrap())
        }
        LoopyNimber::Loopy(list) => OrdinalLoopy::Loopy(list.iter().map(|&n| finite(n)).collect()),
        LoopyNimber::Loony => panic!("not made here"),
    }
}

fn value() -> impl Strategy<Value = LoopyNimber> {
    prop_oneof![
        (0u32..64).prop_map(LoopyNimber::nim),
        proptest::collection::btree_set(0u32..64, 0..5)
            .prop_map(|set| LoopyNimber::Loopy(set.into_iter().collect())),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]
    /// 16 is a power of two above all units, so it behaves as ω does.
    #[test]
    fn truncation(a in value(), b in value()) {
        let sum = infinite(&a).plus(&infinite(&b)).unwrap();
        prop_assert_eq!(&sum, &infinite(&a.plus(&b)));
        prop_assert_eq!(sum.outcome(), a.plus(&b).outcome());
        prop_assert_eq!(&sum, &infinite(&b).plus(&infinite(&a)).unwrap());
    }
}
