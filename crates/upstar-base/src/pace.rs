//! How fast something goes, and how long the rest will take when each piece of work costs more
//! than the one before.
//!
//! The time for the n-th piece is taken to be c n^a. The exponent a is fitted to what was seen, so
//! that work that grows with the square of the number of pieces is not foretold as if it grew
//! with the number.

// Nothing here is a value: an estimate for people is wrong anyway.
#![allow(clippy::float_arithmetic)]

use crate::Progress;
use std::borrow::Cow;
use std::time::Duration;

/// What was seen of one kind of work.
#[derive(Debug, Default)]
pub struct Pace {
    what: Cow<'static, str>,
    /// Seconds and pieces done, both growing: an entry for each look that saw more.
    seen: Vec<(f64, f64)>,
    /// The time of the last look.
    now: f64,
}

/// More samples than this are thinned out.
const MOST: usize = 128;
/// The rate is that of so many of the last samples.
const RECENT: usize = 24;
/// Who waits so many times longer than usual for the next piece is slower than before.
const PATIENCE: f64 = 4.0;
/// Steeper than this is noise.
const STEEPEST: f64 = 4.0;

/// Of what takes so many times longer than what was seen nothing is known: the growth may change.
const FARTHEST: f64 = 1000.0;
/// Nor would anybody wait so many seconds, a month.
const LONGEST: f64 = 30.0 * 86_400.0;

impl Pace {
    /// After so much time this is how far it is.
    pub fn add(&mut self, elapsed: Duration, headway: &Progress) {
        let counts = headway.done > 0 || headway.of.is_some();
        let done = if counts { headway.done } else { headway.steps } as f64;
        let is_new = self.what != headway.what || self.seen.last().is_some_and(|s| s.1 > done);
        if is_new {
            self.seen.clear();
            self.what = headway.what.clone();
        }
        self.now = elapsed.as_secs_f64();
        if self.seen.last().is_none_or(|last| last.1 < done) {
            self.seen.push((self.now, done));
        }
        if self.seen.len() > MOST {
            // The last ones tell the rate.
            let old = self.seen.len() - RECENT;
            let mut i = 0;
            self.seen.retain(|_| {
                i += 1;
                i > old || i % 2 == 1
            });
        }
    }

    /// Pieces in a second, lately, for people.
    pub fn rate(&self) -> Option<String> {
        let rate = self.speed()?;
        Some(match rate {
            0.0..10.0 => format!("{rate:.1}"),
            _ => grouped(rate as u64),
        })
        .map(|text| text.strip_suffix(".0").map(str::to_owned).unwrap_or(text))
    }

    fn speed(&self) -> Option<f64> {
        let recent = &self.seen[self.seen.len().saturating_sub(RECENT)..];
        let [first, .., last] = recent else { return None };
        let usual = (last.0 - first.0) / (recent.len() - 1) as f64;
        let waits = self.now - last.0 > PATIENCE * usual;
        let (time, done) = (if waits { self.now } else { last.0 } - first.0, last.1 - first.1);
        (time > 0.0 && done > 0.0).then(|| done / time)
    }

    /// The exponent a of the time c n^a for the n-th piece: the straight line through the logarithms
    /// with the least squares, each stretch counting by its time.
    fn exponent(&self) -> f64 {
        let (mut weight, mut x, mut y, mut xx, mut xy) = (0.0, 0.0, 0.0, 0.0, 0.0);
        let mut from = None;
        for &(time, done) in &self.seen {
            let Some((began, before)) = from else {
                from = Some((time, done));
                continue;
            };
            // A stretch must have got somewhere.
            if done <= before || time <= began {
                continue;
            }
            let w = time - began;
            let place = f64::midpoint(before, done).max(1.0).ln();
            let cost = ((time - began) / (done - before)).ln();
            weight += w;
            x += w * place;
            y += w * cost;
            xx += w * place * place;
            xy += w * place * cost;
            from = Some((time, done));
        }
        let spread = weight * xx - x * x;
        // All in one place: nothing is known of growth.
        if spread <= 1e-3 * weight * weight {
            return 0.0;
        }
        ((weight * xy - x * y) / spread).clamp(0.0, STEEPEST)
    }

    /// The time for the pieces from `done` to `of`; `None` if nothing can be said.
    pub fn left(&self, done: u64, of: u64) -> Option<Duration> {
        let rest = of.checked_sub(done)?;
        if rest == 0 || done == 0 {
            return None;
        }
        let (speed, power) = (self.speed()?, self.exponent() + 1.0);
        let (done, of) = (done as f64, of as f64);
        // The integral of (n / done)^a / speed from `done` to `of`.
        let seconds = done / (speed * power) * ((of / done).powf(power) - 1.0);
        let is_known = seconds <= FARTHEST * self.now.max(1.0) && seconds <= LONGEST;
        Duration::try_from_secs_f64(seconds).ok().filter(|_| is_known)
    }
}

/// Digits in groups of three: `1,234,567`.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let first = digits.len() % 3;
    let mut text = digits[..first].to_owned();
    for group in digits.as_bytes()[first..].chunks(3) {
        if !text.is_empty() {
            text.push(',');
        }
        text.extend(group.iter().map(|&digit| char::from(digit)));
    }
    text
}
