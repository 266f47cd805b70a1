//! Numbers beyond the finite: generalized ordinals, their quotients, and infinite nimbers.
//!
//! A [`GeneralizedOrdinal`] is a finite sum of `ω^e · n` with integers `n` and ordinals `e` below
//! ε₀. These sums are a commutative ring inside the surreal numbers: what is added and multiplied
//! here are *numbers*, so the operations are the natural (Hessenberg) ones and `1 + ω = ω + 1`.
//! Every ordinal `e` is a finite sum of `ω^b · k`, and `ω^(ω^b · k) = (ω^ω^b)^k`; hence the ring
//! is the ring of polynomials with integer coefficients in the variables `ω^ω^b`, one for each
//! `b`. It has unique factorisation, so its quotients, the [`Surreal`]s, have lowest terms, and
//! equal numbers are equal as data.
//!
//! Sources: Conway, *On Numbers and Games*, ch. 2 and 3; Gonshor, *An Introduction to the Theory
//! of Surreal Numbers*, ch. 5 and 6; *Winning Ways*, ch. 11, for the nimbers.
//!
//! Nothing here runs away: sums are bounded in size and depth, and quotients in work, by
//! constants of this module; beyond them there is a [`SurrealError`].

mod cantor;
mod concatenation;
mod display;
mod evaluation;
mod fraction;
mod gcd;
mod lenstra;
mod loopy;
mod nimber;
mod ordinal;
mod polynomial;
mod roots;
mod simplest;

pub use cantor::CantorError;
pub use fraction::Surreal;
pub use lenstra::TransfiniteNimError;
pub use loopy::OrdinalLoopy;
pub use nimber::{NotAnOrdinal, TransfiniteNimber};
pub use ordinal::{GeneralizedOrdinal, PowerTerm};
pub use roots::MAX_ROOTS;
pub use simplest::Bound;

/// The largest size of a generalized ordinal: its terms, those of its exponents at every depth,
/// and the words of its coefficients.
pub const MAX_SIZE: u64 = 1 << 18;

/// The greatest depth of exponents above exponents.
pub const MAX_DEPTH: u32 = 64;

/// Steps that one product, or one reduction to lowest terms, may take.
pub const MAX_WORK: u64 = 1 << 24;

/// What the arithmetic of surreal numbers refuses.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SurrealError {
    /// The divisor is zero.
    #[error("division by zero")]
    DivisionByZero,
    /// The result would be larger than [`MAX_SIZE`].
    #[error("the result has too many terms or too large coefficients")]
    TooLarge,
    /// The result would have exponents nested deeper than [`MAX_DEPTH`].
    #[error("exponents are nested more than {MAX_DEPTH} deep")]
    TooDeep,
    /// The computation would take more than [`MAX_WORK`] steps.
    #[error("the numbers are so large that this takes too many steps")]
    TooMuchWork,
    /// A power of ω whose exponent is a fraction.
    #[error("ω^({0}) is not a quotient of sums of powers of ω")]
    FractionalExponent(Surreal),
    /// A power whose exponent is not an integer and whose base is not ω.
    #[error("only ω has powers with infinite or fractional exponents, not {0}")]
    InfinitePower(Surreal),
    /// The birthday is known for sums of powers of ω and for rationals only.
    #[error("the birthday of {0} is not known to this program")]
    UnknownBirthday(Surreal),
    /// The simplest number of an interval is not a quotient, or lies deeper than this program looks.
    #[error("the simplest number between these is not known to this program")]
    NotSimple,
    /// The signs of a number are known for sums of powers of ω and rational numbers only.
    #[error("ordinal sums with {0} are not known to this program")]
    NoSigns(Surreal),
}

/// A count of the steps that are left.
#[derive(Debug)]
struct StepsLeft {
    left: u64,
}

impl StepsLeft {
    fn new() -> StepsLeft {
        StepsLeft { left: MAX_WORK }
    }

    fn spend(&mut self, steps: u64) -> Result<(), SurrealError> {
        self.left = self.left.checked_sub(steps).ok_or(SurrealError::TooMuchWork)?;
        Ok(())
    }
}
