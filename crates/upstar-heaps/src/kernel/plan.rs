//! How values are speculated: which kernel serves which codes.

use super::codes::Codes;
use super::coding::Coding;
use super::mid::Mid;
use super::serial::Serial;
use super::tiny::Tiny;
use crate::mask::Rare;
use crate::simd::{Level, Tap};

/// What speculation rests on.
#[derive(Clone, Debug)]
pub(crate) struct Ground<'a> {
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
pub(crate) enum Plan {
    /// Codes of at most five bits.
    Tiny(Tiny),
    /// Wider codes, with vector instructions.
    Mid(Mid),
    /// Any codes, one position after the other.
    Serial(Serial),
}

impl Plan {
    /// The best kernel.
    pub(crate) fn new(level: Level, ground: Ground<'_>, codes: &Codes) -> Plan {
        if let Some(tiny) = Tiny::new(level, &ground) {
            Plan::Tiny(tiny)
        } else if level == Level::PORTABLE {
            Plan::Serial(Serial::new(&ground))
        } else {
            Plan::Mid(Mid::new(level, ground, codes))
        }
    }

    /// Goes on with other taps and rare positions under the same coding.
    pub(crate) fn renew(&mut self, ground: Ground<'_>) {
        match self {
            Plan::Tiny(tiny) => match Tiny::new(tiny.level(), &ground) {
                Some(renewed) => *tiny = renewed,
                None => *self = Plan::Serial(Serial::new(&ground)),
            },
            Plan::Mid(mid) => mid.renew(ground),
            Plan::Serial(serial) => *serial = Serial::new(&ground),
        }
    }

    /// Writes the codes of the positions from `codes.len()` on, at most `count` (a multiple of
    /// 64, at most 512), and says how many: fewer if the next one would not fit into the codes.
    /// They are not counted as known.
    pub(crate) fn speculate(&mut self, codes: &mut Codes, count: usize) -> usize {
        match self {
            Plan::Tiny(tiny) => tiny.speculate(codes, count),
            Plan::Mid(mid) => mid.speculate(codes, count),
            Plan::Serial(serial) => serial.speculate(codes, count),
        }
    }
}
