//! Rare and common values: a homomorphism onto {0, 1}.
//!
//! A mask M calls the value v at position n *rare* when popcount(v & M) is even and *common* when
//! it is odd; with a position parity b the class is flipped when n + b is odd. Because parity is
//! additive for XOR, and because a + c = n - m fixes the parity of (a + b) + (c + b) + (n + b)
//! when every break index m has the parity b, an option of n made of two parts is common just if
//! exactly one part is rare, in the classes that position n sees. Winning Ways ch. 4 ("sparse
//! space") has the case without positions. Nothing depends on a good choice of M but speed.

use upstar_proof::Theorem;

/// How values are divided into rare and common ones.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Mask {
    /// The bits of the value whose parity counts.
    pub bits: u32,
    /// The parity b of all break indices, when the parity of the position counts too.
    pub position: Option<u8>,
}

/// A position with a rare value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rare {
    /// The size of the heap.
    pub at: u64,
    /// Its nim-value.
    pub value: u16,
}

impl Mask {
    /// Is the value rare at this position?
    #[inline]
    pub fn is_rare(self, position: u64, value: u32) -> bool {
        (value & self.bits).count_ones() & 1 == self.flip(position)
    }

    /// The theorem of the sparse space under this mask: with the most tokens that a move takes, the
    /// last rare position, the longest proof, the length of the windows and their distance.
    pub(crate) fn theorem(
        self,
        reach: u64,
        [last_rare, longest_proof, window, distance]: [u64; 4],
    ) -> Theorem {
        let Mask { bits: mask, position } = self;
        Theorem::SparseSpace { reach, mask, position, last_rare, longest_proof, window, distance }
    }

    /// 1 where the parity of the position exchanges the classes, else 0.
    #[inline]
    pub fn flip(self, position: u64) -> u32 {
        match self.position {
            Some(parity) => ((position ^ u64::from(parity)) & 1) as u32,
            None => 0,
        }
    }
}

/// How often every value occurs, and at which parity of position.
#[derive(Clone, Debug)]
pub struct Histogram {
    /// Count number `2 v + f`, f as in [`Mask::flip`] of a mask with the parity.
    counts: Vec<u64>,
    parity: Option<u8>,
    total: u64,
}

impl Histogram {
    /// No values yet; `parity` is the common parity of all break indices, if there is one.
    pub fn new(parity: Option<u8>) -> Histogram {
        Histogram { counts: Vec::new(), parity, total: 0 }
    }

    /// Counts G(position) = value.
    #[inline]
    pub fn add(&mut self, position: u64, value: u32) {
        let flip = Mask { bits: 0, position: self.parity }.flip(position);
        let place = (2 * value + flip) as usize;
        if place >= self.counts.len() {
            self.counts.resize((place + 1).next_power_of_two(), 0);
        }
        self.counts[place] += 1;
        self.total += 1;
    }

    /// The mask with the fewest rare values among those counted, and how many it has; values
    /// have at most `bits` bits. The mask that ignores everything is the answer only when no
    /// other is better.
    ///
    /// The Walsh-Hadamard transform H of the counts has H(M) = common - rare with the sign
    /// reversed: the number of rare values under M is (total + H(M)) / 2.
    pub fn best_mask(&self, bits: u32) -> (Mask, u64) {
        let size = 2usize << bits;
        let mut sums: Vec<i64> =
            (0..size).map(|i| self.counts.get(i).map_or(0, |&c| c as i64)).collect();
        let mut half = 1;
        while half < size {
            for block in sums.chunks_mut(2 * half) {
                let (low, high) = block.split_at_mut(half);
                for (x, y) in low.iter_mut().zip(high) {
                    (*x, *y) = (*x + *y, *x - *y);
                }
            }
            half *= 2;
        }
        let step = if self.parity.is_some() { 1 } else { 2 };
        let total = self.total as i64;
        let all = (Mask::default(), self.total);
        (step..size).step_by(step).fold(all, |best, choice| {
            let rares = ((total + sums[choice]) / 2) as u64;
            let position = (choice & 1 == 1).then_some(self.parity).flatten();
            if rares < best.1 {
                (Mask { bits: (choice >> 1) as u32, position }, rares)
            } else {
                best
            }
        })
    }
}
