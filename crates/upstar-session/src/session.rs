//! The one who answers: stores, a calculator and what was learnt, behind one function.

pub(crate) mod handles;

use crate::answer::Answer;
use crate::error::{Kind, PositionFailure, QueryError};
use crate::open_position::OpenPosition;
use crate::own::{self, OwnRules, RulesLoader};
use crate::pages;
use crate::parts::{Hear, Part};
use crate::play::{self, Abandoned, Game, PlayBoard};
use crate::position::with_position;
use crate::query::heaps::{self, HeapValuesQuery, Keeping};
use crate::query::rules::RulesPage;
use crate::query::{AnswerData, Query, Question, misere, outcome};
use crate::question::{Limits, PositionSpec};
use crate::state::{Observer, SessionState};
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;
use upstar_base::{Budget, Stopped};
use upstar_calculator::LoadError;
use upstar_notation::print::Notation;
use upstar_rules::registry::{self, RulesError, Ruleset};
use upstar_rules::sum;

/// Answers questions, one after another, remembering what it learns.
///
/// ```
/// use upstar_session::{EvalQuery, PositionSpec, Question, Session, ValueQuery};
/// let mut session = Session::default();
/// let place = PositionSpec::new("domineering", "...|...|...|...");
/// let answer = session.ask(&Question::Value(ValueQuery { place, show: vec!["mean".into()] }))?;
/// assert_eq!(answer.text(), "3/2\nmean: 3/2\n");
/// let answer = session.ask(&Question::Eval(EvalQuery { input: "{3||2|1} + ^*".into() }))?;
/// assert_eq!(answer.text(), "{3^*||2^*|1^*}\n");
/// # Ok::<(), Box<upstar_session::QueryError>>(())
/// ```
pub struct Session {
    pub(crate) state: SessionState,
    pub(crate) misere: misere::CodeMemory,
    shelf: Option<Box<dyn RulesLoader>>,
    pub(crate) own: OwnRules,
}

impl Default for Session {
    fn default() -> Session {
        Session::new(Limits::default(), Notation::Ascii)
    }
}

impl Session {
    /// A world with limits.
    pub fn new(limits: Limits, notation: Notation) -> Session {
        Session::watched(limits, notation, Box::new(()))
    }

    /// The same, with somebody who is told when work begins and ends.
    pub fn watched(limits: Limits, notation: Notation, watch: Box<dyn Observer>) -> Session {
        let state = SessionState::open(limits, notation, watch);
        let misere = misere::CodeMemory::default();
        Session { state, misere, shelf: None, own: OwnRules::default() }
    }

    /// Lets `load "name"` in the calculator ask `loader` for the text of that name. The loader gets
    /// the budget of the question and stops reading when that does; another error is told in words.
    /// Without a loader nothing can be loaded.
    pub fn set_loader<E: Into<LoadError>>(
        &mut self,
        loader: impl FnMut(&str, &Budget) -> Result<String, E> + Send + 'static,
    ) {
        self.state.session().set_loader(loader);
    }

    /// Answers a question.
    pub fn ask(&mut self, question: &Question) -> Result<Answer, Box<QueryError>> {
        let mut values = Vec::new();
        let budget = Arc::clone(self.state.budget());
        let mut stopped = None;
        let answer = self.ask_in_parts(question, &mut |part| {
            let Part::Values { values: part } = part else { return ControlFlow::Continue(()) };
            if let Err(why) = budget.charge(4 * part.len() as u64) {
                stopped = Some(why);
                return ControlFlow::Break(());
            }
            values.extend(part);
            ControlFlow::Continue(())
        });
        if let Some(stopped) = stopped {
            return Err(Box::new(QueryError::stopped("to", "", stopped, None)));
        }
        let mut answer = answer?;
        if let Some(found) = answer.heap_values() {
            found.values = values;
        }
        Ok(answer)
    }

    /// Answers a query of one kind.
    ///
    /// ```
    /// use upstar_session::{OutcomeQuery, PositionSpec, Session};
    /// let query = OutcomeQuery { place: PositionSpec::new("nim", "3+5+7") };
    /// assert_eq!(Session::default().run(&query)?.class.to_string(), "N");
    /// # Ok::<(), Box<upstar_session::QueryError>>(())
    /// ```
    pub fn run<Q: Query>(&mut self, query: &Q) -> Result<Q::Answer, Box<QueryError>> {
        self.begin();
        self.fetch(&query.rulesets()).map_err(Box::new)?;
        query.run(self, &mut |_| ControlFlow::Continue(())).map_err(Box::new)
    }

    /// The same; a nim-sequence and an analysis are handed over part by part.
    pub fn ask_in_parts(
        &mut self,
        question: &Question,
        hear: Hear<'_>,
    ) -> Result<Answer, Box<QueryError>> {
        self.begin();
        self.fetch(&question.rulesets()).map_err(Box::new)?;
        let found = question.run(self, hear).map_err(Box::new)?;
        let mut answer = Answer::new(question.place(), found);
        if answer.stopped.is_some() {
            // What was given back since is no reason to give up the session.
            let budget = self.state.budget().check();
            answer.is_full = matches!(budget, Err(Stopped::Memory(_)));
        }
        Ok(answer)
    }

    /// Takes back what ended the last question, also for questions that announce no work.
    fn begin(&self) {
        self.state.budget().allow(self.state.limits().time);
    }

    /// Opens a position and runs a query on it, with what was learnt of its rules before. `what`
    /// is what a terminal shows in the meantime.
    pub(crate) fn with_position<T>(
        &mut self,
        place: &PositionSpec,
        what: &'static str,
        run: impl FnOnce(&mut OpenPosition<'_>) -> Result<T, PositionFailure>,
    ) -> Result<T, QueryError> {
        with_position(&mut self.state, place, what, run)
    }

    /// Who wins, by a search that is kept in a file: it goes on from there, and what it proves is
    /// saved now and then and when it ends.
    pub fn outcome_kept(
        &mut self,
        place: &PositionSpec,
        file: &Path,
    ) -> Result<Answer, QueryError> {
        self.begin();
        self.fetch(&place.rulesets())?;
        let files = sum::files(&place.position);
        let texts = std::iter::once(place.rules.as_str()).chain(files.iter().map(|name| &**name));
        let texts: Vec<&str> = texts.filter_map(|name| self.own.text(name)).collect();
        let mut rules = match registry::about(&place.rules) {
            Ok(about) => {
                let parameters = place.rules.find('(').map_or("", |at| &place.rules[at..]);
                format!("{}{parameters}", about.name)
            }
            Err(_) => place.rules.clone(),
        };
        if let Some(variant) = place.manner.variant {
            rules = format!("{rules} {variant:?}").to_lowercase();
        }
        texts.iter().for_each(|text| rules = format!("{rules} {text:?}"));
        let found = outcome::KeptOutcome { file, rules }.run(self, place)?;
        Ok(Answer::new(Some(place), AnswerData::Outcome(Box::new(found))))
    }

    /// A nim-sequence, part by part, with files.
    pub fn heap_values(
        &mut self,
        code: &str,
        to: &str,
        keeping: Keeping<'_>,
        hear: &mut dyn FnMut(&[u32]) -> ControlFlow<()>,
    ) -> Result<Answer, QueryError> {
        let query = HeapValuesQuery { code: code.to_owned(), to: to.to_owned() };
        let found = query.kept(self, keeping, hear)?;
        Ok(Answer::new(None, AnswerData::HeapValues(Box::new(found))))
    }

    /// Whether a claim `PREPERIOD,PERIOD` holds, found with little memory. The state of the
    /// computation is kept in a file, if one is named.
    pub fn heap_claim(
        &mut self,
        code: &str,
        claim: &str,
        checkpoint: Option<&Path>,
        certificate: bool,
    ) -> Result<Answer, QueryError> {
        let code = heaps::code(code)?;
        let found = heaps::claim(&self.state, &code, claim, checkpoint, certificate)?;
        Ok(Answer::new(None, AnswerData::HeapPeriod(Box::new(found))))
    }

    /// Adds the rules of a file, under a name that questions use from now on: a page or a package
    /// passes the text that somebody wrote. Another text under the same name takes its place.
    ///
    /// ```
    /// use upstar_session::{EvalQuery, PositionSpec, Question, Session, ValueQuery};
    /// let mut session = Session::default();
    /// let text = "game Clobber\ngrid . x o\nleft orthogonal xo -> .x\nright as left with x<->o\n";
    /// session.add_rules("clobber.up", text)?;
    /// let place = PositionSpec::new("clobber.up", "xxo");
    /// let question = Question::Value(ValueQuery { place, show: vec![] });
    /// assert_eq!(session.ask(&question)?.text(), "^\n");
    /// let refusal = session.add_rules("wrong.up", "game Wrong\ngrid . x\nleft q -> .\n").unwrap_err();
    /// assert_eq!((refusal.field.as_ref(), refusal.line()), ("wrong.up", Some(3)));
    /// # Ok::<(), Box<upstar_session::QueryError>>(())
    /// ```
    pub fn add_rules(&mut self, name: &str, text: &str) -> Result<(), Box<QueryError>> {
        self.own.add(&mut self.state, name, text).map_err(Box::new)
    }

    /// Help on a name of the calculator, also of rules that were loaded; on everything if the name
    /// is empty.
    pub fn help(&mut self, name: &str) -> Option<String> {
        self.state.session().help(name)
    }

    /// All about a ruleset.
    pub(crate) fn page(&self, name: &str) -> Result<RulesPage, QueryError> {
        let known = self.state.registry();
        let about =
            known.about(name).map_err(|error| PositionFailure::Rules(error).of(name, ""))?;
        let mut page = RulesPage::new(&known, &about);
        page.tell(self.own.findings(name));
        Ok(page)
    }

    /// Looks here for rules that questions name and nobody knows.
    pub fn set_shelf(&mut self, shelf: Box<dyn RulesLoader>) {
        self.shelf = Some(shelf);
    }

    /// Loads the rules that a query names.
    fn fetch(&mut self, names: &[&str]) -> Result<(), QueryError> {
        names.iter().try_for_each(|name| self.fetch_one(name))
    }

    fn fetch_one(&mut self, rules: &str) -> Result<(), QueryError> {
        let name = own::plain(rules);
        if self.state.registry().about(name).is_ok() {
            return Ok(());
        }
        let Some(shelf) = &self.shelf else { return Ok(()) };
        // A pipe may have no end, or never begin.
        self.state.begin("reading rules");
        let text = shelf.text(name, self.state.budget());
        self.state.end();
        match text {
            None => Ok(()),
            Some(Ok(text)) => self.own.add(&mut self.state, name, &text),
            Some(Err(LoadError::Stopped(stopped))) => {
                Err(QueryError::stopped("rules", rules, stopped, None))
            }
            Some(Err(LoadError::Failed(message))) => Err(QueryError::plain(Kind::File, message)),
        }
    }

    /// Plays a game at a board, until it ends or everybody leaves.
    pub fn play(&mut self, game: &Game, board: &mut dyn PlayBoard) -> Result<(), Abandoned> {
        let refused = |refusal| Abandoned::Refused(Box::new(refusal));
        self.fetch(&game.record.place.rulesets()).map_err(refused)?;
        play::play(&mut self.state, game, board)
    }

    /// One page and one picture of each ruleset, and an index, each with the name of its file.
    pub fn pages(&mut self) -> Result<Vec<(String, String)>, Box<QueryError>> {
        pages::pages(&mut self.state).map_err(Box::new)
    }

    /// Adds a ruleset under a name that is free; questions may use it from now on.
    pub fn add_ruleset(&mut self, ruleset: Arc<dyn Ruleset>) -> Result<(), RulesError> {
        self.state.add_rules(ruleset)
    }

    /// Frees all tables. Returns the variables, which are gone with the values they hold.
    pub fn reset(&mut self) -> Vec<String> {
        self.misere = misere::CodeMemory::default();
        self.state.reset()
    }

    /// Changes how values are printed.
    pub fn set_notation(&mut self, notation: Notation) {
        self.state.set_notation(notation);
    }

    /// The next questions may take so long.
    pub fn set_time(&mut self, time: Option<Duration>) {
        self.state.set_time(time);
    }

    /// Rules that are met for the first time from now on may be asked by so many threads; as many
    /// as there are cores where no number is given.
    pub fn set_threads(&mut self, threads: Option<usize>) {
        self.state.set_threads(threads);
    }

    /// What may stop the work: to interrupt it cancels the question.
    pub fn budget(&self) -> &Arc<Budget> {
        self.state.budget()
    }
}
