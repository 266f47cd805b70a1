//! The P-positions of a row of coins: a linear code (Winning Ways ch. 14).
//!
//! Where heads add by nim-sums, the rows worth 0 are closed under turning over the heads of one in
//! another: a linear code over two elements. Its words come from a basis of the rows whose heads
//! have the nim-sum 0; how many have so many heads comes from adding coin after coin.

use std::collections::BTreeMap;
use upstar_base::{Budget, Stopped};
use upstar_rules::Rules;
use upstar_rules::coin::turning::Turning;
use upstar_rules::coin::turning_rule::TurningRule;
use upstar_rules::erased::unboxed;

/// The rule by which coins of a row are turned, if these are the rules of such a game.
pub fn turning_rule<R: Rules>(rules: &R) -> Option<&TurningRule> {
    unboxed(rules).downcast_ref::<Turning>().map(|turning| &turning.rule)
}

/// Rows of at most 128 coins, coin i as bit i, that generate all rows worth 0.
///
/// ```
/// use upstar_theory::structure::coin_code::basis;
/// // Turning Turtles: 1, 2 and 3 have the nim-sum 0, and so have 1, 4 and 5.
/// assert_eq!(basis(&[1, 2, 3, 4, 5]), [0b111, 0b11001]);
/// ```
pub fn basis(values: &[u64]) -> Vec<u128> {
    // Nim-sums of some heads by their highest binary digit, with the heads.
    let mut reduced: BTreeMap<u32, (u64, u128)> = BTreeMap::new();
    let mut found = Vec::new();
    for (coin, &value) in values.iter().enumerate().take(128) {
        let (mut sum, mut heads) = (value, 1u128 << coin);
        while sum != 0 {
            let Some(&(other, with)) = reduced.get(&sum.ilog2()) else { break };
            sum ^= other;
            heads ^= with;
        }
        if sum == 0 {
            found.push(heads);
        } else {
            reduced.insert(sum.ilog2(), (sum, heads));
        }
    }
    found
}

/// How many rows worth 0 have 0, 1, 2, ... heads.
///
/// ```
/// use upstar_base::Budget;
/// use upstar_rules::coin::turning_rule::TurningRule;
/// use upstar_theory::structure::{coin_code::weights, coins::head_values};
/// let budget = Budget::unlimited();
/// let moebius = head_values(&TurningRule::at_most(5), 18, &budget)?;
/// let counts = weights(&moebius, &budget)?.unwrap();
/// assert_eq!([0, 6, 8, 10, 12, 18].map(|heads| counts[heads]), [1, 102, 153, 153, 102, 1]);
/// # Ok::<(), upstar_base::Stopped>(())
/// ```
pub fn weights(values: &[u64], budget: &Budget) -> Result<Option<Vec<u128>>, Stopped> {
    let size = values.len() + 1;
    // By nim-sum, how many rows of the coins so far have so many heads.
    let mut rows: BTreeMap<u64, Vec<u128>> = BTreeMap::from([(0, vec![1])]);
    for &value in values {
        budget.check()?;
        let before = rows.clone();
        budget.charge((before.len() * 16 * size) as u64)?;
        for (sum, counts) in &before {
            let to = rows.entry(sum ^ value).or_default();
            to.resize(to.len().max(counts.len() + 1), 0);
            for (heads, &count) in counts.iter().enumerate() {
                let Some(more) = to[heads + 1].checked_add(count) else { return Ok(None) };
                to[heads + 1] = more;
            }
        }
        budget.refund((before.len() * 16 * size) as u64);
    }
    let mut counts = rows.remove(&0).unwrap_or_default();
    counts.resize(size, 0);
    Ok(Some(counts))
}
