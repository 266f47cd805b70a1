//! Divisors, primes, factorials.

use super::Call;
use super::rows::rows;
use crate::error::{ErrorKind, Evaluated};
use crate::eval::{Interpreter, fail, number_error};
use crate::numbers::NumberError;
use crate::value::{Game, Value, bits};
use dashu_int::{IBig, UBig};
use upstar_values::integers;

/// The product of `first`, `first` + 1, ..., divided by 1, 2, ... on the way if `divided`, so that it
/// is always whole.
fn rising(
    m: &mut Interpreter,
    c: &Call<'_>,
    first: &UBig,
    count: u64,
    divided: bool,
) -> Evaluated<Value> {
    let mut product = IBig::ONE;
    for k in 0..count {
        m.step(c.span)?;
        product *= IBig::from(first + UBig::from(k));
        if divided {
            product /= IBig::from(k + 1);
        }
        if bits(&product) > m.settings.max_bits {
            return Err(number_error(c.span)(NumberError::TooLarge(m.settings.max_bits)));
        }
    }
    Ok(Value::Game(Game::Integer(product)))
}

/// A factor count that a loop can take.
fn count(m: &Interpreter, n: &UBig, c: &Call<'_>) -> Evaluated<u64> {
    u64::try_from(n).map_err(|_| number_error(c.span)(NumberError::TooLarge(m.settings.max_bits)))
}

/// The bases that decide for every number below 2^64 (Sorenson and Webster, Strong pseudoprimes to
/// twelve prime bases, 2015).
const BASES: [u64; 12] = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37];

fn power(mut base: u64, mut exponent: u64, modulus: u64) -> u64 {
    let times = |a: u64, b: u64| (u128::from(a) * u128::from(b) % u128::from(modulus)) as u64;
    let mut result = 1 % modulus;
    while exponent > 0 {
        if exponent % 2 == 1 {
            result = times(result, base);
        }
        base = times(base, base);
        exponent /= 2;
    }
    result
}

fn is_prime(n: u64) -> bool {
    if n < 2 || BASES.iter().any(|&prime| n != prime && n.is_multiple_of(prime)) {
        return false;
    }
    let twos = (n - 1).trailing_zeros();
    let odd = (n - 1) >> twos;
    BASES.iter().filter(|&&base| base < n).all(|&base| {
        let mut x = power(base, odd, n);
        let mut passed = x == 1 || x == n - 1;
        for _ in 1..twos {
            x = power(x, 2, n);
            passed |= x == n - 1;
        }
        passed
    })
}

rows! { pub(super) TABLE |m, c|
    Number.Lcm(a: IBig, other: IBig) "the least common multiple of integers"
        ["12 Lcm 18", "36"] {
            let divisor = IBig::from(integers::gcd(&a, &other));
            if divisor.is_zero() {
                return Ok(Value::Game(Game::Integer(IBig::ZERO)));
            }
            if bits(&a).saturating_add(bits(&other)) > m.settings.max_bits {
                return Err(number_error(c.span)(NumberError::TooLarge(m.settings.max_bits)).into());
            }
            let multiple = a / divisor * other;
            Value::Game(Game::Integer(crate::numbers::magnitude(multiple).into()))
        };
    Number.Factorial(n: UBig) "the product of 1, 2, ..., n"
        ["[n.Factorial for n from 0 to 5]", "[1,1,2,6,24,120]"] {
            let factors = count(m, &n, c)?;
            rising(m, c, &UBig::ONE, factors, false)
        };
    Number.Binomial(n: UBig, k: UBig) "how many sets of k members n things have"
        ["[6.Binomial(k) for k from 0 to 7]", "[1,6,15,20,15,6,1,0]"] {
            if k > n {
                return Ok(Value::Game(Game::Integer(IBig::ZERO)));
            }
            let fewer = (&n - &k).min(k);
            let factors = count(m, &fewer, c)?;
            rising(m, c, &(n - fewer + UBig::ONE), factors, true)?
        };
    Number.IsPrime(n: IBig) "is it a prime number? It must be smaller than 2^64"
        ["[n for n from 0 to 30 where n.IsPrime]", "[2,3,5,7,11,13,17,19,23,29]"] {
            if n < IBig::ZERO {
                return Ok(Value::Boolean(false));
            }
            match u64::try_from(&n) {
                Ok(n) => Ok(Value::Boolean(is_prime(n))),
                Err(_) => {
                    let message = "whether a number is prime is only told below 2^64";
                    Err(fail(ErrorKind::Size, c.at(0), message))
                }
            }?
        };
}
