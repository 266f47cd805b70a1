//! Which sets of coins in a row may be turned in one move.
//!
//! In every such game the rightmost coin of the set must go from heads to tails, so that play
//! ends; the others may go either way. A rule says which coins may be turned along with it.

use crate::heap::any::AnyHeapGame;
use crate::heap::independent::Heap;
use crate::prelude::*;

/// A rule for turning coins in a row; coins are numbered from 0 at the left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TurningRule {
    /// So many coins, anywhere; the numbers increase and are at least 1.
    Counts(Vec<u32>),
    /// Any number of coins side by side.
    Contiguous,
    /// Three coins, the middle one as far from the first as from the last.
    EquallySpaced,
    /// The heads are heaps of this game, the first coin a single bean: a move replaces one by
    /// others, and a coin that two of them belong to is as it was.
    Heaps(AnyHeapGame),
}

/// The most coins that a rule may turn at once.
const MOST_COINS: u32 = 64;

impl TurningRule {
    /// Turning at most so many coins.
    pub fn at_most(coins: u32) -> TurningRule {
        TurningRule::Counts((1..=coins).collect())
    }

    /// Reads the name of a game, a number `t` (at most t coins), or counts and ranges such as
    /// `1-3` or `1,3-5` (exactly so many coins). `place` is where the text starts.
    pub fn parse(place: usize, text: &str) -> Result<TurningRule, PositionError> {
        match text {
            "turning-turtles" => return Ok(TurningRule::at_most(2)),
            "mock-turtles" => return Ok(TurningRule::at_most(3)),
            "moebius" => return Ok(TurningRule::at_most(5)),
            "mogul" => return Ok(TurningRule::at_most(7)),
            "moidores" => return Ok(TurningRule::at_most(9)),
            "ruler" => return Ok(TurningRule::Contiguous),
            "turnips" | "ternups" => return Ok(TurningRule::EquallySpaced),
            _ => {}
        }
        if let Some(rule) = spawning(text) {
            return TurningRule::parse(place + "spawning(".len(), rule);
        }
        let counts = |c: char| c.is_ascii_digit() || ", -".contains(c);
        let known = text.starts_with(|c: char| c.is_ascii_digit()) && text.chars().all(counts);
        if !known && let Ok(heap) = AnyHeapGame::parse(place, text) {
            return Ok(TurningRule::Heaps(heap));
        }
        if !text.starts_with(|c: char| c.is_ascii_digit()) {
            return Err(PositionError::new(
                place,
                text.len(),
                "expected how many coins may be turned, such as `3`, `1-3` or `1,3-5`, or \
                 turning-turtles, mock-turtles, moebius, mogul, moidores, ruler or turnips, or a \
                 heap game such as `kayles` or `.07`",
            ));
        }
        let what = "how many coins may be turned";
        let number = |at: usize, part: &str| parameters::number(at, part, 1, MOST_COINS, what);
        if !text.contains([',', '-']) {
            return number(place, text).map(TurningRule::at_most);
        }
        let mut counts = Vec::new();
        for (at, part) in parameters::parts(text, ',') {
            let at = place + at;
            match part.split_once('-') {
                None => counts.push(number(at, part)?),
                Some((low, high)) => {
                    let (least, most) = (number(at, low)?, number(at + low.len() + 1, high)?);
                    if least > most {
                        let message = "the range has its ends in the wrong order";
                        return Err(PositionError::new(at, part.len(), message));
                    }
                    counts.extend(least..=most);
                }
            }
        }
        counts.sort_unstable();
        counts.dedup();
        Ok(TurningRule::Counts(counts))
    }

    /// Calls `visit` with every set of coins that may be turned and whose rightmost coin is
    /// number `last`, until it says no; that coin comes first. True when it never did.
    pub fn turns(&self, last: usize, visit: &mut dyn FnMut(&[usize]) -> bool) -> bool {
        match self {
            TurningRule::Counts(counts) => {
                let most = counts.last().map_or(0, |&n| n as usize);
                choose(counts, most, &mut vec![last], visit)
            }
            TurningRule::Contiguous => {
                let mut set = Vec::new();
                (0..=last).rev().all(|coin| {
                    set.push(coin);
                    visit(&set)
                })
            }
            TurningRule::EquallySpaced => {
                (1..=last / 2).all(|step| visit(&[last, last - step, last - 2 * step]))
            }
            TurningRule::Heaps(heap) => {
                let end = heap.moves(last as u128 + 1, &mut |left: &[u128]| {
                    let mut set = vec![last];
                    for coin in left.iter().filter_map(|&n| usize::try_from(n).ok()?.checked_sub(1))
                    {
                        match set.iter().position(|&other| other == coin) {
                            Some(twice) => drop(set.remove(twice)),
                            None => set.push(coin),
                        }
                    }
                    set.sort_unstable_by(|a, b| b.cmp(a));
                    if visit(&set) { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
                });
                end.is_continue()
            }
        }
    }

    /// At least the number of those sets, and it unless heaps are turned. Saturates.
    pub fn count(&self, last: usize) -> u64 {
        match self {
            TurningRule::Counts(counts) => counts
                .iter()
                .map(|&n| binomial(last as u64, u64::from(n) - 1))
                .fold(0, u64::saturating_add),
            TurningRule::Contiguous => last as u64 + 1,
            TurningRule::EquallySpaced => last as u64 / 2,
            TurningRule::Heaps(heap) => {
                u64::try_from(heap.most_moves(last as u128 + 1)).unwrap_or(u64::MAX)
            }
        }
    }
}

/// The rule in `spawning(rule)`.
fn spawning(text: &str) -> Option<&str> {
    text.strip_prefix("spawning(")?.strip_suffix(')')
}

/// Extends `set` by smaller and smaller coins; true when nobody said no.
fn choose(
    counts: &[u32],
    most: usize,
    set: &mut Vec<usize>,
    visit: &mut dyn FnMut(&[usize]) -> bool,
) -> bool {
    if counts.binary_search(&(set.len() as u32)).is_ok() && !visit(set) {
        return false;
    }
    if set.len() >= most {
        return true;
    }
    let below = set.last().copied().unwrap_or(0);
    (0..below).rev().all(|coin| {
        set.push(coin);
        let wanted = choose(counts, most, set, visit);
        set.pop();
        wanted
    })
}

/// The number of k-sets in an n-set, or `u64::MAX` if that is too large.
fn binomial(n: u64, k: u64) -> u64 {
    if k > n {
        return 0;
    }
    let k = k.min(n - k);
    let mut value = 1u128;
    for i in 0..k {
        value = value * u128::from(n - i) / u128::from(i + 1);
        if value > u128::from(u64::MAX) {
            return u64::MAX;
        }
    }
    value as u64
}
