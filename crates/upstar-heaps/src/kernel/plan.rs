//! How values are speculated: which kernel serves which codes.

use super::codes::PositionCodes;
use super::coding::Coding;
use super::mid::Mid;
use super::serial::Serial;
use super::tiny::Tiny;
use crate::mask::Rare;
use crate::simd::{SimdLevel, Tap};

/// What speculation rests on.
#[derive(Clone, Debug)]
pub(crate) struct SpeculationBase<'a> {
    pub(crate) coding: &'a Coding,
    /// Rare parts and single heaps left.
    pub(crate) taps: Vec<Tap>,
    /// All rare positions, increasing.
    pub(crate) rares: &'a [Rare],
    /// Tokens taken in breaks.
    pub(crate) taken: Vec<u64>,
}

/// A kernel, ready for given rare positions.
#[derive(Clone, Debug)]
pub(crate) enum KernelPlan {
    /// Codes of at most five bits.
    Tiny(Tiny),
    /// Wider codes, with vector instructions.
    Mid(Mid),
    /// Any codes, one position after the other.
    Serial(Serial),
}

impl KernelPlan {
    /// The best kernel.
    pub(crate) fn new(
        level: SimdLevel,
        ground: SpeculationBase<'_>,
        codes: &PositionCodes,
    ) -> KernelPlan {
        if let Some(tiny) = Tiny::new(level, &ground) {
            KernelPlan::Tiny(tiny)
        } else if level == SimdLevel::PORTABLE {
            KernelPlan::Serial(Serial::new(&ground))
        } else {
            KernelPlan::Mid(Mid::new(level, ground, codes))
        }
    }

    /// Goes on with other taps and rare positions under the same coding.
    pub(crate) fn renew(&mut self, ground: SpeculationBase<'_>) {
        match self {
            KernelPlan::Tiny(tiny) => match Tiny::new(tiny.level(), &ground) {
                Some(renewed) => *tiny = renewed,
                None => *self = KernelPlan::Serial(Serial::new(&ground)),
            },
            KernelPlan::Mid(mid) => mid.renew(ground),
            KernelPlan::Serial(serial) => *serial = Serial::new(&ground),
        }
    }

    /// Writes the codes of the positions from `codes.len()` on, at most `count` (a multiple of
    /// 64, at most 512), and says how many: fewer if the next one would not fit into the codes.
    /// They are not counted as known.
    pub(crate) fn speculate(&mut self, codes: &mut PositionCodes, count: usize) -> usize {
        match self {
            KernelPlan::Tiny(tiny) => tiny.speculate(codes, count),
            KernelPlan::Mid(mid) => mid.speculate(codes, count),
            KernelPlan::Serial(serial) => serial.speculate(codes, count),
        }
    }
}
