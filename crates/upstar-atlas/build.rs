//! Deflates the built-in atlas, which is a tenth of the program otherwise.

use miniz_oxide::deflate::compress_to_vec_zlib;
use std::path::PathBuf;
use std::{env, fs, io};

/// How hard the packer tries; the best that there is.
const LEVEL: u8 = 10;

fn main() -> io::Result<()> {
    println!("cargo:rerun-if-changed=three-digits.db");
    let atlas = fs::read("three-digits.db")?;
    let out = PathBuf::from(env::var_os("OUT_DIR").ok_or(io::ErrorKind::NotFound)?);
    fs::write(out.join("three-digits.z"), compress_to_vec_zlib(&atlas, LEVEL))
}
