//! Codes that are the same game: first cousins, standard form, saturation.
//!
//! *First cousins.* If a heap of 1 has no move (d1 is even), heaps of 1 may be ignored and every
//! heap of n + 1 called n. Taking i and leaving h heaps then takes i + h - 1 and leaves at most
//! h heaps, each perhaps empty. Repeating this gives the standard form, in which d1 is odd:
//! G'(n) = G(n + 1) (Guy and Smith 1956; Winning Ways ch. 4).
//!
//! *Saturation.* A bit of the code that changes no value may as well be set: taking the whole
//! heap of i when G(i) is not 0 (its options contain a 0 already); leaving one heap after
//! taking m + i, when breaking into two is allowed after taking m and G(i) = 0. Only values up
//! to the length of the code are needed, and by induction codes with the same saturated form
//! have the same sequence.
//!
//! Theorem: `docs/heaps.md#cousins`.

use crate::plain::MexEngine;
use crate::sequence::Engine;
use upstar_base::Budget;
use upstar_rules::heap::code::HeapCode;

/// The longest code for which these forms are computed.
const LONGEST: usize = 256;

/// The digits of the first cousin with heaps one smaller; `None` when a heap of 1 has a move or
/// no heap has one.
pub fn first_cousin(digits: &[u64]) -> Option<Vec<u64>> {
    if digits.get(1).is_some_and(|d1| d1 & 1 == 1) || digits.iter().all(|&d| d == 0) {
        return None;
    }
    let most = digits.iter().map(|d| 64 - d.leading_zeros() as usize).max().unwrap_or(0);
    let mut shifted = vec![0u64; digits.len() + most];
    for (i, &digit) in digits.iter().enumerate() {
        for heaps in (0..63).filter(|h| (digit >> h) & 1 == 1) {
            // A whole heap of i <= 1 cannot be taken here, so the index is not negative.
            if let Some(place) = (i + heaps).checked_sub(1) {
                shifted[place] |= (2 << heaps) - 1;
            }
        }
    }
    while shifted.len() > 1 && shifted.last() == Some(&0) {
        shifted.pop();
    }
    Some(shifted)
}

/// The codes met on the way to the standard form, this one first.
///
/// ```
/// let chain = upstar_heaps::standard::cousins(&".4".parse()?).unwrap();
/// let names: Vec<String> = chain.iter().map(ToString::to_string).collect();
/// assert_eq!(names, ["0.4", "0.07", "0.137"]);
/// # Ok::<(), upstar_rules::PositionError>(())
/// ```
pub fn cousins(code: &HeapCode) -> Option<Vec<HeapCode>> {
    let mut digits = code.bits()?;
    let mut chain = vec![code.clone()];
    while digits.len() <= LONGEST && digits.iter().all(|&d| d < 1 << 32) {
        match first_cousin(&digits) {
            Some(next) => digits = next,
            None => return Some(chain),
        }
        chain.push(HeapCode::from_bits(&digits)?);
    }
    None
}

/// The saturated code with the digits d0 to d`length`, for games that leave at most two heaps.
pub fn saturated(code: &HeapCode, length: usize) -> Option<HeapCode> {
    let mut digits = code.bits()?;
    if digits.iter().any(|&d| d > 7) || digits.len() > length + 1 || length > LONGEST {
        return None;
    }
    digits.resize(length + 1, 0);
    let mut plain = MexEngine::new(code.clone());
    plain.extend(length as u64 + 1, &Budget::unlimited()).ok()?;
    let values = plain.values();
    let breaks: Vec<usize> = (0..=length).filter(|&m| digits[m] & 4 != 0).collect();
    for i in 1..=length {
        if values[i] != 0 {
            digits[i] |= 1;
        }
        if breaks.iter().any(|&m| m < i && values[i - m] == 0) {
            digits[i] |= 2;
        }
    }
    HeapCode::from_bits(&digits)
}

/// A name that codes share only if they are the same game up to leading zeros: the saturated
/// standard form, written to a fixed length.
pub fn class_name(code: &HeapCode, length: usize) -> Option<String> {
    let standard = cousins(code)?.pop()?;
    saturated(&standard, length).map(|code| code.to_string())
}
