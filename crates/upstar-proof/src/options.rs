//! The options of a heap, listed from the rules as the checker reads them.

use crate::rules::{Heaps, Rules};

impl Rules {
    /// Calls `visit` with every option of a heap of `size` tokens, as sizes of heaps that do not
    /// decrease; an option may come more than once.
    pub(crate) fn each_option(&self, size: u64, visit: &mut dyn FnMut(&[u64])) {
        let mut option = Vec::new();
        for (taken, rule) in self.0.iter().enumerate() {
            let Some(left) = size.checked_sub(taken as u64) else { break };
            for heaps in 0..64 {
                if rule.bits >> heaps & 1 != 0 {
                    split(left, heaps, 1, rule.heaps, &mut option, visit);
                }
            }
        }
    }
}

/// Appends `heaps` heaps of at least `least` tokens each, `left` in all.
fn split(
    left: u64,
    heaps: u64,
    least: u64,
    kind: Heaps,
    option: &mut Vec<u64>,
    visit: &mut dyn FnMut(&[u64]),
) {
    if heaps == 0 {
        let several = option.len() > 1;
        let same = option.first() == option.last();
        let fits = match kind {
            Heaps::Any => true,
            Heaps::Different => option.windows(2).all(|pair| pair[0] != pair[1]),
            Heaps::NotAllEqual => !(several && same),
            Heaps::Same => !several || same,
        };
        if left == 0 && fits {
            visit(option);
        }
        return;
    }
    // The last heap takes all that is left.
    let first = if heaps == 1 { left.max(least) } else { least };
    let mut size = first;
    while size.checked_mul(heaps).is_some_and(|total| total <= left) {
        option.push(size);
        split(left - size, heaps - 1, size, kind, option, visit);
        option.pop();
        size += 1;
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    fn options(code: &str, size: u64) -> Vec<Vec<u64>> {
        let mut all = Vec::new();
        Rules::read(code).unwrap().each_option(size, &mut |option| all.push(option.to_vec()));
        all
    }

    #[test]
    fn options_of_some_heaps() {
        assert_eq!(options("0.77", 4), [vec![3], vec![1, 2], vec![2], vec![1, 1]]);
        assert_eq!(options("0.77", 1), [Vec::<u64>::new()]);
        assert_eq!(options("4.3", 3), [vec![1, 2], vec![2]]);
        assert_eq!(options("4!.0", 6), [[1, 5], [2, 4]]);
        assert_eq!(options("0.8", 7), [[1, 1, 4], [1, 2, 3], [2, 2, 2]]);
        assert_eq!(options("4=.0", 6), [[3, 3]]);
        assert_eq!(options("0.07", 1), Vec::<Vec<u64>>::new());
    }
}
