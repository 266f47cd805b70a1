//! The laboratory in the browser, served by this process to this machine.

use crate::errors::plain;
use crate::own;
use pyo3::prelude::*;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use upstar::{ErrorKind as Kind, Limits};
use upstar_lab::{Settings, start};
use upstar_rules::registry::Ruleset;
use upstar_session::ExtraRules;

/// A page that is being served until it is closed.
#[pyclass(frozen, module = "upstar._core")]
pub(crate) struct Page {
    address: String,
    lab: Mutex<Option<upstar_lab::Lab>>,
}

#[pymethods]
impl Page {
    #[new]
    #[pyo3(signature = (port=None, atlas=None, memory=None, rules=Vec::new()))]
    fn new(
        py: Python<'_>,
        port: Option<u16>,
        atlas: Option<PathBuf>,
        memory: Option<u64>,
        rules: Vec<String>,
    ) -> PyResult<Page> {
        let limits = Limits { time: None, memory, threads: None };
        let added = |name: &String| -> PyResult<Arc<dyn Ruleset>> { Ok(own::added(name)?) };
        let extra_rules = ExtraRules(rules.iter().map(added).collect::<PyResult<_>>()?);
        let lab = py.detach(|| start(Settings { port, atlas, limits, extra_rules }));
        let lab = lab.map_err(|error| plain(py, Kind::Lost, &format!("no page: {error}")))?;
        Ok(Page { address: lab.address(), lab: Mutex::new(Some(lab)) })
    }

    /// Where the page is.
    #[getter]
    fn address(&self) -> &str {
        &self.address
    }

    /// Ends it.
    fn close(&self, py: Python<'_>) {
        py.detach(|| drop(self.lab.lock().unwrap_or_else(PoisonError::into_inner).take()));
    }
}
