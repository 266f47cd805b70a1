//! The survey in its database.
//!
//! `misere_code` holds what was found of single codes; `misere_plan` lists the classes of each
//! survey. The representative of a class is tried first; when it is solved, each other code of
//! the class is solved for itself, so that nothing is claimed by resemblance. A code is written in
//! one transaction when it is done: a survey can be stopped at any moment, and goes on with the
//! codes that are not solved and had fewer steps than are now allowed.

use super::compute::{Found, compute};
use super::plan::classes;
use crate::database::{self, SurveyError, count, number};
use rayon::prelude::*;
use rusqlite::{Connection, OptionalExtension, params};
use serde::{Serialize, Serializer};
use std::path::Path;
use std::sync::{Arc, mpsc};
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
        tame integer not null,
        preperiod integer,                -- of the pretending function, if complete
        period integer,
        growths text not null,            -- order@heap for each heap at which it grew
        at_least integer,                 -- elements with the next heap, where that was too hard
        why text,                         -- why a partial one ended
        certificate text not null
    );
    create table if not exists misere_plan (
        digits integer not null,          -- of the survey that lists it
        quaternary integer not null,      -- its quaternary digits, or 0
        code text not null,
        class text not null,              -- the representative
        primary key (digits, quaternary, code)
    );
";

/// Columns that came later: the first heap that is not tame.
const LATER: [(&str, &str); 1] = [("first_not_tame", "integer")];

/// Adds the columns that a file of an earlier version lacks.
fn complete_schema(database: &Connection) -> Result<(), SurveyError> {
    for (name, kind) in LATER {
        let sql = "select count(*) from pragma_table_info('misere_code') where name = ?";
        let known: u32 = database.query_row(sql, [name], |row| row.get(0))?;
        if known == 0 {
            database.execute_batch(&format!("alter table misere_code add column {name} {kind}"))?;
        }
    }
    Ok(())
}

/// A row of the table of results.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// The representative of the class.
    pub code: String,
    /// How many codes the class has.
    pub codes: u64,
    /// How many of them are solved, each for itself.
    pub complete_codes: u64,
    /// `complete`, `rule` for a rule like that of Knots, `partial` or `waiting`.
    pub status: String,
    /// The largest heap of the quotient.
    pub heaps: Option<u64>,
    /// Its order.
    pub order: Option<u64>,
    /// Is it that of a tame game?
    pub tame: Option<bool>,
    /// The first heap that is not tame.
    pub first_not_tame: Option<u64>,
    /// Preperiod and period, if complete.
    pub period: Option<(u64, u64)>,
    /// The steps that were done.
    pub steps: Option<u64>,
    /// The steps that were allowed.
    pub allowed: Option<u64>,
}

/// Each number under a name of its own.
impl Serialize for Row {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Object<'a> {
            code: &'a str,
            codes: u64,
            status: &'a str,
            heaps: Option<u64>,
            order: Option<u64>,
            tame: Option<bool>,
            first_not_tame: Option<u64>,
            preperiod: Option<u64>,
            period: Option<u64>,
            complete_codes: u64,
            steps: Option<u64>,
            steps_allowed: Option<u64>,
        }
        let (preperiod, period) = self.period.unzip();
        Object {
            code: &self.code,
            codes: self.codes,
            status: &self.status,
            heaps: self.heaps,
            order: self.order,
            tame: self.tame,
            first_not_tame: self.first_not_tame,
            preperiod,
            period,
            complete_codes: self.complete_codes,
            steps: self.steps,
            steps_allowed: self.allowed,
        }
        .serialize(serializer)
    }
}

/// What a survey has reached.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// How many classes there are.
    pub classes: u64,
    /// How many of them are solved.
    pub complete: u64,
    /// How many of those are tame.
    pub tame: u64,
    /// How many codes are solved, each for itself.
    pub complete_codes: u64,
}

/// A survey of quotients in its database.
#[derive(Debug)]
pub struct Survey {
    database: Connection,
    plan: Vec<Vec<HeapCode>>,
}

/// What a thread tells of the class with this number.
enum News {
    /// What was found of a code.
    Found(HeapCode, Found),
    /// All codes are done.
    Done(usize),
    /// A code was stopped.
    Stopped(Stopped),
}

impl Survey {
    /// Opens or creates the database, for the codes with so many digits. What is known of them
    /// from surveys with other digits is kept.
    pub fn open(path: &Path, digits: u32, quaternary: Option<u32>) -> Result<Survey, SurveyError> {
        let mut database = database::open(path)?;
        let plan = classes(digits, quaternary);
        let all = database.transaction()?;
        all.execute_batch(SCHEMA)?;
        complete_schema(&all)?;
        let quaternary = quaternary.unwrap_or(0);
        all.execute(
            "delete from misere_plan where digits = ? and quaternary = ?",
            [digits, quaternary],
        )?;
        for class in &plan {
            let Some(name) = class.first().map(ToString::to_string) else { continue };
            for code in class {
                all.execute(
                    "insert into misere_plan (digits, quaternary, code, class)
                     values (?, ?, ?, ?)",
                    params![digits, quaternary, code.to_string(), name],
                )?;
            }
        }
        all.commit()?;
        Ok(Survey { database, plan })
    }

    /// Gives so many `steps` to every class that is not solved and had fewer, several at a time
    /// (0 threads: as many as there are cores); `done` is called after each. Ends early, without
    /// an error, when the budget stops it; a class for which the memory is too little is left
    /// waiting.
    pub fn run(
        &mut self,
        steps: u64,
        threads: usize,
        budget: &Arc<Budget>,
        mut done: impl FnMut(&Row),
    ) -> Result<Option<Stopped>, SurveyError> {
        let mut waiting: Vec<(usize, Task)> = Vec::new();
        for (class, codes) in self.plan.iter().enumerate() {
            let task = Task::of(&self.database, codes, steps)?;
            if let Some(task) = task {
                waiting.push((class, task));
            }
        }
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build()?;
        let (sender, receiver) = mpsc::channel::<News>();
        let (database, plan) = (&mut self.database, &self.plan);
        let mut stopped = None;
        std::thread::scope(|scope| {
            scope.spawn(move || {
                pool.install(|| {
                    waiting.into_par_iter().with_max_len(1).for_each_with(
                        sender,
                        |sender, (class, task)| {
                            let news = match task.examine(steps, budget, sender) {
                                Ok(()) => News::Done(class),
                                Err(stopped) => News::Stopped(stopped),
                            };
                            // Nobody listens any more only when the database failed.
                            let _ = sender.send(news);
                        },
                    );
                });
            });
            for news in receiver {
                match news {
                    News::Found(code, found) => store(database, &code, &found)?,
                    News::Stopped(why) => stopped = Some(why),
                    News::Done(class) => {
                        if let Some(class) = plan.get(class) {
                            done(&row(database, class)?);
                        }
                    }
                }
            }
            Ok(stopped)
        })
    }

    /// The classes of this survey with their results.
    pub fn rows(&self) -> Result<Vec<Row>, SurveyError> {
        self.plan.iter().map(|class| row(&self.database, class)).collect()
    }

    /// The certificate of a code, as text.
    pub fn certificate(&self, code: &str) -> Result<Option<String>, SurveyError> {
        let sql = "select certificate from misere_code where code = ?";
        Ok(self.database.query_row(sql, [code], |row| row.get(0)).optional()?)
    }

    /// How far the survey is.
    pub fn progress(&self) -> Result<Progress, SurveyError> {
        let rows = self.rows()?;
        let complete = rows.iter().filter(|row| is_solved(&row.status));
        Ok(Progress {
            classes: rows.len() as u64,
            complete: complete.clone().count() as u64,
            tame: complete.clone().filter(|row| row.tame == Some(true)).count() as u64,
            complete_codes: complete.map(|row| row.complete_codes).sum(),
        })
    }
}

/// What is to be done for a class.
struct Task {
    /// The representative, unless it is known well enough.
    representative: Option<HeapCode>,
    /// The others that are not, to be tried if the representative is solved.
    others: Vec<HeapCode>,
}

impl Task {
    /// `None` if there is nothing to do with so many steps.
    fn of(
        database: &Connection,
        codes: &[HeapCode],
        steps: u64,
    ) -> Result<Option<Task>, SurveyError> {
        let Some((first, others)) = codes.split_first() else { return Ok(None) };
        let (mut representative, mut open) = (None, Vec::new());
        match known(database, first)? {
            Some(known) if known.complete => {}
            Some(known) if known.allowed >= steps => return Ok(None),
            _ => representative = Some(first.clone()),
        }
        for code in others {
            let known = known(database, code)?;
            if !known.is_some_and(|known| known.complete || known.allowed >= steps) {
                open.push(code.clone());
            }
        }
        let some = representative.is_some() || !open.is_empty();
        Ok(some.then_some(Task { representative, others: open }))
    }

    fn examine(
        self,
        steps: u64,
        budget: &Arc<Budget>,
        sender: &mpsc::Sender<News>,
    ) -> Result<(), Stopped> {
        // Nobody listens any more only when the database failed.
        let tell = |code, found| drop(sender.send(News::Found(code, found)));
        if let Some(code) = self.representative {
            let found = compute(&code, steps, budget)?;
            let solved = found.period.is_some() || found.rule;
            tell(code, found);
            if !solved {
                return Ok(());
            }
        }
        for code in self.others {
            let found = compute(&code, steps, budget)?;
            tell(code, found);
        }
        Ok(())
    }
}

/// Is the winner of every sum known?
fn is_solved(status: &str) -> bool {
    matches!(status, "complete" | "rule")
}

struct Known {
    complete: bool,
    allowed: u64,
}

fn known(database: &Connection, code: &HeapCode) -> Result<Option<Known>, SurveyError> {
    let sql = "select status in ('complete', 'rule'), allowed from misere_code where code = ?";
    let mut query = database.prepare_cached(sql)?;
    let known = query.query_row([code.to_string()], |row| {
        Ok(Known { complete: row.get(0)?, allowed: count(row.get(1)?).unwrap_or(0) })
    });
    Ok(known.optional()?)
}

fn store(database: &mut Connection, code: &HeapCode, found: &Found) -> Result<(), SurveyError> {
    let all = database.transaction()?;
    all.execute(
        "insert or replace into misere_code (code, status, allowed, steps, heaps, elements,
             p_elements, tame, preperiod, period, growths, at_least, why, certificate,
             first_not_tame)
         values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        params![
            code.to_string(),
            match (found.period, found.rule) {
                (Some(_), _) => "complete",
                (None, true) => "rule",
                (None, false) => "partial",
            },
            number(found.allowed),
            number(found.steps),
            found.heaps,
            number(found.order),
            number(found.p_elements),
            found.tame,
            found.period.map(|(preperiod, _)| number(preperiod)),
            found.period.map(|(_, period)| number(period)),
            found.growths,
            found.at_least,
            found.why,
            found.certificate,
            found.first_not_tame,
        ],
    )?;
    all.commit()?;
    Ok(())
}

fn row(database: &Connection, class: &[HeapCode]) -> Result<Row, SurveyError> {
    let mut query = database.prepare_cached(
        "select status, heaps, elements, tame, preperiod, period, steps, allowed, first_not_tame
         from misere_code where code = ?",
    )?;
    let code = class.first().map(ToString::to_string).unwrap_or_default();
    let codes = class.len() as u64;
    let waiting = Row {
        code: code.clone(),
        codes,
        complete_codes: 0,
        status: "waiting".to_owned(),
        heaps: None,
        order: None,
        tame: None,
        first_not_tame: None,
        period: None,
        steps: None,
        allowed: None,
    };
    let found = query.query_row([&code], |row| {
        Ok(Row {
            status: row.get(0)?,
            heaps: count(row.get(1)?),
            order: count(row.get(2)?),
            tame: row.get(3)?,
            period: count(row.get(4)?).zip(count(row.get(5)?)),
            steps: count(row.get(6)?),
            allowed: count(row.get(7)?),
            first_not_tame: count(row.get(8)?),
            ..waiting.clone()
        })
    });
    let mut row = found.optional()?.unwrap_or(waiting);
    if is_solved(&row.status) {
        for code in class {
            let known = known(database, code)?;
            row.complete_codes += u64::from(known.is_some_and(|known| known.complete));
        }
    }
    Ok(row)
}
