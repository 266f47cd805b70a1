//! The value of a position as a value of the calculator, without its text.

use super::OpenPosition;
use crate::error::Failure;
use upstar_calculator::{ErrorKind, Value};
use upstar_theory::theory::NoAnswer;

impl OpenPosition<'_> {
    /// Returns the value of the position.
    pub(crate) fn value(&mut self) -> Result<Value, Failure> {
        let stoppers = self.state.session().stores().stoppers;
        let found = self.evaluator.ask(stoppers, |theory| theory.worth(&self.standing));
        let found = found.map_err(|why| match why {
            NoAnswer::NoTheory(reason) => Failure::Unsupported(reason.to_owned()),
            NoAnswer::Refused(reason) => Failure::Unsupported(reason),
            NoAnswer::Stopped(stopped) => Failure::Stopped(stopped, None),
        })?;
        match self.state.session().worth_value(&found) {
            Ok(Some(value)) => Ok(value),
            Ok(None) => Err(Failure::Unsupported("the sides are no stoppers".to_owned())),
            Err(error) => Err(match error.kind {
                ErrorKind::Stopped(stopped) => Failure::Stopped(stopped, None),
                _ => Failure::Unsupported(error.message),
            }),
        }
    }
}
