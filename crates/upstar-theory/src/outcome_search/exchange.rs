//! What searches for the same winner in several threads tell each other.
//!
//! Each has its own components, rests and table; what took some work to prove is told to the
//! others, and each says what it is searching, so that where one move after the other must
//! be refuted each takes another one. The first move of a state is nobody's own: most often it
//! decides the state, so other searches help with it (young brothers wait: Feldmann, 1993).
//!
//! Invariant: an answer rests only on proofs, and these hold whichever search has found them. Who
//! searches what only changes the time it takes.

use super::proved::Proved;
use rustc_hash::FxHashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The least number of states searched for a proof that is shared.
pub(super) const WORTH_TELLING: u64 = 8;

/// A box for the letters to each of the searches, and what they are busy with.
pub(super) struct Letterboxes<P> {
    letters: Vec<Mutex<Vec<Arc<Proved<P>>>>>,
    busy: Mutex<FxHashMap<u64, u32>>,
}

fn open<T>(lock: &Mutex<T>) -> MutexGuard<'_, T> {
    lock.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A place at the exchange.
pub(super) struct Seat<P> {
    exchange: Arc<Letterboxes<P>>,
    own: usize,
}

impl<P> Seat<P> {
    /// So many places at one exchange.
    pub(super) fn row(count: usize) -> Vec<Seat<P>> {
        let letters = (0..count).map(|_| Mutex::default()).collect();
        let exchange = Arc::new(Letterboxes { letters, busy: Mutex::default() });
        (0..count).map(|own| Seat { exchange: Arc::clone(&exchange), own }).collect()
    }

    /// Tells all others.
    pub(super) fn tell(&self, proved: Proved<P>) {
        let proved = Arc::new(proved);
        let others = self.exchange.letters.iter().enumerate().filter(|(i, _)| *i != self.own);
        others.for_each(|(_, letters)| open(letters).push(Arc::clone(&proved)));
    }

    /// What the others have told since it was asked last.
    pub(super) fn news(&self) -> Vec<Arc<Proved<P>>> {
        std::mem::take(&mut *open(&self.exchange.letters[self.own]))
    }

    /// The state with this hash is searched from now on.
    pub(super) fn begin(&self, hash: u64) {
        *open(&self.exchange.busy).entry(hash).or_default() += 1;
    }

    /// It is searched no more, by this one.
    pub(super) fn end(&self, hash: u64) {
        let mut busy = open(&self.exchange.busy);
        if let Some(count) = busy.get_mut(&hash) {
            *count -= 1;
            if *count == 0 {
                busy.remove(&hash);
            }
        }
    }

    /// Is it searched by anybody?
    pub(super) fn is_busy(&self, hash: u64) -> bool {
        open(&self.exchange.busy).contains_key(&hash)
    }
}
