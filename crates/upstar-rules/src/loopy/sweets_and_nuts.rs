//! Sweets and Nuts: the sum of nuts to be shared and toffees to be taken.

use super::fair_shares::FairShares;
use crate::heap::heaps::Heaps;
use crate::naming::by_texts;
use crate::prelude::*;

/// The page of the ruleset.
pub const PAGE: &str = r#"
game Sweets and Nuts
"There are heaps of nuts and a heap of toffees. A player divides a heap of nuts into equal heaps, or
  puts two heaps of different sizes together, or takes one or more toffees. Who cannot move loses.
  Play can go on for ever."
impartial
notation "The heaps of nuts, a semicolon, and the toffees: `2+2+2+2+1;5`."
tables "NUTSxTOFFEES: one heap of nuts and some toffees"
try "2+2+2+2+1;5" "5+2;0" "3+1;2" "1;7"
source "Winning Ways ch. 12"
"#;

/// Nuts and toffees.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Sweets {
    /// Heaps of nuts.
    pub nuts: Heaps,
    /// How many toffees.
    pub toffees: u32,
}

weighs!(Sweets: nuts);

/// The rules.
#[derive(Clone, Copy, Debug, Default)]
pub struct SweetsAndNuts;

/// The most toffees.
const MOST: u32 = 4096;

const NUTS: FairShares = FairShares::VARIED_PAIRS;

impl Rules for SweetsAndNuts {
    type Position = Sweets;

    fn options(&self, sweets: &Sweets, who: Player, out: &mut dyn Options<Sweets>) {
        let toffees = sweets.toffees;
        NUTS.options(&sweets.nuts, who, &mut Mapped::new(out, |nuts| Sweets { nuts, toffees }));
        let fewer =
            (0..sweets.toffees).map(|toffees| Sweets { nuts: sweets.nuts.clone(), toffees });
        out.extend(fewer);
    }

    fn parse(&self, text: &str) -> Result<Sweets, PositionError> {
        let Some((nuts, toffees)) = text.split_once(';') else {
            return Err(PositionError::whole(text, "expected nuts and toffees such as `4+2;5`"));
        };
        let at = nuts.len() + 1;
        let number = toffees.trim().parse().ok().filter(|&n| n <= MOST);
        let toffees = number.ok_or_else(|| {
            let message = format!("expected a number of toffees, at most {MOST}");
            PositionError::new(at, toffees.len(), message)
        })?;
        Ok(Sweets { nuts: NUTS.parse(nuts.trim_end())?, toffees })
    }

    fn show(&self, sweets: &Sweets) -> String {
        format!("{};{}", sweets.nuts.show(), sweets.toffees)
    }

    fn name_move(&self, sweets: &Sweets, _: Player, option: &Sweets) -> String {
        if sweets.toffees == option.toffees {
            by_texts(&sweets.nuts.show(), &option.nuts.show())
        } else {
            format!("toffees {}->{}", sweets.toffees, option.toffees)
        }
    }

    /// The nuts, and the toffees as one more column at some distance.
    fn picture(&self, sweets: &Sweets) -> Picture {
        let mut picture = sweets.nuts.picture();
        let toffees = Heaps::new([sweets.toffees]).picture();
        let right = picture.width + 15;
        let down = picture.height - toffees.height;
        let lift = |shape: Shape| shape.moved(right, down.max(0));
        if down < 0 {
            let shapes = std::mem::take(&mut picture.shapes);
            picture.shapes = shapes.into_iter().map(|shape| shape.moved(0, -down)).collect();
            picture.height = toffees.height;
        }
        picture.shapes.extend(toffees.shapes.into_iter().map(lift));
        picture.width = right + toffees.width;
        picture
    }

    fn nature(&self) -> Nature {
        Nature { loopy: true, part_noun: "the nuts together, and the toffees", ..Nature::IMPARTIAL }
    }

    fn sum_components(&self, sweets: Sweets, out: &mut dyn Options<Sweets>) {
        let Sweets { nuts, toffees } = sweets;
        if toffees > 0 {
            out.push(Sweets { nuts: Heaps::new([]), toffees });
        }
        if nuts != Heaps::new([]) {
            out.push(Sweets { nuts, toffees: 0 });
        }
    }

    fn size(&self, sweets: &Sweets) -> u32 {
        NUTS.size(&sweets.nuts).saturating_add(sweets.toffees)
    }

    fn family(&self) -> Family<'_, Sweets> {
        Family::boards(|nuts, toffees| {
            let toffees = u32::try_from(toffees).ok().filter(|&n| n <= MOST)?;
            Some(Sweets { nuts: NUTS.family().member(&[nuts])?, toffees })
        })
    }
}
