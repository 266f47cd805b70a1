//! No Highway: a car in a town of one-way streets and avenues.

use super::square::{Counter, Walk, Walker};
use upstar_base::Player;

/// The page of the ruleset.
pub const PAGE: &str = r#"
game No Highway
"A car stands at a crossing of a town. Streets, the columns, and avenues, the rows, are one-way:
  Left drives it one crossing along its street, up in odd streets and down in even ones; Right
  drives it along its avenue, to the right in even avenues and to the left in odd ones. Who would
  have to leave town loses; play can go on for ever. no-highway(5x10) has another size than the
  usual 6x6."
notation "The crossing, street letter and avenue number from below: `c4`; perhaps with streets and
  avenues of the town in front, `5x10:c4`."
tables "AVENUESxSTREETS: the crossings of a town of this size, avenue 1 first"
try "a1" "c4" "f6" "5x10:b7"
source "Winning Ways ch. 11"
"#;

/// The car.
#[derive(Clone, Copy, Debug)]
pub struct Car;

/// The rules.
pub type NoHighway = Walk<Car>;

impl Walker for Car {
    fn to(car: &Counter, who: Player) -> Option<(u32, u32)> {
        let (streets, avenues) = car.board;
        let (street, avenue) = (car.column, car.row);
        let step = |at: u32, forward: bool, most: u32| {
            if forward {
                Some(at + 1).filter(|&to| to <= most)
            } else {
                at.checked_sub(1).filter(|&to| to > 0)
            }
        };
        match who {
            Player::Left => step(avenue, street % 2 == 1, avenues).map(|to| (street, to)),
            Player::Right => step(street, avenue % 2 == 0, streets).map(|to| (to, avenue)),
        }
    }

    fn size(car: &Counter) -> u32 {
        car.board.0 * car.board.1
    }
}
