//! From errors of the library to exceptions: the classes are defined in `upstar._errors`.

use pyo3::prelude::*;
use upstar::{Error, ErrorKind, Stopped};
use upstar_session::{QueryError, Remedy};

/// The exception for an operation without a result.
pub(crate) fn raised(py: Python<'_>, error: &Error) -> PyErr {
    let error = &error.worded(words);
    let span = error.span().map(|span| (span.start, span.end));
    let parts =
        (error.kind().name(), error.to_string(), span, error.input(), error.field(), error.hint());
    let made =
        py.import("upstar._errors").and_then(|module| module.call_method1("from_refusal", parts));
    made.map_or_else(|error| error, PyErr::from_value)
}

/// Remedies in terms of arguments of functions.
fn words(remedy: Remedy) -> String {
    match remedy {
        Remedy::Time => "`seconds=` allows more".to_owned(),
        Remedy::Memory => "`Session(memory=...)` allows more; the tables stay full, `:reset` in \
                           the calculator frees them"
            .to_owned(),
        other => other.to_string(),
    }
}

/// The exception for a limit that came first.
pub(crate) fn stopped(py: Python<'_>, why: Stopped) -> PyErr {
    raised(py, &why.into())
}

/// The exception of this kind.
pub(crate) fn plain(py: Python<'_>, kind: ErrorKind, message: &str) -> PyErr {
    raised(py, &Box::new(QueryError::plain(kind, message)).into())
}
