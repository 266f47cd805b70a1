//! A search with limits, and one that another thread cancels.

use std::error::Error;
use std::io::Write;
use std::thread;
use std::time::Duration;
use upstar::{Limits, Session};

/// Searches for the winner of a board that is too large, twice, and of a small one.
pub fn run(out: &mut impl Write) -> Result<(), Box<dyn Error>> {
    let time = Some(Duration::from_millis(100));
    let session = Session::with_limits(Limits { time, memory: Some(1 << 30), threads: Some(1) });
    let board = session.ruleset("domineering")?.position("12x12")?;
    match board.outcome() {
        Ok(outcome) => writeln!(out, "{outcome}")?,
        Err(error) => writeln!(out, "limit: {}", error.limit().is_some())?,
    }

    session.set_time_limit(None)?;
    let token = session.canceller();
    let helper = thread::spawn(move || {
        thread::sleep(Duration::from_millis(100));
        token.cancel();
    });
    let error = board.outcome().err().ok_or("the board was solved before it was cancelled")?;
    writeln!(out, "cancelled: {}", error.is_cancelled())?;
    helper.join().map_err(|_| "the helper failed")?;

    // The session goes on as before.
    writeln!(out, "{}", session.ruleset("domineering")?.position("4x4")?.outcome()?)?;
    Ok(())
}

#[allow(dead_code, reason = "the tests run the example as a module")]
fn main() -> Result<(), Box<dyn Error>> {
    run(&mut std::io::stdout())
}
