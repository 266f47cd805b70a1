//! Winning moves where there are too many moves to list.
//!
//! A heap of 10^18 tokens has as many moves, but which of them win is known without a list:
//! the nim-sum of everything else says what must be left of a heap, and the theorem on its
//! game which moves leave that.

use super::SumSolver;
use crate::structure::theorem::{Rest, TheoremMoves};
use crate::theory::{Move, Reason};
use upstar_base::{Play, Stopped, Verdict};
use upstar_rules::Rules;
use upstar_rules::erased::{Position, boxed};
use upstar_values::{Short, Value};

/// With more moves than this only winning ones are listed.
const MANY: u128 = 20_000;

impl<R: Rules> SumSolver<R> {
    /// Does a sum have so many moves that they should not be listed?
    pub fn is_large(&self, sum: &[R::Position]) -> bool {
        let moves = sum.iter().map(|term| self.rules.most_options(term));
        moves.fold(0, u128::saturating_add) > MANY
    }

    /// The winning moves of a sum that has very many moves, at most `most` of them; `None` when
    /// the sum is small or only a list of all moves tells. Where a winning move exists one is
    /// listed.
    pub fn listing(
        &mut self,
        sum: &[R::Position],
        most: usize,
    ) -> Result<Option<TheoremMoves<Move<R::Position>>>, Stopped> {
        if !self.is_large(sum) || !self.rules.nature().impartial {
            return Ok(None);
        }
        let Some(theorem) = self.grundy.theorem() else { return Ok(None) };
        let budget = self.calc.budget();
        let mut rests = Vec::with_capacity(sum.len());
        for term in sum {
            match theorem.rest(&boxed(term), self.play, budget)? {
                Some(rest) => rests.push(rest),
                None => return Ok(None),
            }
        }
        let mut listing = TheoremMoves::none();
        for (i, term) in sum.iter().enumerate() {
            let others = rests.iter().enumerate().filter(|&(j, _)| j != i);
            let elsewhere = others.fold(Rest::default(), |sum, (_, &rest)| sum.and(rest));
            let room = most - listing.moves.len();
            let found = theorem.winning(&boxed(term), elsewhere, self.play, room, budget)?;
            let Some(TheoremMoves { moves, count, all }) = found else { return Ok(None) };
            let moves: Option<Vec<_>> = moves.into_iter().map(Position::into_inside).collect();
            let Some(moves) = moves else { return Ok(None) };
            listing.add(TheoremMoves { moves, count, all }, |to| Move {
                value: (self.play == Play::Normal).then(|| Value::Short(Short::ZERO).into()),
                verdict: Some(Verdict::Win),
                reason: Some(match self.play {
                    Play::Normal => Reason::NimSumZero,
                    Play::Misere => Reason::NimHeaps,
                }),
                ..Move::new(to, Some(i))
            });
        }
        Ok(Some(listing))
    }

    /// The nim-value of a sum of positions of an impartial game in normal play.
    pub fn nim_value(&mut self, sum: &[R::Position]) -> Result<u128, Stopped> {
        sum.iter().try_fold(0, |total, position| Ok(total ^ self.grundy.of(position.clone())?))
    }

    /// Why the values that were asked for last are known, where that is worth a word: the period
    /// that was used.
    pub fn because(&self) -> Option<String> {
        self.grundy.theorem()?.because()
    }
}
