//! The calculator language as a whole: known answers, the suite, examples, properties.
#![allow(clippy::unwrap_used)]

mod cgsuite;
mod data;
mod examples;
mod forms;
mod games;
mod infinite;
mod limits;
mod load;
mod machines;
mod names;
mod notation;
mod positions;
mod robust;
mod roundtrip;
mod suite;
mod translates;

use upstar_calculator::Calculator;
use upstar_calculator::print::Notation;

/// What `input` prints, or the message of its error.
fn answer(session: &mut Calculator, input: &str) -> Result<String, String> {
    let evaluation = session.eval(input).map_err(|error| error.to_string())?;
    match evaluation.value {
        Some(value) => session.show(&value, Notation::Ascii).map_err(|error| error.to_string()),
        None => Ok(String::new()),
    }
}
