//! Which theorem proves a period of the values that are known.
//!
//! The theorems of [`crate::period`] are asked whenever the sequence has grown; those of
//! [`crate::arithmetic`] for codes of any length only if the values show a regularity, and after
//! an attempt that failed not before the sequence has grown by half. A regularity that is refuted
//! is not tried again.

use crate::arithmetic::{Digits, PeriodClaim, SeenPeriod, arithmetic, tails_range};
use crate::period::{Period, Theorems, observed, prove};
use crate::sequence::Engine;
use upstar_base::{Budget, Stopped};
use upstar_proof::Theorem;
use upstar_rules::heap::code::HeapCode;

/// Looks for a proof again and again, as a sequence grows.
///
/// ```
/// use upstar_base::Budget;
/// use upstar_heaps::{Prover, engine};
/// let (code, budget) = (".8".parse()?, Budget::unlimited());
/// let (mut prover, mut engine) = (Prover::new(&code), engine(&code));
/// engine.extend(40, &budget)?;
/// let period = prover.prove(&*engine, &budget)?.unwrap();
/// assert_eq!((period.preperiod, period.period, period.saltus), (1, 3, 1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Prover {
    theorems: Theorems,
    digits: Option<Digits>,
    /// How many values must be known for the next attempt.
    next: u64,
    refuted: Option<SeenPeriod>,
}

impl Prover {
    /// For the sequence of this code.
    pub fn new(code: &HeapCode) -> Prover {
        let theorems = Theorems::of(code);
        let digits = Digits::of(code).filter(|_| theorems.arithmetic || theorems.tails);
        Prover { theorems, digits, next: 0, refuted: None }
    }

    /// Looks for a period that can be proved with the values that the engine knows.
    pub fn prove(
        &mut self,
        engine: &dyn Engine,
        budget: &Budget,
    ) -> Result<Option<Period>, Stopped> {
        if let Some(period) = prove(self.theorems, engine, budget)? {
            return Ok(Some(period));
        }
        let len = engine.len();
        let Some(digits) = self.digits.as_ref().filter(|_| len >= self.next) else {
            return Ok(None);
        };
        let Some((values, seen)) = observed(engine, budget)? else { return Ok(None) };
        if self.refuted == Some(seen) {
            return Ok(None);
        }
        let SeenPeriod { preperiod, period, saltus } = seen;
        let (e, p) = (preperiod as u64, period as u64);
        let proof = if saltus == 0 {
            let range = tails_range(digits, e, p).filter(|_| self.theorems.tails);
            range.filter(|&(_, needed)| needed <= len).map(|(distance, _)| Theorem::Tails {
                heaps: digits.most_heaps() as u64,
                head: digits.head() as u64,
                tail: digits.tail() as u64,
                distance,
            })
        } else {
            match arithmetic(digits, &values, seen, budget)? {
                PeriodClaim::Proved(theorem) => Some(theorem),
                PeriodClaim::Refuted => {
                    self.refuted = Some(seen);
                    return Ok(None);
                }
                PeriodClaim::Open => {
                    self.next = len + len / 2;
                    None
                }
            }
        };
        Ok(proof.map(|proof| Period { period: p, preperiod: e, saltus, proof: Some(proof) }))
    }

    /// Was it shown that this regularity cannot go on for ever?
    pub fn refutes(&self, period: &Period) -> bool {
        let Some(SeenPeriod { preperiod, period: p, saltus }) = self.refuted else { return false };
        (preperiod as u64, p as u64, saltus) == (period.preperiod, period.period, period.saltus)
    }
}
