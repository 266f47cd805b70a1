//! Variables while a program runs, and the ways in which a statement can end.
//!
//! Each call has a frame of slots on one stack. A slot that a function inside assigns is shared: both
//! hold the same [`Variable`]. What is shared holds neither mutable collections nor functions that
//! share something themselves, so nothing is cyclic and nothing nests without bound.

use super::{Interpreter, fail};
use crate::code::Assigned;
use crate::error::{Error, ErrorKind, Evaluated, Span};
use crate::value::{Nesting, Value};
use std::sync::{Arc, PoisonError, RwLock};

/// Why a statement did not end with a value.
#[derive(Debug)]
pub(crate) enum Flow {
    Break,
    Continue,
    Return(Value),
    Error(Box<Error>),
}

/// What running gives.
pub(crate) type Ran<T = Value> = Result<T, Flow>;

impl From<Box<Error>> for Flow {
    fn from(error: Box<Error>) -> Flow {
        Flow::Error(error)
    }
}

/// What is left of a flow where no loop and no function is around.
pub(super) fn settled(ran: Ran, span: Span) -> Evaluated<Value> {
    match ran {
        Ok(value) | Err(Flow::Return(value)) => Ok(value),
        Err(Flow::Error(error)) => Err(error),
        Err(Flow::Break | Flow::Continue) => {
            Err(fail(ErrorKind::Syntax, span, "there is no loop to leave here"))
        }
    }
}

/// A variable that several functions hold.
#[derive(Debug)]
pub(crate) struct Variable(RwLock<Option<Value>>);

impl Variable {
    fn get(&self) -> Option<Value> {
        self.0.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn set(&self, value: Value) {
        // The old value is dropped when the lock is open again.
        let mut place = self.0.write().unwrap_or_else(PoisonError::into_inner);
        let old = place.replace(value);
        drop(place);
        drop(old);
    }
}

/// A place of a frame.
#[derive(Clone, Debug, Default)]
pub(crate) enum Slot {
    #[default]
    Empty,
    Value(Value),
    Shared(Arc<Variable>),
}

impl Slot {
    pub(crate) fn nesting(&self) -> Nesting {
        match self {
            Slot::Empty => Nesting::default(),
            Slot::Value(value) => value.nesting(),
            Slot::Shared(_) => Nesting::SHARED,
        }
    }
}

impl Interpreter {
    pub(super) fn slot(&mut self, slot: u32) -> Option<&mut Slot> {
        self.stack.get_mut(self.base + slot as usize)
    }

    /// Begins a new variable in a slot.
    pub(super) fn fill(&mut self, slot: u32, value: Slot) {
        if let Some(place) = self.slot(slot) {
            *place = value;
        }
    }

    /// The value of a slot that is not simply there.
    pub(super) fn shared(&self, slot: u32) -> Option<Value> {
        match self.stack.get(self.base + slot as usize)? {
            Slot::Empty => None,
            Slot::Value(value) => Some(value.clone()),
            Slot::Shared(variable) => variable.get(),
        }
    }

    pub(super) fn assign(&mut self, target: Assigned, value: Value, span: Span) -> Evaluated<()> {
        match target {
            Assigned::Global(number) => self.globals.set(number, value),
            Assigned::Local(slot) => match self.slot(slot) {
                Some(Slot::Shared(variable)) => {
                    check_shared(&value, span)?;
                    variable.set(value);
                    self.globals.other_change();
                }
                Some(place) => *place = Slot::Value(value),
                None => {}
            },
        }
        Ok(())
    }

    /// The variable in a slot, shared from now on.
    pub(super) fn share(&mut self, slot: u32, span: Span) -> Evaluated<Slot> {
        let Some(place) = self.slot(slot) else { return Ok(Slot::Empty) };
        if !matches!(place, Slot::Shared(_)) {
            let value = match std::mem::take(place) {
                Slot::Value(value) => Some(value),
                _ => None,
            };
            if let Some(value) = &value
                && let Err(error) = check_shared(value, span)
            {
                *place = Slot::Value(value.clone());
                return Err(error);
            }
            *place = Slot::Shared(Arc::new(Variable(RwLock::new(value))));
        }
        Ok(place.clone())
    }

    /// Takes the list out of a variable if it is `old` and nobody else holds it.
    pub(super) fn take(&mut self, target: Assigned, old: &Value) {
        let place = match target {
            Assigned::Global(number) => match self.globals.slot(number) {
                Some(Some(value)) => value,
                _ => return,
            },
            Assigned::Local(slot) => match self.slot(slot) {
                Some(Slot::Value(value)) => value,
                _ => return,
            },
        };
        if let (Value::List(a), Value::List(b)) = (&*place, old)
            && Arc::ptr_eq(a, b)
            && Arc::strong_count(a) == 2
        {
            *place = Value::Nothing;
        }
    }
}

/// May functions share a variable with this value?
fn check_shared(value: &Value, span: Span) -> Evaluated<()> {
    if value.nesting().fits_mutable() {
        return Ok(());
    }
    let message = "a variable that functions share cannot hold a mutable collection, nor a function \
                   that shares variables";
    Err(fail(ErrorKind::Unsupported, span, message)
        .hint("keep what changes in a variable that is only read inside")
        .into())
}
