//! Heaps that remember how many beans were last taken from them.
//!
//! What may be taken next depends on that number and nothing else: at most a multiple of it (the
//! take-away games of Schwenk 1970), or at least as many (Mem) or more (Mnem; both Conway and Ryba).
//! A position keeps for each heap the least or the most that may be taken now.

use super::heaps::columns_of_beans;
use crate::list::List;
use crate::naming::by_texts;
use crate::prelude::*;
use upstar_picture::LABEL;

/// What the last amount says about the next one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AmountMemory {
    /// At most so many times as much; the first move may take any number but not all.
    Times(u32),
    /// At least as many.
    AsMany,
    /// More.
    More,
}

impl AmountMemory {
    /// The amounts that may be taken from `beans` with this bound, the least and the most.
    fn amounts(self, beans: u32, bound: u32) -> (u32, u32) {
        match self {
            AmountMemory::Times(_) => (1, bound.min(beans)),
            AmountMemory::AsMany | AmountMemory::More => (bound.max(1), beans),
        }
    }

    /// The bound after so many were taken.
    fn after(self, taken: u32) -> u32 {
        match self {
            AmountMemory::Times(factor) => taken.saturating_mul(factor),
            AmountMemory::AsMany => taken,
            AmountMemory::More => taken.saturating_add(1),
        }
    }

    /// The bound of a heap that was not touched.
    fn first(self, beans: u32) -> u32 {
        match self {
            AmountMemory::Times(_) => beans.saturating_sub(1),
            AmountMemory::AsMany | AmountMemory::More => 1,
        }
    }

    fn sign(self) -> char {
        match self {
            AmountMemory::Times(_) => '≤',
            AmountMemory::AsMany | AmountMemory::More => '≥',
        }
    }
}

/// The rules.
#[derive(Clone, Copy, Debug)]
pub struct Remembering {
    memory: AmountMemory,
}

/// Heaps (beans, bound), the largest first, without those that are dead.
pub type Bounded = List<[(u32, u32); 2], true>;

impl Remembering {
    /// The game with this memory.
    pub fn new(memory: AmountMemory) -> Remembering {
        Remembering { memory }
    }

    /// What the last amount says about the next one.
    pub fn memory(&self) -> AmountMemory {
        self.memory
    }

    /// The heap with the bound that matters, unless it is dead.
    fn alive(&self, beans: u32, bound: u32) -> Option<(u32, u32)> {
        let (least, most) = self.memory.amounts(beans, bound);
        let bound = match self.memory {
            AmountMemory::Times(_) => most,
            _ => least,
        };
        (least <= most).then_some((beans, bound))
    }
}

impl PieceGame for Remembering {
    fn moves(
        &self,
        (beans, bound): (u32, u32),
        _: Player,
        visit: &mut dyn Visit<(u32, u32)>,
    ) -> ControlFlow<()> {
        let (least, most) = self.memory.amounts(beans, bound);
        (least..=most).try_for_each(|taken| {
            visit.pieces(self.alive(beans - taken, self.memory.after(taken)).as_slice())
        })
    }

    fn left_in(&self, (beans, _): (u32, u32)) -> u64 {
        beans.into()
    }
}

impl Rules for Remembering {
    by_pieces!(Bounded, "each heap", Nature::IMPARTIAL);

    fn parse(&self, text: &str) -> Result<Bounded, PositionError> {
        Bounded::read(text, "heaps", |place, heap| {
            let (size, bound) = match heap.split_once([':', ',']) {
                Some((size, bound)) => (size.trim_end(), Some((size.len() + 1, bound))),
                None => (heap, None),
            };
            let beans = parameters::number(place, size, 0, u32::MAX, "a heap")?;
            let bound = match bound {
                Some((at, bound)) => {
                    let at = at + (bound.len() - bound.trim_start().len());
                    let what = "how many may be taken";
                    parameters::number(place + at, bound.trim(), 0, u32::MAX, what)?
                }
                None => self.memory.first(beans),
            };
            Ok(self.alive(beans, bound))
        })
    }

    fn show(&self, heaps: &Bounded) -> String {
        heaps.write(|(beans, bound)| {
            if bound == self.memory.first(beans) {
                beans.to_string()
            } else {
                format!("{beans}:{bound}")
            }
        })
    }

    /// What may be taken next follows from what is taken now.
    fn name_move(&self, heaps: &Bounded, _: Player, option: &Bounded) -> String {
        let name = by_texts(&self.show(heaps), &self.show(option));
        match name.rsplit_once(':') {
            Some((name, _)) if name.contains("->") => name.to_owned(),
            _ => name,
        }
    }

    /// Columns of beans with the bound under each.
    fn picture(&self, heaps: &Bounded) -> Picture {
        let sizes: Vec<u32> = heaps.iter().map(|&(beans, _)| beans).collect();
        let (mut picture, width) = columns_of_beans(&sizes);
        for (i, &(_, bound)) in (0i32..).zip(heaps.iter()) {
            let (x, y) = (width * i + width / 2, picture.height + 10);
            let text = format!("{}{bound}", self.memory.sign());
            picture.shapes.push(Shape::sized(x, y, text, Color::Gray, LABEL));
        }
        picture.height += 10;
        picture
    }

    fn family(&self) -> Family<'_, Bounded> {
        Family::line(|n| {
            let n = u32::try_from(n).ok()?;
            Some(self.alive(n, self.memory.first(n)).into_iter().collect())
        })
    }
}

/// At most a multiple of what was just taken.
pub mod take_away {
    use super::{AmountMemory, Remembering};
    use crate::{PositionError, parameters};

    /// The page of the ruleset.
    pub const PAGE: &str = r#"
game Take-Away
"Take at least one bean from a heap and at most K times as many as were taken from it by the move
  before; the first move in a heap may take any number but not all. `take-away(3)` says K; plain
  `take-away` is `take-away(2)`, Fibonacci Nim. Who cannot move loses."
impartial
like fibonacci-nim
try "20" "12:4" "7+5:2"
source "A. J. Schwenk, Take-away games, Fibonacci Quarterly 8, 1970"
known "13" = 0 (M. J. Whinihan 1963)
known "20:1" = 0 (M. J. Whinihan 1963: 20 = 13+5+2)
"#;

    /// Reads the factor.
    pub fn rules(text: &str) -> Result<Remembering, PositionError> {
        let start = text.len() - text.trim_start().len();
        let factor = match text.trim() {
            "" => 2,
            factor => parameters::number(start, factor, 1, 1 << 16, "a factor")?,
        };
        Ok(Remembering::new(AmountMemory::Times(factor)))
    }
}

/// At least as many as were just taken.
pub mod mem {
    use super::{AmountMemory, Remembering};
    use crate::{PositionError, parameters};

    /// The page of the ruleset.
    pub const PAGE: &str = r#"
game Mem
"Take from a heap at least as many beans as were taken from it by the move before. In `mem(more)`,
  also called Mnem, it must be more. Who cannot move loses."
impartial
notation "Heaps with the least that may be taken next: `20:4`; a number alone, `20`, is a heap that
  was not touched; `+` between heaps."
tables "N: an untouched heap of 1 to N beans"
try "20" "12:4" "7+5:2"
source "Nim with a memory; Mem and Mnem are the names of J. H. Conway and A. Ryba"
known "5:3" = * (one move at the most)
known "3:4" = 0 (nobody can move)
"#;

    /// Reads nothing or `more`.
    pub fn rules(text: &str) -> Result<Remembering, PositionError> {
        let words = [("", AmountMemory::AsMany), ("more", AmountMemory::More)];
        parameters::word(text, &words, "expected nothing or `more`").map(Remembering::new)
    }
}
