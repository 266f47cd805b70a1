//! A search that does not end soon leaves the answer to a quotient with more steps.
#![allow(clippy::unwrap_used)]

use crate::by_definition::Search;
use std::sync::Arc;
use upstar_base::{Budget, Stopped};
use upstar_misere::game::{MisereMethod, SumOutcomes};

const LARGEST: u32 = 22;

#[test]
fn search_and_quotient_take_turns() {
    let budget = Arc::new(Budget::unlimited());
    let code = ".35".parse().unwrap();
    let [mut patient, mut hasty] =
        [(); 2].map(|()| SumOutcomes::new(&code, LARGEST, &budget).unwrap());
    let before = hasty.quotient().heaps();
    assert!(before < LARGEST, "the steps at first are enough");
    hasty.set_positions(1);
    let mut search = Search::new(".35", LARGEST);
    // The first ones are hard enough that a search sees some thousand positions.
    let sums = [[22, 19, 17], [22, 21, 14], [21, 20, 13], [22, 2, 1], [21, 4, 1], [22, 5, 1]];
    let mut by_quotient = 0;
    for heaps in sums {
        let sum = heaps.map(|heap: u32| (heap, 1));
        let (slow, way) = patient.is_p(&sum).unwrap();
        let (fast, other) = hasty.is_p(&sum).unwrap();
        assert_eq!((slow, way), (fast, MisereMethod::Search), "{heaps:?}");
        if heaps.iter().sum::<u32>() < 30 {
            let [large, middle, small] = heaps;
            assert_eq!(search.is_p(&[small, middle, large]), fast, "{heaps:?}");
        }
        by_quotient += u32::from(other == MisereMethod::Quotient);
    }
    assert_eq!(by_quotient, sums.len() as u32);
    assert_eq!(hasty.quotient().heaps(), LARGEST);

    // The whole has an end all the same.
    let few = Arc::new(Budget::steps_of(&budget, 20_000));
    let mut game = SumOutcomes::new(&code, 60, &few).unwrap();
    game.set_positions(1);
    assert_eq!(game.is_p(&[(60u32, 1), (57, 1)]), Err(Stopped::Steps(20_000)));
}
