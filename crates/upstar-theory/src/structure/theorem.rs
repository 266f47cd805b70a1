//! Theorems joined to the engines: which ruleset has one, and what it says of a position.
//!
//! A [`Theorem`] speaks of positions of one type of rules. Engines do not know that type, so
//! they ask [`Known`], which finds the rules inside their boxes once and the position inside its
//! boxes each time. A theorem answers or says nothing, and then the engine goes its general way;
//! both ways must agree, which the tests confirm.

use super::{cakes, disguises, hackenbush, sums};
use std::any::Any;
use std::sync::Arc;
use upstar_base::{Budget, Stopped};
use upstar_rules::Rules;
use upstar_rules::erased::{Erased, Position};
use upstar_rules::variant::Impartial;
use upstar_values::{Calc, Short};

/// What is known of the positions of the rules `R`, in normal play.
pub trait Theorem<R: Rules>: Send + Sync {
    /// The theorem in words, with its source.
    fn statement(&self) -> &'static str;

    /// The nim-value of a position; `None` when the theorem does not tell.
    fn nim_value(
        &self,
        rules: &R,
        position: &R::Position,
        budget: &Budget,
    ) -> Result<Option<u32>, Stopped> {
        let _ = (rules, budget);
        Ok(self.previous_player_wins(rules, position).filter(|&wins| wins).map(|_| 0))
    }

    /// The value of a position; `None` when the theorem does not tell.
    fn value(
        &self,
        rules: &R,
        position: &R::Position,
        calc: &mut Calc,
    ) -> Result<Option<Short>, Stopped> {
        let budget = Arc::clone(calc.budget());
        match self.nim_value(rules, position, &budget)? {
            Some(nim) => calc.nimber(nim).map(Some),
            None => Ok(None),
        }
    }

    /// Does the player who has just moved win? For theorems that tell the winner of a position
    /// of an impartial game without its nim-value.
    fn previous_player_wins(&self, rules: &R, position: &R::Position) -> Option<bool> {
        let _ = (rules, position);
        None
    }
}

/// [`Theorem`] with its rules, for positions in boxes.
pub(super) trait Joined: Send + Sync {
    fn statement(&self) -> &'static str;
    fn nim_value(&self, position: &dyn Any, budget: &Budget) -> Result<Option<u32>, Stopped>;
    fn value(&self, position: &dyn Any, calc: &mut Calc) -> Result<Option<Short>, Stopped>;
    fn previous_player_wins(&self, position: &dyn Any) -> Option<bool>;
}

struct Join<'r, R, T> {
    rules: &'r R,
    theorem: T,
}

/// The position in its boxes.
pub(crate) fn unboxed<R: Rules>(mut position: &dyn Any) -> Option<&R::Position> {
    while let Some(boxed) = position.downcast_ref::<Position>() {
        position = boxed.inside();
    }
    position.downcast_ref()
}

impl<R: Rules, T: Theorem<R>> Joined for Join<'_, R, T> {
    fn statement(&self) -> &'static str {
        self.theorem.statement()
    }

    fn nim_value(&self, position: &dyn Any, budget: &Budget) -> Result<Option<u32>, Stopped> {
        match unboxed::<R>(position) {
            Some(position) => self.theorem.nim_value(self.rules, position, budget),
            None => Ok(None),
        }
    }

    fn value(&self, position: &dyn Any, calc: &mut Calc) -> Result<Option<Short>, Stopped> {
        match unboxed::<R>(position) {
            Some(position) => self.theorem.value(self.rules, position, calc),
            None => Ok(None),
        }
    }

    fn previous_player_wins(&self, position: &dyn Any) -> Option<bool> {
        self.theorem.previous_player_wins(self.rules, unboxed::<R>(position)?)
    }
}

/// The theorem on some rules, whatever their type.
///
/// ```
/// use upstar_rules::{Rules, cake::cutcake::Cutcake, erased::Erased};
/// use upstar_theory::structure::theorem::Known;
/// use upstar_values::Calc;
/// let rules = Erased::new(Cutcake);
/// let known = Known::of(&rules).unwrap();
/// let mut calc = Calc::default();
/// let value = known.value(&rules.parse("1000x9000")?, &mut calc)?;
/// assert_eq!(value, Some(calc.integer(16)?));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Known<'r>(Arc<dyn Joined + 'r>);

impl<'r> Known<'r> {
    /// The theorem on these rules, if there is one.
    pub fn of<R: Rules>(rules: &'r R) -> Option<Known<'r>> {
        let mut inside: &'r dyn Any = rules;
        let mut impartial = false;
        loop {
            if let Some(boxed) = inside.downcast_ref::<Erased>() {
                inside = boxed.inside();
            } else if let Some(Impartial(boxed)) = inside.downcast_ref::<Impartial<Erased>>() {
                (inside, impartial) = (boxed, true);
            } else {
                break;
            }
        }
        if !impartial && let Some(known) = sums::known(inside) {
            return Some(known);
        }
        // Rules that are impartial anyway lose nothing as an impartial variant.
        disguises::known(inside)
            .or_else(|| hackenbush::known(inside, impartial))
            .or_else(|| if impartial { None } else { cakes::known(inside) })
            .or_else(|| if impartial { None } else { disguises::known_partizan(inside) })
    }

    pub(super) fn new(joined: Arc<dyn Joined + 'r>) -> Known<'r> {
        Known(joined)
    }

    /// Joins the theorem that `make` finds to the rules inside, if they are of the type `R`.
    pub(super) fn join<R: Rules, T: Theorem<R> + 'r>(
        inside: &'r dyn Any,
        make: impl FnOnce(&'r R) -> Option<T>,
    ) -> Option<Known<'r>> {
        let rules = inside.downcast_ref::<R>()?;
        Some(Known(Arc::new(Join { rules, theorem: make(rules)? })))
    }

    /// The theorem in words, with its source.
    pub fn statement(&self) -> &'static str {
        self.0.statement()
    }

    /// The nim-value of a position, if the theorem tells.
    pub fn nim_value(&self, position: &dyn Any, budget: &Budget) -> Result<Option<u32>, Stopped> {
        self.0.nim_value(position, budget)
    }

    /// The value of a position, if the theorem tells.
    pub fn value(&self, position: &dyn Any, calc: &mut Calc) -> Result<Option<Short>, Stopped> {
        self.0.value(position, calc)
    }

    /// Does the player who has just moved in an impartial game win, if the theorem tells?
    pub fn previous_player_wins(&self, position: &dyn Any) -> Option<bool> {
        self.0.previous_player_wins(position)
    }
}
