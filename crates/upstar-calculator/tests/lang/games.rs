//! Random games for the property tests, built from the bottom up.

use proptest::prelude::*;
use upstar_values::{Calc, Dyadic, NumberUpStar, Short};

/// How to build a game: leaves are numbers with ups and stars, nodes pick earlier games.
#[derive(Clone, Debug)]
pub struct Recipe {
    leaves: Vec<(i64, u32, i32, u32)>,
    nodes: Vec<(Vec<usize>, Vec<usize>)>,
}

pub fn recipe() -> impl Strategy<Value = Recipe> {
    let leaf = (-9i64..10, 0u32..4, -4i32..5, 0u32..6);
    let side = || prop::collection::vec(any::<usize>(), 0..3);
    (prop::collection::vec(leaf, 1..5), prop::collection::vec((side(), side()), 0..6))
        .prop_map(|(leaves, nodes)| Recipe { leaves, nodes })
}

pub fn build(calc: &mut Calc, recipe: &Recipe) -> Short {
    let mut games = Vec::new();
    for &(numerator, exponent, up, nim) in &recipe.leaves {
        let marks = NumberUpStar { number: Dyadic::new(numerator, exponent), up, nim };
        games.push(calc.number_up_star(&marks).unwrap());
    }
    for (left, right) in &recipe.nodes {
        let pick = |side: &Vec<usize>| -> Vec<Short> {
            side.iter().map(|i| games[i % games.len()]).collect()
        };
        let game = calc.make(&pick(left), &pick(right)).unwrap();
        games.push(game);
    }
    *games.last().unwrap()
}
