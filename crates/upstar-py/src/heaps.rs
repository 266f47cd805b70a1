//! Nim-sequences: an engine that goes on where it stopped, and its values as bytes for an array.

use crate::errors::{misread, plain, stopped};
use crate::lab::duration;
use crate::wait::wait;
use pyo3::prelude::*;
use pyo3::sync::MutexExt;
use pyo3::types::PyBytes;
use std::sync::{Arc, Mutex, PoisonError};
use upstar_ask::Kind;
use upstar_base::Budget;
use upstar_heaps::Engine;
use upstar_lang::{Error, ErrorKind, Span};
use upstar_rules::PositionError;
use upstar_rules::heap::code::HeapCode;

/// The nim-sequence of a heap game.
#[pyclass(frozen, module = "upstar._core")]
pub(crate) struct Sequence {
    code: HeapCode,
    budget: Arc<Budget>,
    engine: Mutex<Box<dyn Engine>>,
}

#[pymethods]
impl Sequence {
    #[new]
    #[pyo3(signature = (code, memory=None))]
    fn new(py: Python<'_>, code: &str, memory: Option<u64>) -> PyResult<Sequence> {
        let read: Result<HeapCode, PositionError> = code.parse();
        let code = read.map_err(|wrong| {
            let span = Span::new(wrong.at, wrong.at + wrong.len);
            misread(py, code, Error::new(ErrorKind::Syntax, span, wrong.message))
        })?;
        let memory = memory.unwrap_or_else(upstar_ask::half_of_ram);
        let budget = Arc::new(Budget::new(None, Some(memory)));
        let engine = Mutex::new(upstar_heaps::engine(&code));
        Ok(Sequence { code, budget, engine })
    }

    /// The code.
    #[getter]
    fn code(&self) -> String {
        self.code.to_string()
    }

    /// How many values are known.
    #[getter]
    fn known(&self) -> u64 {
        self.engine.lock().unwrap_or_else(PoisonError::into_inner).len()
    }

    /// G(start), ..., G(stop - 1) as little-endian integers of `width` bytes, 2 or 4.
    #[pyo3(signature = (start, stop, width, seconds=None, hear=None))]
    fn values<'py>(
        &self,
        py: Python<'py>,
        start: u64,
        stop: u64,
        width: usize,
        seconds: Option<f64>,
        hear: Option<Py<PyAny>>,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let width = if width == 2 { 2 } else { 4 };
        let time = duration(py, seconds)?;
        let budgets = [Arc::clone(&self.budget)];
        let done = wait(py, &budgets, hear.as_ref(), || {
            let mut engine = self.engine.lock().unwrap_or_else(PoisonError::into_inner);
            self.budget.allow(time);
            let done = if engine.len() < stop { engine.extend(stop, &self.budget) } else { Ok(()) };
            self.budget.allow(None);
            done
        })?;
        done.map_err(|why| stopped(py, why))?;
        let engine = self.engine.lock_py_attached(py).unwrap_or_else(PoisonError::into_inner);
        let count = stop.saturating_sub(start);
        let length = usize::try_from(count).ok().and_then(|n| n.checked_mul(width));
        let length = length.ok_or_else(|| plain(py, Kind::Size, "too many values"))?;
        let mut kept = true;
        let bytes = PyBytes::new_with(py, length, |out| {
            kept = if width == 2 {
                copied(start, out, |at, block| engine.read_u16(at, block), u16::to_le_bytes)
            } else {
                copied(start, out, |at, block| engine.read(at, block), u32::to_le_bytes)
            };
            Ok(())
        })?;
        if !kept {
            let is_wide = engine.statistics().largest > u32::from(u16::MAX);
            return Err(if width == 2 && is_wide {
                plain(py, Kind::Size, "a value is larger than 65535: ask for uint32")
            } else {
                plain(py, Kind::Unsupported, "the engine of this game keeps no values")
            });
        }
        Ok(bytes)
    }
}

/// Fills `out` with the values from `start` on, block by block; false when one cannot be read.
fn copied<T: Copy + Default, const WIDTH: usize>(
    start: u64,
    out: &mut [u8],
    read: impl Fn(u64, &mut [T]) -> bool,
    bytes_of: impl Fn(T) -> [u8; WIDTH],
) -> bool {
    let mut values = [T::default(); 2048];
    let mut at = start;
    out.chunks_mut(values.len() * WIDTH).all(|block| {
        let values = &mut values[..block.len() / WIDTH];
        let kept = read(at, values);
        at += values.len() as u64;
        for (place, &value) in block.chunks_exact_mut(WIDTH).zip(values.iter()) {
            place.copy_from_slice(&bytes_of(value));
        }
        kept
    })
}
