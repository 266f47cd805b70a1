//! Arithmetic in machine words.
//!
//! Operands that are small whole numbers are read where they lie, and what lies between the operators
//! of an expression is never wrapped into a [`Value`]. An expression of nothing else is worked out in
//! registers; nothing can happen on the way, so whatever does not fit is begun again the general way.

use super::Interpreter;
use super::arithmetic::Operands;
use super::frame::{Ran, Slot};
use crate::code::{Expr, Node};
use crate::error::Span;
use crate::numbers::{small, small_infix, small_order, small_power};
use crate::value::{Game, Value};
use dashu_int::IBig;
use upstar_syntax::{Infix, Relation};

/// A value on its way.
enum PartialValue {
    Small(i64),
    Other(Value),
}

impl PartialValue {
    fn new(value: Value) -> PartialValue {
        small(&value).map_or_else(|| PartialValue::Other(value), PartialValue::Small)
    }

    fn of(value: &Value) -> PartialValue {
        small(value).map_or_else(|| PartialValue::Other(value.clone()), PartialValue::Small)
    }

    fn value(self) -> Value {
        match self {
            PartialValue::Small(n) => Value::Game(Game::Integer(IBig::from(n))),
            PartialValue::Other(value) => value,
        }
    }
}

impl Interpreter {
    /// The value of an expression of small whole numbers, if it is one.
    fn small(&self, expr: &Expr) -> Option<i64> {
        match &expr.node {
            Node::Constant(value) => small(value),
            Node::Local(slot, _) => match self.stack.get(self.base + *slot as usize) {
                Some(Slot::Value(value)) => small(value),
                _ => None,
            },
            Node::Global(number) => small(self.globals.value(*number)?),
            Node::Chain(first, rest) => self.small_chain(first, rest),
            _ => None,
        }
    }

    fn small_chain(&self, first: &Expr, rest: &[(Infix, Span, Expr)]) -> Option<i64> {
        let mut left = self.small(first)?;
        for (operator, _, operand) in rest {
            left = small_infix(*operator, left, self.small(operand)?)?;
        }
        Some(left)
    }

    /// The value of a sum, product or comparison of small whole numbers.
    pub(super) fn small_value(&self, expr: &Expr) -> Option<Value> {
        match &expr.node {
            Node::Chain(first, rest) => {
                Some(PartialValue::Small(self.small_chain(first, rest)?).value())
            }
            Node::Compare(relation, sides) => {
                let (a, b) = (self.small(&sides[0])?, self.small(&sides[1])?);
                Some(Value::Boolean(small_order(*relation, a, b)?))
            }
            _ => None,
        }
    }

    /// The value of a sum, product and so on.
    pub(super) fn chained(&mut self, first: &Expr, rest: &[(Infix, Span, Expr)]) -> Ran {
        match self.small_chain(first, rest) {
            Some(n) => Ok(PartialValue::Small(n).value()),
            None => self.chain(first, rest).map(PartialValue::value),
        }
    }

    /// The value of an operand.
    fn word(&mut self, expr: &Expr) -> Ran<PartialValue> {
        let found = match &expr.node {
            Node::Constant(value) => Some(value),
            Node::Local(slot, _) => match self.stack.get(self.base + *slot as usize) {
                Some(Slot::Value(value)) => Some(value),
                _ => None,
            },
            Node::Global(number) => self.globals.value(*number),
            Node::Chain(first, rest) => return self.chain(first, rest),
            _ => None,
        };
        match found {
            Some(value) => Ok(PartialValue::of(value)),
            None => self.eval(expr).map(PartialValue::new),
        }
    }

    fn chain(&mut self, first: &Expr, rest: &[(Infix, Span, Expr)]) -> Ran<PartialValue> {
        let mut left = self.word(first)?;
        let mut left_span = first.span;
        for (operator, at, operand) in rest {
            let right = self.word(operand)?;
            left = match (left, right) {
                (PartialValue::Small(a), PartialValue::Small(b)) => {
                    match small_infix(*operator, a, b) {
                        Some(n) => PartialValue::Small(n),
                        None => {
                            let spans = [left_span, operand.span];
                            self.wide(
                                *operator,
                                [PartialValue::Small(a), PartialValue::Small(b)],
                                spans,
                                *at,
                            )?
                        }
                    }
                }
                (a, b) => self.wide(*operator, [a, b], [left_span, operand.span], *at)?,
            };
            left_span = left_span.to(operand.span);
        }
        Ok(left)
    }

    /// `a op b` the general way.
    #[inline(never)]
    fn wide(
        &mut self,
        operator: Infix,
        sides: [PartialValue; 2],
        spans: [Span; 2],
        at: Span,
    ) -> Ran<PartialValue> {
        let [left, right] = sides.map(PartialValue::value);
        let operands = Operands { left: &left, right: &right, spans, at };
        Ok(PartialValue::new(self.infix(operator, &operands)?))
    }

    pub(super) fn comparison(&mut self, relation: Relation, sides: &[Expr; 2], span: Span) -> Ran {
        if let (Some(a), Some(b)) = (self.small(&sides[0]), self.small(&sides[1]))
            && let Some(answer) = small_order(relation, a, b)
        {
            return Ok(Value::Boolean(answer));
        }
        let (a, b) = (self.word(&sides[0])?, self.word(&sides[1])?);
        Ok(self.relate(relation, &a.value(), &b.value(), span)?)
    }

    pub(super) fn raise(&mut self, sides: &[Expr; 2], at: Span) -> Ran {
        if let (Some(a), Some(b)) = (self.small(&sides[0]), self.small(&sides[1]))
            && let Some(power) = small_power(a, b)
        {
            return Ok(PartialValue::Small(power).value());
        }
        let (a, b) = (self.word(&sides[0])?, self.word(&sides[1])?);
        let (left, right) = (a.value(), b.value());
        let spans = [sides[0].span, sides[1].span];
        Ok(self.power(&Operands { left: &left, right: &right, spans, at })?)
    }
}
