//! When the quotient of finitely many heaps is the quotient of all.
//!
//! **Theorem** (Plambeck and Siegel 2008 for octal games; here for moves that take at most t
//! tokens and leave at most h >= 1 heaps of any sizes). Let the pretending function of the heaps up to
//! N satisfy Φ(i + p) = Φ(i) for n0 <= i <= N - p, with n0 >= 1 and N >= h (n0 + p - 1) + t. Then
//! the quotient of all heaps is that of the heaps up to N, and Φ has period p from n0 on.
//!
//! For let n > N. An option of heap n has more than h (n0 + p - 1) tokens, so one of its heaps
//! has at least n0 + p; with p tokens less it has the same class, and the option becomes one of
//! heap n - p. In the same way each option of heap n - p comes from one of heap n. So both heaps
//! have the same option classes, and heap n may be given the class of heap n - p: the pair of
//! class and option classes is one that the proof has already seen.
//!
//! Theorem: `docs/quotients.md#quotient-periods`.

use upstar_base::repeats::first_period;

/// What the theorem must know of the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Reach {
    /// The most tokens that a move takes.
    pub(super) tokens: u64,
    /// The most heaps that it leaves, at least 1.
    pub(super) heaps: u64,
}

/// The number of heaps that must be known.
fn needed(reach: Reach, preperiod: u64, period: u64) -> u64 {
    let edge = reach.heaps.saturating_mul(preperiod + period - 1);
    edge.saturating_add(reach.tokens).max(preperiod + period)
}

/// Returns the least (preperiod, period) for which the theorem applies, among periods that are seen
/// twice; `classes[n]` is Φ of heap n.
pub(super) fn period(reach: Reach, classes: &[u16]) -> Option<(u64, u64)> {
    let (_, heaps) = classes.split_first()?;
    let is_enough = |period: usize, start: usize| {
        2 * period <= heaps.len()
            && needed(reach, start as u64 + 1, period as u64) <= heaps.len() as u64
    };
    let (period, start) = first_period(heaps, is_enough)?;
    Some((start as u64 + 1, period as u64))
}
