//! Which classes of codes there are.
//!
//! Codes are grouped by the option structure of their first distinct heaps: heaps without moves
//! are left out, heaps with the same options count once, and the rest is compared option by
//! option. That is a resemblance and no proof: it says whom to try, never what is solved.

use std::collections::BTreeMap;
use upstar_base::{Budget, Stopped};
use upstar_rules::heap::code::HeapCode;

/// How many distinct heaps are compared.
const COMPARED: usize = 14;
/// How many heaps are looked at for them.
const LOOKED_AT: u32 = 60;

/// The options of each distinct heap, in terms of the distinct heaps before it.
fn structure(code: &HeapCode) -> Vec<Vec<Vec<u16>>> {
    let mut distinct: Vec<Vec<Vec<u16>>> = Vec::new();
    let mut names: Vec<Option<u16>> = vec![None];
    for size in 1..=LOOKED_AT {
        let mut options: Vec<Vec<u16>> = Vec::new();
        code.each_option(size, &mut |heaps| {
            let mut option: Vec<u16> =
                heaps.iter().filter_map(|&heap| names[heap as usize]).collect();
            option.sort_unstable();
            options.push(option);
        });
        options.sort_unstable();
        options.dedup();
        let name = match distinct.iter().position(|known| *known == options) {
            _ if options.is_empty() => None,
            Some(known) => Some(known as u16),
            None => {
                distinct.push(options);
                Some(distinct.len() as u16 - 1)
            }
        };
        names.push(name);
        if distinct.len() >= COMPARED {
            break;
        }
    }
    distinct
}

/// The classes of all codes d0.d1...dk with d0 = 0 or 4 and, if asked for, of all quaternary codes
/// 0.d1...dq, except those that allow no move. The first code of a class represents it.
///
/// ```
/// let classes = upstar_atlas::misere::classes(1, None, &upstar_base::Budget::unlimited())?;
/// let names: Vec<String> = classes.iter().map(|class| class[0].to_string()).collect();
/// assert_eq!(names[..4], ["0.1", "0.2", "0.4", "0.5"]);
/// # Ok::<(), upstar_base::Stopped>(())
/// ```
pub fn classes(
    digits: u32,
    quaternary: Option<u32>,
    budget: &Budget,
) -> Result<Vec<Vec<HeapCode>>, Stopped> {
    let mut groups: BTreeMap<Vec<Vec<Vec<u16>>>, Vec<HeapCode>> = BTreeMap::new();
    for code in codes(digits, quaternary) {
        budget.check()?;
        let structure = structure(&code);
        if !structure.is_empty() {
            groups.entry(structure).or_default().push(code);
        }
    }
    let order = |code: &HeapCode| {
        let text = code.to_string();
        (text.len(), text)
    };
    let mut classes: Vec<Vec<HeapCode>> = groups.into_values().collect();
    for class in &mut classes {
        class.sort_by_key(order);
        class.dedup();
    }
    classes.sort_by_key(|class| class.first().map(order));
    Ok(classes)
}

/// All codes d0.d1...dk with d0 = 0 or 4, and all quaternary codes 0.d1...dq.
fn codes(digits: u32, quaternary: Option<u32>) -> impl Iterator<Item = HeapCode> {
    let octal = move |first: u64| {
        (0..8u64.pow(digits)).filter_map(move |number| {
            let digit = |i: u32| (number >> (3 * (digits - i))) & 7;
            let bits: Vec<u64> = std::iter::once(first).chain((1..=digits).map(digit)).collect();
            HeapCode::from_bits(&bits)
        })
    };
    let places = quaternary.unwrap_or(0);
    let quaternary = (0..4u64.pow(places)).filter_map(move |number| {
        let digit = |i: u32| (number >> (2 * (places - i))) & 3;
        let bits: Vec<u64> = std::iter::once(0).chain((1..=places).map(digit)).collect();
        HeapCode::from_bits(&bits)
    });
    octal(0).chain(octal(4)).chain(quaternary)
}
