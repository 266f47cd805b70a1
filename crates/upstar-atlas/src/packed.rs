//! Certificates as the database keeps them: their text, deflated. So is the built-in atlas.
//!
//! What is unpacked is bounded, so that a file that somebody changed takes no memory but that of
//! the longest certificate there can be.

use miniz_oxide::deflate::compress_to_vec_zlib;
use miniz_oxide::inflate::decompress_to_vec_zlib_with_limit;

/// How hard the packer tries; the best that there is.
const LEVEL: u8 = 10;

/// Longer texts are no certificates.
const LONGEST: usize = 1 << 28;

/// Packs a text.
pub fn pack(text: &str) -> Vec<u8> {
    compress_to_vec_zlib(text.as_bytes(), LEVEL)
}

/// The text that was packed; `None` if these bytes are something else.
pub fn unpack(bytes: &[u8]) -> Option<String> {
    String::from_utf8(inflated(bytes)?).ok()
}

/// The bytes that were deflated; `None` if these are something else.
pub(crate) fn inflated(bytes: &[u8]) -> Option<Vec<u8>> {
    decompress_to_vec_zlib_with_limit(bytes, LONGEST).ok()
}
