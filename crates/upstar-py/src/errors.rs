//! From refusals to exceptions: the classes are defined in `upstar._errors`.

use pyo3::prelude::*;
use upstar_base::Stopped;
use upstar_calculator::Error;
use upstar_session::{Kind, QueryError, Remedy};

/// The exception for a question without an answer.
pub(crate) fn refused(py: Python<'_>, refusal: &QueryError) -> PyErr {
    let refusal = &refusal.clone().worded(words);
    let span = refusal.span.map(|span| (span.start, span.end));
    let parts = (
        refusal.kind.name(),
        refusal.to_string(),
        span,
        &refusal.input,
        refusal.field.as_ref(),
        refusal.hint.as_deref(),
    );
    let made =
        py.import("upstar._errors").and_then(|module| module.call_method1("from_refusal", parts));
    made.map_or_else(|error| error, PyErr::from_value)
}

/// Ways out in terms of arguments of functions.
fn words(remedy: Remedy) -> String {
    match remedy {
        Remedy::Time => "`seconds=` allows more".to_owned(),
        Remedy::Memory => "`Lab(memory=...)` allows more; the tables stay full, `:reset` in the \
                           calculator frees them"
            .to_owned(),
        other => other.to_string(),
    }
}

/// The exception for text that the calculator does not understand.
pub(crate) fn misread(py: Python<'_>, input: &str, error: Error) -> PyErr {
    refused(py, &QueryError::new("input", input, error))
}

/// The exception for a limit that came first.
pub(crate) fn stopped(py: Python<'_>, why: Stopped) -> PyErr {
    let message = why.to_string();
    plain(py, Kind::Stopped(why), &message)
}

/// The exception of this kind.
pub(crate) fn plain(py: Python<'_>, kind: Kind, message: &str) -> PyErr {
    refused(py, &QueryError::plain(kind, message))
}
