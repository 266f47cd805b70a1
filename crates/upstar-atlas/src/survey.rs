//! A survey in its database, of either kind.
//!
//! A kind says which classes of codes there are, what is left to do for one of them, and how results
//! are stored ([`Surveyed`]). A result is written in one transaction when it is there: a survey can be
//! stopped at any moment, and goes on where it was.

use crate::database::{self, SurveyError, commit, named};
use crate::packed::unpack;
use crate::seal;
use crate::work::{self, SurveyKind, Task, TaskFinding, TaskOutcome};
use rusqlite::{Connection, OptionalExtension, Transaction};
use serde::Serialize;
use std::collections::{HashMap, HashSet};
use std::fmt::{Debug, Display};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use upstar_base::{Budget, Stopped};
use upstar_rules::heap::code::HeapCode;

/// What is surveyed: nim-sequences or misère quotients.
pub trait Surveyed {
    /// The kind of its tasks.
    const KIND: SurveyKind;
    /// The statements that make its tables.
    const SCHEMA: &'static str;
    /// The query for the packed certificate of a code.
    const CERTIFICATE: &'static str;
    /// Which codes a survey is about.
    type Codes: Copy;
    /// A class of codes.
    type Class: Debug;
    /// A row of the table of results, one for each class.
    type Row: Display + Serialize;
    /// What a survey has reached.
    type Status: Display + Serialize;

    /// The codes of a class, its representative first.
    fn codes(class: &Self::Class) -> &[HeapCode];

    /// Makes the classes of these codes, and lists them anew in the database.
    fn list(
        all: &Transaction<'_>,
        codes: Self::Codes,
        budget: &Budget,
    ) -> Result<Vec<Self::Class>, SurveyError>;

    /// What can be done for a class now, with this amount of work for each code.
    fn left(
        database: &Connection,
        class: &Self::Class,
        amount: u64,
    ) -> Result<Vec<Task>, SurveyError>;

    /// From what a task goes on.
    fn state(_: &Connection, _: &Task) -> Result<Option<Vec<u8>>, SurveyError> {
        Ok(None)
    }

    /// Stores what was found, unless more is known. The finding is one of this kind, or refused.
    fn store(
        all: &Transaction<'_>,
        outcome: &TaskOutcome,
        found: &TaskFinding,
    ) -> Result<(), SurveyError>;

    /// The results of a class.
    fn row(database: &Connection, class: &Self::Class) -> Result<Self::Row, SurveyError>;

    /// How far a survey with these rows is.
    fn status(rows: &[Self::Row]) -> Self::Status;
}

/// A survey in its database.
#[derive(Debug)]
pub struct Survey<K: Surveyed> {
    database: Connection,
    plan: Vec<K::Class>,
    /// Where the class of a code is in the plan.
    places: HashMap<String, usize>,
    /// The codes to whose classes the work is confined, if it is.
    only: Option<Vec<HeapCode>>,
    /// The file.
    path: PathBuf,
    /// Whether the work continues in memory when the file cannot be written.
    is_tolerant: bool,
    /// Why the file lacks results, if it does.
    unsaved: Option<SurveyError>,
}

impl<K: Surveyed> Survey<K> {
    /// Opens or creates the database, for these codes. What is known of them from surveys with other
    /// digits is kept.
    pub fn of(path: &Path, codes: K::Codes, budget: &Budget) -> Result<Survey<K>, SurveyError> {
        Survey::on(database::open(path)?, path, codes, budget).map_err(|error| named(path, error))
    }

    /// Opens or creates the database as [`Survey::of`] does. If the disk is full, then or later, the
    /// survey continues in memory, and [`Survey::unsaved`] returns the error.
    pub fn tolerant(
        path: &Path,
        codes: K::Codes,
        budget: &Budget,
    ) -> Result<Survey<K>, SurveyError> {
        let survey = match Survey::of(path, codes, budget) {
            Err(error) if error.is_unsaved() => {
                let old = database::read(path).ok();
                let survey = Survey::on(database::in_memory(old.as_ref())?, path, codes, budget)?;
                Survey { unsaved: Some(error), ..survey }
            }
            survey => survey?,
        };
        Ok(Survey { is_tolerant: true, ..survey })
    }

    fn on(
        mut database: Connection,
        path: &Path,
        codes: K::Codes,
        budget: &Budget,
    ) -> Result<Survey<K>, SurveyError> {
        let all = database.transaction()?;
        all.execute_batch(K::SCHEMA)?;
        seal::prepare(&all)?;
        seal::watch(&all)?;
        let plan = K::list(&all, codes, budget)?;
        commit(all)?;
        let of = |(class, place)| K::codes(class).iter().map(move |code| (code.to_string(), place));
        let places = plan.iter().zip(0..).flat_map(of).collect();
        let path = path.to_owned();
        Ok(Survey { database, plan, places, only: None, path, is_tolerant: false, unsaved: None })
    }

    /// Why the file lacks what was found, if it does.
    pub fn unsaved(&mut self) -> Option<SurveyError> {
        self.unsaved.take()
    }

    /// Confines the work to the classes of these codes.
    pub fn confine(&mut self, codes: &[HeapCode]) {
        self.only = Some(codes.to_vec());
    }

    /// What is left to do now with this amount of work for each code: for nim-sequences every class
    /// that has no proof and fewer values; for misère quotients the representative of every class
    /// that has no finite quotient of all heaps and had fewer steps, and where it is solved the other
    /// codes for which that holds.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use upstar_atlas::{heaps::Survey, work::compute};
    /// use upstar_base::Budget;
    /// let folder = tempfile::tempdir()?;
    /// let budget = Arc::new(Budget::unlimited());
    /// let mut survey = Survey::open(&folder.path().join("atlas.db"), 1, &budget)?;
    /// for task in survey.plan(1000)? {
    ///     let state = survey.state(&task)?;
    ///     let outcome = compute(&task, state.as_deref(), &budget, &mut |_| ())?;
    ///     survey.record(&[outcome])?;
    /// }
    /// assert_eq!(survey.plan(1000)?, []);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn plan(&self, amount: u64) -> Result<Vec<Task>, SurveyError> {
        let mut tasks = Vec::new();
        for class in &self.plan {
            let is_here = |code: &HeapCode| K::codes(class).contains(code);
            if self.only.as_ref().is_none_or(|codes| codes.iter().any(is_here)) {
                tasks.extend(K::left(&self.database, class, amount)?);
            }
        }
        Ok(tasks)
    }

    /// From what a task goes on.
    pub fn state(&self, task: &Task) -> Result<Option<Vec<u8>>, SurveyError> {
        K::state(&self.database, task)
    }

    /// Keeps outcomes, in one transaction. What is known already is never replaced by less.
    pub fn record(&mut self, outcomes: &[TaskOutcome]) -> Result<(), SurveyError> {
        match self.keep(outcomes).map_err(|error| named(&self.path, error)) {
            Err(error) if self.is_tolerant && error.is_unsaved() => {
                self.database = database::in_memory(Some(&self.database))?;
                self.unsaved = Some(error);
                self.keep(outcomes)
            }
            kept => kept,
        }
    }

    fn keep(&mut self, outcomes: &[TaskOutcome]) -> Result<(), SurveyError> {
        let all = self.database.transaction()?;
        for outcome in outcomes {
            match &outcome.found {
                Some(found) if outcome.task.kind == K::KIND => K::store(&all, outcome, found)?,
                Some(_) => return Err(SurveyError::Task(outcome.task.code.clone())),
                None => {}
            }
        }
        commit(all)
    }

    /// Does what is left, several tasks at a time (0 threads: as many as there are cores); `done` is
    /// called after each class. Ends early, without an error, when the budget stops it; a code for
    /// which the memory is too little is left waiting.
    pub fn run(
        &mut self,
        amount: u64,
        threads: usize,
        budget: &Arc<Budget>,
        mut done: impl FnMut(&K::Row),
    ) -> Result<Option<Stopped>, SurveyError> {
        let mut given_up: HashSet<Task> = HashSet::new();
        let mut stopped = None;
        loop {
            let mut tasks = Vec::new();
            let mut left: HashMap<usize, usize> = HashMap::new();
            for task in self.plan(amount)?.into_iter().filter(|task| !given_up.contains(task)) {
                *left.entry(self.place(&task)).or_default() += 1;
                let state = self.state(&task)?;
                tasks.push((task, state));
            }
            if tasks.is_empty() {
                return Ok(stopped);
            }
            let ended = work::each(tasks, threads, budget, |outcome| {
                self.record(std::slice::from_ref(outcome))?;
                if !outcome.done {
                    given_up.insert(outcome.task.clone());
                    return Ok(());
                }
                let place = self.place(&outcome.task);
                let more = left.entry(place).or_insert(1);
                *more -= 1;
                if let (0, Some(class)) = (*more, self.plan.get(place))
                    && K::left(&self.database, class, amount)?.is_empty()
                {
                    done(&K::row(&self.database, class)?);
                }
                Ok(())
            })?;
            stopped = ended.or(stopped);
            if let Err(why) = budget.check() {
                return Ok(stopped.or(Some(why)));
            }
        }
    }

    /// Where the class of a task is in the plan.
    fn place(&self, task: &Task) -> usize {
        self.places.get(&task.code).copied().unwrap_or(usize::MAX)
    }

    /// The certificate of a code, as text: of nim-sequences only that of the representative of a
    /// class, if its period is proved.
    pub fn certificate(&self, code: &str) -> Result<Option<String>, SurveyError> {
        let found = self.database.query_row(K::CERTIFICATE, [code], |row| row.get(0));
        let packed: Option<Vec<u8>> = found.optional()?.flatten();
        Ok(packed.and_then(|packed| unpack(&packed)))
    }

    /// The classes of this survey with their results.
    pub fn rows(&self) -> Result<Vec<K::Row>, SurveyError> {
        self.plan.iter().map(|class| K::row(&self.database, class)).collect()
    }

    /// How far the survey is.
    pub fn progress(&self) -> Result<K::Status, SurveyError> {
        Ok(K::status(&self.rows()?))
    }
}
