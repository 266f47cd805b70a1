//! Remoteness and suspense: how long the components of a join last.

use super::{Arranged, Kind, Stores, Value, ValueError, arranged};
use crate::Pace;
use std::cmp::Ordering;
use std::fmt;

/// Remoteness or suspense, if Left starts and if Right starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Paced {
    /// Which of the two.
    pub pace: Pace,
    /// Left starts, or anybody.
    pub left: u32,
    /// Right starts; the same for both in an impartial game.
    pub right: Option<u32>,
}

impl Paced {
    /// The name of the kind, and of the function that makes it.
    pub fn kind(self) -> &'static str {
        match self.pace {
            Pace::Rapid => "Remoteness",
            Pace::Slow => "Suspense",
        }
    }

    /// The number for the player who moves, Left or Right.
    pub fn of_mover(pace: Pace, number: u32) -> Paced {
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

impl Kind for Paced {
    fn name(&self) -> &'static str {
        Paced::kind(*self)
    }

    fn text(&self) -> Option<String> {
        Some(self.to_string())
    }

    fn place(&self) -> u8 {
        25
    }

    fn arrange(&self, other: &Value, _: &mut Stores<'_>) -> Result<Arranged, ValueError> {
        let Value::Paced(other) = other else { return arranged(Ordering::Equal) };
        let key = |paced: &Paced| (paced.name(), paced.left, paced.right);
        arranged(key(self).cmp(&key(other)))
    }

    fn normal(&self, _: &mut Stores<'_>) -> Result<Value, ValueError> {
        Ok(Value::Paced(*self))
    }
}
