//! Theorems joined to the engines: which ruleset has one, and what it says of a position.
//!
//! A [`Theorem`] speaks of positions of one type of rules. Engines do not know that type, so
//! they ask [`KnownTheorem`], which finds the rules inside their boxes once; each time the theorem
//! looks whether the [`Position`] in its box belongs to them. A theorem answers or says nothing,
//! and then the engine goes its general way; both ways must agree, which the tests confirm.

use super::{cakes, disguises, hackenbush, plain, sums};
use std::any::Any;
use std::ops::Deref;
use std::sync::Arc;
use upstar_base::{Budget, Play, Stopped};
use upstar_rules::Rules;
use upstar_rules::erased::{Erased, Position};
use upstar_rules::variant::Impartial;
use upstar_values::{Calc, Short};

/// What several nim-heaps add up to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rest {
    /// Their nim-sum.
    pub nim: u128,
    /// How many of them are larger than 1: in misère play those count.
    pub firm: u64,
}

impl Rest {
    /// Both together.
    pub fn and(self, other: Rest) -> Rest {
        Rest { nim: self.nim ^ other.nim, firm: self.firm + other.firm }
    }
}

/// Winning moves of a position that may have too many moves to list.
#[derive(Clone, Debug)]
pub struct TheoremMoves<P> {
    /// Where they lead.
    pub moves: Vec<P>,
    /// How many winning moves there are, if that is known.
    pub count: Option<u128>,
    /// How many moves there are, if that is known.
    pub all: Option<u128>,
}

/// A nimber as a short game.
pub(crate) fn nimber(calc: &mut Calc, nim: u128) -> Result<Short, Stopped> {
    match u32::try_from(nim) {
        Ok(nim) => calc.nimber(nim),
        Err(_) => {
            let limit = u64::from(u32::MAX);
            Err(Stopped::Limit { what: "a nimber as a short game", limit })
        }
    }
}

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
    ) -> Result<Option<u128>, Stopped> {
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
            Some(nim) => nimber(calc, nim).map(Some),
            None => Ok(None),
        }
    }

    /// Why the values that were asked for last are known, where there is more to say than the
    /// statement.
    fn because(&self) -> Option<String> {
        None
    }

    /// What the heaps of a position add up to, where it is a sum of nim-heaps in such play.
    fn rest(
        &self,
        rules: &R,
        position: &R::Position,
        play: Play,
        budget: &Budget,
    ) -> Result<Option<Rest>, Stopped> {
        let _ = (rules, position, play, budget);
        Ok(None)
    }

    /// The winning moves in a position beside others that add up to `elsewhere`, at most so many
    /// of them; `None` when only the list of all moves tells.
    fn winning(
        &self,
        rules: &R,
        position: &R::Position,
        elsewhere: Rest,
        play: Play,
        most: usize,
        budget: &Budget,
    ) -> Result<Option<TheoremMoves<R::Position>>, Stopped> {
        let _ = (rules, position, elsewhere, play, most, budget);
        Ok(None)
    }

    /// Does the player who has just moved win? For theorems that tell the winner of a position
    /// of an impartial game without its nim-value.
    fn previous_player_wins(&self, rules: &R, position: &R::Position) -> Option<bool> {
        let _ = (rules, position);
        None
    }
}

/// [`Theorem`] with its rules, for positions without their type.
pub trait ErasedTheorem: Send + Sync {
    /// The theorem in words, with its source.
    fn statement(&self) -> &'static str;

    /// Why the values that were asked for last are known, where there is more to say than the
    /// statement.
    fn because(&self) -> Option<String>;

    /// The nim-value of a position, if the theorem tells.
    fn nim_value(&self, position: &Position, budget: &Budget) -> Result<Option<u128>, Stopped>;

    /// The value of a position, if the theorem tells.
    fn value(&self, position: &Position, calc: &mut Calc) -> Result<Option<Short>, Stopped>;

    /// What the heaps of a position add up to, where it is a sum of nim-heaps in such play.
    fn rest(&self, at: &Position, play: Play, budget: &Budget) -> Result<Option<Rest>, Stopped>;

    /// The winning moves in a position beside others, if the theorem lists them.
    fn winning(
        &self,
        position: &Position,
        elsewhere: Rest,
        play: Play,
        most: usize,
        budget: &Budget,
    ) -> Result<Option<TheoremMoves<Position>>, Stopped>;

    /// Does the player who has just moved in an impartial game win, if the theorem tells?
    fn previous_player_wins(&self, position: &Position) -> Option<bool>;
}

/// Rules out of their boxes.
pub(super) type Inside = Arc<dyn Any + Send + Sync>;

struct Join<R, T> {
    rules: Arc<R>,
    theorem: T,
}

impl<R: Rules, T: Theorem<R>> ErasedTheorem for Join<R, T> {
    fn statement(&self) -> &'static str {
        self.theorem.statement()
    }

    fn because(&self) -> Option<String> {
        self.theorem.because()
    }

    fn rest(&self, at: &Position, play: Play, budget: &Budget) -> Result<Option<Rest>, Stopped> {
        match at.downcast::<R>() {
            Some(position) => self.theorem.rest(&self.rules, position, play, budget),
            None => Ok(None),
        }
    }

    fn winning(
        &self,
        position: &Position,
        elsewhere: Rest,
        play: Play,
        most: usize,
        budget: &Budget,
    ) -> Result<Option<TheoremMoves<Position>>, Stopped> {
        let Some(position) = position.downcast::<R>() else { return Ok(None) };
        let found = self.theorem.winning(&self.rules, position, elsewhere, play, most, budget)?;
        Ok(found.map(|TheoremMoves { moves, count, all }| {
            let moves = moves.into_iter().map(Position::new).collect();
            TheoremMoves { moves, count, all }
        }))
    }

    fn nim_value(&self, position: &Position, budget: &Budget) -> Result<Option<u128>, Stopped> {
        match position.downcast::<R>() {
            Some(position) => self.theorem.nim_value(&self.rules, position, budget),
            None => Ok(None),
        }
    }

    fn value(&self, position: &Position, calc: &mut Calc) -> Result<Option<Short>, Stopped> {
        match position.downcast::<R>() {
            Some(position) => self.theorem.value(&self.rules, position, calc),
            None => Ok(None),
        }
    }

    fn previous_player_wins(&self, position: &Position) -> Option<bool> {
        self.theorem.previous_player_wins(&self.rules, position.downcast::<R>()?)
    }
}

/// The theorem on some rules, whatever their type.
///
/// ```
/// use std::sync::Arc;
/// use upstar_rules::{Rules, cake::cutcake::Cutcake, erased::Erased};
/// use upstar_theory::structure::theorem::KnownTheorem;
/// use upstar_values::Calc;
/// let rules = Arc::new(Erased::new(Cutcake::default()));
/// let known = KnownTheorem::of(&rules).unwrap();
/// let mut calc = Calc::default();
/// let value = known.value(&rules.parse("1000x9000")?, &mut calc)?;
/// assert_eq!(value, Some(calc.integer(16)?));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct KnownTheorem(Arc<dyn ErasedTheorem>);

impl Deref for KnownTheorem {
    type Target = dyn ErasedTheorem;

    fn deref(&self) -> &Self::Target {
        &*self.0
    }
}

impl KnownTheorem {
    /// The theorem on these rules, if there is one.
    pub fn of<R: Rules>(rules: &Arc<R>) -> Option<KnownTheorem> {
        let mut inside: Inside = Arc::clone(rules) as Inside;
        let mut impartial = false;
        loop {
            inside = if let Some(boxed) = inside.downcast_ref::<Erased>() {
                boxed.share()
            } else if let Some(Impartial(boxed)) = inside.downcast_ref::<Impartial<Erased>>() {
                impartial = true;
                boxed.share()
            } else {
                break;
            }
        }
        let inside = &inside;
        if !impartial && let Some(known) = sums::known(&**inside) {
            return Some(known);
        }
        // Rules that are impartial anyway lose nothing as an impartial variant.
        disguises::known(inside)
            .or_else(|| hackenbush::known(inside, impartial))
            .or_else(|| if impartial { None } else { cakes::known(inside) })
            .or_else(|| if impartial { None } else { disguises::known_partizan(inside) })
            .or_else(|| if impartial { None } else { plain::known(inside) })
    }

    pub(super) fn new(theorem: impl ErasedTheorem + 'static) -> KnownTheorem {
        KnownTheorem(Arc::new(theorem))
    }

    /// Joins the theorem that `make` finds to the rules inside, if they are of the type `R`.
    pub(super) fn join<R: Rules, T: Theorem<R> + 'static>(
        inside: &Inside,
        make: impl FnOnce(&R) -> Option<T>,
    ) -> Option<KnownTheorem> {
        let rules = Arc::clone(inside).downcast::<R>().ok()?;
        let theorem = make(&rules)?;
        Some(KnownTheorem::new(Join { rules, theorem }))
    }
}
