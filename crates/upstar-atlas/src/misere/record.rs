//! The survey in its database.
//!
//! `misere_code` holds what was found of single codes; `misere_plan` lists the classes of each
//! survey. The representative of a class is tried first; when it is solved, each other code of
//! the class is solved for itself, so that nothing is claimed by resemblance. A code is written in
//! one transaction when it is done: a survey can be stopped at any moment, and goes on with the
//! codes that have no finite quotient of all heaps and had fewer steps than are now allowed. So
//! the table depends on the steps that are allowed in the end, not on the ways there.

use super::plan::classes;
use super::{MisereRow, compute};
use crate::accepted;
use crate::database::{self, SurveyError, commit, count, named, number};
use crate::packed::{pack, unpack};
use crate::seal;
use crate::work::{self, SurveyKind, Task, TaskFinding, TaskOutcome};
use rusqlite::{Connection, OptionalExtension, Transaction, params};
use serde::Serialize;
use std::collections::{HashMap, HashSet};
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use upstar_base::{Budget, Stopped};
use upstar_rules::heap::code::HeapCode;

const SCHEMA: &str = "
    create table if not exists misere_code (
        code text primary key,
        status text not null,             -- 'complete', 'rule' or 'partial'
        allowed integer not null,         -- the steps that were allowed
        steps integer not null,           -- the steps that were done
        heaps integer not null,           -- the quotient is proved for heaps up to this
        elements integer not null,        -- its order
        p_elements integer not null,
        tame integer not null,            -- 0: wild; 1: tame, but if partial only so far
        preperiod integer,                -- of the pretending function, if complete
        period integer,
        growths text not null,            -- order@heap for each heap at which it grew
        at_least integer,                 -- elements with the next heap, where that was too hard
        why text,                         -- why a partial one ended
        first_not_tame integer,           -- the first heap that is not tame, if there is one
        rule text,                        -- 'knots', 'ladders' or 'counters', if there is a rule
        labels text,                      -- of heaps 1, 2, ...
        linear_from integer,              -- from which heap on they are linear
        linear_period integer,            -- with which period
        linear_step integer,              -- and by how much it grows in it
        certificate blob not null         -- the text, deflated
    ) without rowid;
    create table if not exists misere_plan (
        digits integer not null,          -- of the survey that lists it
        quaternary integer not null,      -- its quaternary digits, or 0
        code text not null,
        class text not null,              -- the representative
        primary key (digits, quaternary, code)
    ) without rowid;
    create index if not exists misere_class on misere_plan (class);
";

/// What a survey has reached.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct SurveyStatus {
    /// How many classes there are.
    pub classes: u64,
    /// How many of them are solved.
    pub complete: u64,
    /// How many of those are tame.
    pub tame: u64,
    /// How many of those are wild.
    pub wild: u64,
    /// How many of those are tame as far as their quotients are known, which is not far enough.
    pub undecided: u64,
    /// How many codes are solved, each for itself.
    pub complete_codes: u64,
}

impl fmt::Display for SurveyStatus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let SurveyStatus { classes, complete, tame, wild, undecided, complete_codes } = self;
        let open = match undecided {
            0 => String::new(),
            _ => format!(", {undecided} tame so far"),
        };
        let kinds = format!("{tame} tame, {wild} wild{open}; {complete_codes} codes");
        write!(f, "{classes} classes: {complete} solved ({kinds})")
    }
}

/// A survey of quotients in its database.
#[derive(Debug)]
pub struct Survey {
    database: Connection,
    plan: Vec<Vec<HeapCode>>,
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

impl Survey {
    /// Opens or creates the database, for the codes with so many digits. What is known of them
    /// from surveys with other digits is kept.
    pub fn open(
        path: &Path,
        digits: u32,
        quaternary: Option<u32>,
        budget: &Budget,
    ) -> Result<Survey, SurveyError> {
        let survey = Survey::on(database::open(path)?, path, (digits, quaternary), budget);
        survey.map_err(|error| named(path, error))
    }

    /// Opens or creates the database as [`Survey::open`] does. If the disk is full, then or later, the
    /// survey continues in memory, and [`Survey::unsaved`] returns the error.
    pub fn tolerant(
        path: &Path,
        digits: u32,
        quaternary: Option<u32>,
        budget: &Budget,
    ) -> Result<Survey, SurveyError> {
        let survey = match Survey::open(path, digits, quaternary, budget) {
            Err(error) if error.is_unsaved() => {
                let old = database::read(path).ok();
                let database = database::in_memory(old.as_ref())?;
                let survey = Survey::on(database, path, (digits, quaternary), budget)?;
                Survey { unsaved: Some(error), ..survey }
            }
            survey => survey?,
        };
        Ok(Survey { is_tolerant: true, ..survey })
    }

    fn on(
        mut database: Connection,
        path: &Path,
        (digits, quaternary): (u32, Option<u32>),
        budget: &Budget,
    ) -> Result<Survey, SurveyError> {
        let plan = classes(digits, quaternary, budget)?;
        let all = database.transaction()?;
        all.execute_batch(SCHEMA)?;
        seal::prepare(&all)?;
        seal::watch(&all)?;
        let quaternary = quaternary.unwrap_or(0);
        all.execute(
            "delete from misere_plan where digits = ? and quaternary = ?",
            [digits, quaternary],
        )?;
        for class in &plan {
            let Some(name) = class.first().map(ToString::to_string) else { continue };
            for code in class {
                budget.check()?;
                all.execute(
                    "insert into misere_plan (digits, quaternary, code, class)
                     values (?, ?, ?, ?)",
                    params![digits, quaternary, code.to_string(), name],
                )?;
            }
        }
        commit(all)?;
        let names = plan
            .iter()
            .zip(0..)
            .flat_map(|(class, place)| class.iter().map(move |code| (code.to_string(), place)));
        let places = names.collect();
        let path = path.to_owned();
        let (only, is_tolerant, unsaved) = (None, false, None);
        Ok(Survey { database, plan, places, only, path, is_tolerant, unsaved })
    }

    /// Why the file lacks what was found, if it does.
    pub fn unsaved(&mut self) -> Option<SurveyError> {
        self.unsaved.take()
    }

    /// Confines the work to the classes of these codes.
    pub fn confine(&mut self, codes: &[HeapCode]) {
        self.only = Some(codes.to_vec());
    }

    /// Returns what can be done now: the representative of every class that has no finite quotient
    /// of all heaps and had fewer than `steps` steps; and where it is solved the other codes for
    /// which that holds. A class that gets solved brings more.
    pub fn plan(&self, steps: u64) -> Result<Vec<Task>, SurveyError> {
        let mut tasks = Vec::new();
        for class in &self.plan {
            let is_wanted = |codes: &Vec<HeapCode>| codes.iter().any(|code| class.contains(code));
            if !self.only.as_ref().is_none_or(is_wanted) {
                continue;
            }
            tasks.extend(self.left(class, steps)?);
        }
        Ok(tasks)
    }

    fn left(&self, class: &[HeapCode], steps: u64) -> Result<Vec<Task>, SurveyError> {
        let task = |code: &HeapCode| Task {
            kind: SurveyKind::Misere,
            code: code.to_string(),
            amount: steps,
        };
        let mut tasks = Vec::new();
        for (place, code) in class.iter().enumerate() {
            let known = known(&self.database, code)?;
            if !known.as_ref().is_some_and(|known| known.finite || known.allowed >= steps) {
                tasks.push(task(code));
            }
            if place == 0 && !known.is_some_and(|known| known.solved) {
                break;
            }
        }
        Ok(tasks)
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
                Some(TaskFinding::Misere(found)) if outcome.task.kind == SurveyKind::Misere => {
                    let code = &outcome.task.code;
                    store(&all, code, found, accepted::misere(code, found)?)?;
                }
                None => {}
                Some(_) => return Err(SurveyError::Task(outcome.task.code.clone())),
            }
        }
        commit(all)
    }

    /// Does what is left, several tasks at a time (0 threads: as many as there are cores); `done` is
    /// called after each class. Ends early, without an error, when the budget stops it; a code for
    /// which the memory is too little is left waiting.
    pub fn run(
        &mut self,
        steps: u64,
        threads: usize,
        budget: &Arc<Budget>,
        mut done: impl FnMut(&MisereRow),
    ) -> Result<Option<Stopped>, SurveyError> {
        let mut given_up: HashSet<Task> = HashSet::new();
        let mut stopped = None;
        loop {
            let mut tasks = self.plan(steps)?;
            tasks.retain(|task| !given_up.contains(task));
            if tasks.is_empty() {
                return Ok(stopped);
            }
            let mut left: HashMap<usize, usize> = HashMap::new();
            for task in &tasks {
                *left.entry(self.place(task)).or_default() += 1;
            }
            let tasks = tasks.into_iter().map(|task| (task, None)).collect();
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
                    && self.left(class, steps)?.is_empty()
                {
                    done(&row(&self.database, class)?);
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

    /// The classes of this survey with their results.
    pub fn rows(&self) -> Result<Vec<MisereRow>, SurveyError> {
        self.plan.iter().map(|class| row(&self.database, class)).collect()
    }

    /// The certificate of a code, as text.
    pub fn certificate(&self, code: &str) -> Result<Option<String>, SurveyError> {
        let sql = "select certificate from misere_code where code = ?";
        let found = self.database.query_row(sql, [code], |row| row.get::<_, Vec<u8>>(0));
        Ok(found.optional()?.and_then(|packed| unpack(&packed)))
    }

    /// How far the survey is.
    pub fn progress(&self) -> Result<SurveyStatus, SurveyError> {
        let rows = self.rows()?;
        let complete = rows.iter().filter(|row| is_solved(&row.status));
        let of_kind = |tame: Option<bool>| complete.clone().filter(|row| row.tame == tame).count();
        Ok(SurveyStatus {
            classes: rows.len() as u64,
            complete: complete.clone().count() as u64,
            tame: of_kind(Some(true)) as u64,
            wild: of_kind(Some(false)) as u64,
            undecided: of_kind(None) as u64,
            complete_codes: complete.map(|row| row.complete_codes).sum(),
        })
    }
}

/// Is the winner of every sum known?
fn is_solved(status: &str) -> bool {
    matches!(status, "complete" | "rule")
}

struct KnownRows {
    /// Whether the winner of every sum is known.
    solved: bool,
    /// Whether a finite quotient says so, to which more steps add nothing.
    finite: bool,
    allowed: u64,
}

fn known(database: &Connection, code: &HeapCode) -> Result<Option<KnownRows>, SurveyError> {
    let sql = "select status, allowed from misere_code where code = ?";
    let mut query = database.prepare_cached(sql)?;
    let known = query.query_row([code.to_string()], |row| {
        let status: String = row.get(0)?;
        let allowed = count(row.get(1)?).unwrap_or(0);
        Ok(KnownRows { solved: is_solved(&status), finite: status == "complete", allowed })
    });
    Ok(known.optional()?)
}

/// Keeps what was found of a code, unless more is known.
pub(super) fn store(
    all: &Transaction<'_>,
    code: &str,
    found: &compute::MisereFinding,
    is_verified: bool,
) -> Result<(), SurveyError> {
    // A rule or a quotient of all heaps that the checker has not accepted is neither.
    let rule = found.rule.as_ref().filter(|_| is_verified);
    let period = found.period.filter(|_| is_verified);
    all.execute(
        "insert into misere_code (code, status, allowed, steps, heaps, elements,
             p_elements, tame, preperiod, period, growths, at_least, why, certificate,
             first_not_tame, rule, labels, linear_from, linear_period, linear_step)
         values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
         on conflict (code) do update set status = excluded.status, allowed = excluded.allowed,
             steps = excluded.steps, heaps = excluded.heaps, elements = excluded.elements,
             p_elements = excluded.p_elements,
             tame = case excluded.status when 'complete' then excluded.tame
                 else min(tame, excluded.tame) end,
             preperiod = excluded.preperiod, period = excluded.period,
             growths = excluded.growths, at_least = excluded.at_least, why = excluded.why,
             certificate = excluded.certificate, first_not_tame = excluded.first_not_tame,
             rule = excluded.rule, labels = excluded.labels, linear_from = excluded.linear_from,
             linear_period = excluded.linear_period, linear_step = excluded.linear_step
         where excluded.status = 'complete' and status <> 'complete'
             or status = 'partial' and excluded.status = 'rule'
             or status = excluded.status and status <> 'complete'
                 and (heaps < excluded.heaps
                     or heaps = excluded.heaps and allowed <= excluded.allowed)",
        params![
            code,
            match (period, rule) {
                (Some(_), _) => "complete",
                (None, Some(_)) => "rule",
                (None, None) => "partial",
            },
            number(found.allowed),
            number(found.steps),
            found.heaps,
            number(found.order),
            number(found.p_elements),
            found.tame != Some(false),
            period.map(|(preperiod, _)| number(preperiod)),
            period.map(|(_, period)| number(period)),
            found.growths,
            found.at_least,
            found.why,
            pack(&found.certificate),
            found.first_not_tame,
            rule.map(|rule| &rule.kind),
            rule.map(|rule| &rule.labels),
            rule.map(|rule| number(rule.preperiod)),
            rule.map(|rule| number(rule.period)),
            rule.map(|rule| number(rule.step)),
        ],
    )?;
    // A rule from elsewhere stays where these steps find none; the quotient beside it grows.
    all.execute(
        "update misere_code set steps = ?, heaps = ?, elements = ?, p_elements = ?, tame = ?,
             growths = ?, at_least = ?, why = ?, first_not_tame = ?
         where code = ? and status = 'rule' and heaps < ?",
        params![
            number(found.steps),
            found.heaps,
            number(found.order),
            number(found.p_elements),
            found.tame != Some(false),
            found.growths,
            found.at_least,
            found.why,
            found.first_not_tame,
            code,
            found.heaps,
        ],
    )?;
    // What is known may be from elsewhere, and more than these steps give.
    all.execute(
        "update misere_code set allowed = max(allowed, ?) where code = ? and status <> 'complete'",
        params![number(found.allowed), code],
    )?;
    Ok(())
}

fn row(database: &Connection, class: &[HeapCode]) -> Result<MisereRow, SurveyError> {
    let mut query = database.prepare_cached(
        "select status, heaps, case when heaps > 0 then elements end,
             case when tame = 0 then 0 when status = 'complete' then 1 end,
             preperiod, period, steps, allowed, first_not_tame, rule
         from misere_code where code = ?",
    )?;
    let code = class.first().map(ToString::to_string).unwrap_or_default();
    let codes = class.len() as u64;
    let waiting = MisereRow {
        code: code.clone(),
        codes,
        complete_codes: 0,
        status: "waiting".to_owned(),
        heaps: None,
        order: None,
        tame: None,
        first_not_tame: None,
        rule: None,
        period: None,
        steps: None,
        allowed: None,
    };
    let found = query.query_row([&code], |row| {
        Ok(MisereRow {
            status: row.get(0)?,
            heaps: count(row.get(1)?),
            order: count(row.get(2)?),
            tame: row.get(3)?,
            period: count(row.get(4)?).zip(count(row.get(5)?)),
            steps: count(row.get(6)?),
            allowed: count(row.get(7)?),
            first_not_tame: count(row.get(8)?),
            rule: row.get(9)?,
            ..waiting.clone()
        })
    });
    let mut row = found.optional()?.unwrap_or(waiting);
    if is_solved(&row.status) {
        for code in class {
            let known = known(database, code)?;
            row.complete_codes += u64::from(known.is_some_and(|known| known.solved));
        }
    }
    Ok(row)
}
