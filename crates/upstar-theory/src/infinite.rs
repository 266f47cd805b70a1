//! Impartial games with infinitely many options in a position: the value is a nimber all the
//! same, perhaps an infinite one.
//!
//! The mex rule holds for ordinals: an impartial game that ends is worth `*a` for the least
//! ordinal `a` that none of its options is worth (Winning Ways ch. 11). A heap of ordinal size has
//! an option of each smaller size, so it is worth its size, and heaps are added by exclusive or
//! of the coefficients of equal powers of ω.

use upstar_rules::Rules;
use upstar_rules::erased::unboxed_position;
use upstar_rules::infinite::infinite_nim::InfiniteNim;
use upstar_rules::infinite::ordinal::Ordinal;
use upstar_values::surreal::{Surreal, SurrealError, TransfiniteNimber};

/// An ordinal as a number.
pub fn number(size: &Ordinal) -> Result<Surreal, SurrealError> {
    let mut sum = Surreal::from(0);
    for (exponent, coefficient) in size.terms() {
        let power = number(exponent)?.omega_power()?;
        let coefficient = Surreal::from(dashu_int::IBig::from(*coefficient));
        sum = sum.add(&power.mul(&coefficient)?)?;
    }
    Ok(sum)
}

/// What a position of heaps of ordinal size is worth; `None` for positions of other games.
///
/// ```
/// use upstar_rules::{Rules, infinite::infinite_nim::InfiniteNim};
/// let position = InfiniteNim.parse("omega*2+3, omega+1")?;
/// let value = upstar_theory::infinite::nimber::<InfiniteNim>(&position)?.unwrap();
/// assert_eq!(value.to_string(), "*(ω×3+2)");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn nimber<R: Rules>(position: &R::Position) -> Result<Option<TransfiniteNimber>, SurrealError> {
    let Some(heaps) = unboxed_position::<InfiniteNim>(position) else { return Ok(None) };
    let mut total: Option<TransfiniteNimber> = None;
    for size in std::iter::once(&Ordinal::default()).chain(heaps.sizes()) {
        // A sum of powers with positive coefficients is an ordinal.
        let Ok(heap) = TransfiniteNimber::new(number(size)?) else { return Ok(None) };
        total = Some(match total {
            None => heap,
            Some(total) => total.add(&heap)?,
        });
    }
    Ok(total)
}
