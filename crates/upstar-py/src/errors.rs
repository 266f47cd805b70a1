//! From errors of the library to exceptions: the classes are defined in `upstar._errors`.

use pyo3::prelude::*;
use upstar::{Error, ErrorKind, Stopped};
use upstar_session::QueryError;

/// The exception for an operation without a result.
pub(crate) fn raised(py: Python<'_>, error: &Error) -> PyErr {
    let span = error.span().map(|span| (span.start, span.end));
    let parts =
        (error.kind().name(), error.to_string(), span, error.input(), error.field(), error.hint());
    let made =
        py.import("upstar._errors").and_then(|module| module.call_method1("from_refusal", parts));
    made.map_or_else(|error| error, PyErr::from_value)
}

/// The exception for a limit that came first.
pub(crate) fn stopped(py: Python<'_>, why: Stopped) -> PyErr {
    raised(py, &why.into())
}

/// The exception of this kind.
pub(crate) fn plain(py: Python<'_>, kind: ErrorKind, message: &str) -> PyErr {
    raised(py, &Box::new(QueryError::plain(kind, message)).into())
}
