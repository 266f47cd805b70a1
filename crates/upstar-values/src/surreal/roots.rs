//! Nim-roots of ordinals below `ω^ω^ω`.
//!
//! There every nimber has `n`th roots, as the field is algebraically closed; the square root is
//! one of the conjugates, `x^(2^(d-1))` in a field of degree `d`. For an odd prime `p` let
//! `2^d - 1 = p^s · t` with `t` prime to `p`. If `s = 0` the root is a power of `x`. Otherwise, if
//! `x` is no `p`th power, `d` is taken `p` times as large, where it is one. A nimber `g` that is
//! no `p`th power is known: `α(p)`, or the largest `χ(j,k)` of the field, whose own `p`th root
//! comes only in a larger one. Then `h = g^t` generates the roots of unity whose order is a power
//! of `p`, and a logarithm to the base `h`, digit by digit, corrects the root that `s = 0` would
//! give (Adleman, Manders and Miller, 1977).

use super::lenstra::{CONSTANTS, Constant, Exponent, NimElement, TransfiniteNimError};
use super::lenstra::{degree, invert, lcm, multiply, power, square};
use super::{StepsLeft, SurrealError, TransfiniteNimber};
use dashu_int::{IBig, UBig, ops::ExtendedGcd, ops::RemEuclid};

/// The most roots that are listed.
pub const MAX_ROOTS: u64 = 4096;

type Result<T> = std::result::Result<T, TransfiniteNimError>;

fn one() -> NimElement {
    NimElement::from([(Exponent::new(), UBig::ONE)])
}

/// `2^degree - 1`
fn units(degree: &UBig, work: &mut StepsLeft) -> Result<UBig> {
    let degree = u64::try_from(degree).map_err(|_| SurrealError::TooMuchWork)?;
    work.spend(degree)?;
    let degree = usize::try_from(degree).map_err(|_| SurrealError::TooMuchWork)?;
    Ok((UBig::ONE << degree) - UBig::ONE)
}

fn square_root(x: &NimElement, work: &mut StepsLeft) -> Result<NimElement> {
    let degree = degree(x, work)?;
    let steps = u64::try_from(&degree).map_err(|_| SurrealError::TooMuchWork)?;
    work.spend(steps)?;
    let mut root = x.clone();
    for _ in 1..steps {
        root = square(&root, work)?;
    }
    Ok(root)
}

/// The inverse of `p` modulo `t`.
fn inverse_modulo(p: u64, t: &UBig) -> UBig {
    if t.is_one() {
        return UBig::ZERO;
    }
    let (_, inverse, _): (UBig, IBig, IBig) = UBig::from(p).gcd_ext(t.clone());
    inverse.rem_euclid(t.as_ibig())
}

/// The roots of unity whose order divides `p^s`, and what is needed to take `p`th roots.
struct Sylow {
    p: u64,
    s: u32,
    /// The other factor of `2^d - 1`.
    t: UBig,
    /// Has order `p^s`.
    generator: NimElement,
}

impl Sylow {
    /// In a field of degree `d` that contains `α(p)`; `j` is the index of `p`.
    fn new(j: usize, constant: &Constant, d: &UBig, work: &mut StepsLeft) -> Result<Sylow> {
        let p = constant.prime;
        let mut k = 0;
        let mut own = &constant.degree * UBig::from(p);
        while (d % &own).is_zero() {
            own *= UBig::from(p);
            k += 1;
        }
        let nonresidue = match k {
            0 => constant.alpha.clone(),
            _ => {
                let exponent = Exponent::from([(j as u32, UBig::from(p).pow(k - 1))]);
                NimElement::from([(exponent, UBig::ONE)])
            }
        };
        let mut t = units(d, work)?;
        let mut s = 0;
        while (&t % p) == 0 {
            t /= p;
            s += 1;
        }
        let generator = power(&nonresidue, &t, work)?;
        Ok(Sylow { p, s, t, generator })
    }

    /// The exponent of `y` as a power of the generator; `y` has order dividing `p^s`.
    fn logarithm(&self, y: &NimElement, work: &mut StepsLeft) -> Result<UBig> {
        let top = power(&self.generator, &UBig::from(self.p).pow(self.s as usize - 1), work)?;
        let back = invert(&self.generator, work)?;
        let (mut logarithm, mut place) = (UBig::ZERO, UBig::ONE);
        for i in 0..self.s {
            let reduced = multiply(y, &power(&back, &logarithm, work)?, work)?;
            let shift = UBig::from(self.p).pow((self.s - 1 - i) as usize);
            let target = power(&reduced, &shift, work)?;
            let (mut digit, mut current) = (0u64, one());
            while current != target {
                digit += 1;
                if digit == self.p {
                    return Err(SurrealError::TooMuchWork.into());
                }
                current = multiply(&current, &top, work)?;
            }
            logarithm += &place * UBig::from(digit);
            place *= UBig::from(self.p);
        }
        Ok(logarithm)
    }
}

/// All `p`th roots of what is not zero, for the odd prime `p` at index `j`.
fn odd_roots(x: &NimElement, j: usize, work: &mut StepsLeft) -> Result<Vec<NimElement>> {
    let Some(constant) = CONSTANTS.get(j) else { return Err(SurrealError::TooMuchWork.into()) };
    let p = constant.prime;
    let mut d = lcm(&degree(x, work)?, &constant.degree);
    let whole = units(&d, work)?;
    if power(x, &(&whole / p), work)? != one() {
        d *= UBig::from(p);
    }
    let sylow = Sylow::new(j, constant, &d, work)?;
    let mut root = power(x, &inverse_modulo(p, &sylow.t), work)?;
    // root^p = x · e, where the order of e divides p^s.
    let excess = multiply(&power(&root, &UBig::from(p), work)?, &invert(x, work)?, work)?;
    let logarithm = sylow.logarithm(&excess, work)?;
    let correction = power(&sylow.generator, &(logarithm / UBig::from(p)), work)?;
    root = multiply(&root, &invert(&correction, work)?, work)?;
    let unity = power(&sylow.generator, &UBig::from(p).pow(sylow.s as usize - 1), work)?;
    let mut roots = Vec::new();
    for _ in 0..p {
        roots.push(root.clone());
        root = multiply(&root, &unity, work)?;
    }
    Ok(roots)
}

impl TransfiniteNimber {
    /// The one nimber with this nim-square.
    ///
    /// ```
    /// use upstar_values::surreal::{Surreal, TransfiniteNimber};
    /// let omega = TransfiniteNimber::new(Surreal::omega())?;
    /// let root = omega.square_root()?;
    /// assert_eq!(root.to_string(), "*(ω^2×2)");
    /// assert_eq!(root.mul(&root)?, omega);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn square_root(&self) -> Result<Self> {
        Self::from_element(square_root(&self.element()?, &mut StepsLeft::new())?)
    }

    /// All `n`th nim-roots, smallest first; `n` is not 0.
    ///
    /// ```
    /// use upstar_values::surreal::{Surreal, TransfiniteNimber};
    /// let two = TransfiniteNimber::new(Surreal::from(2))?;
    /// let roots: Vec<String> = two.roots(3)?.iter().map(|root| root.to_string()).collect();
    /// assert_eq!(roots, ["*ω", "*(ω×2)", "*(ω×3)"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn roots(&self, n: u64) -> Result<Vec<Self>> {
        let mut work = StepsLeft::new();
        let mut roots = vec![self.element()?];
        if n == 0 || n > MAX_ROOTS {
            return Err(SurrealError::TooMuchWork.into());
        }
        let mut rest = n;
        while rest.is_multiple_of(2) {
            rest /= 2;
            roots = roots.iter().map(|x| square_root(x, &mut work)).collect::<Result<_>>()?;
        }
        for (j, constant) in CONSTANTS.iter().enumerate() {
            while rest.is_multiple_of(constant.prime) {
                rest /= constant.prime;
                let mut next = Vec::new();
                for x in &roots {
                    if x.is_empty() {
                        next.push(NimElement::new())
                    } else {
                        next.append(&mut odd_roots(x, j, &mut work)?)
                    }
                }
                roots = next;
            }
        }
        if rest > 1 {
            return Err(TransfiniteNimError::UnknownConstant(rest));
        }
        let roots = roots.into_iter().map(Self::from_element);
        let mut roots = roots.collect::<Result<Vec<_>>>()?;
        roots.sort_by(|a, b| a.heap().cmp(b.heap()));
        Ok(roots)
    }
}
