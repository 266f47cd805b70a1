//! What a terminal shows while an answer is awaited: what is being done, how far it is, how fast
//! it goes and how long it will take.
//!
//! The work writes its headway into the budget and knows nothing of terminals. A thread looks at
//! it, and after a second begins to draw one line on stderr. The line is cleared before anything
//! else is written. Nothing is drawn where stderr is no terminal.

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
static LINE: Mutex<Line> = Mutex::new(Line { bar: None, watched: None });

struct Line {
    bar: Option<ProgressBar>,
    watched: Option<Watched>,
}

struct Watched {
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

fn line() -> MutexGuard<'static, Line> {
    LINE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The work of a question begins.
pub fn begin(budget: &Arc<Budget>) {
    if is_shown() {
        let (budget, since) = (Arc::clone(budget), Instant::now());
        line().watched = Some(Watched { budget, since, outer: None, pace: Pace::default() });
    }
}

/// So many of a list of like tasks are done.
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

impl Line {
    fn clear(&mut self) {
        if let Some(bar) = self.bar.take() {
            bar.finish_and_clear();
        }
    }

    fn draw(&mut self) {
        let Some(watched) = &mut self.watched else { return };
        let elapsed = watched.since.elapsed();
        let inner = watched.budget.headway();
        watched.pace.add(elapsed, watched.outer.as_ref().unwrap_or(&inner));
        if elapsed < SOON {
            return;
        }
        let text = watched.text(&inner, elapsed);
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
    fn text(&self, inner: &Progress, elapsed: Duration) -> String {
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

/// A span of time in the two largest units that matter.
fn clock(time: Duration) -> String {
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

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn numbers_and_times_for_people() {
        let numbers = [0, 999, 1000, 12_345, 1_234_567].map(grouped);
        assert_eq!(numbers, ["0", "999", "1,000", "12,345", "1,234,567"]);
        let times = [0, 59, 60, 3599, 3600, 86_399, 864_000].map(|s| clock(Duration::from_secs(s)));
        assert_eq!(times, ["0s", "59s", "1m 0s", "59m 59s", "1h 0m", "23h 59m", "10 days"]);
    }

    #[test]
    fn a_line_says_what_how_far_how_fast_and_how_long() {
        let budget = Arc::new(Budget::unlimited());
        budget.begin("values", Some(1000));
        let mut pace = Pace::default();
        pace.add(Duration::ZERO, &budget.headway());
        let seconds = Duration::from_secs;
        for second in 1..=10 {
            budget.advance(10);
            pace.add(seconds(second), &budget.headway());
        }
        budget.charge(12_000_000).unwrap();
        let (inner, since) = (budget.headway(), Instant::now());
        let mut watched = Watched { budget, since, outer: None, pace };
        let text = watched.text(&inner, seconds(10));
        assert_eq!(text, "values: 100 of 1,000, 10/s, about 1m 30s left, 10s so far, 12 MB");
        watched.outer = Some(Progress { what: "cells".into(), done: 3, of: Some(81), steps: 0 });
        watched.pace = Pace::default();
        let text = watched.text(&inner, seconds(10));
        assert_eq!(text, "cells: 3 of 81, values: 100 of 1,000, 10s so far, 12 MB");
    }
}
