//! How numbers beyond the finite are written: `ω^(ω^2+ω)-ω^20×9+ω×3`, `1/ω`, `*(ω+5)`.
//!
//! Powers come first and coefficients after them, as in Cantor's normal form. Parentheses stand
//! wherever the text would otherwise be read as another number; a power tower needs none, as `^`
//! groups to the right.

use super::{GeneralizedOrdinal, Surreal, TransfiniteNimber};
use dashu_int::{IBig, ops::Abs};
use std::fmt;

/// The signs to write with.
#[derive(Clone, Copy)]
struct Signs {
    omega: &'static str,
    times: &'static str,
}

const UNICODE: Signs = Signs { omega: "ω", times: "×" };
const ASCII: Signs = Signs { omega: "omega", times: "*" };

/// With `{:#}` everything is written in ASCII: `omega` for ω, `*` for ×.
fn signs(f: &fmt::Formatter<'_>) -> Signs {
    if f.alternate() { ASCII } else { UNICODE }
}

impl GeneralizedOrdinal {
    fn write(&self, f: &mut fmt::Formatter<'_>, signs: Signs) -> fmt::Result {
        if self.is_zero() {
            return f.write_str("0");
        }
        for (i, term) in self.terms().iter().enumerate() {
            if term.coefficient < IBig::ZERO {
                f.write_str("-")?;
            } else if i > 0 {
                f.write_str("+")?;
            }
            let coefficient = (&term.coefficient).abs();
            if term.exponent.is_zero() {
                write!(f, "{coefficient}")?;
                continue;
            }
            f.write_str(signs.omega)?;
            if !term.exponent.is_one() {
                f.write_str("^")?;
                let simple = term.exponent.as_integer().is_some() || term.exponent.is_power();
                term.exponent.write_grouped(f, signs, !simple)?;
            }
            if !coefficient.is_one() {
                write!(f, "{}{coefficient}", signs.times)?;
            }
        }
        Ok(())
    }

    fn write_grouped(
        &self,
        f: &mut fmt::Formatter<'_>,
        signs: Signs,
        parentheses: bool,
    ) -> fmt::Result {
        if !parentheses {
            return self.write(f, signs);
        }
        f.write_str("(")?;
        self.write(f, signs)?;
        f.write_str(")")
    }

    /// Is this a power of ω, with coefficient one?
    fn is_power(&self) -> bool {
        matches!(self.terms(), [term] if term.coefficient.is_one())
    }
}

impl fmt::Display for GeneralizedOrdinal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let signs = signs(f);
        self.write(f, signs)
    }
}

impl fmt::Debug for GeneralizedOrdinal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f, UNICODE)
    }
}

impl fmt::Display for Surreal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let signs = signs(f);
        let (numerator, denominator) = (self.numerator(), self.denominator());
        if denominator.is_one() {
            return numerator.write(f, signs);
        }
        numerator.write_grouped(f, signs, numerator.terms().len() > 1)?;
        f.write_str("/")?;
        let simple = denominator.as_integer().is_some() || denominator.is_power();
        denominator.write_grouped(f, signs, !simple)
    }
}

impl fmt::Display for TransfiniteNimber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let signs = signs(f);
        let heap = self.heap();
        if heap.is_zero() {
            return f.write_str("0");
        }
        f.write_str("*")?;
        if heap.is_one() {
            return Ok(());
        }
        heap.write_grouped(f, signs, heap.as_integer().is_none() && !heap.is_power())
    }
}
