//! Nim-sequences of taking-and-breaking games.

mod info;
mod period;
mod sparse;
mod values;

pub use info::{HeapInfo, HeapInfoQuery};
pub(crate) use period::claim;
pub use period::{HeapCertificateQuery, HeapPeriod, HeapPeriodQuery};
pub use sparse::{HeapSparse, HeapSparseQuery, RareHeap};
pub use values::{HeapValuesAnswer, HeapValuesQuery, Keeping, MOST_LISTED};

use crate::error::QueryError;
use crate::own::is_file;
use crate::state::SessionState;
use upstar_calculator::{Error, ErrorKind, Span};
use upstar_rules::heap::code::HeapCode;

/// A mistake in the text of a code, a sum of heaps or a number.
pub(crate) fn wrong(text: &str, span: Span, message: impl Into<String>) -> QueryError {
    QueryError::new("input", text, Error::new(ErrorKind::Syntax, span, message))
}

/// How many threads work on one sequence: two, if there are cores for them, unless told.
fn threads(state: &SessionState) -> usize {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    state.limits().threads.unwrap_or(cores.min(2))
}

/// Reads a code.
pub(crate) fn code(text: &str) -> Result<HeapCode, QueryError> {
    if is_file(text) {
        let message = "expected the code of a heap game, such as .77; files of rules go with \
                       `misere genus` and `misere canonical`";
        return Err(wrong(text, Span::new(0, text.len()), message));
    }
    text.parse().map_err(|error: upstar_rules::PositionError| {
        wrong(text, Span::new(error.at, error.at + error.len), error.message)
    })
}

/// A code as it is written.
pub fn code_name(text: &str) -> Result<String, QueryError> {
    Ok(code(text)?.to_string())
}

/// The largest number of values that may be asked for.
const MOST: u64 = 1_000_000_000_000_000;

/// Reads a number of values from `least` on; powers such as `2^28` and `10^6` are understood.
pub fn amount(text: &str, least: u64, what: &str) -> Result<u64, QueryError> {
    let number = match text.split_once('^') {
        None => text.replace('_', "").parse::<u64>().ok(),
        Some((base, exponent)) => {
            let (base, exponent) = (base.parse::<u64>().ok(), exponent.parse::<u32>().ok());
            base.zip(exponent).and_then(|(base, exponent)| base.checked_pow(exponent))
        }
    };
    match number {
        Some(number) if (least..=MOST).contains(&number) => Ok(number),
        _ => {
            let message = format!("expected {what}, a number from {least} to 10^15");
            Err(wrong(text, Span::new(0, text.len()), message))
        }
    }
}
