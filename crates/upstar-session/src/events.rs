//! What happens while a question is answered, on its way to the one who asked.
//!
//! Few events wait: a session that finds the queue full waits for the reader, and ends its work
//! when the reader is gone or the budget runs out. So an answer that is longer than the memory can
//! be sent to a slow reader, and one that does not read costs nothing.

use crate::parts::Part;
use crate::pool::Event;
use std::collections::VecDeque;
use std::sync::mpsc::RecvTimeoutError;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use upstar_base::Budget;

/// The most events that wait for the reader.
const MOST_WAITING: usize = 16;
/// How often a session that waits for the reader looks at its budget.
const PAUSE: Duration = Duration::from_millis(10);

#[derive(Debug, Default)]
struct EventQueue {
    waiting: VecDeque<Event>,
    /// Whether nobody reads any more.
    is_unread: bool,
    /// Whether nothing more will come.
    is_over: bool,
}

#[derive(Debug, Default)]
struct QueueState {
    queue: Mutex<EventQueue>,
    changed: Condvar,
}

impl QueueState {
    fn queue(&self) -> MutexGuard<'_, EventQueue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until the queue changes, at most for `time`.
    fn wait<'q>(
        &self,
        queue: MutexGuard<'q, EventQueue>,
        time: Duration,
    ) -> MutexGuard<'q, EventQueue> {
        let waited = self.changed.wait_timeout(queue, time);
        waited.map_or_else(|error| error.into_inner().0, |(queue, _)| queue)
    }
}

/// The end of the queue that a session writes to.
#[derive(Debug)]
pub(crate) struct Events(Arc<QueueState>);

/// The end of the queue that is read.
#[derive(Debug)]
pub(crate) struct EventReceiver(Arc<QueueState>);

/// Returns both ends of a new queue.
pub(crate) fn queue() -> (Events, EventReceiver) {
    let shared = Arc::<QueueState>::default();
    (Events(Arc::clone(&shared)), EventReceiver(shared))
}

impl Events {
    /// Sends a part of the answer as soon as there is room for it. Returns whether it was sent:
    /// it is not when nobody reads any more or the budget runs out first.
    pub(crate) fn send(&self, part: Part, budget: Option<&Budget>) -> bool {
        let mut queue = self.0.queue();
        while queue.waiting.len() >= MOST_WAITING && !queue.is_unread {
            if budget.is_some_and(|budget| budget.check().is_err()) {
                return false;
            }
            queue = self.0.wait(queue, PAUSE);
        }
        if !queue.is_unread {
            queue.waiting.push_back(Event::Part(part));
            self.0.changed.notify_all();
        }
        !queue.is_unread
    }

    /// Sends the last event, for which there is always room.
    pub(crate) fn end(self, last: Event) {
        let mut queue = self.0.queue();
        if !queue.is_unread {
            queue.waiting.push_back(last);
        }
    }
}

impl Drop for Events {
    fn drop(&mut self) {
        self.0.queue().is_over = true;
        self.0.changed.notify_all();
    }
}

impl EventReceiver {
    /// Returns the next event, if one comes within `time`.
    pub(crate) fn next(&self, time: Duration) -> Result<Event, RecvTimeoutError> {
        let begun = Instant::now();
        let mut queue = self.0.queue();
        loop {
            if let Some(event) = queue.waiting.pop_front() {
                self.0.changed.notify_all();
                return Ok(event);
            }
            if queue.is_over {
                return Err(RecvTimeoutError::Disconnected);
            }
            let rest = time.saturating_sub(begun.elapsed());
            if rest.is_zero() {
                return Err(RecvTimeoutError::Timeout);
            }
            queue = self.0.wait(queue, rest);
        }
    }
}

impl Drop for EventReceiver {
    fn drop(&mut self) {
        let mut queue = self.0.queue();
        queue.is_unread = true;
        queue.waiting.clear();
        self.0.changed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::thread;

    fn part(n: u32) -> Part {
        Part::Values { values: vec![n] }
    }

    fn number(event: Result<Event, RecvTimeoutError>) -> Option<u32> {
        match event {
            Ok(Event::Part(Part::Values { values })) => values.first().copied(),
            _ => None,
        }
    }

    const LONG: Duration = Duration::from_secs(60);

    #[test]
    fn all_parts_come_in_order() {
        let (events, heard) = queue();
        let writer = thread::spawn(move || (0..1000).all(|n| events.send(part(n), None)));
        assert!((0..1000).all(|n| number(heard.next(LONG)) == Some(n)));
        assert!(matches!(heard.next(LONG), Err(RecvTimeoutError::Disconnected)));
        assert!(writer.join().is_ok_and(|sent| sent));
    }

    #[test]
    fn a_reader_that_does_not_read_stops_the_writer() {
        let (events, heard) = queue();
        let budget = Budget::new(Some(Duration::from_millis(30)), None);
        let sent = (0..1000).take_while(|&n| events.send(part(n), Some(&budget))).count();
        assert_eq!(sent, MOST_WAITING);
        // The last word comes through even so.
        events.end(Event::Progress(Default::default()));
        assert!((0..16).all(|n| number(heard.next(LONG)) == Some(n)));
        assert!(matches!(heard.next(LONG), Ok(Event::Progress(_))));
    }

    #[test]
    fn a_writer_that_waits_notices_the_end() {
        let interrupted = Arc::new(Budget::unlimited());
        let (events, heard) = queue();
        let (budget, ended) = (Arc::clone(&interrupted), Duration::from_millis(20));
        let writer = thread::spawn(move || {
            (0..1000).take_while(|&n| events.send(part(n), Some(&budget))).count()
        });
        thread::sleep(ended);
        interrupted.interrupt();
        assert_eq!(writer.join().ok(), Some(MOST_WAITING));
        drop(heard);
        let (events, heard) = queue();
        let writer =
            thread::spawn(move || (0..1000).take_while(|&n| events.send(part(n), None)).count());
        thread::sleep(ended);
        drop(heard);
        assert!(writer.join().is_ok_and(|sent| sent <= MOST_WAITING));
    }
}
