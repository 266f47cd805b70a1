//! A calculator session with its limits and its off switch.
//!
//! Every question gets the whole time limit anew. Whoever watches is told when a question begins
//! and ends, so that a signal can end it and a terminal can show how far it is.

use crate::question::Limits;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;
use upstar_base::{Budget, Stopped};
use upstar_calculator::{Calculator, Error, ErrorKind, Game, Span, Value};
use upstar_notation::print::{self, Notation};
use upstar_proof::{Certificate, Register, Standing};
use upstar_rules::registry::{Registry, RulesError, Ruleset};
use upstar_theory::theory::Valuation;
use upstar_values::stopper::Sides;
use upstar_values::surreal::TransfiniteNimber;
use upstar_values::value::Stores;
use upstar_values::{Calc, Short, Store};

/// Who is told of the work on a question.
pub trait Observer: Send {
    /// The work on a question begins; to interrupt this budget ends it.
    fn begin(&self, budget: &Arc<Budget>);
    /// The work ends.
    fn end(&self);
    /// So many of a list of like tasks are done.
    fn stage(&self, what: &'static str, done: usize, of: usize);
}

/// Nobody.
impl Observer for () {
    fn begin(&self, _: &Arc<Budget>) {}
    fn end(&self) {}
    fn stage(&self, _: &'static str, _: usize, _: usize) {}
}

/// A session, how it prints, and what may stop it.
pub(crate) struct SessionState {
    session: Calculator,
    notation: Notation,
    budget: Arc<Budget>,
    limits: Limits,
    watch: Box<dyn Observer>,
    registry: Arc<Registry>,
    /// What the checker was asked in this session.
    register: Register,
}

impl fmt::Debug for SessionState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SessionState").field("notation", &self.notation).finish_non_exhaustive()
    }
}

impl SessionState {
    /// A fresh session.
    pub(crate) fn open(
        limits: Limits,
        notation: Notation,
        watch: Box<dyn Observer>,
    ) -> SessionState {
        let (session, budget) = fresh(limits);
        let (registry, register) = (Arc::default(), Register::default());
        SessionState { session, notation, budget, limits, watch, registry, register }
    }

    /// Frees all tables. Returns the variables, which are gone with the values they hold.
    pub(crate) fn reset(&mut self) -> Vec<String> {
        let names = self.session.names();
        let (mut session, budget) = fresh(self.limits);
        session.load_as(&mut self.session);
        (self.session, self.budget) = (session, budget);
        names
    }

    /// A question begins: the time runs anew.
    pub(crate) fn begin(&self, what: &'static str) {
        self.budget.allow(self.limits.time);
        self.budget.begin(what, None);
        self.watch.begin(&self.budget);
    }

    /// A question ends.
    pub(crate) fn end(&self) {
        self.watch.end();
    }

    /// So many of a list of like tasks are done.
    pub(crate) fn stage(&self, what: &'static str, done: usize, of: usize) {
        self.watch.stage(what, done, of);
    }

    /// What the questions may cost.
    pub(crate) fn limits(&self) -> Limits {
        self.limits
    }

    /// The next questions may take so long.
    pub(crate) fn set_time(&mut self, time: Option<Duration>) {
        self.limits.time = time;
    }

    /// The next questions may use so many threads.
    pub(crate) fn set_threads(&mut self, threads: Option<usize>) {
        self.limits.threads = threads;
    }

    /// The rulesets that are known here.
    pub(crate) fn registry(&self) -> Arc<Registry> {
        Arc::clone(&self.registry)
    }

    /// Adds a ruleset.
    pub(crate) fn add_rules(&mut self, ruleset: Arc<dyn Ruleset>) -> Result<(), RulesError> {
        Arc::make_mut(&mut self.registry).add(ruleset)
    }

    /// Takes a ruleset away that was added.
    pub(crate) fn remove_rules(&mut self, name: &str) {
        if let Some(ruleset) = self.registry.added(name) {
            self.session.evaluators().forget(ruleset);
        }
        Arc::make_mut(&mut self.registry).remove(name);
    }

    /// What may stop the work.
    pub(crate) fn budget(&self) -> &Arc<Budget> {
        &self.budget
    }

    /// What stands behind a certificate: the checker is asked once in a session.
    pub(crate) fn standing(&self, certificate: &Certificate) -> Standing {
        self.register.standing(certificate, &self.budget)
    }

    /// The session itself.
    pub(crate) fn session(&mut self) -> &mut Calculator {
        &mut self.session
    }

    /// How values are printed.
    pub(crate) fn notation(&self) -> Notation {
        self.notation
    }

    /// Changes how values are printed.
    pub(crate) fn set_notation(&mut self, notation: Notation) {
        self.notation = notation;
    }

    /// Short games, and operations on them.
    pub(crate) fn calc(&mut self) -> &mut Calc {
        self.session.calc()
    }

    /// The text of a value of the session's store, and its kind.
    pub(crate) fn show_short(&mut self, g: Short) -> Result<(String, &'static str), Stopped> {
        let text = print::short(self.session.calc(), g, self.notation)?;
        let value = self.session.value_of(g);
        Ok((text, self.session.kind(&value)))
    }

    /// The text of a nimber of any size, and its kind.
    pub(crate) fn show_nim(&mut self, nim: u128) -> Result<(String, &'static str), Stopped> {
        let value = self.session.nimber(nim)?;
        Ok((self.session.show(&value, self.notation)?, self.session.kind(&value)))
    }

    /// The text of a nimber that may be infinite, and its kind.
    pub(crate) fn show_nimber(
        &mut self,
        nimber: &Arc<TransfiniteNimber>,
    ) -> Result<(String, &'static str), Stopped> {
        let finite = nimber.as_integer().and_then(|n| u32::try_from(n).ok());
        if let Some(n) = finite {
            let g = self.session.calc().nimber(n)?;
            return self.show_short(g);
        }
        let value = Value::Game(Game::OrdinalNimber(nimber.clone()));
        Ok((self.session.show(&value, self.notation)?, self.session.kind(&value)))
    }

    /// The text of a game with sides, and its kind.
    pub(crate) fn show_sides(&mut self, sides: Sides) -> Result<(String, &'static str), Stopped> {
        let Stores { stoppers, calc, .. } = self.session.stores();
        let text = print::stopper::sides(stoppers, calc, sides, self.notation)?;
        let kind = match sides.as_stopper() {
            Some(g) if !stoppers.is_loopy(g) => {
                let short = stoppers.to_short(calc, g)?;
                short.map_or("Stopper", |g| {
                    let value = self.session.value_of(g);
                    self.session.kind(&value)
                })
            }
            Some(_) => "Stopper",
            None => "SidedGame",
        };
        Ok((text, kind))
    }

    /// How far sidling came in the last query, if it was stopped.
    pub(crate) fn show_bounds(&mut self) -> Option<String> {
        let Stores { stoppers, calc, .. } = self.session.stores();
        print::stopper::bounds(stoppers, calc, self.notation)
    }

    /// What a method of the calculator says of what an evaluator found.
    pub(crate) fn method(&mut self, found: &Valuation, method: &str) -> Result<String, Box<Error>> {
        let whole = Span::new(0, method.len());
        let placed = |mut error: Box<Error>| {
            (error.span, error.other) = (whole, None);
            error
        };
        let Some(value) = self.session.worth_value(found).map_err(placed)? else {
            let message = "this is known of games whose sides are stoppers";
            return Err(Box::new(Error::new(ErrorKind::Domain, whole, message)));
        };
        let answer = self.session.call(&value, method).map_err(placed)?;
        let text = self.session.show(&answer, self.notation);
        text.map_err(|stopped| at_whole(method, stopped))
    }
}

fn fresh(limits: Limits) -> (Calculator, Arc<Budget>) {
    let budget = Arc::new(Budget::new(limits.time, limits.memory));
    let calc = Calc::new(Arc::new(Store::default()), Arc::clone(&budget));
    (Calculator::new(calc), budget)
}

/// A limit that was reached, as an error about the whole of a text.
pub(crate) fn at_whole(source: &str, stopped: Stopped) -> Box<Error> {
    let message = stopped.to_string();
    Box::new(Error::new(ErrorKind::Stopped(stopped), Span::new(0, source.len()), message))
}
