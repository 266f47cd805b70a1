//! What all engines have in common: a sequence G(0), G(1), ... known up to some length.

use crate::mask::{Mask, Rare};
use upstar_base::{Budget, Stopped};

/// What an engine can tell of its run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// The largest value so far.
    pub largest: u32,
    /// Where it first occurs.
    pub largest_at: u64,
    /// How many positions are rare under the present mask.
    pub rares: u64,
    /// The last of them.
    pub last_rare: u64,
    /// The longest proof: the largest a for which a pair (a, n - m - a) had to be looked at.
    pub longest_proof: u64,
    /// How often mask and tables were chosen anew.
    pub rebuilds: u64,
}

impl Statistics {
    /// G(n) is this value.
    pub(crate) fn meet(&mut self, n: u64, value: u32) {
        if value > self.largest {
            (self.largest, self.largest_at) = (value, n);
        }
    }
}

/// Computes a nim-sequence in order.
///
/// Invariant: the values below [`Engine::len`] are exact, also after an error.
pub trait Engine: Send + Sync {
    /// How many values G(0), G(1), ... are known; at least 1, for G(0) = 0.
    fn len(&self) -> u64;

    /// Only for the sake of [`Engine::len`]; G(0) is always known.
    fn is_empty(&self) -> bool {
        false
    }

    /// Goes on until [`Engine::len`] is at least `to`.
    fn extend(&mut self, to: u64, budget: &Budget) -> Result<(), Stopped>;

    /// G(n), if it is known and still kept: an engine with constant memory forgets the middle.
    fn value(&self, n: u64) -> Option<u32>;

    /// Copies G(from), G(from + 1), ... into `out`; false when one of them is not kept.
    fn read(&self, from: u64, out: &mut [u32]) -> bool {
        (from..).zip(out).all(|(n, place)| match self.value(n) {
            Some(value) => {
                *place = value;
                true
            }
            None => false,
        })
    }

    /// The same in half the room; false also when one of them has more than 16 bits.
    fn read_u16(&self, from: u64, out: &mut [u16]) -> bool {
        let mut wide = [0; 1024];
        let mut at = from;
        out.chunks_mut(wide.len()).all(|block| {
            let wide = &mut wide[..block.len()];
            let kept = self.read(at, wide);
            at += block.len() as u64;
            kept && block
                .iter_mut()
                .zip(wide)
                .all(|(place, value)| u16::try_from(*value).map(|value| *place = value).is_ok())
        })
    }

    /// About how many bytes it keeps.
    fn bytes(&self) -> u64;

    /// What is known of the run.
    fn statistics(&self) -> Statistics;

    /// An A such that for every n >= `from` that is known and common, the rare values below G(n)
    /// are excluded by taking or by pairs (a, n - m - a) with a <= A.
    fn proof_length_since(&self, from: u64) -> u64 {
        let _ = from;
        self.statistics().longest_proof
    }

    /// The mask and the rare positions, for engines that have them.
    fn rares(&self) -> Option<(Mask, Vec<Rare>)> {
        self.snapshot().map(|snapshot| (snapshot.mask, snapshot.rares))
    }

    /// Stops keeping all values, if the engine can do that: from now on the memory is bounded.
    fn forget(&mut self) {}

    /// Starts again after these values G(0), G(1), ..., which must be right. False when the
    /// engine is not a fresh one or cannot do that.
    fn restore(&mut self, values: &[u32]) -> bool {
        let _ = values;
        false
    }

    /// The state from which another engine can go on, if this one has such a state.
    fn snapshot(&self) -> Option<Snapshot> {
        None
    }
}

/// Enough of a sparse-space run to continue it exactly.
///
/// Invariants: `prefix` is G(0..prefix.len()), `window` is G(len - window.len()..len), and
/// `rares` lists every rare position 1 <= n < len under `mask`. When the two pieces meet or
/// overlap the whole sequence is there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Snapshot {
    /// How many values were computed.
    pub len: u64,
    /// The first values.
    pub prefix: Vec<u16>,
    /// The last values.
    pub window: Vec<u16>,
    /// Which values are rare.
    pub mask: Mask,
    /// All rare positions, increasing.
    pub rares: Vec<Rare>,
    /// Positions with the lengths of their proofs, as far as no later proof is as long: for
    /// every n the first entry at or after n is the longest proof from n on.
    pub proofs: Vec<(u64, u64)>,
    /// What was known of the run.
    pub statistics: Statistics,
}
