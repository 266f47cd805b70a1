//! Sets of nim-values as bits in words, moved by XOR.
//!
//! Moving a set by x permutes its words by the high bits of x and the bits of a word by the low
//! six. Invariant: a set that is moved into another has at most as many words, the larger number
//! is a power of two, and x has no bits beyond it.

/// Adds the members of another set.
pub fn or(to: &mut [u64], from: &[u64]) {
    to.iter_mut().zip(from).for_each(|(word, more)| *word |= more);
}

/// Adds `{v ^ x : v in from}`.
pub fn or_translated(to: &mut [u64], from: &[u64], x: u32) {
    let high = x as usize / 64;
    for (i, &word) in from.iter().enumerate() {
        if word != 0 {
            to[i ^ high] |= translate(word, x % 64);
        }
    }
}

/// Adds one value.
pub fn insert(to: &mut [u64], value: u32) {
    to[value as usize / 64] |= 1 << (value % 64);
}

/// Is the value a member?
pub fn contains(set: &[u64], value: u32) -> bool {
    set.get(value as usize / 64).is_some_and(|word| word >> (value % 64) & 1 == 1)
}

/// The bits of a word with every index XORed by `x < 64`.
fn translate(mut word: u64, x: u32) -> u64 {
    const LOW: [u64; 6] = [
        0x5555_5555_5555_5555,
        0x3333_3333_3333_3333,
        0x0F0F_0F0F_0F0F_0F0F,
        0x00FF_00FF_00FF_00FF,
        0x0000_FFFF_0000_FFFF,
        0x0000_0000_FFFF_FFFF,
    ];
    for (bit, low) in (0u32..).zip(LOW) {
        if (x >> bit) & 1 == 1 {
            word = ((word & low) << (1 << bit)) | ((word >> (1 << bit)) & low);
        }
    }
    word
}
