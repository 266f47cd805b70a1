//! Families of frisky positions, from a quotient and the nim-values of heaps.
//!
//! The minimal ideal K of a finite quotient Q contains every sum in which some term does. If
//! among the positions with class in K misère and normal outcomes agree, all frisky positions
//! have classes outside of K, so none of their heaps has a class in K. The heaps outside of K
//! are put into lists: heaps with the same class and the same nim-value, which may stand for
//! each other in any sum. The number of heaps from a list matters only up to the law (p,s) of
//! their class and the parity, so finitely many vectors of numbers describe all frisky positions.
//!
//! Both outcomes of a sum follow from the classes and the nim-values of its heaps. So the families
//! hold for heaps of every size if the classes repeat, by the certificate of the quotient, *and* the
//! nim-values do, by the certificate of their period: then both repeat with a common multiple of the
//! periods from the later preperiod on, and what is checked for the heaps up to the end of the first
//! common period is checked for all. A list then has finitely many heaps and finitely many
//! progressions. Where one of the two is not known, the families are about the heaps that were
//! looked at.
//!
//! Theorem: `docs/misere.md#families`.

use super::eventually::Eventually;
use super::label::OutcomePair;
use crate::genus::Genera;
use crate::quotient::{End, Quotient};
use rustc_hash::FxHashSet;
use std::fmt;
use upstar_base::arithmetic::lcm;
use upstar_base::{Budget, Stopped};

/// How many heaps of a list there are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HeapNumber {
    /// Exactly so many.
    Exactly(u64),
    /// So many or more by a multiple of the step.
    From {
        /// The least number.
        least: u64,
        /// The step.
        step: u64,
    },
    /// An even number, perhaps none.
    Even,
    /// An odd number.
    Odd,
    /// Any number.
    Any,
}

/// A family: a number for each list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FriskyFamily {
    /// The label of all its positions.
    pub label: OutcomePair,
    /// The numbers, in the order of the lists.
    pub numbers: Vec<HeapNumber>,
}

/// The nim-values of the heaps of a game.
#[derive(Clone, Copy, Debug)]
pub struct NormalPlay<'a> {
    /// The values of heaps 0, 1, ... as far as they are known.
    pub values: &'a [u32],
    /// From which heap on they repeat, and with which period, if that is proved.
    pub repeats: Option<(u64, u64)>,
}

/// The nim-values of the heaps 0, 1, ..., `heaps`.
pub fn nim_values(genera: &mut Genera, heaps: u32, budget: &Budget) -> Result<Vec<u32>, Stopped> {
    genera.parts_mut().extend(heaps, budget)?;
    let parts = genera.parts();
    Ok((0..=heaps).map(|heap| parts.nim_value(parts.heap(heap))).collect())
}

/// A list of heaps that may stand for each other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeapList {
    /// Heaps one by one, increasing.
    pub heaps: Vec<u64>,
    /// The first heaps of progressions, increasing,
    pub progressions: Vec<u64>,
    /// which all have this step; 0 where there are none.
    pub step: u64,
}

impl HeapList {
    /// The list of the heaps for which `items` is true, the last `period` of them again and again;
    /// none again if the period is 0.
    fn new(items: Vec<bool>, period: usize) -> HeapList {
        let members = |items: &[bool], from: usize| -> Vec<u64> {
            let heaps = (0u64..).zip(items).skip(from).filter(|(_, is_in)| **is_in);
            heaps.map(|(heap, _)| heap).collect()
        };
        match Eventually::new(items.clone(), period) {
            Some(row) if row.items()[row.start()..].contains(&true) => HeapList {
                heaps: members(&row.items()[..row.start()], 0),
                progressions: members(row.items(), row.start()),
                step: row.period() as u64,
            },
            _ => HeapList { heaps: members(&items, 0), progressions: Vec::new(), step: 0 },
        }
    }

    /// Whether a heap is in the list.
    pub fn contains(&self, heap: u64) -> bool {
        let over = |&first: &u64| heap.checked_sub(first);
        let is_in = |over: u64| self.step > 0 && over.is_multiple_of(self.step);
        self.heaps.binary_search(&heap).is_ok()
            || self.progressions.iter().filter_map(over).any(is_in)
    }
}

/// `1,5+5k`: heap 1, and the heaps 5, 10, 15, ...
impl fmt::Display for HeapList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let heaps = self.heaps.iter().map(u64::to_string);
        let progressions = self.progressions.iter().map(|first| format!("{first}+{}k", self.step));
        f.write_str(&heaps.chain(progressions).collect::<Vec<_>>().join(","))
    }
}

/// A complete description of the frisky positions of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decomposition {
    /// The lists of heaps that may stand for each other.
    pub lists: Vec<HeapList>,
    /// The families.
    pub families: Vec<FriskyFamily>,
    /// The nim-value of the heaps of each list.
    pub nim_values: Vec<u32>,
    /// The numbers of heaps of a list below the first of these are meant exactly; from there on
    /// they stand for all that are larger by multiples of a step, and end at the second.
    pub(super) bounds: Vec<(u64, u64)>,
    /// The heaps that were looked at; `None` where the families hold for heaps of every size.
    pub heaps: Option<u64>,
}

/// Why there is no decomposition.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoDecomposition {
    /// Positions with a class in the minimal ideal are frisky.
    #[error("misère and normal play differ in the minimal ideal of the quotient")]
    FriskyKernel,
    /// Too many vectors.
    #[error("there are more than {0} kinds of frisky positions")]
    TooMany(usize),
    /// Families that were put together do not say what the quotient and the nim-values say.
    #[error("the families do not agree with the quotient")]
    Contradiction,
    /// A limit was reached.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

/// The most vectors that are looked at.
const MOST: usize = 100_000;

/// Heaps with the same class and the same nim-value.
struct Alike {
    class: u16,
    nim: u32,
    s: u64,
    /// A common period of the class and the parity.
    p: u64,
}

/// The longest common period of classes and nim-values, with what comes before it.
const LONGEST: u64 = 1 << 16;

/// From which heap on classes and nim-values both repeat, and with which period; `None` unless both
/// are known to, and all values of the first period are there.
fn common(quotient: &Quotient, normal: &NormalPlay<'_>) -> Option<(u64, u64)> {
    let End::Complete { preperiod, period } = *quotient.end() else { return None };
    let (start, other) = normal.repeats.filter(|&(_, period)| period > 0)?;
    let both = lcm(period, other)?;
    let start = preperiod.max(start).max(1);
    let end = start.checked_add(both)?;
    (end <= LONGEST && end <= normal.values.len() as u64).then_some((start, both))
}

/// The families of frisky positions of a game with a quotient and these nim-values.
///
/// They hold for heaps of every size if the quotient does and the nim-values repeat; both must be
/// proved for that, which is not looked at here.
pub fn decompose(
    quotient: &Quotient,
    normal: &NormalPlay<'_>,
    budget: &Budget,
) -> Result<Decomposition, NoDecomposition> {
    let monoid = quotient.monoid();
    let kernel: FxHashSet<u16> = monoid.kernel().into_iter().collect();
    let repeats = common(quotient, normal);
    let known = u64::from(quotient.heaps()).min((normal.values.len() as u64).saturating_sub(1));
    let last = repeats.map_or(known, |(start, period)| start + period - 1);
    let mut lists: Vec<Alike> = Vec::new();
    let mut places = vec![None];
    let mut pairs: FxHashSet<(u16, u32)> = FxHashSet::default();
    for (heap, &nim) in (0..=last).zip(normal.values).skip(1) {
        let Some(class) = quotient.class(heap) else { break };
        pairs.insert((class, nim));
        if kernel.contains(&class) {
            places.push(None);
            continue;
        }
        let known = lists.iter().position(|list| (list.class, list.nim) == (class, nim));
        places.push(Some(known.unwrap_or(lists.len())));
        if known.is_none() {
            let (s, p) = monoid.index_and_period(class);
            let p = if p % 2 == 0 { p } else { 2 * p };
            lists.push(Alike { class, nim, s, p });
        }
    }
    let zero = quotient.class(0).unwrap_or(0);
    check_kernel(quotient, &pairs, zero, &kernel, budget)?;
    let mut found = Vec::new();
    let mut numbers = vec![0; lists.len()];
    let start = (zero, 0);
    let mut seen = 0;
    walk(quotient, &lists, &kernel, 0, start, &mut numbers, &mut found, &mut seen, budget)?;
    let raw = found.clone();
    let period = repeats.map_or(0, |(_, period)| period as usize);
    let list = |number: usize| {
        HeapList::new(places.iter().map(|&place| place == Some(number)).collect(), period)
    };
    let decomposition = Decomposition {
        families: merge(&lists, found),
        nim_values: lists.iter().map(|list| list.nim).collect(),
        bounds: lists.iter().map(|list| (list.s, list.s + list.p)).collect(),
        lists: (0..lists.len()).map(list).collect(),
        heaps: repeats.is_none().then_some(places.len() as u64 - 1),
    };
    // Families were put together: each vector must have kept its label, and no other got one.
    let labels = raw.iter().all(|(label, numbers)| decomposition.label_of(numbers) == Some(*label));
    if !labels || decomposition.vectors() != Some(raw.len() as u64) {
        return Err(NoDecomposition::Contradiction);
    }
    Ok(decomposition)
}

/// Do the two outcomes agree wherever the class lies in the kernel?
fn check_kernel(
    quotient: &Quotient,
    pairs: &FxHashSet<(u16, u32)>,
    zero: u16,
    kernel: &FxHashSet<u16>,
    budget: &Budget,
) -> Result<(), NoDecomposition> {
    let mut generators: Vec<(u16, u32)> = pairs.iter().copied().collect();
    generators.sort_unstable();
    let mut reached = FxHashSet::from_iter([(zero, 0)]);
    let mut queue = vec![(zero, 0u32)];
    while let Some((class, nim)) = queue.pop() {
        budget.check()?;
        if kernel.contains(&class) && quotient.monoid().is_p(class) != (nim == 0) {
            return Err(NoDecomposition::FriskyKernel);
        }
        for &(other, more) in &generators {
            let next = (quotient.monoid().times(class, other), nim ^ more);
            if reached.insert(next) {
                queue.push(next);
            }
        }
    }
    Ok(())
}

/// Adds heaps of the lists from number `from` on, in all ways that stay out of the kernel.
#[allow(clippy::too_many_arguments)]
fn walk(
    quotient: &Quotient,
    lists: &[Alike],
    kernel: &FxHashSet<u16>,
    from: usize,
    (class, nim): (u16, u32),
    numbers: &mut Vec<u64>,
    found: &mut Vec<(OutcomePair, Vec<u64>)>,
    seen: &mut usize,
    budget: &Budget,
) -> Result<(), NoDecomposition> {
    *seen += 1;
    if *seen > MOST {
        return Err(NoDecomposition::TooMany(MOST));
    }
    let monoid = quotient.monoid();
    let Some(list) = lists.get(from) else {
        let label = OutcomePair { normal_p: nim == 0, misere_p: monoid.is_p(class) };
        if label.is_frisky() {
            found.push((label, numbers.clone()));
        }
        return Ok(());
    };
    budget.check()?;
    let mut state = (class, nim);
    for n in 0..list.s + list.p {
        if kernel.contains(&state.0) {
            break;
        }
        numbers[from] = n;
        walk(quotient, lists, kernel, from + 1, state, numbers, found, seen, budget)?;
        state = (monoid.times(state.0, list.class), state.1 ^ list.nim);
    }
    numbers[from] = 0;
    Ok(())
}

/// Puts vectors together that differ in one number only and make up all even or odd ones.
fn merge(lists: &[Alike], found: Vec<(OutcomePair, Vec<u64>)>) -> Vec<FriskyFamily> {
    let raw = |(label, numbers): (OutcomePair, Vec<u64>)| {
        let number = |(list, n): (&Alike, u64)| {
            if n >= list.s {
                HeapNumber::From { least: n, step: list.p }
            } else {
                HeapNumber::Exactly(n)
            }
        };
        FriskyFamily { label, numbers: lists.iter().zip(numbers).map(number).collect() }
    };
    let mut families: Vec<FriskyFamily> = found.into_iter().map(raw).collect();
    for (i, list) in lists.iter().enumerate() {
        let mut merged: Vec<FriskyFamily> = Vec::new();
        while let Some(first) = families.first().cloned() {
            let alike = |family: &FriskyFamily| {
                family.label == first.label
                    && family
                        .numbers
                        .iter()
                        .zip(&first.numbers)
                        .enumerate()
                        .all(|(j, (a, b))| j == i || a == b)
            };
            let (group, rest): (Vec<FriskyFamily>, Vec<FriskyFamily>) =
                families.into_iter().partition(alike);
            families = rest;
            let least = |family: &FriskyFamily| match family.numbers[i] {
                HeapNumber::Exactly(n) => n,
                HeapNumber::From { least, .. } => least,
                _ => 0,
            };
            let values: Vec<u64> = group.iter().map(least).collect();
            let all = |parity: u64| {
                (0..list.s + list.p).filter(|n| n % 2 == parity).all(|n| values.contains(&n))
            };
            let with = |number: HeapNumber| {
                let mut family = first.clone();
                family.numbers[i] = number;
                family
            };
            match (all(0), all(1)) {
                (true, true) => merged.push(with(HeapNumber::Any)),
                (even, odd) => {
                    if even {
                        merged.push(with(HeapNumber::Even));
                    }
                    if odd {
                        merged.push(with(HeapNumber::Odd));
                    }
                    let left = |family: &FriskyFamily| {
                        let parity = least(family) % 2;
                        !(parity == 0 && even || parity == 1 && odd)
                    };
                    merged.extend(group.into_iter().filter(left));
                }
            }
        }
        families = merged;
    }
    families
}

impl HeapNumber {
    /// Does it allow n heaps?
    pub fn contains(&self, n: u64) -> bool {
        match *self {
            HeapNumber::Exactly(m) => m == n,
            HeapNumber::From { least, step } => n >= least && (n - least).is_multiple_of(step),
            HeapNumber::Even => n.is_multiple_of(2),
            HeapNumber::Odd => n % 2 == 1,
            HeapNumber::Any => true,
        }
    }
}

impl Decomposition {
    /// How many vectors of numbers below the bounds are in some family, if they are not too many.
    fn vectors(&self) -> Option<u64> {
        let below =
            |number: &HeapNumber, end: u64| (0..end).filter(|&n| number.contains(n)).count();
        self.families.iter().try_fold(0u64, |all, family| {
            let numbers = family.numbers.iter().zip(&self.bounds);
            let size = numbers.map(|(number, &(_, end))| below(number, end) as u64);
            all.checked_add(size.product())
        })
    }

    /// The label of a sum with so many heaps of each list if it is frisky.
    pub(super) fn label_of(&self, counts: &[u64]) -> Option<OutcomePair> {
        let fits = |family: &&FriskyFamily| {
            family.numbers.iter().zip(counts).all(|(number, &n)| number.contains(n))
        };
        self.families.iter().find(fits).map(|family| family.label)
    }

    /// A family in the notation of Sibert and Conway: `E(1,4)D(5)`, `2(9)`, `1+(12)`.
    pub fn show(&self, family: &FriskyFamily) -> String {
        let term = |(number, list): (&HeapNumber, &HeapList)| match number {
            HeapNumber::Exactly(0) => String::new(),
            number => format!("{number}({list})"),
        };
        let text: String = family.numbers.iter().zip(&self.lists).map(term).collect();
        if text.is_empty() { "empty".to_owned() } else { text }
    }
}

impl fmt::Display for HeapNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            HeapNumber::Exactly(n) => write!(f, "{n}"),
            HeapNumber::From { least, step: 2 } => write!(f, "{least}+2k"),
            HeapNumber::From { least, step } => write!(f, "{least}+{step}k"),
            HeapNumber::Even => f.write_str("E"),
            HeapNumber::Odd => f.write_str("D"),
            HeapNumber::Any => f.write_str("*"),
        }
    }
}
