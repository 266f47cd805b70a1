//! Rooms: rules with their theories, kept from question to question, so that what was learnt of
//! one position serves for the next.
//!
//! Invariant: a room answers only for the rules, the manner and the size of boards that it was
//! furnished for, so an answer does not depend on which rooms there are.

use crate::error::{Failure, QueryError};
use crate::open_position::{LoadedTheory, OpenPosition};
use crate::position::must_have_variant;
use crate::question::{PlayMode, PositionSpec};
use crate::state::SessionState;
use std::sync::Arc;
use upstar_base::Stopped;
use upstar_rules::erased::Erased;
use upstar_rules::registry::{self, About};
use upstar_rules::{Rules, read_sum, sum};

/// How many rooms are kept.
const MOST_ROOMS: usize = 8;

impl LoadedTheory {
    fn ask<T>(
        &mut self,
        state: &mut SessionState,
        place: &PositionSpec,
        what: &'static str,
        run: impl FnOnce(&mut OpenPosition<'_>) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        let terms = read_sum(&*self.rules, &place.position)?;
        state.begin(what);
        let found = self.case(state, &terms).and_then(|mut case| {
            case.entail_as_told(place.entailed)?;
            run(&mut case).map_err(|failure| failure.knowing(|| case.progress()))
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

    /// Opens a position and runs a query on it, with what was learnt of its rules before. `what`
    /// is what a terminal shows in the meantime.
    pub(crate) fn with_position<T>(
        &mut self,
        state: &mut SessionState,
        place: &PositionSpec,
        what: &'static str,
        run: impl FnOnce(&mut OpenPosition<'_>) -> Result<T, Failure>,
    ) -> Result<T, QueryError> {
        let found = self.answer(state, place, what, run);
        if let Err(Failure::Fault(_)) = &found {
            self.forget(&place.rules);
        }
        if let Err(Failure::Stopped(Stopped::Memory(_), _)) = &found {
            // What fills the memory need not be in the way of the next question.
            self.0.clear();
        }
        found.map_err(|failure| failure.of(&place.rules, &place.position))
    }

    fn answer<T>(
        &mut self,
        state: &mut SessionState,
        place: &PositionSpec,
        what: &'static str,
        run: impl FnOnce(&mut OpenPosition<'_>) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        let registry = state.registry();
        if is_alone(&place.rules, &place.position) {
            let opened = registry.open(&place.rules, &place.position).map_err(Failure::Rules)?;
            return furnish(place, state, opened)?.ask(state, place, what, run);
        }
        let mut size = registry::shape(&place.position);
        let belongs =
            |kept: &CachedEvaluator| kept.rules == place.rules && kept.manner == place.manner;
        if let Some(at) = self.0.iter().position(belongs) {
            let mut kept = self.0.remove(at);
            if size.0 <= kept.size.0 && size.1 <= kept.size.1 {
                let found = kept.room.ask(state, place, what, run);
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
            Some(kept) => kept.room.ask(state, place, what, run),
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
