//! From a code to its period: compute, look, compute more.
//!
//! The sequence is computed in growing portions and examined after each; every examination is
//! linear, so all of them together cost a constant factor.

use crate::auto::engine_on;
use crate::period::{Period, observe};
use crate::prover::Prover;
use crate::sequence::{Engine, Statistics};
use upstar_base::{Budget, Stopped};
use upstar_rules::heap::code::HeapCode;

/// Up to here the sequence is examined each time it has grown by a sixteenth, then by a quarter.
const OFTEN: u64 = 1 << 22;

/// How many values are known when a sequence of `len` values should be examined again.
pub(crate) fn after(len: u64) -> u64 {
    len.max(60).saturating_add(if len < OFTEN { len.max(64) / 16 } else { len / 4 })
}

/// What is told to somebody who watches a long computation.
pub trait Watch {
    /// So many values are known now; called several times a second.
    fn progress(&mut self, len: u64, statistics: Statistics);

    /// A good moment to save the state: called between examinations of the sequence, and when
    /// the budget stops the run.
    fn pause(&mut self, engine: &dyn Engine, stopped: bool) {
        let _ = (engine, stopped);
    }

    /// All values that were wanted are there, and no period is proved.
    fn exhausted(&mut self, _: &dyn Engine) {}
}

impl Watch for () {
    fn progress(&mut self, _: u64, _: Statistics) {}
}

/// After a stop, the values up to this many are still searched for a period that they show.
const SHORT: u64 = 1 << 20;

/// What a search for a period found.
#[derive(Clone, Debug)]
pub struct SearchAnswer {
    /// The period, proved or only observed.
    pub period: Option<Period>,
    /// Was it shown that what is observed cannot go on for ever?
    pub refuted: bool,
    /// How many values were computed: G(0), ..., G(computed - 1).
    pub computed: u64,
    /// What is known of the run.
    pub statistics: Statistics,
    /// Why the search ended before its limit without a proof.
    pub stopped: Option<Stopped>,
}

/// Computes until `len` values are known, tells about it now and then, counts them as headway and
/// charges the budget with the memory.
pub fn extend_watched(
    engine: &mut dyn Engine,
    len: u64,
    budget: &Budget,
    watch: &mut dyn Watch,
) -> Result<(), Stopped> {
    let mut portion = 1 << 10;
    while engine.len() < len {
        let start = std::time::Instant::now();
        let before = engine.bytes();
        let to = len.min(engine.len() + portion);
        let known = engine.len();
        let end = engine.extend(to, budget);
        budget.advance(engine.len() - known);
        match engine.bytes().checked_sub(before) {
            Some(more) => budget.charge(more)?,
            None => budget.refund(before - engine.bytes()),
        }
        end?;
        watch.progress(engine.len(), engine.statistics());
        // A portion may be too short for the engine to look at the budget itself.
        if engine.len() < len {
            budget.check()?;
        }
        match start.elapsed().as_millis() {
            0..10 => portion = portion.saturating_mul(2),
            10..40 => {}
            _ => portion = (portion / 2).max(1),
        }
    }
    Ok(())
}

/// Computes until `len` values are known or a period is proved that gives them.
pub fn extend_or_prove(
    engine: &mut dyn Engine,
    prover: &mut Prover,
    len: u64,
    budget: &Budget,
    watch: &mut dyn Watch,
) -> Result<Option<Period>, Stopped> {
    while engine.len() < len {
        let to = after(engine.len()).min(len);
        extend_watched(engine, to, budget, watch)?;
        if engine.len() < len
            && let Some(period) = prover.prove(engine, budget)?
        {
            return Ok(Some(period));
        }
    }
    Ok(None)
}

/// Looks for a period among the first `limit` values.
///
/// ```
/// use upstar_base::Budget;
/// let answer = upstar_heaps::search(&".77".parse()?, 2000, &Budget::unlimited(), &mut ());
/// let period = answer.period.unwrap();
/// assert_eq!((period.preperiod, period.period), (71, 12));
/// assert!(period.proof.is_some());
/// # Ok::<(), upstar_rules::PositionError>(())
/// ```
pub fn search(code: &HeapCode, limit: u64, budget: &Budget, watch: &mut dyn Watch) -> SearchAnswer {
    search_on(code, 1, limit, budget, watch)
}

/// Looks for a period among the first `limit` values, with so many threads.
pub fn search_on(
    code: &HeapCode,
    threads: usize,
    limit: u64,
    budget: &Budget,
    watch: &mut dyn Watch,
) -> SearchAnswer {
    search_from(engine_on(code, threads), code, limit, budget, watch)
}

/// Goes on with an engine of this code and looks for a period among the first `limit` values.
pub fn search_from(
    mut engine: Box<dyn Engine>,
    code: &HeapCode,
    limit: u64,
    budget: &Budget,
    watch: &mut dyn Watch,
) -> SearchAnswer {
    let mut prover = Prover::new(code);
    // An engine that goes on is looked at where one that begins would be.
    let after = |next: u64| next.saturating_add(if next < OFTEN { next / 16 } else { next / 4 });
    let mut next = 64;
    while next < engine.len() {
        next = after(next);
    }
    let (mut stopped, mut period) = (None, None);
    while period.is_none() && stopped.is_none() {
        let to = limit.min(next);
        let look = extend_watched(&mut *engine, to, budget, watch)
            .and_then(|()| prover.prove(&*engine, budget));
        match look {
            Ok(found) => period = found,
            Err(reason) => stopped = Some(reason),
        }
        if engine.len() >= limit {
            if period.is_none() && stopped.is_none() {
                watch.exhausted(&*engine);
            }
            break;
        }
        if period.is_none() {
            watch.pause(&*engine, stopped.is_some());
        }
        next = after(next);
    }
    if period.is_none() && (stopped.is_none() || engine.len() <= SHORT) {
        // After a stop the budget would refuse this look as well.
        period = observe(&*engine, &Budget::unlimited()).unwrap_or(None);
    }
    budget.refund(engine.bytes());
    let (computed, statistics) = (engine.len(), engine.statistics());
    let refuted = period.as_ref().is_some_and(|period| prover.refutes(period));
    SearchAnswer { period, refuted, computed, statistics, stopped }
}
