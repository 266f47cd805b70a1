//! Solves a heap game in misère play for heaps of every size, and verifies the certificate.

use std::error::Error;
use std::io::Write;
use upstar::Session;
use upstar::session::{AnswerData, Question, misere};

/// Writes the misère quotient of a heap game, and what the checker says of its certificate.
pub fn run(code: &str, out: &mut impl Write) -> Result<(), Box<dyn Error>> {
    let session = Session::new();
    let code = code.to_owned();
    let solve = misere::Question::Solve { code, heaps: None, certificate: true };
    let answer = session.ask(&Question::Misere(solve))?;
    writeln!(out, "{}", answer.text().lines().next().unwrap_or_default())?;
    let AnswerData::Misere(misere::AnswerData::Solve(solved)) = &answer.found else {
        return Err("the answer is not a quotient".into());
    };
    let certificate = solved.certificate.clone().ok_or("there is no certificate")?;
    let verified = session.ask(&Question::Verify { certificate, long: false })?;
    writeln!(out, "{}", verified.text().trim_end())?;
    Ok(())
}

#[allow(dead_code, reason = "the tests run the example as a module")]
fn main() -> Result<(), Box<dyn Error>> {
    let code = std::env::args().nth(1).unwrap_or_else(|| "kayles".to_owned());
    run(&code, &mut std::io::stdout())
}
