//! Smith's theory with infinite nim-heaps: values `*a` or `inf_{b,c,...}` for ordinals.
//!
//! As in the finite case (see [`crate::LoopyNimber`]) a position that may go on for ever and is
//! equal to no nim-heap is known by the nim-heaps among its options (Winning Ways ch. 11).

use super::{GeneralizedOrdinal, SurrealError, TransfiniteNimber};
use crate::LoopyOutcome;
use std::collections::BTreeSet;

/// The value of a position of an impartial game that need not end.
///
/// ```
/// use upstar_values::surreal::{GeneralizedOrdinal, OrdinalLoopy, SurrealError, TransfiniteNimber};
/// let omega = GeneralizedOrdinal::omega();
/// let loopy = OrdinalLoopy::Loopy([omega.clone(), 3.into()].into());
/// let heap = OrdinalLoopy::Nim(TransfiniteNimber::new(omega.into()).unwrap());
/// let sum = loopy.plus(&heap)?;
/// assert_eq!(sum.to_string(), "inf_{0,ω+3}");
/// assert_eq!(sum.outcome().to_string(), "N");
/// # Ok::<(), SurrealError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OrdinalLoopy {
    /// Equal to a nim-heap.
    Nim(TransfiniteNimber),
    /// Not equal to one; the sizes of the nim-heaps among the options.
    Loopy(BTreeSet<GeneralizedOrdinal>),
}

impl OrdinalLoopy {
    /// The value of a sum.
    pub fn plus(&self, other: &OrdinalLoopy) -> Result<OrdinalLoopy, SurrealError> {
        use OrdinalLoopy::{Loopy, Nim};
        Ok(match (self, other) {
            (Nim(a), Nim(b)) => Nim(a.add(b)?),
            (Nim(heap), Loopy(subscripts)) | (Loopy(subscripts), Nim(heap)) => {
                let shift = |size: &GeneralizedOrdinal| {
                    let size = TransfiniteNimber::from_ordinal(size.clone());
                    Ok(size.add(heap)?.heap().clone())
                };
                Loopy(subscripts.iter().map(shift).collect::<Result<_, SurrealError>>()?)
            }
            (Loopy(_), Loopy(_)) => Loopy(BTreeSet::new()),
        })
    }

    /// Who wins.
    pub fn outcome(&self) -> LoopyOutcome {
        let zero = GeneralizedOrdinal::default();
        match self {
            OrdinalLoopy::Nim(heap) if heap.heap().is_zero() => LoopyOutcome::P,
            OrdinalLoopy::Nim(_) => LoopyOutcome::N,
            OrdinalLoopy::Loopy(subscripts) if subscripts.contains(&zero) => LoopyOutcome::N,
            OrdinalLoopy::Loopy(_) => LoopyOutcome::D,
        }
    }
}

impl std::fmt::Display for OrdinalLoopy {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            OrdinalLoopy::Nim(heap) => heap.fmt(f),
            OrdinalLoopy::Loopy(subscripts) => {
                let list: Vec<String> = subscripts.iter().map(|size| size.to_string()).collect();
                write!(f, "inf_{{{}}}", list.join(","))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::LoopyNimber;
    use proptest::prelude::*;

    /// The size with ω written as 16, of what is below ω^2 with small coefficients.
    fn finite(n: u32) -> GeneralizedOrdinal {
        let rows = GeneralizedOrdinal::omega().mul(&i64::from(n / 16).into()).unwrap();
        rows.add(&i64::from(n % 16).into()).unwrap()
    }

    fn infinite(value: &LoopyNimber) -> OrdinalLoopy {
        match value {
            LoopyNimber::Nim { size, .. } => {
                OrdinalLoopy::Nim(TransfiniteNimber::from_ordinal(finite(*size)))
            }
            LoopyNimber::Loopy(list) => {
                OrdinalLoopy::Loopy(list.iter().map(|&n| finite(n)).collect())
            }
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
}
