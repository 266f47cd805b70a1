//! The quotients of all games with few digits, class by class, in the atlas.
//!
//! Codes are grouped by the option structure of their first distinct heaps: heaps without moves
//! are left out, heaps with the same options count once, and the rest is compared option by
//! option. Only the representative of a class is given time; when it is solved, each other code
//! of the class is solved for itself, so that nothing is claimed by resemblance. A class is
//! written in one transaction when it is done: a survey can be stopped at any moment, and goes on
//! with the classes that are not solved and had less time than is now allowed.

use crate::quotient::{End, Quotient, solve};
use rayon::prelude::*;
use rusqlite::{Connection, OptionalExtension, params};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Arc, mpsc};
use std::time::{Duration, Instant};
use upstar_base::{Budget, Stopped};
use upstar_heaps::survey::{SurveyError, open_atlas};
use upstar_rules::heap::code::HeapCode;

const SCHEMA: &str = "
    create table if not exists misere_class (
        representative text primary key,
        codes integer not null,           -- how many codes belong to it
        status text not null,             -- 'complete', 'partial' or 'waiting'
        milliseconds integer not null,    -- the time that was allowed
        heaps integer,                    -- the quotient is proved for heaps up to this
        elements integer,                 -- its order
        p_elements integer,
        tame integer,
        preperiod integer,                -- of the pretending function, if complete
        period integer,
        growths text,                     -- order@heap for each heap at which it grew
        at_least integer,                 -- elements with the next heap, where that was too hard
        why text,                         -- why a partial one ended
        certificate text
    );
    create table if not exists misere_code (
        code text primary key,
        class text not null references misere_class (representative),
        complete integer not null,        -- solved for itself
        preperiod integer,
        period integer
    );
";

/// How many distinct heaps are compared.
const COMPARED: usize = 14;
/// How many heaps are looked at for them.
const LOOKED_AT: u32 = 60;
/// No quotient is followed further.
const MOST_HEAPS: u32 = 20_000;

/// The options of each distinct heap, in terms of the distinct heaps before it.
fn structure(code: &HeapCode) -> Vec<Vec<Vec<u16>>> {
    let mut distinct: Vec<Vec<Vec<u16>>> = Vec::new();
    let mut names: Vec<Option<u16>> = vec![None];
    for size in 1..=LOOKED_AT {
        let mut options: Vec<Vec<u16>> = Vec::new();
        code.each_option(size, &mut |heaps| {
            let mut option: Vec<u16> =
                heaps.iter().filter_map(|&heap| names[heap as usize]).collect();
            option.sort_unstable();
            options.push(option);
        });
        options.sort_unstable();
        options.dedup();
        let name = match distinct.iter().position(|known| *known == options) {
            _ if options.is_empty() => None,
            Some(known) => Some(known as u16),
            None => {
                distinct.push(options);
                Some(distinct.len() as u16 - 1)
            }
        };
        names.push(name);
        if distinct.len() >= COMPARED {
            break;
        }
    }
    distinct
}

/// Codes with the same option structure; the first is the representative.
fn grouped(codes: impl Iterator<Item = HeapCode>) -> Vec<Vec<HeapCode>> {
    let mut groups: BTreeMap<Vec<Vec<Vec<u16>>>, Vec<HeapCode>> = BTreeMap::new();
    for code in codes {
        let structure = structure(&code);
        if !structure.is_empty() {
            groups.entry(structure).or_default().push(code);
        }
    }
    let order = |code: &HeapCode| {
        let text = code.to_string();
        (text.len(), text)
    };
    let mut classes: Vec<Vec<HeapCode>> = groups.into_values().collect();
    for class in &mut classes {
        class.sort_by_key(order);
        class.dedup();
    }
    classes.sort_by_key(|class| class.first().map(order));
    classes
}

/// All codes d0.d1...dk with d0 = 0 or 4, and all quaternary codes 0.d1...dq.
fn codes(digits: u32, quaternary: Option<u32>) -> impl Iterator<Item = HeapCode> {
    let octal = move |first: u64| {
        (0..8u64.pow(digits)).filter_map(move |number| {
            let digit = |i: u32| (number >> (3 * (digits - i))) & 7;
            let bits: Vec<u64> = std::iter::once(first).chain((1..=digits).map(digit)).collect();
            HeapCode::from_bits(&bits)
        })
    };
    let places = quaternary.unwrap_or(0);
    let quaternary = (0..4u64.pow(places)).filter_map(move |number| {
        let digit = |i: u32| (number >> (2 * (places - i))) & 3;
        let bits: Vec<u64> = std::iter::once(0).chain((1..=places).map(digit)).collect();
        HeapCode::from_bits(&bits)
    });
    octal(0).chain(octal(4)).chain(quaternary)
}

/// A row of the table of results.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// The representative of the class.
    pub code: String,
    /// How many codes the class has.
    pub codes: u64,
    /// `complete`, `partial` or `waiting`.
    pub status: String,
    /// The largest heap of the quotient.
    pub heaps: Option<u64>,
    /// Its order.
    pub order: Option<u64>,
    /// Is it that of a tame game?
    pub tame: Option<bool>,
    /// Preperiod and period, if complete.
    pub period: Option<(u64, u64)>,
    /// The time that it was given, in milliseconds.
    pub milliseconds: u64,
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

/// What came of one class.
struct Done {
    representative: HeapCode,
    quotient: Quotient,
    others: Vec<(HeapCode, Option<(u64, u64)>)>,
}

/// A survey of quotients in its database.
#[derive(Debug)]
pub struct Survey {
    database: Connection,
}

fn period(quotient: &Quotient) -> Option<(u64, u64)> {
    match *quotient.end() {
        End::Complete { preperiod, period } => Some((preperiod, period)),
        _ => None,
    }
}

impl Survey {
    /// Opens or creates the atlas and enters the classes of these codes.
    pub fn open(path: &Path, digits: u32, quaternary: Option<u32>) -> Result<Survey, SurveyError> {
        let mut database = open_atlas(path)?;
        let all = database.transaction()?;
        all.execute_batch(SCHEMA)?;
        for class in grouped(codes(digits, quaternary)) {
            let Some(name) = class.first().map(ToString::to_string) else { continue };
            // A class of an earlier survey keeps its representative and its results.
            let known: Option<String> = all
                .query_row("select class from misere_code where code = ?", [&name], |row| {
                    row.get(0)
                })
                .optional()?;
            let known = known.unwrap_or(name);
            all.execute(
                "insert into misere_class (representative, codes, status, milliseconds)
                 values (?, ?, 'waiting', 0)
                 on conflict (representative) do update set codes = max(codes, excluded.codes)",
                params![known, class.len() as i64],
            )?;
            for code in &class {
                all.execute(
                    "insert or ignore into misere_code (code, class, complete) values (?, ?, 0)",
                    params![code.to_string(), known],
                )?;
            }
        }
        all.commit()?;
        Ok(Survey { database })
    }

    /// Gives `time` to every class that is not solved and had less, several at a time (0 threads:
    /// as many as there are cores); `done` is called after each. Ends early, without an error,
    /// when the budget stops it.
    pub fn run(
        &mut self,
        time: Duration,
        threads: usize,
        budget: &Arc<Budget>,
        mut done: impl FnMut(&Row),
    ) -> Result<Option<Stopped>, SurveyError> {
        let allowed = u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
        let mut waiting: Vec<(HeapCode, Vec<HeapCode>)> = Vec::new();
        for row in self.rows()? {
            if row.status == "complete" || row.milliseconds >= allowed {
                continue;
            }
            if let Ok(code) = row.code.parse() {
                waiting.push((code, self.others(&row.code)?));
            }
        }
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build()?;
        let (sender, receiver) = mpsc::channel::<Done>();
        let database = &mut self.database;
        std::thread::scope(|scope| {
            scope.spawn(move || {
                pool.install(|| {
                    waiting.into_par_iter().with_max_len(1).for_each_with(
                        sender,
                        |sender, class| {
                            if let Some(result) = examine(class, time, budget) {
                                // Nobody listens any more only when the database failed.
                                let _ = sender.send(result);
                            }
                        },
                    );
                });
            });
            for result in receiver {
                store(database, &result, allowed)?;
                let name = result.representative.to_string();
                if let Some(row) = rows(database, Some(&name))?.first() {
                    done(row);
                }
            }
            Ok(budget.check().err())
        })
    }

    fn others(&self, class: &str) -> Result<Vec<HeapCode>, SurveyError> {
        let sql = "select code from misere_code where class = ?1 and code <> ?1 order by code";
        let mut query = self.database.prepare(sql)?;
        let names = query.query_map([class], |row| row.get::<_, String>(0))?;
        let names: Vec<String> = names.collect::<Result<_, _>>()?;
        Ok(names.iter().filter_map(|name| name.parse().ok()).collect())
    }

    /// All classes with their results.
    pub fn rows(&self) -> Result<Vec<Row>, SurveyError> {
        rows(&self.database, None)
    }

    /// The certificate of a class, as text.
    pub fn certificate(&self, representative: &str) -> Result<Option<String>, SurveyError> {
        let sql = "select certificate from misere_class where representative = ?";
        let text = self.database.query_row(sql, [representative], |row| row.get(0)).optional()?;
        Ok(text.flatten())
    }

    /// How far the survey is.
    pub fn progress(&self) -> Result<Progress, SurveyError> {
        let count = |from: &str| -> Result<u64, SurveyError> {
            let sql = format!("select count(*) from {from}");
            Ok(self.database.query_row(&sql, [], |row| row.get::<_, i64>(0))? as u64)
        };
        Ok(Progress {
            classes: count("misere_class")?,
            complete: count("misere_class where status = 'complete'")?,
            tame: count("misere_class where status = 'complete' and tame")?,
            complete_codes: count("misere_code where complete")?,
        })
    }
}

/// Solves the representative, and if that is complete the other codes of the class; `None` if the
/// whole survey was stopped meanwhile.
fn examine(
    (representative, others): (HeapCode, Vec<HeapCode>),
    time: Duration,
    budget: &Arc<Budget>,
) -> Option<Done> {
    budget.check().ok()?;
    let start = Instant::now();
    let quotient = solve(&representative, MOST_HEAPS, &Budget::part_of(budget, time));
    let mut results = Vec::new();
    if period(&quotient).is_some() {
        let more = time.max(2 * start.elapsed());
        for code in others {
            let quotient = solve(&code, MOST_HEAPS, &Budget::part_of(budget, more));
            results.push((code, period(&quotient)));
        }
    }
    budget.check().ok()?;
    Some(Done { representative, quotient, others: results })
}

fn store(database: &mut Connection, done: &Done, allowed: u64) -> Result<(), SurveyError> {
    let Done { representative, quotient, others } = done;
    let number = |n: u64| i64::try_from(n).unwrap_or(i64::MAX);
    let orders = quotient.orders();
    let growths = quotient.growths();
    let growths = growths.iter().map(|&heap| format!("{}@{heap}", orders[heap as usize - 1]));
    let why = match quotient.end() {
        End::Complete { .. } => None,
        End::Heaps => Some("heaps".to_owned()),
        End::Stopped(stopped) => Some(stopped.to_string()),
        End::Stuck(why) => Some((*why).to_owned()),
    };
    let found = period(quotient);
    let name = representative.to_string();
    let all = database.transaction()?;
    // On a busy machine more time may reach less: what was known stays.
    let known: Option<i64> = all
        .query_row("select heaps from misere_class where representative = ?", [&name], |row| {
            row.get(0)
        })
        .optional()?
        .flatten();
    if found.is_none() && known.is_some_and(|heaps| heaps > i64::from(quotient.heaps())) {
        all.execute(
            "update misere_class set milliseconds = ? where representative = ?",
            params![number(allowed), name],
        )?;
        all.commit()?;
        return Ok(());
    }
    all.execute(
        "update misere_class set status = ?, milliseconds = ?, heaps = ?, elements = ?,
             p_elements = ?, tame = ?, preperiod = ?, period = ?, growths = ?, at_least = ?,
             why = ?, certificate = ?
         where representative = ?",
        params![
            if found.is_some() { "complete" } else { "partial" },
            number(allowed),
            i64::from(quotient.heaps()),
            quotient.monoid().order() as i64,
            quotient.monoid().p_portion().len() as i64,
            quotient.is_tame(),
            found.map(|(preperiod, _)| number(preperiod)),
            found.map(|(_, period)| number(period)),
            growths.collect::<Vec<_>>().join(" "),
            quotient.growth().map(|growth| i64::from(growth.at_least)),
            why,
            quotient.certificate(representative).write(),
            name,
        ],
    )?;
    let itself = (representative.clone(), found);
    for (code, found) in others.iter().chain([&itself]) {
        all.execute(
            "update misere_code set complete = ?, preperiod = ?, period = ? where code = ?",
            params![
                found.is_some(),
                found.map(|(preperiod, _)| number(preperiod)),
                found.map(|(_, period)| number(period)),
                code.to_string(),
            ],
        )?;
    }
    all.commit()?;
    Ok(())
}

fn rows(database: &Connection, only: Option<&str>) -> Result<Vec<Row>, SurveyError> {
    let mut query = database.prepare(
        "select representative, codes, status, heaps, elements, tame, preperiod, period,
             milliseconds
         from misere_class where ?1 is null or representative = ?1
         order by length(representative), representative",
    )?;
    let number = |n: Option<i64>| n.map(|n| n as u64);
    let rows = query.query_map([only], |row| {
        Ok(Row {
            code: row.get(0)?,
            codes: row.get::<_, i64>(1)? as u64,
            status: row.get(2)?,
            heaps: number(row.get(3)?),
            order: number(row.get(4)?),
            tame: row.get(5)?,
            period: number(row.get(6)?).zip(number(row.get(7)?)),
            milliseconds: row.get::<_, i64>(8)? as u64,
        })
    })?;
    Ok(rows.collect::<Result<_, _>>()?)
}
