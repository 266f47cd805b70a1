//! Every question about positions, whatever theory answers it.
//!
//! A [`Theory`] answers for one ruleset played in one [`PlayMode`]: the components are a
//! [`CompoundPosition`], their value is a [`Valuation`] with a [`Value`](upstar_values::Value), and an
//! answer that has a reason has a [`Reason`].
//! [`choose_theory`] says which theory fits, in one place.
//!
//! - [`sums`]: sums of games that end;
//! - [`misere`]: the same for impartial games in misère play, by quotients and genera;
//! - [`solver`](crate::compound::solver): joins, unions, infinite play and moves out of turn;
//! - [`infinite`]: games with infinitely many options;
//! - [`reason`]: why, and the words for it.
//!
//! ```
//! use std::sync::Arc;
//! use upstar_base::Player;
//! use upstar_rules::{Rules, heap::independent::Heap, heap::nim::Nim};
//! use upstar_theory::theory::{PlayMode, choose_theory};
//! use upstar_values::Calc;
//! let rules = Arc::new(Nim::from_parameters("")?);
//! let mut theory = choose_theory(&rules, &PlayMode::default(), Calc::default())?;
//! let at = theory.standing(&[rules.parse("3+5+7")?])?;
//! let listing = theory.turns(&at, Player::Left)?;
//! let winning = listing.turns.iter().filter(|turn| turn.wins());
//! let shown: Vec<String> = winning.map(|turn| rules.show(&turn.to.components[0])).collect();
//! assert_eq!(shown, ["6+5+3", "7+4+3", "7+5+2"]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod choose;
pub mod infinite;
pub mod misere;
pub mod reason;
pub mod sums;
mod valuation;

pub use choose::{PlayMode, Unsupported, choose_theory};
pub use reason::{NamedValue, Reason, Show};
pub use valuation::Valuation;

use crate::loopy::remoteness::Remoteness;
use crate::sum_solver::KeptSearch;
use std::fmt;
use std::path::Path;
use std::sync::Arc;
use upstar_base::file::sealed::SealedError;
use upstar_base::{Budget, Player, Remedy, Stopped, Verdict, Weigh};
use upstar_rules::Rules;
use upstar_values::Calc;
use upstar_values::stopper::Stoppers;

/// Components that are played together, and what the last move demands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CompoundPosition<P> {
    /// The components.
    pub components: Vec<P>,
    /// Which of them must be answered, after an entailing move.
    pub entailed: Option<usize>,
}

/// A compound position of one ruleset.
pub type PositionOf<R> = CompoundPosition<<R as Rules>::Position>;

/// Moves in a compound position of one ruleset.
pub type MovesOf<R> = Vec<Move<PositionOf<R>>>;

impl<P: PartialEq> CompoundPosition<P> {
    /// Components of which none must be answered.
    pub fn of(components: Vec<P>) -> Self {
        CompoundPosition { components, entailed: None }
    }

    /// Which component a turn has changed, if it is a single one.
    pub fn changed(&self, after: &CompoundPosition<P>) -> Option<usize> {
        let (before, after) = (&self.components, &after.components);
        if before.len() != after.len() {
            return None;
        }
        let mut differ = (0..before.len()).filter(|&i| before[i] != after[i]);
        let first = differ.next()?;
        differ.next().is_none().then_some(first)
    }
}

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoAnswer {
    /// No theory is known; who wins can be searched for.
    #[error("{0}")]
    NoTheory(&'static str),
    /// The value is beyond what can be written down, or there is none; perhaps with a way out.
    #[error("{0}")]
    Refused(String, Option<Remedy>),
    /// A limit was reached.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

/// A move of a player, with what is known of it. `P` is what it leads to: a compound position, or the
/// component of a sum that it changes.
#[derive(Clone, Debug)]
pub struct Move<P> {
    /// What it leads to.
    pub to: P,
    /// Which component is changed, if it is one.
    pub changed: Option<usize>,
    /// What the player who makes it gets; known of every move that decides.
    pub verdict: Option<Verdict>,
    /// What the whole position is worth afterwards, where that was computed.
    pub value: Option<Valuation>,
    /// Why it wins or does not.
    pub reason: Option<Reason>,
    /// Whether the same player moves again.
    pub again: bool,
    /// Whether the game is over.
    pub decides: bool,
    /// Where the same player moves again and wins: what the next move leads to.
    pub bonus: Option<P>,
}

impl<P> Move<P> {
    /// Returns a move of which nothing is known but what it leads to.
    pub fn new(to: P, changed: Option<usize>) -> Move<P> {
        let (verdict, value, reason, bonus) = (None, None, None, None);
        Move { to, changed, verdict, value, reason, again: false, decides: false, bonus }
    }

    /// Returns the move of `who` after which `winner` has won, if that is somebody.
    pub(crate) fn deciding(self, winner: Option<Player>, who: Player) -> Move<P> {
        let verdict = winner.map(|winner| Verdict::of(winner == who));
        Move { decides: winner.is_some(), verdict: verdict.or(self.verdict), ..self }
    }

    /// Whether it is known to win.
    pub fn wins(&self) -> bool {
        self.verdict == Some(Verdict::Win)
    }

    /// Returns in how many moves play is over afterwards, where that decides which move is best.
    pub fn remoteness(&self) -> Option<u32> {
        self.reason.as_ref().and_then(Reason::remoteness)
    }

    /// Whether the verdict is proved, where a theory may only find it likely.
    pub fn is_proved(&self) -> Option<bool> {
        self.reason.as_ref().and_then(Reason::is_proved)
    }

    /// Returns the move with what it leads to seen in another way.
    pub fn map<Q>(self, see: impl Fn(P) -> Q) -> Move<Q> {
        let Move { to, changed, verdict, value, reason, again, decides, bonus } = self;
        let (to, bonus) = (see(to), bonus.map(see));
        Move { to, changed, verdict, value, reason, again, decides, bonus }
    }
}

impl<P: Weigh> Weigh for Move<P> {
    fn heap_bytes(&self) -> usize {
        self.to.heap_bytes()
    }
}

impl<P: Weigh> Weigh for CompoundPosition<P> {
    fn heap_bytes(&self) -> usize {
        self.components.heap_bytes()
    }
}

/// The turns of a player.
#[derive(Clone, Debug)]
pub struct TurnListing<P> {
    /// The turns, where that is known the better ones first.
    pub turns: Vec<Move<CompoundPosition<P>>>,
    /// Are these all?
    pub complete: bool,
    /// Where only winning turns are listed: how many there are, and how many turns in all, as far
    /// as that is known.
    pub counts: Option<[Option<u128>; 2]>,
}

/// Statistics of the work so far, for an answer that a limit cut short.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SearchStats {
    /// Components with a value, and states that were searched.
    Sums(crate::sum_solver::SearchStats),
    /// Positions something is known of.
    Positions(usize),
    /// Nothing.
    Nothing,
}

impl fmt::Display for SearchStats {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SearchStats::Sums(progress) => progress.fmt(f),
            SearchStats::Positions(known) => write!(f, "{known} positions are known"),
            SearchStats::Nothing => f.write_str("nothing is known"),
        }
    }
}

/// Answers questions about positions of one ruleset, remembering what it learns.
pub trait Theory<R: Rules>: Send {
    /// What decides, in a word or two, as the table in the documents has it.
    fn name(&self) -> &'static str;

    /// Returns the compound position of terms that were typed.
    fn standing(&self, terms: &[R::Position]) -> Result<PositionOf<R>, Stopped> {
        Ok(CompoundPosition::of(terms.to_vec()))
    }

    /// Must a sum be written as one position?
    fn is_one_position(&self) -> bool {
        false
    }

    /// Whether every turn is a move in one component.
    fn is_plain_sum(&self) -> bool {
        true
    }

    /// Returns the value of a compound position.
    fn worth(&mut self, at: &PositionOf<R>) -> Result<Valuation, NoAnswer>;

    /// Returns the result for `who`, moving first.
    fn verdict(&mut self, at: &PositionOf<R>, who: Player) -> Result<Verdict, Stopped>;

    /// Returns the results for Left and for Right, each moving first; perhaps with the reason.
    fn verdicts(&mut self, at: &PositionOf<R>) -> Result<([Verdict; 2], Option<Reason>), Stopped> {
        Ok(([self.verdict(at, Player::Left)?, self.verdict(at, Player::Right)?], None))
    }

    /// Who wins, by a search that resumes from a file and keeps there what it proves; none where
    /// the answer is found in another way.
    fn outcome_kept(
        &mut self,
        at: &PositionOf<R>,
        file: &Path,
        name: &str,
    ) -> Option<Result<KeptSearch, SealedError>> {
        let _ = (at, file, name);
        None
    }

    /// How soon play is over when `who` moves first, if that is known after going through up to
    /// `most` states.
    fn remoteness(
        &mut self,
        at: &PositionOf<R>,
        who: Player,
        most: usize,
    ) -> Result<Remoteness, Stopped> {
        let _ = (at, who, most);
        Ok(Remoteness::Unknown)
    }

    /// Whether the outcome is proved, where a theory may only find it likely; `None` elsewhere.
    fn is_proved(&mut self, at: &PositionOf<R>) -> Result<Option<bool>, Stopped> {
        let _ = at;
        Ok(None)
    }

    /// Returns the turns of `who`, each with its result and the reason.
    fn turns(
        &mut self,
        at: &PositionOf<R>,
        who: Player,
    ) -> Result<TurnListing<R::Position>, Stopped>;

    /// Returns up to `most` turns of `who`, without saying who wins.
    fn legal(&self, at: &PositionOf<R>, who: Player, most: usize) -> Result<MovesOf<R>, Stopped>;

    /// Can `who` move to these terms, though no list has them? Lists do not have all moves where
    /// there are very many.
    fn unlisted(&self, at: &PositionOf<R>, who: Player, terms: &[R::Position]) -> bool {
        let _ = (at, who, terms);
        false
    }

    /// Statistics of the work so far.
    fn progress(&self) -> SearchStats;

    /// Why the values that were asked for last are known, where that is worth a word.
    fn because(&self) -> Option<String> {
        None
    }

    /// Works within another budget, a part of the first one, from now on.
    fn set_budget(&mut self, budget: &Arc<Budget>);

    /// The store to which short games belong, if that is how games are valued.
    fn calc(&mut self) -> Option<&mut Calc> {
        None
    }

    /// The store to which sides belong, if that is how games are valued.
    fn stoppers(&mut self) -> Option<&mut Stoppers> {
        None
    }
}

/// Counts what a turn holds until it is reported.
pub(crate) fn pay<P: Weigh>(budget: &Budget, components: &Vec<P>) -> Result<(), Stopped> {
    budget.charge((components.heap_bytes() + 256) as u64)?;
    budget.check()
}

impl<P: Clone + PartialEq> CompoundPosition<P> {
    /// Returns the move that leads there.
    pub(crate) fn legal(&self, to: Self) -> Move<Self> {
        let changed = self.changed(&to);
        Move::new(to, changed)
    }

    /// Returns the position with another component in one place.
    fn with(&self, place: usize, component: P) -> Self {
        let mut components = self.components.clone();
        components[place] = component;
        CompoundPosition { components, entailed: None }
    }
}
