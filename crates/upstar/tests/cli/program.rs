//! Runs the program, with a deadline so that a hanging one fails the test.

use std::io::{Read, Write};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// What a run left behind.
#[derive(Debug)]
pub struct Run {
    pub stdout: String,
    pub stderr: String,
    /// The exit status; `None` if a signal ended it.
    pub status: Option<i32>,
    pub took: Duration,
}

/// The program, not started yet.
pub fn upstar<'a>(args: impl IntoIterator<Item = &'a str>) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_upstar"));
    command.args(args).env_remove("NO_COLOR");
    command
}

/// Runs a command with `input` on stdin.
pub fn run(mut command: Command, input: impl Into<Vec<u8>>) -> Run {
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let start = Instant::now();
    let mut child = command.spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.into();
    // A program may end without reading all of its input.
    let writer = thread::spawn(move || drop(stdin.write_all(&input)));
    let stdout = collect(child.stdout.take().unwrap());
    let stderr = collect(child.stderr.take().unwrap());
    let status = wait(&mut child);
    writer.join().unwrap();
    let [stdout, stderr] = [stdout, stderr].map(|t| t.join().unwrap());
    Run { stdout, stderr, status, took: start.elapsed() }
}

/// Runs `upstar eval` on one expression.
pub fn eval(expression: &str) -> Run {
    run(upstar(["eval", expression]), "")
}

fn collect(mut from: impl Read + Send + 'static) -> thread::JoinHandle<String> {
    thread::spawn(move || {
        let mut bytes = Vec::new();
        from.read_to_end(&mut bytes).unwrap();
        String::from_utf8_lossy(&bytes).into_owned()
    })
}

/// Waits for the end, but not for ever.
pub fn wait(child: &mut Child) -> Option<i32> {
    let deadline = Instant::now() + Duration::from_secs(60);
    loop {
        if let Some(status) = child.try_wait().unwrap() {
            return status.code();
        }
        if Instant::now() > deadline {
            child.kill().unwrap();
            panic!("still running after a minute");
        }
        thread::sleep(Duration::from_millis(5));
    }
}
