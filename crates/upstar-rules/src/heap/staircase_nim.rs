//! Staircase Nim: coins go down one step at a time.
//!
//! Known: a coin that goes from an even step to an odd one is answered by sending it further
//! down, so only the odd steps count and they are Nim heaps.

use super::heaps::columns_of_beans;
use crate::prelude::*;

/// The page of the ruleset.
pub const PAGE: &str = r#"
game Staircase Nim
"Choose a step of the stairs and move any positive number of its coins to the next lower step; from
  the lowest step coins go to the floor and out of play. Who cannot move loses."
impartial
notation "The coins on each step, from the lowest up: `3,1,4`."
tables "N: N coins on the lowest step"
try "3,1,2" "0,2,1" "2"
source "Winning Ways ch. 3; T. S. Ferguson, Game Theory, part I"
known "3,1,2" = * (only odd steps count)
known "0,5" = 0 (only odd steps count)
known "1,2,3" = *2 (only odd steps count)
"#;

/// The rules.
#[derive(Clone, Copy, Debug, Default)]
pub struct StaircaseNim;

/// The coins on each step, the lowest first.
pub type Stairs = Vec<u32>;

impl Rules for StaircaseNim {
    type Position = Stairs;

    fn options(&self, stairs: &Stairs, _: Player, out: &mut dyn Options<Stairs>) {
        let after = |step: usize, moved: u32| {
            let mut to = stairs.clone();
            to[step] -= moved;
            if step > 0 {
                to[step - 1] += moved;
            }
            to
        };
        let steps = stairs.iter().enumerate();
        out.extend(steps.flat_map(|(step, &coins)| (1..=coins).map(move |n| after(step, n))));
    }

    fn parse(&self, text: &str) -> Result<Stairs, PositionError> {
        let mut stairs = Stairs::new();
        for (place, part) in parameters::parts(text, ',') {
            if stairs.len() == MOST_CELLS {
                let message = format!("the stairs have more than {MOST_CELLS} steps");
                return Err(PositionError::new(place, text.len() - place, message));
            }
            stairs.push(parameters::number(place, part, 0, u32::MAX, "the coins on a step")?);
        }
        // Coins that come together stay in the bound.
        if stairs.iter().map(|&n| u64::from(n)).sum::<u64>() > u64::from(u32::MAX) {
            let message = format!("there are more than {} coins", u32::MAX);
            return Err(PositionError::whole(text, message));
        }
        Ok(stairs)
    }

    fn show(&self, stairs: &Stairs) -> String {
        stairs.iter().map(u32::to_string).collect::<Vec<_>>().join(",")
    }

    fn name_move(&self, stairs: &Stairs, _: Player, option: &Stairs) -> String {
        let lower = stairs.iter().zip(option).rposition(|(old, new)| new < old);
        match lower {
            Some(step) => format!("{} from step {}", stairs[step] - option[step], step + 1),
            None => self.show(option),
        }
    }

    fn picture(&self, stairs: &Stairs) -> Picture {
        let (mut picture, width) = columns_of_beans(stairs);
        let height = picture.height;
        // Each column is lifted by the height of its step.
        let lift = |column: i32| 4 * (column + 1);
        let top = lift(stairs.len() as i32 - 1);
        let lifted = |shape: Shape| match shape {
            Shape::Disc { x, .. } | Shape::Rectangle { x, .. } => {
                Some(shape.moved(0, top - lift(x / width)))
            }
            // Numbers stand below the stairs; those in boxes go up with them.
            Shape::Text { x, y, .. } => {
                let below = y > height;
                Some(shape.moved(0, if below { top } else { top - lift(x / width) }))
            }
            // The ground.
            _ => None,
        };
        picture.shapes = picture.shapes.into_iter().filter_map(lifted).collect();
        for step in 0..stairs.len() as i32 {
            let (x, y) = (width * step, height + top - lift(step));
            let (height, fill) = (lift(step), Color::Gray);
            picture.shapes.push(Shape::Rectangle { x, y, width, height, fill });
        }
        picture.height += top;
        picture
    }

    fn nature(&self) -> Nature {
        Nature::IMPARTIAL
    }

    /// Empty steps at the top do not matter.
    fn normal_form(&self, mut stairs: Stairs) -> (Stairs, bool) {
        while stairs.len() > 1 && stairs.last() == Some(&0) {
            stairs.pop();
        }
        (stairs, false)
    }

    fn size(&self, stairs: &Stairs) -> u32 {
        stairs.iter().sum()
    }

    fn family(&self) -> Family<'_, Stairs> {
        Family::line(|n| (n <= 1 << 20).then(|| vec![n as u32]))
    }
}
