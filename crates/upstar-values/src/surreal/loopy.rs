//! Smith's theory with infinite nim-heaps: values `*a` or `inf_{b,c,...}` for ordinals.
//!
//! As in the finite case (see [`crate::LoopyNimber`]) a position that may go on for ever and is
//! equal to no nim-heap is known by the nim-heaps among its options (Winning Ways ch. 11).

use super::{GeneralizedOrdinal, SurrealError, TransfiniteNimber};
use std::collections::BTreeSet;
use upstar_base::OutcomeClass;

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
    pub fn outcome(&self) -> OutcomeClass {
        let zero = GeneralizedOrdinal::default();
        match self {
            OrdinalLoopy::Nim(heap) if heap.heap().is_zero() => OutcomeClass::P,
            OrdinalLoopy::Nim(_) => OutcomeClass::N,
            OrdinalLoopy::Loopy(subscripts) if subscripts.contains(&zero) => OutcomeClass::N,
            OrdinalLoopy::Loopy(_) => OutcomeClass::D,
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
