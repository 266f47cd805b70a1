//! Waiting for work that may take long, with an ear for signals.
//!
//! Python handles Ctrl-C in its main thread and only between its own instructions, so the work goes
//! to another thread and the caller comes back to the interpreter every few milliseconds.
//!
//! What threads share they have one at a time ([`in_turn`]). Invariant: only who has it sets and
//! interrupts its budget; a signal to a thread that still waits for its turn ends the waiting.

use crate::errors::plain;
use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::prelude::*;
use std::cell::RefCell;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, TryLockError};
use std::thread;
use std::time::{Duration, Instant};
use upstar_base::{Budget, Progress, Stopped};
use upstar_session::Kind;

/// How often signals are heard.
const STEP: Duration = Duration::from_millis(40);
/// Deep games need deep stacks; only what is touched is used.
pub(crate) const STACK: usize = 256 << 20;

/// After so many steps work that did not listen to its budget must be busy in Python.
const RINGS: u32 = 2;
/// How often a thread asks whether it is its turn.
const PATIENCE: Duration = Duration::from_millis(1);

thread_local! {
    /// Where the things are that this thread has in turn; it ends with its work.
    static HELD: RefCell<Vec<usize>> = const { RefCell::new(Vec::new()) };
}

/// The off switch of some work.
#[derive(Default)]
pub(crate) struct Off {
    /// What to interrupt, once the work has begun.
    budgets: OnceLock<Vec<Arc<Budget>>>,
    given_up: AtomicBool,
}

impl Off {
    /// For work on these budgets and no others.
    pub(crate) fn of(budgets: Vec<Arc<Budget>>) -> Off {
        Off { budgets: OnceLock::from(budgets), given_up: AtomicBool::new(false) }
    }

    fn interrupt(&self) {
        match self.budgets.get() {
            Some(budgets) => budgets.iter().for_each(|budget| budget.interrupt()),
            None => self.given_up.store(true, Ordering::Relaxed),
        }
    }

    fn headway(&self) -> Option<Progress> {
        self.budgets.get().and_then(|budgets| budgets.first()).map(|budget| budget.headway())
    }

    /// What is shared, when it is free.
    fn turn<'s, S>(
        &self,
        shared: &'s Mutex<S>,
        time: Option<Duration>,
    ) -> Result<MutexGuard<'s, S>, Stopped> {
        let begun = Instant::now();
        loop {
            match shared.try_lock() {
                Ok(shared) => return Ok(shared),
                Err(TryLockError::Poisoned(poisoned)) => return Ok(poisoned.into_inner()),
                Err(TryLockError::WouldBlock) => {}
            }
            if self.given_up.load(Ordering::Relaxed) {
                return Err(Stopped::Interrupted);
            }
            if let Some(time) = time.filter(|&time| begun.elapsed() >= time) {
                return Err(Stopped::Time(time));
            }
            thread::sleep(PATIENCE);
        }
    }
}

/// Does the work with something that threads share, as soon as it is free; `time` limits how long
/// to wait for it. `budget` tells what a signal interrupts from then on.
pub(crate) fn in_turn<S: Send, T: Send>(
    py: Python<'_>,
    shared: &Mutex<S>,
    time: Option<Duration>,
    hear: Option<&Py<PyAny>>,
    budget: impl FnOnce(&S) -> Arc<Budget> + Send,
    work: impl FnOnce(&mut S) -> T + Send,
) -> PyResult<Result<T, Stopped>> {
    let off = Off::default();
    let place = std::ptr::from_ref(shared).addr();
    if HELD.with_borrow(|held| held.contains(&place)) {
        let message = "these rules were asked for moves by a question to the same laboratory, which is not answered \
                       yet: they may ask another one, `rules(name, lab)` with a `Lab()`";
        return Err(plain(py, Kind::Unsupported, message));
    }
    wait(py, &off, hear, || {
        let mut shared = off.turn(shared, time)?;
        let _ = off.budgets.set(vec![budget(&shared)]);
        HELD.with_borrow_mut(|held| held.push(place));
        Ok(work(&mut shared))
    })
}

/// Does the work without the interpreter; a signal switches it off. `hear` is told how far it is.
pub(crate) fn wait<T: Send>(
    py: Python<'_>,
    off: &Off,
    hear: Option<&Py<PyAny>>,
    work: impl FnOnce() -> T + Send,
) -> PyResult<T> {
    let name = OnceLock::new();
    let named = &name;
    let done = py.detach(|| {
        thread::scope(|scope| {
            let (sender, receiver) = channel();
            let mut rings = 0;
            let builder = thread::Builder::new().name("upstar".to_owned()).stack_size(STACK);
            let worker = builder.spawn_scoped(scope, move || {
                // Known to the interpreter from the beginning: rules in Python come back to it a
                // million times, and to introduce a thread takes longer than a move.
                let result = Python::attach(|py| {
                    // Without a name it cannot be woken, which is no reason not to work.
                    let _ = name_of_thread(py).map(|name| named.set(name));
                    py.detach(work)
                });
                // The other end waits until the work is done.
                let _ = sender.send(result);
            })?;
            let mut raised = None;
            loop {
                match receiver.recv_timeout(STEP) {
                    Ok(result) => {
                        return Ok(match raised {
                            Some(error) => Err(error),
                            None => Ok(result),
                        });
                    }
                    Err(RecvTimeoutError::Timeout) => {
                        let heard = Python::attach(|py| {
                            py.check_signals()?;
                            match (hear, off.headway()) {
                                (Some(hear), Some(headway)) => tell(py, hear, &headway),
                                _ => Ok(()),
                            }
                        });
                        if let Err(error) = heard {
                            raised.get_or_insert(error);
                        }
                        // Again and again: work that was about to begin forgets the first time.
                        if raised.is_some() {
                            off.interrupt();
                            rings += 1;
                            if rings > RINGS
                                && let Some(&thread) = named.get()
                            {
                                let _ = Python::attach(|py| wake(py, thread));
                            }
                        }
                    }
                    Err(RecvTimeoutError::Disconnected) => match worker.join() {
                        Ok(()) => return Err(std::io::Error::other("the work had no end")),
                        Err(panic) => std::panic::resume_unwind(panic),
                    },
                }
            }
        })
    });
    done?
}

/// How Python calls the present thread.
fn name_of_thread(py: Python<'_>) -> PyResult<u64> {
    py.import("_thread")?.call_method0("get_ident")?.extract()
}

/// Ends a method of rules that runs on and on in another thread.
fn wake(py: Python<'_>, thread: u64) -> PyResult<()> {
    let ctypes = py.import("ctypes")?;
    let thread = ctypes.call_method1("c_ulong", (thread,))?;
    let error = ctypes.call_method1("py_object", (py.get_type::<PyKeyboardInterrupt>(),))?;
    let python = ctypes.getattr("pythonapi")?;
    python.call_method1("PyThreadState_SetAsyncExc", (thread, error)).map(|_| ())
}

fn tell(py: Python<'_>, hear: &Py<PyAny>, headway: &Progress) -> PyResult<()> {
    hear.call1(py, (headway.what.to_string(), headway.done, headway.of)).map(|_| ())
}
