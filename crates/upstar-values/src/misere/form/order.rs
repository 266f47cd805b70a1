//! The order in which options are kept and written.
//!
//! Pairs G, G+1 stand together, the even member first. Even games are compared by birthday,
//! number of options, nim-value, misère nim-value, and at last option by option.

use super::store::{Form, Forms};
use std::cmp::Ordering;
use upstar_base::deeper;

impl Forms {
    /// Compares two games in the order of writing; equal only if they are the same.
    pub fn compare(&self, g: Form, h: Form) -> Ordering {
        if g.even_part() == h.even_part() {
            return h.is_even().cmp(&g.is_even());
        }
        let (a, b) = (self.even(g), self.even(h));
        let key = |x: &super::store::EvenRecord| (x.birthday, x.options.len(), x.nim, x.misere_nim);
        key(a).cmp(&key(b)).then_with(|| {
            let pairs = a.options.iter().zip(&b.options);
            pairs
                .map(
                    |(&x, &y)| if x == y { Ordering::Equal } else { deeper(|| self.compare(x, y)) },
                )
                .find(|&order| order != Ordering::Equal)
                .unwrap_or(Ordering::Equal)
        })
    }
}
