//! Sets of numbers that may be taken in a subtraction game.

/// The numbers that may be taken.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Set {
    /// These, in increasing order, none of them 0.
    These(Vec<u32>),
    /// All others, in increasing order.
    AllBut(Vec<u32>),
    /// 1, 4, 9, ...
    Squares,
    /// 2, 3, 5, ...
    Primes,
    /// 1, 2, 4, ...
    PowersOfTwo,
}

fn is_prime(n: u128) -> bool {
    n > 1 && (2..=n.isqrt()).all(|d| !n.is_multiple_of(d))
}

fn listed(set: &[u32], s: u128) -> bool {
    u32::try_from(s).is_ok_and(|s| set.binary_search(&s).is_ok())
}

impl Set {
    /// May `s` be taken?
    pub fn contains(&self, s: u128) -> bool {
        match self {
            Set::These(set) => listed(set, s),
            Set::AllBut(set) => s > 0 && !listed(set, s),
            Set::Squares => s > 0 && s.isqrt().pow(2) == s,
            Set::Primes => is_prime(s),
            Set::PowersOfTwo => s.is_power_of_two(),
        }
    }

    /// The numbers from 1 to `most` that may be taken, in increasing order.
    pub fn up_to(&self, most: u128) -> Box<dyn Iterator<Item = u128> + '_> {
        match self {
            Set::These(set) => {
                Box::new(set.iter().map(|&s| u128::from(s)).take_while(move |&s| s <= most))
            }
            Set::Squares => Box::new((1..=most.isqrt()).map(|root| root * root)),
            Set::PowersOfTwo => {
                Box::new((0..u128::BITS).map(|e| 1u128 << e).take_while(move |&s| s <= most))
            }
            Set::AllBut(_) | Set::Primes => Box::new((1..=most).filter(move |&s| self.contains(s))),
        }
    }

    /// At least the number of members from 1 to `most`, and of the steps to list them.
    pub fn count_up_to(&self, most: u128) -> u128 {
        match self {
            Set::These(set) => set.partition_point(|&s| u128::from(s) <= most) as u128,
            Set::Squares => most.isqrt(),
            Set::PowersOfTwo => u128::from(u128::BITS - most.leading_zeros()),
            Set::AllBut(_) | Set::Primes => most,
        }
    }

    /// The largest member, if there is one; 0 for the empty set.
    pub fn largest(&self) -> Option<u32> {
        match self {
            Set::These(set) => Some(set.last().copied().unwrap_or(0)),
            _ => None,
        }
    }
}

impl std::fmt::Display for Set {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let list = |set: &[u32]| set.iter().map(u32::to_string).collect::<Vec<_>>().join(",");
        match self {
            Set::These(set) => f.write_str(&list(set)),
            Set::AllBut(set) => write!(f, "all-but {}", list(set)),
            Set::Squares => f.write_str("squares"),
            Set::Primes => f.write_str("primes"),
            Set::PowersOfTwo => f.write_str("powers-of-2"),
        }
    }
}
