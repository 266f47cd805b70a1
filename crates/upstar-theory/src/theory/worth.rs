//! What positions are worth, in every theory: a value, and how play may end where it need not.

use crate::compound::endless::Prospect;
use crate::loopy::values::Label;
use upstar_values::value::Paced;
use upstar_values::{Charged, Pace, Value};

/// What a position or what a turn leaves is worth.
///
/// The value is in the words of the theory, at the desk and in the stores of the theory; what the
/// calculator makes of it is its normal form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Worth {
    /// The value.
    pub value: Value,
    /// Of loopy impartial games: who wins, how soon, and whether that is proved.
    pub prospect: Option<Prospect>,
}

impl From<Value> for Worth {
    fn from(value: Value) -> Worth {
        Worth { value, prospect: None }
    }
}

/// A join or union of loopy impartial games: of a union only the outcome is known.
impl From<Prospect> for Worth {
    fn from(prospect: Prospect) -> Worth {
        let value = match prospect.remoteness {
            _ if prospect.is_union => Value::Outcome(prospect.outcome.into()),
            Some(far) => Value::Paced(Paced::of_mover(Pace::Rapid, far)),
            None => Value::Infinity { negative: false },
        };
        Worth { value, prospect: Some(prospect) }
    }
}

/// A sum of loopy impartial games.
impl From<Label> for Worth {
    fn from(label: Label) -> Worth {
        let Label { value, remoteness, proved } = label;
        let outcome = value.outcome();
        let prospect = Prospect { outcome, remoteness, is_union: false, proved };
        Worth { value: Value::Loopy(Charged::free(value)), prospect: Some(prospect) }
    }
}
