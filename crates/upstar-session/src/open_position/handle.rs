//! The value of a position as a value of the calculator, without its text.

use super::OpenPosition;
use crate::error::Failure;
use upstar_calculator::{ErrorKind, Value};
use upstar_theory::theory::NoAnswer;

impl OpenPosition<'_> {
    /// Returns the value of the position.
    pub(crate) fn value(&mut self) -> Result<Value, Failure> {
        let theory = &mut self.table.theory;
        let found = theory.worth(&self.standing).map_err(|why| match why {
            NoAnswer::NoTheory(reason) => Failure::Unsupported(reason.to_owned()),
            NoAnswer::Refused(reason) => Failure::Unsupported(reason),
            NoAnswer::Stopped(stopped) => Failure::Stopped(stopped, None),
        })?;
        let store = theory.stoppers().map(|store| &*store);
        match self.state.session().worth_value(&found, store) {
            Ok(Some(value)) => Ok(value),
            Ok(None) => Err(Failure::Unsupported("the sides are no stoppers".to_owned())),
            Err(error) => Err(match error.kind {
                ErrorKind::Stopped(stopped) => Failure::Stopped(stopped, None),
                _ => Failure::Unsupported(error.message),
            }),
        }
    }
}
