//! Generators, normal forms and relations of a quotient.
//!
//! Generators are the least heaps whose classes are no products of earlier ones. Words in them are
//! ordered by length, then by exponents from the last generator down; the least word of each
//! element is its normal form. The words that are not normal although all their divisors are give
//! a relation each; together these determine the monoid. For small monoids relations that follow
//! from others are left out, as far as a short search finds that. It looks at words of up to sixteen
//! generators with exponents below 128.

use super::{Monoid, Quotient};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};

/// Exponents of the generators.
pub type Exponents = Vec<u16>;

/// A presentation of a monoid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Presentation {
    /// The heaps that generate it; generator 0 is called a, the next b, and so on.
    pub generators: Vec<u32>,
    /// The normal form of each element.
    pub normal: Vec<Exponents>,
    /// Pairs of equal words, the larger first.
    pub relations: Vec<(Exponents, Exponents)>,
}

/// Beyond this order no relation is left out.
const SMALL: usize = 200;
/// How many words are looked at to derive one relation from others.
const SEARCH: usize = 3000;

impl Presentation {
    pub(super) fn new(quotient: &Quotient) -> Presentation {
        let monoid = quotient.monoid();
        let generators = generators(monoid, quotient.pretending());
        let classes: Vec<u16> =
            generators.iter().map(|&heap| quotient.pretending()[heap as usize]).collect();
        let (normal, mut relations) = normal_forms(monoid, &classes);
        if monoid.order() <= SMALL && relations.len() <= 100 {
            shorten(&mut relations);
        }
        Presentation { generators, normal, relations }
    }

    /// The name of an element: `1`, `a`, `ab^2`.
    pub fn name(&self, element: u16) -> String {
        write(&self.normal[usize::from(element)])
    }

    /// The generators with the heaps that have their classes.
    ///
    /// ```
    /// use upstar_base::Budget;
    /// use upstar_misere::quotient::solve;
    /// let letters = solve(&".75".parse()?, 100, &Budget::unlimited()).presentation().letters();
    /// assert_eq!(letters[1], ("b".to_owned(), 2));
    /// # Ok::<(), upstar_rules::PositionError>(())
    /// ```
    pub fn letters(&self) -> Vec<(String, u32)> {
        self.generators.iter().enumerate().map(|(i, &heap)| (letter(i), heap)).collect()
    }

    /// `<a,b | a^2=1, b^3=b>`; at most `most` relations are written.
    pub fn text(&self, most: usize) -> String {
        let names: Vec<String> = (0..self.generators.len()).map(letter).collect();
        let relation = |(u, v): &(Exponents, Exponents)| format!("{}={}", write(u), write(v));
        let mut relations: Vec<String> = self.relations.iter().take(most).map(relation).collect();
        if self.relations.len() > most {
            relations.push(format!("... ({} relations)", self.relations.len()));
        }
        format!("<{} | {}>", names.join(","), relations.join(", "))
    }
}

fn letter(generator: usize) -> String {
    match generator {
        0..26 => char::from(b'a' + generator as u8).to_string(),
        _ => format!("({generator})"),
    }
}

fn write(word: &Exponents) -> String {
    let power = |(i, &n): (usize, &u16)| match n {
        0 => String::new(),
        1 => letter(i),
        _ => format!("{}^{n}", letter(i)),
    };
    let text: String = word.iter().enumerate().map(power).collect();
    if text.is_empty() { "1".to_owned() } else { text }
}

fn generators(monoid: &Monoid, pretending: &[u16]) -> Vec<u32> {
    let mut known = vec![false; monoid.order()];
    known[0] = true;
    let mut members = vec![0u16];
    let mut generators = Vec::new();
    for (heap, &class) in pretending.iter().enumerate() {
        if known[usize::from(class)] {
            continue;
        }
        generators.push(heap as u32);
        let mut i = 0;
        while i < members.len() {
            let product = monoid.times(members[i], class);
            if !std::mem::replace(&mut known[usize::from(product)], true) {
                members.push(product);
            }
            i += 1;
        }
    }
    generators
}

/// A word in order: length, then exponents from the last generator down.
type Ordered = Reverse<(u32, Exponents)>;

fn ordered(word: &Exponents) -> Ordered {
    let length = word.iter().map(|&n| u32::from(n)).sum();
    Reverse((length, word.iter().rev().copied().collect()))
}

#[allow(clippy::type_complexity)]
fn normal_forms(
    monoid: &Monoid,
    generators: &[u16],
) -> (Vec<Exponents>, Vec<(Exponents, Exponents)>) {
    let mut normal: Vec<Option<Exponents>> = vec![None; monoid.order()];
    let mut inside: FxHashMap<Exponents, u16> = FxHashMap::default();
    let mut relations = Vec::new();
    let mut waiting: BinaryHeap<Ordered> = BinaryHeap::from([ordered(&vec![0; generators.len()])]);
    let mut queued: FxHashSet<Exponents> = FxHashSet::default();
    while let Some(Reverse((_, reversed))) = waiting.pop() {
        let word: Exponents = reversed.into_iter().rev().collect();
        let mut element = Some(0);
        for i in 0..word.len() {
            if word[i] > 0 {
                let mut divisor = word.clone();
                divisor[i] -= 1;
                let before = inside.get(&divisor);
                element = element.and(before.map(|&x| monoid.times(x, generators[i])));
            }
        }
        let Some(element) = element else { continue };
        if let Some(known) = &normal[usize::from(element)] {
            relations.push((word, known.clone()));
            continue;
        }
        normal[usize::from(element)] = Some(word.clone());
        for i in 0..word.len() {
            let mut next = word.clone();
            next[i] += 1;
            if queued.insert(next.clone()) {
                waiting.push(ordered(&next));
            }
        }
        inside.insert(word, element);
    }
    (normal.into_iter().map(Option::unwrap_or_default).collect(), relations)
}

/// Leaves out relations that follow from the others, the longest first.
fn shorten(relations: &mut Vec<(Exponents, Exponents)>) {
    let packed = relations.iter().map(|(u, v)| Some((Packed::of(u)?, Packed::of(v)?)));
    let Some(mut packed) = packed.collect::<Option<Vec<_>>>() else { return };
    for i in (0..relations.len()).rev() {
        let relation = packed.remove(i);
        if follows(relation, &packed) {
            relations.remove(i);
        } else {
            packed.insert(i, relation);
        }
    }
}

/// A word with up to sixteen generators and exponents below 128: each has a byte, whose highest bit
/// is free to borrow from.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Packed(u128);

impl Packed {
    const HIGHEST: u128 = 0x80808080_80808080_80808080_80808080;

    /// Returns the packed word; `None` if it has too many generators or too large an exponent.
    pub fn of(word: &Exponents) -> Option<Packed> {
        let mut bytes = [0; 16];
        for (i, &n) in word.iter().enumerate() {
            *bytes.get_mut(i)? = u8::try_from(n).ok().filter(|&n| n < 128)?;
        }
        Some(Packed(u128::from_le_bytes(bytes)))
    }

    /// Returns the word with `v` in place of its divisor `u`; `None` if `u` does not divide it, or if an
    /// exponent becomes too large.
    pub fn replaced(self, u: Packed, v: Packed) -> Option<Packed> {
        let rest = (self.0 | Self::HIGHEST) - u.0;
        let whole = (rest & !Self::HIGHEST) + v.0;
        (rest & Self::HIGHEST == Self::HIGHEST && whole & Self::HIGHEST == 0)
            .then_some(Packed(whole))
    }
}

fn follows((from, to): (Packed, Packed), relations: &[(Packed, Packed)]) -> bool {
    let mut seen = FxHashSet::from_iter([from]);
    let mut waiting = VecDeque::from([from]);
    while let Some(word) = waiting.pop_front() {
        for (u, v) in relations.iter().flat_map(|&(u, v)| [(u, v), (v, u)]) {
            let Some(next) = word.replaced(u, v) else { continue };
            if next == to {
                return true;
            }
            if seen.len() < SEARCH && seen.insert(next) {
                waiting.push_back(next);
            }
        }
    }
    false
}
