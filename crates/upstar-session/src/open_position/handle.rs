//! The value of a position as a value of the calculator, without its text.

use super::OpenPosition;
use crate::error::Failure;
use upstar_calculator::{ErrorKind, Value};

impl OpenPosition<'_> {
    /// Returns the value of the position.
    pub(crate) fn value(&mut self) -> Result<Value, Failure> {
        let stoppers = self.state.session().stores().stoppers;
        let found = self.evaluator.ask(stoppers, |theory| theory.worth(&self.standing));
        let found = found?;
        match self.state.session().worth_value(&found) {
            Ok(Some(value)) => Ok(value),
            Ok(None) => Err(Failure::unsupported("the sides are no stoppers")),
            Err(error) => Err(match error.kind {
                ErrorKind::Stopped(stopped) => Failure::Stopped(stopped, None),
                _ => Failure::Unsupported(error.message, error.remedy),
            }),
        }
    }
}
