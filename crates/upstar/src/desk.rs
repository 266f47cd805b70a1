//! A calculator session with its limits and its off switch.
//!
//! Every question gets the whole time limit anew. Ctrl-C during a question ends the question;
//! at any other moment, or pressed twice, it ends the program.

use crate::args::Global;
use crate::limits::{self, Amount, Span as Time};
use crate::{progress, signals};
use anyhow::Result;
use std::rc::Rc;
use std::sync::Arc;
use upstar_base::{Budget, Stopped};
use upstar_lang::plot::Figure;
use upstar_lang::print::{self, Notation};
use upstar_lang::{Error, ErrorKind, Evaluation, Session, Span, Value, Warning};
use upstar_values::stopper::{Sides, Stoppers};
use upstar_values::surreal::TransfiniteNimber;
use upstar_values::{Calc, Short, Store};

/// What the command line allows besides time and memory.
pub(crate) struct Limits {
    /// How many threads may work.
    pub(crate) threads: usize,
}

impl Limits {
    /// As the command line says, else what the machine has.
    pub(crate) fn of(global: &Global) -> Limits {
        let all = || std::thread::available_parallelism().map_or(1, usize::from);
        Limits { threads: global.threads.map_or_else(all, usize::from) }
    }
}

/// A session, how it prints, and what may stop it.
pub(crate) struct Desk {
    session: Session,
    notation: Notation,
    budget: Arc<Budget>,
    time: Option<Time>,
    memory: Option<Amount>,
}

/// What an input gave.
#[derive(Debug)]
pub(crate) struct Answer {
    /// The value as text and its kind; `None` if there is nothing to print.
    pub(crate) value: Option<(String, &'static str)>,
    pub(crate) warnings: Vec<Warning>,
}

impl Desk {
    /// A fresh session with the limits of the command line.
    pub(crate) fn open(global: &Global) -> Result<Desk> {
        let Global { time, memory, notation, .. } = *global;
        let (session, budget) = fresh(time, memory);
        Ok(Desk { session, notation: notation.into(), budget, time, memory })
    }

    /// Frees all tables. Returns the variables, which are gone with the values they hold.
    pub(crate) fn reset(&mut self) -> Vec<String> {
        let names = self.session.names();
        (self.session, self.budget) = fresh(self.time, self.memory);
        names
    }

    /// A question begins: the time runs anew, Ctrl-C ends the question, a terminal shows what is
    /// being done.
    pub(crate) fn begin(&self, what: &'static str) {
        if !signals::must_end() {
            self.budget.resume();
        }
        self.budget.begin(what, None);
        signals::begin(&self.budget);
        progress::begin(&self.budget);
    }

    /// A question ends: Ctrl-C ends the program.
    pub(crate) fn end(&self) {
        signals::end();
        progress::end();
    }

    /// Asks the session something that may take long.
    fn ask<T>(
        &mut self,
        question: impl FnOnce(&mut Session) -> Result<T, Box<Error>>,
    ) -> Result<T, Box<Error>> {
        self.begin("evaluating");
        let answer = question(&mut self.session);
        self.end();
        answer.map_err(with_way_out)
    }

    /// The desk at which values are computed.
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

    /// What a method of the calculator says of a nimber.
    pub(crate) fn method_of_nim(&mut self, nim: u128, method: &str) -> Result<String, Box<Error>> {
        let value = self.session.nimber(nim).map_err(|stopped| at_whole(method, stopped))?;
        self.method(&value, method)
    }

    /// The text of a nimber that may be infinite, and its kind.
    pub(crate) fn show_nimber(
        &mut self,
        nimber: TransfiniteNimber,
    ) -> Result<(String, &'static str), Stopped> {
        let finite = nimber.as_integer().and_then(|n| u32::try_from(n).ok());
        if let Some(n) = finite {
            let g = self.session.calc().nimber(n)?;
            return self.show_short(g);
        }
        let value = Value::OrdinalNimber(Rc::new(nimber));
        Ok((self.session.show(&value, self.notation)?, self.session.kind(&value)))
    }

    /// The text of a game with sides, and its kind.
    pub(crate) fn show_sides(
        &mut self,
        store: &mut Stoppers,
        sides: Sides,
    ) -> Result<(String, &'static str), Stopped> {
        let text = print::stopper::sides(store, self.session.calc(), sides, self.notation)?;
        let kind = match sides.as_stopper() {
            Some(g) if !store.is_loopy(g) => {
                let short = store.to_short(self.session.calc(), g)?;
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

    /// How far sidling came.
    pub(crate) fn show_bounds(&mut self, store: &mut Stoppers) -> Option<String> {
        print::stopper::bounds(store, self.session.calc(), self.notation)
    }

    /// What a method of the calculator says of a value.
    pub(crate) fn method_of_short(&mut self, g: Short, method: &str) -> Result<String, Box<Error>> {
        let value = self.session.value_of(g);
        self.method(&value, method)
    }

    /// What a method of the calculator says of a game with sides.
    pub(crate) fn method_of_sides(
        &mut self,
        store: &Stoppers,
        sides: Sides,
        method: &str,
    ) -> Result<String, Box<Error>> {
        match self.session.value_of_sides(store, sides)? {
            Some(value) => self.method(&value, method),
            None => {
                let message = "this is known of games whose sides are stoppers";
                Err(Box::new(Error::new(ErrorKind::Domain, Span::new(0, method.len()), message)))
            }
        }
    }

    fn method(&mut self, value: &Value, method: &str) -> Result<String, Box<Error>> {
        let whole = Span::new(0, method.len());
        let answer = self.session.call(value, method).map_err(|mut error| {
            (error.span, error.other) = (whole, None);
            error
        })?;
        let text = self.session.show(&answer, self.notation);
        text.map_err(|stopped| at_whole(method, stopped))
    }

    /// Evaluates one input and prints its value.
    pub(crate) fn eval(&mut self, source: &str) -> Result<Answer, Box<Error>> {
        let notation = self.notation;
        self.ask(|session| {
            let Evaluation { value, warnings } = session.eval(source)?;
            let value = match value {
                None => None,
                Some(value) => {
                    let text = session.show(&value, notation);
                    let text = text.map_err(|stopped| at_whole(source, stopped))?;
                    Some((text, session.kind(&value)))
                }
            };
            Ok(Answer { value, warnings })
        })
    }

    /// The thermograph of an input, under its printed value.
    pub(crate) fn figure(&mut self, source: &str) -> Result<(Figure, Vec<Warning>), Box<Error>> {
        let notation = match self.notation {
            Notation::Latex => Notation::Unicode,
            readable => readable,
        };
        self.ask(|session| {
            let Evaluation { value, warnings } = session.eval(source)?;
            let whole = |stopped| at_whole(source, stopped);
            let value = value.ok_or_else(|| not_a_game(source, "nothing"))?;
            let game = session.game(&value).map_err(whole)?;
            let thermograph = match (game, &value) {
                (Some(game), _) => Some(session.calc().thermograph(game).map_err(whole)?),
                (None, Value::Sided(_)) => match session.call(&value, "Thermograph")? {
                    Value::Thermograph(thermograph) => Some(thermograph),
                    _ => None,
                },
                _ => None,
            };
            let thermograph =
                thermograph.ok_or_else(|| not_a_game(source, session.kind(&value)))?;
            let title = session.show(&value, notation).map_err(whole)?;
            Ok((Figure::new(title, thermograph), warnings))
        })
    }

    /// Candidates for the word that ends at `at`, and where it begins.
    pub(crate) fn complete(&self, line: &str, at: usize) -> (usize, Vec<String>) {
        self.session.complete(line, at)
    }

    /// Changes how values are printed.
    pub(crate) fn set_notation(&mut self, notation: Notation) {
        self.notation = notation;
    }
}

/// Says which option lifts the limit that was reached. Tables only grow, so a session that
/// has used up its memory can hardly go on.
pub(crate) fn with_way_out(mut error: Box<Error>) -> Box<Error> {
    let way_out = match error.kind {
        ErrorKind::Stopped(Stopped::Time(_)) => "`--time` allows more",
        ErrorKind::Stopped(Stopped::Memory(_)) => {
            "`--memory` allows more; the tables stay full, `:reset` in the calculator frees them"
        }
        _ => return error,
    };
    error.hint.get_or_insert_with(|| way_out.to_string());
    error
}

fn fresh(time: Option<Time>, memory: Option<Amount>) -> (Session, Arc<Budget>) {
    let budget = Arc::new(limits::budget(time, memory));
    let calc = Calc::new(Arc::new(Store::default()), Arc::clone(&budget));
    (Session::new(calc), budget)
}

fn at_whole(source: &str, stopped: Stopped) -> Box<Error> {
    let message = stopped.to_string();
    Box::new(Error::new(ErrorKind::Stopped(stopped), Span::new(0, source.len()), message))
}

fn not_a_game(source: &str, kind: &str) -> Box<Error> {
    let message = format!("a game is needed for a thermograph, this is of kind {kind}");
    Box::new(Error::new(ErrorKind::Kind, Span::new(0, source.len()), message))
}
