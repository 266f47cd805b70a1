//! Questions about positions of one ruleset, whatever its type.
//!
//! Positions come and go as texts in the notation of the rules. A [`Evaluator`] holds the rules and keeps the theories that were asked, one for each manner of play, so that what
//! was learnt about one position helps with the next. They work at the session's own store of
//! values and within its budget; whoever keeps rooms drops them when memory is needed.

use crate::value::{Charge, Game};
use std::sync::{Arc, Mutex, PoisonError};
use upstar_base::{Budget, Play, Player, Stopped, Verdict, distinct};
use upstar_engine::choose_theory;
use upstar_misere::class::Class;
use upstar_misere::form::{Form, Forms};
use upstar_misere::genus::Genus;
use upstar_misere::position::Positions;
use upstar_rules::erased::{Erased, Position};
use upstar_rules::registry::About;
use upstar_rules::sum::{Spelled, Sum};
use upstar_rules::{MoveKind, PositionError, Rules, listed, read_sum};
use upstar_theory::compound::Compound;
use upstar_theory::loopy::values::LoopyValues;
use upstar_theory::structure::theorem::Known;
use upstar_theory::theory::{self, CompoundPosition, NoAnswer, Reason, Theory, Valuation};
use upstar_values::Calc;
use upstar_values::stopper::{Ending, Side, Sides, Stoppers};

/// How components are played together, and who wins at the end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct PlayMode {
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

impl From<NoAnswer> for Refused {
    fn from(unanswered: NoAnswer) -> Refused {
        match unanswered {
            NoAnswer::Stopped(stopped) => Refused::Stopped(stopped),
            other => Refused::NoTheory(other.to_string()),
        }
    }
}

/// The session's stores.
pub(crate) struct StoreAccess<'m> {
    pub(crate) calc: &'m mut Calc,
    pub(crate) stoppers: &'m mut Stoppers,
    pub(crate) forms: &'m mut Forms,
}

impl StoreAccess<'_> {
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

/// What a turn leads to.
#[derive(Debug)]
pub(crate) struct Turn {
    /// Each component; the terms of the position.
    pub(crate) to: Vec<Spelled>,
    /// Which of them must be answered.
    pub(crate) entailed: Option<usize>,
    /// What the player who made it gets.
    pub(crate) verdict: Verdict,
    /// Why, where that is known.
    pub(crate) reason: Option<Reason>,
}

/// Turns, and the memory that they take.
#[derive(Debug)]
pub(crate) struct Turns {
    pub(crate) list: Vec<Turn>,
    /// What is to be said if these are not all.
    pub(crate) more: Option<String>,
    charge: Charge,
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

/// Rules, and the theories that were asked.
pub(crate) struct Evaluator {
    title: String,
    rules: Arc<Erased>,
    theories: Mutex<Vec<Asked>>,
}

/// A theory and the manner of play that it answers for.
type Asked = (PlayMode, Box<dyn Theory<Erased>>);

/// For how many steps positions of misère play may be reduced; the whole budget ends before.
const STEPS: u64 = u64::MAX;

impl Evaluator {
    /// A room for some rules.
    pub(crate) fn new((about, rules): (About<'_>, Erased)) -> Evaluator {
        let (title, rules) = (about.title.to_owned(), Arc::new(rules));
        Evaluator { title, rules, theories: Mutex::default() }
    }

    fn terms(&self, table: &Table) -> Result<Vec<Position>, PositionError> {
        table.terms.iter().map(|text| self.rules.parse(text)).collect()
    }

    fn no_theory(&self, reason: &str) -> Refused {
        Refused::NoTheory(format!("{}: {reason}", self.title))
    }

    /// Puts a question to the theory that fits.
    fn ask<T>(
        &self,
        table: &Table,
        manner: PlayMode,
        desk: &mut StoreAccess<'_>,
        question: impl FnOnce(
            &mut dyn Theory<Erased>,
            &CompoundPosition<Position>,
            &mut StoreAccess<'_>,
        ) -> Result<T, Refused>,
    ) -> Result<T, Refused> {
        let mut theories = self.theories.lock().unwrap_or_else(PoisonError::into_inner);
        let place = match theories.iter().position(|(known, _)| *known == manner) {
            Some(place) => place,
            None => {
                let PlayMode { compound, play } = manner;
                let told = theory::PlayMode { compound, play, ..theory::PlayMode::default() };
                let found = choose_theory(&self.rules, &told, desk.calc.fork());
                let found = found.map_err(|unfit| self.no_theory(unfit.0))?;
                theories.push((manner, found));
                theories.len() - 1
            }
        };
        let theory = &mut *theories[place].1;
        theory.set_budget(desk.calc.budget());
        let terms = self.terms(table)?;
        if theory.is_one_position() && terms.len() > 1 {
            let reason = "a position can have infinitely many options, so it is played alone";
            return Err(self.no_theory(reason));
        }
        let standing = standing(theory, &terms, table.entailed)?;
        question(theory, &standing, desk)
    }

    fn spell(&self, position: &Position) -> Vec<Spelled> {
        match (self.rules.downcast::<Sum>(), position.downcast::<Sum>()) {
            (Some(sum), Some(terms)) => sum.spelled(terms),
            _ => vec![Spelled {
                rules: String::new(),
                text: self.rules.show(position),
                negated: false,
                count: 1,
            }],
        }
    }

    /// Puts a question to the theory of misère play, giving back the memory that it took.
    fn reduced<T>(
        &self,
        table: &Table,
        desk: &mut StoreAccess<'_>,
        question: impl FnOnce(
            &mut Positions<Erased>,
            &[Position],
            &Budget,
            &mut StoreAccess<'_>,
        ) -> Result<T, Stopped>,
    ) -> Result<T, Refused> {
        let Some(mut positions) = Positions::new(&self.rules) else {
            let reason = "genus and canonical form in misère play are for impartial games that end";
            return Err(self.no_theory(reason));
        };
        let terms = self.terms(table)?;
        let whole = desk.budget();
        let part = Budget::steps_of(&whole, STEPS);
        let answer = question(&mut positions, &terms, &part, desk);
        whole.refund(part.held());
        Ok(answer?)
    }

    /// Turns with their texts, counting what they take.
    fn collect<'t>(
        &self,
        turns: impl IntoIterator<Item = (&'t CompoundPosition<Position>, Verdict, Option<Reason>)>,
        budget: &Arc<Budget>,
    ) -> Result<Turns, Stopped> {
        let mut found = Turns { list: Vec::new(), more: None, charge: Charge::new(budget) };
        for (standing, verdict, reason) in turns {
            self.add(&mut found, standing, verdict, reason, budget)?;
        }
        Ok(found)
    }

    fn add(
        &self,
        turns: &mut Turns,
        to: &CompoundPosition<Position>,
        verdict: Verdict,
        reason: Option<Reason>,
        budget: &Budget,
    ) -> Result<(), Stopped> {
        let entailed = to.entailed;
        let to: Vec<Spelled> = to.components.iter().flat_map(|part| self.spell(part)).collect();
        let bytes: usize = to.iter().map(|s| size_of::<Spelled>() + s.text.len() + 32).sum();
        turns.charge.add((bytes + size_of::<Turn>()) as u64)?;
        budget.check()?;
        turns.list.push(Turn { to, entailed, verdict, reason });
        Ok(())
    }

    /// Every move in one component, each with what `verdict` says of it.
    fn moves(
        &self,
        at: &CompoundPosition<Position>,
        who: Player,
        budget: &Arc<Budget>,
        mut verdict: impl FnMut(&CompoundPosition<Position>) -> Result<Verdict, Stopped>,
    ) -> Result<Turns, Stopped> {
        let mut turns = Turns { list: Vec::new(), more: None, charge: Charge::new(budget) };
        let mut after = at.clone();
        for (place, term) in at.components.iter().enumerate() {
            let options = listed(&*self.rules, term, who, budget)?;
            for option in distinct(options, budget)?.drain() {
                after.components[place] = option;
                let verdict = verdict(&after)?;
                self.add(&mut turns, &after, verdict, None, budget)?;
            }
            after.components[place] = term.clone();
        }
        Ok(turns)
    }
}

/// What terms put on the table, one of which may have to be answered.
fn standing(
    theory: &dyn Theory<Erased>,
    terms: &[Position],
    entailed: Option<usize>,
) -> Result<CompoundPosition<Position>, Refused> {
    let Some(place) = entailed else { return Ok(theory.standing(terms)?) };
    let mut components = theory.standing(&terms[..place])?.components;
    let one = theory.standing(&terms[place..=place])?.components;
    if one.len() != 1 {
        return Err(Refused::NoTheory("only a single component can be entailed".to_owned()));
    }
    let entailed = Some(components.len());
    components.extend(one);
    components.extend(theory.standing(&terms[place + 1..])?.components);
    Ok(CompoundPosition { components, entailed })
}

impl Evaluator {
    /// What rules say of themselves.
    pub(crate) fn facts(&self) -> Facts {
        let rules = &self.rules;
        let special = rules.special_moves();
        let ends = !rules.is_loopy() || Known::of(rules).is_some();
        Facts {
            impartial: rules.is_impartial(),
            loopy: rules.is_loopy(),
            infinite: rules.is_infinite(),
            entailing: special.contains(&MoveKind::Entailing),
            ordinary: special.is_empty() && ends && !rules.is_infinite(),
        }
    }

    /// What went wrong while moves were listed, if something did.
    pub(crate) fn fault(&self) -> Option<String> {
        self.rules.fault()
    }

    /// A text as positions of the rules, each as it is written.
    pub(crate) fn read(&self, text: &str) -> Result<Vec<Spelled>, PositionError> {
        let terms = read_sum(&*self.rules, text)?;
        Ok(terms.iter().flat_map(|term| self.spell(term)).collect())
    }

    /// The components of a position.
    pub(crate) fn components(&self, text: &str) -> Result<Vec<Spelled>, PositionError> {
        let mut components = Vec::new();
        self.rules.components(self.rules.parse(text)?, &mut components);
        Ok(components.iter().flat_map(|part| self.spell(part)).collect())
    }

    /// A position drawn with characters.
    pub(crate) fn sketch(&self, text: &str) -> Result<String, PositionError> {
        Ok(self.rules.sketch(&self.rules.parse(text)?))
    }

    /// What a sum is worth. Sides are those of the session's store.
    pub(crate) fn worth(
        &self,
        table: &Table,
        manner: PlayMode,
        desk: &mut StoreAccess<'_>,
    ) -> Result<Valuation, Refused> {
        self.ask(table, manner, desk, |theory, at, desk| {
            let worth = theory.worth(at)?;
            let Game::Sided(sides) = worth.value else { return Ok(worth) };
            let own = match theory.stoppers() {
                Some(store) => own_sides(store, sides, desk.stoppers)?,
                None => None,
            };
            own.map(|sides| Game::Sided(sides).into()).ok_or_else(|| {
                let reason = "the sides of this game are not known to equal stoppers";
                Refused::NoTheory(reason.to_owned())
            })
        })
    }

    /// What Left gets moving first and what Right does.
    pub(crate) fn verdicts(
        &self,
        table: &Table,
        manner: PlayMode,
        desk: &mut StoreAccess<'_>,
    ) -> Result<[Verdict; 2], Refused> {
        self.ask(table, manner, desk, |theory, at, _| Ok(theory.verdicts(at)?.0))
    }

    /// The turns of a player.
    pub(crate) fn turns(
        &self,
        table: &Table,
        manner: PlayMode,
        who: Player,
        wanted: Wanted,
        desk: &mut StoreAccess<'_>,
    ) -> Result<Turns, Refused> {
        let many = self.rules.is_infinite() && wanted != Wanted::Winning;
        if many {
            return Err(self.no_theory(
                "a position can have infinitely many options; `.WinningMoves` lists those that win",
            ));
        }
        let budget = desk.budget();
        self.ask(table, manner, desk, |theory, at, _| {
            if wanted == Wanted::Legal && theory.is_plain_sum() {
                return Ok(self.moves(at, who, &budget, |_| Ok(Verdict::Draw))?);
            }
            if wanted == Wanted::Legal {
                let legal = theory.legal(at, who, usize::MAX)?;
                let all = legal.iter().map(|turn| (&turn.to, Verdict::Draw, None));
                return Ok(self.collect(all, &budget)?);
            }
            let listing = theory.turns(at, who)?;
            if wanted == Wanted::Judged && listing.counts.is_some() {
                // Only winning turns were listed.
                let judged = self.moves(at, who, &budget, |after| {
                    theory.verdict(after, !who).map(|verdict| !verdict)
                });
                return Ok(judged?);
            }
            let is_wanted = |verdict: Verdict| wanted == Wanted::Judged || verdict == Verdict::Win;
            let kept = listing.turns.iter().filter(|turn| is_wanted(turn.verdict));
            let kept = kept.map(|turn| (&turn.to, turn.verdict, Some(turn.reason.clone())));
            let mut turns = self.collect(kept, &budget)?;
            let are_all = match listing.counts {
                Some([winning, _]) => winning == Some(listing.turns.len() as u128),
                None => listing.complete || self.rules.is_infinite(),
            };
            if !are_all {
                let shown = turns.list.len();
                turns.more = Some(match listing.counts {
                    Some([Some(all), _]) => format!("these are {shown} of {all} winning moves"),
                    _ => "there are more moves than are listed".to_owned(),
                });
            }
            Ok(turns)
        })
    }

    /// All positions that can be reached in an endless impartial game, each with its remoteness;
    /// `None` for a draw.
    pub(crate) fn census(
        &self,
        table: &Table,
        desk: &mut StoreAccess<'_>,
    ) -> Result<Vec<(String, Option<u32>)>, Refused> {
        let terms = self.terms(table)?;
        let [position] = &terms[..] else {
            return Err(
                self.no_theory("the positions that can be reached are those of one position")
            );
        };
        if !self.rules.is_loopy() || !self.rules.is_impartial() {
            return Err(self.no_theory("remotenesses are listed for endless impartial games"));
        }
        let mut values = LoopyValues::new(&self.rules, desk.budget());
        let Some(all) = values.census(position)? else {
            return Err(self.no_theory("infinitely many positions can be reached"));
        };
        let spelled = all.iter().map(|(position, label)| {
            desk.calc.step()?;
            Ok((self.rules.show(position), label.remoteness))
        });
        spelled.collect()
    }

    /// The genus in misère play, and the class.
    pub(crate) fn genus(
        &self,
        table: &Table,
        desk: &mut StoreAccess<'_>,
    ) -> Result<(Genus, Class), Refused> {
        self.reduced(table, desk, |positions, terms, budget, _| {
            let word = positions.sum(terms, budget)?;
            Ok((positions.genus(&word, budget)?, positions.class(&word, budget)?))
        })
    }

    /// The canonical form in misère play.
    pub(crate) fn misere_form(
        &self,
        table: &Table,
        desk: &mut StoreAccess<'_>,
    ) -> Result<Form, Refused> {
        self.reduced(table, desk, |positions, terms, budget, desk| {
            let word = positions.sum(terms, budget)?;
            positions.form(&word, desk.forms)
        })
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
