//! Upstar for Python: the module `upstar._core`.
//!
//! It binds the types of the library `upstar` (`session`, `game`) and adds what needs Rust besides:
//! nim-sequences as bytes (`heaps`), rules that are written in Python (`own`) and surveys
//! (`atlas`). Everything else, positions, moves, quotients, tables, is Python in `python/upstar`
//! and goes through `session::Session::ask`, so that answers, reasons and errors are those of the
//! command line.
//!
//! Whatever may take long runs without the interpreter in a thread of its own, while the caller
//! waits in short steps in which signals are heard (`wait`).

mod atlas;
mod errors;
mod game;
mod heaps;
mod own;
mod page;
mod session;
mod wait;

use pyo3::prelude::*;

/// The compiled part of the package `upstar`.
#[pymodule]
fn _core(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<atlas::Atlas>()?;
    module.add_function(wrap_pyfunction!(atlas::compute, module)?)?;
    module.add_class::<game::Game>()?;
    module.add_class::<heaps::Sequence>()?;
    module.add_class::<heaps::ValueArray>()?;
    module.add_class::<page::Page>()?;
    module.add_class::<session::Session>()?;
    module.add("__version__", env!("CARGO_PKG_VERSION"))
}
