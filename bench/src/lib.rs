//! What the benchmarks share: CPU time, and lines of output.
//!
//! A benchmark prints what it measured and the target beside it; it is never a test. Times are
//! CPU seconds of the main thread, because machines are shared.

use cpu_time::ThreadTime;

/// The most memory this process has used so far, in megabytes.
pub fn peak_megabytes() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmHWM:"));
    let kilobytes = line.and_then(|line| line.split_whitespace().nth(1)?.parse::<u64>().ok());
    kilobytes.unwrap_or(0) / 1024
}

/// Runs `work` on this thread and returns its result with the CPU seconds it took.
pub fn timed<T>(work: impl FnOnce() -> T) -> (T, f64) {
    let start = ThreadTime::now();
    let result = work();
    (result, start.elapsed().as_secs_f64())
}

/// Prints a line: what, how long, and the target if there is one.
pub fn report(what: &str, seconds: f64, target: Option<f64>, answer: &str) {
    let target = target.map_or(String::new(), |t| format!("target {t:>6} s"));
    println!("{what:<44} {seconds:>9.4} s  {target:<16} {answer}");
}
