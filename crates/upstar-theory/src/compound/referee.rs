//! Everything one asks of a compound: its value, who wins, which turns win and why.

use super::joins::Joins;
use super::search::Search;
use super::selective::Selective;
use super::tallies::UnionTallies;
use super::theory::{Theory, fitting};
use super::turns::{Turns, flatten, is_dead};
use super::{Compound, parts_of};
use crate::grundy::Grundy;
use std::sync::Arc;
use upstar_base::{Budget, Outcome, Play, Player, Stopped};
use upstar_rules::Rules;
use upstar_values::{Pace, Tallies, Tally, mover_wins};

/// What a compound is worth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Worth {
    /// The remoteness or suspense for Left and for Right; of impartial games only one.
    Numbers {
        /// Which of the two.
        pace: Pace,
        /// If Left is to move.
        left: u32,
        /// If Right is to move; `None` for impartial games.
        right: Option<u32>,
    },
    /// The tallies.
    Tallies(Tallies),
    /// Only the outcome is known.
    Outcome(Outcome),
}

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unanswered {
    /// No theory is known.
    #[error("{0}")]
    NoTheory(&'static str),
    /// A limit was reached.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

/// What a turn leaves to the opponent, by the theory that decides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Left {
    /// A remoteness or suspense.
    Number(Pace, u32),
    /// A tally.
    Tally(Tally),
    /// Nothing that has a name.
    Nothing,
}

/// A turn of a player.
#[derive(Clone, Debug)]
pub struct Turn<P> {
    /// The components afterwards.
    pub to: Vec<P>,
    /// Does the player who made it win?
    pub wins: bool,
    /// Did it end the game at once?
    pub decides: bool,
    /// What it leaves to the opponent.
    pub leaves: Left,
}

/// The turns of a player, or the first of them where there are too many to list.
#[derive(Clone, Debug)]
pub struct Listing<P> {
    /// The turns, good ones first within each component.
    pub turns: Vec<Turn<P>>,
    /// Are these all?
    pub complete: bool,
}

/// The most turns that are listed.
const MOST_TURNS: usize = 20_000;

enum Engine<'r, R: Rules> {
    Numbers(Joins<'r, R>),
    Tallies(UnionTallies<'r, R>),
    Outcomes(Selective<'r, R>),
    NimValues(Grundy<'r, R>),
    Search(Search<'r, R>, &'static str),
}

/// Answers questions about compounds of positions of one ruleset, remembering what it learns.
pub struct Referee<'r, R: Rules> {
    rules: &'r R,
    compound: Compound,
    play: Play,
    engine: Engine<'r, R>,
}

impl<'r, R: Rules> Referee<'r, R> {
    /// A referee for one compound; an error says why there is none.
    pub fn new(
        rules: &'r R,
        compound: Compound,
        play: Play,
        budget: Arc<Budget>,
    ) -> Result<Self, &'static str> {
        let engine = match fitting(rules, compound, play) {
            Theory::Numbers => Engine::Numbers(Joins::new(rules, compound, play, budget)),
            Theory::Tallies => {
                let urgent = (compound == Compound::UrgentUnion).then_some(play);
                Engine::Tallies(UnionTallies::new(rules, urgent, budget))
            }
            Theory::Outcomes => Engine::Outcomes(Selective::new(rules, budget)),
            Theory::NimValues => Engine::NimValues(Grundy::new(rules, budget)),
            Theory::Search(reason) => {
                Engine::Search(Search::new(rules, compound, play, budget), reason)
            }
            Theory::Refused(reason) => return Err(reason),
        };
        Ok(Referee { rules, compound, play, engine })
    }

    /// The components of terms that were typed.
    pub fn components(&self, terms: &[R::Position]) -> Vec<R::Position> {
        match self.compound.splits() {
            true => terms.iter().flat_map(|term| flatten(&parts_of(self.rules, term))).collect(),
            false => terms.to_vec(),
        }
    }

    /// How many positions something is known of.
    pub fn known(&self) -> usize {
        match &self.engine {
            Engine::Numbers(joins) => joins.known(),
            Engine::Tallies(tallies) => tallies.known(),
            Engine::Outcomes(selective) => selective.known(),
            Engine::NimValues(grundy) => grundy.known(),
            Engine::Search(search, _) => search.known(),
        }
    }

    /// What a compound is worth.
    pub fn worth(&mut self, components: &[R::Position]) -> Result<Worth, Unanswered> {
        let impartial = self.rules.is_impartial();
        match &mut self.engine {
            Engine::Numbers(joins) => {
                let pace = joins.pace();
                let left = number(joins, components, Player::Left)?;
                let right = match impartial {
                    true => None,
                    false => Some(number(joins, components, Player::Right)?),
                };
                Ok(Worth::Numbers { pace, left, right })
            }
            Engine::Tallies(tallies) => {
                let parts = counted(components);
                let left = tallies.union(&parts, Player::Left)?;
                let right = tallies.union(&parts, Player::Right)?;
                Ok(Worth::Tallies(Tallies { left, right }))
            }
            Engine::Search(_, reason) => Err(Unanswered::NoTheory(reason)),
            _ => Ok(Worth::Outcome(self.outcome(components)?)),
        }
    }

    /// Who wins.
    pub fn outcome(&mut self, components: &[R::Position]) -> Result<Outcome, Stopped> {
        let left = self.wins(components, Player::Left)?;
        let right = match self.rules.is_impartial() {
            true => left,
            false => self.wins(components, Player::Right)?,
        };
        Ok(Outcome::from_first(left, right))
    }

    /// Is an urgent union over before it begins?
    fn is_over(&self, components: &[R::Position]) -> bool {
        self.compound == Compound::UrgentUnion
            && components.iter().any(|component| is_dead(self.rules, component))
    }

    /// Does `who`, to move, win?
    pub fn wins(&mut self, components: &[R::Position], who: Player) -> Result<bool, Stopped> {
        if let Some(winner) = components.iter().find_map(|c| self.rules.decided(c)) {
            return Ok(winner == who);
        }
        if self.is_over(components) {
            return Ok(self.play == Play::Misere);
        }
        Ok(match &mut self.engine {
            Engine::Numbers(joins) => mover_wins(self.play, number(joins, components, who)?),
            Engine::Tallies(tallies) => tallies.union(&counted(components), who)?.winner(who) == who,
            Engine::Outcomes(selective) => selective.wins(&counted(components), self.play)?,
            Engine::NimValues(grundy) => {
                let mut values = Vec::with_capacity(components.len());
                for component in components {
                    values.push(grundy.of(component.clone())?);
                }
                values.windows(2).any(|pair| pair[0] != pair[1])
            }
            Engine::Search(search, _) => search.wins(components, who)?,
        })
    }

    /// The turns of `who`, each with its winner.
    pub fn turns(
        &mut self,
        components: &[R::Position],
        who: Player,
    ) -> Result<Listing<R::Position>, Stopped> {
        let mut turns = Turns::of(self.rules, self.compound, self.play, components, who);
        let mut leaves: Vec<Vec<Left>> = Vec::new();
        for choices in &mut turns.choices {
            let mut rated = Vec::with_capacity(choices.len());
            for choice in choices.drain(..) {
                rated.push((self.left(&choice.to, !who)?, choice));
            }
            rated.sort_by(|a, b| better(&a.0, &b.0, self.play, who));
            let (left, kept) = rated.into_iter().unzip();
            leaves.push(left);
            *choices = kept;
        }
        let (mut list, mut complete, mut stopped) = (Vec::new(), true, None);
        turns.visit(|at| {
            if list.len() == MOST_TURNS {
                complete = false;
                return false;
            }
            let chosen = at.iter().zip(&leaves).map(|(&choice, leaves)| &leaves[choice]);
            let to = turns.after(at);
            let decided = turns.decides(at);
            let leaves = together(chosen);
            let wins = match (decided, &leaves) {
                (Some(winner), _) => Ok(winner == who),
                (None, Left::Number(_, number)) => Ok(!mover_wins(self.play, *number)),
                (None, Left::Tally(tally)) => Ok(tally.winner(!who) == who),
                (None, Left::Nothing) => self.wins(&to, !who).map(|loses| !loses),
            };
            match wins {
                Ok(wins) => list.push(Turn { to, wins, decides: decided.is_some(), leaves }),
                Err(reason) => stopped = Some(reason),
            }
            stopped.is_none()
        });
        match stopped {
            Some(reason) => Err(reason),
            None => Ok(Listing { turns: list, complete }),
        }
    }

    /// What components leave to a player who is to move there.
    fn left(&mut self, components: &[R::Position], who: Player) -> Result<Left, Stopped> {
        Ok(match &mut self.engine {
            Engine::Numbers(joins) => {
                Left::Number(joins.pace(), number(joins, components, who)?)
            }
            Engine::Tallies(tallies) => Left::Tally(tallies.union(&counted(components), who)?),
            _ => Left::Nothing,
        })
    }
}

fn counted<P: Clone>(components: &[P]) -> Vec<(P, u64)> {
    components.iter().map(|component| (component.clone(), 1)).collect()
}

fn number<R: Rules>(
    joins: &mut Joins<'_, R>,
    components: &[R::Position],
    who: Player,
) -> Result<u32, Stopped> {
    let mut total = None;
    for component in components {
        let number = joins.of(component, who)?;
        total = joins.pace().join(total.into_iter().chain([number]));
    }
    Ok(total.unwrap_or(0))
}

/// What all components together leave.
fn together<'l>(leaves: impl Iterator<Item = &'l Left> + Clone) -> Left {
    let tallies = leaves.clone().filter_map(|left| match left {
        Left::Tally(tally) => Some((tally, 1)),
        _ => None,
    });
    let numbers = leaves.clone().filter_map(|left| match left {
        Left::Number(_, number) => Some(*number),
        _ => None,
    });
    match leaves.clone().next() {
        Some(Left::Number(pace, _)) => {
            Left::Number(*pace, pace.join(numbers).unwrap_or(0))
        }
        Some(Left::Tally(_)) => Left::Tally(Tally::union(tallies)),
        _ => Left::Nothing,
    }
}

/// Puts what `who` would rather leave first, as the rules for numbers and tallies prefer it.
fn better(a: &Left, b: &Left, play: Play, who: Player) -> std::cmp::Ordering {
    match (a, b) {
        (Left::Number(pace, a), Left::Number(_, b)) => {
            let key = |number: u32| {
                let bad = mover_wins(play, number);
                let slower = (*pace == Pace::Slow) ^ bad;
                (bad, if slower { -i64::from(number) } else { i64::from(number) })
            };
            key(*a).cmp(&key(*b))
        }
        (Left::Tally(a), Left::Tally(b)) => {
            let order = a.toll.cmp(&b.toll);
            if who == Player::Left { order.reverse() } else { order }
        }
        _ => std::cmp::Ordering::Equal,
    }
}
