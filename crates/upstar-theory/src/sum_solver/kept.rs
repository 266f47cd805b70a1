//! Who wins, by a search that can be ended and resumes from a file.

use super::{Play, SumSolver};
use crate::outcome_search::Team;
use std::path::Path;
use upstar_base::file::sealed::SealedError;
use upstar_base::{Outcome, Stopped};
use upstar_rules::Rules;

/// How a search that is kept in a file came to its end.
#[derive(Debug)]
pub struct KeptSearch {
    /// Who wins, or what ended the search.
    pub outcome: Result<Outcome, Stopped>,
    /// How many states the file holds, or why it could not be written.
    pub saved: Result<usize, SealedError>,
}

impl<R: Rules> SumSolver<R> {
    /// Is who wins found by a search that can be kept in a file?
    pub fn can_be_kept(&self) -> bool {
        self.play == Play::Normal && !self.rules.nature().impartial && !self.rules.nature().loopy
    }

    /// Who wins a sum of positions: a search that resumes from what a file holds and keeps there
    /// what it proves, now and then and at its end. The file belongs to the search of this `name`;
    /// one that is damaged or belongs to another is refused and left as it is.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use upstar_base::Outcome;
    /// use upstar_rules::{Rules, grid::{domineering::Domineering, plane::Small}};
    /// use upstar_theory::sum_solver::{SumSolver, Play};
    /// use upstar_values::Calc;
    /// let folder = tempfile::tempdir()?;
    /// let file = folder.path().join("search");
    /// let rules = Arc::new(Domineering::<Small>::new());
    /// let board = [rules.parse("......|......|......|......|......|......")?];
    /// for _ in 0..2 {
    ///     let mut solver = SumSolver::new(&rules, Play::Normal, Calc::default());
    ///     let kept = solver.outcome_kept(&board, &file, "6x6")?;
    ///     assert_eq!(kept.outcome?, Outcome::N);
    ///     assert!(solver.outcome_kept(&board, &file, "another board").is_err());
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn outcome_kept(
        &mut self,
        sum: &[R::Position],
        file: &Path,
        name: &str,
    ) -> Result<KeptSearch, SealedError> {
        self.calc.budget().begin("positions searched", None);
        let mut team = Team::new(&self.rules, &self.calc, self.threads).watched();
        team.keep(file, name)?;
        let outcome = self.by_team(&mut team, sum);
        Ok(KeptSearch { outcome, saved: team.save() })
    }
}
