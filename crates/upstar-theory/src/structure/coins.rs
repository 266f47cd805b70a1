//! Coin-turning games: the nim-value of a strip is the nim-sum of its heads.
//!
//! A coin that is turned twice is as it was, so heads add like independent games (Lenstra;
//! Winning Ways ch. 14), in normal play. It remains to know single heads: number n is worth the
//! least number that is not the nim-sum of the heads which a move puts in its place.

use super::odious;
use std::ops::ControlFlow;
use upstar_base::arithmetic::mex;
use upstar_base::{Budget, Stopped};
use upstar_rules::coin::turning_rule::TurningRule;
use upstar_rules::heap::independent::Heap;

/// The largest dimension of the space of nim-values, in binary digits.
const MOST_DIGITS: u32 = 24;

/// The nim-values of coins 0, 1, ... of a row, each as the only head.
///
/// Mock Turtles gives the odious numbers, Ruler the largest power of 2 that divides the number
/// of the coin counted from 1, Turnips is read off from the ternary digits.
///
/// ```
/// use upstar_base::Budget;
/// use upstar_rules::coin::turning_rule::TurningRule;
/// use upstar_theory::structure::coins::head_values;
/// let values = head_values(&TurningRule::at_most(5), 8, &Budget::unlimited())?;
/// assert_eq!(values, [1, 2, 4, 8, 16, 31, 32, 64]);
/// # Ok::<(), upstar_base::Stopped>(())
/// ```
pub fn head_values(rule: &TurningRule, coins: usize, budget: &Budget) -> Result<Vec<u64>, Stopped> {
    let Ok(number) = u32::try_from(coins) else {
        return Err(Stopped::Limit { what: "the number of coins", limit: u64::from(u32::MAX) });
    };
    Ok(match rule {
        TurningRule::Counts(counts) => match counts[..] {
            [1, 2] => (1..=u64::from(number)).collect(),
            [1, 2, 3] => (0..number).map(odious).collect(),
            _ => by_counts(counts, coins, budget)?,
        },
        TurningRule::Contiguous => (1..=number).map(ruler).collect(),
        TurningRule::EquallySpaced => (0..number).map(turnips).collect(),
        TurningRule::Heaps(heap) => by_heaps(heap, coins, budget)?,
    })
}

/// The values of the heaps 1, 2, ... of a game, which are those of the heads.
fn by_heaps(heap: &dyn Heap, coins: usize, budget: &Budget) -> Result<Vec<u64>, Stopped> {
    let mut values: Vec<u64> = vec![0];
    for size in 1..=coins {
        let (mut options, mut stopped) = (Vec::new(), Ok(()));
        let end = heap.moves(size as u128, &mut |left: &[u128]| {
            stopped = budget.check();
            let known = |&n: &u128| usize::try_from(n).ok().and_then(|n| values.get(n));
            options.push(left.iter().filter_map(known).fold(0, |sum, value| sum ^ value));
            if stopped.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        if end.is_break() {
            stopped?;
        }
        values.push(mex(&mut options) as u64);
    }
    values.remove(0);
    Ok(values)
}

/// Ruler: the value of coin n, counted from 1, is the highest power of 2 that divides n.
pub fn ruler(n: u32) -> u64 {
    if n == 0 { 0 } else { 1 << n.trailing_zeros() }
}

/// Turnips: if the last ternary digit 2 of n, the number of the coin counted from 0, is in the
/// k-th place from the right, the value is the k-th odious number; 0 if there is no digit 2.
pub fn turnips(mut n: u32) -> u64 {
    let mut k = 0;
    while n > 0 {
        if n % 3 == 2 {
            return odious(k);
        }
        n /= 3;
        k += 1;
    }
    0
}

/// The values where a move turns as many coins as `counts` allows, anywhere.
///
/// `ways[x]` has binary digit j if x is the nim-sum of exactly j of the heads before; the next
/// head is the least x that no move reaches. The values of n coins span a space of about
/// log2(number of moves) dimensions, so the table stays small.
fn by_counts(counts: &[u32], coins: usize, budget: &Budget) -> Result<Vec<u64>, Stopped> {
    let limit = Stopped::Limit { what: "the number of coins turned at once", limit: 64 };
    let mut allowed = 0u64;
    for &count in counts {
        let others = count.checked_sub(1).filter(|&j| j < 64).ok_or_else(|| limit.clone())?;
        allowed |= 1 << others;
    }
    let mut ways: Vec<u64> = vec![1];
    let mut values = Vec::new();
    for _ in 0..coins {
        budget.check()?;
        let free = ways.iter().position(|&ways| ways & allowed == 0);
        let value = free.unwrap_or(ways.len());
        if value == ways.len() {
            if ways.len() >= 1 << MOST_DIGITS {
                let limit = u64::from(MOST_DIGITS);
                return Err(Stopped::Limit { what: "the binary digits of a nim-value", limit });
            }
            budget.charge(8 * ways.len() as u64)?;
            ways.resize(2 * ways.len(), 0);
        }
        values.push(value as u64);
        for x in 0..ways.len() {
            let y = x ^ value;
            if value == 0 {
                ways[x] |= ways[x] << 1;
            } else if x < y {
                let (at_x, at_y) = (ways[x], ways[y]);
                ways[x] |= at_y << 1;
                ways[y] |= at_x << 1;
            }
        }
    }
    budget.refund(8 * ways.len() as u64);
    Ok(values)
}
