//! What went wrong while rules were running: told once, and then nobody moves.

use crate::code::{RunStop, Trouble};
use crate::prelude::*;
use std::sync::OnceLock;

/// The first thing that went wrong, if something did; copies share it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Blame {
    name: Arc<str>,
    /// Where lines begin in the file.
    lines: Arc<[usize]>,
    first: Arc<OnceLock<String>>,
}

impl Blame {
    pub(crate) fn new(name: &str, text: &str) -> Blame {
        let ends = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n');
        let lines = std::iter::once(0).chain(ends.map(|(i, _)| i + 1)).collect();
        Blame { name: name.into(), lines, first: Arc::default() }
    }

    /// The same file, and nothing has gone wrong yet.
    pub(crate) fn anew(&self) -> Blame {
        Blame { first: Arc::default(), ..self.clone() }
    }

    fn line(&self, span: TextSpan) -> usize {
        self.lines.partition_point(|&start| start <= span.start)
    }

    pub(crate) fn set(&self, trouble: &Trouble, position: &str) {
        let line = self.line(trouble.span);
        let text = format!("{}, line {line}, at {position}: {}", self.name, trouble.message);
        // Only the first counts.
        let _ = self.first.set(text);
    }

    /// Is a condition true? What goes wrong while it is looked at is kept, and it is not.
    pub(crate) fn truth(
        &self,
        value: Result<i64, RunStop>,
        position: impl FnOnce() -> String,
    ) -> bool {
        match value {
            Ok(value) => value != 0,
            Err(RunStop::Trouble(trouble)) => {
                self.set(&trouble, &position());
                false
            }
            Err(RunStop::Closed) => false,
        }
    }

    pub(crate) fn is_set(&self) -> bool {
        self.first.get().is_some()
    }

    pub(crate) fn get(&self) -> Option<String> {
        self.first.get().cloned()
    }
}
