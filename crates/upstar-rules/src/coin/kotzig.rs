//! Kotzig's Nim: walking round a circle without stepping on a place twice (Kotzig 1946).
//!
//! The length of the strip is the modulus. Turning the circle changes nothing, so in normal form
//! the last coin lies on the first place.

use crate::prelude::*;

const ALPHABET: [&str; 3] = [".", "oO", "@"];
const FREE: u8 = 0;
const COIN: u8 = 1;
const LAST: u8 = 2;

/// The page of the ruleset.
pub const PAGE: &str = r#"
game Kotzig's Nim
"`kotzig(1,2)`: players put coins on the free places of a circle. The first coin goes anywhere, each
  other one so many places beyond the last coin as the list of steps allows; plain `kotzig` is
  `kotzig(1,2)`. Who cannot move loses."
impartial
notation "The circle cut open: `.` a free place, `o` a coin, `@` the last coin, steps going to the
  right and round; or a number, `8`, for an empty circle of so many places."
tables "N: empty circles of 1 to N places"
edit cells .o@
try "........" "o.@...." "7"
source "A. Kotzig 1946; Winning Ways ch. 15"
known "2" = 0 (two places and two moves)
known "1" = * (one place and one move)
"#;

/// The rules for one set of steps.
#[derive(Clone, Debug)]
pub struct Kotzig {
    /// The steps, in increasing order.
    pub steps: Vec<u32>,
}

/// What lies on each place. Invariant: exactly one last coin, or no coin at all.
pub type Circle = Vec<u8>;

impl Kotzig {
    /// Reads the steps.
    pub fn from_parameters(text: &str) -> Result<Self, PositionError> {
        if text.trim().is_empty() {
            return Ok(Kotzig { steps: vec![1, 2] });
        }
        let steps = parameters::number_set(0, text, 1, u32::MAX, "a step")?;
        Ok(Kotzig { steps })
    }
}

impl Rules for Kotzig {
    type Position = Circle;

    fn options(&self, circle: &Circle, _: Player, out: &mut dyn Options<Circle>) {
        let Some(last) = circle.iter().position(|&place| place == LAST) else {
            out.extend((0..circle.len()).map(|place| {
                let mut to = circle.clone();
                to[place] = LAST;
                to
            }));
            return;
        };
        let length = circle.len() as u64;
        let mut reached: Vec<usize> = self
            .steps
            .iter()
            .map(|&step| ((last as u64 + u64::from(step)) % length) as usize)
            .filter(|&place| circle[place] == FREE)
            .collect();
        reached.sort_unstable();
        reached.dedup();
        out.extend(reached.into_iter().map(|place| {
            let mut to = circle.clone();
            (to[last], to[place]) = (COIN, LAST);
            to
        }));
    }

    fn parse(&self, text: &str) -> Result<Circle, PositionError> {
        let trimmed = text.trim();
        let circle = if trimmed.starts_with(|c: char| c.is_ascii_digit()) {
            let start = text.len() - text.trim_start().len();
            let most = MOST_CELLS as u32;
            let places = parameters::number(start, trimmed, 1, most, "how many places")?;
            vec![FREE; places as usize]
        } else {
            if let Some(at) = text.find('|') {
                return Err(PositionError::new(at, 1, "expected one row of places"));
            }
            read_cells(text, &ALPHABET)?.cells
        };
        let places = |kind: u8| circle.iter().enumerate().filter(move |&(_, &p)| p == kind);
        if let Some((at, _)) = places(LAST).nth(1) {
            return Err(PositionError::new(at, 1, "there is a second `@`"));
        }
        if let (Some((at, _)), None) = (places(COIN).next(), places(LAST).next()) {
            let message = "there are coins but the last one is not marked by `@`";
            return Err(PositionError::new(at, 1, message));
        }
        let moves = if places(LAST).next().is_none() { circle.len() } else { self.steps.len() };
        few_moves(text, moves as u64, circle.len().div_ceil(4))?;
        Ok(circle)
    }

    fn show(&self, circle: &Circle) -> String {
        circle
            .iter()
            .map(|&place| ALPHABET[usize::from(place)].chars().next().unwrap_or('?'))
            .collect()
    }

    fn picture(&self, circle: &Circle) -> Picture {
        Picture::board(1, circle.len(), |_, place| {
            let coin = match circle[place] {
                FREE => None,
                COIN => Some(Color::Gray),
                _ => Some(Color::Green),
            };
            (Color::White, coin)
        })
    }

    fn nature(&self) -> Nature {
        Nature::IMPARTIAL
    }

    fn normal_form(&self, mut circle: Circle) -> (Circle, bool) {
        if let Some(last) = circle.iter().position(|&place| place == LAST) {
            circle.rotate_left(last);
        }
        (circle, false)
    }

    fn size(&self, circle: &Circle) -> u32 {
        circle.iter().filter(|&&place| place == FREE).count() as u32
    }

    fn family(&self) -> Family<'_, Circle> {
        Family::line(|n| (1..=1 << 13).contains(&n).then(|| vec![FREE; n]))
    }
}
