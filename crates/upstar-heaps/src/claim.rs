//! Checking a claimed period, with little memory where it is long.
//!
//! A short claim is checked by looking for the period: what is found is what is claimed or
//! refutes it. For a long one the sparse-space theorem ([`crate::period`]) needs two windows of values, one before s and
//! one before s + p, and nothing in between: the first is kept, the rest is forgotten. The period
//! is the least one if no window before s + p/q, q a prime factor of p, equals the first; the
//! preperiod is least if the values just before it and one period later differ.
//!
//! The places where windows are compared are the *stations*. A run that is resumed beyond a station
//! needs the [record] of that very comparison: without it the files are refused. What holds here is
//! what the engine computed; only the checker ([`Period::standing`]) makes it a proof.

mod record;

use crate::auto::engine_on;
use crate::checkpoint::{FileError, keeps_all, load_on, save};
use crate::period::{Period, Theorems, bounded_range};
use crate::search::{SearchAnswer, Watch, extend_watched, search_from};
use crate::sequence::{Engine, Statistics};
use record::{ClaimRecord, beside};
use std::path::Path;
use std::time::{Duration, Instant};
use upstar_base::{Budget, Stopped, file};
use upstar_rules::heap::code::HeapCode;

/// The length of the windows that are compared.
const WINDOW: u64 = 1 << 17;

/// A claim that starts before this is short, and so is one that needs no more values than
/// [`SHORT`]: windows would lie among the rare values, or all values can be kept as well.
const EARLY: u64 = 1 << 17;
const SHORT: u64 = 1 << 18;

/// The longest claim that is checked by looking for the period.
const LONGEST_SEARCH: u64 = 1 << 26;

/// How many values are computed before the middle is forgotten.
const WARM_UP: u64 = 1 << 22;

/// The largest preperiod and period of a claim.
const MOST: u64 = 1_000_000_000_000_000;

/// G(n + period) = G(n) for all n >= preperiod, both numbers being least.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Claim {
    /// The least index from which the values repeat.
    pub preperiod: u64,
    /// The least period.
    pub period: u64,
}

/// What became of a claim.
#[derive(Debug)]
pub enum Claimed {
    /// It holds, as far as the engine can tell: all its comparisons agree with the theorem.
    Holds(Box<SearchAnswer>),
    /// It is false; the text says why.
    Refuted(String),
    /// It is neither proved nor refuted; the text says why.
    Open(String),
    /// The budget ended the run after so many values.
    Stopped(Stopped, u64),
}

/// Why a claim cannot be checked.
#[derive(Debug, thiserror::Error)]
pub enum ClaimError {
    /// The theorem does not apply.
    #[error("{0}")]
    NotSparse(String),
    /// A file cannot be used.
    #[error(transparent)]
    File(#[from] FileError),
}

impl Claim {
    /// How many values are computed; `None` when the numbers are too large.
    pub fn length(&self, code: &HeapCode) -> Option<u64> {
        self.start(code)?.checked_add(self.period)
    }

    /// The position s before which the first window ends: it starts at the preperiod.
    fn start(&self, code: &HeapCode) -> Option<u64> {
        let reach = code.reach()?;
        let sizes = self.preperiod.max(self.period) <= MOST;
        self.preperiod.checked_add(WINDOW).filter(|&s| sizes && s > reach)
    }

    /// The stations after s, increasing; the last is the end of the claim.
    fn stations(&self, start: u64) -> Vec<u64> {
        let factors = prime_factors(self.period).into_iter();
        let mut stations: Vec<u64> = factors.map(|q| start + self.period / q).collect();
        stations.push(start + self.period);
        stations.sort_unstable();
        stations.dedup();
        stations
    }

    /// Checks the claim with so many threads; with a file the run can be interrupted and resumed.
    pub fn check(
        &self,
        code: &HeapCode,
        threads: usize,
        file: Option<&Path>,
        budget: &Budget,
        watch: &mut dyn Watch,
    ) -> Result<Claimed, ClaimError> {
        let (engine, saved) = (engine_on(code, threads), Instant::now());
        let mut run = ClaimRun { claim: *self, code, threads, engine, file, budget, watch, saved };
        match run.check() {
            // A limit that comes while a file is read is a limit like any other.
            Err(ClaimError::File(FileError::File(file::FileError::Stopped(stopped)))) => {
                Ok(Claimed::Stopped(stopped, 0))
            }
            end => end,
        }
    }

    /// For a short claim: how many values surely decide it by the theorem for boundedly many
    /// heaps, and leave room for the other one.
    fn needed(&self, code: &HeapCode) -> Option<u64> {
        let sum = self.preperiod.checked_add(self.period).filter(|_| self.period > 0)?;
        let Theorems { bounded, sparse, arithmetic, .. } = Theorems::of(code);
        if arithmetic {
            // As many as the theorems for tails and for a saltus ask for in most cases.
            let needed = sum.saturating_mul(16).saturating_add(1 << 10);
            return (needed <= LONGEST_SEARCH).then_some(needed);
        }
        if bounded.is_none() && sparse.is_none() {
            return None;
        }
        let (heaps, reach) = bounded.or(sparse.map(|reach| (2, reach)))?;
        let needed = bounded_range(heaps, reach, self.preperiod, self.period);
        let needed = needed.saturating_add(sum).saturating_add(1 << 16);
        let early = self.preperiod < EARLY || sparse.is_none();
        (needed <= SHORT || early && needed <= LONGEST_SEARCH).then_some(needed)
    }
}

/// Saves the state of a search when it stops.
struct SearchSaver<'a> {
    code: &'a HeapCode,
    file: Option<&'a Path>,
    watch: &'a mut dyn Watch,
    failed: Option<FileError>,
}

impl Watch for SearchSaver<'_> {
    fn progress(&mut self, len: u64, statistics: Statistics) {
        self.watch.progress(len, statistics);
    }

    fn pause(&mut self, engine: &dyn Engine, stopped: bool) {
        if let Some(file) = self.file.filter(|_| stopped)
            && let Err(error) = save(file, self.code, engine)
        {
            self.failed = Some(error);
        }
    }
}

/// A check of a claim.
struct ClaimRun<'a> {
    claim: Claim,
    code: &'a HeapCode,
    threads: usize,
    engine: Box<dyn Engine>,
    file: Option<&'a Path>,
    budget: &'a Budget,
    watch: &'a mut dyn Watch,
    saved: Instant,
}

impl ClaimRun<'_> {
    fn check(&mut self) -> Result<Claimed, ClaimError> {
        let (claim, code) = (self.claim, self.code);
        let not = |why: &str| ClaimError::NotSparse(why.to_owned());
        if let Some(needed) = claim.needed(code) {
            return self.look(needed);
        }
        let reach = Theorems::of(code).sparse;
        let reach = reach.ok_or_else(|| {
            not(
                "no theorem speaks of such a code and such numbers: the sparse-space theorem needs \
                 at most two heaps",
            )
        })?;
        let start = claim.start(code).zip(claim.length(code)).filter(|_| claim.period > 0);
        let (start, end) = start.ok_or_else(|| not("the numbers are out of range"))?;
        let stations = claim.stations(start);
        let record = self.resume(&stations)?;
        self.budget.advance(self.engine.len());
        let mut record = match record {
            Some(record) => record,
            None => match self.first_window(start)? {
                Ok(record) => record,
                Err(stopped) => return Ok(Claimed::Stopped(stopped, self.engine.len())),
            },
        };
        for &station in &stations {
            if self.engine.len() > station {
                // `resume` has seen that this comparison is recorded.
                continue;
            }
            if let Err(stopped) = self.extend(station)? {
                return Ok(Claimed::Stopped(stopped, self.engine.len()));
            }
            let Some(window) = self.window(station) else {
                return Ok(Claimed::Open("the last window was forgotten".to_owned()));
            };
            let same = window == record.first;
            if same && station < end {
                let period = station - start;
                let shorter = Claim { period, ..claim };
                return Ok(match self.conclude(shorter, &record, start, reach)? {
                    Claimed::Open(why) => Claimed::Open(why),
                    _ => Claimed::Refuted(format!("{period} is a period as well")),
                });
            }
            if !same && station == end {
                let place = record.first.iter().zip(&window).position(|(x, y)| x != y);
                let at = start - WINDOW + place.unwrap_or(0) as u64;
                let then = at + claim.period;
                return Ok(Claimed::Refuted(format!("G({at}) and G({then}) differ")));
            }
            if station < end && !record.passed.contains(&station) {
                record.passed.push(station);
                if let Some(file) = self.file {
                    record.save(file, code, claim)?;
                }
            }
        }
        self.conclude(claim, &record, start, reach)
    }

    /// Goes on with the engine that was saved, if there is one; returns what it has compared so far if
    /// it is beyond s.
    ///
    /// Invariant: the engine is not beyond a station that the record does not list, nor beyond the
    /// end of the claim; without a record it is not beyond s.
    fn resume(&mut self, stations: &[u64]) -> Result<Option<ClaimRecord>, ClaimError> {
        let Some(file) = self.file else { return Ok(None) };
        let record = ClaimRecord::load(file, self.code, self.claim, self.budget)?;
        let Some(engine) = load_on(file, self.code, self.threads, self.budget)? else {
            // A record without its checkpoint saves nothing.
            return Ok(None);
        };
        self.engine = engine;
        let (len, start) = (self.engine.len(), self.claim.start(self.code).unwrap_or(0));
        if len <= start {
            return Ok(None);
        }
        let foreign = |what: String| {
            self.budget.refund(self.engine.bytes());
            ClaimError::File(FileError::Foreign { path: file.to_owned(), what })
        };
        let advice = "name another file, or remove this one to start the check again";
        let end = stations.last().copied().unwrap_or(0);
        if len > end {
            return Err(foreign(format!(
                "it holds {len} values, more than the {end} of this claim; {advice}"
            )));
        }
        let Some(record) = record else {
            let beside = beside(file);
            let beside = beside.display();
            return Err(foreign(format!(
                "it holds {len} values, and {beside} with the comparisons of this claim does not \
                 exist; {advice}"
            )));
        };
        let missing = |&&station: &&u64| station < len && !record.passed.contains(&station);
        if let Some(station) = stations.iter().find(missing) {
            return Err(foreign(format!(
                "it holds {len} values, and no comparison at {station} is recorded; {advice}"
            )));
        }
        Ok(Some(record))
    }

    /// Looks for the period among the first `needed` values and compares.
    fn look(&mut self, needed: u64) -> Result<Claimed, ClaimError> {
        let ClaimRun { claim, code, file, budget, .. } = *self;
        if let Some(file) = file
            && let Some(engine) = load_on(file, code, self.threads, budget)?
        {
            self.engine = engine;
        }
        if let Some(file) = file
            && !keeps_all(&*self.engine)
        {
            budget.refund(self.engine.bytes());
            let what = "it keeps only the first and the last values, for a longer claim; name \
                        another file";
            let (path, what) = (file.to_owned(), what.to_owned());
            return Err(FileError::Foreign { path, what }.into());
        }
        let engine = std::mem::replace(&mut self.engine, engine_on(code, 1));
        let mut keeper = SearchSaver { code, file, watch: &mut *self.watch, failed: None };
        let answer = search_from(engine, code, needed, budget, &mut keeper);
        if let Some(error) = keeper.failed {
            return Err(error.into());
        }
        Ok(match answer {
            SearchAnswer {
                period: Some(Period { preperiod, period, proof: Some(_), .. }), ..
            } => {
                if (preperiod, period) == (claim.preperiod, claim.period) {
                    return Ok(Claimed::Holds(Box::new(answer)));
                }
                Claimed::Refuted(format!("the period is {period} from {preperiod} on"))
            }
            SearchAnswer { stopped: Some(stopped), computed, .. } => {
                Claimed::Stopped(stopped, computed)
            }
            SearchAnswer { computed, .. } => {
                Claimed::Open(format!("{computed} values are not enough for a theorem"))
            }
        })
    }

    /// All windows agree: the remaining hypotheses of the theorem.
    fn conclude(
        &self,
        claim: Claim,
        record: &ClaimRecord,
        start: u64,
        reach: u64,
    ) -> Result<Claimed, ClaimError> {
        let engine = &*self.engine;
        let Some((mask, rares)) = engine.rares() else {
            return Ok(Claimed::Open("no sparse space was found".to_owned()));
        };
        let last_rare = rares.last().map_or(0, |rare| rare.at);
        let longest_proof = engine.proof_length_since(start);
        let far = last_rare.max(longest_proof);
        if WINDOW < far + reach {
            let needed = far + reach;
            let why = format!("windows of {WINDOW} values are too short: {needed} are needed");
            return Ok(Claimed::Open(why));
        }
        if start - WINDOW <= far {
            let why = format!("the values up to {far} are not sparse, and the claim starts there");
            return Ok(Claimed::Open(why));
        }
        let even = mask.position.is_some() || Theorems::of(self.code).even;
        if even && !claim.period.is_multiple_of(2) {
            return Ok(Claimed::Open("the theorem needs an even period here".to_owned()));
        }
        if let Some(edge) = claim.preperiod.checked_sub(1) {
            let later = engine.value(edge + claim.period);
            if record.edge.is_none() || later.is_none() {
                let why = format!("the values may repeat already from {edge} on");
                return Ok(Claimed::Open(why));
            }
            if record.edge == later {
                let why = format!("the values repeat already from {edge} on");
                return Ok(Claimed::Refuted(why));
            }
        }
        let Claim { preperiod, period } = claim;
        let proof = Some(mask.theorem(reach, [last_rare, longest_proof, WINDOW, period]));
        let period = Period { period, preperiod, saltus: 0, proof };
        Ok(Claimed::Holds(Box::new(SearchAnswer {
            period: Some(period),
            computed: engine.len(),
            statistics: engine.statistics(),
            refuted: false,
            stopped: None,
        })))
    }

    /// Computes up to `len` values, saving now and then.
    fn extend(&mut self, len: u64) -> Result<Result<(), Stopped>, ClaimError> {
        let mut portion = 1 << 20;
        while self.engine.len() < len {
            if self.engine.len() >= WARM_UP {
                self.engine.forget();
            }
            let start = Instant::now();
            let to = len.min(self.engine.len() + portion);
            let end = extend_watched(&mut *self.engine, to, self.budget, self.watch);
            if start.elapsed() < Duration::from_secs(1) {
                portion *= 2;
            }
            if end.is_err() || self.saved.elapsed() > Duration::from_secs(30) {
                self.save()?;
            }
            if let Err(stopped) = end {
                return Ok(Err(stopped));
            }
        }
        Ok(Ok(()))
    }

    fn save(&mut self) -> Result<(), ClaimError> {
        if let Some(file) = self.file {
            save(file, self.code, &*self.engine)?;
        }
        self.saved = Instant::now();
        Ok(())
    }

    /// The values of the window that ends before `end`.
    fn window(&self, end: u64) -> Option<Vec<u32>> {
        let mut values = vec![0; WINDOW as usize];
        self.engine.read(end - WINDOW, &mut values).then_some(values)
    }

    /// Computes the first window, and starts a record with it.
    fn first_window(&mut self, start: u64) -> Result<Result<ClaimRecord, Stopped>, ClaimError> {
        let claim = self.claim;
        if let Err(stopped) = self.extend(start)? {
            return Ok(Err(stopped));
        }
        let first = self.window(start);
        let first = first.ok_or_else(|| {
            ClaimError::NotSparse("the engine does not keep enough values".to_owned())
        })?;
        let edge = claim.preperiod.checked_sub(1).and_then(|n| self.engine.value(n));
        let record = ClaimRecord { edge, first, passed: Vec::new() };
        if let Some(file) = self.file {
            record.save(file, self.code, claim)?;
            self.save()?;
        }
        Ok(Ok(record))
    }
}

fn prime_factors(mut n: u64) -> Vec<u64> {
    let mut factors = Vec::new();
    let mut prime = 2;
    while n > 1 {
        if prime * prime > n {
            prime = n;
        }
        if n.is_multiple_of(prime) {
            factors.push(prime);
            while n.is_multiple_of(prime) {
                n /= prime;
            }
        } else {
            prime += 1;
        }
    }
    factors
}
