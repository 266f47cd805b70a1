//! Waiting for work that may take long, with an ear for signals.
//!
//! Python handles Ctrl-C in its main thread and only between its own instructions, so the work goes
//! to another thread and the caller comes back to the interpreter every few milliseconds.

use pyo3::prelude::*;
use std::sync::Arc;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;
use upstar_base::{Budget, Headway};

/// How often signals are heard.
const STEP: Duration = Duration::from_millis(40);
/// Deep games need deep stacks; only what is touched is used.
pub(crate) const STACK: usize = 256 << 20;

/// Does the work without the interpreter; a signal interrupts the budgets. `hear` is told how far
/// the work on the first of them is.
pub(crate) fn wait<T: Send>(
    py: Python<'_>,
    budgets: &[Arc<Budget>],
    hear: Option<&Py<PyAny>>,
    work: impl FnOnce() -> T + Send,
) -> PyResult<T> {
    let done = py.detach(|| {
        thread::scope(|scope| {
            let (sender, receiver) = channel();
            let builder = thread::Builder::new().name("upstar".to_owned()).stack_size(STACK);
            let worker = builder.spawn_scoped(scope, move || {
                // Known to the interpreter from the beginning: rules in Python come back to it a
                // million times, and to introduce a thread takes longer than a move.
                let result = Python::attach(|py| py.detach(work));
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
                            match (hear, budgets.first()) {
                                (Some(hear), Some(budget)) => tell(py, hear, &budget.headway()),
                                _ => Ok(()),
                            }
                        });
                        if let Err(error) = heard {
                            raised.get_or_insert(error);
                        }
                        // Again and again: work that was about to begin forgets the first time.
                        if raised.is_some() {
                            budgets.iter().for_each(|budget| budget.interrupt());
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

fn tell(py: Python<'_>, hear: &Py<PyAny>, headway: &Headway) -> PyResult<()> {
    hear.call1(py, (headway.what.to_string(), headway.done, headway.of)).map(|_| ())
}
