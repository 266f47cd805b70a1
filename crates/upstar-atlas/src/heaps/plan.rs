//! Which codes a survey of nim-sequences is about, and which of them are one game.
//!
//! Octal codes are grouped by [`upstar_heaps::classes`]; hexadecimal ones, which leave up to three
//! heaps, by their standard form alone: if a heap of 1 has no move, call n + 1 tokens n. Codes
//! of one class have the same values up to zeros at the start, and [`shift`] tells how many.

use std::collections::BTreeMap;
use upstar_base::{Budget, Stopped};
use upstar_heaps::classes::{CodeClass, classes};
use upstar_heaps::plain::MexEngine;
use upstar_heaps::standard::cousins;
use upstar_heaps::{Engine, engine};
use upstar_rules::heap::code::HeapCode;

/// A family of codes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Codes {
    /// d0.d1...dk with d0 = 0 or 4 and digits below 8.
    Octal(u32),
    /// d0.d1...dk with d0 = 0, 4, 8 or C and digits below 16, those with all digits below 8
    /// left out.
    Hexadecimal(u32),
}

impl Codes {
    /// 8 or 16.
    pub fn base(self) -> u32 {
        match self {
            Codes::Octal(_) => 8,
            Codes::Hexadecimal(_) => 16,
        }
    }

    /// How many digits stand after the point.
    pub fn digits(self) -> u32 {
        let (Codes::Octal(digits) | Codes::Hexadecimal(digits)) = self;
        digits
    }

    /// The classes of all these codes, except those that allow no move.
    ///
    /// ```
    /// use upstar_atlas::heaps::Codes;
    /// use upstar_base::Budget;
    /// let classes = Codes::Hexadecimal(1).classes(&Budget::unlimited())?;
    /// let with = |code: &str| classes.iter().find(|class| class.representative.to_string() == code);
    /// assert!(with("0.8").is_some() && with("0.7").is_none());
    /// assert_eq!(classes.iter().map(|class| class.codes.len()).sum::<usize>(), 48);
    /// # Ok::<(), upstar_base::Stopped>(())
    /// ```
    pub fn classes(self, budget: &Budget) -> Result<Vec<CodeClass>, Stopped> {
        match self {
            Codes::Octal(digits) => classes(digits, budget),
            Codes::Hexadecimal(digits) => hexadecimal(digits, budget),
        }
    }
}

fn hexadecimal(digits: u32, budget: &Budget) -> Result<Vec<CodeClass>, Stopped> {
    let mut groups: BTreeMap<String, (HeapCode, Vec<HeapCode>)> = BTreeMap::new();
    for first in [0, 4, 8, 12] {
        for number in 0..16u64.pow(digits) {
            budget.check()?;
            let digit = |i: u32| (number >> (4 * (digits - i))) & 15;
            let bits: Vec<u64> = std::iter::once(first).chain((1..=digits).map(digit)).collect();
            if bits.iter().all(|&digit| digit < 8) {
                continue;
            }
            let Some(code) = HeapCode::from_bits(&bits) else { continue };
            let last = cousins(&code).and_then(|mut chain| chain.pop());
            let standard = last.unwrap_or_else(|| code.clone());
            let group = groups.entry(standard.to_string()).or_insert((standard, Vec::new()));
            group.1.push(code);
        }
    }
    let order = |code: &HeapCode| {
        let text = code.to_string();
        (text.len(), text)
    };
    let class = |(standard, mut codes): (HeapCode, Vec<HeapCode>)| {
        codes.sort_by_key(order);
        codes.dedup();
        Some(CodeClass { representative: codes.first()?.clone(), standard, codes })
    };
    let mut classes: Vec<CodeClass> = groups.into_values().filter_map(class).collect();
    classes.sort_by_key(|class| order(&class.representative));
    Ok(classes)
}

/// Among so many values of a code with few digits there is one that is not 0.
const BEGINNING: u64 = 64;

/// By how much the heaps of a code are larger than those of the same value of another code of its
/// class.
pub(crate) fn shift(code: &HeapCode, of: &HeapCode) -> i64 {
    let zeros = |code: &HeapCode| {
        let mut plain = MexEngine::new(code.clone());
        let known = plain.extend(BEGINNING, &Budget::unlimited()).is_ok();
        plain.values().iter().take_while(|&&value| known && value == 0).count() as i64
    };
    zeros(code) - zeros(of)
}

/// From which heap on a code repeats whose heaps are larger by `shift` than those of a code that
/// repeats from `preperiod` on with this period and saltus. `None` if a purely periodic sequence would have to be computed too
/// far.
///
/// With G the other sequence and e its preperiod: if e > 0 then G(e - 1) breaks the period, and
/// does so shifted, unless it is among the zeros that are gone. If e = 0, zeros are put before a
/// sequence that repeats from the start, and may continue it backwards.
pub(crate) fn shifted(
    of: &HeapCode,
    (preperiod, period, saltus): (u64, u64, u64),
    shift: i64,
) -> Option<u64> {
    /// Longer periods that begin at once are not looked at.
    const LONGEST: u64 = 1 << 16;
    let more = u64::try_from(shift).unwrap_or(0);
    if preperiod > 0 || more == 0 {
        return Some(preperiod.saturating_add_signed(shift));
    }
    if period > LONGEST {
        return None;
    }
    let mut engine = engine(of);
    engine.extend(period, &Budget::unlimited()).ok()?;
    let mut start = more;
    while start > 0 {
        let (turns, behind) = ((more - start) / period + 1, (more - start) % period + 1);
        if u64::from(engine.value(period - behind)?) != saltus.saturating_mul(turns) {
            break;
        }
        start -= 1;
    }
    Some(start)
}
