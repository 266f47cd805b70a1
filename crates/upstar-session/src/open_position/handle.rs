//! The value of a position as a value of the calculator, without its text.

use super::OpenPosition;
use crate::error::PositionFailure;
use upstar_calculator::{ErrorKind, Value};

impl OpenPosition<'_> {
    /// Returns the value of the position.
    pub(crate) fn value(&mut self) -> Result<Value, PositionFailure> {
        let stoppers = self.state.session().stores().stoppers;
        let found = self.evaluator.ask(stoppers, |theory| theory.worth(&self.standing));
        let found = found?;
        match self.state.session().worth_value(&found) {
            Ok(Some(value)) => Ok(value),
            Ok(None) => Err(PositionFailure::unsupported("the sides are no stoppers")),
            Err(error) => Err(match error.kind {
                ErrorKind::Stopped(stopped) => PositionFailure::Stopped(stopped, None),
                _ => PositionFailure::Unsupported(error.message, error.remedy),
            }),
        }
    }
}
