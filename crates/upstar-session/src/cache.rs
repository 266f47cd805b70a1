//! Rooms: rules with their theories, kept from question to question, so that what was learnt of
//! one position serves for the next.
//!
//! Invariant: a room answers only for the rules, the manner and the size of boards that it was
//! furnished for, so an answer does not depend on which rooms there are.

use crate::analyse::Analyse;
use crate::answer::AnswerData;
use crate::compare::Difference;
use crate::error::{Failure, QueryError};
use crate::explore::Options;
use crate::moves::{EveryMove, WinningMoves};
use crate::open_position::{LoadedTheory, OpenPosition};
use crate::play::Choosing;
use crate::position::{Inquiry, must_have_variant};
use crate::question::{PlayMode, PositionSpec};
use crate::state::SessionState;
use crate::{outcome, value};
use std::sync::Arc;
use upstar_base::Stopped;
use upstar_rules::erased::Erased;
use upstar_rules::registry::{self, About};
use upstar_rules::{Rules, read_sum, sum};

/// How many rooms are kept.
const MOST_ROOMS: usize = 8;

/// A question that a room answers.
pub(crate) enum Posed<'a> {
    Value(value::Asking<'a>),
    Outcome(outcome::Asking),
    Kept(outcome::Keeping<'a>),
    Winning(WinningMoves),
    Every(EveryMove<'a>),
    Difference(Difference<'a>),
    Analyse(Analyse<'a>),
    Options(Options),
    Choose(Choosing),
}

impl Posed<'_> {
    /// What a terminal shows while the answer is awaited.
    fn what(&self) -> &'static str {
        match self {
            Posed::Value(_) => value::Asking::WHAT,
            Posed::Outcome(_) => outcome::Asking::WHAT,
            Posed::Kept(_) => outcome::Keeping::WHAT,
            Posed::Winning(_) => WinningMoves::WHAT,
            Posed::Every(_) => EveryMove::WHAT,
            Posed::Difference(_) => Difference::WHAT,
            Posed::Analyse(_) => Analyse::WHAT,
            Posed::Options(_) => Options::WHAT,
            Posed::Choose(_) => Choosing::WHAT,
        }
    }

    fn put(self, case: &mut OpenPosition<'_>) -> Result<AnswerData, Failure> {
        Ok(match self {
            Posed::Value(asking) => AnswerData::Value(asking.put(case)?),
            Posed::Outcome(asking) => AnswerData::Outcome(asking.put(case)?),
            Posed::Kept(asking) => AnswerData::Outcome(asking.put(case)?),
            Posed::Winning(asking) => AnswerData::Moves(asking.put(case)?),
            Posed::Every(asking) => AnswerData::Moves(asking.put(case)?),
            Posed::Difference(asking) => AnswerData::Compare(asking.put(case)?),
            Posed::Analyse(asking) => AnswerData::Analysis(asking.put(case)?),
            Posed::Options(asking) => AnswerData::Options(Box::new(asking.put(case)?)),
            Posed::Choose(asking) => AnswerData::Choice(asking.put(case)?),
        })
    }
}

impl LoadedTheory {
    fn put(
        &mut self,
        state: &mut SessionState,
        place: &PositionSpec,
        posed: Posed<'_>,
    ) -> Result<AnswerData, Failure> {
        let terms = read_sum(&*self.rules, &place.position)?;
        state.begin(posed.what());
        let found = self.case(state, &terms).and_then(|mut case| {
            case.entail_as_told(place.entailed)?;
            posed.put(&mut case).map_err(|failure| failure.knowing(|| case.progress()))
        });
        state.end();
        // What comes after something went wrong is no answer.
        self.rules.fault().map_or(found, |fault| Err(Failure::Fault(fault)))
    }
}

struct CachedEvaluator {
    rules: String,
    manner: PlayMode,
    /// The largest board that the rules hold.
    size: (usize, usize),
    room: LoadedTheory,
}

/// The rooms of a world, the one that was used last at the end.
#[derive(Default)]
pub(crate) struct EvaluatorCache(Vec<CachedEvaluator>);

impl EvaluatorCache {
    /// Drops the rooms of some rules, by whatever spelling of their name they were asked.
    pub(crate) fn forget(&mut self, rules: &str) {
        self.0.retain(|kept| !registry::same_name(&kept.rules, rules));
    }

    /// Puts a question in the room that it belongs to.
    pub(crate) fn put(
        &mut self,
        state: &mut SessionState,
        place: &PositionSpec,
        posed: Posed<'_>,
    ) -> Result<AnswerData, QueryError> {
        let found = self.answer(state, place, posed);
        if let Err(Failure::Fault(_)) = &found {
            self.forget(&place.rules);
        }
        if let Err(Failure::Stopped(Stopped::Memory(_), _)) = &found {
            // What fills the memory need not be in the way of the next question.
            self.0.clear();
        }
        found.map_err(|failure| failure.of(&place.rules, &place.position))
    }

    fn answer(
        &mut self,
        state: &mut SessionState,
        place: &PositionSpec,
        posed: Posed<'_>,
    ) -> Result<AnswerData, Failure> {
        let registry = state.registry();
        if is_alone(&place.rules, &place.position) {
            let opened = registry.open(&place.rules, &place.position).map_err(Failure::Rules)?;
            return furnish(place, state, opened)?.put(state, place, posed);
        }
        let mut size = registry::shape(&place.position);
        let belongs =
            |kept: &CachedEvaluator| kept.rules == place.rules && kept.manner == place.manner;
        if let Some(at) = self.0.iter().position(belongs) {
            let mut kept = self.0.remove(at);
            if size.0 <= kept.size.0 && size.1 <= kept.size.1 {
                let found = kept.room.put(state, place, posed);
                self.0.push(kept);
                return found;
            }
            size = (size.0.max(kept.size.0), size.1.max(kept.size.1));
        }
        let opened = registry.open_sized(&place.rules, size).map_err(Failure::Rules)?;
        let room = furnish(place, state, opened)?;
        if self.0.len() == MOST_ROOMS {
            self.0.remove(0);
        }
        let (rules, manner) = (place.rules.clone(), place.manner);
        self.0.push(CachedEvaluator { rules, manner, size, room });
        match self.0.last_mut() {
            Some(kept) => kept.room.put(state, place, posed),
            None => Err(Failure::Unsupported("there is no room".to_owned())),
        }
    }
}

/// Are the rules made for this very position?
fn is_alone(rules: &str, text: &str) -> bool {
    let is_sum = registry::find(rules).is_some_and(|about| about.name == sum::NAME);
    is_sum || sum::is_mixed(text) || !sum::files(text).is_empty()
}

/// Furnishes a room.
fn furnish(
    place: &PositionSpec,
    state: &mut SessionState,
    (about, rules): (About<'_>, Erased),
) -> Result<LoadedTheory, Failure> {
    must_have_variant(&about, &rules, &place.manner)?;
    LoadedTheory::new(&about, Arc::new(place.manner.varied(rules)), state, &place.manner)
}
