//! Compact codes: a value without the lowest bit of its mask.
//!
//! Let M be a mask and b its lowest bit. Dropping bit b from every value is linear, so
//! code(x ^ y) = code(x) ^ code(y). Inside one class (rare or common) it is injective, because
//! the parity of popcount(v & M) gives bit b back, and it keeps the order: if the highest bit in
//! which two values of a class differ were b, all other bits of M would agree and the parities
//! would not. So mex may be taken on codes, and the rare values below the common value with
//! code c are those with a code u < [`Coding::need`]. Values below 2^(w + 1) have codes of w bits.
//!
//! A code is kept in one byte. Up to seven bits there is room for the class: bit 7 is set at rare
//! positions ([`RARE`]), and the XOR of two bytes then knows its class by itself. Codes of eight
//! bits fill the byte; the engine keeps a list of rare positions instead.

use crate::mask::Mask;

/// The bit that marks a rare position when codes have at most seven bits.
pub const RARE: u8 = 0x80;

/// The widest codes.
pub const WIDEST: u32 = 8;

/// So many bytes are read side by side; an even number, for the parity of positions.
const LANES: usize = 32;

/// Translates between values and codes under one mask.
#[derive(Clone, Debug)]
pub struct Coding {
    mask: Mask,
    width: u32,
    /// The value by parity of the position, class (0 common, 1 rare) and code.
    decode: Box<[[[u16; 256]; 2]; 2]>,
    /// How many rare values lie below a common one, by parity of the position and code.
    need: Box<[[u8; 256]; 2]>,
}

impl Coding {
    /// Codes of `width` bits (1 to 8); `None` if the mask has no bit among the first `width + 1`
    /// or others beyond.
    pub fn new(mask: Mask, width: u32) -> Option<Coding> {
        if mask.bits == 0 || !(1..=WIDEST).contains(&width) || mask.bits >> (width + 1) != 0 {
            return None;
        }
        let below = (mask.bits & mask.bits.wrapping_neg()) - 1;
        let mut decode = Box::new([[[0u16; 256]; 2]; 2]);
        let mut need = Box::new([[0u8; 256]; 2]);
        for parity in 0..2 {
            for code in 0..1usize << width {
                let bare = (code as u32 & below) | ((code as u32 & !below) << 1);
                let rare = mask.is_rare(parity as u64, bare);
                decode[parity][usize::from(rare)][code] = bare as u16;
                decode[parity][usize::from(!rare)][code] = (bare | (below + 1)) as u16;
            }
            let [common, rare] = &decode[parity];
            for (n, &value) in need[parity].iter_mut().zip(common).take(1 << width) {
                let count = rare[..1 << width].iter().filter(|&&r| r < value).count();
                *n = count.min(255) as u8;
            }
        }
        Some(Coding { mask, width, decode, need })
    }

    /// The mask that divides the values.
    pub fn mask(&self) -> Mask {
        self.mask
    }

    /// How many bits a code has.
    pub fn width(&self) -> u32 {
        self.width
    }

    /// Is the class kept in the byte?
    pub fn flagged(&self) -> bool {
        self.width < WIDEST
    }

    /// The least code that the block kernels do not handle. Eight bits stop a little short, so
    /// that [`Coding::need`] fits into a byte.
    pub fn capacity(&self) -> usize {
        if self.flagged() { 1 << self.width } else { 248 }
    }

    /// The code of a value, without class; `None` for a value that is too large.
    pub fn code(&self, value: u16) -> Option<u8> {
        let value = u32::from(value);
        let below = (self.mask.bits & self.mask.bits.wrapping_neg()) - 1;
        (value >> (self.width + 1) == 0)
            .then_some(((value & below) | ((value >> 1) & !below)) as u8)
    }

    /// The byte kept for a value at a position; `None` for a value that is too large.
    pub fn byte(&self, position: u64, value: u16) -> Option<u8> {
        let code = self.code(value)?;
        let rare = self.flagged() && self.mask.is_rare(position, u32::from(value));
        Some(code | if rare { RARE } else { 0 })
    }

    /// The value with a code in a class at a position.
    pub fn value(&self, position: u64, code: u8, rare: bool) -> u16 {
        self.decode[(position & 1) as usize][usize::from(rare)][usize::from(code)]
    }

    /// The values at the positions from `from` on whose bytes are these, all of them common where
    /// the bytes do not tell.
    ///
    /// In lanes instead of tables, which takes half of the time: the bit that a code lacks is 0 if
    /// the parity of the others makes the class, else 1.
    pub fn values<T: From<u16>>(&self, from: u64, bytes: &[u8], out: &mut [T]) {
        let bits = self.mask.bits as u16;
        let lacking = bits & bits.wrapping_neg();
        let class = if self.flagged() { u16::from(RARE) } else { 0 };
        let (below, above) = (lacking - 1, 0xff & !class & !(lacking - 1));
        let value = |byte: u8, common: u16| {
            let byte = u16::from(byte);
            let bare = (byte & below) | ((byte & above) << 1);
            let mut odd = (bare & bits) ^ (byte & class);
            odd ^= odd >> 8;
            odd ^= odd >> 4;
            odd ^= odd >> 2;
            odd ^= odd >> 1;
            bare | (((odd ^ common) & 1) * lacking)
        };
        let commons: [u16; LANES] =
            std::array::from_fn(|n| 1 ^ self.mask.flip(from + n as u64) as u16);
        let (blocks, rest) = bytes.as_chunks::<LANES>();
        let (places, last) = out.as_chunks_mut::<LANES>();
        for (places, block) in places.iter_mut().zip(blocks) {
            for ((place, &byte), &common) in places.iter_mut().zip(block).zip(&commons) {
                *place = value(byte, common).into();
            }
        }
        for ((place, &byte), &common) in last.iter_mut().zip(rest).zip(&commons) {
            *place = value(byte, common).into();
        }
    }

    /// For each code of a common value at positions of this parity: how many rare values are
    /// smaller. They are those with the least codes.
    pub fn need(&self, position: u64) -> &[u8; 256] {
        &self.need[(position & 1) as usize]
    }

    /// The least code of a common value above the rare value with code `u`, at positions of this
    /// parity; 255 if there is none that block kernels handle. So the rare code u must be
    /// excluded just where the code is at least this.
    pub fn limit(&self, position: u64, u: u8) -> u8 {
        let need = &self.need(position)[..self.capacity()];
        need.iter().position(|&n| n > u).map_or(u8::MAX, |code| code as u8)
    }

    /// The class that one heap left by taking `i` tokens changes to: does a value that is common
    /// where it stands count as rare `i` tokens further on?
    pub fn take_flips(&self, i: u64) -> bool {
        self.mask.position.is_some() && i & 1 == 1
    }
}
