//! Rare and common values: a homomorphism onto {0, 1}.
//!
//! A mask M calls the value v at position n *rare* when popcount(v & M) is even and *common* when
//! it is odd; with a position parity b the class is flipped when n + b is odd. Because parity is
//! additive for XOR, and because a + c = n - m fixes the parity of (a + b) + (c + b) + (n + b)
//! when every break index m has the parity b, an option of n made of two parts is common just if
//! exactly one part is rare, in the classes that position n sees. Winning Ways ch. 4 ("sparse
//! space") has the case without positions. Nothing depends on a good choice of M but speed.

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

    /// 1 where the parity of the position exchanges the classes, else 0.
    #[inline]
    pub fn flip(self, position: u64) -> u32 {
        match self.position {
            Some(parity) => ((position ^ u64::from(parity)) & 1) as u32,
            None => 0,
        }
    }
}
