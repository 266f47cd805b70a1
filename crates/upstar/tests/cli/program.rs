//! The program, run from outside: with the default signals, and with an end.

use std::process::Command;
pub use upstar_testing::child::{Run, Running, command, run, until};

/// Returns a command that starts the program.
pub fn upstar<'a>(args: impl IntoIterator<Item = &'a str>) -> Command {
    let mut command = command(env!("CARGO_BIN_EXE_upstar"));
    command.args(args).env_remove("NO_COLOR");
    command
}

/// Runs `upstar eval` on one expression.
pub fn eval(expression: &str) -> Run {
    run(upstar(["eval", expression]), "")
}

/// Waits for the end of a process and returns its exit status; `None` if a signal ended it.
#[allow(dead_code)]
pub fn wait(child: &mut std::process::Child) -> Option<i32> {
    let mut status = None;
    until("the process has ended", || {
        status = child.try_wait().unwrap();
        status.is_some()
    });
    status.and_then(|status| status.code())
}

/// Sends a signal to a process.
#[cfg(unix)]
pub fn tell(child: &Running, signal: nix::sys::signal::Signal) {
    let id = nix::unistd::Pid::from_raw(i32::try_from(child.id()).unwrap());
    nix::sys::signal::kill(id, signal).unwrap();
}

/// What the system knows about the threads of a process. Tests use it to know when a process is
/// at work or waits, never to judge it.
#[cfg(target_os = "linux")]
pub mod seen {
    use super::{Running, until};
    use std::fs;

    /// Returns the fields of `stat` after the name: the state, and numbers.
    fn fields(path: &str) -> Option<Vec<String>> {
        let stat = fs::read_to_string(path).ok()?;
        Some(stat.rsplit_once(')')?.1.split_whitespace().map(str::to_owned).collect())
    }

    /// Returns how much a process has worked, in hundredths of a second of processor time.
    pub fn worked(child: &Running) -> Option<u64> {
        let fields = fields(&format!("/proc/{}/stat", child.id()))?;
        Some(fields[11].parse::<u64>().ok()? + fields[12].parse::<u64>().ok()?)
    }

    /// Waits until a process has worked for `more` hundredths of a second from now on.
    #[track_caller]
    pub fn until_worked(child: &Running, more: u64) {
        let before = worked(child).unwrap_or(0);
        until("the process has worked", || {
            assert_eq!(child.ended(), None, "it ended by itself");
            worked(child).is_some_and(|now| now >= before + more)
        });
    }

    /// Returns the states of all threads of a process.
    fn states(child: &Running) -> Vec<String> {
        let Ok(tasks) = fs::read_dir(format!("/proc/{}/task", child.id())) else {
            return Vec::new();
        };
        let stats = tasks.flatten().map(|task| format!("{}/stat", task.path().display()));
        stats.filter_map(|stat| Some(fields(&stat)?.swap_remove(0))).collect()
    }

    /// Waits until the program listens to signals and all of its threads wait for something. A
    /// thread that is kept from running by others does not wait: it is ready.
    #[track_caller]
    pub fn until_it_waits(child: &Running) {
        let mut looks = 0;
        until("the process waits", || {
            assert_eq!(child.ended(), None, "it ended by itself");
            let states = states(child);
            let waits = states.len() > 1 && states.iter().all(|state| state == "S");
            looks = if waits { looks + 1 } else { 0 };
            looks == 20
        });
    }
}
