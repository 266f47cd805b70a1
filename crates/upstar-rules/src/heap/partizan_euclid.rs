//! Partizan Euclid: the algorithm with least remainders from below for Left, from above for Right.
//!
//! A pair (p,q) with p = kq + r, 0 < r < q, goes to (q,r) when Left moves and to (q,q-r) when Right
//! does; nobody moves when q divides p (McKay and Nowakowski). So a pair has one option for each
//! player, and a common factor does not matter.

use super::euclid::{self, Pairs};
use crate::prelude::*;

/// The page of the ruleset.
pub const PAGE: &str = r#"
game Partizan Euclid
"Choose a pair of numbers p > q where q does not divide p. Left replaces p by the remainder of p
  divided by q, Right by what is missing from p to the next multiple of q. Who cannot move loses."
like euclid
try "25,7" "8,5+7,3" "19,12"
source "N. A. McKay and R. J. Nowakowski, Outcomes of Partizan Euclid, Integers 12B, 2012/13, A9"
known "6,3" = 0 (nobody can move)
known "3,2" = * (both leave 2,1)
known "4,3" = ^ (Left leaves 3,1 and Right 3,2, which is *)
"#;

/// The rules.
#[derive(Clone, Copy, Debug, Default)]
pub struct PartizanEuclid;

/// Can somebody move in a pair?
fn is_alive((p, q): (u32, u32)) -> bool {
    q > 0 && !p.is_multiple_of(q)
}

impl PieceGame for PartizanEuclid {
    fn moves(
        &self,
        (p, q): (u32, u32),
        who: Player,
        visit: &mut dyn Visit<(u32, u32)>,
    ) -> ControlFlow<()> {
        let pair = match who {
            Player::Left => (q, p % q),
            Player::Right => (q, q - p % q),
        };
        visit.pieces(Some(pair).filter(|&pair| is_alive(pair)).as_slice())
    }

    /// The second number falls with every move.
    fn left_in(&self, (_, q): (u32, u32)) -> u64 {
        q.into()
    }
}

impl Rules for PartizanEuclid {
    by_pieces!(Pairs, "each pair", Nature::ALL_SMALL);

    written!(Pairs, |text| euclid::read(text, is_alive), euclid::write, euclid::rectangles);

    fn normal_form(&self, pairs: Pairs) -> (Pairs, bool) {
        euclid::reduced(&pairs)
    }

    fn family(&self) -> Family<'_, Pairs> {
        euclid::family(is_alive)
    }
}
