//! Labels of positions, computed with words over parts.

use crate::genus::Genera;
use std::fmt;
use upstar_base::{Budget, Stopped};

/// The outcomes of a position in normal and misère play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct OutcomePair {
    /// Does the previous player win normal play?
    pub normal_p: bool,
    /// Does the previous player win misère play?
    pub misere_p: bool,
}

impl OutcomePair {
    /// Do the two outcomes differ?
    pub fn is_frisky(self) -> bool {
        self.normal_p != self.misere_p
    }
}

impl fmt::Display for OutcomePair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = |p: bool| if p { 'P' } else { 'N' };
        write!(f, "{}{}", letter(self.normal_p), letter(self.misere_p))
    }
}

/// How many positions have each label.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// N-positions in both.
    pub nn: u64,
    /// P-positions in both.
    pub pp: u64,
    /// P in normal play, N in misère play.
    pub pn: u64,
    /// N in normal play, P in misère play.
    pub np: u64,
}

impl Counts {
    fn add(&mut self, label: OutcomePair) {
        *match (label.normal_p, label.misere_p) {
            (false, false) => &mut self.nn,
            (true, true) => &mut self.pp,
            (true, false) => &mut self.pn,
            (false, true) => &mut self.np,
        } += 1;
    }
}

/// The label of a sum of heaps.
pub fn label(
    genera: &mut Genera,
    heaps: &[(u32, u32)],
    budget: &Budget,
) -> Result<OutcomePair, Stopped> {
    let word = genera.sum(heaps, budget)?;
    let (nim, misere) = genera.pair(&word, budget)?;
    Ok(OutcomePair { normal_p: nim == 0, misere_p: misere == 0 })
}

/// What is done with each position.
pub type PositionVisit<'a> = dyn FnMut(&[u32], OutcomePair) -> Result<(), Stopped> + 'a;

/// Calls `visit` with every position of heaps with at most `tokens` tokens in all, sizes not
/// increasing, and its label; counts the labels.
pub fn each_position(
    genera: &mut Genera,
    tokens: u32,
    budget: &Budget,
    visit: &mut PositionVisit<'_>,
) -> Result<Counts, Stopped> {
    genera.parts_mut().extend(tokens, budget)?;
    let mut counts = Counts::default();
    let mut sizes: Vec<u32> = Vec::new();
    let mut left = tokens;
    // Positions in the order of a tree walk: append a heap, else decrease the last one.
    loop {
        let heaps: Vec<(u32, u32)> = sizes.iter().map(|&size| (size, 1)).collect();
        let label = label(genera, &heaps, budget)?;
        counts.add(label);
        visit(&sizes, label)?;
        let next = left.min(sizes.last().copied().unwrap_or(tokens));
        if next > 0 {
            sizes.push(next);
            left -= next;
            continue;
        }
        loop {
            let Some(last) = sizes.pop() else { return Ok(counts) };
            left += 1;
            if last > 1 {
                sizes.push(last - 1);
                break;
            }
        }
    }
}
