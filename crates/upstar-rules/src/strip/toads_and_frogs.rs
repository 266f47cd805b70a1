//! Toads and Frogs (Winning Ways ch. 1), with longer leaps as a parameter.
//!
//! Toads go right, frogs left, neither ever back, so play ends. A frog at the left end of a part
//! and a toad at its right end are stuck for ever, and so is the block of `k+1` toads before
//! `k+1` frogs where leaps go over at most `k`: nobody in it can ever move, and the row falls
//! apart there. The mirror image with the animals exchanged is the negative.

use crate::grid::layers::{Image, Layers};
use crate::grid::plane::{Direction, Plane};
use crate::prelude::*;
use std::cmp::Ordering;

const ALPHABET: [&str; 4] = ["tT", "fF", ".", "#"];
const EMPTY: usize = 2;

/// The page of the ruleset.
pub const PAGE: &str = r#"
game Toads and Frogs
"Left moves a toad one square to the right, or lets it leap over one frog onto the empty square
  right behind; Right moves frogs to the left in the same way. Who cannot move loses. With
  `toads-and-frogs(2)` an animal may leap over one or two opposing animals in a row, and so on for
  any number."
notation "A row: `t` toad, `f` frog, `.` empty, `#` a wall; several rows joined by `|` are a sum."
tables "TOADSxFROGS: rows of so many toads, one empty square and so many frogs"
edit cells .tf#
try "ttt..fff" "t.tf.f" "tf.tf"
source "Richard Guy; Winning Ways ch. 1; J. Erickson, New Toads and Frogs results, Games of No
  Chance, 1996"
known "t.f" = * (the last square goes to either player)
known "ttff" = 0 (a dead block)
"#;

/// The rules on planes of one size.
#[derive(Clone, Copy, Debug)]
pub struct ToadsAndFrogs<P> {
    /// The most animals in one leap.
    leap: u32,
    plane: PhantomData<P>,
}

/// The toads, the frogs, and the empty squares.
pub type Board<P> = Layers<P, 3>;

/// Where the animals of `who` look.
fn onward(who: Player) -> Direction {
    match who {
        Player::Left => Direction::East,
        Player::Right => Direction::West,
    }
}

impl<P: Plane> ToadsAndFrogs<P> {
    /// The game with leaps over at most `leap` animals.
    pub fn new(leap: u32) -> Self {
        ToadsAndFrogs { leap, plane: PhantomData }
    }

    /// The game; the parameter is the most animals in one leap, 1 if there is none.
    pub fn from_parameters(text: &str) -> Result<Self, PositionError> {
        if text.trim().is_empty() {
            return Ok(Self::new(1));
        }
        match text.trim().parse() {
            Ok(leap) => Ok(Self::new(leap)),
            Err(_) => Err(PositionError::whole(
                text,
                "expected how many animals a leap may pass, such as 1 or 2",
            )),
        }
    }

    /// What can still be of use: without blocks that are stuck and without the stuck ends.
    fn live(&self, board: &Board<P>) -> P {
        let [toads, frogs, empty] = &board.layers;
        let mut live = toads.or(frogs).or(empty);
        // The last toads and the first frogs of long enough runs.
        let (mut last, mut first) = (toads.clone(), frogs.clone());
        for _ in 0..self.leap {
            last = last.step(Direction::East).and(toads);
            first = first.step(Direction::West).and(frogs);
            if last.is_empty() || first.is_empty() {
                break;
            }
        }
        let mut stuck_toads = last.and(&first.step(Direction::West));
        let mut stuck_frogs = stuck_toads.step(Direction::East);
        if !stuck_toads.is_empty() {
            for _ in 0..=self.leap {
                live = live.minus(&stuck_toads).minus(&stuck_frogs);
                stuck_toads = stuck_toads.step(Direction::West);
                stuck_frogs = stuck_frogs.step(Direction::East);
            }
        }
        loop {
            let at_left = live.minus(&live.step(Direction::East)).and(frogs);
            let at_right = live.minus(&live.step(Direction::West)).and(toads);
            let stuck = at_left.or(&at_right);
            if stuck.is_empty() {
                return live;
            }
            live = live.minus(&stuck);
        }
    }
}

impl<P: Plane> Rules for ToadsAndFrogs<P> {
    type Position = Board<P>;

    fn options(&self, board: &Board<P>, who: Player, out: &mut dyn Options<Board<P>>) {
        let (own, other) = (&board.layers[who as usize], &board.layers[!who as usize]);
        let empty = &board.layers[EMPTY];
        let (onward, back) = (onward(who), onward(!who));
        // Pairs of an animal's square and the one it looks at after so many steps.
        let mut front = own.clone();
        for distance in 1..=self.leap.saturating_add(1) {
            front = front.step(onward);
            if front.is_empty() {
                break;
            }
            front.and(empty).each_while(|target| {
                let mut from = target.clone();
                for _ in 0..distance {
                    from = from.step(back);
                }
                let mut next = board.clone();
                next.layers[who as usize] = own.minus(&from).or(&target);
                next.layers[EMPTY] = empty.minus(&target).or(&from);
                out.push(next)
            });
            front = front.and(other);
        }
    }

    written!(Board<P>, ALPHABET);

    /// Animals as discs with an arrow to where they go.
    fn picture(&self, board: &Board<P>) -> Picture {
        let mut picture = board.picture(|kind| match kind {
            0 => (Color::White, Some(Color::Blue)),
            1 => (Color::White, Some(Color::Red)),
            EMPTY => (Color::White, None),
            _ => (Color::Gray, None),
        });
        for r in 0..board.rows() {
            for c in 0..board.columns() {
                let text = match board.kind(r, c) {
                    0 => "\u{2192}",
                    1 => "\u{2190}",
                    _ => continue,
                };
                picture.shapes.push(Shape::text(
                    10 * c as i32 + 5,
                    10 * r as i32 + 5,
                    text.to_owned(),
                    Color::White,
                ));
            }
        }
        picture
    }

    fn sum_components(&self, board: Board<P>, out: &mut dyn Options<Board<P>>) {
        let live = self.live(&board);
        let grow = |part: &P| {
            let wider = part.step(Direction::East).or(&part.step(Direction::West));
            part.or(&wider.and(&live))
        };
        let alive = |part: &Board<P>| {
            let empty = &part.layers[EMPTY];
            !empty.is_empty() && *empty != part.in_play()
        };
        board.split_from(live.clone(), grow, alive, out);
    }

    fn compound_parts(&self, board: &Board<P>, out: &mut dyn Options<(Board<P>, u64)>) {
        let animals = board.in_play().minus(&board.layers[EMPTY]);
        let beside = |part: &P| part.step(Direction::East).or(&part.step(Direction::West));
        board.regions_with(animals, beside, &mut once(out));
    }

    fn nature(&self) -> Nature {
        Nature::PARTIZAN.in_parts("each row of squares with an animal, up to walls")
    }

    fn normal_form(&self, board: Board<P>) -> (Board<P>, bool) {
        let itself = Image { turn: 0, swap: None, negated: false };
        let mirrored = Image { turn: P::MIRROR, swap: Some((0, 1)), negated: true };
        board.least_of(&[itself, mirrored])
    }

    fn size(&self, board: &Board<P>) -> u32 {
        board.in_play().count()
    }

    fn family(&self) -> Family<'_, Board<P>> {
        Family::boards(|toads, frogs| {
            let columns = toads.checked_add(frogs)?.checked_add(1)?;
            (columns <= u16::MAX.into()).then_some(())?;
            Board::drawn(1, columns, |_, c| match c.cmp(&toads) {
                Ordering::Less => 0,
                Ordering::Equal => EMPTY,
                Ordering::Greater => 1,
            })
        })
    }
}
