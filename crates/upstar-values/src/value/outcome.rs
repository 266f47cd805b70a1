//! Only who wins, where no more is known.

use super::{Arranged, KindRow, Stores, Value, ValueError, ValueKind, arranged};
use std::cmp::Ordering;
use upstar_base::OutcomeClass;

pub(super) const ROW: KindRow = KindRow::new("OutcomeClass", 8);

impl ValueKind for OutcomeClass {
    fn text(&self) -> Option<String> {
        Some(self.to_string())
    }

    fn arrange(&self, other: &Value, _: &mut Stores<'_>) -> Result<Arranged, ValueError> {
        let Value::Outcome(other) = other else { return arranged(Ordering::Equal) };
        arranged(from_left(*self).cmp(&from_left(*other)))
    }

    fn negative(&self, _: &mut Stores<'_>) -> Result<Value, ValueError> {
        Ok(Value::Outcome(-*self))
    }
}

/// The order of printing: from Left's classes to Right's.
fn from_left(class: OutcomeClass) -> u8 {
    match class {
        OutcomeClass::L => 0,
        OutcomeClass::NHat => 1,
        OutcomeClass::PHat => 2,
        OutcomeClass::P => 3,
        OutcomeClass::D => 4,
        OutcomeClass::N => 5,
        OutcomeClass::NCheck => 6,
        OutcomeClass::PCheck => 7,
        OutcomeClass::R => 8,
    }
}
