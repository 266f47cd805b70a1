//! Squares Off, also One for You, Two for Me, Nothing for Both of Us: take a square number of
//! beans, and mind what you leave.

use crate::heap::beans;
use crate::piecewise;
use crate::prelude::*;

/// The page of the ruleset.
pub const PAGE: &str = r#"
game Squares Off
"Take 4, 9, 16, ... beans from a heap. Who leaves nothing of it wins at once; if one bean is left
  Right wins at once, if two are left Left does. Played with --compound union: from as many heaps as
  a player likes."
like partizan-subtraction
tables "N: one heap of 1 to N beans"
try "13" "20+7" "3" "30"
source "Winning Ways ch. 10"
"#;

/// The rules.
#[derive(Clone, Copy, Debug, Default)]
pub struct SquaresOff;

/// Who wins when this many beans are left in a heap.
fn winner(heap: u64) -> Option<Player> {
    match heap {
        1 => Some(Player::Right),
        2 => Some(Player::Left),
        _ => None,
    }
}

impl Rules for SquaresOff {
    type Position = Bag<u64>;

    fn options(&self, heaps: &Bag<u64>, _: Player, out: &mut dyn Options<Bag<u64>>) {
        for &(heap, _) in heaps.kinds() {
            let rest = heaps.without(heap);
            let squares = (2..).map(|k: u64| k * k).take_while(|&square| square <= heap);
            if !out.extend(squares.map(|square| match heap - square {
                0 => rest.clone(),
                left => rest.with(left, 1),
            })) {
                return;
            }
        }
    }

    fn parse(&self, text: &str) -> Result<Bag<u64>, PositionError> {
        let heaps = beans::parse(text)?;
        match heaps.kinds().iter().find(|&&(heap, _)| heap > u64::from(u32::MAX)) {
            Some(_) => {
                let message = format!("a heap has more than {} beans", u32::MAX);
                Err(PositionError::whole(text, message))
            }
            None => Ok(heaps),
        }
    }

    written!(Bag<u64>, beans::show, beans::picture; beans::sketch);

    fn compound_parts(&self, heaps: &Bag<u64>, out: &mut dyn Options<(Bag<u64>, u64)>) {
        piecewise::parts(heaps, out);
    }

    fn nature(&self) -> Nature {
        Nature {
            special_moves: &[MoveKind::Overriding, MoveKind::Suiciding],
            part_noun: "each heap",
            ..Nature::PARTIZAN
        }
    }

    fn size(&self, heaps: &Bag<u64>) -> u32 {
        beans::size(heaps)
    }

    fn move_kind(&self, from: &Bag<u64>, who: Player, option: &Bag<u64>) -> MoveKind {
        let total = |bag: &Bag<u64>| bag.kinds().iter().map(|&(_, n)| n).sum::<u64>();
        if total(option) < total(from) {
            return MoveKind::Overriding;
        }
        match self.decided(option) {
            Some(winner) if winner == who => MoveKind::Overriding,
            Some(_) => MoveKind::Suiciding,
            None => MoveKind::Ordinary,
        }
    }

    fn decided(&self, heaps: &Bag<u64>) -> Option<Player> {
        heaps.kinds().iter().find_map(|&(heap, _)| winner(heap))
    }

    fn family(&self) -> Family<'_, Bag<u64>> {
        beans::family()
    }
}
