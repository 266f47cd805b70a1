//! Why an operation on values has no answer.

use super::{NumberError, Value};
use crate::TranslateError;
use crate::surreal::SurrealError;
use upstar_base::Stopped;

/// A reason, and the operand that it is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValueError {
    /// The reason.
    pub why: Why,
    /// 0 or 1; `None` if it is about the operation.
    pub operand: Option<usize>,
}

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Why {
    /// The budget ended.
    #[error(transparent)]
    Stopped(#[from] Stopped),
    /// The budget ended while sides were sought, and the bounds in the store tell how far.
    #[error(transparent)]
    Sidled(Stopped),
    /// Arithmetic on numbers refuses.
    #[error(transparent)]
    Number(#[from] NumberError),
    /// A sum of a number and a game fails.
    #[error(transparent)]
    Translate(#[from] TranslateError),
    /// Numbers or nimbers with ω refuse.
    #[error(transparent)]
    Surreal(#[from] SurrealError),
    /// The operand is of another kind than this.
    #[error("{0} is needed here")]
    Needs(&'static str),
    /// The operand is not a short game.
    #[error("this is not a short game")]
    NotShort,
    /// The operation is not defined for these kinds.
    #[error("`+` is not defined for these")]
    NoSum,
    /// These kinds have no order.
    #[error("these have no order")]
    NoOrder,
    /// There is no theory of this.
    #[error("{0}")]
    NoTheory(&'static str),
    /// There is no such value.
    #[error("{0}")]
    Domain(String),
    /// A bound is exceeded.
    #[error("{0}")]
    Size(String),
}

impl<W: Into<Why>> From<W> for ValueError {
    fn from(why: W) -> ValueError {
        ValueError { why: why.into(), operand: None }
    }
}

/// An error about one of two operands.
pub(super) fn about<W: Into<Why>>(operand: usize) -> impl Fn(W) -> ValueError {
    move |why| ValueError { why: why.into(), operand: Some(operand) }
}

/// Two operands as what an operation needs; an error is about the first that is not.
pub(super) fn both<T>(
    a: &Value,
    b: &Value,
    mut read: impl FnMut(&Value) -> Result<T, Why>,
) -> Result<[T; 2], ValueError> {
    Ok([read(a).map_err(about(0))?, read(b).map_err(about(1))?])
}
