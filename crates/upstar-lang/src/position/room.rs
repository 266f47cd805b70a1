//! Questions about positions of one ruleset, whatever its type.
//!
//! Positions come and go as texts in the notation of the rules. A [`Room`] holds the rules with
//! their type; each question gets the engine that fits it, at the desk of the session, so that
//! values land in the session's own stores.

use crate::value::Charge;
use std::any::Any;
use std::sync::Arc;
use upstar_base::{Budget, Outcome, OutcomeClass, Play, Player, Stopped, Verdict};
use upstar_misere::class::Class;
use upstar_misere::form::{Form, Forms};
use upstar_misere::genus::Genus;
use upstar_misere::position::Positions;
use upstar_rules::erased::Erased;
use upstar_rules::registry::{About, Visitor};
use upstar_rules::sum::{Spelled, Sum};
use upstar_rules::{MoveKind, PositionError, Rules, listed, read_sum};
use upstar_theory::compound::Compound;
use upstar_theory::compound::referee::{Referee, Standing, Unanswered, Worth};
use upstar_theory::infinite;
use upstar_theory::judge::Judge;
use upstar_theory::structure::theorem::Known;
use upstar_values::stopper::{Ending, Side, Sides, Stoppers};
use upstar_values::surreal::TransfiniteNimber;
use upstar_values::{Calc, Short};

/// How components are played together, and who wins at the end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Manner {
    pub(crate) compound: Compound,
    pub(crate) play: Play,
}

/// What rules say of themselves.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Facts {
    pub(crate) impartial: bool,
    pub(crate) loopy: bool,
    pub(crate) infinite: bool,
    pub(crate) entailing: bool,
    /// Sums in normal play add short games.
    pub(crate) ordinary: bool,
}

/// Why there is no answer.
#[derive(Debug)]
pub(crate) enum Refused {
    Position(PositionError),
    NoTheory(String),
    Stopped(Stopped),
}

impl From<Stopped> for Refused {
    fn from(stopped: Stopped) -> Refused {
        Refused::Stopped(stopped)
    }
}

impl From<PositionError> for Refused {
    fn from(error: PositionError) -> Refused {
        Refused::Position(error)
    }
}

/// The session's stores.
pub(crate) struct Desk<'m> {
    pub(crate) calc: &'m mut Calc,
    pub(crate) stoppers: &'m mut Stoppers,
    pub(crate) forms: &'m mut Forms,
}

impl Desk<'_> {
    fn budget(&self) -> Arc<Budget> {
        Arc::clone(self.calc.budget())
    }
}

/// What is on the table: terms as texts, and which of them must be answered.
#[derive(Debug, Default)]
pub(crate) struct Table {
    pub(crate) terms: Vec<String>,
    pub(crate) entailed: Option<usize>,
}

/// What a position is worth.
#[derive(Debug)]
pub(crate) enum Found {
    Nim(u128),
    Short(Short),
    Ordinal(TransfiniteNimber),
    /// The sides, in the session's store; `None` if they are no stoppers.
    Sides(Option<Sides>),
    Worth(Worth),
    Outcome(OutcomeClass),
}

/// What a turn leads to.
#[derive(Debug)]
pub(crate) struct Turn {
    /// Each component; the terms of the position.
    pub(crate) to: Vec<Spelled>,
    /// Which of them must be answered.
    pub(crate) entailed: Option<usize>,
    /// What the player who made it gets.
    pub(crate) verdict: Verdict,
}

/// Turns, and the memory that they take.
#[derive(Debug)]
pub(crate) struct Turns {
    pub(crate) list: Vec<Turn>,
    /// How many more there are, if these are not all.
    pub(crate) more: Option<String>,
    _charge: Charge,
}

/// Which turns are wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wanted {
    /// All, without a word about who wins.
    Legal,
    /// All, each with what it gets.
    Judged,
    /// Those that win.
    Winning,
}

/// Rules that can be asked.
pub(crate) trait Played {
    /// What rules say of themselves.
    fn facts(&self) -> Facts;

    /// A text as positions of the rules, each as it is written.
    fn read(&self, text: &str) -> Result<Vec<Spelled>, PositionError>;

    /// The components of a position.
    fn components(&self, text: &str) -> Result<Vec<Spelled>, Refused>;

    /// A position drawn with characters.
    fn sketch(&self, text: &str) -> Result<String, PositionError>;

    /// What a sum is worth.
    fn worth(&self, table: &Table, manner: Manner, desk: &mut Desk<'_>) -> Result<Found, Refused>;

    /// What Left gets moving first and what Right does.
    fn verdicts(
        &self,
        table: &Table,
        manner: Manner,
        desk: &mut Desk<'_>,
    ) -> Result<[Verdict; 2], Refused>;

    /// The turns of a player, the same result only once.
    fn turns(
        &self,
        table: &Table,
        manner: Manner,
        who: Player,
        wanted: Wanted,
        desk: &mut Desk<'_>,
    ) -> Result<Turns, Refused>;

    /// The genus in misère play, and the class.
    fn genus(&self, table: &Table, desk: &mut Desk<'_>) -> Result<(Genus, Class), Refused>;

    /// The canonical form in misère play.
    fn misere_form(&self, table: &Table, desk: &mut Desk<'_>) -> Result<Form, Refused>;
}

/// Rules with their type.
struct Room<R: Rules> {
    about: &'static About,
    rules: R,
}

/// Opens a room for some rules.
pub(crate) struct Opening;

impl Visitor for Opening {
    type Output = Box<dyn Played>;

    fn visit<R: Rules>(self, about: &'static About, rules: R) -> Box<dyn Played> {
        Box::new(Room { about, rules })
    }
}

/// Who answers.
enum Arbiter<'c, R: Rules> {
    Judge(Box<Judge<'c, R>>),
    Referee(Box<Referee<'c, R>>),
    /// Infinitely many options, and values that are nimbers.
    Infinite,
}

/// For how many steps positions are reduced in misère play before search is asked.
const PATIENCE: u64 = 300_000;

/// The most winning moves that are listed where there are too many moves to list.
const MOST_WINNING: usize = 100;

impl<R: Rules> Room<R> {
    fn terms(&self, table: &Table) -> Result<Vec<R::Position>, PositionError> {
        table.terms.iter().map(|text| self.rules.parse(text)).collect()
    }

    fn arbiter(&self, manner: Manner, desk: &Desk<'_>) -> Result<Arbiter<'_, R>, Refused> {
        let Manner { compound, play } = manner;
        let sum = compound == Compound::Sum;
        Ok(if self.rules.is_infinite() && sum && play == Play::Normal {
            Arbiter::Infinite
        } else if sum && self.is_judged(play) {
            Arbiter::Judge(Box::new(Judge::new(&self.rules, play, desk.calc.fork())))
        } else {
            let referee = Referee::new(&self.rules, compound, play, desk.budget());
            let refuse = |reason| Refused::NoTheory(format!("{}: {reason}", self.about.title));
            Arbiter::Referee(Box::new(referee.map_err(refuse)?))
        })
    }

    /// Are sums the business of the judge?
    fn is_judged(&self, play: Play) -> bool {
        let theorem =
            || self.rules.is_loopy() && play == Play::Normal && Known::of(&self.rules).is_some();
        let ends = !self.rules.is_loopy() || theorem();
        self.rules.special_moves().is_empty() && ends && !self.rules.is_infinite()
    }

    /// The components that a referee sees.
    fn standing(
        &self,
        referee: &Referee<'_, R>,
        table: &Table,
    ) -> Result<Standing<R::Position>, Refused> {
        let terms = self.terms(table)?;
        let Some(place) = table.entailed else { return Ok(referee.standing(&terms)?) };
        let before = referee.standing(&terms[..place])?.components;
        let one = referee.standing(&terms[place..=place])?.components;
        if one.len() != 1 {
            let message = "only a single component can be entailed".to_owned();
            return Err(Refused::NoTheory(message));
        }
        let after = referee.standing(&terms[place + 1..])?.components;
        let entailed = before.len();
        let components = before.into_iter().chain(one).chain(after).collect();
        Ok(Standing { components, entailed: Some(entailed) })
    }

    fn spell(&self, position: &R::Position) -> Vec<Spelled> {
        let erased = (&self.rules as &dyn Any).downcast_ref::<Erased>();
        let sum = erased.and_then(Erased::downcast::<Sum>);
        let inside = (position as &dyn Any).downcast_ref::<upstar_rules::erased::Position>();
        match (sum, inside.and_then(|position| position.downcast::<Sum>())) {
            (Some(sum), Some(terms)) => sum.spelled(terms),
            _ => vec![Spelled {
                rules: String::new(),
                text: self.rules.show(position),
                negated: false,
                count: 1,
            }],
        }
    }

    /// Does the player who has just moved win a sum of heaps of any ordinal size?
    fn infinite_previous_wins(&self, terms: &[R::Position]) -> Result<bool, Refused> {
        match terms {
            [position] => Ok(self.infinite_value(position)?.outcome() == Outcome::P),
            _ => Err(self.alone()),
        }
    }

    fn infinite_value(&self, position: &R::Position) -> Result<TransfiniteNimber, Refused> {
        match infinite::nimber::<R>(position) {
            Ok(Some(value)) => Ok(value),
            Ok(None) => Err(Refused::NoTheory("these rules have no theory".to_owned())),
            Err(error) => Err(Refused::NoTheory(error.to_string())),
        }
    }

    fn alone(&self) -> Refused {
        let title = self.about.title;
        let reason = "a position can have infinitely many options, so it is played alone";
        Refused::NoTheory(format!("{title}: {reason}"))
    }

    /// The theory of misère play of impartial games.
    fn reduction(&self) -> Result<Positions<'_, R>, Refused> {
        Positions::new(&self.rules).ok_or_else(|| {
            let title = self.about.title;
            let reason = "genus and canonical form in misère play are for impartial games that end";
            Refused::NoTheory(format!("{title}: {reason}"))
        })
    }

    /// Turns with their texts, counting what they take.
    fn collect<'t>(
        &self,
        turns: impl IntoIterator<Item = (&'t [R::Position], Option<usize>, Verdict)>,
        budget: &Arc<Budget>,
    ) -> Result<Turns, Stopped> {
        let mut charge = Charge::new(budget);
        let mut list = Vec::new();
        for (components, entailed, verdict) in turns {
            let to: Vec<Spelled> = components.iter().flat_map(|part| self.spell(part)).collect();
            let bytes: usize = to.iter().map(|s| size_of::<Spelled>() + s.text.len() + 32).sum();
            charge.add((bytes + size_of::<Turn>()) as u64)?;
            budget.check()?;
            list.push(Turn { to, entailed, verdict });
        }
        Ok(Turns { list, more: None, _charge: charge })
    }

    /// The moves in a sum that the judge answers for.
    fn judged(
        &self,
        judge: &mut Judge<'_, R>,
        terms: &[R::Position],
        (play, who, wanted): (Play, Player, Wanted),
        desk: &mut Desk<'_>,
    ) -> Result<Turns, Refused> {
        let budget = desk.budget();
        let after = |(term, to): (usize, R::Position)| {
            let mut after = terms.to_vec();
            after[term] = to;
            after
        };
        if wanted == Wanted::Winning
            && let Some(listing) = judge.listing(terms, MOST_WINNING)?
        {
            let found: Vec<_> =
                listing.moves.into_iter().map(|found| after((found.term, found.to))).collect();
            let shown = found.len() as u128;
            let winning = found.iter().map(|to| (&to[..], None, Verdict::Win));
            let mut turns = self.collect(winning, &budget)?;
            turns.more = match listing.winning {
                Some(all) if all == shown => None,
                Some(all) => Some(format!("these are {shown} of {all} winning moves")),
                None => Some("there may be more winning moves".to_owned()),
            };
            return Ok(turns);
        }
        let mut rated: Vec<(Vec<R::Position>, Verdict)> = Vec::new();
        let mut charge = Charge::new(&budget);
        let each = terms.len() * size_of::<R::Position>() + 64;
        if wanted == Wanted::Legal {
            for found in judge.legal(terms, who)? {
                charge.add(each as u64)?;
                rated.push((after(found), Verdict::Draw));
            }
        } else if play == Play::Misere && self.rules.is_impartial() {
            let mut positions = Positions::new(&self.rules);
            let patience = Budget::steps_of(&budget, PATIENCE);
            for found in judge.legal(terms, who)? {
                charge.add(each as u64)?;
                let after = after(found);
                let known = reduced(positions.as_mut(), &after, &patience, &budget)?;
                let wins = match known {
                    Some(previous_wins) => previous_wins,
                    None => !judge.wins(&after, !who)?,
                };
                rated.push((after, Verdict::of(wins)));
            }
        } else {
            for found in judge.moves(terms, who)? {
                charge.add(each as u64)?;
                let verdict = Verdict::of(found.wins.is_some());
                rated.push((after((found.term, found.to)), verdict));
            }
        }
        let kept = rated.iter().filter(|(_, verdict)| is_wanted(wanted, *verdict));
        Ok(self.collect(kept.map(|(to, verdict)| (&to[..], None, *verdict)), &budget)?)
    }
}

fn is_wanted(wanted: Wanted, verdict: Verdict) -> bool {
    wanted != Wanted::Winning || verdict == Verdict::Win
}

/// Does the player who has just moved win a sum in misère play? `None` if that takes too many
/// steps, so that search must tell.
fn reduced<R: Rules>(
    positions: Option<&mut Positions<'_, R>>,
    sum: &[R::Position],
    patience: &Budget,
    whole: &Budget,
) -> Result<Option<bool>, Stopped> {
    let Some(positions) = positions else { return Ok(None) };
    let genus = positions.sum(sum, patience).and_then(|word| positions.genus(&word, patience));
    match genus {
        Ok(genus) => Ok(Some(genus.is_previous_win())),
        Err(stopped) => {
            whole.check()?;
            match stopped {
                Stopped::Steps(_) | Stopped::Limit { .. } => Ok(None),
                other => Err(other),
            }
        }
    }
}

impl<R: Rules> Played for Room<R> {
    fn facts(&self) -> Facts {
        Facts {
            impartial: self.rules.is_impartial(),
            loopy: self.rules.is_loopy(),
            infinite: self.rules.is_infinite(),
            entailing: self.rules.special_moves().contains(&MoveKind::Entailing),
            ordinary: self.is_judged(Play::Normal),
        }
    }

    fn read(&self, text: &str) -> Result<Vec<Spelled>, PositionError> {
        let terms = read_sum(&self.rules, text)?;
        Ok(terms.iter().flat_map(|term| self.spell(term)).collect())
    }

    fn components(&self, text: &str) -> Result<Vec<Spelled>, Refused> {
        let mut components = Vec::new();
        self.rules.components(self.rules.parse(text)?, &mut components);
        Ok(components.iter().flat_map(|part| self.spell(part)).collect())
    }

    fn sketch(&self, text: &str) -> Result<String, PositionError> {
        Ok(self.rules.sketch(&self.rules.parse(text)?))
    }

    fn worth(&self, table: &Table, manner: Manner, desk: &mut Desk<'_>) -> Result<Found, Refused> {
        let arbiter = self.arbiter(manner, desk)?;
        match arbiter {
            Arbiter::Infinite => match &self.terms(table)?[..] {
                [position] => Ok(Found::Ordinal(self.infinite_value(position)?)),
                _ => Err(self.alone()),
            },
            Arbiter::Judge(_) if manner.play == Play::Misere => {
                let verdicts = self.verdicts(table, manner, desk)?;
                Ok(Found::Outcome(OutcomeClass::from_first(verdicts)))
            }
            Arbiter::Judge(mut judge) if self.rules.is_impartial() => {
                Ok(Found::Nim(judge.nim_value(&self.terms(table)?)?))
            }
            Arbiter::Judge(mut judge) => Ok(Found::Short(judge.value(&self.terms(table)?)?)),
            Arbiter::Referee(mut referee) => {
                let standing = self.standing(&referee, table)?;
                match referee.worth(&standing) {
                    Ok(Worth::Sides(sides)) => {
                        let own = match referee.stoppers() {
                            Some(store) => own_sides(store, sides, desk.stoppers)?,
                            None => None,
                        };
                        Ok(Found::Sides(own))
                    }
                    Ok(worth) => Ok(Found::Worth(worth)),
                    Err(Unanswered::NoTheory(reason)) => Err(Refused::NoTheory(reason.to_owned())),
                    Err(Unanswered::Stopped(stopped)) => Err(Refused::Stopped(stopped)),
                }
            }
        }
    }

    fn verdicts(
        &self,
        table: &Table,
        manner: Manner,
        desk: &mut Desk<'_>,
    ) -> Result<[Verdict; 2], Refused> {
        let arbiter = self.arbiter(manner, desk)?;
        match arbiter {
            Arbiter::Infinite => {
                let wins = !self.infinite_previous_wins(&self.terms(table)?)?;
                Ok([Verdict::of(wins); 2])
            }
            Arbiter::Judge(mut judge) => {
                let terms = self.terms(table)?;
                if manner.play == Play::Misere && self.rules.is_impartial() {
                    let budget = desk.budget();
                    let patience = Budget::steps_of(&budget, PATIENCE);
                    let mut positions = Positions::new(&self.rules);
                    let known = reduced(positions.as_mut(), &terms, &patience, &budget)?;
                    if let Some(previous_wins) = known {
                        return Ok([Verdict::of(!previous_wins); 2]);
                    }
                }
                let outcome = judge.outcome(&terms)?;
                Ok(Player::BOTH.map(|who| Verdict::of(outcome.winner(who) == who)))
            }
            Arbiter::Referee(mut referee) => {
                let standing = self.standing(&referee, table)?;
                let left = referee.verdict(&standing, Player::Left)?;
                let right = if self.rules.is_impartial() {
                    left
                } else {
                    referee.verdict(&standing, Player::Right)?
                };
                Ok([left, right])
            }
        }
    }

    fn turns(
        &self,
        table: &Table,
        manner: Manner,
        who: Player,
        wanted: Wanted,
        desk: &mut Desk<'_>,
    ) -> Result<Turns, Refused> {
        let arbiter = self.arbiter(manner, desk)?;
        let budget = desk.budget();
        match arbiter {
            Arbiter::Infinite if wanted == Wanted::Winning => {
                let terms = self.terms(table)?;
                let [position] = &terms[..] else { return Err(self.alone()) };
                let mut found = Vec::new();
                for option in &listed(&self.rules, position, who, &budget)? {
                    if self.infinite_previous_wins(std::slice::from_ref(option))? {
                        found.push(option.clone());
                    }
                }
                let winning = found.iter().map(|to| (std::slice::from_ref(to), None, Verdict::Win));
                Ok(self.collect(winning, &budget)?)
            }
            Arbiter::Infinite => Err(Refused::NoTheory(format!(
                "{}: a position can have infinitely many options; `.WinningMoves` lists those that \
                 win",
                self.about.title
            ))),
            Arbiter::Judge(mut judge) => {
                let terms = self.terms(table)?;
                self.judged(&mut judge, &terms, (manner.play, who, wanted), desk)
            }
            Arbiter::Referee(mut referee) => {
                let standing = self.standing(&referee, table)?;
                if wanted == Wanted::Legal {
                    let turns = referee.legal(&standing, who, usize::MAX)?;
                    let all = turns
                        .iter()
                        .map(|turn| (&turn.to.components[..], turn.to.entailed, Verdict::Draw));
                    return Ok(self.collect(all, &budget)?);
                }
                let listing = referee.turns(&standing, who)?;
                let kept = listing.turns.iter().filter(|turn| is_wanted(wanted, turn.verdict));
                let kept =
                    kept.map(|turn| (&turn.to.components[..], turn.to.entailed, turn.verdict));
                let mut turns = self.collect(kept, &budget)?;
                if !listing.complete {
                    turns.more = Some("there are more turns than are listed".to_owned());
                }
                Ok(turns)
            }
        }
    }

    fn genus(&self, table: &Table, desk: &mut Desk<'_>) -> Result<(Genus, Class), Refused> {
        let mut positions = self.reduction()?;
        let budget = desk.budget();
        let word = positions.sum(&self.terms(table)?, &budget)?;
        Ok((positions.genus(&word, &budget)?, positions.class(&word, &budget)?))
    }

    fn misere_form(&self, table: &Table, desk: &mut Desk<'_>) -> Result<Form, Refused> {
        let mut positions = self.reduction()?;
        let word = positions.sum(&self.terms(table)?, &desk.budget())?;
        Ok(positions.form(&word, desk.forms)?)
    }
}

/// Sides of another store in the session's own; `None` if they are no stoppers.
pub(crate) fn own_sides(
    store: &Stoppers,
    sides: Sides,
    own: &mut Stoppers,
) -> Result<Option<Sides>, Stopped> {
    let mut found = Vec::with_capacity(2);
    for ending in [Ending::Left, Ending::Right] {
        let Some(side) = sides.of(ending) else { return Ok(None) };
        let (_, graph) = store.drawn(side);
        found.push(Side::Stopper(own.canonical(&graph)?[0]));
    }
    Ok(Some(Sides { onside: found[0], offside: found[1] }))
}
