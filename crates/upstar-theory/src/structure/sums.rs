//! Theorems on the games of a mixed sum, each asked about its own terms.
//!
//! A term of a sum is a position of its own game, so what a theorem says of it holds there too;
//! exchanging the players changes the sign of a value and no nim-value.

use super::theorem::{KnownTheorem, Rest, Theorem, TheoremMoves};
use std::any::Any;
use std::sync::Arc;
use upstar_base::{Budget, Play, Stopped};
use upstar_rules::Rules;
use upstar_rules::erased::Position;
use upstar_rules::sum::Sum;
use upstar_values::{Calc, Short};

struct SummedTerms {
    /// The theorem on each of the games, if there is one.
    games: Vec<Option<KnownTheorem>>,
}

/// The theorems on the games of a sum; none where a game can be endless and has no theorem.
pub(super) fn known(inside: &dyn Any) -> Option<KnownTheorem> {
    let sum = inside.downcast_ref::<Sum>()?;
    let games: Vec<Option<KnownTheorem>> =
        sum.games().map(|game| KnownTheorem::of(&Arc::new(game.clone()))).collect();
    let decided =
        sum.games().zip(&games).all(|(rules, known)| !rules.nature().loopy || known.is_some());
    let some = games.iter().any(Option::is_some);
    (decided && some).then(|| KnownTheorem::new(SummedTerms { games }))
}

/// What nim-heaps add up to, each of which occurs so many times.
fn together(rests: impl Iterator<Item = (Rest, u64)>) -> Rest {
    rests.fold(Rest::default(), |sum, (rest, count)| {
        let nim = if count % 2 == 1 { rest.nim } else { 0 };
        sum.and(Rest { nim, firm: rest.firm.saturating_mul(count) })
    })
}

/// What is known of each term, with its sign and how often it occurs.
type KnownTerms<T> = Vec<(T, bool, u64)>;

impl SummedTerms {
    /// What the theorems say of each term, with its sign and how often it occurs; `None` when one
    /// of them does not tell.
    fn each<T>(
        &self,
        position: &Position,
        mut ask: impl FnMut(&KnownTheorem, &Position) -> Result<Option<T>, Stopped>,
    ) -> Result<Option<KnownTerms<T>>, Stopped> {
        let Some(terms) = position.downcast::<Sum>() else { return Ok(None) };
        let mut told = Vec::with_capacity(terms.counted().len());
        for (term, count) in terms.counted() {
            let Some(Some(known)) = self.games.get(term.game()) else { return Ok(None) };
            match ask(known, term.position())? {
                Some(value) => told.push((value, term.is_negated(), *count)),
                None => return Ok(None),
            }
        }
        Ok(Some(told))
    }
}

impl Theorem<Position> for SummedTerms {
    fn statement(&self) -> &'static str {
        let mut statements = self.games.iter().flatten().map(|known| known.statement());
        match (statements.next(), statements.next()) {
            (Some(one), None) => one,
            _ => "the theorems on the terms tell their values",
        }
    }

    fn because(&self) -> Option<String> {
        let reasons: Vec<String> =
            self.games.iter().flatten().filter_map(|known| known.because()).collect();
        if reasons.is_empty() { None } else { Some(reasons.join("; ")) }
    }

    fn nim_value(&self, position: &Position, budget: &Budget) -> Result<Option<u128>, Stopped> {
        let told = self.each(position, |known, term| known.nim_value(term, budget))?;
        let odd = |(value, _, count): &(u128, bool, u64)| if count % 2 == 1 { *value } else { 0 };
        Ok(told.map(|told| told.iter().map(odd).fold(0, |sum, value| sum ^ value)))
    }

    fn value(&self, position: &Position, calc: &mut Calc) -> Result<Option<Short>, Stopped> {
        let told = self.each(position, |known, term| known.value(term, calc))?;
        let Some(told) = told else { return Ok(None) };
        let mut total = Short::ZERO;
        for (value, negated, count) in told {
            let value = if negated { calc.neg(value)? } else { value };
            let value = calc.multiple(value, &count.into())?;
            total = calc.add(total, value)?;
        }
        Ok(Some(total))
    }

    fn rest(&self, at: &Position, play: Play, budget: &Budget) -> Result<Option<Rest>, Stopped> {
        let told = self.each(at, |known, term| known.rest(term, play, budget))?;
        Ok(told.map(|told| together(told.into_iter().map(|(rest, _, count)| (rest, count)))))
    }

    fn winning(
        &self,
        position: &Position,
        elsewhere: Rest,
        play: Play,
        most: usize,
        budget: &Budget,
    ) -> Result<Option<TheoremMoves<Position>>, Stopped> {
        let Some(terms) = position.downcast::<Sum>() else { return Ok(None) };
        let Some(rests) = self.each(position, |known, term| known.rest(term, play, budget))? else {
            return Ok(None);
        };
        let mut found = TheoremMoves::none();
        for (place, (term, _)) in terms.counted().iter().enumerate() {
            let others = rests
                .iter()
                .enumerate()
                .map(|(i, &(rest, _, count))| (rest, if i == place { count - 1 } else { count }));
            let others = together(others).and(elsewhere);
            let room = most - found.moves.len();
            let known = self.games.get(term.game()).and_then(Option::as_ref);
            let here = match known {
                Some(known) => known.winning(term.position(), others, play, room, budget)?,
                None => None,
            };
            let Some(here) = here else { return Ok(None) };
            found.add(here, |to| Position::new(terms.replaced(place, to)));
        }
        Ok(Some(found))
    }
}
