//! The program `upstar`.
fn main() {}
