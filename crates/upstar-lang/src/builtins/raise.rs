//! Mistakes in the bodies of builtins, which do not say where they are.
//!
//! The one place that runs a body puts them there: at an argument, or at the name.

use super::Call;
use crate::error::{Error, ErrorKind, Span};
use crate::eval::{fail, loopy_error, number_error, operation, stopped};
use crate::numbers::NumberError;
use upstar_base::Stopped;
use upstar_values::OpError;
use upstar_values::integers::DomainError;
use upstar_values::stopper::LoopyError;

/// A mistake in a body. The call knows where it is.
pub(crate) struct Raise {
    error: Box<Error>,
    place: Place,
}

enum Place {
    Name,
    Argument(usize),
    Known,
}

impl Raise {
    /// The error in its place.
    pub(crate) fn placed(mut self, c: &Call<'_>) -> Box<Error> {
        match self.place {
            Place::Name => self.error.span = c.span,
            Place::Argument(i) => self.error.span = c.at(i),
            Place::Known => {}
        }
        self.error
    }
}

/// A mistake at the name, unless [`At::at`] says where.
pub(crate) fn raise<T>(kind: ErrorKind, message: impl Into<String>) -> Result<T, Raise> {
    Err(Raise { error: fail(kind, Span::default(), message), place: Place::Name })
}

impl From<Box<Error>> for Raise {
    fn from(error: Box<Error>) -> Raise {
        Raise { error, place: Place::Known }
    }
}

/// The budget ended the whole call.
impl From<Stopped> for Raise {
    fn from(why: Stopped) -> Raise {
        Raise { error: stopped(Span::default())(why), place: Place::Name }
    }
}

/// Mistakes of operations, which are in their first operand unless [`At::at`] says otherwise.
macro_rules! of_the_first {
    ($($kind:ty: $place:expr,)*) => {$(
        impl From<$kind> for Raise {
            fn from(error: $kind) -> Raise {
                Raise { error: $place(Span::default())(error), place: Place::Argument(0) }
            }
        }
    )*};
}

of_the_first! {
    OpError: operation,
    LoopyError: loopy_error,
    NumberError: number_error,
    DomainError: |span| move |error: DomainError| fail(ErrorKind::Domain, span, error.to_string()),
}

/// Says which argument a mistake is in.
pub(crate) trait At<T> {
    /// The mistake is in argument `i`, unless it has its place.
    fn at(self, i: usize) -> Result<T, Raise>;
}

impl<T, E: Into<Raise>> At<T> for Result<T, E> {
    fn at(self, i: usize) -> Result<T, Raise> {
        self.map_err(|error| match error.into() {
            known @ Raise { place: Place::Known, .. } => known,
            Raise { error, .. } => Raise { error, place: Place::Argument(i) },
        })
    }
}
