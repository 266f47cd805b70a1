//! Solves a heap game in misère play for heaps of every size, and verifies the certificate.

use std::error::Error;
use std::io::Write;
use upstar::Session;
use upstar::session::{Finding, VerifyQuery, misere::SolveQuery};

/// Writes the misère quotient of a heap game, and what the checker says of its certificate.
pub fn run(code: &str, out: &mut impl Write) -> Result<(), Box<dyn Error>> {
    let session = Session::new();
    let code = code.to_owned();
    let solved = session.run(&SolveQuery { code, heaps: None, certificate: true })?;
    writeln!(out, "{}", solved.text().lines().next().unwrap_or_default())?;
    let certificate = solved.certificate.clone().ok_or("there is no certificate")?;
    let verified = session.run(&VerifyQuery { certificate, long: false })?;
    writeln!(out, "{}", verified.text().trim_end())?;
    Ok(())
}

#[allow(dead_code, reason = "the tests run the example as a module")]
fn main() -> Result<(), Box<dyn Error>> {
    let code = std::env::args().nth(1).unwrap_or_else(|| "kayles".to_owned());
    run(&code, &mut std::io::stdout())
}
