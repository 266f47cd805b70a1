//! Mrs. Grundy: Grundy's Game with a last move for each player, played as a union.

use crate::heap::beans;
use crate::prelude::*;

/// The page of the ruleset.
pub const PAGE: &str = r#"
game Mrs. Grundy
"Either player may split a heap into two heaps of different sizes; Left may also take away a heap of
  one bean, Right a heap of two. In mrs-grundy(variation) even heaps of four or more may be halved
  as well. Meant to be played with --compound union."
like partizan-subtraction
tables "N: one heap of 1 to N beans"
try "7" "5+3" "2+1" "9"
source "Winning Ways ch. 10"
"#;

/// The rules.
#[derive(Clone, Copy, Debug, Default)]
pub struct MrsGrundy {
    /// May even heaps be halved?
    variation: bool,
}

impl MrsGrundy {
    /// The rules; `variation` allows halving.
    pub fn from_parameters(text: &str) -> Result<Self, PositionError> {
        let words = [("", false), ("variation", true)];
        parameters::word(text, &words, "expected `variation` or no parameter")
            .map(|variation| MrsGrundy { variation })
    }
}

impl PieceGame for MrsGrundy {
    fn moves(&self, heap: u64, who: Player, visit: &mut dyn Visit<u64>) -> ControlFlow<()> {
        if heap == 1 + who as u64 {
            visit.pieces(&[])?;
        }
        let halves = self.variation && heap >= 4;
        let most = if halves { heap / 2 } else { heap.saturating_sub(1) / 2 };
        (1..=most).try_for_each(|part| visit.pieces(&[part, heap - part]))
    }

    fn left_in(&self, heap: u64) -> u64 {
        heap
    }
}

impl Rules for MrsGrundy {
    by_pieces!(Bag<u64>, "each heap");

    fn parse(&self, text: &str) -> Result<Bag<u64>, PositionError> {
        let heaps = beans::parse(text)?;
        let moves = heaps.kinds().iter().map(|&(heap, _)| heap / 2 + 1);
        few_moves(text, moves.fold(0, u64::saturating_add), heaps.kinds().len())?;
        Ok(heaps)
    }

    written!(Bag<u64>, beans::show, beans::picture; beans::sketch);

    fn family(&self) -> Family<'_, Bag<u64>> {
        beans::family()
    }
}
