//! Child processes of tests. Each starts with the default signals, and each has an end.
//!
//! A shell that starts a job in the background sets SIGINT to ignored, `nohup` does the same with
//! SIGHUP, and children inherit both. [`command`] therefore starts every program through `env
//! --default-signal` (GNU coreutils 8.31 or later), which resets the signals and unblocks them.
//! Where there is no such `env`, the program starts directly and has the signals of the test.
//!
//! [`Running`] kills its process when it is dropped, and after [`patience`] in any case. No test
//! judges by that time: it is the end of a process that hangs, and reaching it fails the test.

use std::ffi::OsStr;
use std::io::{Read, Write};
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// The signals that a child starts with as if nobody had touched them.
const DEFAULT: &str = "--default-signal=INT,HUP,TERM,PIPE,QUIT,ALRM,XCPU,XFSZ";

/// The pause between two looks at a process or a condition.
const PAUSE: Duration = Duration::from_millis(3);

/// Returns a command that runs `program` with the default signals.
pub fn command(program: impl AsRef<OsStr>) -> Command {
    static HAS_ENV: OnceLock<bool> = OnceLock::new();
    let has_env = HAS_ENV.get_or_init(|| {
        let mut env = Command::new("env");
        env.args([DEFAULT, "true"]).stdout(Stdio::null()).stderr(Stdio::null());
        env.status().is_ok_and(|status| status.success())
    });
    if !has_env {
        return Command::new(program);
    }
    let mut env = Command::new("env");
    env.arg(DEFAULT).arg(program);
    env
}

/// Returns a command that runs `program` with the default signals and is killed by the system
/// when it has used `seconds` of processor time.
pub fn command_with_processor(program: impl AsRef<OsStr>, seconds: u64) -> Command {
    let mut shell = command("sh");
    shell.args(["-c", "ulimit -t \"$0\" && exec \"$@\""]).arg(seconds.to_string()).arg(program);
    shell
}

/// Returns how long a child process may run, and a condition may take: 240 seconds, or as many as
/// `UPSTAR_TEST_SECONDS` says.
pub fn patience() -> Duration {
    let seconds = std::env::var("UPSTAR_TEST_SECONDS").ok().and_then(|text| text.parse().ok());
    Duration::from_secs(seconds.unwrap_or(240))
}

/// Waits until a condition holds.
///
/// # Panics
/// If it does not hold within [`patience`].
#[track_caller]
pub fn until(what: &str, mut condition: impl FnMut() -> bool) {
    let end = Instant::now() + patience();
    while !condition() {
        assert!(Instant::now() < end, "{}", too_long(&format!("waiting until {what}"), patience()));
        thread::sleep(PAUSE);
    }
}

fn too_long(what: &str, time: Duration) -> String {
    let seconds = time.as_secs();
    format!("{what}: no end after {seconds} s; UPSTAR_TEST_SECONDS in the environment allows more")
}

/// A process that is killed when this is dropped, or when it runs for too long.
#[derive(Debug)]
pub struct Running {
    child: Arc<Mutex<Child>>,
    id: u32,
    name: String,
    time: Duration,
    /// Whether the process was killed because it ran for too long.
    hung: Arc<AtomicBool>,
    /// Dropped together with the process; then the watching thread ends.
    _watched: Sender<()>,
    /// The stdin of the process, if it is piped.
    pub stdin: Option<ChildStdin>,
    /// The stdout of the process, if it is piped.
    pub stdout: Option<ChildStdout>,
    /// The stderr of the process, if it is piped.
    pub stderr: Option<ChildStderr>,
}

impl Running {
    /// Starts a process that may run for [`patience`].
    ///
    /// # Panics
    /// If it cannot be started.
    #[track_caller]
    pub fn start(command: &mut Command) -> Running {
        Running::start_for(command, patience())
    }

    /// Starts a process that may run for `time`.
    ///
    /// # Panics
    /// If it cannot be started.
    #[track_caller]
    pub fn start_for(command: &mut Command, time: Duration) -> Running {
        let name = format!("{command:?}");
        let mut child = command.spawn().unwrap_or_else(|error| panic!("{name}: {error}"));
        let (stdin, stdout, stderr) =
            (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (id, child) = (child.id(), Arc::new(Mutex::new(child)));
        let hung = Arc::new(AtomicBool::new(false));
        let (watched, watch) = channel::<()>();
        let (watched_child, is_hung) = (Arc::clone(&child), Arc::clone(&hung));
        thread::spawn(move || {
            if watch.recv_timeout(time) == Err(RecvTimeoutError::Timeout) {
                let mut child = lock(&watched_child);
                if matches!(child.try_wait(), Ok(None)) {
                    is_hung.store(true, Ordering::SeqCst);
                    let _ = child.kill();
                }
            }
        });
        Running { child, id, name, time, hung, _watched: watched, stdin, stdout, stderr }
    }

    /// Returns the number of the process.
    pub fn id(&self) -> u32 {
        self.id
    }

    /// Returns how the process ended, if it has.
    ///
    /// # Panics
    /// If it was killed because it ran for too long.
    #[track_caller]
    pub fn ended(&self) -> Option<ExitStatus> {
        let status = lock(&self.child).try_wait();
        let status = status.unwrap_or_else(|error| panic!("{}: {error}", self.name));
        let is_hung = status.is_some() && self.hung.load(Ordering::SeqCst);
        assert!(!is_hung, "{}", too_long(&self.name, self.time));
        status
    }

    /// Waits for the end of the process and returns how it ended.
    ///
    /// # Panics
    /// If it was killed because it ran for too long.
    #[track_caller]
    pub fn end(&self) -> ExitStatus {
        loop {
            if let Some(status) = self.ended() {
                return status;
            }
            thread::sleep(PAUSE);
        }
    }

    /// Waits for the end of the process and returns its exit status; `None` if a signal ended it.
    ///
    /// # Panics
    /// If it was killed because it ran for too long.
    #[track_caller]
    pub fn status(&self) -> Option<i32> {
        self.end().code()
    }

    /// Kills the process and waits for its end.
    pub fn kill(&self) {
        let mut child = lock(&self.child);
        let _ = child.kill();
        let _ = child.wait();
    }

    /// Closes the stdin of the process, waits for its end, and returns what it wrote to the pipes
    /// that are still here.
    ///
    /// # Panics
    /// If it was killed because it ran for too long.
    #[track_caller]
    pub fn output(mut self) -> Run {
        drop(self.stdin.take());
        let (stdout, stderr) = (collect(self.stdout.take()), collect(self.stderr.take()));
        let status = self.status();
        let [stdout, stderr] =
            [stdout, stderr].map(|text| text.join().expect("a reader that cannot panic"));
        Run { stdout, stderr, status }
    }
}

fn lock(child: &Mutex<Child>) -> MutexGuard<'_, Child> {
    child.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Drop for Running {
    fn drop(&mut self) {
        self.kill();
    }
}

/// What a process left behind.
#[derive(Debug)]
pub struct Run {
    /// What it wrote to stdout.
    pub stdout: String,
    /// What it wrote to stderr.
    pub stderr: String,
    /// The exit status; `None` if a signal ended it.
    pub status: Option<i32>,
}

/// Runs a command with `input` on stdin.
///
/// ```
/// # #[cfg(unix)] {
/// use upstar_testing::child::{command, run};
/// assert_eq!(run(command("cat"), "moves\n").stdout, "moves\n");
/// # }
/// ```
///
/// # Panics
/// If it cannot be started, or runs for longer than [`patience`].
#[track_caller]
pub fn run(mut command: Command, input: impl Into<Vec<u8>>) -> Run {
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = Running::start(&mut command);
    let (stdin, input) = (child.stdin.take(), input.into());
    // A program may end without reading all of its input.
    let writer = thread::spawn(move || stdin.map(|mut stdin| stdin.write_all(&input)));
    let run = child.output();
    let _ = writer.join();
    run
}

fn collect(from: Option<impl Read + Send + 'static>) -> thread::JoinHandle<String> {
    thread::spawn(move || {
        let mut bytes = Vec::new();
        // What came before an error counts.
        let _ = from.map(|mut from| from.read_to_end(&mut bytes));
        String::from_utf8_lossy(&bytes).into_owned()
    })
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    #[should_panic(expected = "UPSTAR_TEST_SECONDS")]
    fn a_process_that_hangs_has_an_end() {
        let child = Running::start_for(command("sleep").arg("600"), Duration::from_millis(20));
        child.end();
    }

    #[test]
    fn a_process_that_is_dropped_is_gone() {
        let mut cat = command("cat");
        let mut child = Running::start(cat.stdin(Stdio::piped()).stdout(Stdio::piped()));
        let mut stdout = child.stdout.take().expect("a pipe");
        let keyboard = child.stdin.take();
        drop(child);
        assert_eq!(stdout.read(&mut [0]).ok(), Some(0));
        drop(keyboard);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_process_has_no_more_than_its_processor_time() {
        use std::os::unix::process::ExitStatusExt;
        let mut busy = command_with_processor("sh", 1);
        let status = Running::start(busy.args(["-c", "while :; do :; done"])).end();
        // SIGXCPU, or SIGKILL where the hard limit is the same.
        assert!(matches!(status.signal(), Some(24 | 9)), "{status}");
    }

    /// Prints the signals that a child of this process would ignore or block.
    #[cfg(target_os = "linux")]
    #[test]
    #[ignore = "the next test runs it"]
    fn signals_of_a_child() {
        let mut grep = command("grep");
        grep.args(["-E", "^Sig(Ign|Blk):", "/proc/self/status"]);
        print!("{}", run(grep, "").stdout);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn children_have_the_default_signals() {
        let mut test = Command::new("env");
        test.args(["--ignore-signal=INT,HUP", "--block-signal=TERM"]);
        test.arg(std::env::current_exe().expect("a test is a program"));
        test.args(["--ignored", "--exact", "child::tests::signals_of_a_child", "--nocapture"]);
        let text = run(test, "").stdout;
        let masks: Vec<u64> = text
            .lines()
            .filter(|line| line.starts_with("Sig"))
            .filter_map(|line| u64::from_str_radix(line.split_whitespace().nth(1)?, 16).ok())
            .collect();
        assert_eq!(masks.len(), 2, "{text}");
        // SIGHUP, SIGINT, SIGPIPE and SIGTERM are 1, 2, 13 and 15.
        let ours = [1, 2, 13, 15].iter().fold(0, |set, signal| set | 1 << (signal - 1));
        assert_eq!(masks.iter().map(|mask| mask & ours).collect::<Vec<_>>(), [0, 0], "{text}");
    }
}
