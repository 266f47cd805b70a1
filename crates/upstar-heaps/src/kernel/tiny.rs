//! Speculation for codes of at most five bits (values below 64).
//!
//! All codes that are excluded at one position fit into a 32-bit word. Parts at least
//! [`LANES`] back are marked for 64 positions at once ([`simd::mark_small`]). The nearer ones
//! are serial: for each position a row of words is kept, one for each different code h of a
//! near rare part, with the one bit code ^ h set; so marking is one OR for each near part, and the
//! least clear bit is the code. Rows of rare positions are empty, since two rare parts
//! exclude no common value.

use super::codes::Codes;
use super::coding::RARE;
use super::plan::Ground;
use crate::simd::{self, LANES, Level, Tap, Taps};

/// The widest codes that this kernel handles.
pub(crate) const WIDEST: u32 = 5;

/// Words in a row: there may be so many different codes of near parts.
const ROW: usize = 16;

type Row = [u32; ROW];

/// How to speculate with given rare positions.
#[derive(Clone, Debug)]
pub(crate) struct Tiny {
    level: Level,
    width: u32,
    far: Taps,
    /// Distance and place in the row, the nearest last: its word is known latest.
    near: Vec<(u8, u8)>,
    /// The row of each code.
    rows: Vec<Row>,
}

impl Tiny {
    /// A plan for these taps; `None` if the near ones have too many different codes.
    pub(crate) fn new(level: Level, ground: &Ground<'_>) -> Option<Tiny> {
        let width = ground.coding.width();
        let (near, far): (Vec<Tap>, Vec<Tap>) =
            ground.taps.iter().partition(|tap| (tap.back as usize) < LANES);
        let mut codes: Vec<u8> = near.iter().map(|tap| tap.code).collect();
        codes.sort_unstable();
        codes.dedup();
        if width > WIDEST || codes.len() > ROW || near.iter().any(|tap| tap.back == 0) {
            return None;
        }
        let place = |code| codes.iter().position(|&c| c == code).unwrap_or(0) as u8;
        let mut near: Vec<(u8, u8)> =
            near.iter().map(|tap| (tap.back as u8, place(tap.code))).collect();
        near.sort_unstable();
        near.dedup();
        near.reverse();
        // One row more than there are codes, for the overflow.
        let mut rows = vec![[0; ROW]; (1 << width) + 1];
        for (x, row) in rows.iter_mut().take(1 << width).enumerate() {
            for (word, &code) in row.iter_mut().zip(&codes) {
                *word = 1 << (x as u32 ^ u32::from(code));
            }
        }
        Some(Tiny { level, width, far: Taps::new(far), near, rows })
    }

    /// The instruction set it uses.
    pub(crate) fn level(&self) -> Level {
        self.level
    }

    /// Writes the codes of the positions from `codes.len()` on, at most `count` (a multiple of
    /// 64, at most 512), and says how many: fewer if the next one would not fit into the width.
    /// They are not counted as known.
    pub(crate) fn speculate(&self, codes: &mut Codes, count: usize) -> usize {
        const BEHIND: usize = LANES;
        let mut rows = [[0u32; ROW]; BEHIND + simd::SPAN];
        codes.reserve(count);
        let start = codes.index(codes.len());
        let bytes = codes.bytes_mut();
        for (row, &byte) in rows.iter_mut().zip(&bytes[start - BEHIND..start]) {
            if byte & RARE == 0 {
                *row = self.rows[usize::from(byte)];
            }
        }
        let overflow = 1u32 << self.width;
        let mut far = [0; LANES];
        for block in (0..count).step_by(LANES) {
            let at = start + block;
            simd::mark_small(self.level, bytes, at, &self.far, self.width > 4, &mut far);
            let mut largest = 0;
            for (lane, far) in far.into_iter().enumerate() {
                let here = BEHIND + block + lane;
                let mut set = far;
                for &(back, place) in &self.near {
                    set |= rows[here - usize::from(back)][usize::from(place) % ROW];
                }
                let code = set.trailing_ones().min(overflow);
                largest = largest.max(code);
                bytes[at + lane] = code as u8;
                rows[here] = self.rows[code as usize];
            }
            if largest == overflow {
                let lane = bytes[at..at + LANES].iter().position(|&b| u32::from(b) == overflow);
                return block + lane.unwrap_or(0);
            }
        }
        count
    }
}
