//! Every engine computes what the plain mex rule computes, on random codes.
#![allow(clippy::unwrap_used)]

use proptest::prelude::*;
use upstar_base::Budget;
use upstar_heaps::many::Many;
use upstar_heaps::plain::MexEngine;
use upstar_heaps::sparse::Sparse;
use upstar_heaps::window::Window;
use upstar_heaps::{Breaks, Engine};
use upstar_rules::heap::code::HeapCode;

fn plain(code: &HeapCode, len: u64) -> Vec<u32> {
    let mut plain = MexEngine::new(code.clone());
    plain.extend(len, &Budget::unlimited()).unwrap();
    plain.values().to_vec()
}

fn values(engine: &dyn Engine) -> Vec<Option<u32>> {
    (0..engine.len()).map(|n| engine.value(n)).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn sparse_space(text in r"(0|4|4!)\.([0-7][!=?]?){1,4}") {
        let code: HeapCode = text.parse().unwrap();
        let wanted: Vec<_> = plain(&code, 2000).into_iter().map(Some).collect();
        let game = Breaks::from_code(&code).unwrap();
        let mut sparse = Sparse::new(game);
        sparse.extend(2000, &Budget::unlimited()).unwrap();
        prop_assert_eq!(values(&sparse), wanted);
    }

    /// Forgetting the middle and resuming from a snapshot change no value; what is missing is
    /// reported, not guessed.
    #[test]
    fn sparse_space_with_little_memory(
        text in r"(0|4|4!)\.([0-7]!?){1,3}",
        cut in 300u64..1500,
        keep in 1usize..300,
    ) {
        let code: HeapCode = text.parse().unwrap();
        let wanted = plain(&code, 3000);
        let game = Breaks::from_code(&code).unwrap();
        let mut sparse = Sparse::new(game.clone());
        sparse.extend(cut, &Budget::unlimited()).unwrap();
        sparse.forget_beyond(keep, keep);
        if let Some(snapshot) = sparse.snapshot() {
            sparse = Sparse::from_snapshot(game, &snapshot).unwrap();
            prop_assert_eq!(sparse.len(), cut);
            prop_assert_eq!(sparse.mask(), snapshot.mask);
        }
        let end = sparse.extend(3000, &Budget::unlimited());
        prop_assert!(end.is_ok() || sparse.value(cut / 2).is_none() || sparse.values().is_none());
        for n in 0..sparse.len() {
            if let Some(value) = sparse.value(n) {
                prop_assert_eq!(value, wanted[n as usize], "{}", n);
            }
        }
    }

    #[test]
    fn sets_of_values(text in r"(0|4|8|80|C)\.([0-9A-F]=?|&1[6-9];|\{0,2,4\}|\{2,4\+\}|\*|\{2\+\}){1,3}") {
        let code: HeapCode = text.parse().unwrap();
        if let Some(mut many) = Many::new(&code) {
            let len = if code.most_heaps().is_some_and(|most| most <= 3) { 90 } else { 26 };
            let wanted: Vec<_> = plain(&code, len).into_iter().map(Some).collect();
            many.extend(len, &Budget::unlimited()).unwrap();
            prop_assert_eq!(values(&many), wanted);
        }
    }

    #[test]
    fn sets_of_values_for_two_heaps(text in r"(0|4|4!)\.([0-7][!=]?){1,3}") {
        let code: HeapCode = text.parse().unwrap();
        // A code without a move has no digit to begin with.
        let Some(mut many) = Many::new(&code) else { return Ok(()) };
        many.extend(400, &Budget::unlimited()).unwrap();
        let wanted: Vec<_> = plain(&code, 400).into_iter().map(Some).collect();
        prop_assert_eq!(values(&many), wanted);
    }

    #[test]
    fn subtraction_by_a_window(text in r"0\.([0-3]){1,6}", cut in 1u64..300) {
        let code: HeapCode = text.parse().unwrap();
        let wanted = plain(&code, 600);
        let mut window = Window::new(&code).unwrap();
        window.extend(cut, &Budget::unlimited()).unwrap();
        window.forget();
        window.extend(600, &Budget::unlimited()).unwrap();
        for n in 0..600 {
            if let Some(value) = window.value(n) {
                prop_assert_eq!(value, wanted[n as usize]);
            }
        }
        prop_assert!(window.value(599).is_some());
    }

    /// Any number of heaps, from different numbers on, and digits that repeat.
    #[test]
    fn sets_of_values_with_or_more(
        text in r"(0|8|\{3\+\})\.(\{1,5\+\}|\{2,4\+\}|\{0,3\+\}|[0-9A-F]|\*){1,2}(\[(\{2,3,4\+\}|[0-9A-F]|\{6\+\})\])?",
    ) {
        let code: HeapCode = text.parse().unwrap();
        if let Some(mut many) = Many::new(&code) {
            many.extend(24, &Budget::unlimited()).unwrap();
            prop_assert_eq!(many.values(), &plain(&code, 24)[..]);
        } else {
            prop_assert_eq!(code.written().count(), 0);
        }
    }
}
