//! Families of frisky positions, proved through a quotient.
//!
//! The minimal ideal K of a finite quotient Q contains every sum in which some term does. If
//! among the positions with class in K misère and normal outcomes agree, all frisky positions
//! have classes outside of K, so none of their heaps has a class in K; there are few such heaps.
//! They are put into lists: heaps with the same class and the same nim-value, which may stand for
//! each other in any sum. The number of heaps from a list matters only up to the law (p,s) of
//! their class and the parity, so finitely many vectors of numbers describe all frisky positions.
//!
//! What is assumed of normal play is that the nim-value of a heap is a function of its class as
//! far as classes in K go; this is checked for all heaps that the quotient covers, and then holds
//! for all heaps if it is complete, because the options of larger heaps repeat.

use super::label::Label;
use crate::genus::Genera;
use crate::quotient::{End, Quotient};
use rustc_hash::FxHashSet;
use std::fmt;
use upstar_base::{Budget, Stopped};

/// How many heaps of a list there are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Number {
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
pub struct Family {
    /// The label of all its positions.
    pub label: Label,
    /// The numbers, in the order of the lists.
    pub numbers: Vec<Number>,
}

/// A complete description of the frisky positions of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decomposition {
    /// The lists of heaps that may stand for each other.
    pub lists: Vec<Vec<u32>>,
    /// The families.
    pub families: Vec<Family>,
    /// The nim-value of the heaps of each list.
    pub nim_values: Vec<u32>,
    /// The numbers of heaps of a list below the first of these are meant exactly; from there on
    /// they stand for all that are larger by multiples of a step, and end at the second.
    pub(super) bounds: Vec<(u64, u64)>,
    /// The heaps for which it is proved; `None` is all.
    pub heaps: Option<u32>,
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
    /// A limit was reached.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

/// The most vectors that are looked at.
const MOST: usize = 100_000;

/// A list of heaps that stand for each other.
struct List {
    class: u16,
    nim: u32,
    heaps: Vec<u32>,
    s: u64,
    /// A common period of the class and the parity.
    p: u64,
}

/// The families of frisky positions of a game with a quotient.
pub fn decompose(
    quotient: &Quotient,
    genera: &mut Genera,
    budget: &Budget,
) -> Result<Decomposition, NoDecomposition> {
    let monoid = quotient.monoid();
    let kernel: FxHashSet<u16> = monoid.kernel().into_iter().collect();
    let known = quotient.heaps();
    genera.parts_mut().extend(known, budget)?;
    let mut lists: Vec<List> = Vec::new();
    let mut pairs: FxHashSet<(u16, u32)> = FxHashSet::default();
    for heap in 1..=known {
        let Some(class) = quotient.class(u64::from(heap)) else { break };
        let nim = genera.parts().nim_value(genera.parts().heap(heap));
        pairs.insert((class, nim));
        if kernel.contains(&class) {
            continue;
        }
        match lists.iter_mut().find(|list| (list.class, list.nim) == (class, nim)) {
            Some(list) => list.heaps.push(heap),
            None => {
                let (s, p) = monoid.index_and_period(class);
                let p = if p % 2 == 0 { p } else { 2 * p };
                lists.push(List { class, nim, heaps: vec![heap], s, p });
            }
        }
    }
    let zero = quotient.class(0).unwrap_or(0);
    check_kernel(quotient, &pairs, zero, &kernel, budget)?;
    let mut found = Vec::new();
    let mut numbers = vec![0; lists.len()];
    let start = (zero, 0);
    let mut seen = 0;
    walk(quotient, &lists, &kernel, 0, start, &mut numbers, &mut found, &mut seen, budget)?;
    let heaps = match quotient.end() {
        End::Complete { .. } => None,
        _ => Some(known),
    };
    Ok(Decomposition {
        families: merge(&lists, found),
        nim_values: lists.iter().map(|list| list.nim).collect(),
        bounds: lists.iter().map(|list| (list.s, list.s + list.p)).collect(),
        lists: lists.into_iter().map(|list| list.heaps).collect(),
        heaps,
    })
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
    lists: &[List],
    kernel: &FxHashSet<u16>,
    from: usize,
    (class, nim): (u16, u32),
    numbers: &mut Vec<u64>,
    found: &mut Vec<(Label, Vec<u64>)>,
    seen: &mut usize,
    budget: &Budget,
) -> Result<(), NoDecomposition> {
    *seen += 1;
    if *seen > MOST {
        return Err(NoDecomposition::TooMany(MOST));
    }
    let monoid = quotient.monoid();
    let Some(list) = lists.get(from) else {
        let label = Label { normal_p: nim == 0, misere_p: monoid.is_p(class) };
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
fn merge(lists: &[List], found: Vec<(Label, Vec<u64>)>) -> Vec<Family> {
    let raw = |(label, numbers): (Label, Vec<u64>)| {
        let number = |(list, n): (&List, u64)| {
            if n >= list.s { Number::From { least: n, step: list.p } } else { Number::Exactly(n) }
        };
        Family { label, numbers: lists.iter().zip(numbers).map(number).collect() }
    };
    let mut families: Vec<Family> = found.into_iter().map(raw).collect();
    for (i, list) in lists.iter().enumerate() {
        let mut merged: Vec<Family> = Vec::new();
        while let Some(first) = families.first().cloned() {
            let alike = |family: &Family| {
                family.label == first.label
                    && family
                        .numbers
                        .iter()
                        .zip(&first.numbers)
                        .enumerate()
                        .all(|(j, (a, b))| j == i || a == b)
            };
            let (group, rest): (Vec<Family>, Vec<Family>) = families.into_iter().partition(alike);
            families = rest;
            let least = |family: &Family| match family.numbers[i] {
                Number::Exactly(n) => n,
                Number::From { least, .. } => least,
                _ => 0,
            };
            let values: Vec<u64> = group.iter().map(least).collect();
            let all = |parity: u64| {
                (0..list.s + list.p).filter(|n| n % 2 == parity).all(|n| values.contains(&n))
            };
            let with = |number: Number| {
                let mut family = first.clone();
                family.numbers[i] = number;
                family
            };
            match (all(0), all(1)) {
                (true, true) => merged.push(with(Number::Any)),
                (even, odd) => {
                    if even {
                        merged.push(with(Number::Even));
                    }
                    if odd {
                        merged.push(with(Number::Odd));
                    }
                    let left = |family: &Family| {
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

impl Number {
    /// Does it allow n heaps?
    pub fn contains(&self, n: u64) -> bool {
        match *self {
            Number::Exactly(m) => m == n,
            Number::From { least, step } => n >= least && (n - least).is_multiple_of(step),
            Number::Even => n.is_multiple_of(2),
            Number::Odd => n % 2 == 1,
            Number::Any => true,
        }
    }
}

impl Decomposition {
    /// The label of a sum of heaps if it is frisky.
    pub fn frisky(&self, heaps: &[u32]) -> Option<Label> {
        let mut counts = vec![0u64; self.lists.len()];
        for heap in heaps.iter().filter(|&&heap| heap > 0) {
            let list = self.lists.iter().position(|list| list.binary_search(heap).is_ok())?;
            counts[list] += 1;
        }
        self.label_of(&counts)
    }

    /// The label of a sum with so many heaps of each list if it is frisky.
    pub(super) fn label_of(&self, counts: &[u64]) -> Option<Label> {
        let fits = |family: &&Family| {
            family.numbers.iter().zip(counts).all(|(number, &n)| number.contains(n))
        };
        self.families.iter().find(fits).map(|family| family.label)
    }

    /// A family in the notation of Sibert and Conway: `E(1,4)D(5)`, `2(9)`, `1+(12)`.
    pub fn show(&self, family: &Family) -> String {
        let term = |(number, list): (&Number, &Vec<u32>)| {
            let heaps = list.iter().map(u32::to_string).collect::<Vec<_>>().join(",");
            match number {
                Number::Exactly(0) => String::new(),
                number => format!("{number}({heaps})"),
            }
        };
        let text: String = family.numbers.iter().zip(&self.lists).map(term).collect();
        if text.is_empty() { "empty".to_owned() } else { text }
    }
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Number::Exactly(n) => write!(f, "{n}"),
            Number::From { least, step: 2 } => write!(f, "{least}+2k"),
            Number::From { least, step } => write!(f, "{least}+{step}k"),
            Number::Even => f.write_str("E"),
            Number::Odd => f.write_str("D"),
            Number::Any => f.write_str("*"),
        }
    }
}
