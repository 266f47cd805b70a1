//! Tests of what is private to `contexts`.

use super::*;

#[test]
fn the_memory_of_a_set() {
    let bytes = |order| MonoidTable { order, products: Vec::new(), p: Vec::new() }.bytes();
    assert_eq!([1, 64, 65, 129].map(bytes), [32, 32, 40, 48]);
}
