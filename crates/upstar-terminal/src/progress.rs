//! What a terminal shows while an answer is awaited: the task, its progress, its
//! speed and the time that is left.
//!
//! The work writes its headway into the budget and knows nothing of terminals. A thread looks at
//! it, and after a second begins to draw one line on stderr. The line is cleared before anything
//! else is written. Nothing is drawn where stderr is not a terminal.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::{self, IsTerminal, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};
use upstar_base::{Budget, Pace, Progress, grouped};

/// Answers that come sooner need no line.
const SOON: Duration = Duration::from_secs(1);
const TICK: Duration = Duration::from_millis(125);

const SPINNER: [char; 8] = ['⠋', '⠙', '⠸', '⠴', '⠦', '⠇', '⠏', '⠛'];

/// Is there a terminal that wants to see it?
static SHOWN: AtomicBool = AtomicBool::new(false);
static LINE: Mutex<ProgressLine> = Mutex::new(ProgressLine { bar: None, watched: None });

struct ProgressLine {
    bar: Option<ProgressBar>,
    watched: Option<Watched>,
}

/// A question that is being answered, and its progress so far.
#[derive(Debug)]
pub struct Watched {
    budget: Arc<Budget>,
    since: Instant,
    /// A list of like tasks, of which the budget tells about the one at hand.
    outer: Option<Progress>,
    pace: Pace,
}

/// Begins to show what the commands do, if anybody sees it.
pub fn start() {
    if !io::stderr().is_terminal() {
        return;
    }
    SHOWN.store(true, Ordering::Relaxed);
    thread::spawn(|| {
        loop {
            thread::sleep(TICK);
            line().draw();
        }
    });
}

/// Does anybody see it?
pub fn is_shown() -> bool {
    SHOWN.load(Ordering::Relaxed)
}

fn line() -> MutexGuard<'static, ProgressLine> {
    LINE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The work of a question begins.
pub fn begin(budget: &Arc<Budget>) {
    if is_shown() {
        line().watched = Some(Watched::new(budget, None));
    }
}

/// Records how many of a list of like tasks are done.
pub fn stage(what: &'static str, done: usize, of: usize) {
    if is_shown()
        && let Some(watched) = &mut line().watched
    {
        let (done, of) = (done as u64, Some(of as u64));
        watched.outer = Some(Progress { what: what.into(), done, of, steps: 0 });
    }
}

/// The work is done, or its answer is being written: the line goes away.
pub fn end() {
    if is_shown() {
        let mut line = line();
        line.watched = None;
        line.clear();
    }
}

/// Something else is written to the terminal: the line goes away and may come back.
pub fn clear() {
    if is_shown() {
        line().clear();
    }
}

/// The same for somebody who must not wait.
pub fn clear_if_possible() {
    if is_shown()
        && let Ok(mut line) = LINE.try_lock()
    {
        line.watched = None;
        line.clear();
    }
}

impl ProgressLine {
    fn clear(&mut self) {
        if let Some(bar) = self.bar.take() {
            bar.finish_and_clear();
        }
    }

    fn draw(&mut self) {
        let Some(watched) = &mut self.watched else { return };
        let elapsed = watched.since.elapsed();
        watched.sample(elapsed);
        if elapsed < SOON {
            return;
        }
        let text = watched.text(elapsed);
        let bar = self.bar.get_or_insert_with(|| {
            let bar = ProgressBar::no_length();
            bar.set_draw_target(ProgressDrawTarget::stderr_with_hz(20));
            if let Ok(style) = ProgressStyle::with_template("{wide_msg}") {
                bar.set_style(style);
            }
            bar
        });
        let turn = elapsed.as_millis() / TICK.as_millis() % SPINNER.len() as u128;
        bar.set_message(format!("{} {text}", SPINNER[turn as usize]));
    }
}

impl Watched {
    /// A question whose work is on `budget`; `outer` counts like tasks, of which the budget knows
    /// the one at hand.
    pub fn new(budget: &Arc<Budget>, outer: Option<Progress>) -> Watched {
        let (budget, since) = (Arc::clone(budget), Instant::now());
        Watched { budget, since, outer, pace: Pace::default() }
    }

    /// Records the progress after this time, for the rate and the time that is left.
    pub fn sample(&mut self, elapsed: Duration) {
        let inner = self.budget.headway();
        self.pace.add(elapsed, self.outer.as_ref().unwrap_or(&inner));
    }

    /// Returns the line after this time.
    pub fn text(&self, elapsed: Duration) -> String {
        let inner = &self.budget.headway();
        let mut parts = Vec::new();
        let seen = self.outer.as_ref().unwrap_or(inner);
        parts.push(match seen {
            seen if seen.what.is_empty() => {
                counted(&Progress { what: "working".into(), ..seen.clone() })
            }
            seen => counted(seen),
        });
        if let Some(rate) = self.pace.rate() {
            parts.push(format!("{rate}/s"));
        }
        if let Some(left) = seen.of.and_then(|of| self.pace.left(seen.done, of)) {
            parts.push(format!("about {} left", clock(left)));
        }
        if self.outer.is_some() && !inner.what.is_empty() {
            parts.push(counted(inner));
        }
        parts.push(format!("{} so far", clock(elapsed)));
        let megabytes = self.budget.used() / 1_000_000;
        if megabytes > 0 {
            parts.push(format!("{} MB", grouped(megabytes)));
        }
        parts.join(", ")
    }
}

/// `cells: 12 of 81`.
fn counted(headway: &Progress) -> String {
    let Progress { what, done, of, .. } = headway;
    match (done, of) {
        (done, Some(of)) => format!("{what}: {} of {}", grouped(*done), grouped(*of)),
        (0, None) if headway.steps > 0 => format!("{what}: {} steps", grouped(headway.steps)),
        (0, None) => what.to_string(),
        (done, None) => format!("{what}: {}", grouped(*done)),
    }
}

/// Returns a span of time in the two largest units that matter.
pub fn clock(time: Duration) -> String {
    let seconds = time.as_secs();
    match seconds {
        0..60 => format!("{seconds}s"),
        60..3600 => format!("{}m {}s", seconds / 60, seconds % 60),
        3600..86_400 => format!("{}h {}m", seconds / 3600, seconds / 60 % 60),
        _ => format!("{} days", grouped(seconds / 86_400)),
    }
}

/// Stdout, before which the line goes away.
#[derive(Debug)]
pub struct Cleared<W>(pub W);

impl<W: Write> Write for Cleared<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        end();
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}
