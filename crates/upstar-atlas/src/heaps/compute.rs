//! What is found of one code: its period, or how far it has none.
//!
//! The result depends on the code and the limit alone: the sequence is looked at at the same
//! lengths whether it is computed at once or goes on from a state. Which values the engine takes for
//! rare depends on its past, so at the end they are counted anew, under the best mask for all values.

use crate::accepted;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use upstar_base::file::sealed::checksum;
use upstar_base::{Budget, Stopped};
use upstar_heaps::checkpoint::{each_value, restored, state};
use upstar_heaps::mask::{Histogram, Mask};
use upstar_heaps::search::{Watch, search_from};
use upstar_heaps::{Breaks, Engine, EngineChoice, Statistics, engine};
use upstar_proof::Theorem;
use upstar_rules::heap::code::HeapCode;

/// What is known of a code.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct HeapFinding {
    /// Preperiod, period and the name of the theorem, if one was applied; proved only once the checker
    /// has accepted the certificate.
    pub period: Option<(u64, u64, String)>,
    /// What is added in each period, if a theorem was applied.
    pub saltus: Option<u64>,
    /// How many values were computed.
    pub computed: u64,
    /// The largest value, and where it is first.
    pub largest: (u64, u64),
    /// How many values are rare, and the last of them: under the mask for which they are fewest, and
    /// 0 if that is more than a third.
    pub rares: (u64, u64),
    /// The bits of values that this mask looks at, and whether it looks at the parity of positions:
    /// the parity that breaking digits share. Only where rare values are counted or prove a period.
    pub mask: Option<(u32, Option<u8>)>,
    /// The text of a certificate, if a theorem was applied.
    pub certificate: Option<String>,
}

impl HeapFinding {
    pub(super) fn so_far(computed: u64, statistics: &Statistics) -> HeapFinding {
        HeapFinding {
            period: None,
            saltus: None,
            computed,
            largest: (u64::from(statistics.largest), statistics.largest_at),
            rares: (statistics.rares, statistics.last_rare),
            mask: None,
            certificate: None,
        }
    }
}

/// Who gets what is known so far, and a function that makes the state of it.
pub type Pause<'a> = dyn FnMut(HeapFinding, &dyn Fn() -> Vec<u8>) + 'a;

/// Computes at most `limit` values of a code, from a state of an earlier run if there is one; a
/// state that cannot be read costs time only. `pause` gets what is known so far and a function
/// that makes the state of it, now and then. What stopped it comes with the state to go on from.
pub fn compute(
    code: &HeapCode,
    state: Option<&[u8]>,
    limit: u64,
    budget: &Arc<Budget>,
    pause: &mut Pause<'_>,
) -> (HeapFinding, Option<(Stopped, Vec<u8>)>) {
    let resumed = state.and_then(unsealed).and_then(|body| restored(body, code, 1).ok());
    let from = resumed.unwrap_or_else(|| engine(code));
    let mut keeper = StateKeeper { code, pause, last: Vec::new(), rares: None };
    let answer = search_from(from, code, limit, budget, &mut keeper);
    let proved = answer.period.as_ref().filter(|period| period.proof.is_some());
    let certificate = proved.and_then(|period| period.certificate(code, answer.computed));
    if let Some(certificate) = &certificate {
        // Here and not where it is recorded: this is done by several threads.
        accepted::standing(certificate, budget);
    }
    let proof = proved.and_then(|period| period.proof.as_ref());
    let theorem = proof.map_or("", Theorem::name);
    let mask = match (proof, &keeper.rares) {
        (Some(&Theorem::SparseSpace { mask: bits, position, .. }), _) => {
            Some(Mask { bits, position })
        }
        (None, Some(rares)) => rares.mask,
        _ => None,
    };
    let so_far = HeapFinding::so_far(answer.computed, &answer.statistics);
    let found = HeapFinding {
        period: proved.map(|period| (period.preperiod, period.period, theorem.to_owned())),
        saltus: proved.map(|period| period.saltus),
        certificate: certificate.map(|certificate| certificate.write()),
        rares: keeper.rares.map_or(so_far.rares, |rares| (rares.count, rares.last)),
        mask: mask.map(|mask| (mask.bits, mask.position)),
        ..so_far
    };
    (found, answer.stopped.map(|stopped| (stopped, keeper.last)))
}

/// A state with its checksum: what was damaged in a database must not be gone on from.
fn sealed(mut body: Vec<u8>) -> Vec<u8> {
    body.extend(checksum(&body).to_le_bytes());
    body
}

/// The state under a checksum, if it is whole.
fn unsealed(bytes: &[u8]) -> Option<&[u8]> {
    let (body, sum) = bytes.split_last_chunk::<8>()?;
    (u64::from_le_bytes(*sum) == checksum(body)).then_some(body)
}

/// Hands the state of a search on.
struct StateKeeper<'a> {
    code: &'a HeapCode,
    pause: &'a mut Pause<'a>,
    /// The state at the end, if it was stopped.
    last: Vec<u8>,
    /// The rare values at the end, if nothing stopped it.
    rares: Option<Rares>,
}

/// The rare values of a sequence under the best mask.
#[derive(Clone, Copy, Default)]
struct Rares {
    /// The mask; none if too many values are rare under any.
    mask: Option<Mask>,
    count: u64,
    last: u64,
}

impl Watch for StateKeeper<'_> {
    fn progress(&mut self, _: u64, _: Statistics) {}

    fn pause(&mut self, engine: &dyn Engine, stopped: bool) {
        if stopped {
            self.last = sealed(state(self.code, engine));
        } else {
            let found = HeapFinding::so_far(engine.len(), &engine.statistics());
            (self.pause)(found, &|| sealed(state(self.code, engine)));
        }
    }

    fn exhausted(&mut self, engine: &dyn Engine) {
        self.rares = rares(self.code, engine);
    }
}

/// The rare values under the best mask for all of them; `None` for games without a sparse space, or
/// if not all values are kept.
fn rares(code: &HeapCode, engine: &dyn Engine) -> Option<Rares> {
    if EngineChoice::of(code) != EngineChoice::Sparse {
        return None;
    }
    let parity = Breaks::from_code(code)?.break_parity().and_then(|p| u8::try_from(p).ok());
    let mut histogram = Histogram::new(parity);
    let (mut read, mut largest) = (0, 0);
    each_value(engine, |value| {
        histogram.add(read, value);
        (read, largest) = (read + 1, value.max(largest));
    });
    if read < engine.len() {
        return None;
    }
    let (mask, count) = histogram.best_mask((32 - largest.leading_zeros()).max(1));
    if count.saturating_mul(3) > read {
        return Some(Rares::default());
    }
    let (mut n, mut rares, mut last) = (0, 0, 0);
    each_value(engine, |value| {
        if n > 0 && mask.is_rare(n, value) {
            (rares, last) = (rares + 1, n);
        }
        n += 1;
    });
    Some(Rares { mask: Some(mask), count: rares, last })
}
