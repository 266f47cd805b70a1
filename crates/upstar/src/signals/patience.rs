//! Decides when work that was told to stop is cut off.
//!
//! Nothing here depends on how fast time passes. What counts is the processor time of the threads
//! since the signal, and how many looks in a row found every thread waiting for something outside
//! of the process. A process that gets little of the processor is therefore never cut off for
//! being slow: its threads are ready to run, and they have used nothing yet.

use std::collections::BTreeMap;
use std::time::Duration;

/// The pause between two looks.
pub(super) const TICK: Duration = Duration::from_millis(10);

/// How much of one thread's work, and how many looks at idle threads, are tolerated.
struct Grace {
    work: Duration,
    looks: u32,
}

/// For work that is asked to stop. Without a list of threads, a process that is ready to run but
/// never gets its turn looks idle, so it is watched for longer.
const STOPPING: Grace = Grace {
    work: Duration::from_millis(400),
    looks: if cfg!(target_os = "linux") { 40 } else { 150 },
};

/// For work that holds something to be saved.
const SAVING: Grace = Grace { work: Duration::from_secs(20), looks: 2000 };

/// A look that finds a thread at work outweighs this many that find none. The thread that draws
/// the progress line works in fewer than one look out of four.
const BUSY: u32 = 3;

/// What the threads of this process have done since a given moment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct ThreadActivity {
    /// The processor time of the thread that worked most.
    pub(super) busiest: Duration,
    /// The processor time of all threads together.
    pub(super) all: Duration,
    /// Whether every thread waits for something outside of the process.
    pub(super) is_idle: bool,
}

/// Counts what work has done since it was told to stop.
pub(super) struct Patience {
    cores: u32,
    idle: u32,
}

impl Patience {
    /// Starts with nothing counted, on a machine with this many cores.
    pub(super) fn new(cores: u32) -> Patience {
        Patience { cores: cores.max(1), idle: 0 }
    }

    /// Whether the work has had its chance to stop, after one more look.
    ///
    /// One thread that never listens is recognised by its own time. Many short-lived threads are
    /// recognised by their time together.
    pub(super) fn is_over(&mut self, sight: &ThreadActivity, is_held: bool) -> bool {
        let grace = if is_held { SAVING } else { STOPPING };
        self.idle = if sight.is_idle { self.idle + 1 } else { self.idle.saturating_sub(BUSY) };
        sight.busiest >= grace.work
            || sight.all >= grace.work * self.cores
            || self.idle >= grace.looks
    }
}

/// Watches the other threads of this process.
pub(super) struct ThreadObserver {
    /// The processor time of each thread at the start.
    threads: BTreeMap<u32, Duration>,
    /// The processor time of all other threads at the start, and at the last look.
    all: Duration,
    last: Duration,
}

impl ThreadObserver {
    /// Starts to watch.
    pub(super) fn new() -> ThreadObserver {
        let all = others();
        let threads = threads().unwrap_or_default();
        let threads = threads.into_iter().map(|(id, thread)| (id, thread.worked)).collect();
        ThreadObserver { threads, all, last: all }
    }

    /// Returns what the other threads have done so far, and whether they wait now.
    pub(super) fn look(&mut self) -> ThreadActivity {
        let now = others();
        let all = now.saturating_sub(self.all);
        let more = now.saturating_sub(std::mem::replace(&mut self.last, now));
        let Some(threads) = threads() else {
            return ThreadActivity { busiest: all, all, is_idle: more < TICK / 10 };
        };
        let worked = |(id, thread): (&u32, &Thread)| {
            thread.worked.saturating_sub(self.threads.get(id).copied().unwrap_or_default())
        };
        ThreadActivity {
            busiest: threads.iter().map(worked).max().unwrap_or_default(),
            all,
            is_idle: threads.values().all(|thread| thread.waits),
        }
    }

    /// Whether every thread that began after the start waits now.
    pub(super) fn new_threads_wait(&self) -> bool {
        let threads = threads().unwrap_or_default();
        let mut new = threads.iter().filter(|(id, _)| !self.threads.contains_key(id));
        new.all(|(_, thread)| thread.waits)
    }
}

/// One of the other threads.
struct Thread {
    worked: Duration,
    /// Whether it sleeps. One that waits for the disk does not: it is about to go on.
    waits: bool,
}

/// Returns the other threads of this process, where the system lists them.
#[cfg(target_os = "linux")]
fn threads() -> Option<BTreeMap<u32, Thread>> {
    use std::fs;
    /// The system counts in hundredths of a second.
    const HUNDREDTH: Duration = Duration::from_millis(10);
    let own = fs::read_link("/proc/thread-self").ok()?;
    let mut threads = BTreeMap::new();
    for entry in fs::read_dir("/proc/self/task").ok()?.flatten() {
        let name = entry.file_name();
        if own.file_name() == Some(&name) {
            continue;
        }
        // A thread that has ended meanwhile has no file any more.
        let Ok(stat) = fs::read_to_string(entry.path().join("stat")) else { continue };
        let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
        let ticks = |i: usize| fields.get(i)?.parse::<u32>().ok();
        let worked = HUNDREDTH.checked_mul(ticks(11)?.checked_add(ticks(12)?)?)?;
        let waits = !matches!(*fields.first()?, "R" | "D");
        threads.insert(name.to_str()?.parse().ok()?, Thread { worked, waits });
    }
    Some(threads)
}

#[cfg(not(target_os = "linux"))]
fn threads() -> Option<BTreeMap<u32, Thread>> {
    None
}

/// Returns the processor time of all threads but this one.
#[cfg(unix)]
fn others() -> Duration {
    use nix::time::{ClockId, clock_gettime};
    let time = |clock| clock_gettime(clock).map(Duration::from).unwrap_or_default();
    let all = time(ClockId::CLOCK_PROCESS_CPUTIME_ID);
    all.saturating_sub(time(ClockId::CLOCK_THREAD_CPUTIME_ID))
}

#[cfg(not(unix))]
fn others() -> Duration {
    Duration::ZERO
}

#[cfg(test)]
mod tests {
    use super::*;

    const LOOP: ThreadActivity = ThreadActivity { busiest: TICK, all: TICK, is_idle: false };

    /// Returns how many looks it takes until the work is cut off; 100,000 stands for never.
    fn looks(is_held: bool, mut sight: impl FnMut(u32) -> ThreadActivity) -> u32 {
        let mut patience = Patience::new(2);
        (1..100_000).find(|&n| patience.is_over(&sight(n), is_held)).unwrap_or(100_000)
    }

    /// What a loop on this many threads has done after some looks.
    fn busy(threads: u32, looks: u32) -> ThreadActivity {
        ThreadActivity { busiest: TICK * looks, all: TICK * looks * threads, is_idle: false }
    }

    #[test]
    fn a_loop_that_does_not_listen_is_cut_off() {
        assert_eq!(looks(false, |n| busy(1, n)), 40);
        assert_eq!(looks(false, |n| busy(2, n)), 40);
        assert_eq!(looks(true, |n| busy(1, n)), 2000);
    }

    #[test]
    fn short_lived_threads_are_cut_off_together() {
        assert_eq!(
            looks(false, |n| ThreadActivity { busiest: TICK, all: TICK * 2 * n, is_idle: false }),
            40
        );
    }

    #[test]
    fn whoever_waits_for_a_reader_is_cut_off() {
        let waits = ThreadActivity { is_idle: true, ..ThreadActivity::default() };
        assert_eq!(looks(false, |_| waits), STOPPING.looks);
        assert_eq!(looks(true, |_| waits), SAVING.looks);
        // The progress line is drawn meanwhile.
        assert!(
            looks(false, |n| ThreadActivity { is_idle: n % 8 > 0, ..waits }) < 3 * STOPPING.looks
        );
    }

    #[test]
    fn a_starved_process_is_never_cut_off() {
        assert_eq!(looks(false, |_| ThreadActivity::default()), 100_000);
        // Now and then it waits for one of its own threads.
        assert_eq!(looks(false, |n| ThreadActivity { is_idle: n % 2 == 0, ..LOOP }), 100_000);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_thread_at_work_is_seen() {
        use std::sync::atomic::{AtomicBool, Ordering};
        let over = AtomicBool::new(false);
        std::thread::scope(|scope| {
            scope.spawn(|| {
                while !over.load(Ordering::Relaxed) {
                    std::hint::spin_loop();
                }
            });
            let mut observer = ThreadObserver::new();
            // Ends when the thread has worked, and with the limit of the test otherwise.
            while observer.look().busiest < TICK {
                std::thread::yield_now();
            }
            assert!(!observer.look().is_idle);
            over.store(true, Ordering::Relaxed);
        });
    }
}
