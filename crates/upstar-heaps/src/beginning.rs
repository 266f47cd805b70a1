//! The beginning of a sequence: so many values and no more, by a period where a theorem gives one.

use crate::period::Period;
use crate::sequence::{Engine, Statistics};
use upstar_base::{Budget, Stopped};

/// Why values cannot be listed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotListed {
    /// The engine does not keep this value any more.
    #[error("the value of heap {0} is not kept: only the first and the last values are")]
    Forgotten(u64),
    /// A value does not fit.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

/// The first values of a sequence, to be printed or saved.
///
/// ```
/// use upstar_base::Budget;
/// use upstar_heaps::beginning::Beginning;
/// use upstar_heaps::{Engine, engine, search};
/// let (code, budget) = (".77".parse()?, Budget::unlimited());
/// let period = search(&code, 2000, &budget, &mut ()).period.unwrap();
/// let mut kayles = engine(&code);
/// kayles.extend(200, &budget)?;
/// let long = Beginning::new(&*kayles, Some(&period), 1 << 40)?;
/// assert_eq!(long.value((1 << 40) - 1), kayles.value(75));
/// assert_eq!(Beginning::new(&*kayles, None, 11)?.len(), 11);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Beginning<'e> {
    engine: &'e dyn Engine,
    period: Option<&'e Period>,
    len: u64,
    statistics: Statistics,
}

impl<'e> Beginning<'e> {
    /// The first `len` values, which the engine knows or the period, if a theorem was applied,
    /// gives; an error when one of them is too large for a list or not kept.
    pub fn new(
        engine: &'e dyn Engine,
        period: Option<&'e Period>,
        len: u64,
    ) -> Result<Self, NotListed> {
        let mut beginning = Beginning { engine, period, len, statistics: Statistics::default() };
        // Without a saltus all values are among those that proved a period; with one the largest
        // is among the last ones.
        let rising = period.filter(|period| period.saltus > 0);
        let last = len - rising.map_or(0, |period| period.period.min(len));
        for n in (0..len.min(engine.len())).chain(last..rising.map_or(last, |_| len)) {
            let Some(value) = beginning.value(n) else {
                // An engine that knows so many values and has none here has forgotten it.
                let place = match period {
                    Some(period) if n >= engine.len() => {
                        period.place(n.into()).map_or(n, |(place, _)| place)
                    }
                    _ => n,
                };
                if place < engine.len() && engine.value(place).is_none() {
                    return Err(NotListed::Forgotten(place));
                }
                let limit = u32::MAX.into();
                return Err(Stopped::Limit { what: "a nim-value in a list", limit }.into());
            };
            beginning.statistics.meet(n, value);
        }
        Ok(beginning)
    }
}

impl Engine for Beginning<'_> {
    fn len(&self) -> u64 {
        self.len
    }

    /// It knows what it knows.
    fn extend(&mut self, to: u64, _: &Budget) -> Result<(), Stopped> {
        if to <= self.len {
            Ok(())
        } else {
            Err(Stopped::Limit { what: "the beginning of a sequence", limit: self.len })
        }
    }

    fn value(&self, n: u64) -> Option<u32> {
        if n >= self.len {
            return None;
        }
        match self.period {
            Some(period) if n >= self.engine.len() => {
                let (place, more) = period.place(n.into())?;
                u32::try_from(u128::from(self.engine.value(place)?).checked_add(more)?).ok()
            }
            _ => self.engine.value(n),
        }
    }

    fn bytes(&self) -> u64 {
        0
    }

    fn statistics(&self) -> Statistics {
        self.statistics
    }
}
