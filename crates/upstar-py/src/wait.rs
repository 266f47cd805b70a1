//! Waiting for work that may take long, with an ear for signals.
//!
//! Python handles Ctrl-C in its main thread and only between its own instructions, so the work goes
//! to another thread and the caller comes back to the interpreter every few milliseconds. What a
//! signal ends it ends through the [`CancelToken`] of the library.

use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::prelude::*;
use std::sync::OnceLock;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;
use upstar::{CancelToken, Limits, Progress};

/// How often signals are heard.
const STEP: Duration = Duration::from_millis(40);
/// Deep games need deep stacks; only what is touched is used.
pub(crate) const STACK: usize = 256 << 20;

/// After so many steps work that did not listen to its token must be busy in Python.
const RINGS: u32 = 2;

/// Does the work without the interpreter, within limits; a signal cancels it. `hear` is told how
/// far it is.
pub(crate) fn wait<T: Send>(
    py: Python<'_>,
    limits: Limits,
    hear: Option<&Py<PyAny>>,
    work: impl FnOnce(&CancelToken) -> T + Send,
) -> PyResult<T> {
    let (name, token) = (OnceLock::new(), CancelToken::new());
    let (named, used) = (&name, &token);
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
                    py.detach(|| used.run(limits, || work(used)))
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
                            match (hear, token.progress()) {
                                (Some(hear), Some(progress)) => tell(py, hear, &progress),
                                _ => Ok(()),
                            }
                        });
                        if let Err(error) = heard {
                            raised.get_or_insert(error);
                        }
                        // Again and again: work that was about to begin forgets the first time.
                        if raised.is_some() {
                            token.cancel();
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

fn tell(py: Python<'_>, hear: &Py<PyAny>, progress: &Progress) -> PyResult<()> {
    hear.call1(py, (progress.what.to_string(), progress.done, progress.of)).map(|_| ())
}
