//! Nim-sequences: an engine that goes on where it stopped, and its values for an array.

use crate::errors::{plain, raised, stopped};
use crate::session::limits;
use crate::wait::wait;
use pyo3::exceptions::PyMemoryError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError};
use std::thread;
use std::time::{Duration, Instant};
use upstar::{Budget, CancelToken, Cancellable, ErrorKind as Kind, Stopped};
use upstar_calculator::{Error, ErrorKind, Span};
use upstar_heaps::Engine;
use upstar_rules::PositionError;
use upstar_rules::heap::code::HeapCode;
use upstar_session::QueryError;

/// How often a thread asks whether it is its turn.
const PATIENCE: Duration = Duration::from_millis(1);

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
            let error = Error::new(ErrorKind::Syntax, span, wrong.message);
            raised(py, &Box::new(QueryError::new("input", code, error)).into())
        })?;
        let memory = memory.unwrap_or_else(upstar_session::half_of_ram);
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
    fn known(&self, py: Python<'_>) -> u64 {
        // Another thread may be computing.
        py.detach(|| self.engine.lock().unwrap_or_else(PoisonError::into_inner).len())
    }

    /// G(start), ..., G(stop - 1) in `width` bytes each, 2 or 4.
    #[pyo3(signature = (start, stop, width, seconds=None, hear=None))]
    fn values(
        &self,
        py: Python<'_>,
        start: u64,
        stop: u64,
        width: usize,
        seconds: Option<f64>,
        hear: Option<Py<PyAny>>,
    ) -> PyResult<ValueArray> {
        let limits = limits(py, seconds)?;
        let found = wait(py, limits, hear.as_ref(), |token| {
            let mut engine = self.turn(limits.time, token)?;
            let _work = Cancellable::begin(&self.budget)?;
            self.grown(&mut **engine, start, stop, width)
        })?;
        found.map_err(|missing| match missing {
            Missing::Stopped(why) => stopped(py, why),
            Missing::Room => PyMemoryError::new_err("there is no room for so many values"),
            Missing::Width => plain(py, Kind::Size, "a value is larger than 65535: ask for uint32"),
            Missing::Forgotten => {
                plain(py, Kind::Unsupported, "the engine of this game keeps no values")
            }
        })
    }
}

impl Sequence {
    /// The engine, when no other thread uses it.
    fn turn(
        &self,
        time: Option<Duration>,
        token: &CancelToken,
    ) -> Result<MutexGuard<'_, Box<dyn Engine>>, Stopped> {
        let begun = Instant::now();
        loop {
            match self.engine.try_lock() {
                Ok(engine) => return Ok(engine),
                Err(TryLockError::Poisoned(poisoned)) => return Ok(poisoned.into_inner()),
                Err(TryLockError::WouldBlock) => {}
            }
            if token.is_cancelled() {
                return Err(Stopped::Interrupted);
            }
            if let Some(time) = time.filter(|&time| begun.elapsed() >= time) {
                return Err(Stopped::Time(time));
            }
            thread::sleep(PATIENCE);
        }
    }

    /// The values, after as many more as that takes.
    fn grown(
        &self,
        engine: &mut dyn Engine,
        start: u64,
        stop: u64,
        width: usize,
    ) -> Result<ValueArray, Missing> {
        if engine.len() < stop {
            engine.extend(stop, &self.budget)?;
        }
        let count = usize::try_from(stop.saturating_sub(start)).map_err(|_| Missing::Room)?;
        let kept = if width == 2 {
            let read = |at, block: &mut [u16]| engine.read_u16(at, block);
            copied(start, count, &self.budget, read)?.map(KeptValues::Narrow)
        } else {
            let read = |at, block: &mut [u32]| engine.read(at, block);
            copied(start, count, &self.budget, read)?.map(KeptValues::Wide)
        };
        let is_wide = width == 2 && engine.statistics().largest > u32::from(u16::MAX);
        kept.map(ValueArray).ok_or(if is_wide { Missing::Width } else { Missing::Forgotten })
    }
}

/// Why there are no values.
enum Missing {
    Stopped(Stopped),
    Room,
    Width,
    Forgotten,
}

impl From<Stopped> for Missing {
    fn from(why: Stopped) -> Missing {
        Missing::Stopped(why)
    }
}

/// Values of a sequence, where an array of numpy finds them.
///
/// Invariant: they never change and never move, so the array needs no copy of its own, only this
/// object to stay alive, and it sees to that.
#[pyclass(name = "Values", frozen, module = "upstar._core")]
pub(crate) struct ValueArray(KeptValues);

enum KeptValues {
    Narrow(Vec<u16>),
    Wide(Vec<u32>),
}

#[pymethods]
impl ValueArray {
    /// What numpy wants to know of foreign memory.
    #[getter]
    fn __array_interface__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let (address, count, width) = match &self.0 {
            KeptValues::Narrow(values) => (values.as_ptr().addr(), values.len(), 2),
            KeptValues::Wide(values) => (values.as_ptr().addr(), values.len(), 4),
        };
        let order = if cfg!(target_endian = "little") { '<' } else { '>' };
        let interface = PyDict::new(py);
        interface.set_item("version", 3)?;
        interface.set_item("shape", (count,))?;
        interface.set_item("typestr", format!("{order}u{width}"))?;
        interface.set_item("data", (address, true))?;
        Ok(interface)
    }
}

/// So many values from `start` on; `None` when one cannot be read. They are written block by block
/// to memory that nobody has touched before: to clear it first takes as long as the values do.
fn copied<T: Copy + Default>(
    start: u64,
    count: usize,
    budget: &Budget,
    read: impl Fn(u64, &mut [T]) -> bool,
) -> Result<Option<Vec<T>>, Missing> {
    let mut all = Vec::new();
    all.try_reserve_exact(count).map_err(|_| Missing::Room)?;
    let mut block = [T::default(); 2048];
    let mut at = start;
    while all.len() < count {
        budget.check()?;
        let length = block.len().min(count - all.len());
        let block = &mut block[..length];
        if !read(at, block) {
            return Ok(None);
        }
        all.extend_from_slice(block);
        at += length as u64;
    }
    Ok(Some(all))
}
