//! What is found of one code: its period, or how far it has none.
//!
//! The result depends on the code and the limit alone: the sequence is looked at at the same
//! lengths whether it is computed at once or goes on from a state.

use upstar_base::{Budget, Stopped};
use upstar_heaps::checkpoint::{restored, state};
use upstar_heaps::search::{Watch, search_from};
use upstar_heaps::{Engine, Proof, Statistics, engine};
use upstar_rules::heap::code::HeapCode;

/// What is known of a code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// Preperiod, period and the name of the theorem, if proved.
    pub period: Option<(u64, u64, &'static str)>,
    /// How many values were computed.
    pub computed: u64,
    /// The largest value, and where it is first.
    pub largest: (u64, u64),
    /// How many values are rare, and the last of them.
    pub rares: (u64, u64),
    /// The text of a certificate, if proved.
    pub certificate: Option<String>,
    /// Why it is not the last word: what stopped it, with the state to go on from.
    pub stopped: Option<(Stopped, Vec<u8>)>,
}

impl Found {
    pub(super) fn so_far(computed: u64, statistics: &Statistics) -> Found {
        Found {
            period: None,
            computed,
            largest: (u64::from(statistics.largest), statistics.largest_at),
            rares: (statistics.rares, statistics.last_rare),
            certificate: None,
            stopped: None,
        }
    }
}

/// Who gets what is known so far, and a function that makes the state of it.
pub type Pause<'a> = dyn FnMut(Found, &dyn Fn() -> Vec<u8>) + 'a;

/// Computes at most `limit` values of a code, from a state of an earlier run if there is one; a
/// state that cannot be read costs time only. `pause` gets what is known so far and a function
/// that makes the state of it, now and then.
pub fn compute(
    code: &HeapCode,
    state: Option<&[u8]>,
    limit: u64,
    budget: &Budget,
    pause: &mut Pause<'_>,
) -> Found {
    let resumed = state.and_then(|body| restored(body, code, 1).ok());
    let from = resumed.unwrap_or_else(|| engine(code));
    let mut keeper = Keeper { code, pause, last: Vec::new() };
    let answer = search_from(from, code, limit, budget, &mut keeper);
    let proved = answer.period.as_ref().filter(|period| period.proof.is_some());
    let certificate = proved.and_then(|period| period.certificate(code, answer.computed));
    let theorem = proved.and_then(|period| period.proof.as_ref()).map_or("", Proof::name);
    Found {
        period: proved.map(|period| (period.preperiod, period.period, theorem)),
        certificate: certificate.map(|certificate| certificate.write()),
        stopped: answer.stopped.map(|stopped| (stopped, keeper.last)),
        ..Found::so_far(answer.computed, &answer.statistics)
    }
}

/// Hands the state of a search on.
struct Keeper<'a> {
    code: &'a HeapCode,
    pause: &'a mut Pause<'a>,
    /// The state at the end, if it was stopped.
    last: Vec<u8>,
}

impl Watch for Keeper<'_> {
    fn progress(&mut self, _: u64, _: Statistics) {}

    fn pause(&mut self, engine: &dyn Engine, stopped: bool) {
        if stopped {
            self.last = state(self.code, engine);
        } else {
            let found = Found::so_far(engine.len(), &engine.statistics());
            (self.pause)(found, &|| state(self.code, engine));
        }
    }
}
