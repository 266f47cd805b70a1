//! Prints the values of empty Domineering boards.

use std::error::Error;
use std::io::Write;
use upstar::Ruleset;

/// Writes the table.
pub fn run(out: &mut impl Write) -> Result<(), Box<dyn Error>> {
    let domineering = Ruleset::named("domineering")?;
    for rows in 1..=4 {
        for columns in 1..=4 {
            let value = domineering.position(&format!("{rows}x{columns}"))?.value()?;
            write!(out, "{:<14}", value.to_string())?;
        }
        writeln!(out)?;
    }
    Ok(())
}

#[allow(dead_code, reason = "the tests run the example as a module")]
fn main() -> Result<(), Box<dyn Error>> {
    run(&mut std::io::stdout())
}
