//! Theories of rules with their type, asked with positions without it.
//!
//! Only the sums of normal play are compiled for each type: there the type makes search and values
//! faster. Positions change their type at the edge, once for a question or an answer, never inside.

use crate::PlayMode;
use std::path::Path;
use std::sync::Arc;
use upstar_base::file::sealed::SealedError;
use upstar_base::{Budget, Player, Stopped, Verdict};
use upstar_rules::Rules;
use upstar_rules::erased::{Erased, Position};
use upstar_rules::registry::TypedVisitor;
use upstar_theory::compound::referee::Referee;
use upstar_theory::judge::{Judge, Kept};
use upstar_theory::theory::{
    Legal, Listing, Progress, Reason, Standing, Theory, Turn, Unanswered, Worth,
};
use upstar_values::Calc;
use upstar_values::stopper::Stoppers;

/// Chooses the theory of sums in normal play.
pub(crate) struct Sums<'m> {
    pub(crate) mode: &'m PlayMode,
    pub(crate) calc: Calc,
}

impl TypedVisitor for Sums<'_> {
    type Output = Box<dyn Theory<Erased>>;

    fn visit<R: Rules>(self, rules: Arc<R>) -> Self::Output {
        let Sums { mode, calc } = self;
        let theory: Box<dyn Theory<R>> = if rules.is_loopy() {
            Box::new(Referee::sided(&rules, Arc::clone(calc.budget())))
        } else {
            Box::new(Judge::new(&rules, mode.play, calc).with_threads(mode.threads))
        };
        Box::new(Typed(theory))
    }
}

/// A theory of rules with their type.
struct Typed<R: Rules>(Box<dyn Theory<R>>);

/// Gives positions their type.
fn typed<R: Rules>(positions: &[Position]) -> Vec<R::Position> {
    positions.iter().map(|position| position.get::<R>().clone()).collect()
}

/// Gives what is on the table its type.
fn inner<R: Rules>(at: &Standing<Position>) -> Standing<R::Position> {
    Standing { components: typed::<R>(&at.components), entailed: at.entailed }
}

/// Takes the type from what is on the table.
fn outer<R: Rules>(at: Standing<R::Position>) -> Standing<Position> {
    let components = at.components.into_iter().map(Position::new::<R>).collect();
    Standing { components, entailed: at.entailed }
}

impl<R: Rules> Theory<Erased> for Typed<R> {
    fn name(&self) -> &'static str {
        self.0.name()
    }

    fn standing(&self, terms: &[Position]) -> Result<Standing<Position>, Stopped> {
        Ok(outer::<R>(self.0.standing(&typed::<R>(terms))?))
    }

    fn is_one_position(&self) -> bool {
        self.0.is_one_position()
    }

    fn is_plain_sum(&self) -> bool {
        self.0.is_plain_sum()
    }

    fn worth(&mut self, at: &Standing<Position>) -> Result<Worth, Unanswered> {
        self.0.worth(&inner::<R>(at))
    }

    fn verdict(&mut self, at: &Standing<Position>, who: Player) -> Result<Verdict, Stopped> {
        self.0.verdict(&inner::<R>(at), who)
    }

    fn verdicts(
        &mut self,
        at: &Standing<Position>,
    ) -> Result<([Verdict; 2], Option<Reason>), Stopped> {
        self.0.verdicts(&inner::<R>(at))
    }

    fn outcome_kept(
        &mut self,
        at: &Standing<Position>,
        file: &Path,
        name: &str,
    ) -> Option<Result<Kept, SealedError>> {
        self.0.outcome_kept(&inner::<R>(at), file, name)
    }

    fn turns(
        &mut self,
        at: &Standing<Position>,
        who: Player,
    ) -> Result<Listing<Position>, Stopped> {
        let Listing { turns, complete, counts } = self.0.turns(&inner::<R>(at), who)?;
        let turns = turns.into_iter().map(|turn| {
            let Turn { to, changed, verdict, worth, reason, again, decides, bonus } = turn;
            let (to, bonus) = (outer::<R>(to), bonus.map(outer::<R>));
            Turn { to, changed, verdict, worth, reason, again, decides, bonus }
        });
        Ok(Listing { turns: turns.collect(), complete, counts })
    }

    fn legal(
        &self,
        at: &Standing<Position>,
        who: Player,
        most: usize,
    ) -> Result<Vec<Legal<Position>>, Stopped> {
        let legal = self.0.legal(&inner::<R>(at), who, most)?.into_iter();
        let turn = |Legal { to, winner, again }| Legal { to: outer::<R>(to), winner, again };
        Ok(legal.map(turn).collect())
    }

    fn unlisted(&self, at: &Standing<Position>, who: Player, terms: &[Position]) -> bool {
        self.0.unlisted(&inner::<R>(at), who, &typed::<R>(terms))
    }

    fn progress(&self) -> Progress {
        self.0.progress()
    }

    fn because(&self) -> Option<String> {
        self.0.because()
    }

    fn set_budget(&mut self, budget: &Arc<Budget>) {
        self.0.set_budget(budget);
    }

    fn calc(&mut self) -> Option<&mut Calc> {
        self.0.calc()
    }

    fn stoppers(&mut self) -> Option<&mut Stoppers> {
        self.0.stoppers()
    }
}
