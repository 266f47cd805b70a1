//! Positions that are a few machine words.
//!
//! Where the type of rules is not known positions are boxed, and each costs an allocation. One that
//! is told by four numbers needs none: [`crate::erased::Position`] keeps it in place, and compares
//! and hashes it without asking what it means.

use std::hash::{Hash, Hasher};
use upstar_base::Weigh;

/// How many words there are.
pub const WORDS: usize = 4;

/// A position of as many words; those that it does not need are 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Words(pub [u64; WORDS]);

impl Hash for Words {
    /// As the numbers they are: a slice would hash its length too.
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.iter().for_each(|&word| state.write_u64(word));
    }
}

impl Weigh for Words {}
