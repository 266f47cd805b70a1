//! How much memory values hold outside of the stores: handles nothing, sets and fractions a little.

use crate::stopper::{Ref, Sides, Stopper};
use crate::{Entailed, LoopyNimber, Short, Tallies, Tally, Toll};
use upstar_base::Weigh;

impl Weigh for Short {}

impl Weigh for Stopper {}

impl Weigh for Ref {}

impl Weigh for Sides {}

impl Weigh for LoopyNimber {
    fn heap_bytes(&self) -> usize {
        match self {
            LoopyNimber::Loopy(labels) => labels.heap_bytes(),
            LoopyNimber::Nim { .. } | LoopyNimber::Loony => 0,
        }
    }
}

impl Weigh for Entailed {
    fn heap_bytes(&self) -> usize {
        self.owned_bytes()
    }
}

impl Weigh for Tally {
    fn heap_bytes(&self) -> usize {
        match &self.toll {
            // Two words of an integer are kept in place.
            Toll::Finite(toll) if toll.bits() > 128 => toll.bits() as usize / 8 + 16,
            _ => 0,
        }
    }
}

impl Weigh for Tallies {
    fn heap_bytes(&self) -> usize {
        self.left.heap_bytes() + self.right.heap_bytes()
    }
}
