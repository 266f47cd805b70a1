//! Theorems that give the value of special positions at once.
//!
//! Plain functions on numbers; the theorem and its source stand at each. They agree with the
//! general engines, which the tests confirm position by position. [`theorem`] joins them to the
//! engines.

pub mod cakes;
pub mod coin_code;
pub mod coins;
mod disguises;
pub(crate) mod endless;
pub mod hackenbush;
pub mod heaps;
pub mod loopy_hackenbush;
pub mod moore;
pub(crate) mod one_heap;
mod plain;
mod primes;
mod sums;
pub mod theorem;
pub mod top_entails;
pub mod welter;

/// The k-th number, from k = 0, that has an odd number of binary digits 1: 1, 2, 4, 7, 8, 11...
///
/// ```
/// let first: Vec<u64> = (0..8).map(upstar_theory::structure::odious).collect();
/// assert_eq!(first, [1, 2, 4, 7, 8, 11, 13, 14]);
/// ```
pub fn odious(k: u32) -> u64 {
    2 * u64::from(k) + u64::from(k.count_ones().is_multiple_of(2))
}
