//! Remoteness and suspense: how long the components of a join last.

use super::{Arranged, KindRow, Stores, Value, ValueError, ValueKind, arranged};
use crate::ComponentPace;
use std::cmp::Ordering;
use std::fmt;

/// Remoteness or suspense, if Left starts and if Right starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Paced {
    /// Which of the two.
    pub pace: ComponentPace,
    /// Left starts, or anybody.
    pub left: u32,
    /// Right starts; the same for both in an impartial game.
    pub right: Option<u32>,
}

impl Paced {
    /// The name of the kind, and of the function that makes it.
    pub fn kind(self) -> &'static str {
        Value::Paced(self).name()
    }

    /// The number for the player who moves, Left or Right.
    pub fn of_mover(pace: ComponentPace, number: u32) -> Paced {
        Paced { pace, left: number, right: None }
    }
}

/// `Remoteness(3)`, `Suspense(1,2)`.
impl fmt::Display for Paced {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.right {
            None => write!(f, "{}({})", self.kind(), self.left),
            Some(right) => write!(f, "{}({},{right})", self.kind(), self.left),
        }
    }
}

pub(super) const RAPID: KindRow = KindRow::new("Remoteness", 25);
pub(super) const SLOW: KindRow = KindRow::new("Suspense", 25);

impl ValueKind for Paced {
    fn text(&self) -> Option<String> {
        Some(self.to_string())
    }

    fn arrange(&self, other: &Value, _: &mut Stores<'_>) -> Result<Arranged, ValueError> {
        let Value::Paced(other) = other else { return arranged(Ordering::Equal) };
        let key = |paced: &Paced| (paced.kind(), paced.left, paced.right);
        arranged(key(self).cmp(&key(other)))
    }
}
