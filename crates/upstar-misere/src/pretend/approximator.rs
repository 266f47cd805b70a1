//! Adders that stand for the symbols, and where they fail.
//!
//! A symbol with nim-value g < 4 is best approximated by an adder with the same nim-value, :g or
//! :(g+4), if it occurs several times; but :0 to :7, which have all genera of adders, are tried
//! for one symbol at a time, and together for up to three symbols.

use super::table::Pretension;
use crate::genus::Genus;

/// A sum for which the approximator gives another genus.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exception {
    /// The multiplicities of the symbols.
    pub counts: Vec<u64>,
    /// The true genus.
    pub genus: Genus,
    /// The genus of the sum of adders.
    pub approximation: Genus,
}

/// The most symbols for which every choice is tried.
const FEW: usize = 8;

/// Chooses the approximator with the fewest exceptions and lists them.
pub(super) fn choose(pretension: &mut Pretension) {
    let nim: Vec<u32> = pretension
        .symbols
        .iter()
        .map(|symbol| pretension.genera[symbol.heaps[0] as usize].base())
        .collect();
    if nim.is_empty() || pretension.addition.is_empty() {
        return;
    }
    let table = &pretension.addition;
    let wrong = |adders: &[u32]| {
        table.iter().filter(|(counts, genus)| approximation(adders, counts) != *genus).count()
    };
    let firm = |g: u32| if g < 4 { g + 4 } else { 4 + g % 4 };
    let mut best: Vec<u32> = nim.iter().map(|&g| firm(g)).collect();
    let mut fewest = wrong(&best);
    let mut consider = |adders: Vec<u32>, best: &mut Vec<u32>| {
        let count = wrong(&adders);
        let better = count < fewest;
        if better {
            (fewest, *best) = (count, adders);
        }
        better
    };
    if nim.len() <= FEW {
        for choice in 1u32..1 << nim.len() {
            let adder = |(i, &g): (usize, &u32)| firm(g) - if choice >> i & 1 == 1 { 4 } else { 0 };
            consider(nim.iter().enumerate().map(adder).collect(), &mut best);
        }
    }
    if nim.len() <= 3 {
        for choice in 0..8u32.pow(nim.len() as u32) {
            let adders = (0..nim.len() as u32).map(|i| choice / 8u32.pow(i) % 8).collect();
            consider(adders, &mut best);
        }
    }
    let mut changed = true;
    while changed {
        changed = false;
        for i in 0..nim.len() {
            for adder in 0..8 {
                let mut adders = best.clone();
                adders[i] = adder;
                changed |= consider(adders, &mut best);
            }
        }
    }
    pretension.exceptions = table
        .iter()
        .map(|(counts, genus)| Exception {
            counts: counts.clone(),
            genus: genus.clone(),
            approximation: approximation(&best, counts),
        })
        .filter(|exception| exception.genus != exception.approximation)
        .collect();
    for (symbol, adder) in pretension.symbols.iter_mut().zip(best) {
        symbol.approximator = Some(adder);
    }
}

/// The genus of a sum of adders.
fn approximation(adders: &[u32], counts: &[u64]) -> Genus {
    let terms = || adders.iter().zip(counts);
    let twos: u64 = terms().map(|(&a, &n)| u64::from(a / 2) * n).sum();
    let ones: u64 = terms().map(|(&a, &n)| u64::from(a % 2) * n).sum();
    // Three copies of *2 have the genus of one, and four that of two.
    let twos = if twos > 3 { 2 + twos % 2 } else { twos };
    Genus::of_nothing().plus(twos as u32, ones % 2 == 1)
}
