//! Adders that stand for the symbols, and where they fail.
//!
//! A symbol with nim-value g < 4 is best approximated by an adder with the same nim-value, :g or
//! :(g+4), if it occurs several times; but :0 to :7, which have all genera of adders, are tried
//! for one symbol at a time, and together for up to three symbols. A symbol with a larger
//! nim-value g is taken for a firm tame game g^g.

use super::table::Pretension;
use crate::genus::Genus;
use std::fmt;

/// What a symbol is taken for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stand {
    /// The adder `:a`.
    Adder(u32),
    /// A firm tame game with this nim-value.
    Firm(u32),
}

impl fmt::Display for Stand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Stand::Adder(a) => write!(f, ":{a}"),
            Stand::Firm(g) => write!(f, "{}", Genus::nim_heap(*g)),
        }
    }
}

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
    let wrong = |stands: &[Stand]| {
        table.iter().filter(|(counts, genus)| approximation(stands, counts) != *genus).count()
    };
    let firm = |&g: &u32| if g < 4 { Stand::Adder(g + 4) } else { Stand::Firm(g) };
    let mut best: Vec<Stand> = nim.iter().map(firm).collect();
    let mut fewest = wrong(&best);
    let mut consider = |stands: Vec<Stand>, best: &mut Vec<Stand>| {
        let count = wrong(&stands);
        let better = count < fewest;
        if better {
            (fewest, *best) = (count, stands);
        }
        better
    };
    if nim.len() <= FEW {
        for choice in 1u32..1 << nim.len() {
            let stand = |(i, g): (usize, &u32)| {
                if choice >> i & 1 == 1 && *g < 4 { Stand::Adder(*g) } else { firm(g) }
            };
            consider(nim.iter().enumerate().map(stand).collect(), &mut best);
        }
    }
    if nim.len() <= 3 {
        for choice in 0..8u32.pow(nim.len() as u32) {
            let stand = |(i, g): (u32, &u32)| {
                if *g < 4 { Stand::Adder(choice / 8u32.pow(i) % 8) } else { firm(g) }
            };
            consider((0..).zip(&nim).map(stand).collect(), &mut best);
        }
    }
    let mut changed = true;
    while changed {
        changed = false;
        for i in 0..nim.len() {
            for adder in 0..8 {
                let mut stands = best.clone();
                stands[i] = Stand::Adder(adder);
                changed |= consider(stands, &mut best);
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
    for (symbol, stand) in pretension.symbols.iter_mut().zip(best) {
        symbol.approximator = Some(stand);
    }
}

/// The genus of a sum of adders and firm games.
fn approximation(stands: &[Stand], counts: &[u64]) -> Genus {
    let (mut twos, mut ones, mut big, mut firm) = (0u64, 0u64, 0u32, false);
    for (stand, &n) in stands.iter().zip(counts) {
        match *stand {
            Stand::Adder(a) => {
                twos += u64::from(a / 2) * n;
                ones += u64::from(a % 2) * n;
            }
            Stand::Firm(g) => {
                firm |= n > 0;
                big ^= if n % 2 == 1 { g } else { 0 };
            }
        }
    }
    // Three copies of *2 have the genus of one, and four that of two.
    let twos = if twos > 3 { 2 + twos % 2 } else { twos };
    let adder = Genus::of_nothing().plus(twos as u32, ones % 2 == 1);
    if !firm {
        return adder;
    }
    let g = adder.base() ^ big;
    Genus::new(g, &[g, g ^ 2]).unwrap_or(adder)
}
