//! Fair Shares and Varied Pairs, and Fair Shares and Unequal Partners: heaps are divided into
//! equal ones, or different ones are put together.
//!
//! Heaps can be put together, so a position does not fall apart into its heaps.

use crate::heap::dim::divisors;
use crate::heap::heaps::Heaps;
use crate::prelude::*;

/// The most nuts of one kind; the number of positions grows quickly with it.
const MOST_NUTS: u128 = 60;
/// The most heaps of different sizes.
const MOST_SIZES: usize = 16;

/// The rules of both games.
#[derive(Clone, Copy, Debug)]
pub struct FairShares {
    /// May more than two heaps be put together?
    many: bool,
}

/// Fair Shares and Varied Pairs.
pub mod varied_pairs {
    use super::*;

    /// The page of the ruleset.
    pub const PAGE: &str = r#"
game Fair Shares and Varied Pairs
"Divide a heap of nuts into two or more equal heaps, or put two heaps of different sizes together.
  Who cannot move loses: all heaps are single nuts then. Play can go on for ever."
impartial
notation "Heap sizes: `5+2`, or `3*1+2` for three ones and a two."
tables "N: one heap of 1 to N nuts"
edit heaps
try "5+2" "4+2+2+1" "6" "3+2+1+1"
source "Winning Ways ch. 12"
"#;

    /// The rules, which take no parameters.
    pub fn rules(text: &str) -> Result<FairShares, PositionError> {
        no_parameters(text).map(|()| FairShares { many: false })
    }
}

/// Fair Shares and Unequal Partners.
pub mod unequal_partners {
    use super::*;

    /// The page of the ruleset.
    pub const PAGE: &str = r#"
game Fair Shares and Unequal Partners
"Divide a heap of nuts into two or more equal heaps, or put two or more heaps together, no two of
  them of the same size. Who cannot move loses. Play can go on for ever."
impartial
like fair-shares
try "4+2+1" "4+3+2+1" "6" "3+2+1+1+1"
source "Winning Ways ch. 12"
"#;

    /// The rules, which take no parameters.
    pub fn rules(text: &str) -> Result<FairShares, PositionError> {
        no_parameters(text).map(|()| FairShares { many: true })
    }
}

impl FairShares {
    /// Varied Pairs, as a part of another game.
    pub(super) const VARIED_PAIRS: FairShares = FairShares { many: false };
}

impl Rules for FairShares {
    type Position = Heaps;

    fn options(&self, heaps: &Heaps, _: Player, out: &mut dyn Options<Heaps>) {
        let places: Vec<usize> = heaps.distinct().collect();
        let sizes = heaps.sizes();
        for &place in &places {
            let size = sizes[place];
            for shares in divisors(size).skip(1) {
                if !out.push(heaps.replaced(place, &vec![size / shares; shares as usize])) {
                    return;
                }
            }
        }
        // Sets of different sizes, as bits.
        for chosen in 1u32..1 << places.len() {
            let count = chosen.count_ones();
            if count < 2 || count > 2 && !self.many {
                continue;
            }
            let together = |i: &usize| {
                places.iter().position(|place| place == i).is_some_and(|at| chosen >> at & 1 == 1)
            };
            let sum: u32 = (0..sizes.len()).filter(together).map(|i| sizes[i]).sum();
            let rest = (0..sizes.len()).filter(|i| !together(i)).map(|i| sizes[i]);
            if !out.push(Heaps::new(rest.chain([sum]))) {
                return;
            }
        }
    }

    fn parse(&self, text: &str) -> Result<Heaps, PositionError> {
        let heaps = Heaps::parse(text)?;
        if heaps.total() > MOST_NUTS || heaps.distinct().count() > MOST_SIZES {
            let message = format!("there are at most {MOST_NUTS} nuts");
            return Err(PositionError::whole(text, message));
        }
        Ok(heaps)
    }

    written!(Heaps, Heaps::show, Heaps::picture; Heaps::display);

    fn nature(&self) -> Nature {
        Nature { loopy: true, ..Nature::IMPARTIAL }
    }

    fn size(&self, heaps: &Heaps) -> u32 {
        heaps.total() as u32
    }

    fn family(&self) -> Family<'_, Heaps> {
        Heaps::up_to(MOST_NUTS as u32)
    }
}
