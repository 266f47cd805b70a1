//! What positions are worth, in every theory: a value, and how play may end where it need not.

use crate::compound::endless::Prospect;
use crate::loopy::values::LoopyLabel;
use upstar_base::{OutcomeClass, Player};
use upstar_values::value::Paced;
use upstar_values::{Charged, ComponentPace, Value};

/// What a position or what a turn leaves is worth.
///
/// The value is in the words of the theory, in its stores; what the
/// calculator makes of it is its normal form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Valuation {
    /// The value.
    pub value: Value,
    /// Of loopy impartial games: who wins, how soon, and whether that is proved.
    pub prospect: Option<Prospect>,
}

impl From<Value> for Valuation {
    fn from(value: Value) -> Valuation {
        Valuation { value, prospect: None }
    }
}

/// A join or union of loopy impartial games: of a union only the outcome is known.
impl From<Prospect> for Valuation {
    fn from(prospect: Prospect) -> Valuation {
        let value = match prospect.remoteness {
            _ if prospect.is_union => {
                Value::Outcome(OutcomeClass::from_first([prospect.verdict; 2]))
            }
            Some(far) => Value::Paced(Paced::of_mover(ComponentPace::Rapid, far)),
            None => Value::Infinity { negative: false },
        };
        Valuation { value, prospect: Some(prospect) }
    }
}

/// A sum of loopy impartial games.
impl From<LoopyLabel> for Valuation {
    fn from(label: LoopyLabel) -> Valuation {
        let LoopyLabel { value, remoteness, proved } = label;
        let verdict = value.outcome().first(Player::Left);
        let prospect = Prospect { verdict, remoteness, is_union: false, proved };
        Valuation { value: Value::Loopy(Charged::free(value)), prospect: Some(prospect) }
    }
}
