//! Poker Nim: Nim in which chips may also be added to a heap.
//!
//! Known: a player who dislikes an addition takes the same chips away again, so additions are
//! reversible and the value is that of the heaps alone (Winning Ways ch. 3). Chips come from a
//! bag of bounded contents and do not return to it; so twice the bag plus the heaps decreases
//! with every move and play ends. The bag is common to all heaps, so the heaps do not add.

use super::heaps::Heaps;
use crate::naming::by_terms;
use crate::prelude::*;

/// The page of the ruleset.
pub const PAGE: &str = r#"
game Poker Nim
"Choose a heap and take any positive number of chips from it, or add any positive number of chips
  from the bag to it. Chips that were taken are out of play. Who cannot move loses. In the books a
  player adds chips that were taken before, and some condition makes play end; here the bag holds so
  many and is never filled again. The winning moves are the same: an addition is answered by taking
  it away."
impartial
notation "Heap sizes, and after `;` the chips in the bag: `5+4+2;3`. Without `;` the bag is empty."
try "3+2+1;2" "4+1;3" "2;1"
source "Winning Ways ch. 3"
known "3+2+1;2" = 0
known "4+1;3" = *5
"#;

/// Heaps and a bag.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Chips {
    /// The heaps.
    pub heaps: Heaps,
    /// How many chips may still be added.
    pub bag: u32,
}

weighs!(Chips: heaps);

/// The rules.
#[derive(Clone, Copy, Debug, Default)]
pub struct PokerNim;

impl Rules for PokerNim {
    type Position = Chips;

    fn options(&self, chips: &Chips, _: Player, out: &mut dyn Options<Chips>) {
        let Chips { heaps, bag } = chips;
        for place in heaps.distinct() {
            let heap = heaps.sizes()[place];
            let mut to = |size, bag| out.push(Chips { heaps: heaps.replaced(place, &[size]), bag });
            let wanted = (0..heap).all(|left| to(left, *bag))
                && (1..=*bag).all(|added| to(heap + added, bag - added));
            if !wanted {
                return;
            }
        }
    }

    fn parse(&self, text: &str) -> Result<Chips, PositionError> {
        let (before, after) = text.split_once(';').unwrap_or((text, "0"));
        let heaps = Heaps::parse(before)?;
        let bag = after.trim();
        let place = before.len() + 1 + after.len() - after.trim_start().len();
        let bag = parameters::number(place, bag, 0, 1 << 20, "the chips in the bag")?;
        if heaps.total() + u128::from(bag) > u128::from(u32::MAX) {
            let message = format!("there are more than {} chips", u32::MAX);
            return Err(PositionError::whole(text, message));
        }
        Ok(Chips { heaps, bag })
    }

    fn show(&self, chips: &Chips) -> String {
        format!("{};{}", chips.heaps.show(), chips.bag)
    }

    /// What the bag gives or gets follows from the heaps.
    fn name_move(&self, chips: &Chips, _: Player, option: &Chips) -> String {
        by_terms(&chips.heaps.show(), &option.heaps.show(), '+')
            .unwrap_or_else(|| self.show(option))
    }

    fn picture(&self, chips: &Chips) -> Picture {
        let mut picture = chips.heaps.picture();
        let (x, y) = (picture.width + 5, picture.height - 10);
        let (width, height) = (15, 10);
        picture.shapes.push(Shape::Rectangle { x, y, width, height, fill: Color::Light });
        let (x, y, text) = (x + 7, y + 5, chips.bag.to_string());
        picture.shapes.push(Shape::text(x, y, text, Color::Black));
        picture.width += 20;
        picture
    }

    fn nature(&self) -> Nature {
        Nature::IMPARTIAL
    }

    /// Without heaps the bag is of no use; without a bag this is Nim.
    fn sum_components(&self, chips: Chips, out: &mut dyn Options<Chips>) {
        match chips {
            Chips { heaps, bag: 0 } => {
                out.extend(heaps.sizes().iter().map(|&n| Chips { heaps: Heaps::new([n]), bag: 0 }));
            }
            chips if chips.heaps.sizes().is_empty() => {}
            chips => {
                out.push(chips);
            }
        }
    }

    fn size(&self, chips: &Chips) -> u32 {
        u32::try_from(chips.heaps.total() + u128::from(chips.bag)).unwrap_or(u32::MAX)
    }
}
