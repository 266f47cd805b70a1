//! Everything one asks of a compound: its value, who wins, which turns win and why.

use super::endless::{Endless, Prospect};
use super::joins::Joins;
use super::search::Search;
use super::selective::Selective;
use super::tallies::UnionTallies;
use super::theory::{Theory, fitting};
use super::turns::{Turns, flatten, is_dead};
use super::{Compound, parts_of};
use crate::entailing::Entailing;
use crate::grundy::Grundy;
use crate::lists::options_of;
use crate::loopy::partizan::SidedValues;
use crate::loopy::values::{Label, LoopyValues};
pub use crate::theory::{Legal, Standing, Unanswered};
use std::sync::Arc;
use upstar_base::Listing as Listed;
use upstar_base::{Budget, Options, Outcome, Play, Player, Stopped, Verdict, Weigh};
use upstar_rules::{MoveKind, Rules};
use upstar_values::stopper::{Sides, Stoppers};
use upstar_values::{Entailed, LoopyOutcome, Pace, Tallies, Tally, mover_wins};

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
    /// The value of a loopy impartial game.
    Loopy(Label),
    /// The sides of a loopy partizan game, in the store of the referee.
    Sides(Sides),
    /// What a join or union of loopy impartial games comes to.
    Endless(Prospect),
    /// The set of a component with entailing moves.
    Entailed(Entailed),
    /// The nim-value of a sum with entailing or complimenting moves; `None` is loony.
    Nim(Option<u32>),
    /// Only the outcome is known.
    Outcome(Outcome),
}

/// What a turn leaves to the opponent, by the theory that decides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Left {
    /// A remoteness or suspense.
    Number(Pace, u32),
    /// A tally.
    Tally(Tally),
    /// The value of a loopy impartial game.
    Loopy(Label),
    /// In how many moves the game is over with best play; `None` for a draw, or where the sides
    /// tell who wins but not how soon.
    Remoteness(Option<u32>),
    /// What a join or union of loopy impartial games comes to.
    Endless(Prospect),
    /// A nim-value; `None` is loony.
    Nim(Option<u32>),
    /// The same nim-value in all components.
    Level,
    /// A union of impartial games that the outcomes of its components say is lost.
    Lost,
    /// Nothing that has a name.
    Nothing,
}

/// A turn of a player.
#[derive(Clone, Debug)]
pub struct Turn<P> {
    /// What is on the table afterwards.
    pub to: Standing<P>,
    /// What the player who made it gets.
    pub verdict: Verdict,
    /// Did it end the game at once?
    pub decides: bool,
    /// Does the same player move again?
    pub again: bool,
    /// What it leaves to the opponent.
    pub leaves: Left,
}

/// The turns of a player, or the first of them where there are too many to list.
#[derive(Clone, Debug)]
pub struct Listing<P> {
    /// The turns, in each component the better ones first.
    pub turns: Vec<Turn<P>>,
    /// Are these all?
    pub complete: bool,
}

/// The most turns that are listed.
const MOST_TURNS: usize = 20_000;

enum Engine<R: Rules> {
    Numbers(Joins<R>),
    Tallies(UnionTallies<R>),
    Outcomes(Selective<R>),
    NimValues(Grundy<R>),
    Loopy(LoopyValues<R>),
    Sides(Box<SidedValues<R>>),
    Endless(Endless<R>),
    Entailing(Entailing<R>),
    Search(Search<R>, &'static str),
}

/// Answers questions about compounds of positions of one ruleset, remembering what it learns.
pub struct Referee<R: Rules> {
    rules: Arc<R>,
    compound: Compound,
    play: Play,
    budget: Arc<Budget>,
    engine: Engine<R>,
}

impl<R: Rules> Referee<R> {
    /// A referee for one compound; an error says why there is none.
    pub fn new(
        rules: &Arc<R>,
        compound: Compound,
        play: Play,
        budget: Arc<Budget>,
    ) -> Result<Self, &'static str> {
        let whole = Arc::clone(&budget);
        let engine = match fitting(&**rules, compound, play) {
            Theory::Numbers => Engine::Numbers(Joins::new(rules, compound, play, budget)),
            Theory::Tallies => {
                let urgent = (compound == Compound::UrgentUnion).then_some(play);
                Engine::Tallies(UnionTallies::new(rules, urgent, budget))
            }
            Theory::Outcomes => Engine::Outcomes(Selective::new(rules, budget)),
            Theory::NimValues => Engine::NimValues(Grundy::new(rules, budget)),
            Theory::Loopy => Engine::Loopy(LoopyValues::new(rules, budget)),
            Theory::Sides => Engine::Sides(Box::new(SidedValues::new(rules, budget))),
            Theory::LoopyNumbers => Engine::Endless(Endless::joins(rules, budget)),
            Theory::LoopyOutcomes => Engine::Endless(Endless::unions(rules, budget)),
            Theory::Entailed => Engine::Entailing(Entailing::new(rules, budget)),
            Theory::Search(reason) => {
                Engine::Search(Search::new(rules, compound, play, budget), reason)
            }
            Theory::Refused(reason) => return Err(reason),
        };
        let rules = Arc::clone(rules);
        Ok(Referee { rules, compound, play, budget: whole, engine })
    }

    /// The rules.
    pub(crate) fn rules(&self) -> &Arc<R> {
        &self.rules
    }

    /// What decides, in a word or two.
    pub(crate) fn name(&self) -> &'static str {
        match &self.engine {
            Engine::Numbers(joins) => joins.pace().name(),
            Engine::Tallies(_) => "tallies",
            Engine::Outcomes(_) => "outcomes",
            Engine::NimValues(_) => "nim-values",
            Engine::Loopy(_) => "loopy values",
            Engine::Sides(_) => "sides",
            Engine::Endless(_) if self.compound == Compound::Union => "outcomes",
            Engine::Endless(_) => "remoteness",
            Engine::Entailing(_) => "entailed sets",
            Engine::Search(..) => "search",
        }
    }

    /// The components of terms that were typed.
    pub fn standing(&self, terms: &[R::Position]) -> Result<Standing<R::Position>, Stopped> {
        // Where components are fixed, several terms are these, and only a single one is taken
        // apart: `3+5` in one term means two heaps as it does elsewhere.
        let mut components = Vec::new();
        for term in terms {
            if self.compound.splits() || terms.len() == 1 {
                components.extend(flatten(&parts_of(&*self.rules, term, &self.budget)?));
            } else {
                components.push(term.clone());
            }
        }
        Ok(Standing { components, entailed: None })
    }

    /// How many positions something is known of.
    pub fn known(&self) -> usize {
        match &self.engine {
            Engine::Numbers(joins) => joins.known(),
            Engine::Tallies(tallies) => tallies.known(),
            Engine::Outcomes(selective) => selective.known(),
            Engine::NimValues(grundy) => grundy.known(),
            Engine::Loopy(loopy) => loopy.known(),
            Engine::Sides(sides) => sides.known(),
            Engine::Endless(endless) => endless.known(),
            Engine::Entailing(entailing) => entailing.known(),
            Engine::Search(search, _) => search.known(),
        }
    }

    /// Works within another budget, a part of the first one, from now on.
    pub fn set_budget(&mut self, budget: &Arc<Budget>) {
        self.budget = Arc::clone(budget);
        match &mut self.engine {
            Engine::Numbers(joins) => joins.set_budget(budget),
            Engine::Tallies(tallies) => tallies.set_budget(budget),
            Engine::Outcomes(selective) => selective.set_budget(budget),
            Engine::NimValues(grundy) => grundy.set_budget(budget),
            Engine::Loopy(loopy) => loopy.set_budget(budget),
            Engine::Sides(sides) => sides.set_budget(budget),
            Engine::Endless(endless) => endless.set_budget(budget),
            Engine::Entailing(entailing) => entailing.set_budget(budget),
            Engine::Search(search, _) => search.set_budget(budget),
        }
    }

    /// The store to which sides belong, if that is how games are valued.
    pub fn stoppers(&mut self) -> Option<&mut Stoppers> {
        match &mut self.engine {
            Engine::Sides(sides) => Some(sides.store()),
            _ => None,
        }
    }

    /// What a compound is worth.
    pub fn worth(&mut self, standing: &Standing<R::Position>) -> Result<Worth, Unanswered> {
        let impartial = self.rules.is_impartial();
        let components = &standing.components;
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
            Engine::Loopy(loopy) => Ok(Worth::Loopy(loopy.of_sum(components)?)),
            Engine::Sides(sides) => Ok(Worth::Sides(sides.of_sum(components)?)),
            Engine::Endless(endless) => Ok(Worth::Endless(endless.of(components)?)),
            Engine::Entailing(entailing) => match (standing.entailed, &components[..]) {
                (Some(place), _) => {
                    let mut rest = components.clone();
                    let entailed = rest.remove(place);
                    Ok(Worth::Entailed(entailing.entailed_sum(&rest, &entailed)?))
                }
                // Without entailing moves nothing but the least element ever matters.
                (None, [one]) if self.rules.special_moves().contains(&MoveKind::Entailing) => {
                    Ok(Worth::Entailed(entailing.of(one)?))
                }
                (None, sum) => Ok(Worth::Nim(entailing.nim_value(sum)?)),
            },
            Engine::Search(_, reason) => Err(Unanswered::NoTheory(reason)),
            Engine::Outcomes(_) | Engine::NimValues(_) => {
                let wins = |verdict| verdict == Verdict::Win;
                let left = wins(self.verdict(standing, Player::Left)?);
                let right = wins(self.verdict(standing, Player::Right)?);
                Ok(Worth::Outcome(Outcome::from_first(left, right)))
            }
        }
    }

    /// Is an urgent union over before it begins?
    fn is_over(&self, components: &[R::Position]) -> bool {
        self.compound == Compound::UrgentUnion
            && components.iter().any(|component| is_dead(&*self.rules, component))
    }

    /// What `who`, to move, gets.
    pub fn verdict(
        &mut self,
        standing: &Standing<R::Position>,
        who: Player,
    ) -> Result<Verdict, Stopped> {
        let components = &standing.components;
        if let Some(winner) = components.iter().find_map(|c| self.rules.decided(c)) {
            return Ok(Verdict::of(winner == who));
        }
        if self.is_over(components) {
            return Ok(Verdict::of(self.play == Play::Misere));
        }
        let wins = match &mut self.engine {
            Engine::Numbers(joins) => mover_wins(self.play, number(joins, components, who)?),
            Engine::Tallies(tallies) => {
                tallies.union(&counted(components), who)?.winner(who) == who
            }
            Engine::Outcomes(selective) => selective.wins(&counted(components), self.play)?,
            Engine::NimValues(grundy) => {
                let mut values = Vec::with_capacity(components.len());
                for component in components {
                    values.push(grundy.of(component.clone())?);
                }
                values.windows(2).any(|pair| pair[0] != pair[1])
            }
            Engine::Loopy(loopy) => return Ok(verdict(loopy.of_sum(components)?.value.outcome())),
            Engine::Endless(endless) => return Ok(verdict(endless.of(components)?.outcome)),
            Engine::Sides(sides) => return sides.verdict(components, who),
            Engine::Entailing(entailing) => match standing.entailed {
                None => entailing.wins(components, None)?,
                Some(place) => {
                    let mut rest = components.clone();
                    let entailed = rest.remove(place);
                    entailing.wins(&rest, Some(&entailed))?
                }
            },
            Engine::Search(search, _) => search.wins(components, who)?,
        };
        Ok(Verdict::of(wins))
    }

    /// The turns of `who`, each with what it gets him.
    pub fn turns(
        &mut self,
        standing: &Standing<R::Position>,
        who: Player,
    ) -> Result<Listing<R::Position>, Stopped> {
        match self.compound {
            Compound::Sum => self.moves(standing, who),
            _ => self.combined(&standing.components, who),
        }
    }

    /// The turns in a sum: moves in one component.
    fn moves(
        &mut self,
        standing: &Standing<R::Position>,
        who: Player,
    ) -> Result<Listing<R::Position>, Stopped> {
        let mut turns = Vec::new();
        let solved = match &mut self.engine {
            Engine::Sides(sides) => sides.remoteness(&standing.components, who)?.is_some(),
            _ => false,
        };
        let legal = self.single(standing, who, usize::MAX)?;
        self.budget.begin("moves judged", Some(legal.len() as u64));
        for Legal { to, winner, again } in legal {
            self.budget.advance(1);
            self.budget.check()?;
            let verdict = match winner {
                Some(winner) => Verdict::of(winner == who),
                None if again => self.verdict(&to, who)?,
                None => !self.verdict(&to, !who)?,
            };
            let ordinary = winner.is_none() && !again && to.entailed.is_none();
            let leaves = match &mut self.engine {
                Engine::Loopy(loopy) if ordinary => Left::Loopy(loopy.of_sum(&to.components)?),
                Engine::Sides(sides) if solved => {
                    Left::Remoteness(sides.remoteness(&to.components, !who)?.flatten())
                }
                Engine::Sides(_) => Left::Remoteness(None),
                Engine::Entailing(entailing) if ordinary => {
                    Left::Nim(entailing.nim_value(&to.components)?)
                }
                _ => Left::Nothing,
            };
            turns.push(Turn { to, verdict, decides: winner.is_some(), again, leaves });
        }
        // Who wins an endless game must make headway: the nearest win first. In a sum the stages
        // of all components together tell how near it is: every move from a sum of value 0 has an
        // answer after which they are less.
        if let Engine::Loopy(loopy) = &mut self.engine {
            let mut rated = Vec::with_capacity(turns.len());
            for turn in turns {
                let near = match &turn.leaves {
                    Left::Loopy(Label { remoteness: Some(remoteness), .. }) => {
                        Some(u64::from(*remoteness))
                    }
                    Left::Loopy(_) => loopy.stages(&turn.to.components)?,
                    _ => Some(0),
                };
                rated.push((near.unwrap_or(u64::MAX), turn));
            }
            rated.sort_by_key(|(near, _)| *near);
            turns = rated.into_iter().map(|(_, turn)| turn).collect();
        }
        // Where there is too much to go through, moves that leave less come first.
        if let Engine::Sides(_) = &self.engine
            && !solved
        {
            let rules = &self.rules;
            turns.sort_by_key(|turn: &Turn<R::Position>| {
                turn.to.components.iter().map(|c| u64::from(rules.size(c))).sum::<u64>()
            });
        }
        turns.sort_by_key(|turn| match &turn.leaves {
            Left::Remoteness(remoteness) => remoteness.unwrap_or(u32::MAX),
            _ => 0,
        });
        Ok(Listing { turns, complete: true })
    }

    /// The turns of `who`, at most so many, without a word about who wins.
    pub fn legal(
        &self,
        standing: &Standing<R::Position>,
        who: Player,
        most: usize,
    ) -> Result<Vec<Legal<R::Position>>, Stopped> {
        if self.compound == Compound::Sum {
            return self.single(standing, who, most);
        }
        let turns = self.turns_of(&standing.components, who)?;
        let (mut list, mut left) = (Listed::new(&self.budget, 1 << 10), most);
        turns.visit(|at| {
            let to = Standing { components: turns.after(at), entailed: None };
            left = left.saturating_sub(1);
            list.push(Legal { to, winner: turns.decides(at), again: false }) && left > 0
        });
        Ok(list.finish()?.into_vec())
    }

    /// The turns of a player in a join or union.
    fn turns_of(
        &self,
        components: &[R::Position],
        who: Player,
    ) -> Result<Turns<R::Position>, Stopped> {
        Turns::of(&*self.rules, self.compound, self.play, components, who, &self.budget)
    }

    /// The turns in a sum: moves in one component, or in the one that must be answered.
    fn single(
        &self,
        standing: &Standing<R::Position>,
        who: Player,
        most: usize,
    ) -> Result<Vec<Legal<R::Position>>, Stopped> {
        let components = &standing.components;
        let places = match standing.entailed {
            Some(place) => place..place + 1,
            None => 0..components.len(),
        };
        let special = !self.rules.special_moves().is_empty();
        let bytes = size_of_val(&components[..]);
        let (mut list, mut left) = (Listed::new(&self.budget, bytes), most);
        'places: for place in places {
            for option in &options_of(&*self.rules, &components[place], who, &self.budget)? {
                if left == 0 {
                    break 'places;
                }
                left -= 1;
                let kind = match special {
                    true => self.rules.move_kind(&components[place], who, option),
                    false => MoveKind::Ordinary,
                };
                // The pieces of a split are components of their own: an entailing move in one of
                // them must be answered there.
                let mut to = components.clone();
                to.splice(place..=place, flatten(&parts_of(&*self.rules, option, &self.budget)?));
                let entailed = (kind == MoveKind::Entailing).then_some(place);
                let winner = match kind {
                    MoveKind::Overriding => Some(who),
                    MoveKind::Suiciding => Some(!who),
                    _ => None,
                };
                let again = kind == MoveKind::Complimenting;
                let to = Standing { components: to, entailed };
                if !list.push(Legal { to, winner, again }) {
                    break 'places;
                }
            }
        }
        Ok(list.finish()?.into_vec())
    }

    /// The turns in a join or union.
    fn combined(
        &mut self,
        components: &[R::Position],
        who: Player,
    ) -> Result<Listing<R::Position>, Stopped> {
        let mut turns = self.turns_of(components, who)?;
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
            let to = Standing { components: turns.after(at), entailed: None };
            let decided = turns.decides(at);
            let leaves = together(chosen);
            let gets = match (decided, &leaves) {
                (Some(winner), _) => Ok(Verdict::of(winner == who)),
                (None, Left::Number(_, number)) => Ok(Verdict::of(!mover_wins(self.play, *number))),
                (None, Left::Tally(tally)) => Ok(Verdict::of(tally.winner(!who) == who)),
                (None, Left::Endless(prospect)) => Ok(!verdict(prospect.outcome)),
                _ => self.verdict(&to, !who).map(|verdict| !verdict),
            };
            match gets {
                Ok(verdict) => {
                    let leaves = match &self.engine {
                        Engine::NimValues(_) if verdict == Verdict::Win => Left::Level,
                        Engine::Outcomes(_) if verdict == Verdict::Win => Left::Lost,
                        _ => leaves,
                    };
                    let (decides, again) = (decided.is_some(), false);
                    stopped = pay(&self.budget, &to.components).err();
                    list.push(Turn { to, verdict, decides, again, leaves });
                }
                Err(reason) => stopped = Some(reason),
            }
            stopped.is_none()
        });
        // A win at once before any other.
        list.sort_by_key(|turn| !(turn.decides && turn.verdict == Verdict::Win));
        match stopped {
            Some(reason) => Err(reason),
            None => Ok(Listing { turns: list, complete }),
        }
    }

    /// What components leave to a player who is to move there.
    fn left(&mut self, components: &[R::Position], who: Player) -> Result<Left, Stopped> {
        Ok(match &mut self.engine {
            Engine::Numbers(joins) => Left::Number(joins.pace(), number(joins, components, who)?),
            Engine::Tallies(tallies) => Left::Tally(tallies.union(&counted(components), who)?),
            Engine::Endless(endless) => Left::Endless(endless.of(components)?),
            _ => Left::Nothing,
        })
    }
}

/// Counts what a turn holds that is reported.
fn pay<P: Weigh>(budget: &Budget, components: &Vec<P>) -> Result<(), Stopped> {
    budget.charge((components.heap_bytes() + 256) as u64)?;
    budget.check()
}

/// What the player to move gets.
fn verdict(outcome: LoopyOutcome) -> Verdict {
    match outcome {
        LoopyOutcome::P => Verdict::Loss,
        LoopyOutcome::N => Verdict::Win,
        LoopyOutcome::D => Verdict::Draw,
    }
}

fn counted<P: Clone>(components: &[P]) -> Vec<(P, u64)> {
    components.iter().map(|component| (component.clone(), 1)).collect()
}

fn number<R: Rules>(
    joins: &mut Joins<R>,
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
    let prospects = leaves.clone().filter_map(|left| match left {
        Left::Endless(prospect) => Some(*prospect),
        _ => None,
    });
    match leaves.clone().next() {
        Some(Left::Endless(_)) => {
            prospects.reduce(Prospect::and).map_or(Left::Nothing, Left::Endless)
        }
        Some(Left::Number(pace, _)) => Left::Number(*pace, pace.join(numbers).unwrap_or(0)),
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
        (Left::Endless(a), Left::Endless(b)) => a.rank().cmp(&b.rank()),
        _ => std::cmp::Ordering::Equal,
    }
}
