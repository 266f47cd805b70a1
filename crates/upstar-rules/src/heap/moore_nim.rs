//! Moore's Nim: take beans from up to k heaps in one move (Moore 1910).
//!
//! Known: the previous player wins just if in every binary place the number of heaps with a 1
//! there is a multiple of k+1. The heaps do not add: a move touches several.

use super::heaps::Heaps;
use crate::piecewise;
use crate::prelude::*;

/// The page of the ruleset.
pub const PAGE: &str = r#"
game Moore's Nim
"`moore-nim(K)`: choose up to K heaps and take any positive number of beans from each of them; K is
  2 when it is not given. Who cannot move loses."
impartial
like nim
tables "MxN: two heaps"
try "3+2+1" "5+5+5" "4+3"
source "E. H. Moore 1910; Winning Ways ch. 15"
known "5+5+5" = 0 (Moore 1910)
known "3+2+1+1+2" = 0 (Moore 1910)
known "2+1" = *3 (with two heaps only their total counts)
"#;

/// The rules for one k.
#[derive(Clone, Copy, Debug)]
pub struct MooreNim {
    /// The most heaps that a move may touch.
    pub most: u32,
}

impl MooreNim {
    /// Reads k.
    pub fn from_parameters(text: &str) -> Result<Self, PositionError> {
        match parameters::parts(text, ';').next() {
            None | Some((_, "")) => Ok(MooreNim { most: 2 }),
            Some(_) => {
                let start = text.len() - text.trim_start().len();
                let what = "how many heaps a move may touch";
                let most = parameters::number(start, text.trim(), 1, 1000, what)?;
                Ok(MooreNim { most })
            }
        }
    }

    fn take(
        &self,
        heaps: &[u32],
        from: usize,
        taken: u32,
        now: &mut Vec<u32>,
        out: &mut dyn Options<Heaps>,
    ) -> bool {
        if taken > 0 && !out.push(Heaps::new(now.iter().copied())) {
            return false;
        }
        if taken == self.most {
            return true;
        }
        for place in from..heaps.len() {
            // Of equal heaps the earlier ones are left smaller, so that nothing comes twice.
            let equal = place > 0 && heaps[place - 1] == heaps[place];
            let least = if equal { now[place - 1] } else { 0 };
            for left in least..heaps[place] {
                now[place] = left;
                if !self.take(heaps, place + 1, taken + 1, now, out) {
                    return false;
                }
            }
            now[place] = heaps[place];
        }
        true
    }
}

impl Rules for MooreNim {
    type Position = Heaps;

    fn options(&self, heaps: &Heaps, _: Player, out: &mut dyn Options<Heaps>) {
        self.take(heaps.sizes(), 0, 0, &mut heaps.sizes().to_vec(), out);
    }

    written!(Heaps, Heaps::parse, Heaps::show, Heaps::picture);

    fn sketch(&self, heaps: &Heaps) -> String {
        heaps.display()
    }

    fn touched(&self, heaps: &Heaps, _: Player, option: &Heaps) -> Vec<Shape> {
        heaps.touched(option, &heaps.picture(), false)
    }

    fn nature(&self) -> Nature {
        Nature::IMPARTIAL.in_parts(if self.most == 1 { "each heap" } else { "the whole position" })
    }

    fn sum_components(&self, heaps: Heaps, out: &mut dyn Options<Heaps>) {
        if self.most == 1 {
            out.extend(heaps.sizes().iter().map(|&n| Heaps::new([n])));
        } else {
            out.push(heaps);
        }
    }

    fn compound_parts(&self, heaps: &Heaps, out: &mut dyn Options<(Heaps, u64)>) {
        if self.most == 1 {
            piecewise::parts(heaps, out);
        } else {
            out.push((heaps.clone(), 1));
        }
    }

    fn size(&self, heaps: &Heaps) -> u32 {
        u32::try_from(heaps.total()).unwrap_or(u32::MAX)
    }

    fn family(&self) -> Family<'_, Heaps> {
        Family::boards(|m, n| Some(Heaps::new([u32::try_from(m).ok()?, u32::try_from(n).ok()?])))
    }
}
