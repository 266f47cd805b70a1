//! What a target is, and one trial of one input.
//!
//! A trial runs under a budget and behind `catch_unwind`. A watchdog looks after what neither
//! ends: an input that runs far too long or takes far too much memory ends the program with a
//! report. The input in trial is also kept in a file, for a crash that leaves no time to report.

use std::fs;
use std::panic::{self, AssertUnwindSafe};
use std::path::PathBuf;
use std::process;
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// The time limit of one question.
pub(crate) const TIME: Duration = Duration::from_millis(200);
/// The memory limit of one question.
pub(crate) const MEMORY: u64 = 200_000_000;
/// A trial that takes longer has a loop that does not look at the budget.
const SLOW: Duration = Duration::from_secs(5);
/// When the watchdog ends the program.
const HANGS: Duration = Duration::from_secs(40);
/// Memory of the process at which the watchdog ends the program.
const FULL: u64 = 3_000_000_000;

/// Something that reads texts.
pub(crate) trait Target {
    /// How it is called on the command line.
    const NAME: &'static str;

    /// Texts to begin with.
    fn seeds(&self) -> Vec<String>;

    /// Words that mean something.
    fn dictionary(&self) -> Vec<String>;

    /// Reads a text. Says what sort of answer it gave, so that texts with new sorts of answers
    /// are kept and changed further; or what is wrong with the answer.
    fn run(&self, text: &str) -> Result<String, Finding>;
}

/// What should not be.
#[derive(Clone, Debug)]
pub(crate) struct Finding {
    /// Findings of the same sort are reported once.
    pub(crate) sort: String,
    /// The rest of the story.
    pub(crate) story: String,
}

impl Finding {
    pub(crate) fn new(sort: impl Into<String>, story: impl Into<String>) -> Finding {
        Finding { sort: sort.into(), story: story.into() }
    }
}

/// The text in trial and when it began.
static CURRENT: Mutex<Option<(String, Duration)>> = Mutex::new(None);
/// The message and the place of the last panic.
static PANIC: Mutex<Option<(String, String)>> = Mutex::new(None);

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Where the text in trial is kept.
fn last_input() -> PathBuf {
    let memory = PathBuf::from("/dev/shm");
    let folder = if memory.is_dir() { memory } else { std::env::temp_dir() };
    folder.join(format!("upstar-fuzz-{}.txt", process::id()))
}

/// Starts the watchdog and keeps panics quiet.
pub(crate) fn prepare() {
    panic::set_hook(Box::new(|info| {
        let place = info.location().map_or_else(String::new, ToString::to_string);
        *lock(&PANIC) = Some((info.to_string(), place));
    }));
    thread::spawn(|| {
        loop {
            thread::sleep(Duration::from_millis(200));
            let current = lock(&CURRENT).clone();
            let Some((text, start)) = current else { continue };
            let full = resident() > FULL;
            if full || clock().saturating_sub(start) > HANGS {
                let what = if full { "fills the memory" } else { "does not end" };
                println!("FOUND {what}\n  input: {text:?}");
                process::exit(3);
            }
        }
    });
}

/// Forgets the file with the text in trial.
pub(crate) fn finish() {
    let _ = fs::remove_file(last_input());
}

/// The memory of this process, where the system tells.
fn resident() -> u64 {
    let Ok(text) = fs::read_to_string("/proc/self/statm") else { return 0 };
    let pages = text.split_whitespace().nth(1).and_then(|n| n.parse::<u64>().ok());
    pages.unwrap_or(0).saturating_mul(4096)
}

/// The time the main thread has worked, where the system tells: other programs do not count.
/// Elsewhere the time since the first call.
fn clock() -> Duration {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    let text = fs::read_to_string("/proc/self/schedstat").unwrap_or_default();
    let nanos = text.split_whitespace().next().and_then(|n| n.parse().ok());
    nanos.map_or_else(|| START.elapsed(), Duration::from_nanos)
}

/// Tries one text; how long it took, and what came of it.
pub(crate) fn trial<T: Target>(target: &T, text: &str) -> (Duration, Result<String, Finding>) {
    let _ = fs::write(last_input(), text);
    let start = clock();
    *lock(&CURRENT) = Some((text.to_owned(), start));
    let outcome = panic::catch_unwind(AssertUnwindSafe(|| target.run(text)));
    *lock(&CURRENT) = None;
    let took = clock().saturating_sub(start);
    let result = outcome.unwrap_or_else(|_| {
        let (story, place) = lock(&PANIC).take().unwrap_or_default();
        Err(Finding::new(format!("panic at {place}"), story))
    });
    let result = match result {
        Ok(sort) if took > SLOW => {
            Err(Finding::new(format!("too slow: {sort}"), format!("took {took:?}")))
        }
        other => other,
    };
    (took, result)
}
