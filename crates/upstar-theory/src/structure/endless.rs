//! Theorems that give the sides of positions of endless partizan games at once.

use super::loopy_hackenbush;
use upstar_base::Stopped;
use upstar_rules::erased::{unboxed, unboxed_position};
use upstar_rules::loopy::fox_and_geese::FoxAndGeese;
use upstar_rules::loopy::loopy_hackenbush::LoopyHackenbush;
use upstar_rules::{PlainData, Rules};
use upstar_values::stopper::{Ending, Sides, Stoppers};
use upstar_values::{Calc, Short};

/// A theorem on the sides of positions of one ruleset.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shortcut {
    /// Li's rules for Loopy Hackenbush tell every position.
    Li,
    /// A fox behind all geese that can move is `off`: it moves for ever, and they do not.
    EscapedFox,
}

impl Shortcut {
    /// The theorem on these rules, if there is one.
    pub fn of<R: Rules>(rules: &R) -> Option<Shortcut> {
        let inside = unboxed(rules);
        if inside.is::<LoopyHackenbush>() {
            Some(Shortcut::Li)
        } else if inside.is::<FoxAndGeese>() {
            Some(Shortcut::EscapedFox)
        } else {
            None
        }
    }

    /// The sides of a position; `None` when the theorem does not tell.
    pub fn sides(
        self,
        position: &impl PlainData,
        store: &mut Stoppers,
        calc: &mut Calc,
    ) -> Result<Option<Sides>, Stopped> {
        match self {
            Shortcut::Li => {
                let Some([on, off]) = self.short_sides([position], calc)? else { return Ok(None) };
                let (onside, offside) = (store.of_short(calc, on)?, store.of_short(calc, off)?);
                Ok(Some(Sides::new(onside, offside)))
            }
            Shortcut::EscapedFox => match unboxed_position::<FoxAndGeese>(position) {
                Some(chase) if chase.has_escaped() => store.off().map(Sides::stopper).map(Some),
                _ => Ok(None),
            },
        }
    }

    /// The onside and the offside of a sum where both are short games.
    pub fn short_sides<'p, P: PlainData>(
        self,
        sum: impl IntoIterator<Item = &'p P>,
        calc: &mut Calc,
    ) -> Result<Option<[Short; 2]>, Stopped> {
        if self != Shortcut::Li {
            return Ok(None);
        }
        let mut total = [Short::ZERO; 2];
        for position in sum {
            let Some(graph) = unboxed_position::<LoopyHackenbush>(position) else {
                return Ok(None);
            };
            for (ending, side) in [Ending::Left, Ending::Right].into_iter().zip(&mut total) {
                let value = loopy_hackenbush::value(graph, ending, calc)?;
                *side = calc.add(*side, value)?;
            }
        }
        Ok(Some(total))
    }
}
