//! Games in which a move replaces one heap by smaller ones.

use upstar_rules::heap::code::HeapCode;

/// What a heap may become. Invariant: every heap of an option is smaller than the heap it came
/// from and not empty.
pub trait HeapGame: Send + Sync {
    /// Calls `visit` with the heaps that may replace a heap of `size` tokens.
    fn each_option(&self, size: u32, visit: &mut dyn FnMut(&[u32]));

    /// At least the number of options of a heap of `size` tokens.
    fn most_options(&self, size: u32) -> u64 {
        let _ = size;
        0
    }
}

impl HeapGame for HeapCode {
    fn each_option(&self, size: u32, visit: &mut dyn FnMut(&[u32])) {
        HeapCode::each_option(self, size, visit);
    }

    fn most_options(&self, size: u32) -> u64 {
        HeapCode::most_options(self, size)
    }
}

/// A rule written as a function from a size to the list of options.
impl<F: Fn(u32) -> Vec<Vec<u32>> + Send + Sync> HeapGame for F {
    fn each_option(&self, size: u32, visit: &mut dyn FnMut(&[u32])) {
        self(size).iter().for_each(|option| visit(option));
    }
}
