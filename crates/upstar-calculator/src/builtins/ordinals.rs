//! Cantor's arithmetic of ordinals. `+`, `*` and `^` are those of numbers, which commute.

use super::Call;
use super::rows::{AnswerList, Arg, rows};
use crate::error::{ErrorKind, Evaluated, Span};
use crate::eval::{Interpreter, fail};
use crate::numbers::Number;
use crate::value::{Game, Value};
use std::sync::Arc;
use upstar_values::surreal::{CantorError, GeneralizedOrdinal, Surreal};

impl Arg<'_> for GeneralizedOrdinal {
    fn get(m: &mut Interpreter, c: &Call<'_>, i: usize) -> Evaluated<Self> {
        match as_ordinal(c.arg(i)) {
            Some(ordinal) => Ok(ordinal),
            None => Err(m.wrong_kind("an ordinal", c.arg(i), c.at(i))),
        }
    }
}

/// The ordinal that a value is, if it is one.
pub(super) fn as_ordinal(value: &Value) -> Option<GeneralizedOrdinal> {
    let x = match value {
        Value::Game(Game::Integer(n)) => Surreal::from(n.clone()),
        Value::Game(Game::Surreal(x)) => Surreal::clone(x),
        _ => return None,
    };
    x.is_ordinal().then(|| x.numerator().clone())
}

pub(super) fn value(ordinal: GeneralizedOrdinal) -> Value {
    Number::Surreal(Arc::new(ordinal.into())).into_value()
}

type OrdinalOperation =
    fn(&GeneralizedOrdinal, &GeneralizedOrdinal) -> Result<GeneralizedOrdinal, CantorError>;

fn refused(span: Span) -> impl Fn(CantorError) -> Box<crate::Error> {
    move |why| fail(ErrorKind::Domain, span, why.to_string())
}

fn apply(m: &mut Interpreter, c: &Call<'_>, operation: OrdinalOperation) -> Evaluated<Value> {
    let (a, b) = (GeneralizedOrdinal::get(m, c, 0)?, GeneralizedOrdinal::get(m, c, 1)?);
    operation(&a, &b).map(value).map_err(refused(c.span))
}

/// `a:b` and the ordinal product of games: where both are ordinals, one of them infinite, they
/// are Cantor's. A beanstalk on a beanstalk is as tall as one after the other.
pub(crate) fn of_infinite(
    a: &Value,
    b: &Value,
    operation: OrdinalOperation,
    span: Span,
) -> Option<Evaluated<Value>> {
    let infinite = [a, b].iter().any(|value| matches!(value, Value::Game(Game::Surreal(_))));
    let (a, b) = (as_ordinal(a)?, as_ordinal(b)?);
    infinite.then(|| operation(&a, &b).map(value).map_err(refused(span)))
}

rows! { pub(super) TABLE |m, c|
    Number.CantorSum(_, other)
        "the ordinal of one after the other; the sum of numbers is the natural one"
        ["[1.CantorSum(omega), omega.CantorSum(1), 1 + omega]", "[ω,ω+1,ω+1]"]
            apply(m, c, GeneralizedOrdinal::cantor_sum);
    Number.CantorProduct(_, other) "the ordinal as often as the other says, one after the other"
        ["[2.CantorProduct(omega), omega.CantorProduct(2)]", "[ω,ω×2]"]
            apply(m, c, GeneralizedOrdinal::cantor_product);
    Number.CantorPower(_, exponent)
        "Cantor's power, the limit of the smaller powers if the exponent is a limit"
        ["[2.CantorPower(omega), 2.CantorPower(omega*3), 2.CantorPower(omega^2)]", "[ω,ω^3,ω^ω]"]
            apply(m, c, GeneralizedOrdinal::cantor_power);
    Number.CantorDifference(_, other) "what must come after the other to give the ordinal"
        ["(omega*2 + 1).CantorDifference(omega + 5)", "ω+1"]
            apply(m, c, GeneralizedOrdinal::cantor_difference);
    Number.CantorQuotient(_, divisor)
        "the largest q for which divisor.CantorProduct(q) is not larger than the ordinal"
        ["(omega^2 + omega*5 + 7).CantorQuotient(omega*2 + 3)", "ω+2"]
            apply(m, c, |a, b| a.cantor_division(b).map(|(quotient, _)| quotient));
    Number.CantorRemainder(_, divisor) "what is left after dividing from the left"
        ["(omega^2 + omega*5 + 7).CantorRemainder(omega*2 + 3)", "ω+7"]
            apply(m, c, |a, b| a.cantor_division(b).map(|(_, rest)| rest));
    Number.CantorNormalForm(ordinal: GeneralizedOrdinal)
        "the exponents of ω and their coefficients, the largest first"
        ["(omega^omega*5 + omega^2 + 47).CantorNormalForm", "[[ω,5],[2,1],[0,47]]"] {
            let mut terms = Vec::with_capacity(ordinal.terms().len());
            for term in ordinal.terms() {
                let coefficient = Value::Game(Game::Integer(term.coefficient.clone()));
                terms.push(m.list([value(term.exponent.clone()), coefficient], c.span)?);
            }
            AnswerList(terms)
        };
    Number.IsLimitOrdinal(_) "is it an infinite ordinal without a predecessor?"
        ["[omega.IsLimitOrdinal, (omega+1).IsLimitOrdinal]", "[true,false]"]
            as_ordinal(c.arg(0)).is_some_and(|x| x.is_limit());
}
