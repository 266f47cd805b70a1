//! Several searches for the same winner at once, which may resume from a file.
//!
//! The first that comes to an end has the answer, and the others are called off. Which one that is
//! depends on the machine; what it says does not.

use super::OutcomeSearch;
use super::checkpoint::SearchKeeper;
use super::exchange::Seat;
use std::path::Path;
use std::sync::Arc;
use std::thread;
use upstar_base::file::sealed::SealedError;
use upstar_base::{Budget, Outcome, Player, Stopped};
use upstar_rules::Rules;
use upstar_values::Calc;

/// More searches than this would mostly wait for each other.
const MOST: usize = 8;

/// Searches that share values and what they prove.
///
/// ```
/// use std::sync::Arc;
/// use upstar_base::Outcome;
/// use upstar_rules::{Rules, grid::{domineering::Domineering, plane::Small}};
/// use upstar_theory::outcome_search::Team;
/// use upstar_values::Calc;
/// let rules = Arc::new(Domineering::<Small>::new());
/// let board = rules.parse("......|......|......|......|......")?;
/// let mut team = Team::new(&rules, &Calc::default(), 2);
/// assert_eq!(team.outcome(&[board])?, Outcome::R);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Team<R: Rules> {
    members: Vec<OutcomeSearch<R>>,
    /// The part of the whole budget that each of them works on.
    budgets: Vec<Arc<Budget>>,
}

impl<R: Rules> Team<R> {
    /// So many searches at the store and budget of `calc`.
    pub fn new(rules: &Arc<R>, calc: &Calc, threads: usize) -> Self {
        let count = threads.clamp(1, MOST);
        let part = |_| Arc::new(Budget::steps_of(calc.budget(), u64::MAX));
        let budgets: Vec<Arc<Budget>> = (0..count).map(part).collect();
        let mut members: Vec<OutcomeSearch<R>> = Vec::with_capacity(count);
        for budget in &budgets {
            let calc = Calc::new(Arc::clone(calc.store()), Arc::clone(budget));
            members.push(match members.first() {
                Some(first) => first.sharing(calc),
                None => OutcomeSearch::new(rules, calc),
            });
        }
        if count > 1 {
            for (winner, seat) in members.iter_mut().zip(Seat::row(count)) {
                winner.seat = Some(seat);
            }
        }
        Team { members, budgets }
    }

    /// Goes on from what a file holds, and keeps there what is proved from now on. The file
    /// belongs to the search of this `name`; one of another search is refused.
    pub fn keep(&mut self, file: &Path, name: &str) -> Result<(), SealedError> {
        let [first, others @ ..] = &mut self.members[..] else { return Ok(()) };
        let proved = first.resume(file, name)?;
        for member in others {
            for proved in &proved {
                member.learn(proved).map_err(upstar_base::file::FileError::from)?;
            }
        }
        first.keeper = Some(SearchKeeper::new(file, name));
        Ok(())
    }

    /// Writes the file once more; how many states it holds.
    pub fn save(&mut self) -> Result<usize, SealedError> {
        self.members.first_mut().map_or(Ok(0), OutcomeSearch::save)
    }

    /// Shows the number of states searched as progress.
    pub(crate) fn watched(mut self) -> Self {
        self.members.iter_mut().for_each(|member| member.set_watched(true));
        self
    }

    /// How many states were searched.
    pub fn visited(&self) -> u64 {
        self.members.iter().map(OutcomeSearch::visited).sum()
    }

    /// How many components have a value so far.
    pub fn known(&self) -> usize {
        self.members.first().map_or(0, OutcomeSearch::known)
    }

    /// Who wins the sum of these positions.
    pub fn outcome(&mut self, sum: &[R::Position]) -> Result<Outcome, Stopped> {
        let left = self.wins(sum, Player::Left)?;
        let right = self.wins(sum, Player::Right)?;
        Ok(Outcome::from_first(left, right))
    }

    /// Does `who`, moving first, win the sum of these positions?
    pub fn wins(&mut self, sum: &[R::Position], who: Player) -> Result<bool, Stopped> {
        let budgets = &self.budgets;
        budgets.iter().for_each(|budget| budget.resume());
        let work = |(winner, own): (&mut OutcomeSearch<R>, &Arc<Budget>)| {
            let answer = winner.wins(sum, who);
            if answer.is_ok() {
                let others = budgets.iter().filter(|budget| !Arc::ptr_eq(budget, own));
                others.for_each(|budget| budget.interrupt());
            }
            answer
        };
        let mut members = self.members.iter_mut().zip(budgets);
        let first = members.next();
        let answers: Vec<Result<bool, Stopped>> = thread::scope(|scope| {
            let workers: Vec<_> = members.map(|member| scope.spawn(move || work(member))).collect();
            let own = first.map_or(Err(Stopped::Interrupted), work);
            let join = |worker: thread::ScopedJoinHandle<'_, Result<bool, Stopped>>| {
                worker.join().unwrap_or(Err(Stopped::Interrupted))
            };
            std::iter::once(own).chain(workers.into_iter().map(join)).collect()
        });
        let mut stopped = Stopped::Interrupted;
        for answer in answers {
            match answer {
                Ok(wins) => return Ok(wins),
                // Whoever was called off says nothing of why there is no answer.
                Err(Stopped::Interrupted) => {}
                Err(other) => stopped = other,
            }
        }
        Err(stopped)
    }
}

impl<R: Rules> Drop for Team<R> {
    fn drop(&mut self) {
        self.members.iter_mut().for_each(OutcomeSearch::give_back);
    }
}
