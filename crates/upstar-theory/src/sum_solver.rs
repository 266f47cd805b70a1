//! Every question about a sum of positions: its value, who wins, which moves win and why.
//!
//! The solver chooses the engine: nim-values for impartial games, values for what is small,
//! search for what is large, and a search of its own in misère play.

mod kept;
mod large;

pub use kept::KeptSearch;

use crate::grundy::Grundy;
use crate::lists::{can_move, first_options, fits, options_of};
use crate::misere::Misere;
use crate::nim_search::NimSearch;
use crate::outcome_search::{OutcomeSearch, Team};
use crate::structure::theorem::nimber;
use crate::sum::SumWinner;
use crate::theory::{Move, Reason};
use std::fmt;
use std::sync::Arc;
pub use upstar_base::Play;
use upstar_base::{Budget, Outcome, Player, Stopped, Verdict};
use upstar_rules::Rules;
use upstar_values::{Calc, Short, Value};

/// Statistics of the work so far, for an answer that a limit cut short.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SearchStats {
    /// Components with a value or nim-value.
    pub components: usize,
    /// States that a search has visited or decided.
    pub states: u64,
}

impl fmt::Display for SearchStats {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.components {
            1 => write!(f, "1 component has a value")?,
            n => write!(f, "{n} components have a value")?,
        }
        match self.states {
            0 => Ok(()),
            1 => write!(f, ", 1 position was searched"),
            n => write!(f, ", {n} positions were searched"),
        }
    }
}

/// For how many steps values are tried before search is tried, and then values again with more.
/// Steps and not seconds: the answer must not depend on how busy the machine is.
const FIRST_PATIENCE: u64 = 100_000;

/// For how many steps values are tried that were tried before.
const KNOWN_PATIENCE: u64 = FIRST_PATIENCE / 16;

/// How much more each time.
const MORE: u64 = 4;

/// How much more search gets than values: where these do not come cheap they are mostly dear.
const SEARCH: u64 = 8;

/// After this many steps for values only search is left.
const PATIENCE: u64 = 4_000_000;

/// Answers questions about positions of one ruleset, remembering what it learns.
pub struct SumSolver<R: Rules> {
    rules: Arc<R>,
    play: Play,
    threads: usize,
    calc: Calc,
    winner: OutcomeSearch<R>,
    grundy: Grundy<R>,
    nim_search: NimSearch<R>,
    misere: Misere<R>,
    /// States that other searches have visited.
    elsewhere: u64,
    /// Components whose value they knew.
    known_elsewhere: usize,
}

impl<R: Rules> SumSolver<R> {
    /// Returns a solver that works with the store and budget of `calc`.
    pub fn new(rules: &Arc<R>, play: Play, calc: Calc) -> Self {
        let budget = Arc::clone(calc.budget());
        SumSolver {
            rules: Arc::clone(rules),
            play,
            threads: 1,
            winner: OutcomeSearch::new(rules, calc.fork()),
            grundy: Grundy::new(rules, Arc::clone(&budget)),
            nim_search: NimSearch::new(rules, &budget),
            misere: Misere::new(rules, budget),
            calc,
            elsewhere: 0,
            known_elsewhere: 0,
        }
    }

    /// Lets values be computed by two threads, and who wins be searched by several, when `threads`
    /// is more than one.
    pub fn with_threads(mut self, threads: usize) -> Self {
        self.threads = threads;
        self
    }

    /// The rules.
    pub fn rules(&self) -> &Arc<R> {
        &self.rules
    }

    /// How the game is won.
    pub fn play(&self) -> Play {
        self.play
    }

    /// The theorem on these rules, in words.
    pub(crate) fn statement(&self) -> Option<&'static str> {
        self.grundy.theorem().map(|known| known.statement())
    }

    /// The store and memos that the values belong to.
    pub fn calc(&mut self) -> &mut Calc {
        &mut self.calc
    }

    /// Statistics of the work so far.
    pub fn progress(&self) -> SearchStats {
        SearchStats {
            components: self.winner.known().max(self.known_elsewhere) + self.grundy.known(),
            states: self.winner.visited()
                + self.nim_search.visited()
                + self.elsewhere
                + self.misere.known() as u64,
        }
    }

    /// The value of a sum of positions in normal play.
    pub fn value(&mut self, sum: &[R::Position]) -> Result<Short, Stopped> {
        let mut total = Short::ZERO;
        for term in self.values(sum)? {
            total = self.calc.add(total, term)?;
        }
        Ok(total)
    }

    fn values(&mut self, sum: &[R::Position]) -> Result<Vec<Short>, Stopped> {
        let mut values = Vec::with_capacity(sum.len());
        for position in sum {
            values.push(if self.rules.nature().impartial {
                let nim = self.grundy.of(position.clone())?;
                nimber(&mut self.calc, nim)?
            } else if self.threads > 1 {
                self.winner.values().of_in_parallel(position.clone())?
            } else {
                self.winner.values().of(position.clone())?
            });
        }
        Ok(values)
    }

    /// Who wins a sum of positions.
    pub fn outcome(&mut self, sum: &[R::Position]) -> Result<Outcome, Stopped> {
        let partizan = !self.rules.nature().impartial && !self.rules.nature().loopy;
        let searched = self.play == Play::Normal && partizan && sum.len() == 1;
        if !searched {
            return self.one_by_one(sum);
        }
        self.calc.budget().begin("positions searched", None);
        self.winner.set_watched(true);
        let outcome = match self.threads {
            0 | 1 => self.one_by_one(sum).map(Some),
            _ => self.patiently(FIRST_PATIENCE, |solver| solver.one_by_one(sum)),
        };
        self.winner.set_watched(false);
        match outcome? {
            Some(outcome) => Ok(outcome),
            None => {
                let team = Team::new(&self.rules, &self.calc, self.threads);
                self.by_team(&mut team.watched(), sum)
            }
        }
    }

    /// Who wins, by several searches at once. They begin anew and are forgotten, so that nothing
    /// that comes later depends on which of them was the first.
    fn by_team(&mut self, team: &mut Team<R>, sum: &[R::Position]) -> Result<Outcome, Stopped> {
        let outcome = if self.are_own_negatives(sum)? {
            team.wins(sum, Player::Left).map(|wins| Outcome::from_first(wins, wins))
        } else {
            team.outcome(sum)
        };
        self.elsewhere += team.visited();
        self.known_elsewhere = self.known_elsewhere.max(team.known());
        outcome
    }

    /// Are these positions seen to be their own negatives, because what Left can make of each is
    /// what Right can with the players exchanged?
    fn are_own_negatives(&self, sum: &[R::Position]) -> Result<bool, Stopped> {
        for position in sum {
            let mut sides = [Vec::new(), Vec::new()];
            for (who, side) in Player::BOTH.into_iter().zip(&mut sides) {
                let mut options = options_of(&*self.rules, position, who, self.calc.budget())?;
                for option in options.drain() {
                    let (form, negated) = self.rules.normal_form(option);
                    side.push((form, negated == (who == Player::Right)));
                }
                side.sort_unstable();
                side.dedup();
            }
            if sides[0] != sides[1] {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn one_by_one(&mut self, sum: &[R::Position]) -> Result<Outcome, Stopped> {
        let left = self.wins(sum, Player::Left)?;
        let right =
            if self.rules.nature().impartial { left } else { self.wins(sum, Player::Right)? };
        Ok(Outcome::from_first(left, right))
    }

    /// Does `who`, moving first, win a sum of positions?
    pub fn wins(&mut self, sum: &[R::Position], who: Player) -> Result<bool, Stopped> {
        match self.play {
            Play::Misere => self.misere.wins(sum, who),
            Play::Normal if self.rules.nature().impartial => {
                if let [position] = sum
                    && let Some(loses) = self.grundy.previous_player_wins(position)
                {
                    return Ok(!loses);
                }
                self.wins_impartial(sum)
            }
            // Endless play is never searched: only a theorem can tell.
            Play::Normal if self.rules.nature().loopy => {
                let value = self.value(sum)?;
                Ok(self.calc.outcome(value).winner(who) == who)
            }
            Play::Normal if sum.len() > 1 => self.wins_sum(sum, who, FIRST_PATIENCE),
            Play::Normal => self.winner.wins(sum, who),
        }
    }

    /// Nim-values that come cheap tell who wins; on boards search needs fewer of them. So both are
    /// tried in turn, with ever more patience.
    fn wins_impartial(&mut self, sum: &[R::Position]) -> Result<bool, Stopped> {
        if !self.nim_search.pays() {
            return Ok(self.nim_value(sum)? != 0);
        }
        let mut patience = FIRST_PATIENCE;
        loop {
            if let Some(nim) = self.patiently(patience, |solver| solver.nim_value(sum))? {
                return Ok(nim != 0);
            }
            let search = |solver: &mut Self| solver.nim_search.wins(&mut solver.grundy, sum);
            if let Some(wins) = self.patiently(SEARCH.saturating_mul(patience), search)? {
                return Ok(wins);
            }
            patience = patience.saturating_mul(MORE);
        }
    }

    /// A sum of several positions is a fight over hot values: worth the values of the terms if
    /// they can be had. Where they are dear search may be cheap, so both are tried in turn.
    fn wins_sum(
        &mut self,
        sum: &[R::Position],
        who: Player,
        mut patience: u64,
    ) -> Result<bool, Stopped> {
        loop {
            if let Some(terms) = self.patiently(patience, |solver| solver.values(sum))? {
                return SumWinner::new(&mut self.calc).wins(&terms, who);
            }
            if patience >= PATIENCE {
                return self.winner.wins(sum, who);
            }
            if let Some(wins) =
                self.patiently(SEARCH * patience, |solver| solver.winner.wins(sum, who))?
            {
                return Ok(wins);
            }
            patience *= MORE;
        }
    }

    /// Runs `work` on a small part of the budget; `None` when that was not enough.
    fn patiently<T>(
        &mut self,
        patience: u64,
        work: impl FnOnce(&mut Self) -> Result<T, Stopped>,
    ) -> Result<Option<T>, Stopped> {
        let whole = Arc::clone(self.calc.budget());
        let part = Arc::new(Budget::steps_of(&whole, patience));
        self.set_budget(&part);
        // Two threads would take their steps in another order each time.
        let threads = std::mem::replace(&mut self.threads, 1);
        let answer = work(self);
        self.threads = threads;
        self.set_budget(&whole);
        match answer {
            Ok(answer) => Ok(Some(answer)),
            Err(stopped) => {
                // The whole budget may be over too; then that is the answer.
                whole.check()?;
                match stopped {
                    Stopped::Steps(_) => Ok(None),
                    other => Err(other),
                }
            }
        }
    }

    /// Works within another budget, a part of the first one, from now on.
    pub fn set_budget(&mut self, budget: &Arc<Budget>) {
        self.calc.set_budget(Arc::clone(budget));
        self.winner.values().set_budget(budget);
        self.grundy.set_budget(budget);
        self.nim_search.set_budget(budget);
        self.misere.set_budget(budget);
    }

    /// Every move of `who` in a sum of positions, the same result only once.
    pub fn moves(
        &mut self,
        sum: &[R::Position],
        who: Player,
    ) -> Result<Vec<Move<R::Position>>, Stopped> {
        let legal = self.legal(sum, who)?;
        // Both lists exist for a moment.
        fits::<((usize, R::Position), Move<R::Position>)>(legal.len(), self.calc.budget())?;
        let mut moves: Vec<Move<R::Position>> =
            legal.into_iter().map(|(term, to)| Move::new(to, Some(term))).collect();
        let mut open: Vec<usize> = (0..moves.len()).rev().collect();
        if self.play == Play::Misere {
            self.search_moves(sum, &mut moves, &mut open, who)?;
            return Ok(moves);
        }
        // Nim-values need no patience: there is no quicker way, unless a theorem tells who wins
        // without them. Endless play is never searched.
        if self.rules.nature().impartial || self.rules.nature().loopy {
            if self.decided(sum).is_none() {
                self.value_moves(sum, &mut moves, who)?;
                return Ok(moves);
            }
            let valued =
                self.patiently(PATIENCE, |solver| solver.value_moves(sum, &mut moves, who));
            if valued?.is_none() {
                open.retain(|&place| moves[place].value.is_none());
                self.search_moves(sum, &mut moves, &mut open, who)?;
            }
            return Ok(moves);
        }
        // Values that come cheap say more than search; where they are dear, search is quicker by
        // far. Each goes on where it had to stop.
        let mut patience = FIRST_PATIENCE;
        loop {
            let valued =
                self.patiently(patience, |solver| solver.value_moves(sum, &mut moves, who));
            if valued?.is_some() {
                return Ok(moves);
            }
            open.retain(|&place| moves[place].value.is_none());
            if patience >= PATIENCE {
                self.search_moves(sum, &mut moves, &mut open, who)?;
                return Ok(moves);
            }
            let searched = self.patiently(SEARCH * patience, |solver| {
                solver.search_moves(sum, &mut moves, &mut open, who)
            });
            if searched?.is_some() {
                return Ok(moves);
            }
            patience *= MORE;
        }
    }

    /// Finds by search which of the moves that are `open` win, the last of them first, and takes
    /// them from the list.
    fn search_moves(
        &mut self,
        sum: &[R::Position],
        moves: &mut [Move<R::Position>],
        open: &mut Vec<usize>,
        who: Player,
    ) -> Result<(), Stopped> {
        let mut after = sum.to_vec();
        let budget = Arc::clone(self.calc.budget());
        budget.begin("moves searched", Some(moves.len() as u64));
        budget.advance((moves.len() - open.len()) as u64);
        while let Some(&place) = open.last() {
            let candidate = &mut moves[place];
            let term = candidate.changed.unwrap_or_default();
            let before = std::mem::replace(&mut after[term], candidate.to.clone());
            let normal = self.play == Play::Normal;
            let partizan = !self.rules.nature().impartial && !self.rules.nature().loopy;
            let wins = if normal && partizan && after.len() > 1 {
                // Values were tried already; those of many terms are known.
                !self.wins_sum(&after, !who, KNOWN_PATIENCE)?
            } else {
                !self.wins(&after, !who)?
            };
            candidate.verdict = Some(Verdict::of(wins));
            candidate.reason = Some(if wins && normal && self.is_stuck(&after, !who) {
                Reason::NoReply
            } else {
                self.decided(&after).map_or(Reason::Search, Reason::Theorem)
            });
            after[term] = before;
            open.pop();
            budget.advance(1);
            budget.check()?;
        }
        Ok(())
    }

    /// Where `who` can move in a sum of positions: which term becomes what, the same result only
    /// once.
    pub fn legal(
        &self,
        sum: &[R::Position],
        who: Player,
    ) -> Result<Vec<(usize, R::Position)>, Stopped> {
        let mut moves: Vec<(usize, R::Position)> = Vec::new();
        for (term, position) in sum.iter().enumerate() {
            let mut options = options_of(&*self.rules, position, who, self.calc.budget())?;
            fits::<(usize, R::Position)>(moves.len() + options.len(), self.calc.budget())?;
            moves.extend(options.drain().map(|to| (term, to)));
        }
        if self.rules.nature().loopy {
            // The winner should make progress: moves that leave less to play come first.
            moves.sort_by_cached_key(|(_, to)| self.rules.size(to));
        }
        Ok(moves)
    }

    /// The first `most` moves of [`SumSolver::legal`], or fewer where the same result comes again.
    pub fn some_legal(
        &self,
        sum: &[R::Position],
        who: Player,
        most: usize,
    ) -> Result<Vec<(usize, R::Position)>, Stopped> {
        if self.rules.nature().loopy {
            let mut moves = self.legal(sum, who)?;
            moves.truncate(most);
            return Ok(moves);
        }
        let mut moves: Vec<(usize, R::Position)> = Vec::new();
        for (term, position) in sum.iter().enumerate() {
            let left = most - moves.len();
            let mut options = first_options(&*self.rules, position, who, left, self.calc.budget())?;
            moves.extend(options.drain().map(|to| (term, to)));
        }
        Ok(moves)
    }

    /// The theorem that tells the winner of a sum without values, if one does.
    fn decided(&self, sum: &[R::Position]) -> Option<&'static str> {
        let [position] = sum else { return None };
        let normal = self.play == Play::Normal && self.rules.nature().impartial;
        self.grundy.previous_player_wins(position).filter(|_| normal)?;
        self.statement()
    }

    fn is_stuck(&self, sum: &[R::Position], who: Player) -> bool {
        !sum.iter().any(|position| can_move(&*self.rules, position, who))
    }

    fn value_moves(
        &mut self,
        sum: &[R::Position],
        moves: &mut [Move<R::Position>],
        who: Player,
    ) -> Result<(), Stopped> {
        let terms = self.values(sum)?;
        let budget = Arc::clone(self.calc.budget());
        budget.begin("moves valued", Some(moves.len() as u64));
        for candidate in moves {
            budget.advance(1);
            if candidate.value.is_some() {
                continue;
            }
            budget.check()?;
            let mut total = self.value(std::slice::from_ref(&candidate.to))?;
            for (i, &term) in terms.iter().enumerate() {
                if candidate.changed != Some(i) {
                    total = self.calc.add(total, term)?;
                }
            }
            let wins = self.calc.outcome(total).winner(!who) == who;
            candidate.value = Some(Value::Short(total).into());
            candidate.verdict = Some(Verdict::of(wins));
            candidate.reason = Some(match (wins, self.rules.nature().impartial) {
                (true, true) => Reason::NimSumZero,
                (false, true) => Reason::NimSum(total),
                (_, false) => Reason::Leaves(total),
            });
        }
        Ok(())
    }
}
