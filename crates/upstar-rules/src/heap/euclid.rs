//! Euclid: subtract a multiple of the smaller number from the larger one.
//!
//! Known: in the game to zero the player to move loses just if the larger number is less than
//! the golden ratio times the smaller and they differ (Cole and Davie 1969); in the game of
//! positive numbers the nim-value of x <= y is floor(y/x - x/y) (Nivasch 2006).

use crate::list::List;
use crate::prelude::*;
use upstar_base::arithmetic::gcd;

/// The page of the ruleset.
pub const PAGE: &str = r#"
game Euclid
"Choose a pair of numbers and subtract a positive multiple of the smaller from the larger. `euclid`
  lets a number become 0, and then the pair is dead; in `euclid(positive)` both must stay positive.
  Who cannot move loses."
impartial
notation "Pairs of positive numbers, with `+` between several: `25,7` or `25,7+8,5`."
tables "MxN: one pair"
try "25,7" "8,5+3,2" "6,6"
source "A. J. Cole and A. J. T. Davie 1969; Winning Ways ch. 15"
known "8,5" = 0 (Cole and Davie 1969)
known "13,8" = * (Cole and Davie 1969)
known "6,6" = * (Cole and Davie 1969)
known "4,1" = *4 (with 1 as the smaller it is Nim)
"#;

/// The rules.
#[derive(Clone, Copy, Debug)]
pub struct Euclid {
    /// May a number become 0?
    pub to_zero: bool,
}

/// Pairs (larger, smaller), the largest first, without dead ones.
pub type Pairs = List<[(u32, u32); 2], true>;

/// Reads pairs, the larger number first, of which some are dead.
pub(super) fn read(text: &str, alive: impl Fn((u32, u32)) -> bool) -> Result<Pairs, PositionError> {
    if text.trim() == "0" {
        return Ok(Pairs::from_iter([]));
    }
    Pairs::read(text, "pairs", |place, pair| {
        let Some((first, second)) = pair.split_once(',') else {
            let message = "expected a pair of numbers such as `25,7`";
            return Err(PositionError::new(place, pair.len(), message));
        };
        let read = |at: usize, part: &str| {
            let indent = part.len() - part.trim_start().len();
            parameters::number(place + at + indent, part.trim(), 1, u32::MAX, "a number")
        };
        let (a, b) = (read(0, first)?, read(first.len() + 1, second)?);
        Ok(Some((a.max(b), a.min(b))).filter(|&pair| alive(pair)))
    })
}

/// Writes what [`read`] reads.
pub(super) fn write(pairs: &Pairs) -> String {
    pairs.write(|(a, b)| format!("{a},{b}"))
}

/// One rectangle under the other, each as long and as high as its numbers where they fit.
pub(super) fn rectangles(pairs: &Pairs) -> Picture {
    const MOST: u32 = 40;
    let mut picture = Picture::new(1, 0);
    for &(larger, smaller) in pairs.iter() {
        let drawn = |n: u32| 5 * n.min(MOST) as i32;
        let (x, y, width, height) = (0, picture.height, drawn(larger), drawn(smaller).max(10));
        picture.shapes.push(Shape::Rectangle { x, y, width, height, fill: Color::Light });
        let text = format!("{larger},{smaller}");
        let (x, y) = (width.max(30) / 2, y + height / 2);
        picture.shapes.push(Shape::text(x, y, text, Color::Black));
        picture.width = picture.width.max(width.max(30));
        picture.height = picture.height.saturating_add(height + 5);
    }
    picture.height = picture.height.max(10);
    picture
}

/// Every pair without its common factor, which does not matter.
pub(super) fn reduced(pairs: &Pairs) -> (Pairs, bool) {
    (pairs.iter().map(|&(a, b)| (a / gcd(a, b), b / gcd(a, b))).collect(), false)
}

/// Single pairs, unless they are dead.
pub(super) fn family(alive: fn((u32, u32)) -> bool) -> Family<'static, Pairs> {
    Family::boards(move |a, b| {
        let (a, b) = (u32::try_from(a.max(b)).ok()?, u32::try_from(a.min(b)).ok()?);
        (b > 0).then(|| Some((a, b)).filter(|&pair| alive(pair)).into_iter().collect())
    })
}

impl Euclid {
    /// Reads nothing or `positive`.
    pub fn from_parameters(text: &str) -> Result<Self, PositionError> {
        let words = [("", true), ("zero", true), ("positive", false)];
        parameters::word(text, &words, "expected nothing, `zero` or `positive`")
            .map(|to_zero| Euclid { to_zero })
    }
}

impl PieceGame for Euclid {
    fn moves(
        &self,
        (larger, smaller): (u32, u32),
        _: Player,
        visit: &mut dyn Visit<(u32, u32)>,
    ) -> ControlFlow<()> {
        (1..=larger / smaller).try_for_each(|times| match larger - times * smaller {
            0 if self.to_zero => visit.pieces(&[]),
            0 => ControlFlow::Continue(()),
            left => visit.pieces(&[(left.max(smaller), left.min(smaller))]),
        })
    }

    fn left_in(&self, (larger, _): (u32, u32)) -> u64 {
        larger.into()
    }
}

impl Rules for Euclid {
    by_pieces!(Pairs, "each pair", Nature::IMPARTIAL);

    written!(Pairs, |text| read(text, |_| true), write, rectangles);

    fn normal_form(&self, pairs: Pairs) -> (Pairs, bool) {
        reduced(&pairs)
    }

    fn family(&self) -> Family<'_, Pairs> {
        family(|_| true)
    }
}
