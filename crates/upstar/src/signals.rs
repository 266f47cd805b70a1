//! Ctrl-C, SIGTERM and SIGHUP: the work is told to stop, and if it does not listen the program
//! ends without it.
//!
//! Whatever a command does, it ends soon after the first signal: the budget is interrupted, and
//! what is done can be saved and said. A loop that never looks at its budget, or a reader that
//! does not take the answer, gets a grace to come to an end; a command that keeps its state in a
//! file gets a longer one; then the program says so and ends. The grace is counted in work and in
//! looks, not in seconds (see [`patience`]): a busy machine changes nothing. A second signal ends
//! the program at once.
//!
//! On Unix the signals are blocked in all threads and one thread waits for them, so nothing runs
//! in the midst of something else.

mod patience;

use crate::{progress, report};
use anyhow::Result;
use patience::{Patience, TICK, ThreadObserver};
use std::io::{self, Write};
use std::num::NonZero;
use std::process;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, mpsc};
use std::thread;
use std::time::Duration;
use upstar_base::Budget;

/// When a terminal is told that a second Ctrl-C ends the program.
const HINT: Duration = Duration::from_millis(800);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Signal {
    /// Ctrl-C.
    Interrupt,
    /// Somebody wants the program to end.
    Terminate,
    /// The terminal is gone.
    HangUp,
}

impl Signal {
    /// The exit status of a program that was ended by it.
    fn status(self) -> i32 {
        128 + match self {
            Signal::HangUp => 1,
            Signal::Interrupt => 2,
            Signal::Terminate => 15,
        }
    }
}

/// What is being worked on; `None` between questions.
static WORK: Mutex<Option<Arc<Budget>>> = Mutex::new(None);
/// What is worked on besides, by other threads.
static BESIDES: Mutex<Vec<Arc<Budget>>> = Mutex::new(Vec::new());
/// Was the work told to stop already?
static TOLD: AtomicBool = AtomicBool::new(false);
/// Does the program go on after an interrupted question?
static GOES_ON: AtomicBool = AtomicBool::new(false);
/// Was the program told to end after the question at hand?
static ENDS: AtomicBool = AtomicBool::new(false);
/// How many hold something that must be saved.
static HELD: AtomicUsize = AtomicUsize::new(0);
/// Is nothing but answers wanted?
static IS_QUIET: AtomicBool = AtomicBool::new(false);
/// Questions so far.
static QUESTION: AtomicU64 = AtomicU64::new(0);

fn work() -> MutexGuard<'static, Option<Arc<Budget>>> {
    WORK.lock().unwrap_or_else(PoisonError::into_inner)
}

/// From now on a signal interrupts this budget.
pub(crate) fn begin(budget: &Arc<Budget>) {
    QUESTION.fetch_add(1, Ordering::Relaxed);
    if !ENDS.load(Ordering::Relaxed) {
        TOLD.store(false, Ordering::Relaxed);
    }
    *work() = Some(Arc::clone(budget));
}

/// From now on a signal interrupts this budget too.
pub(crate) fn also(budget: &Arc<Budget>) {
    let mut besides = besides();
    if !besides.iter().any(|known| Arc::ptr_eq(known, budget)) {
        besides.push(Arc::clone(budget));
    }
}

fn besides() -> MutexGuard<'static, Vec<Arc<Budget>>> {
    BESIDES.lock().unwrap_or_else(PoisonError::into_inner)
}

/// From now on a signal ends the program.
pub(crate) fn end() {
    besides().clear();
    QUESTION.fetch_add(1, Ordering::Relaxed);
    *work() = None;
}

/// Nothing but answers is wanted.
pub(crate) fn be_quiet() {
    IS_QUIET.store(true, Ordering::Relaxed);
}

/// Ctrl-C ends the question, not the program.
pub(crate) fn go_on_after_questions() {
    GOES_ON.store(true, Ordering::Relaxed);
}

/// Was the program told to end?
pub(crate) fn must_end() -> bool {
    ENDS.load(Ordering::SeqCst)
}

/// As long as this lives, there is something that must be saved.
pub(crate) struct Hold(());

/// There is something that must be saved.
pub(crate) fn hold() -> Hold {
    HELD.fetch_add(1, Ordering::Relaxed);
    Hold(())
}

impl Drop for Hold {
    fn drop(&mut self) {
        HELD.fetch_sub(1, Ordering::Relaxed);
    }
}

fn heard(signal: Signal) {
    let Some(budget) = work().clone() else {
        if HELD.load(Ordering::Relaxed) == 0 || TOLD.swap(true, Ordering::Relaxed) {
            leave(signal);
        }
        // The work is done, and its result is being saved.
        ENDS.store(true, Ordering::Relaxed);
        thread::spawn(move || enforce(signal));
        return;
    };
    if TOLD.swap(true, Ordering::Relaxed) {
        leave(signal);
    }
    let question = QUESTION.load(Ordering::Relaxed);
    let goes_on = signal == Signal::Interrupt && GOES_ON.load(Ordering::Relaxed);
    if !goes_on {
        // Before the work is told: a question that begins now must know.
        ENDS.store(true, Ordering::SeqCst);
    }
    budget.interrupt();
    besides().iter().for_each(|budget| budget.interrupt());
    if !goes_on {
        thread::spawn(move || enforce(signal));
    } else if progress::is_shown() {
        thread::spawn(move || {
            thread::sleep(HINT);
            if QUESTION.load(Ordering::Relaxed) == question {
                report::say("Ctrl-C once more ends the program\n");
            }
        });
    }
}

/// Ends the program if the work does not stop.
fn enforce(signal: Signal) -> ! {
    let cores = thread::available_parallelism().map_or(1, NonZero::get);
    let cores = u32::try_from(cores).unwrap_or(u32::MAX);
    let (mut observer, mut patience) = (ThreadObserver::new(), Patience::new(cores));
    let mut is_held = false;
    loop {
        thread::sleep(TICK);
        let was_held = std::mem::replace(&mut is_held, HELD.load(Ordering::Relaxed) > 0);
        if was_held && !is_held {
            // What is saved can still be said.
            (observer, patience) = (ThreadObserver::new(), Patience::new(cores));
        }
        if patience.is_over(&observer.look(), is_held) {
            progress::clear_if_possible();
            say_if_possible(
                "Error: stopped: interrupted; the work did not come to an end and was cut off",
            );
            leave(signal);
        }
    }
}

/// Says one line on stderr, unless `--quiet`. The line is dropped where nobody reads, or where
/// another thread is stuck while it writes.
fn say_if_possible(line: &'static str) {
    if IS_QUIET.load(Ordering::Relaxed) {
        return;
    }
    let observer = ThreadObserver::new();
    let (done, is_done) = mpsc::channel();
    thread::spawn(move || {
        let _ = writeln!(io::stderr(), "{line}");
        let _ = done.send(());
    });
    let mut stuck = 0;
    while stuck < 5 && is_done.recv_timeout(TICK).is_err() {
        stuck += u32::from(observer.new_threads_wait());
    }
}

fn leave(signal: Signal) -> ! {
    progress::clear_if_possible();
    terminal::restore();
    process::exit(signal.status())
}

/// Listens to signals from now on.
#[cfg(unix)]
pub(crate) fn listen() -> Result<()> {
    use anyhow::Context;
    use nix::sys::signal::{SigSet, Signal as Unix};

    let ignored = ignored();
    let wanted = [
        (Unix::SIGINT, Signal::Interrupt),
        (Unix::SIGTERM, Signal::Terminate),
        (Unix::SIGHUP, Signal::HangUp),
    ];
    // What was ignored from the start, as under nohup, stays so.
    let wanted = wanted.into_iter().filter(|&(unix, _)| ignored >> (unix as u32 - 1) & 1 == 0);
    let wanted: Vec<_> = wanted.collect();
    let set: SigSet = wanted.iter().map(|&(unix, _)| unix).collect();
    set.thread_block().context("cannot listen to signals")?;
    // A file that is too long is an error of the write, not the end of the program.
    SigSet::from(Unix::SIGXFSZ).thread_block().context("cannot listen to signals")?;
    thread::spawn(move || {
        while let Ok(unix) = set.wait() {
            if let Some(&(_, signal)) = wanted.iter().find(|(wanted, _)| *wanted == unix) {
                heard(signal);
            }
        }
    });
    Ok(())
}

/// The signals that are ignored, as bits from SIGHUP = 1 on.
#[cfg(unix)]
fn ignored() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0)
}

/// Listens to Ctrl-C from now on.
#[cfg(not(unix))]
pub(crate) fn listen() -> Result<()> {
    use anyhow::Context;
    ctrlc::set_handler(|| heard(Signal::Interrupt)).context("cannot listen to Ctrl-C")
}

/// A terminal that is read key by key is set back when the program ends in the midst of it.
pub(crate) mod terminal {
    #[cfg(unix)]
    static BEFORE: std::sync::Mutex<Option<nix::sys::termios::Termios>> =
        std::sync::Mutex::new(None);

    /// Keeps the state of the terminal.
    pub(crate) fn remember() {
        #[cfg(unix)]
        if let Ok(mut before) = BEFORE.lock() {
            *before = nix::sys::termios::tcgetattr(std::io::stdin()).ok();
        }
    }

    /// Goes back to the state that was kept.
    pub(crate) fn restore() {
        #[cfg(unix)]
        if let Ok(before) = BEFORE.lock()
            && let Some(before) = &*before
        {
            use nix::sys::termios::{SetArg, tcsetattr};
            let _ = tcsetattr(std::io::stdin(), SetArg::TCSANOW, before);
        }
    }
}
