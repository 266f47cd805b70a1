//! Ordinals below ε₀ as sizes of heaps: plain data, written `omega^2*3+omega+3`.
//!
//! Invariant: Cantor's normal form. Exponents strictly decrease and no coefficient is 0, so the
//! order of the lists of terms is that of the ordinals.

use crate::prelude::*;
use std::cmp::Ordering;
use std::fmt;

/// How deep exponents may stand above each other.
const MOST_DEEP: usize = 32;

/// The most terms in a text that is read.
const MOST_TERMS: usize = 1024;

/// A sum of `ω^exponent · coefficient`.
///
/// ```
/// use upstar_rules::infinite::ordinal::Ordinal;
/// let size = Ordinal::read("w^2*3+w+3")?;
/// assert_eq!(size.to_string(), "omega^2*3+omega+3");
/// assert!(size < Ordinal::read("omega^omega")?);
/// assert_eq!(Ordinal::read("3+omega").unwrap_err().at, 2);
/// # Ok::<(), upstar_rules::PositionError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Ordinal(Vec<(Ordinal, u64)>);

weighs!(Ordinal: 0);

impl From<u64> for Ordinal {
    fn from(n: u64) -> Ordinal {
        Ordinal::power(Ordinal::default(), n)
    }
}

impl Ordinal {
    /// `ω^exponent · coefficient`
    pub fn power(exponent: Ordinal, coefficient: u64) -> Ordinal {
        match coefficient {
            0 => Ordinal::default(),
            _ => Ordinal(vec![(exponent, coefficient)]),
        }
    }

    /// `ω · a + b`
    pub fn row_and_column(a: u64, b: u64) -> Ordinal {
        Ordinal::power(1.into(), a).nim_sum(&b.into())
    }

    /// The exponents of ω and their coefficients, the largest first.
    pub fn terms(&self) -> &[(Ordinal, u64)] {
        &self.0
    }

    /// Is this 0?
    pub fn is_zero(&self) -> bool {
        self.0.is_empty()
    }

    /// `a` and `b` of `ω · a + b`; `None` for what is not below `ω^2`.
    pub fn as_row_and_column(&self) -> Option<(u64, u64)> {
        let one = Ordinal::from(1);
        let mut place = (0, 0);
        for (exponent, coefficient) in &self.0 {
            match exponent {
                _ if exponent.is_zero() => place.1 = *coefficient,
                _ if *exponent == one => place.0 = *coefficient,
                _ => return None,
            }
        }
        Some(place)
    }

    /// The size of one heap that two heaps are worth: exclusive or of the coefficients of equal
    /// powers (Winning Ways ch. 11).
    pub fn nim_sum(&self, other: &Ordinal) -> Ordinal {
        let (mut xs, mut ys) = (&self.0[..], &other.0[..]);
        let mut sum = Vec::with_capacity(xs.len() + ys.len());
        while let ([x, x_rest @ ..], [y, y_rest @ ..]) = (xs, ys) {
            match x.0.cmp(&y.0) {
                Ordering::Greater => {
                    sum.push(x.clone());
                    xs = x_rest;
                }
                Ordering::Less => {
                    sum.push(y.clone());
                    ys = y_rest;
                }
                Ordering::Equal => {
                    if x.1 != y.1 {
                        sum.push((x.0.clone(), x.1 ^ y.1));
                    }
                    (xs, ys) = (x_rest, y_rest);
                }
            }
        }
        sum.extend_from_slice(xs);
        sum.extend_from_slice(ys);
        Ordinal(sum)
    }

    /// Some smaller ordinals, at least one unless this is 0: for each term those with a smaller
    /// coefficient there and nothing behind, and two that have lower powers instead.
    pub fn some_below(&self) -> Vec<Ordinal> {
        const FEW: u64 = 8;
        let mut below = Vec::new();
        for (i, (exponent, coefficient)) in self.0.iter().enumerate() {
            let with = |term: Vec<(Ordinal, u64)>| {
                Ordinal(self.0[..i].iter().cloned().chain(term).collect())
            };
            let last = coefficient.saturating_sub(FEW).max(FEW);
            for fewer in (0..*coefficient.min(&FEW)).chain(last..*coefficient) {
                below.push(with(Ordinal::power(exponent.clone(), fewer).0));
            }
            for n in 1..=2 {
                let mut term = Ordinal::power(exponent.clone(), coefficient - 1).0;
                if let Some(lower) = exponent.approached(n) {
                    term.push(lower);
                    below.push(with(term));
                }
            }
        }
        below.sort_unstable();
        below.dedup();
        below
    }

    /// A term below `ω^self`, the `n`th of a sequence that grows to it; `None` for `ω^0 = 1`.
    fn approached(&self, n: u64) -> Option<(Ordinal, u64)> {
        let (last, before) = self.0.split_last()?;
        let mut exponent = Ordinal(before.to_vec());
        exponent.0.extend(Ordinal::power(last.0.clone(), last.1 - 1).0);
        match last.0.approached(n) {
            // A successor: the power before it, n times.
            None => Some((exponent, n)),
            Some(lower) => {
                exponent.0.push(lower);
                Some((exponent, 1))
            }
        }
    }

    /// Reads an ordinal; `w`, `omega` and `ω` are the same.
    pub fn read(text: &str) -> Result<Ordinal, PositionError> {
        let mut reader = OrdinalReader { text, at: 0, terms: 0 };
        let ordinal = reader.sum(0)?;
        match reader.rest() {
            "" => Ok(ordinal),
            _ => Err(reader.expected("`+`, `*`, `^` or the end of the ordinal")),
        }
    }
}

impl fmt::Display for Ordinal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_zero() {
            return f.write_str("0");
        }
        for (i, (exponent, coefficient)) in self.0.iter().enumerate() {
            if i > 0 {
                f.write_str("+")?;
            }
            match &exponent.0[..] {
                [] => {
                    write!(f, "{coefficient}")?;
                    continue;
                }
                [(e, 1)] if e.is_zero() => f.write_str("omega")?,
                [(e, c)] if e.is_zero() || *c == 1 => write!(f, "omega^{exponent}")?,
                _ => write!(f, "omega^({exponent})")?,
            }
            if *coefficient > 1 {
                write!(f, "*{coefficient}")?;
            }
        }
        Ok(())
    }
}

struct OrdinalReader<'t> {
    text: &'t str,
    at: usize,
    terms: usize,
}

impl<'t> OrdinalReader<'t> {
    /// What is not read yet, without leading blanks.
    fn rest(&mut self) -> &'t str {
        let rest = &self.text[self.at..];
        let trimmed = rest.trim_start();
        self.at += rest.len() - trimmed.len();
        trimmed
    }

    fn take(&mut self, words: &[&str]) -> bool {
        let rest = self.rest();
        let found = words.iter().find(|word| rest.starts_with(**word));
        self.at += found.map_or(0, |word| word.len());
        found.is_some()
    }

    fn expected(&mut self, what: &str) -> PositionError {
        let found = self.rest().chars().next();
        let len = found.map_or(0, char::len_utf8);
        PositionError::new(self.at, len, format!("expected {what}"))
    }

    fn number(&mut self) -> Result<u64, PositionError> {
        let rest = self.rest();
        let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        if digits == 0 {
            return Err(self.expected("a number"));
        }
        if digits > 1 && rest.starts_with('0') {
            let message = "a number does not begin with 0, and a comma stands between two numbers";
            return Err(PositionError::new(self.at, digits, message));
        }
        let number = rest[..digits].parse().map_err(|_| {
            PositionError::new(self.at, digits, format!("numbers go up to {}", u64::MAX))
        })?;
        self.at += digits;
        Ok(number)
    }

    fn sum(&mut self, depth: usize) -> Result<Ordinal, PositionError> {
        let mut terms: Vec<(Ordinal, u64)> = Vec::new();
        loop {
            self.rest();
            let start = self.at;
            let (exponent, coefficient) = self.term(depth)?;
            self.terms += 1;
            let wrong = |message: String| PositionError::new(start, self.at - start, message);
            if self.terms > MOST_TERMS {
                return Err(wrong(format!("more than {MOST_TERMS} terms are not read")));
            }
            if let Some((before, _)) = terms.last()
                && *before <= exponent
            {
                return Err(wrong("powers of omega must decrease from term to term".to_owned()));
            }
            if coefficient > 0 {
                terms.push((exponent, coefficient));
            }
            if !self.take(&["+"]) {
                return Ok(Ordinal(terms));
            }
        }
    }

    fn term(&mut self, depth: usize) -> Result<(Ordinal, u64), PositionError> {
        if depth > MOST_DEEP {
            let message = format!("exponents are more than {MOST_DEEP} deep");
            return Err(PositionError::new(self.at, 0, message));
        }
        if self.rest().starts_with(|c: char| c.is_ascii_digit()) {
            let n = self.number()?;
            if self.rest().starts_with(['*', '×']) {
                return Err(self.expected("the coefficient behind the power, `omega*5`"));
            }
            return Ok((Ordinal::default(), n));
        }
        let exponent = self.omega(depth)?;
        let coefficient = if self.take(&["*", "×"]) { self.number()? } else { 1 };
        Ok((exponent, coefficient))
    }

    /// `omega` or `omega^...`; the exponent.
    fn omega(&mut self, depth: usize) -> Result<Ordinal, PositionError> {
        if !self.take(&["omega", "ω", "w"]) {
            return Err(self.expected("an ordinal such as `omega^2*3+omega+3` or `5`"));
        }
        if !self.take(&["^"]) {
            return Ok(1.into());
        }
        if depth >= MOST_DEEP {
            return Err(self.expected(&format!("an end: exponents are {MOST_DEEP} deep")));
        }
        if self.take(&["("]) {
            let exponent = self.sum(depth + 1)?;
            return if self.take(&[")"]) { Ok(exponent) } else { Err(self.expected("`)`")) };
        }
        if self.rest().starts_with(|c: char| c.is_ascii_digit()) {
            return self.number().map(Ordinal::from);
        }
        self.omega(depth + 1).map(|exponent| Ordinal::power(exponent, 1))
    }
}
