//! The theory of sums of rules with their type, asked with positions without it.
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
use upstar_theory::sum_solver::{KeptSearch, SumSolver};
use upstar_theory::theory::{
    CompoundPosition, MovesOf, NoAnswer, Reason, SearchStats, Theory, TurnListing, Valuation,
};
use upstar_values::Calc;

/// Chooses the theory of sums in normal play.
pub(crate) struct TypedSums<'m> {
    pub(crate) mode: &'m PlayMode,
    pub(crate) calc: Calc,
}

impl TypedVisitor for TypedSums<'_> {
    type Output = Box<dyn Theory<Erased>>;

    fn visit<R: Rules>(self, rules: Arc<R>) -> Self::Output {
        let TypedSums { mode, calc } = self;
        Box::new(Typed(SumSolver::new(&rules, mode.play, calc).with_threads(mode.threads)))
    }
}

/// The theory of rules with their type. Methods that [`SumSolver`] leaves as the trait has them are
/// left here, too.
struct Typed<R: Rules>(SumSolver<R>);

/// Gives positions their type.
fn typed<R: Rules>(positions: &[Position]) -> Vec<R::Position> {
    positions.iter().map(|position| position.with_type::<R>().clone()).collect()
}

/// Gives what is on the table its type.
fn inner<R: Rules>(at: &CompoundPosition<Position>) -> CompoundPosition<R::Position> {
    CompoundPosition { components: typed::<R>(&at.components), entailed: at.entailed }
}

/// Takes the type from what is on the table.
fn outer<R: Rules>(at: CompoundPosition<R::Position>) -> CompoundPosition<Position> {
    let components = at.components.into_iter().map(Position::new).collect();
    CompoundPosition { components, entailed: at.entailed }
}

impl<R: Rules> Theory<Erased> for Typed<R> {
    fn name(&self) -> &'static str {
        Theory::name(&self.0)
    }

    fn worth(&mut self, at: &CompoundPosition<Position>) -> Result<Valuation, NoAnswer> {
        Theory::worth(&mut self.0, &inner::<R>(at))
    }

    fn verdict(
        &mut self,
        at: &CompoundPosition<Position>,
        who: Player,
    ) -> Result<Verdict, Stopped> {
        Theory::verdict(&mut self.0, &inner::<R>(at), who)
    }

    fn verdicts(
        &mut self,
        at: &CompoundPosition<Position>,
    ) -> Result<([Verdict; 2], Option<Reason>), Stopped> {
        Theory::verdicts(&mut self.0, &inner::<R>(at))
    }

    fn outcome_kept(
        &mut self,
        at: &CompoundPosition<Position>,
        file: &Path,
        name: &str,
    ) -> Option<Result<KeptSearch, SealedError>> {
        Theory::outcome_kept(&mut self.0, &inner::<R>(at), file, name)
    }

    fn turns(
        &mut self,
        at: &CompoundPosition<Position>,
        who: Player,
    ) -> Result<TurnListing<Position>, Stopped> {
        let TurnListing { turns, complete, counts } =
            Theory::turns(&mut self.0, &inner::<R>(at), who)?;
        let turns = turns.into_iter().map(|turn| turn.map(outer::<R>)).collect();
        Ok(TurnListing { turns, complete, counts })
    }

    fn legal(
        &self,
        at: &CompoundPosition<Position>,
        who: Player,
        most: usize,
    ) -> Result<MovesOf<Erased>, Stopped> {
        let legal = Theory::legal(&self.0, &inner::<R>(at), who, most)?;
        Ok(legal.into_iter().map(|turn| turn.map(outer::<R>)).collect())
    }

    fn unlisted(&self, at: &CompoundPosition<Position>, who: Player, terms: &[Position]) -> bool {
        Theory::unlisted(&self.0, &inner::<R>(at), who, &typed::<R>(terms))
    }

    fn progress(&self) -> SearchStats {
        Theory::progress(&self.0)
    }

    fn because(&self) -> Option<String> {
        Theory::because(&self.0)
    }

    fn set_budget(&mut self, budget: &Arc<Budget>) {
        Theory::set_budget(&mut self.0, budget);
    }

    fn calc(&mut self) -> Option<&mut Calc> {
        Theory::calc(&mut self.0)
    }
}
