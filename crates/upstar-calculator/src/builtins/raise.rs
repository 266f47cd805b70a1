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

/// An error in a body. The call adds the span.
pub(crate) struct Raise {
    error: Box<Error>,
    place: ErrorPlace,
}

enum ErrorPlace {
    Name,
    Argument(usize),
    Known,
}

impl Raise {
    /// The error in its place.
    pub(crate) fn placed(mut self, c: &Call<'_>) -> Box<Error> {
        match self.place {
            ErrorPlace::Name => self.error.span = c.span,
            ErrorPlace::Argument(i) => self.error.span = c.at(i),
            ErrorPlace::Known => {}
        }
        self.error
    }
}

/// An error at the name, unless [`At::at`] names an argument.
pub(crate) fn raise<T>(kind: ErrorKind, message: impl Into<String>) -> Result<T, Raise> {
    Err(Raise { error: fail(kind, Span::default(), message), place: ErrorPlace::Name })
}

impl From<Box<Error>> for Raise {
    fn from(error: Box<Error>) -> Raise {
        Raise { error, place: ErrorPlace::Known }
    }
}

/// The budget ended the whole call.
impl From<Stopped> for Raise {
    fn from(why: Stopped) -> Raise {
        Raise { error: stopped(Span::default())(why), place: ErrorPlace::Name }
    }
}

/// Mistakes of operations, which are in their first operand unless [`At::at`] says otherwise.
macro_rules! of_the_first {
    ($($kind:ty: $place:expr,)*) => {$(
        impl From<$kind> for Raise {
            fn from(error: $kind) -> Raise {
                Raise { error: $place(Span::default())(error), place: ErrorPlace::Argument(0) }
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

/// Names the argument that an error belongs to.
pub(crate) trait At<T> {
    /// Puts the error at argument `i`, unless it has a span.
    fn at(self, i: usize) -> Result<T, Raise>;
}

impl<T, E: Into<Raise>> At<T> for Result<T, E> {
    fn at(self, i: usize) -> Result<T, Raise> {
        self.map_err(|error| match error.into() {
            known @ Raise { place: ErrorPlace::Known, .. } => known,
            Raise { error, .. } => Raise { error, place: ErrorPlace::Argument(i) },
        })
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    /// Where a mistake of a call is found: the name at 9, its arguments at 1 and 3.
    fn found<E: Into<Raise>>(error: E) -> usize {
        let span = |start| Span { start, end: start + 1 };
        let c = Call { arguments: &[], spans: &[span(1), span(3)], span: span(9) };
        error.into().placed(&c).span.start
    }

    fn stops() -> Result<(), Stopped> {
        Err(Stopped::Interrupted)
    }

    #[test]
    fn mistakes_are_where_they_are_said_to_be() {
        assert_eq!(found(stops().unwrap_err()), 9);
        assert_eq!(found(stops().at(1).unwrap_err()), 3);
        assert_eq!(found(OpError::Stopped(Stopped::Interrupted)), 1);
        let placed = fail(ErrorKind::Domain, Span { start: 5, end: 6 }, "no");
        assert_eq!(found(Err::<(), _>(placed).at(1).unwrap_err()), 5);
        assert_eq!(found(raise::<()>(ErrorKind::Domain, "no").unwrap_err()), 9);
    }
}
