//! Nim-heaps of infinite size.
//!
//! A heap may have any ordinal number of beans. In Cantor's normal form `ω^b · 2^n = 2^(ωb + n)`,
//! so nim-addition, which is addition of different powers of two without carrying, is exclusive
//! or of the coefficients of equal powers of ω (*Winning Ways*, ch. 11; *On Numbers and Games*,
//! ch. 6).

use super::{GeneralizedOrdinal, Surreal, SurrealError};
use dashu_int::{IBig, UBig};
use upstar_base::Outcome;

/// A nim-heap needs an ordinal for its size.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0} is not an ordinal")]
pub struct NotAnOrdinal(pub Surreal);

/// `*heap` for an ordinal `heap` below ε₀, finite ones included.
///
/// ```
/// use upstar_values::surreal::{Surreal, TransfiniteNimber};
/// let omega = Surreal::omega();
/// let heap = TransfiniteNimber::new(omega.add(&5.into())?);
/// assert_eq!(heap.unwrap().to_string(), "*(ω+5)");
/// assert!(TransfiniteNimber::new(omega.sub(&1.into())?).is_err());
/// # Ok::<(), upstar_values::surreal::SurrealError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct TransfiniteNimber(GeneralizedOrdinal);

impl TransfiniteNimber {
    /// The nimber of that size.
    pub fn new(heap: Surreal) -> Result<Self, NotAnOrdinal> {
        if heap.is_ordinal() {
            Ok(TransfiniteNimber(heap.numerator().clone()))
        } else {
            Err(NotAnOrdinal(heap))
        }
    }

    /// The nimber of a finite size.
    pub fn finite(heap: UBig) -> Self {
        TransfiniteNimber(GeneralizedOrdinal::from(IBig::from(heap)))
    }

    /// Trusts the caller that this is an ordinal.
    pub(super) fn from_ordinal(heap: GeneralizedOrdinal) -> Self {
        debug_assert!(heap.is_ordinal());
        TransfiniteNimber(heap)
    }

    /// The size of the heap.
    pub fn heap(&self) -> &GeneralizedOrdinal {
        &self.0
    }

    /// The size of the heap if it is finite.
    pub fn as_integer(&self) -> Option<IBig> {
        self.0.as_integer()
    }

    /// The value of the two heaps together.
    pub fn add(&self, other: &Self) -> Result<Self, SurrealError> {
        Ok(TransfiniteNimber(self.0.merge(&other.0, |x, y| x ^ y)?))
    }

    /// Zero is won by the second player, every other heap by the first.
    pub fn outcome(&self) -> Outcome {
        if self.0.is_zero() { Outcome::P } else { Outcome::N }
    }
}
