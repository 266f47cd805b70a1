//! Theorems joined to the engines: which ruleset has one, and what it says of a position.
//!
//! A [`Theorem`] speaks of positions of one type, `Squares` say. Engines do not know that type: they
//! hold a [`KnownTheorem`], a theorem on [`Position`]s, which may be of any ruleset. Rules are taken
//! out of their boxes once, when the theorem is looked for; positions each time it is asked.
//!
//! ```text
//!   engine             KnownTheorem::of(rules)         Erased or Impartial<Erased>, to what is inside
//!      |               disguises::known(inside) ..     Welter: yes, `Mating` is its theorem
//!      |  Position
//!      v
//!   KnownTheorem       dyn Theorem<Position>           SummedTerms asks the theorem of each term
//!      |  Position
//!      v
//!   Unboxed<Welter>    takes the position out of its box; says nothing of one of other rules
//!      |  &Squares
//!      v
//!   Mating             Theorem<Squares>
//! ```
//!
//! A theorem answers or says nothing, and then the engine goes its general way; both ways must
//! agree, which the tests confirm.

use super::{cakes, disguises, hackenbush, plain, sums};
use std::any::Any;
use std::marker::PhantomData;
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

    /// The nim-heap that wins for whoever leaves it beside these.
    pub(super) fn wanted(self, play: Play) -> u128 {
        // Without larger heaps the last move in misère Nim is to leave an odd number of ones.
        if play == Play::Misere && self.firm == 0 { self.nim ^ 1 } else { self.nim }
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

impl<P> TheoremMoves<P> {
    /// No moves at all.
    pub(crate) fn none() -> Self {
        TheoremMoves { moves: Vec::new(), count: Some(0), all: Some(0) }
    }

    /// Adds the moves of one part of the whole, each of which leads `to` a position of the whole.
    pub(crate) fn add<Q>(&mut self, part: TheoremMoves<Q>, to: impl FnMut(Q) -> P) {
        let add = |total: Option<u128>, more: Option<u128>| total?.checked_add(more?);
        self.count = add(self.count, part.count);
        self.all = add(self.all, part.all);
        self.moves.extend(part.moves.into_iter().map(to));
    }
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

/// What is known of positions of this type, in normal play.
pub trait Theorem<P>: Send + Sync {
    /// The theorem in words, with its source.
    fn statement(&self) -> &'static str;

    /// The nim-value of a position; `None` when the theorem does not tell.
    fn nim_value(&self, position: &P, budget: &Budget) -> Result<Option<u128>, Stopped> {
        let _ = budget;
        Ok(self.previous_player_wins(position).filter(|&wins| wins).map(|_| 0))
    }

    /// The value of a position; `None` when the theorem does not tell.
    fn value(&self, position: &P, calc: &mut Calc) -> Result<Option<Short>, Stopped> {
        let budget = Arc::clone(calc.budget());
        match self.nim_value(position, &budget)? {
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
    fn rest(&self, position: &P, play: Play, budget: &Budget) -> Result<Option<Rest>, Stopped> {
        let _ = (position, play, budget);
        Ok(None)
    }

    /// The winning moves in a position beside others that add up to `elsewhere`, at most so many
    /// of them; `None` when only the list of all moves tells.
    fn winning(
        &self,
        position: &P,
        elsewhere: Rest,
        play: Play,
        most: usize,
        budget: &Budget,
    ) -> Result<Option<TheoremMoves<P>>, Stopped> {
        let _ = (position, elsewhere, play, most, budget);
        Ok(None)
    }

    /// Does the player who has just moved win? For theorems that tell the winner of a position
    /// of an impartial game without its nim-value.
    fn previous_player_wins(&self, position: &P) -> Option<bool> {
        let _ = position;
        None
    }
}

/// Rules out of their boxes.
pub(super) type Inside = Arc<dyn Any + Send + Sync>;

/// A theorem on positions of the rules `R`, in their boxes.
struct Unboxed<R, T> {
    theorem: T,
    rules: PhantomData<fn() -> R>,
}

impl<R: Rules, T: Theorem<R::Position>> Theorem<Position> for Unboxed<R, T> {
    fn statement(&self) -> &'static str {
        self.theorem.statement()
    }

    fn because(&self) -> Option<String> {
        self.theorem.because()
    }

    fn rest(&self, at: &Position, play: Play, budget: &Budget) -> Result<Option<Rest>, Stopped> {
        let Some(position) = at.downcast::<R>() else { return Ok(None) };
        self.theorem.rest(position, play, budget)
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
        let found = self.theorem.winning(position, elsewhere, play, most, budget)?;
        Ok(found.map(|found| {
            let mut boxed = TheoremMoves::none();
            boxed.add(found, Position::new);
            boxed
        }))
    }

    fn nim_value(&self, position: &Position, budget: &Budget) -> Result<Option<u128>, Stopped> {
        let Some(position) = position.downcast::<R>() else { return Ok(None) };
        self.theorem.nim_value(position, budget)
    }

    fn value(&self, position: &Position, calc: &mut Calc) -> Result<Option<Short>, Stopped> {
        let Some(position) = position.downcast::<R>() else { return Ok(None) };
        self.theorem.value(position, calc)
    }

    fn previous_player_wins(&self, position: &Position) -> Option<bool> {
        self.theorem.previous_player_wins(position.downcast::<R>()?)
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
pub struct KnownTheorem(Arc<dyn Theorem<Position>>);

impl Deref for KnownTheorem {
    type Target = dyn Theorem<Position>;

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

    pub(super) fn new(theorem: impl Theorem<Position> + 'static) -> KnownTheorem {
        KnownTheorem(Arc::new(theorem))
    }

    /// Joins the theorem that `make` finds to the rules inside, if they are of the type `R`.
    pub(super) fn join<R: Rules, T: Theorem<R::Position> + 'static>(
        inside: &Inside,
        make: impl FnOnce(Arc<R>) -> Option<T>,
    ) -> Option<KnownTheorem> {
        let theorem = make(Arc::clone(inside).downcast::<R>().ok()?)?;
        Some(KnownTheorem::new(Unboxed::<R, T> { theorem, rules: PhantomData }))
    }
}
