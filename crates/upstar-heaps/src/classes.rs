//! Which classes of codes there are.
//!
//! Codes d0.d1...dk with d0 = 0 or 4 are grouped by nim-sequence up to leading zeros: either
//! [`class_name`] proves that two codes are the same game, or both have a period that is proved
//! and the same values. The shortest code represents its class.

use crate::plain::MexEngine;
use crate::standard::{class_name, cousins};
use crate::{Engine, search};
use std::collections::BTreeMap;
use std::thread;
use upstar_base::{Budget, Stopped};
use upstar_rules::heap::code::HeapCode;

/// One class of codes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CodeClass {
    /// The shortest code, then the least.
    pub representative: HeapCode,
    /// Its standard form.
    pub standard: HeapCode,
    /// All codes of the class.
    pub codes: Vec<HeapCode>,
}

/// The length to which saturated forms are written.
const NAMED: usize = 16;

/// How many values are computed to see whether a game has a short period.
const SHORT: u64 = 4096;

/// What the codes of a class share.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum ClassKey {
    /// The values without leading zeros, to the end of the first period, and the period.
    Periodic(Vec<u32>, u64),
    /// The name of the game.
    Named(String),
}

fn key(name: &str, code: &HeapCode, budget: &Budget) -> Result<ClassKey, Stopped> {
    let found = search(code, SHORT, budget, &mut ()).period.filter(|p| p.proof.is_some());
    budget.check()?;
    let values = found.and_then(|period| {
        let mut plain = MexEngine::new(code.clone());
        plain.extend(period.preperiod + 2 * period.period + 1, &Budget::unlimited()).ok()?;
        let zeros = plain.values().iter().take_while(|&&v| v == 0).count();
        let start = (period.preperiod as usize).max(zeros);
        let end = start + period.period as usize;
        Some(ClassKey::Periodic(plain.values().get(zeros..end)?.to_vec(), period.period))
    });
    Ok(values.unwrap_or_else(|| ClassKey::Named(name.to_owned())))
}

/// All codes d0.d1...dk with d0 = 0 or 4 that allow a move, by [`class_name`].
fn groups(digits: u32, budget: &Budget) -> Result<BTreeMap<String, Vec<HeapCode>>, Stopped> {
    let mut groups: BTreeMap<String, Vec<HeapCode>> = BTreeMap::new();
    for first in [0, 4] {
        for number in 0..8u64.pow(digits) {
            budget.check()?;
            let digit = |i: u32| (number >> (3 * (digits - i))) & 7;
            let bits: Vec<u64> = std::iter::once(first).chain((1..=digits).map(digit)).collect();
            let code = HeapCode::from_bits(&bits).filter(|_| bits.iter().any(|&d| d != 0));
            let code = code.and_then(|code| Some((class_name(&code, NAMED)?, code)));
            if let Some((name, code)) = code {
                groups.entry(name).or_default().push(code);
            }
        }
    }
    Ok(groups)
}

/// Short codes first, as they are written in the literature: without a leading 0.
fn order(code: &HeapCode) -> (usize, String) {
    let text = code.to_string();
    let short = text.strip_prefix('0').unwrap_or(&text);
    let short = short.strip_suffix('0').unwrap_or(short).to_owned();
    (short.len(), short)
}

/// The class of these codes.
fn class(mut codes: Vec<HeapCode>) -> Option<CodeClass> {
    codes.sort_by_key(order);
    codes.dedup();
    let representative = codes.first()?.clone();
    let standard = cousins(&representative)?.pop()?;
    Some(CodeClass { representative, standard, codes })
}

/// The class of one code among all codes d0.d1...dk with d0 = 0 or 4; the code itself need not
/// be one of them. `None` if none of them is the same game, as far as can be told.
///
/// ```
/// use upstar_base::Budget;
/// let class = upstar_heaps::classes::class_of(&".137".parse()?, 2, &Budget::unlimited())?.unwrap();
/// let names: Vec<String> = class.codes.iter().map(|code| code.to_string()).collect();
/// assert_eq!(names, ["0.4", "0.07", "0.42"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn class_of(
    code: &HeapCode,
    digits: u32,
    budget: &Budget,
) -> Result<Option<CodeClass>, Stopped> {
    /// So many values must agree before anything is proved.
    const START: u64 = 128;
    let name = class_name(code, NAMED);
    let start = |code: &HeapCode| -> Vec<u32> {
        let mut plain = MexEngine::new(code.clone());
        let known = plain.extend(START, &Budget::unlimited()).is_ok();
        let values = plain.values().iter().filter(|_| known).copied();
        values.skip_while(|&v| v == 0).take(START as usize / 2).collect()
    };
    let own = start(code);
    let mut own_key = None;
    let mut codes = Vec::new();
    for (other, mut group) in groups(digits, budget)? {
        budget.check()?;
        let Some(first) = group.first() else { continue };
        let is_same = Some(&other) == name.as_ref()
            || start(first) == own && {
                let named = || key(name.as_deref().unwrap_or("this game"), code, budget);
                let own_key = match &own_key {
                    Some(known) => known,
                    None => own_key.insert(named()?),
                };
                key(&other, first, budget)? == *own_key
            };
        if is_same {
            codes.append(&mut group);
        }
    }
    Ok(class(codes))
}

/// The classes of all codes d0.d1...dk with d0 = 0 or 4, except those that allow no move.
///
/// ```
/// let classes = upstar_heaps::classes::classes(1, &upstar_base::Budget::unlimited())?;
/// let names: Vec<String> = classes.iter().map(|c| c.representative.to_string()).collect();
/// assert_eq!(names, ["0.1", "0.2", "0.4", "0.6", "4.1", "4.3", "4.4", "4.7"]);
/// # Ok::<(), upstar_base::Stopped>(())
/// ```
pub fn classes(digits: u32, budget: &Budget) -> Result<Vec<CodeClass>, Stopped> {
    type Keyed = Result<(ClassKey, Vec<HeapCode>), Stopped>;
    let groups = groups(digits, budget)?;
    let keyed = |(name, codes): (String, Vec<HeapCode>)| -> Option<Keyed> {
        let key = key(&name, codes.first()?, budget);
        Some(key.map(|key| (key, codes)))
    };
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let mut shares: Vec<Vec<_>> = (0..threads).map(|_| Vec::new()).collect();
    for (i, group) in groups.into_iter().enumerate() {
        shares[i % threads].push(group);
    }
    let keyed: Vec<Keyed> = thread::scope(|scope| {
        let share =
            |share: Vec<_>| scope.spawn(move || share.into_iter().filter_map(keyed).collect());
        let workers: Vec<thread::ScopedJoinHandle<'_, Vec<_>>> =
            shares.into_iter().map(share).collect();
        let done = workers
            .into_iter()
            .map(|worker| worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
        done.flatten().collect()
    });
    let mut merged: BTreeMap<ClassKey, Vec<HeapCode>> = BTreeMap::new();
    for keyed in keyed {
        let (key, mut codes) = keyed?;
        merged.entry(key).or_default().append(&mut codes);
    }
    let mut classes: Vec<CodeClass> = merged.into_values().filter_map(class).collect();
    classes.sort_by_key(|class| order(&class.representative));
    Ok(classes)
}
