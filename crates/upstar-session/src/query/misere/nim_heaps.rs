//! Misère play of subtraction games, Nim among them: their heaps are nim-heaps of their nim-values
//! (Ferguson 1974), so one nim-sum tells the winner, whatever the sizes.

use super::outcome::MisereOutcome;
use crate::query::prelude::*;
use upstar_heaps::AnyHeap;
use upstar_rules::heap::heaps::LargeHeaps;

/// The outcome of a sum of heaps of a subtraction game.
pub(super) fn outcome(
    code: &HeapCode,
    text: &str,
    budget: &Budget,
) -> Result<MisereOutcome, QueryError> {
    let sum = LargeHeaps::parse(text)
        .map_err(|error| wrong(text, Span::new(error.at, error.at + error.len), error.message))?;
    let mut values = AnyHeap::new(code);
    let (mut nim, mut firm) = (0u128, false);
    for &heap in sum.sizes() {
        let value = values.value(heap, budget).map_err(QueryError::limit)?;
        (nim, firm) = (nim ^ value, firm || value > 1);
    }
    let p = if firm { nim == 0 } else { nim == 1 };
    let source = if firm {
        format!("misère Nim: nim-sum {nim}, with a heap of value 2 or more")
    } else {
        format!("misère Nim: nim-sum {nim}, all values 0 or 1")
    };
    Ok(MisereOutcome::new(code, sum.show(), p, source.clone(), source))
}
