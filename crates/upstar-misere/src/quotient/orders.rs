//! Quotients of the first heaps inside that of more heaps.
//!
//! Let S be the submonoid of Q that the classes of the first n heaps generate. Sums of these heaps
//! have the outcomes of their products, which are in S; so their quotient is S with those elements
//! made one that no element of S separates. That is the coarsest partition of S that tells P from
//! N and that products with generators respect, and it is found by refining (Moore 1956).

use super::Monoid;
use rustc_hash::FxHashMap;

/// The order of the quotient of the heaps up to 1, 2, ..., whose classes these are.
pub(super) fn orders(monoid: &Monoid, classes: &[u16]) -> Vec<u32> {
    let mut generators = Vec::new();
    let mut elements = vec![0];
    let mut inside = vec![false; monoid.order()];
    inside[0] = true;
    let mut order = 1;
    let mut orders = Vec::with_capacity(classes.len());
    for &class in classes {
        if !inside[usize::from(class)] {
            generators.push(class);
            let mut i = 0;
            while let Some(&element) = elements.get(i) {
                let product = monoid.times(element, class);
                if !std::mem::replace(&mut inside[usize::from(product)], true) {
                    elements.push(product);
                }
                i += 1;
            }
            order = separated(monoid, &elements, &generators);
        }
        orders.push(order);
    }
    orders
}

/// How many classes of these elements, which are closed under products with the generators, are
/// separated by products with them.
fn separated(monoid: &Monoid, elements: &[u16], generators: &[u16]) -> u32 {
    let mut block = vec![0u32; monoid.order()];
    for &x in elements {
        block[usize::from(x)] = u32::from(monoid.is_p(x));
    }
    let mut known = 0;
    loop {
        let mut names: FxHashMap<Vec<u32>, u32> = FxHashMap::default();
        let mut finer = block.clone();
        for &x in elements {
            let products = generators.iter().map(|&g| block[usize::from(monoid.times(x, g))]);
            let signature = std::iter::once(block[usize::from(x)]).chain(products).collect();
            let next = names.len() as u32;
            finer[usize::from(x)] = *names.entry(signature).or_insert(next);
        }
        let now = names.len() as u32;
        if now == known {
            return now;
        }
        (known, block) = (now, finer);
    }
}
