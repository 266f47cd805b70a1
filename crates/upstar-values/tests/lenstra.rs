//! Nim arithmetic of infinite ordinals, against tables and the laws of fields.

use dashu_int::{IBig, UBig};
use proptest::prelude::*;
use upstar_values::nim::nim_product_u64;
use upstar_values::surreal::{Surreal, TransfiniteNimError, TransfiniteNimber};

fn int(n: i64) -> Surreal {
    n.into()
}

/// `ω^(ω^j · c)`
fn generator(j: i64, c: i64) -> TransfiniteNimber {
    let exponent = int(j).omega_power().unwrap().mul(&int(c)).unwrap();
    TransfiniteNimber::new(exponent.omega_power().unwrap()).unwrap()
}

fn finite(n: i64) -> TransfiniteNimber {
    TransfiniteNimber::new(int(n)).unwrap()
}

/// `α(p)` for the prime `p` of index `j`: the `p`th power of the generator.
fn constant(j: i64, prime: u64) -> TransfiniteNimber {
    generator(j, 1).pow(&prime.into()).unwrap()
}

#[test]
fn known_products() {
    let omega = generator(0, 1);
    assert_eq!(omega.mul(&omega).unwrap(), generator(0, 2));
    assert_eq!(omega.pow(&3.into()).unwrap(), finite(2));
    assert_eq!(generator(1, 1).mul(&generator(1, 4)).unwrap(), finite(4));
    assert_eq!(generator(0, 27).pow(&81.into()).unwrap(), finite(2));
    let too_large = generator(1, 1).heap().clone();
    let too_large = Surreal::from(too_large).omega_power().unwrap();
    let too_large = TransfiniteNimber::new(too_large).unwrap();
    let refusal = too_large.mul(&finite(2));
    assert!(matches!(refusal, Err(TransfiniteNimError::TooLarge(_))), "{refusal:?}");
}

/// The table of *On Numbers and Games*, ch. 6, and some of Lenstra's continuation.
#[test]
fn constants_of_the_first_primes() {
    let table = [
        (3, "2"),
        (5, "4"),
        (7, "ω+1"),
        (11, "ω^ω+1"),
        (13, "ω+4"),
        (17, "16"),
        (19, "ω^3+4"),
        (23, "ω^ω^3+1"),
        (29, "ω^ω^2+4"),
        (31, "ω^ω+1"),
        (37, "ω^3+4"),
        (41, "ω^ω+1"),
        (43, "ω^ω^2+1"),
        (47, "ω^ω^7+1"),
        (53, "ω^ω^4+1"),
        (59, "ω^ω^8+1"),
        (61, "ω^ω+ω"),
        (67, "ω^ω^3+ω"),
    ];
    for (j, (prime, alpha)) in (0..).zip(table) {
        assert_eq!(constant(j, prime).heap().to_string(), alpha, "α({prime})");
    }
    assert!(generator(58, 1).pow(&281.into()).is_ok());
}

/// `α(p)` is the first of its form that is not a `p`th power; checked where fields are small.
#[test]
fn constants_are_the_first_without_root() {
    let mut checked = 0;
    let primes = [3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71, 73];
    let excesses = [0, 0, 1, 1, 0, 0, 4, 1, 0, 1, 0, 1, 1, 1, 1, 1, 0, 0, 0, 1];
    for (j, (prime, excess)) in (0..).zip(primes.into_iter().zip(excesses)) {
        let alpha = constant(j, prime);
        // The least degree of a field that contains the constant and has `p`th roots of 1.
        let (mut power, mut degree) = (alpha.clone(), 0);
        let found = (1..=42).any(|n| {
            power = power.mul(&power).unwrap();
            degree = n;
            power == alpha && UBig::ones(n) % prime == 0
        });
        if !found {
            continue;
        }
        for less in 0..=excess {
            let candidate = alpha.add(&finite(excess ^ less)).unwrap();
            let exponent = UBig::ones(degree) / prime;
            let has_root = candidate.pow(&exponent.into()).unwrap() == finite(1);
            assert_eq!(has_root, less < excess, "α({prime}) - {less}");
        }
        checked += 1;
    }
    assert!(checked >= 10, "{checked}");
}

/// Exponents of a hundred digits are added digit by digit, in the base of each prime.
#[test]
fn digits_of_large_numbers() {
    let number = IBig::from(10).pow(100);
    let power = |j: i64, c: &IBig| {
        let exponent = int(j).omega_power().unwrap().mul(&c.clone().into()).unwrap();
        TransfiniteNimber::new(exponent.omega_power().unwrap()).unwrap()
    };
    for (j, p) in [(0, 3), (1, 5), (2, 7), (58, 281)] {
        let large = power(j, &number);
        assert_eq!(large.mul(&finite(1)).unwrap(), large);
        // The digit of the least power of p that is larger is free, so nothing is carried.
        let free = std::iter::successors(Some(IBig::from(p)), |q| Some(q * IBig::from(p)));
        let free = free.into_iter().find(|q| *q > number).unwrap();
        assert_eq!(large.mul(&power(j, &free)).unwrap(), power(j, &(&number + &free)));
        // Where the second digit is 0, the highest one and what completes it to p carry into it.
        let p = IBig::from(p);
        let highest = &free / &p;
        let next = &highest / &p;
        let digit = &number / &highest;
        let rest = &number % &next;
        let large = power(j, &(&highest * &digit + &rest));
        let completing = power(j, &(&highest * (&p - digit)));
        assert_eq!(large.mul(&completing).unwrap(), power(j, &(rest + next)), "{p}");
    }
}

#[test]
fn unknown_constants_are_refused() {
    let far = generator(59, 1);
    assert_eq!(far.mul(&finite(3)).unwrap().to_string(), "*(ω^ω^59×3)");
    assert_eq!(far.mul(&far), Err(TransfiniteNimError::UnknownConstant(283)));
    assert_eq!(finite(0).inverse(), Err(TransfiniteNimError::DivisionByZero));
    let deep = generator(58, 281);
    assert!(matches!(deep.inverse(), Err(TransfiniteNimError::Refused(_))));
}

fn nimber() -> impl Strategy<Value = TransfiniteNimber> {
    let term = (0i64..4, 0i64..3, 0i64..2, 0i64..20).prop_map(|(a, b, c, n)| {
        let product = generator(0, a).mul(&generator(1, b)).unwrap();
        product.mul(&generator(2, c)).unwrap().mul(&finite(n)).unwrap()
    });
    proptest::collection::vec(term, 0..4)
        .prop_map(|terms| terms.iter().fold(finite(0), |sum, term| sum.add(term).unwrap()))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]
    #[test]
    fn field_laws(a in nimber(), b in nimber(), c in nimber()) {
        prop_assert_eq!(a.mul(&b).unwrap(), b.mul(&a).unwrap());
        let (ab, bc) = (a.mul(&b).unwrap(), b.mul(&c).unwrap());
        prop_assert_eq!(ab.mul(&c).unwrap(), a.mul(&bc).unwrap());
        let ac = a.mul(&c).unwrap();
        prop_assert_eq!(a.mul(&b.add(&c).unwrap()).unwrap(), ab.add(&ac).unwrap());
        prop_assert_eq!(a.pow(&5.into()).unwrap(), (0..5).fold(finite(1), |p, _| p.mul(&a).unwrap()));
    }

    #[test]
    fn inverses(a in 0i64..9, b in 0i64..5, m in 0i64..20, n in 0i64..20) {
        let x = generator(0, a).mul(&finite(m)).unwrap();
        let x = x.add(&generator(1, b).mul(&finite(n)).unwrap()).unwrap();
        prop_assume!(x != finite(0));
        let inverse = x.inverse().unwrap();
        prop_assert_eq!(x.mul(&inverse).unwrap(), finite(1));
        prop_assert_eq!(x.pow(&(-2).into()).unwrap(), inverse.mul(&inverse).unwrap());
    }

    #[test]
    fn finite_products(m in 0i64..1000, n in 0i64..1000) {
        let product = nim_product_u64(m as u64, n as u64) as i64;
        prop_assert_eq!(finite(m).mul(&finite(n)).unwrap(), finite(product));
    }
}
