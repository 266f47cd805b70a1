//! The one who answers: stores, a calculator and what was learnt, behind one function.

use crate::analyse::Analyse;
use crate::answer::{Answer, AnswerData, Asked};
use crate::compare::Difference;
use crate::error::{Failure, Kind, QueryError};
use crate::explore::{Options, graph};
use crate::heaps::{self, Keeping};
use crate::moves::{EveryMove, WinningMoves};
use crate::open_position::OpenPosition;
use crate::outcome::{self, of_many_heaps};
use crate::own::{self, OwnRules, RulesLoader};
use crate::parts::Part;
use crate::picture::{draw, number_tree, thermographs};
use crate::play::{Abandoned, Board, Choosing, Game};
use crate::position::with_position;
use crate::positions::{Wanted, positions};
use crate::question::{Limits, PositionSpec, Question};
use crate::rules::{RulesList, RulesPage};
use crate::state::{Observer, SessionState};
use crate::study::study;
use crate::table::table;
use crate::verify::verify;
use crate::{check, eval, misere, monoid, pages, play, value};
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;
use upstar_base::{Budget, Player, Stopped};
use upstar_calculator::LoadError;
use upstar_notation::print::Notation;
use upstar_rules::registry::{self, RulesError, Ruleset};
use upstar_rules::sum;

/// Answers questions, one after another, remembering what it learns.
///
/// ```
/// use upstar_session::{PositionSpec, Question, Session};
/// let mut session = Session::default();
/// let place = PositionSpec::new("domineering", "...|...|...|...");
/// let answer = session.ask(&Question::Value { place, show: vec!["mean".into()] })?;
/// assert_eq!(answer.text(), "3/2\nmean: 3/2\n");
/// let answer = session.ask(&Question::Eval { input: "{3||2|1} + ^*".into() })?;
/// assert_eq!(answer.text(), "{3^*||2^*|1^*}\n");
/// # Ok::<(), Box<upstar_session::QueryError>>(())
/// ```
pub struct Session {
    state: SessionState,
    misere: misere::Memory,
    shelf: Option<Box<dyn RulesLoader>>,
    own: OwnRules,
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
        let misere = misere::Memory::default();
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
        if let AnswerData::HeapValues(found) = &mut answer.found {
            found.values = values;
        }
        Ok(answer)
    }

    /// The same; a nim-sequence and an analysis are handed over part by part.
    pub fn ask_in_parts(
        &mut self,
        question: &Question,
        hear: &mut dyn FnMut(Part) -> ControlFlow<()>,
    ) -> Result<Answer, Box<QueryError>> {
        self.begin();
        let mut answer = self.answer(question, hear).map_err(Box::new)?;
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

    fn answer(
        &mut self,
        question: &Question,
        hear: &mut dyn FnMut(Part) -> ControlFlow<()>,
    ) -> Result<Answer, QueryError> {
        self.fetch(question)?;
        let state = &mut self.state;
        let found = match question {
            Question::Value { place, show } => {
                let asking = value::Asking { show };
                let what = value::Asking::WHAT;
                let found = with_position(state, place, what, |case| asking.put(case))?;
                return Ok(at(place, AnswerData::Value(found)));
            }
            Question::Outcome(place) => {
                let found = match of_many_heaps(state, place) {
                    Some(found) => {
                        let refused = |failure: Failure| failure.of(&place.rules, &place.position);
                        found.map_err(refused)?
                    }
                    None => {
                        let what = outcome::Asking::WHAT;
                        let run = |case: &mut OpenPosition<'_>| outcome::Asking.put(case);
                        with_position(state, place, what, run)?
                    }
                };
                return Ok(at(place, AnswerData::Outcome(found)));
            }
            Question::Moves { place, player, all, replies } => {
                let found = if *all || *replies {
                    let both = &Player::BOTH[..];
                    let players = player.as_ref().map_or(both, std::slice::from_ref);
                    let every = EveryMove { players, replies: *replies };
                    let what = EveryMove::WHAT;
                    with_position(state, place, what, |case| every.put(case))?
                } else {
                    let winning = WinningMoves { player: player.unwrap_or(Player::Left) };
                    let what = WinningMoves::WHAT;
                    with_position(state, place, what, |case| winning.put(case))?
                };
                return Ok(at(place, AnswerData::Moves(found)));
            }
            Question::Analyse(place) => {
                let budget = Arc::clone(state.budget());
                let (analyse, what) = (Analyse { hear, budget }, Analyse::WHAT);
                let found = with_position(state, place, what, |case| analyse.put(case))?;
                return Ok(at(place, AnswerData::Analysis(found)));
            }
            Question::Options(place) => {
                let what = Options::WHAT;
                let found = with_position(state, place, what, |case| Options.put(case))?;
                return Ok(at(place, AnswerData::Options(Box::new(found))));
            }
            Question::Study { input } => AnswerData::Studied(Box::new(study(state, input)?)),
            Question::Graph { input, most } => AnswerData::Graph(graph(state, input, *most)?),
            Question::Choose { place, player, level, seed } => {
                let choosing = Choosing { player: *player, level: *level, seed: *seed };
                let what = Choosing::WHAT;
                let found = with_position(state, place, what, |case| choosing.put(case))?;
                return Ok(at(place, AnswerData::Choice(found)));
            }
            Question::Compare { rules, left, right, variant } => {
                let difference = Difference { rules, left, right };
                difference.read(state)?;
                let place = difference.place(*variant);
                let what = Difference::WHAT;
                let run = |case: &mut OpenPosition<'_>| difference.put(case);
                let found = with_position(state, &place, what, run);
                AnswerData::Compare(match found.map_err(|refusal| difference.refused(refusal)) {
                    // Both sides are right, but there is no difference of theirs.
                    Err(refusal)
                        if matches!(refusal.kind, Kind::Unsupported | Kind::Syntax)
                            && variant.is_none() =>
                    {
                        difference.by_values(state)?.ok_or(refusal)?
                    }
                    answered => answered?,
                })
            }
            Question::Table { rules, size, manner, periods } => {
                let mut table = table(state, rules, size, manner)?;
                if *periods {
                    table.find_periods();
                }
                AnswerData::Table(table)
            }
            Question::Positions { rules, size, outcome, by, count, manner } => {
                let (outcome, by, count) = (outcome.as_deref(), *by, *count);
                let wanted = Wanted { size, outcome, by, count, manner };
                AnswerData::Positions(positions(state, rules, wanted)?)
            }
            Question::Picture { place, winning } => {
                AnswerData::Picture(draw(state, place, *winning)?)
            }
            Question::Rules { name: None } => {
                AnswerData::RulesList(RulesList::new(&state.registry()))
            }
            Question::Rules { name: Some(name) } => {
                AnswerData::RulesPage(Box::new(self.page(name)?))
            }
            Question::Furnish { name, text } => {
                self.furnish(name, text).map_err(|refusal| *refusal)?;
                AnswerData::RulesPage(Box::new(self.page(name)?))
            }
            Question::CheckRules { rules, games, seed } => {
                let own = self.own.get(rules);
                AnswerData::CheckRules(check::check(state, rules, own, *games, *seed)?)
            }
            Question::Eval { input } => AnswerData::Eval(eval::eval(state, input)?),
            Question::Complete { input, at } => {
                AnswerData::Complete(eval::complete(state, input, *at))
            }
            Question::Thermographs { games } => AnswerData::Picture(thermographs(state, games)?),
            Question::NumberTree { days } => AnswerData::Picture(number_tree(*days)?),
            Question::HeapInfo { code } => {
                AnswerData::HeapInfo(Box::new(heaps::info(&heaps::code(code)?, state.budget())?))
            }
            Question::HeapValues { code, to } => {
                let mut part = |values: &[u32]| hear(Part::Values { values: values.to_vec() });
                return self.heap_values(code, to, Keeping::default(), &mut part);
            }
            Question::HeapPeriod { code, limit } => {
                return self.heap_period(code, limit.as_deref(), false);
            }
            Question::HeapCertificate { code, limit } => {
                return self.heap_period(code, limit.as_deref(), true);
            }
            Question::HeapSparse { code, to } => {
                AnswerData::HeapSparse(heaps::sparse(state, &heaps::code(code)?, to.as_deref())?)
            }
            Question::QuotientTables { code, heaps } => {
                AnswerData::QuotientTables(Box::new(monoid::tables(state, code, heaps.as_deref())?))
            }
            Question::Misere(question) => {
                AnswerData::Misere(misere::answer(state, &mut self.misere, question)?)
            }
            Question::Verify { certificate, long } => {
                AnswerData::Verify(verify(state, certificate, *long)?)
            }
        };
        Ok(Answer::of(found))
    }

    /// Who wins, by a search that is kept in a file: it goes on from there, and what it proves is
    /// saved now and then and when it ends.
    pub fn outcome_kept(
        &mut self,
        place: &PositionSpec,
        file: &Path,
    ) -> Result<Answer, QueryError> {
        self.begin();
        self.fetch(&Question::Outcome(place.clone()))?;
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
        let (keeping, what) = (outcome::Keeping { file, rules }, outcome::Keeping::WHAT);
        let run = |case: &mut OpenPosition<'_>| keeping.put(case);
        let found = with_position(&mut self.state, place, what, run)?;
        Ok(at(place, AnswerData::Outcome(found)))
    }

    /// A nim-sequence, part by part, with files.
    pub fn heap_values(
        &mut self,
        code: &str,
        to: &str,
        keeping: Keeping<'_>,
        hear: &mut dyn FnMut(&[u32]) -> ControlFlow<()>,
    ) -> Result<Answer, QueryError> {
        let (code, to) = (heaps::code(code)?, heaps::amount(to, 0, "the largest heap")?);
        if !keeping.pack && to >= heaps::MOST_LISTED {
            let most = heaps::MOST_LISTED;
            let message = format!("a list has at most {most} values; ask for heaps below {most}");
            return Err(QueryError::plain(Kind::Size, message));
        }
        let found = heaps::values(&self.state, &code, to, keeping, hear)?;
        Ok(Answer::of(AnswerData::HeapValues(found)))
    }

    /// The period of a nim-sequence, perhaps with a certificate.
    pub fn heap_period(
        &mut self,
        code: &str,
        limit: Option<&str>,
        certificate: bool,
    ) -> Result<Answer, QueryError> {
        let found = heaps::period(&self.state, &heaps::code(code)?, limit, certificate)?;
        Ok(Answer::of(AnswerData::HeapPeriod(found)))
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
        Ok(Answer::of(AnswerData::HeapPeriod(found)))
    }

    /// Adds the rules of a file, under a name that questions use from now on: a page or a package
    /// passes the text that somebody wrote. Another text under the same name takes its place.
    ///
    /// ```
    /// use upstar_session::{PositionSpec, Question, Session};
    /// let mut session = Session::default();
    /// let text = "game Clobber\ngrid . x o\nleft orthogonal xo -> .x\nright as left with x<->o\n";
    /// session.furnish("clobber.up", text)?;
    /// let question = Question::Value { place: PositionSpec::new("clobber.up", "xxo"), show: vec![] };
    /// assert_eq!(session.ask(&question)?.text(), "^\n");
    /// let refusal = session.furnish("wrong.up", "game Wrong\ngrid . x\nleft q -> .\n").unwrap_err();
    /// assert_eq!((refusal.field.as_ref(), refusal.line()), ("wrong.up", Some(3)));
    /// # Ok::<(), Box<upstar_session::QueryError>>(())
    /// ```
    pub fn furnish(&mut self, name: &str, text: &str) -> Result<(), Box<QueryError>> {
        self.own.add(&mut self.state, name, text).map_err(Box::new)
    }

    /// Help on a name of the calculator, also of rules that were loaded; on everything if the name
    /// is empty.
    pub fn help(&mut self, name: &str) -> Option<String> {
        self.state.session().help(name)
    }

    /// All about a ruleset.
    fn page(&self, name: &str) -> Result<RulesPage, QueryError> {
        let known = self.state.registry();
        let about = known.about(name).map_err(|error| Failure::Rules(error).of(name, ""))?;
        let mut page = RulesPage::new(&known, &about);
        page.tell(self.own.findings(name));
        Ok(page)
    }

    /// Looks here for rules that questions name and nobody knows.
    pub fn set_shelf(&mut self, shelf: Box<dyn RulesLoader>) {
        self.shelf = Some(shelf);
    }

    /// Fetches the rules that a question names.
    fn fetch(&mut self, question: &Question) -> Result<(), QueryError> {
        let mut names: Vec<&str> = Vec::new();
        match question {
            Question::Value { place, .. }
            | Question::Outcome(place)
            | Question::Moves { place, .. }
            | Question::Analyse(place)
            | Question::Options(place)
            | Question::Choose { place, .. }
            | Question::Picture { place, .. } => {
                names.push(&place.rules);
                names.extend(sum::files(&place.position));
            }
            Question::Compare { rules, left, right, .. } => {
                names.push(rules);
                names.extend(sum::files(left));
                names.extend(sum::files(right));
            }
            Question::Table { rules, .. }
            | Question::Rules { name: Some(rules) }
            | Question::CheckRules { rules, .. } => names.push(rules),
            Question::Positions { rules, size, .. } => {
                names.push(rules);
                names.extend(sum::files(size));
            }
            Question::Misere(question) => names.extend(misere::files(question)),
            _ => {}
        }
        names.into_iter().try_for_each(|name| self.fetch_one(name))
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
    pub fn play(&mut self, game: &Game, board: &mut dyn Board) -> Result<(), Abandoned> {
        let refused = |refusal| Abandoned::Refused(Box::new(refusal));
        self.fetch(&Question::Outcome(game.record.place.clone())).map_err(refused)?;
        play::play(&mut self.state, game, board)
    }

    /// One page and one picture of each ruleset, and an index, each with the name of its file.
    pub fn pages(&mut self) -> Result<Vec<(String, String)>, Box<QueryError>> {
        pages::pages(&mut self.state).map_err(Box::new)
    }

    /// Adds a ruleset under a name that is free; questions may use it from now on.
    pub fn add_rules(&mut self, ruleset: Arc<dyn Ruleset>) -> Result<(), RulesError> {
        self.state.add_rules(ruleset)
    }

    /// Frees all tables. Returns the variables, which are gone with the values they hold.
    pub fn reset(&mut self) -> Vec<String> {
        self.misere = misere::Memory::default();
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

fn at(place: &PositionSpec, found: AnswerData) -> Answer {
    Answer { place: Some(Asked::of(place)), ..Answer::of(found) }
}
