//! Asks the linker of Linux for short relocations, which make the program a megabyte smaller.

use std::env;

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    let is = |variable, value| env::var(variable).is_ok_and(|found| found == value);
    // A linker that does not know the option ignores it with a warning.
    if is("CARGO_CFG_TARGET_OS", "linux") && is("CARGO_CFG_TARGET_ENV", "gnu") {
        println!("cargo:rustc-link-arg-bins=-Wl,-z,pack-relative-relocs");
    }
}
