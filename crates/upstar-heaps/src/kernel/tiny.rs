//! Speculation for codes of at most five bits (values below 64).
//!
//! All codes that are excluded at one position fit into a 32-bit word. Parts at least
//! [`LANES`] back are marked for 64 positions at once ([`simd::mark_small`]). The nearer ones
//! are serial: for each position a row of words is kept, one for each different code h of a
//! near rare part, with the one bit code ^ h set; so marking is one OR for each near part, and the
//! least clear bit is the code. Rows of rare positions are empty, since two rare parts
//! exclude no common value.

use super::codes::PositionCodes;
use super::coding::RARE;
use super::plan::SpeculationBase;
use crate::simd::{self, LANES, SPAN, SimdLevel, Tap, Taps};
use std::cell::Cell;

/// The widest codes that this kernel handles.
pub(crate) const WIDEST: u32 = 5;

/// Positions with rows before those that are computed.
const BEHIND: usize = LANES;

/// Near parts are looked at in groups of so many.
const GROUP: usize = 4;

/// How to speculate with given rare positions.
#[derive(Clone, Debug)]
pub(crate) struct Tiny {
    level: SimdLevel,
    width: u32,
    far: Taps,
    /// Distance and place in the row, the nearest last: its word is known latest. Some are
    /// repeated to fill a group.
    near: Vec<(u8, u8)>,
    /// Words in a row: 8, 16 or 32.
    row: usize,
    /// The row of each code. Codes that are too large have an empty one.
    row_of: Vec<u32>,
    /// The rows of 64 known positions and of those that are computed.
    words: Vec<u32>,
}

impl Tiny {
    /// A plan; `None` if codes are too wide or near parts have too many different codes.
    pub(crate) fn new(level: SimdLevel, ground: &SpeculationBase<'_>) -> Option<Tiny> {
        let width = ground.coding.width();
        let (near, far): (Vec<Tap>, Vec<Tap>) =
            ground.taps.iter().partition(|tap| (tap.back as usize) < LANES);
        let mut codes: Vec<u8> = near.iter().map(|tap| tap.code).collect();
        codes.sort_unstable();
        codes.dedup();
        if width > WIDEST || codes.len() > 32 || near.iter().any(|tap| tap.back == 0) {
            return None;
        }
        let place = |code| codes.iter().position(|&c| c == code).unwrap_or(0) as u8;
        let mut near: Vec<(u8, u8)> =
            near.iter().map(|tap| (tap.back as u8, place(tap.code))).collect();
        near.sort_unstable();
        near.dedup();
        near.reverse();
        if let Some(&first) = near.first() {
            let more = near.len().next_multiple_of(GROUP) - near.len();
            near.splice(0..0, std::iter::repeat_n(first, more));
        }
        let row = codes.len().next_power_of_two().max(8);
        let mut row_of = vec![0; row * 64];
        for (x, row) in (0u32..).zip(row_of.chunks_exact_mut(row)).take(1 << width) {
            for (word, &code) in row.iter_mut().zip(&codes) {
                *word = 1 << (x ^ u32::from(code));
            }
        }
        let words = vec![0; row * (BEHIND + SPAN)];
        Some(Tiny { level, width, far: Taps::new(far), near, row, row_of, words })
    }

    /// The instruction set it uses.
    pub(crate) fn level(&self) -> SimdLevel {
        self.level
    }

    /// Writes the codes of the positions from `codes.len()` on, at most `count` (a multiple of
    /// 64, at most 512), and says how many: fewer if the next one would not fit into the width.
    /// They are not counted as known.
    pub(crate) fn speculate(&mut self, codes: &mut PositionCodes, count: usize) -> usize {
        match self.row {
            8 => self.speculate_with::<8, { 8 * (SPAN - 1) + 1 }>(codes, count),
            16 => self.speculate_with::<16, { 16 * (SPAN - 1) + 1 }>(codes, count),
            _ => self.speculate_with::<32, { 32 * (SPAN - 1) + 1 }>(codes, count),
        }
    }

    /// With rows of `ROW` words; `REACH` is the distance from the first to the last word of the
    /// same place in the rows of 512 positions, and one more.
    fn speculate_with<const ROW: usize, const REACH: usize>(
        &mut self,
        codes: &mut PositionCodes,
        count: usize,
    ) -> usize {
        let Some(row_of) = self.row_of.as_chunks::<ROW>().0.first_chunk::<64>() else { return 0 };
        codes.reserve(count);
        let start = codes.index(codes.len());
        let bytes = codes.bytes_mut();
        let rows = self.words.as_chunks_mut::<ROW>().0;
        for (row, &byte) in rows.iter_mut().zip(&bytes[start - BEHIND..start]) {
            let common = byte & RARE == 0;
            *row = if common { row_of[usize::from(byte) % 64] } else { [0; ROW] };
        }
        let words = Cell::from_mut(&mut self.words[..]).as_slice_of_cells();
        // What each near part sees: one word for each position, `ROW` apart.
        let view = |&(back, place): &(u8, u8)| {
            let from = (BEHIND - usize::from(back)) * ROW + usize::from(place);
            words[from..].first_chunk::<REACH>()
        };
        let views: Vec<&[Cell<u32>; REACH]> = self.near.iter().filter_map(view).collect();
        let (groups, _) = views.as_chunks::<GROUP>();
        let mut far = [0; LANES];
        for block in (0..count).step_by(LANES) {
            let at = start + block;
            simd::mark_small(self.level, bytes, at, &self.far, self.width > 4, &mut far);
            let own = &words[(BEHIND + block) * ROW..(BEHIND + block + LANES) * ROW];
            let Some(out) = bytes[at..].first_chunk_mut::<LANES>() else { return block };
            let mut lanes = Lanes { first: block, far: &far, row_of, own, out };
            match groups {
                [] => lanes.settle::<REACH>(&[]),
                [a] => lanes.settle(&[*a]),
                [a, b] => lanes.settle(&[*a, *b]),
                [a, b, c] => lanes.settle(&[*a, *b, *c]),
                [a, b, c, d] => lanes.settle(&[*a, *b, *c, *d]),
                [a, b, c, d, e] => lanes.settle(&[*a, *b, *c, *d, *e]),
                more => lanes.settle(more),
            }
            if out.iter().fold(0, |all, &code| all | code) >> self.width != 0 {
                let large = |&code: &u8| code >> self.width != 0;
                return block + out.iter().position(large).unwrap_or(0);
            }
        }
        count
    }
}

/// A block of 64 positions in the serial part.
struct Lanes<'a, const ROW: usize> {
    /// The number of its first position among the 512.
    first: usize,
    far: &'a [u32; LANES],
    row_of: &'a [[u32; ROW]; 64],
    own: &'a [Cell<u32>],
    out: &'a mut [u8; LANES],
}

impl<const ROW: usize> Lanes<'_, ROW> {
    /// Finds the codes in order. Inlined for arrays of groups, so that the inner loops vanish.
    #[inline(always)]
    fn settle<const REACH: usize>(&mut self, groups: &[[&[Cell<u32>; REACH]; GROUP]]) {
        for (lane, own) in self.own.as_chunks::<ROW>().0.iter().enumerate().take(LANES) {
            let mut set = self.far[lane];
            let place = (self.first + lane) % SPAN * ROW;
            for group in groups {
                for view in group {
                    set |= view[place].get();
                }
            }
            let code = (!u64::from(set)).trailing_zeros() as usize % 64;
            self.out[lane] = code as u8;
            // All loads before all stores: then both are done with vectors.
            let row = self.row_of[code];
            for (word, new) in own.iter().zip(row) {
                word.set(new);
            }
        }
    }
}
